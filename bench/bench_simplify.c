/* Fewer triangles, within an error that is measured, beside meshoptimizer alone, which promises none. docs/speed.md
 * says where the time goes. Size: SIMPLIFY_POINTS (5 million: 10 million triangles). */
#include <stdio.h>
#include <stdlib.h>

#include <meshoptimizer.h>

#include "bench.h"
#include "paddock/paddock.h"

static const double error_allowed = 0.005;

typedef struct bench_job {
    pdk_document *document;
    pdk_surface surface;
    size_t threads;
    uint64_t left;
    double deviation;
} bench_job;

static void alone(void *user)
{
    bench_job *job = user;
    size_t corners = (size_t)job->surface.triangle_count * 3, points = (size_t)job->surface.vertex_count;
    unsigned *result = malloc(corners * sizeof *result);
    if (result == NULL) exit(1);
    float scale = meshopt_simplifyScale(job->surface.positions, points, 12);
    job->left = meshopt_simplify(result, job->surface.triangles, corners, job->surface.positions, points, 12, 0,
                                 (float)error_allowed / scale, 0, NULL) /
                3;
    free(result);
}

static void ours(void *user)
{
    bench_job *job = user;
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    pdk_simplify_options how = PDK_SIMPLIFY_OPTIONS_INIT;
    pdk_surface_report report;
    pdk_document *made = NULL;
    pdk_error error;
    options.threads = job->threads;
    how.error = error_allowed;
    bench_must(pdk_surface_simplify(job->document, &options, &how, &made, &report, &error), &error);
    job->left = report.triangles;
    job->deviation = report.deviation_max;
    pdk_close(made);
}

int main(void)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = bench_setting("SIMPLIFY_POINTS", 5000000);
    pdk_output *output = NULL;
    bench_job job = { 0 };
    pdk_error error;
    bench_must(pdk_output_memory(&output, &error), &error);
    bench_must(pdk_synth("rld", &options, output, &error), &error);
    pdk_bytes bytes = pdk_output_bytes(output);
    bench_must(pdk_open_memory(bytes.data, bytes.size, NULL, &job.document, &error), &error);
    bench_must(pdk_document_surface_read(job.document, 0, &job.surface, &error), &error);
    printf("simplify, %.1f million triangles, %.0f mm\n", (double)job.surface.triangle_count / 1e6,
           error_allowed * 1000);
    double yard = bench_time(alone, &job, 1);
    bench_row("meshoptimizer alone, one thread", yard, bytes.size, NULL, 0);
    printf("  %llu triangles left, nobody knows how far off\n", (unsigned long long)job.left);
    double many = bench_time(ours, &job, 1);
    bench_row("pdk_surface_simplify, all processors", many, bytes.size, "meshoptimizer", yard);
    printf("  %llu triangles left, %.2f mm off at most\n", (unsigned long long)job.left, job.deviation * 1000);
    job.threads = 1;
    bench_row("pdk_surface_simplify, one thread", bench_time(ours, &job, 1), bytes.size, "meshoptimizer", yard);
    printf("peak memory %.0f MiB, %.0f MiB of it the surface\n", bench_peak_memory(), (double)bytes.size / 1048576);
    pdk_close(job.document);
    pdk_output_close(output);
    return 0;
}
