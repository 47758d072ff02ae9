/* The points of a road as curves. */
#include <math.h>

#include "base/trigonometry.h"
#include "opendrive/road.h"

pdk_status pdk_road_add(pdk_road *road, const pdk_road_point *point, pdk_error *error)
{
    static const double least = 1e-4; /* m: nearer points are at one place */
    const pdk_road_point *points = road->points.items, *last = points;
    if (road->points.count > 0) last += road->points.count - 1;
    bool is_place = isfinite(point->x) && isfinite(point->y);
    bool same = is_place && road->points.count > 0 && pdk_hypot(point->x - last->x, point->y - last->y) < least;
    if (!is_place || same) {
        road->dropped++;
        return PDK_OK;
    }
    pdk_road_point *to = pdk_vector_push(&road->points);
    if (to == NULL) return pdk_fail_memory(error, road->job->memory, "a road");
    *to = *point;
    return PDK_OK;
}

static pdk_status fit_line(pdk_road *road, pdk_error *error)
{
    const pdk_road_point *points = road->points.items;
    size_t count = road->points.count;
    bool repeats = road->closed && count > 1 && /* its first point, at its end */
                   pdk_hypot(points[count - 1].x - points[0].x, points[count - 1].y - points[0].y) < 1e-4;
    road->points.count = count -= repeats;
    double(*at)[2] = pdk_alloc_array(road->job->memory, count, sizeof *at);
    if (at == NULL) return pdk_fail_memory(error, road->job->memory, "a road");
    for (size_t i = 0; i < count; i++) {
        at[i][0] = points[i].x;
        at[i][1] = points[i].y;
    }
    const pdk_curve_points line = { (const double(*)[2])at, count, road->closed };
    return pdk_curve_fit(road->job->memory, &line, road->error, &road->curve, error);
}

static double value_of(const pdk_road_point *point, int profile, double least)
{
    switch (profile) {
    case PDK_ROAD_HEIGHT: return point->z;
    case PDK_ROAD_LEAN: return isfinite(point->lean) ? pdk_atan(point->lean) : (double)NAN;
    default: break;
    }
    /* No curve within the error of such a width is below 0. */
    double width = profile == PDK_ROAD_LEFT ? point->left : point->right;
    return isfinite(width) ? fmax(width, least) : width;
}

/* How far an edge is from the line at most: there an angle moves it most. */
static double widest(const pdk_road *road)
{
    const pdk_road_point *points = road->points.items;
    double most = 1;
    for (size_t i = 0; i < road->points.count; i++) {
        if (isfinite(points[i].left)) most = fmax(most, points[i].left);
        if (isfinite(points[i].right)) most = fmax(most, points[i].right);
    }
    return most;
}

pdk_status pdk_road_fit(pdk_road *road, pdk_error *error)
{
    pdk_memory *memory = road->job->memory;
    const pdk_road_point *points = road->points.items;
    pdk_status status = fit_line(road, error);
    if (status != PDK_OK) return status;
    size_t count = road->points.count;
    double *values = pdk_alloc_array(memory, count, sizeof *values);
    if (values == NULL) return pdk_fail_memory(error, memory, "a road");
    for (int profile = 0; profile < PDK_ROAD_PROFILES && status == PDK_OK; profile++) {
        for (size_t i = 0; i < count; i++) values[i] = value_of(&points[i], profile, road->error);
        const pdk_cubic_values given = { road->curve.along, values, count, road->curve.length, road->closed };
        double within = profile == PDK_ROAD_LEAN ? road->error / widest(road) : road->error;
        status = pdk_cubic_fit(memory, &given, within, &road->profiles[profile], error);
        if (status == PDK_OK) status = pdk_export_progress(road->job, (uint64_t)profile + 1, PDK_ROAD_PROFILES, error);
    }
    return status;
}
