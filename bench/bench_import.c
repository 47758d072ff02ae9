/* Points as text: reading them all, beside copying the same bytes and beside the C library's strtod on one processor.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "paddock/paddock.h"

enum { ROUNDS = 3 };

typedef struct import_job {
    char *text, *copy;
    size_t size;
    const char *format;
    double sum;
} import_job;

static void copy(void *user)
{
    import_job *job = user;
    memcpy(job->copy, job->text, job->size);
}

/* As a simple reader would: number after number. */
static void with_strtod(void *user)
{
    import_job *job = user;
    for (char *at = job->text, *end = NULL; *at != '\0'; at = end) {
        job->sum += strtod(at, &end);
        if (end == at) break;
    }
}

static void import(void *user)
{
    import_job *job = user;
    pdk_error error;
    pdk_document *document;
    pdk_surface surface;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = job->format;
    bench_must(pdk_open_memory(job->text, job->size, &options, &document, &error), &error);
    bench_must(pdk_document_surface_read(document, 0, &surface, &error), &error);
    job->sum += (double)surface.positions[0];
    pdk_close(document);
}

static pdk_output *converted(const pdk_document *document, const char *target)
{
    pdk_output *output;
    pdk_error error;
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    const pdk_ply_options ply = { .struct_size = sizeof ply, .ascii = true };
    const pdk_crg_options crg = { .struct_size = sizeof crg, .ascii = true };
    if (strcmp(target, "ply") == 0) options.ply = &ply;
    if (strcmp(target, "crg") == 0) options.crg = &crg;
    bench_must(pdk_output_memory(&output, &error), &error);
    bench_must(pdk_convert(document, target, &options, NULL, output, &error), &error);
    return output;
}

static void measure(const pdk_document *document, const char *format, const char *what)
{
    char label[96];
    pdk_output *output = converted(document, format);
    pdk_bytes bytes = pdk_output_bytes(output);
    import_job job = {
        .text = malloc(bytes.size + 1), .copy = malloc(bytes.size + 1), .size = bytes.size, .format = format
    };
    if (job.text == NULL || job.copy == NULL) bench_skip("out of memory");
    memcpy(job.text, bytes.data, bytes.size);
    job.text[bytes.size] = '\0';
    pdk_output_close(output);
    double copy_seconds = bench_time(copy, &job, ROUNDS), import_seconds = bench_time(import, &job, ROUNDS);
    snprintf(label, sizeof label, "memcpy of the %s", what);
    bench_row(label, copy_seconds, job.size, NULL, 0);
    snprintf(label, sizeof label, "%s, opened and read", what);
    bench_row(label, import_seconds, job.size, "memcpy", copy_seconds);
    if (strcmp(format, "xyz") == 0) {
        double strtod_seconds = bench_time(with_strtod, &job, ROUNDS);
        bench_row("the same numbers with strtod, one processor", strtod_seconds, job.size, "ours", import_seconds);
    }
    free(job.text);
    free(job.copy);
}

int main(void)
{
    pdk_error error;
    pdk_output *made;
    pdk_document *document;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = bench_setting("PADDOCK_BENCH_IMPORT_POINTS", 2000000);
    bench_must(pdk_output_memory(&made, &error), &error);
    bench_must(pdk_synth("rld", &options, made, &error), &error);
    pdk_bytes bytes = pdk_output_bytes(made);
    bench_must(pdk_open_memory(bytes.data, bytes.size, NULL, &document, &error), &error);
    measure(document, "xyz", "points as text");
    measure(document, "ply", "PLY as text");
    measure(document, "obj", "OBJ, one processor");
    printf("peak memory %.0f MiB\n", bench_peak_memory());
    pdk_close(document);
    pdk_output_close(made);
    return 0;
}
