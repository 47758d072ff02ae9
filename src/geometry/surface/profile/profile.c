/* Heights along a path. */
#include <math.h>

#include "surface/index/height_index.h"

#include "base/options.h"
#include "base/trigonometry.h"
#include "surface/min_max.h"

static double length_of(const double (*path)[2], size_t corner)
{
    return pdk_hypot(path[corner + 1][0] - path[corner][0], path[corner + 1][1] - path[corner][1]);
}

static pdk_status count_samples(const double (*path)[2], size_t corners, double step, double *length, size_t *made,
                                pdk_error *error)
{
    if (path == NULL || corners == 0 || !(step > 0) || !isfinite(step)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a profile needs a path and a step above 0");
    }
    *length = 0;
    for (size_t i = 0; i < corners; i++) {
        if (!isfinite(path[i][0]) || !isfinite(path[i][1])) {
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                            "corner %zu of the path is not a finite point", i);
        }
        if (i + 1 < corners) *length += length_of(path, i);
    }
    double samples = floor(*length / step * (1 + 1e-12)) + 1;
    if (!(samples < 0x1p40)) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "profile.long",
                        "a path of %g m has more than 2^40 steps of %g m", *length, step);
    }
    *made = (size_t)samples;
    return PDK_OK;
}

static bool meet(const pdk_height_index *index, pdk_surface_hint *hint, const double *near, pdk_profile_point *point)
{
    pdk_surface_hit hit;
    bool met = near == NULL ? pdk_surface_query(index, point->x, point->y, hint, &hit, 1) > 0
                            : pdk_surface_query_near(index, point->x, point->y, *near, hint, &hit);
    point->has_surface = met;
    point->z = met ? hit.z : NAN;
    for (int axis = 0; axis < 3; axis++) point->normal[axis] = met ? hit.normal[axis] : NAN;
    return met;
}

pdk_status pdk_surface_profile(const pdk_height_index *index, const double (*path)[2], size_t corners,
                               const pdk_profile_options *given, pdk_profile_point *points, size_t capacity,
                               size_t *made, pdk_error *error)
{
    double length = 0, begin = 0; /* where this part of the path begins */
    pdk_profile_options options;
    if (index == NULL || made == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a profile needs an index");
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_PROFILE_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    double step = options.step != 0 ? options.step : 1;
    bool lost = !options.has_height && !(options.height <= 0 && options.height >= 0);
    if (lost || !isfinite(options.height))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "the height of a profile must be a number, and has_height say that it is given");
    status = count_samples(path, corners, step, &length, made, error);
    if (status != PDK_OK || capacity == 0) return status;
    if (capacity < *made || points == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.capacity",
                        "the profile has %zu samples, but the array has %zu", *made, capacity);
    }
    pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
    const double *near = options.has_height ? &options.height : NULL;
    size_t part = 0;
    for (size_t i = 0; i < *made; i++) {
        double distance = pdk_min((double)i * step, length);
        while (part + 2 < corners && distance > begin + length_of(path, part)) begin += length_of(path, part++);
        double reach = corners > 1 ? length_of(path, part) : 0,
               along = reach > 0 ? pdk_min((distance - begin) / reach, 1) : 0;
        const double *from = path[part], *to = path[corners > 1 ? part + 1 : part];
        points[i] = (pdk_profile_point){ .distance = distance,
                                         .x = from[0] + along * (to[0] - from[0]),
                                         .y = from[1] + along * (to[1] - from[1]) };
        if (meet(index, &hint, near, &points[i])) near = &points[i].z;
    }
    return PDK_OK;
}
