/* RLD: open, check every index, bounding box, beside reading the same bytes with `read`. Size: RLD_POINTS (10 million).
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"
#include "model/surface_scan.h"
#include "paddock/paddock.h"

static const char *path;
static uint64_t size;

static void generate(pdk_output *output, uint64_t points)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = points;
    pdk_error error;
    bench_must(pdk_synth("rld", &options, output, &error), &error);
    size = pdk_output_position(output);
    bench_must(pdk_output_finish(output, &error), &error);
    pdk_output_close(output);
}

static pdk_status forget(void *user, const void *data, size_t bytes)
{
    (void)user;
    (void)data;
    (void)bytes;
    return PDK_OK;
}

static void generate_and_forget(void *user)
{
    pdk_output *output = NULL;
    pdk_error error;
    bench_must(pdk_output_callback(forget, NULL, &output, &error), &error);
    generate(output, *(uint64_t *)user);
}

/* `read` into pieces of the size at `user`, all to the same place: with the file's size, what a program does that loads
 * a file; with a small one, which stays in cache, the least that touching the bytes can cost. */
static void read_bytes(void *user)
{
    size_t capacity = *(size_t *)user;
    char *bytes = malloc(capacity);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (bytes == NULL || file < 0) exit(1);
    while (read(file, bytes, capacity) > 0) {
    }
    close(file);
    free(bytes);
}

static pdk_document *open_file(void)
{
    pdk_document *document = NULL;
    pdk_error error;
    bench_must(pdk_open_file(path, NULL, &document, &error), &error);
    return document;
}

static void open_only(void *user)
{
    (void)user;
    pdk_close(open_file());
}

/* Pages are returned to the system on the way, so that memory does not hold the whole file. */
static void indices_and_bounds(void *user)
{
    enum { STRETCH = 1 << 22 };
    (void)user;
    pdk_document *document = open_file();
    pdk_surface surface;
    pdk_error error;
    bench_must(pdk_document_surface_read(document, 0, &surface, &error), &error);
    pdk_bounds bounds = pdk_bounds_empty();
    bool sound = true;
    for (uint64_t at = 0; at < surface.vertex_count; at += STRETCH) {
        uint64_t left = surface.vertex_count - at;
        pdk_bounds_add(&bounds, surface.positions + 3 * at, left < STRETCH ? left : STRETCH);
        pdk_trim(document);
    }
    for (uint64_t at = 0; at < surface.triangle_count; at += STRETCH) {
        uint64_t left = surface.triangle_count - at, numbers = 3 * (left < STRETCH ? left : STRETCH);
        sound = sound && pdk_scan_first_beyond(surface.triangles + 3 * at, numbers, surface.vertex_count) == numbers;
        pdk_trim(document);
    }
    if (!sound || bounds.not_finite > 0) {
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
    bench_must(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, NULL, &error), &error);
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
        pdk_column_read reads[] = { { .column = 0, .values = values[0] },
                                    { .column = 1, .values = values[1] },
                                    { .column = 2, .values = values[2] } };
        size_t count = rows - first < ROWS ? (size_t)(rows - first) : ROWS;
        pdk_error error;
        bench_must(pdk_table_read(points, first, count, reads, 3, &error), &error);
        if (first / ROWS % 1024 == 0) pdk_trim(document);
    }
    pdk_close(document);
}

int main(void)
{
    path = bench_file();
    uint64_t points = bench_setting("RLD_POINTS", 10000000);
    pdk_output *output = NULL;
    pdk_error error;
    bench_must(pdk_output_file(path, &output, &error), &error);
    generate(output, points);
    double making = bench_time(generate_and_forget, &points, 3);
    double opening = bench_time(open_only, NULL, 7), looking = bench_time(indices_and_bounds, NULL, 7);
    double checking = bench_time(full_check, NULL, 5), gathering = bench_time(table_of_points, NULL, 5);
    double peak = bench_peak_memory(); /* before the yardsticks take theirs */
    size_t whole = (size_t)size, piece = 1 << 20;
    double reading = bench_time(read_bytes, &whole, 7), pieces = bench_time(read_bytes, &piece, 7);

    printf("RLD, %.0f MB, %.1f million points\n", (double)size / 1e6, (double)points / 1e6);
    bench_row("read() into memory", reading, size, NULL, 0);
    bench_row("read() and forget, 1 MiB at a time", pieces, size, "read", reading);
    bench_row("open", opening, size, "read", reading);
    bench_row("open, every index, bounding box", looking, size, "read", reading);
    bench_row("open, full check", checking, size, "read", reading);
    bench_row("pdk_table_read of x, y, z", gathering, size / 3, "read", reading);
    bench_row("synth, not written anywhere", making, size, "read", reading);
    printf("peak memory %.0f MiB, mapped pages of the file nearly all\n", peak);
    return 0;
}
