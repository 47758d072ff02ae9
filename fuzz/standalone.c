/* Runs a fuzz target without libFuzzer over files and folders: each file as it is, cut, and with bytes changed, always
 * the same ones. Prints a line "ok" or "not ok" for each folder.    fuzz_replay TARGET FILE_OR_FOLDER...
 * The function of each target is fuzz_TARGET here (CMakeLists.txt), and FUZZ_TARGETS is the list of them. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sweep_stride.h"

#define TARGET(name) int fuzz_##name(const uint8_t *data, size_t size);
#include FUZZ_TARGETS
#undef TARGET

typedef int (*target_function)(const uint8_t *data, size_t size);

static const struct {
    const char *name;
    target_function run;
} targets[] = {
#define TARGET(name) { #name, fuzz_##name },
#include FUZZ_TARGETS
};

static target_function target; /* the one that runs */

enum { VARIANTS = 60, MAX_MUTATED = 1 << 16 };

static uint64_t next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* In a block of exactly its size, so that a sanitizer sees every step too far. */
static void run(const uint8_t *data, size_t size)
{
    uint8_t *exact = malloc(size > 0 ? size : 1);
    if (exact == NULL) exit(1);
    memcpy(exact, data, size);
    target(exact, size);
    free(exact);
}

static void run_variants(uint8_t *data, size_t size)
{
    uint64_t state = size;
    uint8_t *copy = malloc(size);
    if (copy == NULL) exit(1);
    for (size_t i = 0; i < VARIANTS; i += sweep_stride()) {
        memcpy(copy, data, size);
        size_t head = size < 1200 ? size : 1200; /* where the structure is */
        for (uint64_t changes = 1 + next(&state) % 4; changes > 0; changes--) {
            size_t at = next(&state) % (next(&state) % 3 == 0 ? size : head);
            static const uint8_t odd[] = { 0, 1, 0x7F, 0x80, 0xFF };
            copy[at] = next(&state) % 2 == 0 ? odd[next(&state) % sizeof odd] : (uint8_t)next(&state);
        }
        run(copy, i % 4 == 3 ? next(&state) % size : size);
    }
    free(copy);
}

static void run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(1);
    }
    size_t size = (size_t)ftell(file);
    uint8_t *data = malloc(size + 1);
    rewind(file);
    if (data == NULL || fread(data, 1, size, file) != size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    fprintf(stderr, "%s\n", path); /* the last line before a crash names the file */
    run(data, size);
    if (size > 0 && size <= MAX_MUTATED) run_variants(data, size);
    free(data);
}

/* The number of files; a folder that is not there has none. */
static size_t run_folder(const char *folder)
{
    DIR *entries = opendir(folder);
    size_t count = 0;
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        char path[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        run_file(path);
        count++;
    }
    if (entries != NULL) closedir(entries);
    return count;
}

int main(int argc, char **argv)
{
    size_t total = 0;
    for (size_t i = 0; argc > 1 && i < sizeof targets / sizeof targets[0]; i++) {
        if (strcmp(targets[i].name, argv[1]) == 0) target = targets[i].run;
    }
    if (target == NULL) {
        printf("not ok 1 - there is no such target\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        struct stat about;
        if (stat(argv[i], &about) == 0 && S_ISREG(about.st_mode)) {
            run_file(argv[i]);
            total++;
            continue;
        }
        size_t count = run_folder(argv[i]);
        total += count;
        if (count > 0) printf("ok %d - %zu files of %s\n", i, count, argv[i]);
    }
    if (total == 0) printf("not ok 1 - there was nothing to run\n");
    return total > 0 ? 0 : 1;
}
