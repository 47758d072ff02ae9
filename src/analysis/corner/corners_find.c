/* Corners from the curvature of the track's line: places where it turns, joined, and the small ones left out. */
#include <math.h>
#include <stdlib.h>

#include "base/whole.h"
#include "analysis/corner/corners.h"

static const double tight = 1.0 / 400;               /* 1/m */
static const double least_angle = 15 * PDK_PI / 180; /* rad */
static const double join_apexes = 40;                /* m */
static const double smoothing = 20;                  /* m */

/* A stretch that turns to one side; points count on over the end of a closed line. */
typedef struct bend {
    size_t first, last, apex;
    double angle, sharpest; /* rad; 1/m with the sign of the side */
} bend;

/* Mean of the curvature over 20 m. */
static double *smooth(const pdk_track_model *model, pdk_memory *memory)
{
    size_t count = model->count, half = pdk_whole_size(smoothing / 2 / model->step);
    double *smoothed = pdk_alloc_array(memory, count, sizeof *smoothed), sum = 0;
    if (smoothed == NULL) return NULL;
    if (count <= 2 * half + 1) {
        for (size_t i = 0; i < count; i++) smoothed[i] = model->curvature[i];
        return smoothed;
    }
    for (size_t i = 0; i < count + 2 * half; i++) { /* a window of 2 half + 1 points that ends at i - half */
        size_t enters = i, leaves = i - (2 * half + 1);
        bool wraps = model->closed;
        if (wraps || enters < count) sum += model->curvature[enters % count];
        if (i >= 2 * half + 1 && (wraps || leaves < count)) sum -= model->curvature[leaves % count];
        if (i >= 2 * half) smoothed[(i - half) % count] = sum / (double)(2 * half + 1);
    }
    if (!model->closed) { /* half windows at the ends */
        for (size_t i = 0; i < half; i++) {
            smoothed[i] = model->curvature[i];
            smoothed[count - 1 - i] = model->curvature[count - 1 - i];
        }
    }
    return smoothed;
}

/* Where to begin so that no bend is cut: where the line is straightest. */
static size_t straightest(const double *curvature, size_t count)
{
    size_t found = 0;
    for (size_t i = 1; i < count; i++) {
        if (fabs(curvature[i]) < fabs(curvature[found])) found = i;
    }
    return found;
}

static bool add_bend(pdk_vector *bends, const bend *one, double step)
{
    bend *last = bends->count > 0 ? (bend *)bends->items + bends->count - 1 : NULL;
    if (last != NULL && last->sharpest * one->sharpest > 0 && (double)(one->apex - last->apex) * step < join_apexes) {
        last->last = one->last;
        last->angle += one->angle;
        if (fabs(one->sharpest) > fabs(last->sharpest)) {
            last->apex = one->apex;
            last->sharpest = one->sharpest;
        }
        return true;
    }
    bend *room = pdk_vector_push(bends);
    if (room != NULL) *room = *one;
    return room != NULL;
}

static bool find_bends(const pdk_track_model *model, const double *curvature, pdk_vector *bends)
{
    size_t count = model->count, begin = model->closed ? straightest(curvature, count) : 0;
    bend one = { 0 };
    bool inside = false;
    for (size_t i = begin; i <= begin + count; i++) {
        double here = i < begin + count ? curvature[i % count] : 0;
        bool turns = fabs(here) > tight;
        if (inside && (!turns || here * one.sharpest < 0)) {
            inside = false;
            if (!add_bend(bends, &one, model->step)) return false;
        }
        if (!turns) continue;
        if (!inside) one = (bend){ .first = i, .apex = i, .sharpest = here };
        inside = true;
        one.last = i;
        one.angle += here * model->step;
        if (fabs(here) > fabs(one.sharpest)) {
            one.apex = i;
            one.sharpest = here;
        }
    }
    return true;
}

static int by_apex(const void *one, const void *other)
{
    const pdk_corner *a = one, *b = other;
    return (a->apex_distance > b->apex_distance) - (a->apex_distance < b->apex_distance);
}

static pdk_corner corner_of(const pdk_track_model *model, const bend *from)
{
    double point[3];
    pdk_corner corner = { .start_distance = (double)(from->first % model->count) * model->step,
                          .apex_distance = (double)(from->apex % model->count) * model->step,
                          .end_distance = (double)(from->last % model->count) * model->step,
                          .radius = 1 / fabs(from->sharpest),
                          .angle = from->angle };
    pdk_track_point_at(model, corner.apex_distance, 0, point, NULL);
    corner.x = point[0];
    corner.y = point[1];
    corner.z = point[2];
    return corner;
}

pdk_status pdk_corners_find(const pdk_track_model *model, pdk_memory *memory, pdk_corners *corners, pdk_error *error)
{
    *corners = (pdk_corners){ NULL, 0 };
    pdk_vector bends = pdk_vector_of(memory, sizeof(bend));
    double *curvature = smooth(model, memory);
    bool good = curvature != NULL && find_bends(model, curvature, &bends);
    if (good) corners->all = pdk_alloc_array(memory, bends.count, sizeof *corners->all);
    good &= corners->all != NULL;
    for (size_t i = 0; good && i < bends.count; i++) {
        const bend *one = (const bend *)bends.items + i;
        if (fabs(one->angle) >= least_angle) corners->all[corners->count++] = corner_of(model, one);
    }
    pdk_free(memory, curvature);
    pdk_free(memory, bends.items);
    if (!good) return pdk_fail_memory(error, memory, "the corners of the track");
    if (corners->count > 0) qsort(corners->all, corners->count, sizeof *corners->all, by_apex);
    for (size_t i = 0; i < corners->count; i++) corners->all[i].corner = (uint32_t)i + 1;
    return PDK_OK;
}
