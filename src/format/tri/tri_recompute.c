/* What follows from other fields of a track, computed again where those were edited. Other values stay, even where the
 * game's own deviate from the formula, unless all are requested. */
#include <string.h>

#include "format/format.h"
#include "format/tri/tri_track.h"

/* A track before and after an edit. */
typedef struct change {
    const pdk_tri_track *track;
    const uint8_t *before;
    uint8_t *after;
    bool all;  /* not only what follows from what differs */
    bool fits; /* every new value fitted its field */
} change;

static uint64_t node_offset(const change *edit, uint32_t node)
{
    return (uint64_t)(pdk_tri_node_at(edit->track, node) - edit->track->bytes);
}

static void place_of(const uint8_t *node, double place[3])
{
    place[0] = pdk_tri_value(&pdk_tri_node, "x", node);
    place[1] = pdk_tri_value(&pdk_tri_node, "y", node);
    place[2] = pdk_tri_value(&pdk_tri_node, "z", node);
}

static bool has_moved(const change *edit, uint32_t node)
{
    static const char *const axes[] = { "x", "y", "z" };
    uint64_t at = node_offset(edit, node);
    for (int axis = 0; axis < 3; axis++) {
        if (pdk_tri_number(&pdk_tri_node, axes[axis], edit->before + at) !=
            pdk_tri_number(&pdk_tri_node, axes[axis], edit->after + at)) {
            return true;
        }
    }
    return false;
}

static void put(change *edit, const pdk_record *record, const char *field, uint8_t *at, int64_t stored)
{
    edit->fits = pdk_put_i64(pdk_record_field(record, field), 0, at, stored) && edit->fits;
}

/* Toward the next node. The last node used has no direction itself. */
static void aim(change *edit, uint32_t node)
{
    if (!edit->all && !has_moved(edit, node) && !has_moved(edit, node + 1)) return;
    double here[3], next[3];
    uint8_t *at = edit->after + node_offset(edit, node);
    place_of(at, here);
    place_of(edit->after + node_offset(edit, node + 1), next);
    edit->fits = pdk_tri_put_angle(at, "heading", pdk_tri_stored_heading(here, next)) && edit->fits;
    edit->fits = pdk_tri_put_angle(at, "slope", pdk_tri_stored_slope(here, next)) && edit->fits;
}

static void turn(change *edit, uint32_t node)
{
    const uint8_t *before = edit->before + node_offset(edit, node);
    uint8_t *after = edit->after + node_offset(edit, node);
    bool same = pdk_tri_number(&pdk_tri_node, "heading", before) == pdk_tri_number(&pdk_tri_node, "heading", after) &&
                pdk_tri_number(&pdk_tri_node, "slant", before) == pdk_tri_number(&pdk_tri_node, "slant", after);
    if (same && !edit->all) return;
    double right[3];
    pdk_tri_right_of(pdk_tri_value(&pdk_tri_node, "heading", after), pdk_tri_value(&pdk_tri_node, "slant", after),
                     right);
    const pdk_named_value values[] = {
        { "right_x", right[0] }, { "right_y", right[1] }, { "right_z", right[2] }, { NULL, 0 }
    };
    edit->fits = pdk_put_values(&pdk_tri_node, after, values) && edit->fits;
}

/* The header's copy of the first node's place, and the length of the scenery. */
static void copy_to_header(change *edit)
{
    static const char *const axes[][2] = { { "start_x", "x" }, { "start_y", "y" }, { "start_z", "z" } };
    const uint8_t *first = edit->after + node_offset(edit, 0);
    for (int axis = 0; axis < 3 && (edit->all || has_moved(edit, 0)); axis++) {
        put(edit, &pdk_tri_header, axes[axis][0], edit->after, pdk_tri_number(&pdk_tri_node, axes[axis][1], first));
    }
    int64_t records = pdk_tri_number(&pdk_tri_header, "record_count", edit->after);
    if (edit->all || records != pdk_tri_number(&pdk_tri_header, "record_count", edit->before)) {
        put(edit, &pdk_tri_header, "scenery_size", edit->after, records * pdk_tri_record.size);
    }
}

static void measure_props(change *edit)
{
    uint64_t at = PDK_TRI_SECTION_AT;
    if (edit->track->type_count == 0) return;
    int64_t types = pdk_tri_number(&pdk_tri_prop_header, "prop_type_count", edit->after + at);
    int64_t capacity = pdk_tri_number(&pdk_tri_prop_header, "prop_capacity", edit->after + at);
    if (!edit->all && types == pdk_tri_number(&pdk_tri_prop_header, "prop_type_count", edit->before + at) &&
        capacity == pdk_tri_number(&pdk_tri_prop_header, "prop_capacity", edit->before + at)) {
        return;
    }
    put(edit, &pdk_tri_prop_header, "chunk_size", edit->after + at,
        12 + pdk_tri_prop_type.size * types + pdk_tri_prop.size * capacity);
}

bool pdk_tri_recompute(const pdk_document *document, bool all, uint8_t *edited)
{
    const pdk_tri_track *track = document->state;
    change edit = { .track = track, .before = document->content.data, .after = edited, .all = all, .fits = true };
    for (uint32_t i = 0; i + 1 < track->node_count; i++) aim(&edit, i);
    for (uint32_t i = 0; i + 1 < track->node_count; i++) turn(&edit, i);
    if (track->node_count > 0) copy_to_header(&edit);
    measure_props(&edit);
    return edit.fits;
}
