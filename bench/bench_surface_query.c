/* Heights under points of a surface, with both forms of the index: along the path of a wheel, with a hint and without
 * one, and at random; beside a grid of heights with bilinear interpolation, which is the least that an answer can cost.
 * All points are on the surface, because a miss is cheaper than a hit. Rates are medians of some rounds. On the real
 * cobblestones (PADDOCK_REAL) as RLD and as OpenCRG, the same with a second layer above it, and a generated surface of
 * SURFACE_POINTS points (1 million; 100000000 for the 3.6 GB one); with the time and memory of the index. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"
#include "paddock/paddock.h"

enum { QUERIES = 1 << 18, MAX_THREADS = 64 };

static pdk_surface surface;
static pdk_height_index *asked;
static double (*points)[2];
static bool use_hint;
static const float *plain_grid;
static uint32_t side;

typedef struct task {
    size_t first, count;
    double sum;
    uint64_t met;
} task;

static void *ask(void *argument)
{
    task *mine = argument;
    task own = *mine; /* not beside the other threads' */
    pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
    for (size_t i = own.first; i < own.first + own.count; i++) {
        pdk_surface_hit hit;
        if (pdk_surface_query(asked, points[i][0], points[i][1], use_hint ? &hint : NULL, &hit, 1) == 0) continue;
        own.sum += hit.z;
        own.met++;
    }
    *mine = own;
    return NULL;
}

static void *ask_many(void *argument)
{
    enum { AT_ONCE = 256 };
    task own = *(task *)argument;
    for (size_t i = own.first; i < own.first + own.count; i += AT_ONCE) {
        double group[AT_ONCE][2];
        pdk_surface_hit hits[AT_ONCE];
        size_t count = own.first + own.count - i < AT_ONCE ? own.first + own.count - i : AT_ONCE;
        for (size_t k = 0; k < count; k++) {
            group[k][0] = points[i + k][0];
            group[k][1] = points[i + k][1];
        }
        own.met += pdk_surface_query_many(asked, (const double(*)[2])group, NULL, count, hits);
    }
    *(task *)argument = own;
    return NULL;
}

/* Heights in rows over the same rectangle. */
static void *look_up(void *argument)
{
    task *mine = argument;
    const pdk_height_index_info *info = pdk_height_index_about(asked);
    double per_x = (side - 1.001) / (info->maximum[0] - info->minimum[0]),
           per_y = (side - 1.001) / (info->maximum[1] - info->minimum[1]);
    for (size_t i = mine->first; i < mine->first + mine->count; i++) {
        double u = (points[i][0] - info->minimum[0]) * per_x, v = (points[i][1] - info->minimum[1]) * per_y;
        size_t column = (size_t)u, row = (size_t)v;
        double right = u - (double)column, up = v - (double)row;
        const float *at = plain_grid + row * side + column;
        mine->sum += (1 - up) * ((1 - right) * (double)at[0] + right * (double)at[1]) +
                     up * ((1 - right) * (double)at[side] + right * (double)at[side + 1]);
    }
    return NULL;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Million points a second, the median of some rounds. */
static double rate(void *(*work)(void *), size_t threads)
{
    enum { ROUNDS = 5 };
    double rates[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        task tasks[MAX_THREADS];
        pthread_t ids[MAX_THREADS];
        double start = bench_now();
        for (size_t i = 0; i < threads; i++) {
            tasks[i] = (task){ .first = QUERIES / threads * i, .count = QUERIES / threads };
            if (pthread_create(&ids[i], NULL, work, &tasks[i]) != 0) exit(1);
        }
        for (size_t i = 0; i < threads; i++) pthread_join(ids[i], NULL);
        rates[round] = (double)(QUERIES / threads * threads) / (bench_now() - start) * 1e-6;
    }
    qsort(rates, ROUNDS, sizeof *rates, by_value);
    return rates[ROUNDS / 2];
}

static uint64_t random_state = 1;
static double uniform(double low, double high)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(random_state >> 11) * 0x1p-53;
}

static bool is_met(double x, double y)
{
    pdk_surface_hit hit;
    return pdk_surface_query(asked, x, y, NULL, &hit, 1) > 0;
}

static void choose_point(double *x, double *y)
{
    do {
        uint64_t triangle = (uint64_t)uniform(0, (double)surface.triangle_count);
        double a = uniform(0, 1), b = uniform(0, 1 - a), part[3] = { a, b, 1 - a - b };
        *x = *y = 0;
        for (int k = 0; k < 3; k++) {
            const float *at = surface.positions + 3 * (uint64_t)surface.triangles[3 * triangle + (uint64_t)k];
            *x += part[k] * (double)at[0];
            *y += part[k] * (double)at[1];
        }
    } while (!is_met(*x, *y));
}

/* Points on the surface: within a random triangle, or on from one along a wavy line, a millimetre each, until it leaves
 * the surface. */
static void choose_points(bool along_a_path)
{
    double x = 0, y = 0, turn = 0;
    for (size_t i = 0; i < QUERIES; i++) {
        turn += 0.0005;
        x += 0.001 * cos(turn);
        y += 0.001 * sin(turn);
        if (!along_a_path || i % 4096 == 0 || !is_met(x, y)) {
            choose_point(&x, &y);
            turn = uniform(0, 6.28);
        }
        points[i][0] = x;
        points[i][1] = y;
    }
}

static void measure(const char *name, bool along_a_path)
{
    choose_points(along_a_path);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    for (size_t threads = 1; threads <= (size_t)processors && threads <= MAX_THREADS; threads *= 2) {
        use_hint = true;
        double hinted = rate(ask, threads);
        use_hint = false;
        double plain = rate(ask, threads);
        printf("  %-9s %2zu thread%s M/s: %6.2f with a hint, %6.2f without, %6.2f many at once; bilinear grid %6.2f\n",
               name, threads, threads == 1 ? " " : "s", hinted, plain, rate(ask_many, threads), rate(look_up, threads));
    }
    fflush(stdout);
}

static void build(pdk_height_index_form form, size_t threads)
{
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    options.form = form;
    options.threads = threads;
    pdk_error error;
    double start = bench_now();
    bench_must(pdk_height_index_create(&surface, &options, &asked, &error), &error);
    double took = bench_now() - start;
    const pdk_height_index_info *info = pdk_height_index_about(asked);
    printf("  %s index, %s: %.3f s, %.1f M triangles/s, %.1f MB, %.1f bytes a triangle\n",
           form == PDK_INDEX_FAST ? "fast" : "small", threads == 1 ? "1 thread" : "all processors", took,
           (double)info->triangles / took * 1e-6, (double)info->bytes * 1e-6,
           (double)info->bytes / (double)info->triangles);
}

static void measure_form(pdk_height_index_form form)
{
    random_state = 1; /* the same points for each form */
    build(form, 1);
    pdk_height_index_close(asked);
    build(form, 0);
    measure("coherent", true);
    measure("random", false);
    pdk_height_index_close(asked);
}

static void measure_surface(bool both_forms)
{
    side = (uint32_t)sqrt((double)surface.vertex_count) + 2;
    float *heights = calloc((size_t)side * side, sizeof *heights);
    if (heights == NULL) exit(1);
    for (size_t i = 0; i < (size_t)side * side; i++) heights[i] = (float)i;
    plain_grid = heights;
    measure_form(PDK_INDEX_FAST);
    if (both_forms) measure_form(PDK_INDEX_SMALL);
    free(heights);
}

/* The surface and the same one 3 m above it: what a second layer costs. */
static void measure_two_layers(void)
{
    pdk_surface one = surface;
    uint64_t points_of_one = one.vertex_count, corners_of_one = 3 * one.triangle_count;
    float *positions = malloc((size_t)points_of_one * 6 * sizeof *positions);
    uint32_t *triangles = malloc((size_t)corners_of_one * 2 * sizeof *triangles);
    if (positions == NULL || triangles == NULL) exit(1);
    for (uint64_t i = 0; i < 6 * points_of_one; i++) {
        positions[i] = one.positions[i % (3 * points_of_one)];
        if (i >= 3 * points_of_one && i % 3 == 2) positions[i] += 3;
    }
    for (uint64_t i = 0; i < 2 * corners_of_one; i++)
        triangles[i] = one.triangles[i % corners_of_one] + (i < corners_of_one ? 0 : (uint32_t)points_of_one);
    surface = (pdk_surface){ .positions = positions,
                             .triangles = triangles,
                             .vertex_count = 2 * points_of_one,
                             .triangle_count = 2 * one.triangle_count };
    printf("the same in two layers: %.2f M triangles\n", (double)surface.triangle_count * 1e-6);
    measure_surface(false);
    surface = one;
    free(positions);
    free(triangles);
}

static void measure_file(const char *name, const char *path, bool layers)
{
    pdk_document *document = NULL;
    pdk_error error;
    bench_must(pdk_open_file(path, NULL, &document, &error), &error);
    bench_must(pdk_document_surface_read(document, 0, &surface, &error), &error);
    printf("%s: %.2f M triangles, %.1f MB\n", name, (double)surface.triangle_count * 1e-6,
           (double)pdk_document_size(document) * 1e-6);
    measure_surface(true);
    if (layers) measure_two_layers();
    pdk_close(document);
}

static void measure_real_file(const char *name, bool layers)
{
    const char *real = getenv("PADDOCK_REAL");
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", real != NULL ? real : "../shared/real", name);
    if (access(path, R_OK) == 0) measure_file(name, path, layers);
    else printf("SKIPPED: %s is not here\n", path);
}

int main(void)
{
    points = malloc(QUERIES * sizeof *points);
    if (points == NULL) return 1;
    measure_real_file("rld/belgian_block.rld", true);
    measure_real_file("mesh/crg/belgian_block.crg", false);
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = bench_setting("SURFACE_POINTS", 1000000);
    pdk_output *output = NULL;
    pdk_error error;
    bench_must(pdk_output_file(bench_file(), &output, &error), &error);
    pdk_status made = pdk_synth("rld", &options, output, &error);
    if (made == PDK_OK) made = pdk_output_finish(output, &error);
    pdk_output_close(output);
    if (made != PDK_OK) bench_skip("no room for a generated surface");
    measure_file("generated", bench_file(), false);
    printf("peak memory %.0f MiB, mapped pages of the files among them\n", bench_peak_memory());
    free(points);
    return 0;
}
