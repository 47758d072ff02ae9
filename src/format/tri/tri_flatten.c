/* A track without hills and banks. Every node comes to height 0. Across the road, what the row of scenery says about
 * the surface between its points 6, 0 and 1 is taken away, and its slant on to the barriers; what is beyond them moves
 * as much as the barrier does. So the road is flat, and walls, roofs and land keep their heights above it: everything
 * over one place moves by the same. Props move with the ground they stand on. */
#include <math.h>
#include <string.h>

#include "format/tri/tri_edit.h"

/* ---------------------------------------------------------------------------------------------- scenery */

static bool on_road(uint32_t column)
{
    return column == 0 || column == 1 || column == 6;
}

/* Heights as stored, in the field's unit and from the node, into those above the flattened road. */
static void flatten_row(const pdk_tri_track *track, uint32_t node, int64_t *heights)
{
    pdk_tri_profile across = pdk_tri_profile_of(track, node);
    double unit = pdk_record_field(&pdk_tri_point, "z")->divisor, heading = pdk_tri_heading(track, node);
    for (uint32_t k = 0; k < PDK_TRI_COLUMNS; k++) {
        const double *point = track->points[(size_t)node * PDK_TRI_COLUMNS + k];
        double road = pdk_tri_profile_height(&across, pdk_tri_aside(point, track->places[node], heading));
        heights[k] = on_road(k) ? 0 : heights[k] - llrint(road * unit);
    }
}

/* Also says how much each point has risen. */
static bool flatten_record(pdk_tri_edit *edit, uint32_t number, double *rises)
{
    const pdk_field *points = pdk_record_field(&pdk_tri_record, "points"),
                    *height = pdk_record_field(&pdk_tri_point, "z");
    uint8_t *at = pdk_tri_edit_record(edit, number) + points->offset;
    int64_t heights[PDK_TRI_POINTS], flat[PDK_TRI_POINTS];
    for (size_t i = 0; i < PDK_TRI_POINTS; i++) heights[i] = pdk_get_i64(height, 0, at + i * pdk_tri_point.size);
    pdk_chain_sum(points, 1, heights);
    for (uint32_t row = 0; row < PDK_TRI_ROWS; row++) {
        flatten_row(edit->track, number * PDK_TRI_ROWS + row, heights + (size_t)row * PDK_TRI_COLUMNS);
    }
    memcpy(flat, heights, sizeof flat);
    pdk_chain_difference(points, 1, heights);
    bool fits = true;
    for (size_t i = 0; i < PDK_TRI_POINTS; i++) {
        size_t point = (size_t)number * PDK_TRI_POINTS + i;
        rises[point] = (double)flat[i] / height->divisor - edit->track->points[point][2];
        fits = pdk_put_i64(height, 0, at + i * pdk_tri_point.size, heights[i]) && fits;
    }
    return fits;
}

static bool flatten_nodes(pdk_tri_edit *edit)
{
    static const char *const gone[] = { "z", "slope", "slant" };
    uint32_t count = edit->track->node_count;
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) pdk_tri_put(&pdk_tri_node, gone[k], pdk_tri_edit_node(edit, i), 0);
    }
    bool fits = pdk_tri_edit_measure(edit);
    for (uint32_t i = 0; i < count; i++) fits = pdk_tri_edit_right(edit, i) && fits;
    return fits;
}

static pdk_status flatten(pdk_tri_edit *edit, double *rises, pdk_error *error)
{
    const pdk_tri_track *track = edit->track;
    for (uint32_t i = 0; i < track->record_count; i++) {
        if (!flatten_record(edit, i, rises)) return pdk_tri_does_not_fit(error, "record", i, "points");
    }
    for (uint32_t i = 0; i < track->prop_count; i++) {
        if (!pdk_tri_lower_prop(edit, i, rises)) return pdk_tri_does_not_fit(error, "prop", i, "offset_z");
    }
    return flatten_nodes(edit) ? PDK_OK : pdk_tri_does_not_fit(error, "node", 0, "right_x");
}

pdk_status pdk_tri_flatten(pdk_tri_edit *edit, pdk_error *error)
{
    double *rises = pdk_alloc_array(edit->memory, (uint64_t)edit->track->record_count * PDK_TRI_POINTS, sizeof *rises);
    if (rises == NULL) return pdk_fail_memory(error, edit->memory, "how points move");
    pdk_status status = flatten(edit, rises, error);
    pdk_free(edit->memory, rises);
    return status;
}
