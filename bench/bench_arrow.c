/* Tables as Arrow streams, beside reading the same columns by pdk_table_read into arrays that are there already, and
 * copying what their texts and bytes point to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "paddock/paddock.h"

enum { MAX_COLUMNS = 256, ROUNDS = 15, TEXTS = 16 << 20 };
static const double aim = 1.1;

typedef struct bench_job {
    const pdk_table *table;
    size_t columns[MAX_COLUMNS], count;
    size_t batch; /* rows */
    void *values[MAX_COLUMNS];
    uint8_t *validity[MAX_COLUMNS];
    char *texts; /* room for TEXTS */
} bench_job;

/* As in programs that keep texts: they are copied together. */
static void copy_texts(bench_job *job, size_t count)
{
    for (size_t i = 0; i < job->count; i++) {
        if (pdk_table_column_at(job->table, job->columns[i])->type < PDK_TEXT) continue;
        char *to = job->texts;
        for (size_t row = 0; row < count; row++) {
            pdk_bytes text;
            memcpy(&text, (const pdk_bytes *)job->values[i] + row, sizeof text);
            if (text.size > (size_t)(job->texts + TEXTS - to)) to = job->texts;
            if (text.size <= TEXTS) memcpy(to, text.data, text.size);
            to += text.size;
        }
    }
}

static void read_columns(void *user)
{
    bench_job *job = user;
    pdk_column_read reads[MAX_COLUMNS];
    pdk_error error;
    uint64_t rows = pdk_table_rows(job->table);
    for (size_t i = 0; i < job->count; i++)
        reads[i] =
            (pdk_column_read){ .column = job->columns[i], .values = job->values[i], .validity = job->validity[i] };
    for (uint64_t first = 0; first < rows; first += job->batch) {
        size_t count = rows - first < job->batch ? (size_t)(rows - first) : job->batch;
        bench_must(pdk_table_read(job->table, first, count, reads, job->count, &error), &error);
        copy_texts(job, count);
    }
}

static void stream_columns(void *user)
{
    bench_job *job = user;
    pdk_arrow_options options = PDK_ARROW_OPTIONS_INIT;
    options.columns = job->columns;
    options.column_count = job->count;
    struct ArrowArrayStream stream;
    struct ArrowArray batch;
    pdk_error error;
    bench_must(pdk_table_arrow_stream(job->table, &options, &stream, &error), &error);
    while (stream.get_next(&stream, &batch) == 0 && batch.release != NULL) {
        job->batch = (size_t)batch.length > job->batch ? (size_t)batch.length : job->batch;
        batch.release(&batch);
    }
    stream.release(&stream);
}

/* Columns of a kind: numbers, or all; those that are arrays in memory, or those that are not. */
static void choose(bench_job *job, const pdk_table *table, bool texts, bool arrays)
{
    *job = (bench_job){ .table = table };
    for (size_t i = 0; i < pdk_table_columns(table) && job->count < MAX_COLUMNS; i++) {
        const pdk_column_info *info = pdk_table_column_at(table, i);
        bool wanted = texts ? !info->hidden : info->type < PDK_TEXT && info->type != PDK_BOOL;
        if (wanted && (pdk_table_column_array(table, i) != NULL) == arrays) job->columns[job->count++] = i;
    }
    job->batch = 1;
    stream_columns(job); /* says how large its batches are */
    job->texts = malloc(TEXTS);
    if (job->texts == NULL) exit(1);
    for (size_t i = 0; i < job->count; i++) {
        job->values[i] = calloc(job->batch, pdk_type_size(pdk_table_column_at(table, job->columns[i])->type));
        job->validity[i] = calloc(1, job->batch / 8 + 1);
        if (job->values[i] == NULL || job->validity[i] == NULL) exit(1);
    }
}

/* The fastest rounds of both. They take turns, so that what else the machine does meets both alike. */
static void measure(bench_job *job, double *read, double *stream)
{
    void (*const works[])(void *) = { read_columns, stream_columns };
    double *const fastest[] = { read, stream };
    for (int round = 0; round < 2 * ROUNDS; round++) {
        double start = bench_now();
        works[round % 2](job);
        double took = bench_now() - start;
        if (round < 2 || took < *fastest[round % 2]) *fastest[round % 2] = took;
    }
}

static void compare(const char *name, const pdk_table *table, bool texts, bool arrays, double wanted)
{
    bench_job job;
    choose(&job, table, texts, arrays);
    if (job.count == 0) return;
    uint64_t bytes = 0;
    for (size_t i = 0; i < job.count; i++)
        bytes += pdk_table_rows(table) * pdk_type_size(pdk_table_column_at(table, job.columns[i])->type);
    char title[120];
    snprintf(title, sizeof title, "%s: pdk_table_read, %zu columns, %zu rows a batch", name, job.count, job.batch);
    double read, stream;
    measure(&job, &read, &stream);
    bench_row(title, read, bytes, NULL, 0);
    snprintf(title, sizeof title, "%s: Arrow stream", name);
    bench_aim(title, stream, bytes, "pdk_table_read", read, wanted);
    for (size_t i = 0; i < job.count; i++) {
        free(job.values[i]);
        free(job.validity[i]);
    }
    free(job.texts);
}

static pdk_output *generate(const char *format, uint64_t size, pdk_document **document)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.size = size;
    options.cars = strcmp(format, "vcr") == 0 ? 20 : 0;
    pdk_output *output = NULL;
    pdk_error error;
    bench_must(pdk_output_memory(&output, &error), &error);
    bench_must(pdk_synth(format, &options, output, &error), &error);
    pdk_bytes bytes = pdk_output_bytes(output);
    bench_must(pdk_open_memory(bytes.data, bytes.size, NULL, document, &error), &error);
    return output;
}

int main(void)
{
    pdk_document *lap, *replay;
    pdk_error error;
    pdk_output *lap_file = generate("raf", bench_setting("BENCH_RAF_MB", 20) << 20, &lap);
    pdk_output *replay_file = generate("vcr", bench_setting("BENCH_ARROW_VCR_MB", 100) << 20, &replay);
    const pdk_table *dynamics;
    compare("telemetry of a lap, numbers", pdk_document_table_at(lap, 0), false, false, aim);
    compare("poses of a replay, numbers", pdk_document_table_at(replay, 0), false, false, aim);
    compare("poses of a replay, with bools", pdk_document_table_at(replay, 0), true, false, aim);
    compare("events of a replay, with bytes", pdk_document_find_table(replay, "events"), true, false, 1.5);
    bench_must(pdk_answer(lap, "dynamics", &dynamics, &error), &error);
    compare("dynamics, arrays in memory", dynamics, false, true, 0.2);
    printf("peak memory %.0f MiB\n", bench_peak_memory());
    pdk_close(lap);
    pdk_close(replay);
    pdk_output_close(lap_file);
    pdk_output_close(replay_file);
    return 0;
}
