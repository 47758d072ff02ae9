/* Surfaces converted, beside `cp` of the same bytes: RLD to PLY and back, RLD to RLD, LAS and STL. Files are written to
 * a temporary place (TMPDIR), which must have room for four of them. Size: CONVERT_POINTS (5 million; 100 million
 * are 3.6 GB). */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "paddock/paddock.h"

enum { ROUNDS = 3 };

static char folder[512], source[600], mesh[600], copy[600];

static void clean_up(void)
{
    unlink(source);
    unlink(mesh);
    unlink(copy);
    rmdir(folder);
}

static void generate(uint64_t points)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    pdk_output *output = NULL;
    pdk_error error;
    options.points = points;
    bench_must(pdk_output_file(source, &output, &error), &error);
    bench_must(pdk_synth("rld", &options, output, &error), &error);
    bench_must(pdk_output_finish(output, &error), &error);
    pdk_output_close(output);
}

/* A file's way into another. */
typedef struct way {
    const char *from, *to, *target;
} way;

static void convert(void *user)
{
    const way *path = user;
    pdk_document *document = NULL;
    pdk_error error;
    bench_must(pdk_open_file(path->from, NULL, &document, &error), &error);
    bench_must(pdk_convert_file(document, path->to, path->target, NULL, NULL, &error), &error);
    pdk_close(document);
}

static void copy_it(void *user)
{
    const way *path = user;
    pid_t child = fork();
    if (child == 0) {
        execlp("cp", "cp", path->from, path->to, (char *)NULL);
        _exit(127);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
        printf("there is no cp\n");
        clean_up();
        exit(1);
    }
}

/* What pdk_output_finish does too: wait for the disk. */
static void sync_it(void *user)
{
    const way *path = user;
    int file = open(path->to, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fsync(file) != 0 || close(file) != 0) exit(1);
}

static uint64_t size_of(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 ? (uint64_t)about.st_size : 0;
}

/* Without a warm-up: the second of two writes meets what is left of the first. */
static double seconds_of(void (*work)(void *user), void *user)
{
    double begin = bench_now();
    work(user);
    return bench_now() - begin;
}

static double minimum(const double *seconds)
{
    double best = seconds[0];
    for (int i = 1; i < ROUNDS; i++) best = seconds[i] < best ? seconds[i] : best;
    return best;
}

/* Yardstick and work take turns, so that what else the disk does meets both. */
static void measure(const char *name, const char *from, const char *to, const char *target)
{
    way path = { from, to, target }, plain = { to, copy, NULL };
    double converting[ROUNDS], copying[ROUNDS], storing[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        unlink(to);
        converting[i] = seconds_of(convert, &path);
        copying[i] = seconds_of(copy_it, &plain);
        storing[i] = copying[i] + seconds_of(sync_it, &plain);
        unlink(copy);
    }
    bench_row(name, minimum(converting), size_of(to), "cp and sync", minimum(storing));
    printf("%-44s %38s %6.2f x the time of cp alone\n", "", "", minimum(converting) / minimum(copying));
}

static bool can_read(const char *path)
{
    pdk_document *document = NULL;
    bool can = pdk_open_file(path, NULL, &document, NULL) == PDK_OK;
    pdk_close(document);
    return can;
}

int main(void)
{
    uint64_t points = bench_setting("CONVERT_POINTS", 5000000), bytes = 36 * points;
    bench_need_room(4 * bytes + (bytes >> 1));
    snprintf(folder, sizeof folder, "%s/paddock-bench-XXXXXX", bench_folder());
    if (mkdtemp(folder) == NULL) bench_skip("there is no place for the files");
    atexit(clean_up);
    snprintf(source, sizeof source, "%s/road.rld", folder);
    snprintf(mesh, sizeof mesh, "%s/road.mesh", folder);
    snprintf(copy, sizeof copy, "%s/copy", folder);
    generate(points);

    printf("surface of %.0f million points, RLD of %.0f MB\n", (double)points / 1e6, (double)size_of(source) / 1e6);
    measure("RLD to RLD", source, mesh, "rld");
    measure("RLD to LAS, points", source, mesh, "las");
    measure("RLD to STL", source, mesh, "stl");
    measure("RLD to PLY", source, mesh, "ply");
    if (can_read(mesh)) {
        unlink(source); /* room for the one that comes back */
        measure("PLY to RLD", mesh, source, "rld");
    } else {
        printf("PLY to RLD: skipped, nothing here reads PLY\n");
    }
    printf("peak memory %.0f MiB, pages of mapped files among it\n", bench_peak_memory());
    clean_up();
    return 0;
}
