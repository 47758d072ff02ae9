/* Replays: the index of a large file, and all its poses as doubles, against copying as many bytes as that reads and
 * writes. */
#define _DEFAULT_SOURCE /* mkstemp */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "paddock/paddock.h"

enum { ROWS = 4096, MAX_COLUMNS = 64, ROUNDS = 7 };

typedef struct job {
    const char *path;
    pdk_document *document;
    size_t size; /* of the file */
    double *columns[MAX_COLUMNS];
    const char *const *names; /* columns wanted; NULL = all numbers */
} job;

static void open_and_close(void *user)
{
    job *work = user;
    pdk_document *document = NULL;
    pdk_error error;
    bench_must(pdk_open_file(work->path, NULL, &document, &error), &error);
    pdk_close(document);
}

static size_t plan(const job *work, const pdk_table *poses, pdk_column_read reads[MAX_COLUMNS])
{
    size_t count = 0;
    if (work->names != NULL) {
        for (size_t i = 0; work->names[i] != NULL; i++) {
            reads[count] = (pdk_column_read){ .column = pdk_table_find_column(poses, work->names[i]),
                                              .type = PDK_FLOAT64,
                                              .values = work->columns[i] };
            count++;
        }
        return count;
    }
    for (size_t i = 0; i < pdk_table_columns(poses) && count < MAX_COLUMNS; i++) {
        if (pdk_table_column_at(poses, i)->type >= PDK_TEXT) continue;
        reads[count] = (pdk_column_read){ .column = i, .type = PDK_FLOAT64, .values = work->columns[count] };
        count++;
    }
    return count;
}

static void read_poses(void *user)
{
    job *work = user;
    const pdk_table *poses = pdk_document_find_table(work->document, "poses");
    pdk_column_read reads[MAX_COLUMNS];
    size_t columns = plan(work, poses, reads);
    uint64_t rows = pdk_table_rows(poses);
    pdk_error error;
    for (uint64_t first = 0; first < rows; first += ROWS) {
        size_t count = rows - first < ROWS ? (size_t)(rows - first) : ROWS;
        bench_must(pdk_table_read(poses, first, count, reads, columns, &error), &error);
    }
}

static void make_file(const char *path, uint64_t megabytes)
{
    pdk_output *output = NULL;
    pdk_error error;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.cars = 20;
    options.size = megabytes * 1000000;
    bench_must(pdk_output_file(path, &output, &error), &error);
    bench_must(pdk_synth("vcr", &options, output, &error), &error);
    bench_must(pdk_output_finish(output, &error), &error);
    pdk_output_close(output);
}

int main(void)
{
    static const char *const line[] = { "time", "driver", "x", "y", "z", "speed", "throttle", "brake", NULL };
    const char *path = bench_file();
    make_file(path, bench_setting("BENCH_VCR_MB", 500));
    job work = { .path = path };
    pdk_error error;
    double before = bench_peak_memory();
    double open_time = bench_time(open_and_close, &work, ROUNDS);
    bench_must(pdk_open_file(path, NULL, &work.document, &error), &error);
    for (size_t i = 0; i < MAX_COLUMNS; i++) work.columns[i] = malloc(ROWS * sizeof(double));
    work.size = pdk_document_content(work.document).size;
    const pdk_table *poses = pdk_document_find_table(work.document, "poses");
    pdk_column_read reads[MAX_COLUMNS];
    uint64_t row = plan(&work, poses, reads) * sizeof(double), rows = pdk_table_rows(poses);
    double pose_time = bench_time(read_poses, &work, ROUNDS);
    work.names = line;
    double line_time = bench_time(read_poses, &work, ROUNDS);
    double peak = bench_peak_memory();
    uint64_t moved = work.size + rows * row;
    double yard = bench_copy_time(moved, ROWS * row, ROUNDS);
    printf("replay of %.0f MB, %llu poses, %zu columns; rates are of the file\n", (double)work.size * 1e-6,
           (unsigned long long)rows, (size_t)row / sizeof(double));
    static const char yardstick[] = "memcpy of as many bytes";
    bench_row("memcpy that reads and writes as many bytes", yard, work.size, NULL, 0);
    bench_row("VCR: open: calibrate and index", open_time, work.size, yardstick, yard);
    bench_row("VCR: all poses, every column to doubles", pose_time, work.size, yardstick, yard);
    bench_row("VCR: all poses, eight columns to doubles", line_time, work.size, yardstick, yard);
    bench_aim("VCR: index and all poses, every column", open_time + pose_time, work.size, yardstick, yard, 4);
    double rate = (double)work.size / (open_time + pose_time) * 1e-9;
    printf("index and all poses: %.2f GB/s of the file; the aim is 2%s\n", rate, rate < 2 ? ": MISSED" : "");
    printf("peak memory %.0f MiB, of which %.0f MiB are mapped pages of the file; %.0f MiB before opening\n", peak,
           (double)work.size / 1048576, before);
    for (size_t i = 0; i < MAX_COLUMNS; i++) free(work.columns[i]);
    pdk_close(work.document);
    return 0;
}
