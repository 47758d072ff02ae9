/* Most surfaces need no look at all: their extent says that floats will do. For the others a sample shows where the
 * middle of the points is, and one walk how far those around it reach. */
#include "model/float_loss.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"

enum { RUN = 1024, SAMPLES = 256, CORNERS = 3 };

/* What is further from the median than this, or than this many times the distance between the quartiles, is far from
 * all others. A surface of even density reaches one such distance from its median. */
static const double near_metres = 2000, near_quartiles = 16;

static double furthest_of(const pdk_extent *extent, const double origin[3])
{
    double furthest = 0;
    for (int k = 0; k < 3 && extent->minimum[0] <= extent->maximum[0]; k++) {
        furthest = fmax(furthest, fabs(extent->minimum[k] - origin[k]));
        furthest = fmax(furthest, fabs(extent->maximum[k] - origin[k]));
    }
    return furthest;
}

bool pdk_extent_loses(const pdk_extent *extent, const double origin[3])
{
    return pdk_float_cost(furthest_of(extent, origin)) > PDK_FLOAT_LIMIT;
}

/* ---------------------------------------------------------------------------------------------- a sample */

/* Coordinates of some points, an array for each axis. */
typedef struct sample {
    size_t count;
    double values[3][SAMPLES * CORNERS];
} sample;

static void add_point(sample *some, const double point[3])
{
    if (!isfinite(point[0]) || !isfinite(point[1]) || !isfinite(point[2])) return;
    for (int k = 0; k < 3; k++) some->values[k][some->count] = point[k];
    some->count++;
}

/* Number `i` of `SAMPLES` evenly through `count`. */
static uint64_t spread_number(uint64_t count, uint64_t i)
{
    return count / SAMPLES * i + count % SAMPLES * i / SAMPLES;
}

static pdk_status sample_corners(const pdk_mesh *mesh, sample *some, pdk_error *error)
{
    uint64_t wanted = mesh->triangle_count < SAMPLES ? mesh->triangle_count : SAMPLES;
    for (uint64_t i = 0; i < wanted; i++) {
        uint32_t corners[1][3];
        uint64_t number = wanted < SAMPLES ? i : spread_number(mesh->triangle_count, i);
        pdk_status status = mesh->read_triangles(mesh, number, 1, corners, error);
        for (int k = 0; k < CORNERS && status == PDK_OK; k++) {
            double point[1][3];
            if (corners[0][k] >= mesh->point_count) continue;
            status = mesh->read_points(mesh, corners[0][k], 1, point, error);
            if (status == PDK_OK) add_point(some, point[0]);
        }
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

static pdk_status sample_points(const pdk_mesh *mesh, sample *some, pdk_error *error)
{
    uint64_t wanted = mesh->point_count < SAMPLES ? mesh->point_count : SAMPLES;
    for (uint64_t i = 0; i < wanted; i++) {
        double point[1][3];
        uint64_t number = wanted < SAMPLES ? i : spread_number(mesh->point_count, i);
        pdk_status status = mesh->read_points(mesh, number, 1, point, error);
        if (status != PDK_OK) return status;
        add_point(some, point[0]);
    }
    return PDK_OK;
}

/* Points of triangles, because no other tool looks at the rest; of all points where no triangle has any. */
static pdk_status take_sample(const pdk_mesh *mesh, sample *some, pdk_error *error)
{
    some->count = 0;
    pdk_status status = sample_corners(mesh, some, error);
    return status == PDK_OK && some->count == 0 ? sample_points(mesh, some, error) : status;
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* ------------------------------------------------------------------------------------------ where most of it is */

/* Where most points are: around `middle`, no further from it than `reach` on any axis. */
typedef struct window {
    double middle[3], reach;
} window;

/* *found is false where no point is finite. The sample is off the stack before the walk begins. */
__attribute__((noinline)) static pdk_status choose_window(const pdk_mesh *mesh, window *around, bool *found,
                                                          pdk_error *error)
{
    sample some;
    double widest = 0;
    pdk_status status = take_sample(mesh, &some, error);
    *found = status == PDK_OK && some.count > 0;
    for (int k = 0; k < 3 && *found; k++) {
        double *values = some.values[k];
        qsort(values, some.count, sizeof *values, compare);
        around->middle[k] = values[some.count / 2];
        widest = fmax(widest, values[some.count * 3 / 4] - values[some.count / 4]);
    }
    around->reach = fmax(near_metres, near_quartiles * widest);
    return status;
}

/* A walk over all points on all threads. */
typedef struct walk {
    const pdk_mesh *mesh;
    const window *around;
    const double *origin;
    pdk_extent extents[PDK_MAX_THREADS];
    pdk_float_loss losses[PDK_MAX_THREADS];
    pdk_status status[PDK_MAX_THREADS];
    pdk_error errors[PDK_MAX_THREADS];
} walk;

static void add_near(walk *all, size_t thread, const double point[3])
{
    const window *around = all->around;
    for (int k = 0; k < 3; k++) {
        if (!(fabs(point[k] - around->middle[k]) <= around->reach)) return;
    }
    pdk_extent_add(&all->extents[thread], point);
}

static void add_narrowed(walk *all, size_t thread, const double point[3])
{
    double exact[3];
    float narrowed[3];
    for (int k = 0; k < 3; k++) {
        exact[k] = point[k] - all->origin[k];
        narrowed[k] = (float)exact[k];
    }
    pdk_float_loss_add(&all->losses[thread], exact, narrowed);
}

static void walk_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    walk *all = user;
    double points[RUN][3];
    for (uint64_t end = first + count; first < end && all->status[thread] == PDK_OK;) {
        size_t some = end - first < RUN ? (size_t)(end - first) : RUN;
        all->status[thread] = all->mesh->read_points(all->mesh, first, some, points, &all->errors[thread]);
        for (size_t i = 0; i < some && all->status[thread] == PDK_OK; i++) {
            if (all->around != NULL) add_near(all, thread, points[i]);
            else add_narrowed(all, thread, points[i]);
        }
        first += some;
    }
    if (first >> 22 != (first - count) >> 22 && all->mesh->input != NULL) pdk_input_trim(all->mesh->input);
}

static pdk_status run(walk *all, pdk_error *error)
{
    for (int t = 0; t < PDK_MAX_THREADS; t++) all->extents[t] = pdk_extent_none();
    pdk_parallel_run(
        &(pdk_parallel){ .count = all->mesh->point_count, .piece = 1 << 16, .work = walk_piece, .user = all });
    for (int t = 0; t < PDK_MAX_THREADS; t++) {
        if (all->status[t] != PDK_OK) {
            if (error != NULL) *error = all->errors[t];
            return all->status[t];
        }
        if (t == 0) continue;
        pdk_extent_join(&all->extents[0], &all->extents[t]);
        pdk_float_loss_join(&all->losses[0], &all->losses[t]);
    }
    return PDK_OK;
}

static void middle_of(const pdk_extent *extent, double middle[3])
{
    for (int k = 0; k < 3; k++) middle[k] = extent->minimum[k] / 2 + extent->maximum[k] / 2;
}

/* *median gets the middle point of the sample, if one was taken; otherwise the middle of the whole. */
static pdk_status find_core(const pdk_mesh *mesh, const pdk_extent *whole, pdk_extent *core, double median[3],
                            pdk_error *error)
{
    *core = *whole;
    memset(median, 0, 3 * sizeof *median);
    if (!(whole->minimum[0] <= whole->maximum[0])) return PDK_OK;
    middle_of(whole, median);
    if (!pdk_extent_loses(whole, median)) return PDK_OK;
    window around;
    bool found;
    pdk_status status = choose_window(mesh, &around, &found, error);
    if (status != PDK_OK || !found) return status;
    memcpy(median, around.middle, sizeof around.middle);
    walk all = { .mesh = mesh, .around = &around };
    status = run(&all, error);
    if (status == PDK_OK && all.extents[0].minimum[0] <= all.extents[0].maximum[0]) {
        *core = all.extents[0];
        core->not_finite = whole->not_finite;
    }
    return status;
}

pdk_status pdk_mesh_core(const pdk_mesh *mesh, const pdk_extent *whole, pdk_extent *core, pdk_error *error)
{
    double median[3];
    return find_core(mesh, whole, core, median, error);
}

/* The middle of the core; the median where most points would be too far from that. */
static void round_origin(const pdk_extent *core, const double median[3], double origin[3])
{
    pdk_extent at_median = { { median[0], median[1], median[2] }, { median[0], median[1], median[2] }, 0 };
    pdk_round_origin(core, origin);
    if (pdk_extent_loses(&at_median, origin)) pdk_round_origin(&at_median, origin);
}

pdk_status pdk_mesh_round_origin(const pdk_mesh *mesh, const pdk_extent *whole, double origin[3], pdk_error *error)
{
    pdk_extent core;
    double median[3];
    pdk_status status = find_core(mesh, whole, &core, median, error);
    if (status == PDK_OK) round_origin(&core, median, origin);
    return status;
}

pdk_status pdk_mesh_needed_origin(const pdk_mesh *mesh, const pdk_extent *whole, double origin[3], pdk_error *error)
{
    pdk_extent core;
    double median[3];
    memset(origin, 0, 3 * sizeof *origin);
    if (!pdk_extent_loses(whole, origin)) return PDK_OK;
    pdk_status status = find_core(mesh, whole, &core, median, error);
    if (status == PDK_OK && pdk_extent_loses(&core, origin)) round_origin(&core, median, origin);
    return status;
}

/* ------------------------------------------------------------------------------------------------ what is lost */

pdk_status pdk_mesh_float_loss(const pdk_mesh *mesh, const pdk_extent *whole, const double origin[3],
                               pdk_float_loss *loss, pdk_error *error)
{
    *loss = (pdk_float_loss){ .points = 0 };
    if (!pdk_extent_loses(whole, origin)) return PDK_OK;
    walk all = { .mesh = mesh, .origin = origin };
    pdk_status status = run(&all, error);
    *loss = all.losses[0];
    return status;
}

void pdk_float_loss_add(pdk_float_loss *loss, const double exact[3], const float narrowed[3])
{
    double worst = 0;
    for (int k = 0; k < 3; k++) {
        double off = fabs((double)narrowed[k] - exact[k]);
        if (off > worst) worst = off; /* not where either is no number */
    }
    if (!(worst > PDK_FLOAT_LIMIT)) return;
    if (isinf(worst)) {
        loss->beyond += isfinite(exact[0]) && isfinite(exact[1]) && isfinite(exact[2]);
        return;
    }
    loss->points++;
    if (worst > loss->largest) loss->largest = worst;
}

void pdk_float_loss_join(pdk_float_loss *loss, const pdk_float_loss *more)
{
    loss->points += more->points;
    loss->beyond += more->beyond;
    if (more->largest > loss->largest) loss->largest = more->largest;
}

const char *pdk_float_loss_text(const pdk_float_loss *loss, char text[PDK_FLOAT_LOSS_TEXT])
{
    int length = 0;
    text[0] = '\0';
    if (loss->points > 0) {
        length = snprintf(text, PDK_FLOAT_LOSS_TEXT,
                          "%" PRIu64 " points are so far from the others that floats hold them less exactly than "
                          "0.1 mm: they are off by up to %.3g m",
                          loss->points, loss->largest);
    }
    if (loss->beyond > 0) {
        snprintf(text + length, PDK_FLOAT_LOSS_TEXT - (size_t)length,
                 "%s%" PRIu64 " points are too far from the others for floats, and are left out",
                 length > 0 ? "; " : "", loss->beyond);
    }
    return text;
}

void pdk_document_add_float_loss(pdk_document *document, const pdk_float_loss *loss)
{
    char text[PDK_FLOAT_LOSS_TEXT];
    if (!pdk_float_loss_any(loss)) return;
    pdk_document_add_finding(document, PDK_NOTE, PDK_FLOAT_LOSS_CODE, PDK_NO_OFFSET, "", "%s",
                             pdk_float_loss_text(loss, text));
}
