/* Modes, driven the other way. Most belong to the step from a node to the next and turn round with it. Some speak for a
 * whole record and are in its first node: they stay there.
 *
 * Lanes that split and merge: the game can join strips to a lane that opens on the right, where point 0 moves 5 m away
 * from the node (modes 0 and 2, tri_road.c). Driven the other way such a lane is on the left, which no mode describes:
 * there the strips are joined point by point, which shifts three columns by a lane within one step, and mode 1 (a wide
 * part without effect) is written. A lane that is on the left in a record of mode 1 gets its mode back the same way. */
#include <math.h>

#include "format/tri/tri_edit.h"

#include "base/trigonometry.h"

enum { WIDE = 1, WATERFALL_LEFT = 14, WATERFALL_RIGHT = 15 };
static const double half_lane = 2.5; /* m */

/* On which side of its node point 0 of a row is: -1 left, 1 right, 0 at it. */
static int side_of(const pdk_tri_track *track, uint32_t node)
{
    static const double step = 6.283185307179586476925286766559 / 16384;
    double heading = -step * pdk_tri_formula_heading(track->places, track->node_count, track->closed, node);
    const double *point = track->points[(size_t)node * PDK_TRI_COLUMNS], *place = track->places[node];
    double aside = (point[0] - place[0]) * pdk_cos(heading) + (point[1] - place[1]) * pdk_sin(heading);
    return aside > half_lane ? 1 : aside < -half_lane ? -1 : 0;
}

/* A lane on `side` begins (or ends) within the record. */
static bool opens(const pdk_tri_track *track, uint32_t record, int side)
{
    uint32_t first = record * PDK_TRI_ROWS;
    return side_of(track, first) == 0 && side_of(track, first + 1) == side;
}

static bool closes(const pdk_tri_track *track, uint32_t record, int side)
{
    uint32_t last = record * PDK_TRI_ROWS + PDK_TRI_ROWS - 1, next;
    return pdk_tri_next(track, last, &next) && side_of(track, last) == side && side_of(track, next) == 0;
}

static bool speaks_for_record(uint8_t mode)
{
    return mode == PDK_TRI_LANE_SPLIT || mode == PDK_TRI_LANE_MERGE || mode == PDK_TRI_ROOF_2_10 ||
           mode == PDK_TRI_ROOF_4_7 || mode == PDK_TRI_ROOF_4_9 || mode == PDK_TRI_ROOF_5_9;
}

/* A split driven the other way is a merge. */
static uint8_t turn_lanes(const pdk_tri_track *track, uint32_t record, uint8_t mode)
{
    if (mode == PDK_TRI_LANE_SPLIT) return opens(track, record, 1) ? WIDE : PDK_TRI_LANE_MERGE;
    if (mode == PDK_TRI_LANE_MERGE) return closes(track, record, 1) ? WIDE : PDK_TRI_LANE_SPLIT;
    if (mode == WIDE && closes(track, record, -1)) return PDK_TRI_LANE_SPLIT;
    if (mode == WIDE && opens(track, record, -1)) return PDK_TRI_LANE_MERGE;
    return mode;
}

static uint8_t other_side(uint8_t mode)
{
    if (mode == WATERFALL_LEFT) return WATERFALL_RIGHT;
    return mode == WATERFALL_RIGHT ? WATERFALL_LEFT : mode;
}

void pdk_tri_turn_modes(const pdk_tri_track *track, uint32_t record, uint8_t modes[PDK_TRI_ROWS])
{
    uint8_t old[PDK_TRI_ROWS];
    bool for_record = false;
    for (uint32_t row = 0; row < PDK_TRI_ROWS; row++) {
        const uint8_t *node = pdk_tri_node_at(track, record * PDK_TRI_ROWS + row);
        old[row] = (uint8_t)pdk_tri_number(&pdk_tri_node, "mode", node);
        for_record = for_record || speaks_for_record(old[row]);
    }
    uint8_t first = turn_lanes(track, record, old[0]);
    for_record = for_record || first != old[0];
    for (uint32_t row = 0; row < PDK_TRI_ROWS; row++) {
        modes[row] = other_side(old[for_record ? (PDK_TRI_ROWS - row) % PDK_TRI_ROWS : PDK_TRI_ROWS - 1 - row]);
    }
    if (for_record) modes[0] = other_side(first);
}
