/* A smooth line through points: a clothoid from each to the next, cut into steps of a metre or so. */
#include <math.h>

#include "base/trigonometry.h"
#include "curve/fit_curve.h"

enum { MOST_STEPS = 32 };
static const double step_length = 1.0; /* m */

static size_t steps_of(const pdk_curve_points *points, size_t segment)
{
    const double *from = points->at[segment], *to = points->at[(segment + 1) % points->count];
    double steps = ceil(pdk_hypot(to[0] - from[0], to[1] - from[1]) / step_length);
    return steps > MOST_STEPS ? MOST_STEPS : steps > 1 ? (size_t)steps : 1;
}

/* The direction of a segment, and its length. */
static double way_of(const pdk_curve_points *points, size_t segment, double *length)
{
    const double *from = points->at[segment % points->count], *to = points->at[(segment + 1) % points->count];
    *length = pdk_hypot(to[0] - from[0], to[1] - from[1]);
    return pdk_atan2(to[1] - from[1], to[0] - from[0]);
}

/* The heading in a point: that of the circle through it and both neighbours. */
static double heading_in(const pdk_curve_points *points, size_t point)
{
    double before_length, after_length, first;
    size_t last = points->count - 1;
    if (points->count == 2) return way_of(points, 0, &first);
    bool end = !points->closed && (point == 0 || point == last);
    size_t inner = !end ? point : point == 0 ? 1 : last - 1;
    double before = way_of(points, inner + points->count - 1, &before_length),
           after = way_of(points, inner, &after_length);
    double turn = pdk_wrap_angle(after - before), share = before_length / (before_length + after_length);
    double heading = before + turn * share;
    if (!end) return heading;
    return point == 0 ? 2 * before - heading : 2 * after - heading; /* as far from the way on its other side */
}

static void put(pdk_dense_line *line, double x, double y)
{
    size_t at = line->count++;
    line->x[at] = x;
    line->y[at] = y;
    line->along[at] = at > 0 ? line->along[at - 1] + pdk_hypot(x - line->x[at - 1], y - line->y[at - 1]) : 0;
}

static void put_segment(pdk_dense_line *line, const pdk_curve_points *points, size_t segment)
{
    size_t next = (segment + 1) % points->count, steps = steps_of(points, segment);
    const double *from = points->at[segment], *to = points->at[next];
    const pdk_pose begin = { from[0], from[1], heading_in(points, segment) },
                   end = { to[0], to[1], heading_in(points, next) };
    pdk_clothoid curve;
    bool bent = steps > 1 && pdk_clothoid_join(&begin, &end, &curve);
    for (size_t i = 1; i < steps; i++) {
        double share = (double)i / (double)steps;
        pdk_pose at = { from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]), 0 };
        if (bent) at = pdk_clothoid_at(&curve, share * curve.length);
        put(line, at.x, at.y);
    }
    put(line, to[0], to[1]);
}

pdk_status pdk_curve_check_turns(const pdk_curve_points *points, pdk_error *error)
{
    static const double most = 1.6; /* rad: what turns more from one point to the next is no road */
    size_t count = points->count;
    double length;
    for (size_t i = points->closed ? 0 : 1; i + (points->closed ? 0 : 1) < count && count > 2; i++) {
        double turn = pdk_wrap_angle(way_of(points, i, &length) - way_of(points, i + count - 1, &length));
        if (fabs(turn) <= most) continue;
        return pdk_fail(
            error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "curve.turn",
            "the line turns by %.0f degrees on the spot at %.2f, %.2f (point %zu of %zu), which no road can",
            fabs(turn) * 180 / 3.14159265358979, points->at[i][0], points->at[i][1], i + 1, count);
    }
    return PDK_OK;
}

pdk_status pdk_dense_line_make(pdk_memory *memory, const pdk_curve_points *points, pdk_dense_line *line,
                               pdk_error *error)
{
    if (points->count < 2 || (points->closed && points->count < 3))
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "curve.short",
                        "a road needs a line with a length, but this one has points at %zu places", points->count);
    size_t segments = points->closed ? points->count : points->count - 1, room = 1;
    for (size_t i = 0; i < segments; i++) room += steps_of(points, i);
    size_t *given = pdk_alloc_array(memory, points->count, sizeof *given);
    *line = (pdk_dense_line){ .x = pdk_alloc_array(memory, room, sizeof *line->x),
                              .y = pdk_alloc_array(memory, room, sizeof *line->y),
                              .along = pdk_alloc_array(memory, room, sizeof *line->along),
                              .given = given,
                              .closed = points->closed };
    if (line->x == NULL || line->y == NULL || line->along == NULL || given == NULL)
        return pdk_fail_memory(error, memory, "a line");
    put(line, points->at[0][0], points->at[0][1]);
    for (size_t i = 0; i < segments; i++) {
        put_segment(line, points, i);
        if (i + 1 < points->count) given[i + 1] = line->count - 1;
    }
    return PDK_OK;
}

pdk_pose pdk_dense_line_pose(const pdk_dense_line *line, size_t index, double tolerance)
{
    const pdk_row_of_values row = { line->along, { line->x, line->y }, line->count, line->closed };
    pdk_local_fit fit = pdk_fit_locally(&row, index, tolerance);
    return (pdk_pose){ fit.value[0], fit.value[1], pdk_atan2(fit.slope[1], fit.slope[0]) };
}
