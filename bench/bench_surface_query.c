/* Heights under points, of an index in both forms: along the path of a wheel and at random, 1 to n threads, beside a
 * grid of heights that is asked by bilinear interpolation, the least that such a question can cost. On the real
 * cobblestones (PADDOCK_REAL) and on a generated surface of SURFACE_POINTS points (1 million; 100000000 for the 3.6 GB
 * one), with the time and memory of the index. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"
#include "paddock/paddock.h"

enum { QUERIES = 1 << 20, MOST_THREADS = 64 };

static volatile size_t last_read;
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
        double group[AT_ONCE][3];
        pdk_surface_hit hits[AT_ONCE];
        size_t count = own.first + own.count - i < AT_ONCE ? own.first + own.count - i : AT_ONCE;
        for (size_t k = 0; k < count; k++) {
            group[k][0] = points[i + k][0];
            group[k][1] = points[i + k][1];
            group[k][2] = NAN;
        }
        own.met += pdk_surface_query_many(asked, (const double(*)[3])group, count, hits);
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

/* Million points a second. */
static double rate(void *(*work)(void *), size_t threads)
{
    double best = 0;
    for (int round = 0; round < 4; round++) {
        task tasks[MOST_THREADS];
        pthread_t ids[MOST_THREADS];
        double start = bench_now();
        for (size_t i = 0; i < threads; i++) {
            tasks[i] = (task){ .first = QUERIES / threads * i, .count = QUERIES / threads };
            if (pthread_create(&ids[i], NULL, work, &tasks[i]) != 0) exit(1);
        }
        for (size_t i = 0; i < threads; i++) pthread_join(ids[i], NULL);
        double got = (double)(QUERIES / threads * threads) / (bench_now() - start) * 1e-6;
        if (got > best) best = got;
    }
    return best;
}

static uint64_t random_state = 1;
static double uniform(double low, double high)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(random_state >> 11) * 0x1p-53;
}

/* Points on the surface: within a random triangle, or on from one along a wavy line, a millimetre each. */
static void choose_points(bool along_a_path)
{
    double x = 0, y = 0, turn = 0;
    for (size_t i = 0; i < QUERIES; i++) {
        if (!along_a_path || i % 4096 == 0) {
            uint64_t triangle = (uint64_t)uniform(0, (double)surface.triangle_count);
            double a = uniform(0, 1), b = uniform(0, 1 - a), part[3] = { a, b, 1 - a - b };
            x = y = 0;
            for (int k = 0; k < 3; k++) {
                const float *at = surface.positions + 3 * (uint64_t)surface.triangles[3 * triangle + (uint64_t)k];
                x += part[k] * (double)at[0];
                y += part[k] * (double)at[1];
            }
            turn = uniform(0, 6.28);
        } else {
            turn += 0.0005;
            x += 0.001 * cos(turn);
            y += 0.001 * sin(turn);
        }
        points[i][0] = x;
        points[i][1] = y;
    }
    /* paths may leave the surface, the yardstick's grid must not be left */
    const pdk_height_index_info *info = pdk_height_index_about(asked);
    for (size_t i = 0; i < QUERIES; i++) {
        for (int axis = 0; axis < 2; axis++)
            points[i][axis] = fmin(fmax(points[i][axis], info->minimum[axis]), info->maximum[axis]);
    }
}

/* Returns the rate of one thread, one by one. */
static double measure(const char *name, bool along_a_path)
{
    choose_points(along_a_path);
    use_hint = along_a_path;
    task share = { .count = QUERIES };
    ask(&share);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    double alone = 0;
    for (size_t threads = 1; threads <= (size_t)processors && threads <= MOST_THREADS; threads *= 2) {
        double plain = rate(look_up, threads), got = rate(ask, threads);
        if (threads == 1) alone = got;
        printf(
            "  %-9s %2zu thread%s %8.2f M/s one by one, %8.2f M/s many at once (%.0f%% met)   bilinear grid %8.2f M/s\n",
            name, threads, threads == 1 ? " " : "s", got, rate(ask_many, threads), 100.0 * (double)share.met / QUERIES,
            plain);
    }
    fflush(stdout);
    return alone;
}

/* Nanoseconds for a read of memory that waits for the one before, in as many bytes (1 GiB at most): what questions one
 * by one are made of. */
static double wait_for_memory(uint64_t bytes)
{
    enum { READS = 1 << 19, MOST_BYTES = 1 << 30 };
    size_t count = (size_t)((bytes < MOST_BYTES ? bytes : MOST_BYTES) / sizeof(size_t)),
           *next = malloc(count * sizeof *next), at = 0;
    if (next == NULL) exit(1);
    for (size_t i = 0; i < count; i++) next[i] = i;
    for (size_t i = count - 1; i > 0; i--) { /* one round trip through all (Sattolo) */
        size_t other = (size_t)uniform(0, (double)i), kept = next[i];
        next[i] = next[other];
        next[other] = kept;
    }
    double start = bench_now();
    for (int i = 0; i < READS; i++) at = next[at];
    double took = (bench_now() - start) / READS;
    last_read = at; /* so that the reads are made */
    free(next);
    return took * 1e9;
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
    uint64_t reach = pdk_height_index_about(asked)->bytes +
                     (form == PDK_INDEX_FAST ? 0 : 12 * (surface.vertex_count + surface.triangle_count));
    double wait = wait_for_memory(reach), coherent = measure("coherent", true), at_random = measure("random", false);
    printf(
        "  random : coherent = %.3f; a random one waits as long as %.1f reads that wait for each other in these %.0f MB (%.0f ns each)\n",
        at_random / coherent, 1000 / at_random / wait, (double)reach * 1e-6, wait);
    pdk_height_index_close(asked);
}

static void measure_file(const char *name, const char *path)
{
    pdk_document *document = NULL;
    pdk_error error;
    bench_must(pdk_open_file(path, NULL, &document, &error), &error);
    bench_must(pdk_document_surface(document, 0, &surface, &error), &error);
    printf("%s: %.2f M triangles, %.1f MB\n", name, (double)surface.triangle_count * 1e-6,
           (double)pdk_document_size(document) * 1e-6);
    side = (uint32_t)sqrt((double)surface.vertex_count) + 2;
    float *heights = calloc((size_t)side * side, sizeof *heights);
    if (heights == NULL) exit(1);
    for (size_t i = 0; i < (size_t)side * side; i++) heights[i] = (float)i;
    plain_grid = heights;
    measure_form(PDK_INDEX_FAST);
    measure_form(PDK_INDEX_SMALL);
    free(heights);
    pdk_close(document);
}

int main(void)
{
    points = malloc(QUERIES * sizeof *points);
    if (points == NULL) return 1;
    const char *real = getenv("PADDOCK_REAL");
    char path[1024];
    snprintf(path, sizeof path, "%s/rld/belgian_block.rld", real != NULL ? real : "../shared/real");
    if (access(path, R_OK) == 0) measure_file("belgian_block.rld", path);
    else printf("SKIPPED: %s is not here\n", path);
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = bench_setting("SURFACE_POINTS", 1000000);
    pdk_output *output = NULL;
    pdk_error error;
    bench_must(pdk_output_file(bench_file(), &output, &error), &error);
    pdk_status made = pdk_synth("rld", &options, output, &error);
    if (made == PDK_OK) made = pdk_output_finish(output, &error);
    pdk_output_close(output);
    if (made != PDK_OK) bench_skip("no room for a generated surface");
    measure_file("generated", bench_file());
    printf("peak memory %.0f MiB, mapped pages of the files among them\n", bench_peak_memory());
    free(points);
    return 0;
}
