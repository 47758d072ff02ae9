/* RLD: open, check every index, bounding box, beside reading the same bytes with `read`. Size: RLD_POINTS (10 million). */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../src/model/surface_scan.h"
#include "bench.h"
#include "paddock/paddock.h"

static char path[1024];
static uint64_t size;

static void must(pdk_status status, const pdk_error *error)
{
    if (status == PDK_OK) return;
    printf("%s\n", error->message);
    unlink(path);
    exit(1);
}

static void generate(void *user)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = *(uint64_t *)user;
    pdk_error error;
    pdk_output *output = NULL;
    must(pdk_output_file(path, &output, &error), &error);
    must(pdk_synth("rld", &options, output, &error), &error);
    size = pdk_output_position(output);
    must(pdk_output_finish(output, &error), &error);
    pdk_output_close(output);
}

static void read_bytes(void *user)
{
    enum { ROOM = 1 << 20 };
    static char room[ROOM];
    (void)user;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    while (read(file, room, ROOM) > 0) {
    }
    close(file);
}

static pdk_document *open_file(void)
{
    pdk_document *document = NULL;
    pdk_error error;
    must(pdk_open_file(path, NULL, &document, &error), &error);
    return document;
}

static void open_only(void *user)
{
    (void)user;
    pdk_close(open_file());
}

static void indices_and_bounds(void *user)
{
    (void)user;
    pdk_document *document = open_file();
    pdk_surface surface;
    pdk_error error;
    must(pdk_document_surface(document, 0, &surface, &error), &error);
    pdk_bounds bounds = pdk_bounds_empty();
    pdk_bounds_add(&bounds, surface.positions, surface.vertex_count);
    size_t numbers = surface.triangle_count * 3;
    if (pdk_scan_first_beyond(surface.triangles, numbers, surface.vertex_count) != numbers || bounds.not_finite > 0) {
        printf("the generated file is not sound\n");
        exit(1);
    }
    pdk_close(document);
}

static void full_check(void *user)
{
    (void)user;
    pdk_document *document = open_file();
    pdk_error error;
    must(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, NULL, &error), &error);
    pdk_close(document);
}

/* All of x, y, z as the command's table does: batch by batch. */
static void table_of_points(void *user)
{
    enum { ROWS = 4096 };
    static float values[3][ROWS];
    (void)user;
    pdk_document *document = open_file();
    const pdk_table *points = pdk_document_find_table(document, "points");
    uint64_t rows = pdk_table_rows(points);
    for (uint64_t first = 0; first < rows; first += ROWS) {
        pdk_read reads[] = { { 0, PDK_TYPE_NONE, values[0] }, { 1, PDK_TYPE_NONE, values[1] }, { 2, PDK_TYPE_NONE, values[2] } };
        size_t count = rows - first < ROWS ? (size_t)(rows - first) : ROWS;
        pdk_error error;
        must(pdk_table_read(points, first, count, reads, 3, &error), &error);
    }
    pdk_close(document);
}

int main(void)
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/paddock-bench-%ld.rld", folder != NULL ? folder : "/tmp", (long)getpid());
    uint64_t points = bench_setting("RLD_POINTS", 10000000);
    double made = bench_time(generate, &points, 1);
    printf("RLD, %.0f MB, %.1f million points\n", (double)size / 1e6, (double)points / 1e6);
    double reading = bench_time(read_bytes, NULL, 7);
    bench_row("read() in 1 MiB pieces", reading, size, NULL, 0);
    bench_row("open", bench_time(open_only, NULL, 7), size, "read", reading);
    bench_row("open, every index, bounding box", bench_time(indices_and_bounds, NULL, 7), size, "read", reading);
    bench_row("open, full check", bench_time(full_check, NULL, 5), size, "read", reading);
    bench_row("pdk_table_read of x, y, z", bench_time(table_of_points, NULL, 5), size / 3, "read of all", reading);
    bench_row("synth to a file, synced", made, size, NULL, 0);
    printf("peak memory %.0f MiB, of which mapped pages of the file are the most\n", bench_peak_memory());
    unlink(path);
    return 0;
}
