/* A track edited as a whole: a copy of the file in which everything that depends on the change is written again. */
#ifndef PADDOCK_FORMAT_TRI_TRI_EDIT_H
#define PADDOCK_FORMAT_TRI_TRI_EDIT_H

#include "format/format.h"
#include "format/tri/tri_track.h"

typedef struct pdk_tri_edit {
    const pdk_tri_track *track; /* as it was */
    uint8_t *file;              /* as it becomes; begins as a copy */
    double (*places)[3];        /* of its nodes: x, y, z */
    pdk_memory *memory;         /* for what is needed on the way */
} pdk_tri_edit;

/* Records of the new file. */
uint8_t *pdk_tri_edit_node(const pdk_tri_edit *edit, uint32_t node);
uint8_t *pdk_tri_edit_prop(const pdk_tri_edit *edit, uint32_t prop);
uint8_t *pdk_tri_edit_record(const pdk_tri_edit *edit, uint32_t record);
/* The eleven points of a node's row, in either file: at `row` of the record at `record`. */
size_t pdk_tri_row_offset(uint32_t row);
/* A stored number into a field by name; false when it does not fit. */
bool pdk_tri_put(const pdk_record *record, const char *field, uint8_t *at, int64_t stored);
/* The failure to report then. */
pdk_status pdk_tri_does_not_fit(pdk_error *error, const char *zone, uint32_t index, const char *field);

/* Heading of a node by the formula, 0 .. 16383 steps clockwise, from places; the last one's is toward node 0 on a
 * closed track, and that of the node before on an open road. */
uint32_t pdk_tri_formula_heading(double (*const places)[3], uint32_t count, bool closed, uint32_t node);
/* Writes edit->places from the new file's nodes, and the header's copy of node 0. */
bool pdk_tri_edit_measure(pdk_tri_edit *edit);
/* The right vector of a node from its heading and slant; the last one's from the direction it leads to. */
bool pdk_tri_edit_right(pdk_tri_edit *edit, uint32_t node);

/* tri_lanes.c: the modes of a record's four nodes, driven the other way. */
void pdk_tri_turn_modes(const pdk_tri_track *track, uint32_t record, uint8_t modes[PDK_TRI_ROWS]);
/* tri_turn_props.c: props keep their place and direction in the world, and are sorted by their new nodes. */
pdk_status pdk_tri_turn_props(pdk_tri_edit *edit, pdk_error *error);
/* tri_lower_props.c: a prop moves as the ground under it, whose points have risen by that much. False when that does
 * not fit. */
bool pdk_tri_lower_prop(pdk_tri_edit *edit, uint32_t prop, const double *rises);
/* tri_road_height.c: height of the old road at a place, continued sideways from a node. */
double pdk_tri_road_height(const pdk_tri_track *track, uint32_t node, const double place[3]);
/* tri_reverse.c, tri_flatten.c */
pdk_status pdk_tri_reverse(pdk_tri_edit *edit, pdk_error *error);
pdk_status pdk_tri_flatten(pdk_tri_edit *edit, pdk_error *error);

/* --- tri_road_height.c --- */
enum { PDK_TRI_KNOTS = 5 };
/* Height of the road across a row, relative to the node: linear between knots, level beyond them. */
typedef struct pdk_tri_profile {
    double aside[PDK_TRI_KNOTS], up[PDK_TRI_KNOTS]; /* from left to right */
} pdk_tri_profile;

pdk_tri_profile pdk_tri_profile_of(const pdk_tri_track *track, uint32_t node);
/* `aside`: to the right of the node (pdk_tri_aside). */
double pdk_tri_profile_height(const pdk_tri_profile *across, double aside);
double pdk_tri_aside(const double place[3], const double from[3], double heading);

#endif
