/* A TRI file's zones as found, and what every part of the reader asks about the road. */
#ifndef PADDOCK_FORMAT_TRI_TRI_TRACK_H
#define PADDOCK_FORMAT_TRI_TRI_TRACK_H

#include "format/format.h"
#include "format/tri/tri_layout.h"
#include "model/document.h"

/* The counts are what is there and in use: a file cut short and read with `partial` has fewer. */
typedef struct pdk_tri_track {
    const uint8_t *bytes; /* the file */
    bool closed;
    uint32_t announced;  /* records the header speaks of */
    uint32_t node_count; /* 4 a record */
    uint32_t speed_count;
    uint32_t type_count;    /* prop types */
    uint32_t prop_capacity; /* props there is room for ... */
    uint32_t prop_count;    /*   ... and those before the first -1 */
    uint32_t record_count;
    uint64_t props_at;
    uint32_t rail;       /* the header's fence texture */
    double *distance;    /* of each node along the road */
    double (*places)[3]; /* x, y, z of each node */
    double (*points)[3]; /* x, y, z of record_count * 44 scenery points */
} pdk_tri_track;

const uint8_t *pdk_tri_node_at(const pdk_tri_track *track, uint32_t node);
const uint8_t *pdk_tri_type_at(const pdk_tri_track *track, uint32_t type);
const uint8_t *pdk_tri_prop_at(const pdk_tri_track *track, uint32_t prop);
const uint8_t *pdk_tri_record_at(const pdk_tri_track *track, uint32_t record);

/* A field of a record by name, scaled; the name must exist. */
double pdk_tri_value(const pdk_record *record, const char *field, const uint8_t *at);
/* The stored number. */
int64_t pdk_tri_number(const pdk_record *record, const char *field, const uint8_t *at);

/* x, y, z of a node. */
void pdk_tri_place(const pdk_tri_track *track, uint32_t node, double place[3]);
/* The node a prop's reference means: numbers past the end go round again, as other readers do. False when negative. */
bool pdk_tri_prop_node(const pdk_tri_track *track, int64_t reference, uint32_t *node);
/* Heading toward the next node, anticlockwise from +y. The last node used has none itself: a closed track continues to
 * node 0, an open road keeps the heading before. */
double pdk_tri_heading(const pdk_tri_track *track, uint32_t node);
/* The unit vector to the right of the road, x, y, z, by the formula where the file's own is of no meaning. */
void pdk_tri_right(const pdk_tri_track *track, uint32_t node, double right[3]);
/* The node after another; false at the end of an open road. */
bool pdk_tri_next(const pdk_tri_track *track, uint32_t node, uint32_t *next);

/* Where a prop's foot is and, where wanted, its heading. False when its node makes no sense. */
bool pdk_tri_prop_place(const pdk_tri_track *track, const uint8_t *prop, double place[3], double *heading);

/* Heading and slope from one place to another as the file stores them: floored to 1/16384 turn, 0 .. 16383, heading
 * clockwise. */
uint32_t pdk_tri_stored_heading(const double from[3], const double to[3]);
uint32_t pdk_tri_stored_slope(const double from[3], const double to[3]);
/* Such steps into the signed 14 bits of an angle of a node; false when they do not fit. */
bool pdk_tri_put_angle(uint8_t *node, const char *field, uint32_t steps);
/* The right vector that belongs to a heading and slant (radians, as the tables have them): x, y, z. */
void pdk_tri_right_of(double heading, double slant, double right[3]);

/* How far it is from one place to another; *level is the same seen from above. */
double pdk_tri_step(const double from[3], const double to[3], double *level);

/* Fills distance, places and points; false when out of memory. */
bool pdk_tri_measure(pdk_tri_track *track, pdk_memory *memory);

/* tri_properties.c, tri_tables.c, tri_lines.c, tri_mesh.c */
void pdk_tri_add_properties(pdk_document *document, const pdk_tri_track *track);
void pdk_tri_add_tables(pdk_document *document, const pdk_tri_track *track);
void pdk_tri_add_lines(pdk_document *document, const pdk_tri_track *track);
void pdk_tri_add_surfaces(pdk_document *document, const pdk_tri_track *track);
/* tri_edit.c, tri_check.c, tri_synth.c, tri_recompute.c */
pdk_status pdk_tri_edit_track(const pdk_document *document, pdk_track_edit which, pdk_output *output, pdk_error *error);
pdk_status pdk_tri_check(const pdk_document *document, pdk_report *report, pdk_error *error);
bool pdk_tri_recompute(const pdk_document *document, bool all, uint8_t *edited);
pdk_status pdk_tri_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error);

#endif
