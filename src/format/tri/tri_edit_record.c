/* Records of a track while it is changed: where they are, what is written into them, and what follows from it. */
#include "format/tri/tri_edit.h"

#include <stdio.h>

static const char *const axes[] = { "x", "y", "z" };

uint8_t *pdk_tri_edit_node(const pdk_tri_edit *edit, uint32_t node)
{
    return edit->file + (pdk_tri_node_at(edit->track, node) - edit->track->bytes);
}

uint8_t *pdk_tri_edit_prop(const pdk_tri_edit *edit, uint32_t prop)
{
    return edit->file + (pdk_tri_prop_at(edit->track, prop) - edit->track->bytes);
}

uint8_t *pdk_tri_edit_record(const pdk_tri_edit *edit, uint32_t record)
{
    return edit->file + (pdk_tri_record_at(edit->track, record) - edit->track->bytes);
}

size_t pdk_tri_row_offset(uint32_t row)
{
    return pdk_record_field(&pdk_tri_record, "points")->offset + (size_t)row * PDK_TRI_COLUMNS * pdk_tri_point.size;
}

bool pdk_tri_put(const pdk_record *record, const char *field, uint8_t *at, int64_t stored)
{
    return pdk_put_i64(pdk_record_field(record, field), 0, at, stored);
}

pdk_status pdk_tri_does_not_fit(pdk_error *error, const char *zone, uint32_t index, const char *field)
{
    char where[64];
    snprintf(where, sizeof where, "tri.%s[%u].%s", zone, (unsigned)index, field);
    return pdk_fail_where(
        error, PDK_E_CORRUPT, PDK_NO_OFFSET, "tri.edit.range", where,
        "the edited value does not fit its field; files of the game are far from that, so check the track first");
}

uint32_t pdk_tri_formula_heading(double (*const places)[3], uint32_t count, bool closed, uint32_t node)
{
    if (node + 1 < count) return pdk_tri_stored_heading(places[node], places[node + 1]);
    return closed ? pdk_tri_stored_heading(places[node], places[0])
                  : pdk_tri_stored_heading(places[node - 1], places[node]);
}

bool pdk_tri_edit_measure(pdk_tri_edit *edit)
{
    static const char *const starts[] = { "start_x", "start_y", "start_z" };
    bool fits = true;
    for (uint32_t i = 0; i < edit->track->node_count; i++) {
        for (int axis = 0; axis < 3; axis++) {
            edit->places[i][axis] = pdk_tri_value(&pdk_tri_node, axes[axis], pdk_tri_edit_node(edit, i));
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        fits = pdk_tri_put(&pdk_tri_header, starts[axis], edit->file,
                           pdk_tri_number(&pdk_tri_node, axes[axis], pdk_tri_edit_node(edit, 0))) &&
               fits;
    }
    return fits;
}

bool pdk_tri_edit_right(pdk_tri_edit *edit, uint32_t node)
{
    static const double step = 6.283185307179586476925286766559 / 16384;
    uint8_t *at = pdk_tri_edit_node(edit, node);
    uint32_t count = edit->track->node_count;
    double heading = pdk_tri_value(&pdk_tri_node, "heading", at), right[3];
    if (node + 1 == count) heading = -step * pdk_tri_formula_heading(edit->places, count, edit->track->closed, node);
    pdk_tri_right_of(heading, pdk_tri_value(&pdk_tri_node, "slant", at), right);
    return pdk_put_values(&pdk_tri_node, at,
                          (const pdk_named_value[]){
                              { "right_x", right[0] }, { "right_y", right[1] }, { "right_z", right[2] }, { NULL, 0 } });
}
