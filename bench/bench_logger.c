/* Files of data loggers: an hour of telemetry as a MoTeC log, beside reading the same columns as doubles. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

enum { ROUNDS = 3, ROWS = 4096 };

typedef struct job {
    pdk_document *document;
    const char *target;
    double *column;
    uint64_t bytes;
} job;

static void convert(void *user)
{
    job *work = user;
    pdk_error error;
    pdk_output *output;
    bench_must(pdk_output_memory(&output, &error), &error);
    bench_must(pdk_convert(work->document, work->target, NULL, NULL, output, &error), &error);
    work->bytes = pdk_output_position(output);
    pdk_output_close(output);
}

static void read_columns(void *user)
{
    job *work = user;
    pdk_error error;
    const pdk_table *table = pdk_document_table_at(work->document, 0);
    for (size_t c = 0; c < pdk_table_columns(table); c++)
        bench_must(pdk_table_read_f64(table, c, 0, (size_t)pdk_table_rows(table), work->column, &error), &error);
}

int main(void)
{
    pdk_error error;
    pdk_output *made;
    job work = { 0 };
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = (double)bench_setting("BENCH_LOGGER_SECONDS", 3600);
    bench_must(pdk_output_memory(&made, &error), &error);
    bench_must(pdk_synth("raf", &options, made, &error), &error);
    pdk_bytes bytes = pdk_output_bytes(made);
    bench_must(pdk_open_memory(bytes.data, bytes.size, NULL, &work.document, &error), &error);
    work.column = malloc((size_t)pdk_table_rows(pdk_document_table_at(work.document, 0)) * sizeof *work.column);
    if (work.column == NULL) bench_skip("no memory for a column");
    double reading = bench_time(read_columns, &work, ROUNDS);
    bench_row("all columns as doubles", reading, bytes.size, "memcpy",
              bench_copy_time(2 * bytes.size, 1 << 24, ROUNDS));
    static const char *const targets[] = { "ld", "motec-csv", "vbo", "gpx" };
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        work.target = targets[i];
        double seconds = bench_time(convert, &work, ROUNDS);
        bench_row(targets[i], seconds, work.bytes, "reading the columns", reading);
    }
    printf("peak memory %.0f MiB, with the file and what is written in memory\n", bench_peak_memory());
    free(work.column);
    pdk_close(work.document);
    pdk_output_close(made);
    return 0;
}
