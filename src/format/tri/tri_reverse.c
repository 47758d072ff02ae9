/* A track driven the other way.
 *
 * Node j of the new track is node N - j of the old one, so that records, four nodes each, stay whole: record r becomes
 * R - 1 - r, and a closed track keeps its start line at node 0. An open road has no node N: its new first node
 * continues the road backwards from the old last one, and is as far from a straight continuation as the old first node
 * was; this way a second reverse brings that one back, to the byte. What a node says about its place (widths, lanes,
 * slant, its row of scenery) moves with the node; what it says about the stretch to the next (kind of barrier, surface,
 * mode) with that. */
#include <string.h>

#include "format/tri/tri_edit.h"

/* The field that says on the other side what one says here. */
static const char *const point_pairs[][2] = { { "left_verge", "right_verge" },
                                              { "left_barrier", "right_barrier" },
                                              { "lanes", "oncoming_lanes" } };
static const char *const step_pairs[][2] = { { "left_barrier_kind", "right_barrier_kind" },
                                             { "left_surface", "right_surface" } };
enum { POINT_PAIRS = 3, STEP_PAIRS = 2, WIDTHS = 2 /* of the point pairs */, STEPS = 16384 };

static int64_t number(const char *field, const uint8_t *node)
{
    return pdk_tri_number(&pdk_tri_node, field, node);
}

/* The two sides of `to` get what the other sides of `from` have. */
static void swap_sides(const char *const pair[2], const uint8_t *from, uint8_t *to)
{
    pdk_tri_put(&pdk_tri_node, pair[0], to, number(pair[1], from)); /* fields of one width: always fits */
    pdk_tri_put(&pdk_tri_node, pair[1], to, number(pair[0], from));
}

static uint32_t mirrored(uint32_t column)
{
    enum { SIDE = 5 };
    if (column == 0) return 0;
    return column <= SIDE ? column + SIDE : column - SIDE;
}

/* ------------------------------------------------------------------------------------------------ nodes */

static void turn_node(const uint8_t *from, uint8_t *to)
{
    memcpy(to, from, pdk_tri_node.size); /* keeps the bytes of unknown meaning */
    for (int i = 0; i < POINT_PAIRS; i++) swap_sides(point_pairs[i], from, to);
    pdk_tri_put_angle(to, "slant", (uint32_t)-number("slant", from) & (STEPS - 1));
}

/* What a node says about the stretch to the next; node j of the new track goes back over the stretch before N - j. */
static void turn_stretches(pdk_tri_edit *edit)
{
    const pdk_tri_track *track = edit->track;
    uint32_t last = track->node_count - 1;
    for (uint32_t j = 0; j <= last; j++) {
        for (int i = 0; i < STEP_PAIRS; i++) {
            swap_sides(step_pairs[i], pdk_tri_node_at(track, last - j), pdk_tri_edit_node(edit, j));
        }
    }
    for (uint32_t r = 0; r < track->record_count; r++) {
        uint8_t modes[PDK_TRI_ROWS];
        pdk_tri_turn_modes(track, track->record_count - 1 - r, modes);
        for (uint32_t row = 0; row < PDK_TRI_ROWS; row++) {
            pdk_tri_put(&pdk_tri_node, "mode", pdk_tri_edit_node(edit, r * PDK_TRI_ROWS + row), modes[row]);
        }
    }
}

/* The first node of an open road driven the other way: after the old last one. */
static bool continue_nodes(pdk_tri_edit *edit)
{
    static const char *const axes[] = { "x", "y", "z" };
    const pdk_tri_track *track = edit->track;
    const uint8_t *first[3], *last[2];
    for (uint32_t i = 0; i < 3; i++) first[i] = pdk_tri_node_at(track, i);
    for (uint32_t i = 0; i < 2; i++) last[i] = pdk_tri_node_at(track, track->node_count - 1 - i);
    uint8_t *to = pdk_tri_edit_node(edit, 0);
    turn_node(first[0], to);
    for (int i = 0; i < WIDTHS; i++) {
        for (int side = 0; side < 2; side++) {
            const char *here = point_pairs[i][side], *there = point_pairs[i][1 - side];
            int64_t width = number(there, last[0]), wanted = width + number(here, first[0]) - number(here, first[1]);
            if (!pdk_tri_put(&pdk_tri_node, here, to, wanted)) pdk_tri_put(&pdk_tri_node, here, to, width);
        }
    }
    int64_t bank = number("slant", first[0]) - number("slant", first[1]) - number("slant", last[0]);
    pdk_tri_put_angle(to, "slant", (uint32_t)bank & (STEPS - 1));
    bool fits = true;
    for (int axis = 0; axis < 3; axis++) {
        int64_t bend = number(axes[axis], first[0]) - 2 * number(axes[axis], first[1]) + number(axes[axis], first[2]);
        int64_t straight = 2 * number(axes[axis], last[0]) - number(axes[axis], last[1]);
        fits = pdk_tri_put(&pdk_tri_node, axes[axis], to, straight + bend) && fits;
    }
    return fits;
}

/* Directions by the formulas; the last node has none but its right vector. */
static bool put_directions(pdk_tri_edit *edit)
{
    uint32_t count = edit->track->node_count;
    bool fits = true;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *node = pdk_tri_edit_node(edit, i);
        bool leads_on = i + 1 < count;
        const double *here = edit->places[i], *next = edit->places[leads_on ? i + 1 : i];
        fits = pdk_tri_put_angle(node, "heading", leads_on ? pdk_tri_stored_heading(here, next) : 0) && fits;
        fits = pdk_tri_put_angle(node, "slope", leads_on ? pdk_tri_stored_slope(here, next) : 0) && fits;
        fits = pdk_tri_edit_right(edit, i) && fits;
    }
    return fits;
}

static bool turn_nodes(pdk_tri_edit *edit)
{
    const pdk_tri_track *track = edit->track;
    uint32_t count = track->node_count;
    for (uint32_t j = 1; j < count; j++) turn_node(pdk_tri_node_at(track, count - j), pdk_tri_edit_node(edit, j));
    bool fits = true;
    if (track->closed) turn_node(pdk_tri_node_at(track, 0), pdk_tri_edit_node(edit, 0));
    else fits = continue_nodes(edit);
    turn_stretches(edit);
    return pdk_tri_edit_measure(edit) && put_directions(edit) && fits;
}

/* ---------------------------------------------------------------------------------------------- records */

static const uint8_t *old_row(const pdk_tri_track *track, uint32_t node)
{
    return pdk_tri_record_at(track, node / PDK_TRI_ROWS) + pdk_tri_row_offset(node % PDK_TRI_ROWS);
}

/* Points are differences along either side: the sides change places as they are. */
static void turn_row(const uint8_t *from, uint8_t *to)
{
    for (uint32_t k = 0; k < PDK_TRI_COLUMNS; k++) {
        memcpy(to + (size_t)k * pdk_tri_point.size, from + (size_t)mirrored(k) * pdk_tri_point.size,
               pdk_tri_point.size);
    }
}

/* The row of the new first node: that of the old last, changed by as much as the old first row was from the second. */
static void continue_row(const pdk_tri_track *track, uint8_t *to)
{
    const uint8_t *first = old_row(track, 0), *second = old_row(track, 1);
    turn_row(old_row(track, track->node_count - 1), to);
    for (uint32_t k = 0; k < PDK_TRI_COLUMNS; k++) {
        size_t at = (size_t)k * pdk_tri_point.size;
        for (uint32_t axis = 0; axis < pdk_tri_point.field_count; axis++) {
            const pdk_field *field = &pdk_tri_point.fields[axis];
            int64_t change = pdk_get_i64(field, 0, first + at) - pdk_get_i64(field, 0, second + at);
            pdk_put_i64(field, 0, to + at,
                        pdk_get_i64(field, 0, to + at) + change); /* or stays, where it would not fit */
        }
    }
}

static void turn_rows(pdk_tri_edit *edit)
{
    const pdk_tri_track *track = edit->track;
    for (uint32_t j = 0; j < track->node_count; j++) {
        uint8_t *to = pdk_tri_edit_record(edit, j / PDK_TRI_ROWS) + pdk_tri_row_offset(j % PDK_TRI_ROWS);
        if (j > 0) turn_row(old_row(track, track->node_count - j), to);
        else if (track->closed) turn_row(old_row(track, 0), to);
        else continue_row(track, to);
    }
}

/* Textures, fences and speeds are a record's. */
static void turn_records(pdk_tri_edit *edit)
{
    const pdk_tri_track *track = edit->track;
    const pdk_field *textures = pdk_record_field(&pdk_tri_record, "textures");
    uint8_t *speeds = edit->file + PDK_TRI_SPEEDS_AT;
    for (uint32_t r = 0; r < track->record_count; r++) {
        uint32_t old = track->record_count - 1 - r;
        const uint8_t *from = pdk_tri_record_at(track, old);
        uint8_t *to = pdk_tri_edit_record(edit, r);
        memcpy(to, from, pdk_tri_row_offset(0));
        for (uint32_t strip = 0; strip < PDK_TRI_STRIPS; strip++) {
            uint32_t other = (strip + PDK_TRI_STRIPS / 2) % PDK_TRI_STRIPS;
            pdk_put_i64(textures, strip, to, pdk_get_i64(textures, other, from));
        }
        pdk_tri_put(&pdk_tri_record, "left_fence", to, pdk_tri_number(&pdk_tri_record, "right_fence", from));
        pdk_tri_put(&pdk_tri_record, "right_fence", to, pdk_tri_number(&pdk_tri_record, "left_fence", from));
        memcpy(speeds + (size_t)r * pdk_tri_speed.size,
               track->bytes + PDK_TRI_SPEEDS_AT + (size_t)old * pdk_tri_speed.size, pdk_tri_speed.size);
    }
    turn_rows(edit);
}

pdk_status pdk_tri_reverse(pdk_tri_edit *edit, pdk_error *error)
{
    if (!turn_nodes(edit)) return pdk_tri_does_not_fit(error, "node", 0, "x");
    turn_records(edit);
    return pdk_tri_turn_props(edit, error);
}
