/* Corners from the curvature of the track's line: places where it turns, joined, and the small ones left out. What one
 * lap of a track shows and another does not (a kink, a bend that opens for some metres) must not count. */
#include <math.h>
#include <stdlib.h>

#include "base/whole.h"
#include "analysis/corner/corners.h"

static const double tight = 1.0 / 400, slight = 1.0 / 1000; /* 1/m */
static const double least_angle = 28 * PDK_PI / 180;        /* rad: laps of one track differ by 6 degrees in a kink */
static const double joined = 40;                            /* m: so far apart, tight stretches are one bend */
static const double skirt = 40;                             /* m beside the tight stretch that belong to the turn */
static const double smoothing = 20;                         /* m */

/* A stretch that turns to one side; points count on over the end of a closed line. */
typedef struct bend {
    size_t first, last;     /* where it is tight */
    size_t begun, ended;    /* where it turns at all */
    double angle, sharpest; /* rad; 1/m; with the sign of the side */
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

/* The bend that a tight point belongs to: one that opens for some metres in one lap and not in another is one in both.
 */
static bend *bend_at(pdk_vector *bends, size_t point, double side, double step)
{
    bend *last = bends->count > 0 ? (bend *)bends->items + bends->count - 1 : NULL;
    if (last != NULL && last->sharpest * side > 0 && (double)(point - last->last) * step < joined) return last;
    bend *made = pdk_vector_push(bends);
    if (made != NULL) *made = (bend){ .first = point };
    return made;
}

/* From the tight stretch on to where the line is nearly straight. */
static void measure_bend(bend *one, const double *curvature, const pdk_track_model *model)
{
    size_t count = model->count, most = pdk_whole_size(skirt / model->step);
    one->begun = one->first;
    one->ended = one->last;
    for (size_t i = 0; i < most && one->begun > 0; i++, one->begun--) {
        double before = curvature[(one->begun - 1) % count];
        if (before * one->sharpest < 0 || fabs(before) < slight) break;
    }
    for (size_t i = 0; i < most && (model->closed || one->ended + 1 < count); i++, one->ended++) {
        double behind = curvature[(one->ended + 1) % count];
        if (behind * one->sharpest < 0 || fabs(behind) < slight) break;
    }
    for (size_t i = one->begun; i <= one->ended; i++) one->angle += curvature[i % count] * model->step;
}

static bool find_bends(const pdk_track_model *model, const double *curvature, pdk_vector *bends)
{
    size_t count = model->count, begin = model->closed ? count + straightest(curvature, count) : 0;
    for (size_t i = begin; i < begin + count; i++) {
        double here = curvature[i % count];
        if (fabs(here) <= tight) continue;
        bend *one = bend_at(bends, i, here, model->step);
        if (one == NULL) return false;
        one->last = i;
        if (fabs(here) > fabs(one->sharpest)) one->sharpest = here;
    }
    for (size_t i = 0; i < bends->count; i++) measure_bend((bend *)bends->items + i, curvature, model);
    return true;
}

/* The centre of the turn: the mean of its places, each as heavy as the curvature's square. The sharpest place is
 * another in every lap where a bend is as sharp in two places. */
static double apex_of(const bend *one, const double *curvature, const pdk_track_model *model)
{
    double sum = 0, weight = 0;
    for (size_t i = one->begun; i <= one->ended; i++) {
        double here = curvature[i % model->count], squared = here * one->angle > 0 ? here * here : 0;
        sum += squared * (double)(i - one->begun);
        weight += squared;
    }
    return fmod(((double)one->begun + sum / weight) * model->step, model->length);
}

static int by_apex(const void *one, const void *other)
{
    const pdk_corner *a = one, *b = other;
    return (a->apex_distance > b->apex_distance) - (a->apex_distance < b->apex_distance);
}

static pdk_corner corner_of(const pdk_track_model *model, const bend *from, const double *curvature)
{
    double point[3];
    pdk_corner corner = { .start_distance = (double)(from->first % model->count) * model->step,
                          .apex_distance = apex_of(from, curvature, model),
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
        if (fabs(one->angle) >= least_angle) corners->all[corners->count++] = corner_of(model, one, curvature);
    }
    pdk_free(memory, curvature);
    pdk_free(memory, bends.items);
    if (!good) return pdk_fail_memory(error, memory, "the corners of the track");
    if (corners->count > 0) qsort(corners->all, corners->count, sizeof *corners->all, by_apex);
    for (size_t i = 0; i < corners->count; i++) corners->all[i].corner = (uint32_t)i + 1;
    return PDK_OK;
}
