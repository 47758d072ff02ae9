/* RAF: every column to doubles, beside copying as many bytes as that reads and writes; and a check of the file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "paddock/paddock.h"

enum { ROWS = 4096, MAX_COLUMNS = 256, ROUNDS = 25 };
static const double aim = 2.5;

typedef struct bench_job {
    pdk_bytes file;
    const pdk_document *document;
    const pdk_table *table;
    double *values; /* column after column: what an analysis keeps */
    size_t without; /* a column left out, or SIZE_MAX */
    size_t step;    /* rows of one read */
} bench_job;

static void read_columns(void *user)
{
    bench_job *job = user;
    pdk_column_read reads[MAX_COLUMNS];
    uint64_t rows = pdk_table_rows(job->table);
    size_t columns = pdk_table_columns(job->table);
    for (uint64_t first = 0; first < rows; first += job->step) {
        size_t count = rows - first < job->step ? (size_t)(rows - first) : job->step;
        size_t wanted = 0;
        for (size_t i = 0; i < columns; i++) {
            if (i != job->without)
                reads[wanted++] =
                    (pdk_column_read){ .column = i, .type = PDK_FLOAT64, .values = job->values + i * rows + first };
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

static bool count_finding(void *user, const pdk_finding *finding)
{
    (void)finding;
    ++*(size_t *)user;
    return true;
}

static void check(void *user)
{
    bench_job *job = user;
    size_t findings = 0;
    pdk_error error;
    bench_must(pdk_check(job->document, PDK_CHECK_FULL, count_finding, &findings, NULL, &error), &error);
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
    job.document = document;
    uint64_t rows = pdk_table_rows(job.table), columns = pdk_table_columns(job.table);
    uint64_t written = rows * columns * sizeof(double), moved = job.file.size + written;
    job.values = malloc(written);
    if (job.values == NULL) return 1;
    memset(job.values, 0, written);

    printf("RAF, %llu rows x %llu columns, %.1f MB\n", (unsigned long long)rows, (unsigned long long)columns,
           (double)job.file.size / 1e6);
    static const char yardstick[] = "memcpy of as many bytes";
    double yard = bench_copy_time(moved, written, ROUNDS);
    bench_row("memcpy that reads and writes as many bytes", yard, moved, NULL, 0);
    job.without = SIZE_MAX;
    job.step = (size_t)rows;
    double whole = bench_time(read_columns, &job, ROUNDS);
    bench_aim("all columns to doubles, in one read", whole, moved, yardstick, yard, aim);
    bench_aim("open + all columns to doubles", bench_time(open_and_read, &job, ROUNDS), moved, yardstick, yard, aim);
    job.step = ROWS;
    bench_aim("all columns to doubles, 4096 rows a read", bench_time(read_columns, &job, ROUNDS), moved, yardstick,
              yard, aim);
    job.step = (size_t)rows;
    job.without = pdk_table_find_column(job.table, "heading"); /* an arctangent a row */
    bench_row("all stored columns to doubles", bench_time(read_columns, &job, ROUNDS), moved, yardstick, yard);
    bench_aim("check of every value", bench_time(check, &job, ROUNDS), job.file.size, "reading all columns", whole, 1);
    printf("peak memory %.0f MiB\n", bench_peak_memory());
    free(job.values);
    pdk_close(document);
    pdk_output_close(output);
    return 0;
}
