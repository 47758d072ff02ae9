/* RPLY: building the index, and every column of every car state, beside copying as many bytes as that reads and writes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "paddock/paddock.h"

enum { ROWS = 4096, MAX_COLUMNS = 64, ROUNDS = 7 };

typedef struct bench_job {
    pdk_bytes file;
    const pdk_table *table;
    double *values; /* room for ROWS of every column: read, used, and read over */
    bool angles;    /* heading, pitch and roll as well */
} bench_job;

static void open_file(void *user)
{
    bench_job *job = user;
    pdk_document *document = NULL;
    if (pdk_open_memory(job->file.data, job->file.size, NULL, &document, NULL) != PDK_OK) exit(1);
    pdk_close(document);
}

static bool is_angle(const char *name)
{
    return strcmp(name, "heading") == 0 || strcmp(name, "pitch") == 0 || strcmp(name, "roll") == 0;
}

static size_t plan(const bench_job *job, pdk_column_read reads[MAX_COLUMNS])
{
    size_t wanted = 0;
    for (size_t i = 0; i < pdk_table_columns(job->table) && wanted < MAX_COLUMNS; i++) {
        if (is_angle(pdk_table_column_at(job->table, i)->name) && !job->angles) continue;
        reads[wanted] = (pdk_column_read){ .column = i, .type = PDK_FLOAT64, .values = job->values + wanted * ROWS };
        wanted++;
    }
    return wanted;
}

static void read_columns(void *user)
{
    bench_job *job = user;
    pdk_column_read reads[MAX_COLUMNS];
    size_t wanted = plan(job, reads);
    uint64_t rows = pdk_table_rows(job->table);
    for (uint64_t first = 0; first < rows; first += ROWS) {
        size_t count = rows - first < ROWS ? (size_t)(rows - first) : ROWS;
        pdk_table_read(job->table, first, count, reads, wanted, NULL);
    }
}

/* Index and columns together, beside a memcpy that moves as many bytes. */
static void measure_columns(const char *name, const char *both, bench_job *job, double open_time)
{
    static const char yardstick[] = "memcpy of as many bytes";
    pdk_column_read reads[MAX_COLUMNS];
    uint64_t row = plan(job, reads) * sizeof(double), moved = job->file.size + pdk_table_rows(job->table) * row;
    double yard = bench_copy_time(moved, ROWS * row, ROUNDS), seconds = bench_time(read_columns, job, ROUNDS);
    bench_row(name, seconds, job->file.size, yardstick, yard);
    bench_row(both, open_time + seconds, job->file.size, yardstick, yard);
}

/* Where all cars have as many wheels, every value has the same place in its record. */
static void measure(const char *what, uint32_t cars)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.size = bench_setting("BENCH_RPLY_MB", 100) << 20;
    options.cars = cars;
    pdk_output *output = NULL;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    bench_must(pdk_output_memory(&output, &error), &error);
    bench_must(pdk_synth("rply", &options, output, &error), &error);
    bench_job job = { .file = pdk_output_bytes(output) };
    bench_must(pdk_open_memory(job.file.data, job.file.size, NULL, &document, &error), &error);
    job.table = pdk_document_find_table(document, "states");
    job.values = calloc((size_t)ROWS * MAX_COLUMNS, sizeof(double));
    if (job.values == NULL) exit(1);

    printf("RPLY, %s: %llu states x %zu columns, %.1f MB; rates are of the file\n", what,
           (unsigned long long)pdk_table_rows(job.table), pdk_table_columns(job.table), (double)job.file.size / 1e6);
    double open_time = bench_time(open_file, &job, ROUNDS);
    bench_row("open: index of every frame and state", open_time, job.file.size, NULL, 0);
    measure_columns("all columns but angles to doubles", "index and all columns but angles", &job, open_time);
    job.angles = true;
    measure_columns("all columns to doubles", "index and all columns", &job, open_time);
    free(job.values);
    pdk_close(document);
    pdk_output_close(output);
}

int main(void)
{
    measure("one car", 1);
    measure("20 cars, the last with six wheels", 20);
    printf("peak memory %.0f MiB\n", bench_peak_memory());
    return 0;
}
