/* RAF: every column to doubles, beside copying the file's bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "paddock/paddock.h"

enum { ROWS = 4096, MOST_COLUMNS = 256 };

typedef struct bench_job {
    pdk_bytes file;
    uint8_t *copy;
    const pdk_table *table;
    double *values; /* column after column: what an analysis keeps */
    size_t without; /* a column left out, or SIZE_MAX */
} bench_job;

static void copy_file(void *user)
{
    bench_job *job = user;
    memcpy(job->copy, job->file.data, job->file.size);
}

/* What the doubles alone cost to write: 2.5 bytes for each byte of the file. */
static void fill_doubles(void *user)
{
    bench_job *job = user;
    memset(job->values, 0, pdk_table_rows(job->table) * pdk_table_columns(job->table) * sizeof *job->values);
}

static void read_columns(void *user)
{
    bench_job *job = user;
    pdk_read reads[MOST_COLUMNS];
    uint64_t rows = pdk_table_rows(job->table);
    size_t columns = pdk_table_columns(job->table);
    for (uint64_t first = 0; first < rows; first += ROWS) {
        size_t count = rows - first < ROWS ? (size_t)(rows - first) : ROWS;
        size_t wanted = 0;
        for (size_t i = 0; i < columns; i++) {
            if (i != job->without)
                reads[wanted++] =
                    (pdk_read){ .column = i, .type = PDK_FLOAT64, .values = job->values + i * rows + first };
        }
        pdk_table_read(job->table, first, count, reads, wanted, NULL);
    }
}

static void open_and_read(void *user)
{
    bench_job *job = user;
    pdk_document *document = NULL;
    if (pdk_open_memory(job->file.data, job->file.size, NULL, &document, NULL) != PDK_OK) exit(1);
    const pdk_table *kept = job->table;
    job->table = pdk_document_find_table(document, "telemetry");
    read_columns(job);
    job->table = kept;
    pdk_close(document);
}

int main(void)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.size = bench_setting("BENCH_RAF_MB", 20) << 20;
    pdk_output *output = NULL;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    bench_must(pdk_output_memory(&output, &error), &error);
    bench_must(pdk_synth("raf", &options, output, &error), &error);
    bench_job job = { .file = pdk_output_bytes(output) };
    bench_must(pdk_open_memory(job.file.data, job.file.size, NULL, &document, &error), &error);
    job.table = pdk_document_find_table(document, "telemetry");
    job.copy = malloc(job.file.size);
    job.values = calloc(pdk_table_rows(job.table) * pdk_table_columns(job.table), sizeof(double));
    if (job.copy == NULL || job.values == NULL) return 1;

    printf("RAF, %llu rows x %zu columns, %.1f MB\n", (unsigned long long)pdk_table_rows(job.table),
           pdk_table_columns(job.table), (double)job.file.size / 1e6);
    double yard = bench_time(copy_file, &job, 15);
    bench_row("memcpy of the file", yard, job.file.size, NULL, 0);
    bench_row("filling as many doubles", bench_time(fill_doubles, &job, 15), job.file.size, "memcpy", yard);
    job.without = pdk_table_find_column(job.table, "heading"); /* an arctangent a row */
    bench_row("all stored columns to doubles", bench_time(read_columns, &job, 15), job.file.size, "memcpy", yard);
    job.without = SIZE_MAX;
    bench_row("all columns to doubles", bench_time(read_columns, &job, 15), job.file.size, "memcpy", yard);
    bench_row("open + all columns to doubles", bench_time(open_and_read, &job, 15), job.file.size, "memcpy", yard);
    printf("peak memory %.0f MiB\n", bench_peak_memory());
    free(job.copy);
    free(job.values);
    pdk_close(document);
    pdk_output_close(output);
    return 0;
}
