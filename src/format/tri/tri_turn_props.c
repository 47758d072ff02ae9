/* Props on a track that is driven the other way: their positions and directions in the world stay. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/tri/tri_edit.h"

/* Old props in the order of the new file. */
typedef struct turned {
    int64_t node;      /* the new one */
    uint32_t prop, at; /* the old one, and its place when the old order is turned round */
} turned;

static int by_node(const void *a, const void *b)
{
    const turned *x = a, *y = b;
    if (x->node != y->node) return x->node < y->node ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* Node 0 of an open road is removed: its props go to the node that was next to it, and is now last. */
static bool loses_node(const pdk_tri_track *track, uint32_t node)
{
    return node == 0 && !track->closed;
}

static uint32_t turn_reference(const pdk_tri_track *track, uint32_t node)
{
    if (node > 0) return track->node_count - node;
    return track->closed ? 0 : track->node_count - 1;
}

/* The same place from another node. */
static bool move_offset(const pdk_tri_edit *edit, uint8_t *prop, uint32_t old, uint32_t node)
{
    static const char *const fields[] = { "offset_x", "offset_y", "offset_z" };
    bool fits = true;
    for (int axis = 0; axis < 3; axis++) {
        double offset = pdk_tri_value(&pdk_tri_prop, fields[axis], prop);
        offset += edit->track->places[old][axis] - edit->places[node][axis];
        fits = pdk_put(&pdk_tri_prop, prop, fields[axis], offset) && fits;
    }
    return fits;
}

/* Yaw counts from the node's heading, so it turns back by what that has turned: about half round. Headings are those of
 * the formula on both sides, so that a second time undoes the first. */
static void turn_yaw(const pdk_tri_edit *edit, uint8_t *prop, uint32_t old, uint32_t node)
{
    enum { STEPS = 16384, STEPS_OF_YAW = 64, YAWS = 256 };
    const pdk_tri_track *track = edit->track;
    double before = pdk_tri_formula_heading(track->places, track->node_count, track->closed, old);
    double after = pdk_tri_formula_heading(edit->places, track->node_count, track->closed, node);
    long turn = lrint(remainder(before - after, STEPS) / STEPS_OF_YAW);
    long yaw = (long)(pdk_tri_number(&pdk_tri_prop, "yaw", prop) + turn) & (YAWS - 1);
    pdk_tri_put(&pdk_tri_prop, "yaw", prop, yaw >= YAWS / 2 ? yaw - YAWS : yaw);
}

/* A prop that refers to no node stays as it is. */
static bool turn_prop(const pdk_tri_edit *edit, uint8_t *prop, int64_t node)
{
    uint32_t old;
    if (!pdk_tri_prop_node(edit->track, pdk_tri_number(&pdk_tri_prop, "node", prop), &old)) return true;
    turn_yaw(edit, prop, old, (uint32_t)node);
    return pdk_tri_put(&pdk_tri_prop, "node", prop, node) &&
           (!loses_node(edit->track, old) || move_offset(edit, prop, old, (uint32_t)node));
}

pdk_status pdk_tri_turn_props(pdk_tri_edit *edit, pdk_error *error)
{
    const pdk_tri_track *track = edit->track;
    turned *order = pdk_alloc_array(edit->memory, track->prop_count, sizeof *order);
    if (order == NULL) return pdk_fail_memory(error, edit->memory, "the new order of the props");
    for (uint32_t i = 0; i < track->prop_count; i++) {
        uint32_t prop = track->prop_count - 1 - i, old;
        int64_t node = pdk_tri_number(&pdk_tri_prop, "node", pdk_tri_prop_at(track, prop));
        if (pdk_tri_prop_node(track, node, &old)) node = turn_reference(track, old);
        order[i] = (turned){ node, prop, i };
    }
    if (track->prop_count > 0) qsort(order, track->prop_count, sizeof *order, by_node);
    pdk_status status = PDK_OK;
    for (uint32_t i = 0; i < track->prop_count && status == PDK_OK; i++) {
        uint8_t *prop = pdk_tri_edit_prop(edit, i);
        memcpy(prop, pdk_tri_prop_at(track, order[i].prop), pdk_tri_prop.size);
        if (!turn_prop(edit, prop, order[i].node))
            status = pdk_tri_does_not_fit(error, "prop", order[i].prop, "offset_x");
    }
    pdk_free(edit->memory, order);
    return status;
}
