/* The driven track as a block. */
#include <math.h>

#include "json/contract.h"
#include "page/page_data.h"

static const double step = 0.01; /* m */

static void put_lines(pdk_json *json, const pdk_driven_track *track, const double origin[3])
{
    pdk_timing_line line;
    pdk_member_begin(json, PDK_KEY_OF(track, timing_lines), '[');
    for (size_t i = 0; pdk_driven_track_timing_line_at(track, i, &line); i++) {
        pdk_json_begin(json, '{');
        if (line.has_distance) pdk_member_number(json, PDK_KEY_OF(timing_line, distance), line.distance);
        else pdk_member_text(json, PDK_KEY_OF(timing_line, distance), NULL);
        pdk_member_number(json, PDK_KEY_OF(timing_line, x1), line.x1 - origin[0]);
        pdk_member_number(json, PDK_KEY_OF(timing_line, y1), line.y1 - origin[1]);
        pdk_member_number(json, PDK_KEY_OF(timing_line, x2), line.x2 - origin[0]);
        pdk_member_number(json, PDK_KEY_OF(timing_line, y2), line.y2 - origin[1]);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_points(pdk_page_block *block, const pdk_driven_track_point *points, size_t count, double *values,
                       const double origin[3])
{
    static const char *const names[] = { "x", "y", "z", "heading", "left", "right" };
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        for (size_t i = 0; i < count; i++) {
            const pdk_driven_track_point *point = &points[i];
            const double all[] = { point->x - origin[0], point->y - origin[1], point->z - origin[2],
                                   point->heading,       point->left,          point->right };
            values[i] = all[k];
        }
        pdk_page_put_steps(block, names[k], PDK_FLOAT32, values, count,
                           (pdk_page_scale){ k == 3 ? step / 100 : step, 0 });
    }
}

/* All pit lanes as one list of points seen from above; a point without values is between two lanes. */
static pdk_status put_pit_lanes(pdk_page_block *block, const pdk_driven_track *track, const double origin[3],
                                pdk_error *error)
{
    size_t room = 0, count = 0, lanes = pdk_driven_track_pit_lane_count(track);
    for (size_t i = 0; i < lanes; i++) room += pdk_driven_track_pit_lane_points(track, i) + 1;
    double(*points)[3] = pdk_alloc_array(block->memory, room, sizeof *points);
    double *values = pdk_alloc_array(block->memory, room, sizeof *values);
    if (points == NULL || values == NULL) return pdk_fail_memory(error, block->memory, "the pit lanes of a page");
    for (size_t i = 0; i < lanes; i++) {
        size_t points_of = pdk_driven_track_pit_lane_points(track, i);
        if (i > 0) {
            points[count][0] = points[count][1] = NAN;
            count++;
        }
        pdk_status status = pdk_driven_track_pit_lane_read(track, i, 0, points_of, points + count, error);
        if (status != PDK_OK) return status;
        count += points_of;
    }
    static const char *const names[] = { "pit_lane_x", "pit_lane_y" };
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < count; i++) values[i] = points[i][k] - origin[k];
        pdk_page_put_steps(block, names[k], PDK_FLOAT32, values, count, (pdk_page_scale){ step, 0 });
    }
    pdk_free(block->memory, values);
    pdk_free(block->memory, points);
    return PDK_OK;
}

pdk_status pdk_page_put_track(const pdk_page_moving *moving, pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    const pdk_driven_track *track;
    pdk_status status = pdk_driven_track_of(moving->answers, &track, error);
    if (status != PDK_OK) return status;
    const pdk_driven_track_info *info = pdk_driven_track_about(track);
    pdk_driven_track_point *points = pdk_alloc_array(memory, info->points, sizeof *points);
    double *values = pdk_alloc_array(memory, info->points, sizeof *values);
    if (points == NULL || values == NULL) return pdk_fail_memory(error, memory, "the track of a page");
    pdk_page_block block;
    status = pdk_driven_track_read(track, 0, info->points, points, error);
    if (status == PDK_OK) status = pdk_page_block_begin(&block, memory, error);
    if (status != PDK_OK) return status;
    pdk_member_boolean(&block.json, PDK_KEY_OF(track, closed), info->closed);
    pdk_member_boolean(&block.json, PDK_KEY_OF(track, given), info->given);
    pdk_member_number(&block.json, PDK_KEY_OF(track, length), info->length);
    pdk_member_number(&block.json, PDK_KEY_OF(track, step), info->step);
    put_lines(&block.json, track, moving->origin);
    put_points(&block, points, info->points, values, moving->origin);
    pdk_free(memory, values);
    pdk_free(memory, points);
    status = put_pit_lanes(&block, track, moving->origin, error);
    if (status != PDK_OK) {
        pdk_page_block_close(&block);
        return status;
    }
    return pdk_page_block_end(&block, output, error);
}
