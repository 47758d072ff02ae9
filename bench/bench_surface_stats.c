/* Surfaces measured, beside reading the same bytes with `read`. Size: SURFACE_POINTS (10 million; 100 million are a
 * file of 3.6 GB, skipped where there is no room for it). */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"
#include "paddock/paddock.h"

static const char *path;
static uint64_t size;

static void generate(uint64_t points)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = points;
    pdk_output *output = NULL;
    pdk_error error;
    bench_must(pdk_output_file(path, &output, &error), &error);
    bench_must(pdk_synth("rld", &options, output, &error), &error);
    size = pdk_output_position(output);
    bench_must(pdk_output_finish(output, &error), &error);
    pdk_output_close(output);
}

static void read_bytes(void *user)
{
    enum { PIECE = 1 << 20 };
    static char bytes[PIECE];
    (void)user;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) exit(1);
    while (read(file, bytes, sizeof bytes) > 0) {
    }
    close(file);
}

static void measure(void *user)
{
    const size_t *threads = user;
    pdk_document *document = NULL;
    pdk_surface surface;
    pdk_surface_stats stats;
    pdk_error error;
    bench_must(pdk_open_file(path, NULL, &document, &error), &error);
    bench_must(pdk_document_surface_read(document, 0, &surface, &error), &error);
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    options.document = document;
    options.threads = *threads;
    bench_must(pdk_surface_measure(&surface, &options, &stats, &error), &error);
    if (stats.euler != 1 || stats.components != 1 || stats.edges.non_manifold != 0) {
        printf("the generated surface is not one sheet\n");
        exit(1);
    }
    pdk_close(document);
}

int main(void)
{
    uint64_t points = bench_setting("SURFACE_POINTS", 10000000);
    bench_need_room(40 * points);
    path = bench_file();
    generate(points);
    int rounds = points > 20000000 ? 1 : 5;
    size_t one = 1, all = 0;
    double reading = bench_time(read_bytes, NULL, rounds);
    double together = bench_time(measure, &all, rounds);
    double peak = bench_peak_memory();
    double alone = bench_time(measure, &one, rounds);
    printf("surface stats, %.0f MB, %.1f million points\n", (double)size / 1e6, (double)points / 1e6);
    bench_row("read() and forget, 1 MiB at a time", reading, size, NULL, 0);
    bench_row("stats, one thread", alone, size, "read", reading);
    bench_row("stats, all processors", together, size, "read", reading);
    printf("peak memory %.0f MiB, of which what is mapped of the file's %.0f MiB\n", peak, (double)size / 1048576);
    return 0;
}
