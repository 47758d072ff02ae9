/* A hundredth of a long recording as CSV, from opening the file on, beside the same of all rows; and opening alone,
 * which no part can be faster than. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "paddock/paddock.h"

enum { ROUNDS = 3 };
static const double aim = 0.02; /* of the time of all rows */

typedef struct part_job {
    const char *format, *name;
    pdk_bytes file;
    const pdk_table *table; /* of the document that is open */
    pdk_column_bounds time;
    pdk_row_filter filter; /* NULL = all rows */
    uint64_t written;
} part_job;

static pdk_status keep_times(void *user, uint64_t first, size_t count, uint8_t *keep, pdk_error *error)
{
    const part_job *job = user;
    const pdk_row_bounds within = { &job->time, 1 };
    return pdk_table_within(job->table, &within, first, count, keep, error);
}

static pdk_status drop(void *user, const void *data, size_t size)
{
    (void)user, (void)data, (void)size;
    return PDK_OK;
}

static pdk_document *open_file(part_job *job)
{
    pdk_document *document = NULL;
    pdk_error error;
    bench_must(pdk_open_memory(job->file.data, job->file.size, NULL, &document, &error), &error);
    job->table = pdk_document_own_table(document, job->name);
    return document;
}

static void open_only(void *user)
{
    pdk_close(open_file(user));
}

/* As `paddock table` does: from the first to the last piece with such rows. */
static void narrow(const part_job *job, pdk_table_options *options)
{
    enum { PIECE = 4096 };
    static uint8_t keep[PIECE];
    uint64_t rows = pdk_table_rows(job->table), end = 0;
    pdk_error error;
    options->has_count = true;
    for (uint64_t first = 0; first < rows; first += PIECE) {
        size_t count = rows - first < PIECE ? (size_t)(rows - first) : PIECE;
        memset(keep, 1, count);
        bench_must(keep_times((void *)job, first, count, keep, &error), &error);
        if (memchr(keep, 1, count) == NULL) continue;
        if (end == 0) options->first = first;
        end = first + count;
    }
    options->count = end - options->first;
}

static void open_and_write(void *user)
{
    part_job *job = user;
    pdk_document *document = open_file(job);
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    pdk_output *output = NULL;
    pdk_error error;
    options.filter = job->filter;
    options.filter_user = job;
    if (job->filter != NULL) narrow(job, &options);
    bench_must(pdk_output_callback(drop, NULL, &output, &error), &error);
    bench_must(pdk_table_write(job->table, PDK_CSV, &options, output, &error), &error);
    job->written = pdk_output_position(output);
    pdk_output_close(output);
    pdk_close(document);
}

/* The hundredth in the middle, by the times of the first and last row. */
static void choose(part_job *job)
{
    pdk_document *document = open_file(job);
    pdk_error error;
    double first = 0, last = 0;
    size_t column = pdk_table_find_role(job->table, PDK_ROLE_TIME);
    bench_must(pdk_table_read_f64(job->table, column, 0, 1, &first, &error), &error);
    bench_must(pdk_table_read_f64(job->table, column, pdk_table_rows(job->table) - 1, 1, &last, &error), &error);
    job->time = (pdk_column_bounds){ .column = column,
                                     .from = first + 0.5 * (last - first),
                                     .to = first + 0.51 * (last - first) };
    pdk_close(document);
}

static void measure(const char *format, const char *table)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.size = bench_setting("BENCH_PART_MB", 200) << 20;
    pdk_output *output = NULL;
    pdk_error error;
    bench_must(pdk_output_memory(&output, &error), &error);
    bench_must(pdk_synth(format, &options, output, &error), &error);
    part_job job = { .format = format, .name = table, .file = pdk_output_bytes(output) };
    choose(&job);
    char name[64];
    double all = bench_time(open_and_write, &job, 1);
    uint64_t written = job.written;
    snprintf(name, sizeof name, "%s: all rows as CSV", format);
    bench_row(name, all, job.file.size, NULL, 0);
    snprintf(name, sizeof name, "%s: opening", format);
    bench_row(name, bench_time(open_only, &job, ROUNDS), job.file.size, "all rows", all);
    job.filter = keep_times;
    double part = bench_time(open_and_write, &job, ROUNDS);
    snprintf(name, sizeof name, "%s: rows of 1 %% of the time", format);
    bench_aim(name, part, job.file.size, "all rows", all, aim);
    printf("  %.2f %% of the text\n", 100 * (double)job.written / (double)written);
    pdk_output_close(output);
}

int main(void)
{
    measure("vcr", "poses");
    measure("rply", "states");
    measure("raf", "telemetry");
    return 0;
}
