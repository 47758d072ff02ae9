/* A track without hills and banks. Every node comes to height 0. Across the road, what the row of scenery says of the
 * surface between its points 6, 0 and 1 is taken away, and its slant on to the barriers; what is beyond them moves as
 * much as the barrier does. So the road is flat, and walls, roofs and land keep their heights above it: everything over
 * one place moves by the same. Props keep their height above the road beside them. */
#include <math.h>

#include "format/tri/tri_edit.h"

enum { KNOTS = 5, MOST_STEPS = 40 /* a prop is 128 m from its node at most */ };

/* Height of the road across a row, relative to the node: linear between knots, level beyond them. */
typedef struct profile {
    double aside[KNOTS], up[KNOTS]; /* from left to right */
} profile;

static double aside_of(const double place[3], const double from[3], double heading)
{
    return (place[0] - from[0]) * cos(heading) + (place[1] - from[1]) * sin(heading);
}

static profile profile_of(const pdk_tri_track *track, uint32_t node)
{
    static const uint32_t points[] = { 6, 0, 1 };
    static const double steepest = 10;
    const uint8_t *at = pdk_tri_node_at(track, node);
    const double *place = track->places[node];
    double heading = pdk_tri_heading(track, node);
    profile across;
    for (int i = 0; i < 3; i++) {
        const double *point = track->points[(size_t)node * PDK_TRI_COLUMNS + points[i]];
        across.aside[i + 1] = aside_of(point, place, heading);
        across.up[i + 1] = point[2] - place[2];
    }
    double fall = fmax(-steepest, fmin(steepest, tan(pdk_tri_value(&pdk_tri_node, "slant", at))));
    across.aside[0] = fmin(across.aside[1], -pdk_tri_value(&pdk_tri_node, "left_barrier", at));
    across.up[0] = across.up[1] + fall * (across.aside[1] - across.aside[0]);
    across.aside[4] = fmax(across.aside[3], pdk_tri_value(&pdk_tri_node, "right_barrier", at));
    across.up[4] = across.up[3] - fall * (across.aside[4] - across.aside[3]);
    return across;
}

static double height_at(const profile *across, double aside)
{
    if (!(aside > across->aside[0])) return across->up[0];
    for (int i = 1; i < KNOTS; i++) {
        if (aside > across->aside[i]) continue;
        double width = across->aside[i] - across->aside[i - 1];
        double share = width > 0 ? (aside - across->aside[i - 1]) / width : 1;
        return across->up[i - 1] + share * (across->up[i] - across->up[i - 1]);
    }
    return across->up[KNOTS - 1];
}

/* ---------------------------------------------------------------------------------------------- scenery */

static bool on_road(uint32_t column) { return column == 0 || column == 1 || column == 6; }

/* Heights as stored, in the field's unit and from the node, into those above the flattened road. */
static void flatten_row(const pdk_tri_track *track, uint32_t node, int64_t *heights)
{
    profile across = profile_of(track, node);
    double unit = pdk_record_field(&pdk_tri_point, "z")->divisor, heading = pdk_tri_heading(track, node);
    for (uint32_t k = 0; k < PDK_TRI_COLUMNS; k++) {
        const double *point = track->points[(size_t)node * PDK_TRI_COLUMNS + k];
        double road = height_at(&across, aside_of(point, track->places[node], heading));
        heights[k] = on_road(k) ? 0 : heights[k] - llrint(road * unit);
    }
}

static bool flatten_record(pdk_tri_edit *edit, uint32_t number)
{
    const pdk_field *points = pdk_record_field(&pdk_tri_record, "points"), *height = pdk_record_field(&pdk_tri_point, "z");
    uint8_t *at = pdk_tri_edit_record(edit, number) + points->offset;
    int64_t heights[PDK_TRI_POINTS];
    for (size_t i = 0; i < PDK_TRI_POINTS; i++) heights[i] = pdk_get_i64(height, 0, at + i * pdk_tri_point.size);
    pdk_chain_sum(points, 1, heights);
    for (uint32_t row = 0; row < PDK_TRI_ROWS; row++) {
        flatten_row(edit->track, number * PDK_TRI_ROWS + row, heights + (size_t)row * PDK_TRI_COLUMNS);
    }
    pdk_chain_difference(points, 1, heights);
    bool fits = true;
    for (size_t i = 0; i < PDK_TRI_POINTS; i++) {
        fits = pdk_put_i64(height, 0, at + i * pdk_tri_point.size, heights[i]) && fits;
    }
    return fits;
}

/* ------------------------------------------------------------------------------------------------ props */

/* The step a place is beside: from *node on toward the next, as a share of that step; walks there from *node. */
static double find_beside(const pdk_tri_track *track, const double place[3], uint32_t *node, uint32_t *next)
{
    int direction = 0;
    double share = 0;
    for (int i = 0; i < MOST_STEPS; i++) {
        if (!pdk_tri_next(track, *node, next)) *next = *node;
        const double *from = track->places[*node], *to = track->places[*next];
        double along[2] = { to[0] - from[0], to[1] - from[1] }, length = along[0] * along[0] + along[1] * along[1];
        share = length > 0 ? ((place[0] - from[0]) * along[0] + (place[1] - from[1]) * along[1]) / length : 0;
        if (share >= 1 && direction >= 0 && *next != *node) {
            direction = 1;
            *node = *next;
        } else if (share < 0 && direction <= 0 && (*node > 0 || track->closed)) {
            direction = -1;
            *node = *node > 0 ? *node - 1 : track->node_count - 1;
        } else {
            break;
        }
    }
    return fmax(0, fmin(1, share));
}

/* Height of the road's surface, continued to the side, at a place beside the step from `node`. */
static double road_beside(const pdk_tri_track *track, const double place[3], uint32_t node)
{
    profile across = profile_of(track, node);
    return track->places[node][2] +
           height_at(&across, aside_of(place, track->places[node], pdk_tri_heading(track, node)));
}

static bool flatten_prop(const pdk_tri_track *track, uint8_t *prop)
{
    double place[3];
    uint32_t node, next;
    if (!pdk_tri_prop_place(track, prop, place, NULL)) return true;
    pdk_tri_prop_node(track, pdk_tri_number(&pdk_tri_prop, "node", prop), &node);
    double share = find_beside(track, place, &node, &next);
    double road = (1 - share) * road_beside(track, place, node) + share * road_beside(track, place, next);
    return pdk_put(&pdk_tri_prop, prop, "offset_z", place[2] - road);
}

pdk_status pdk_tri_flatten(pdk_tri_edit *edit, pdk_error *error)
{
    static const char *const gone[] = { "z", "slope", "slant" };
    const pdk_tri_track *track = edit->track;
    for (uint32_t i = 0; i < track->record_count; i++) {
        if (!flatten_record(edit, i)) return pdk_tri_does_not_fit(error, "record", i, "points");
    }
    for (uint32_t i = 0; i < track->prop_count; i++) {
        if (!flatten_prop(track, pdk_tri_edit_prop(edit, i))) return pdk_tri_does_not_fit(error, "prop", i, "offset_z");
    }
    for (uint32_t i = 0; i < track->node_count; i++) {
        for (int k = 0; k < 3; k++) pdk_tri_put(&pdk_tri_node, gone[k], pdk_tri_edit_node(edit, i), 0);
    }
    bool fits = pdk_tri_edit_measure(edit);
    for (uint32_t i = 0; i < track->node_count; i++) fits = pdk_tri_edit_right(edit, i) && fits;
    return fits ? PDK_OK : pdk_tri_does_not_fit(error, "node", 0, "right_x");
}
