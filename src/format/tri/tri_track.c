/* Places, headings and neighbours on the road. */
#include "format/tri/tri_track.h"

#include <math.h>

#include "base/load.h"
#include "base/trigonometry.h"

static const double turn = 6.283185307179586476925286766559;
enum { STEPS = 16384 }; /* of a stored angle in a turn */

const uint8_t *pdk_tri_node_at(const pdk_tri_track *track, uint32_t node)
{
    return track->bytes + PDK_TRI_NODES_AT + (size_t)node * pdk_tri_node.size;
}

const uint8_t *pdk_tri_type_at(const pdk_tri_track *track, uint32_t type)
{
    return track->bytes + PDK_TRI_PROP_TYPES_AT + (size_t)type * pdk_tri_prop_type.size;
}

const uint8_t *pdk_tri_prop_at(const pdk_tri_track *track, uint32_t prop)
{
    return track->bytes + track->props_at + (size_t)prop * pdk_tri_prop.size;
}

const uint8_t *pdk_tri_record_at(const pdk_tri_track *track, uint32_t record)
{
    return track->bytes + PDK_TRI_RECORDS_AT + (size_t)record * pdk_tri_record.size;
}

double pdk_tri_value(const pdk_record *record, const char *field, const uint8_t *at)
{
    return pdk_get_f64(pdk_record_field(record, field), 0, at);
}

int64_t pdk_tri_number(const pdk_record *record, const char *field, const uint8_t *at)
{
    return pdk_get_i64(pdk_record_field(record, field), 0, at);
}

void pdk_tri_place(const pdk_tri_track *track, uint32_t node, double place[3])
{
    for (int axis = 0; axis < 3; axis++) place[axis] = track->places[node][axis];
}

bool pdk_tri_prop_node(const pdk_tri_track *track, int64_t reference, uint32_t *node)
{
    if (reference < 0 || track->node_count == 0) return false;
    *node = (uint32_t)(reference % track->node_count);
    return true;
}

/* The last of the road; a file cut before it has none. */
static bool is_last(const pdk_tri_track *track, uint32_t node)
{
    return node + 1 == track->announced * PDK_TRI_ROWS;
}

bool pdk_tri_next(const pdk_tri_track *track, uint32_t node, uint32_t *next)
{
    *next = node + 1 < track->node_count ? node + 1 : 0;
    return *next != 0 || (track->closed && is_last(track, node));
}

double pdk_tri_heading(const pdk_tri_track *track, uint32_t node)
{
    uint32_t next = 0;
    if (is_last(track, node)) {
        if (!pdk_tri_next(track, node, &next)) return pdk_tri_heading(track, node - 1);
        double from[3], to[3];
        pdk_tri_place(track, node, from);
        pdk_tri_place(track, next, to);
        return pdk_atan2(from[0] - to[0], to[1] - from[1]);
    }
    return pdk_tri_value(&pdk_tri_node, "heading", pdk_tri_node_at(track, node));
}

void pdk_tri_right_of(double heading, double slant, double right[3])
{
    right[0] = pdk_cos(heading) * pdk_cos(slant);
    right[1] = pdk_sin(heading) * pdk_cos(slant);
    right[2] = -pdk_sin(slant);
}

void pdk_tri_right(const pdk_tri_track *track, uint32_t node, double right[3])
{
    const uint8_t *at = pdk_tri_node_at(track, node);
    if (is_last(track, node)) {
        pdk_tri_right_of(pdk_tri_heading(track, node), pdk_tri_value(&pdk_tri_node, "slant", at), right);
        return;
    }
    right[0] = pdk_tri_value(&pdk_tri_node, "right_x", at);
    right[1] = pdk_tri_value(&pdk_tri_node, "right_y", at);
    right[2] = pdk_tri_value(&pdk_tri_node, "right_z", at);
}

static uint32_t stored(double angle)
{
    return (uint32_t)((int64_t)floor(angle * STEPS / turn) & (STEPS - 1));
}

uint32_t pdk_tri_stored_heading(const double from[3], const double to[3])
{
    return stored(pdk_atan2(to[0] - from[0], to[1] - from[1]));
}

uint32_t pdk_tri_stored_slope(const double from[3], const double to[3])
{
    return stored(pdk_atan2(to[2] - from[2], pdk_hypot(to[0] - from[0], to[1] - from[1])));
}

bool pdk_tri_put_angle(uint8_t *node, const char *field, uint32_t steps)
{
    int64_t angle = steps >= STEPS / 2 ? (int64_t)steps - STEPS : (int64_t)steps;
    return pdk_put_i64(pdk_record_field(&pdk_tri_node, field), 0, node, angle);
}

bool pdk_tri_prop_place(const pdk_tri_track *track, const uint8_t *prop, double place[3], double *heading)
{
    uint32_t node;
    if (!pdk_tri_prop_node(track, pdk_tri_number(&pdk_tri_prop, "node", prop), &node)) return false;
    pdk_tri_place(track, node, place);
    place[0] += pdk_tri_value(&pdk_tri_prop, "offset_x", prop);
    place[1] += pdk_tri_value(&pdk_tri_prop, "offset_y", prop);
    place[2] += pdk_tri_value(&pdk_tri_prop, "offset_z", prop);
    if (heading != NULL) {
        *heading = remainder(pdk_tri_heading(track, node) + pdk_tri_value(&pdk_tri_prop, "yaw", prop), turn);
    }
    return true;
}

double pdk_tri_step(const double from[3], const double to[3], double *level)
{
    *level = hypot(to[0] - from[0], to[1] - from[1]);
    return pdk_hypot(*level, to[2] - from[2]);
}

static void measure_record(pdk_tri_track *track, uint32_t record)
{
    const pdk_field *field = pdk_record_field(&pdk_tri_record, "points");
    const uint8_t *at = pdk_tri_record_at(track, record) + field->offset;
    int64_t sums[PDK_TRI_POINTS * 3]; /* x, z, y as they stand */
    for (uint32_t i = 0; i < PDK_TRI_POINTS * 3; i++) sums[i] = pdk_load_i16(at + (size_t)i * 2);
    pdk_chain_sum(field, 3, sums);
    double unit = pdk_tri_point.fields[0].divisor;
    for (uint32_t row = 0; row < PDK_TRI_ROWS; row++) {
        double node[3];
        pdk_tri_place(track, record * PDK_TRI_ROWS + row, node);
        for (uint32_t i = row * PDK_TRI_COLUMNS; i < (row + 1) * PDK_TRI_COLUMNS; i++) {
            double *point = track->points[(size_t)record * PDK_TRI_POINTS + i];
            point[0] = node[0] + (double)sums[i * 3] / unit;
            point[1] = node[1] + (double)sums[i * 3 + 2] / unit;
            point[2] = node[2] + (double)sums[i * 3 + 1] / unit;
        }
    }
}

static void measure_nodes(pdk_tri_track *track)
{
    static const char *const axes[] = { "x", "y", "z" };
    if (track->node_count == 0) return;
    for (int axis = 0; axis < 3; axis++) {
        const pdk_field *field = pdk_record_field(&pdk_tri_node, axes[axis]);
        for (uint32_t i = 0; i < track->node_count; i++) {
            track->places[i][axis] = pdk_get_f64(field, 0, pdk_tri_node_at(track, i));
        }
    }
    for (uint32_t i = 1; i < track->node_count; i++) {
        double level;
        track->distance[i] = track->distance[i - 1] + pdk_tri_step(track->places[i - 1], track->places[i], &level);
    }
}

bool pdk_tri_measure(pdk_tri_track *track, pdk_memory *memory)
{
    track->distance = pdk_alloc_array(memory, track->node_count, sizeof *track->distance);
    track->places = pdk_alloc_array(memory, track->node_count, sizeof *track->places);
    track->points = pdk_alloc_array(memory, (uint64_t)track->record_count * PDK_TRI_POINTS, sizeof *track->points);
    if (track->distance == NULL || track->places == NULL || track->points == NULL) return false;
    measure_nodes(track);
    for (uint32_t record = 0; record < track->record_count; record++) measure_record(track, record);
    return true;
}
