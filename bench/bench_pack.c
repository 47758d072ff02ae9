/* Packing: each level's speed and size on the real files that are here (decoded), one thread, beside LZ4's fast and
 * high levels on the same data in the same run. Without real files, on generated ones. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef BENCH_HAS_LZ4
#include <lz4.h>
#include <lz4hc.h>
#endif

#include "bench.h"
#include "paddock/paddock.h"

enum { FILES = 16, MAXIMUM = 4 << 20 };

typedef struct corpus {
    uint8_t *plain[FILES];
    size_t size[FILES];
    size_t count, all;
} corpus;

typedef struct job {
    const corpus *files;
    pdk_pack_options options;
    int lz4_level; /* 0 = the fast one */
    uint8_t *buffer;
    size_t packed; /* bytes of all files */
} job;

static void stop(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static void add(corpus *files, const void *bytes, size_t size)
{
    uint8_t *copy = malloc(size);
    if (copy == NULL || files->count == FILES) stop("out of room");
    memcpy(copy, bytes, size);
    files->plain[files->count] = copy;
    files->size[files->count++] = size;
    files->all += size;
}

static void add_real(corpus *files, const char *name)
{
    const char *root = getenv("PADDOCK_REAL");
    char path[1024];
    snprintf(path, sizeof path, "%s/nfs/%s", root != NULL && root[0] != '\0' ? root : REAL_FILES, name);
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(MAXIMUM);
    if (data == NULL) stop("out of memory");
    if (file == NULL) {
        printf("SKIPPED: the real file %s is not here; set PADDOCK_REAL to the folder of real files\n", name);
    } else {
        size_t size = fread(data, 1, MAXIMUM, file);
        fclose(file);
        pdk_output *output = NULL;
        if (pdk_output_memory(&output, NULL) != PDK_OK) stop("out of memory");
        if (pdk_unpack(data, size, output, NULL) == PDK_OK) {
            add(files, pdk_output_bytes(output).data, pdk_output_bytes(output).size);
        } else {
            add(files, data, size);
        }
        pdk_output_close(output);
    }
    free(data);
}

static void pack(void *user)
{
    job *work = user;
    pdk_error error;
    work->packed = 0;
    for (size_t i = 0; i < work->files->count; i++) {
        pdk_output *output = NULL;
        if (pdk_output_memory(&output, &error) != PDK_OK ||
            pdk_pack(work->files->plain[i], work->files->size[i], &work->options, output, &error) != PDK_OK) {
            stop(error.message);
        }
        work->packed += pdk_output_bytes(output).size;
        pdk_output_close(output);
    }
}

#ifdef BENCH_HAS_LZ4
static void pack_lz4(void *user)
{
    job *work = user;
    work->packed = 0;
    for (size_t i = 0; i < work->files->count; i++) {
        const char *from = (const char *)work->files->plain[i];
        int size = (int)work->files->size[i], capacity = LZ4_compressBound(size);
        int got = work->lz4_level == 0 ? LZ4_compress_default(from, (char *)work->buffer, size, capacity)
                                       : LZ4_compress_HC(from, (char *)work->buffer, size, capacity, work->lz4_level);
        if (got <= 0) stop("lz4");
        work->packed += (size_t)got;
    }
}
#endif

/* Made against the trees of level 9: records that share four bytes, rising numbers, and then others below them. */
static void add_hostile(corpus *files)
{
    enum { SIZE = 1 << 20, RISING = 10000, BELOW = 11000 };
    uint8_t *data = calloc(SIZE, 1);
    if (data == NULL) stop("out of memory");
    for (uint32_t at = 0, i = 0; at + 6 <= SIZE; at += 6, i = (i + 1) % (RISING + BELOW)) {
        uint32_t number = i < RISING ? 20000 + i : i - RISING;
        const uint8_t record[6] = { 'a', 'b', 'c', 'd', (uint8_t)(number >> 8), (uint8_t)number };
        memcpy(data + at, record, sizeof record);
    }
    add(files, data, SIZE);
    free(data);
}

static void run(const char *name, const corpus *files, void (*work)(void *user), job *what)
{
    double seconds = bench_time(work, what, 3);
    printf("%-26s %9.1f MB/s %9zu bytes, ratio %.5f\n", name, (double)files->all / seconds * 1e-6, what->packed,
           (double)what->packed / (double)files->all);
    fflush(stdout);
}

int main(void)
{
    static const char *const names[] = { "5go.qfs", "AL3.QFS", "CIRCUIT.qFS", "TR000.QFS",
                                         "AL2.QFS", "AL1.FSH", "GTITLE.FSH",  "GRAPHICS.FSH",
                                         "AL1.TRI", "TR1.TRI", "AL1_001.FAM", "JEEP.CFM" };
    static const char *const others[] = { "huffman", "huffman-delta", "huffman-delta2", "bytepair", "gzip", "auto" };
    corpus files = { .count = 0 };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) add_real(&files, names[i]);
    if (files.count == 0) {
        pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
        pdk_output *output = NULL;
        if (pdk_output_memory(&output, NULL) != PDK_OK || pdk_synth("raf", &synth, output, NULL) != PDK_OK)
            stop("synth");
        add(&files, pdk_output_bytes(output).data, pdk_output_bytes(output).size);
        pdk_output_close(output);
    }
    printf("%zu files, %zu bytes\n", files.count, files.all);
    char label[64];
    for (int level = 1; level <= 9; level++) {
        job work = { .files = &files, .options = PDK_PACK_OPTIONS_INIT };
        work.options.level = level;
        snprintf(label, sizeof label, "refpack level %d", level);
        run(label, &files, pack, &work);
    }
    corpus hostile = { .count = 0 };
    add_hostile(&hostile);
    job against = { .files = &hostile, .options = PDK_PACK_OPTIONS_INIT };
    against.options.level = 9;
    run("refpack level 9, hostile", &hostile, pack, &against);
    free(hostile.plain[0]);
    job like = { .files = &files, .options = PDK_PACK_OPTIONS_INIT };
    like.options.like = "ea1998";
    run("refpack like ea1998", &files, pack, &like);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        job work = { .files = &files, .options = PDK_PACK_OPTIONS_INIT };
        work.options.codec = others[i];
        run(others[i], &files, pack, &work);
    }
#ifdef BENCH_HAS_LZ4
    static const int levels[] = { 0, 4, 9, 12 };
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        job work = { .files = &files, .lz4_level = levels[i], .buffer = malloc((size_t)LZ4_compressBound(MAXIMUM)) };
        if (work.buffer == NULL) stop("out of memory");
        snprintf(label, sizeof label, levels[i] == 0 ? "LZ4" : "LZ4 HC level %d", levels[i]);
        run(label, &files, pack_lz4, &work);
        free(work.buffer);
    }
#endif
    for (size_t i = 0; i < files.count; i++) free(files.plain[i]);
    printf("peak memory %.1f MiB\n", bench_peak_memory());
    return 0;
}
