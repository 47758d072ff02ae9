/* Tables as text: CSV and JSON lines to a file, beside `cp` of the CSV; and digits, beside snprintf("%.17g"). */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"
#include "paddock/paddock.h"

enum { ROUNDS = 3, NUMBERS = 1 << 20 };

typedef struct csv_job {
    const pdk_table *table;
    pdk_table_format format;
    int source, target; /* unlinked temporary files */
    double *numbers;
    uint64_t bytes;
} csv_job;

static int temporary_file(void)
{
    char name[1024];
    snprintf(name, sizeof name, "%s/paddock-bench-XXXXXX", bench_folder());
    int descriptor = mkostemp(name, O_CLOEXEC);
    if (descriptor < 0) bench_skip("no temporary file");
    unlink(name);
    return descriptor;
}

static void rewind_target(const csv_job *job)
{
    if (ftruncate(job->target, 0) != 0 || lseek(job->target, 0, SEEK_SET) != 0) bench_skip("cannot rewind a file");
}

static void write_table(void *user)
{
    csv_job *job = user;
    pdk_error error;
    pdk_output *output;
    rewind_target(job);
    bench_must(pdk_output_descriptor(job->target, &output, &error), &error);
    bench_must(pdk_table_write(job->table, job->format, NULL, output, &error), &error);
    bench_must(pdk_output_finish(output, &error), &error);
    job->bytes = pdk_output_position(output);
    pdk_output_close(output);
}

/* What cp does where the file system cannot share blocks. */
static void copy(void *user)
{
    csv_job *job = user;
    static char buffer[1 << 18];
    rewind_target(job);
    lseek(job->source, 0, SEEK_SET);
    for (ssize_t got; (got = read(job->source, buffer, sizeof buffer)) > 0;) {
        if (write(job->target, buffer, (size_t)got) != got) bench_skip("the disk is full");
    }
}

static void our_digits(void *user)
{
    csv_job *job = user;
    char text[PDK_NUMBER_SIZE];
    job->bytes = 0;
    for (int i = 0; i < NUMBERS; i++) job->bytes += pdk_format_number(text, job->numbers[i], PDK_FLOAT64);
}

static void printf_digits(void *user)
{
    csv_job *job = user;
    char text[64];
    for (int i = 0; i < NUMBERS; i++) job->bytes += (uint64_t)snprintf(text, sizeof text, "%.17g", job->numbers[i]);
}

int main(void)
{
    pdk_error error;
    pdk_output *made;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.size = bench_setting("PADDOCK_BENCH_CSV_BYTES", 50000000);
    bench_must(pdk_output_memory(&made, &error), &error);
    bench_must(pdk_synth("raf", &options, made, &error), &error);
    pdk_bytes bytes = pdk_output_bytes(made);
    pdk_document *document;
    bench_must(pdk_open_memory(bytes.data, bytes.size, NULL, &document, &error), &error);

    csv_job csv = { .table = pdk_document_table_at(document, 0),
                    .format = PDK_CSV,
                    .source = temporary_file(),
                    .target = temporary_file() };
    double csv_seconds = bench_time(write_table, &csv, ROUNDS);
    csv_job cp = { .source = csv.target, .target = csv.source };
    double cp_seconds = bench_time(copy, &cp, ROUNDS);
    csv_job lines = csv;
    lines.format = PDK_JSON_LINES;
    double lines_seconds = bench_time(write_table, &lines, ROUNDS);
    bench_row("cp of the CSV", cp_seconds, csv.bytes, NULL, 0);
    bench_row("RAF telemetry, all columns, to CSV", csv_seconds, csv.bytes, "cp", cp_seconds);
    bench_row("the same to JSON lines", lines_seconds, lines.bytes, "cp of the CSV", cp_seconds);

    csv_job digits = { .numbers = malloc(NUMBERS * sizeof(double)) };
    if (digits.numbers == NULL) bench_skip("out of memory");
    for (int i = 0; i < NUMBERS; i++) digits.numbers[i] = (double)((int64_t)i * 7919 % 1000003) / 97.0;
    double printf_seconds = bench_time(printf_digits, &digits, ROUNDS),
           our_seconds = bench_time(our_digits, &digits, ROUNDS);
    bench_row("a million doubles, shortest digits", our_seconds, NUMBERS * sizeof(double), "snprintf(\"%.17g\")",
              printf_seconds);
    printf("%.1f ns a number; peak memory %.0f MiB\n", our_seconds / NUMBERS * 1e9, bench_peak_memory());
    free(digits.numbers);
    pdk_close(document);
    pdk_output_close(made);
    return 0;
}
