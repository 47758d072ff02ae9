/*
 *     las_header.c   the header, and what does not fit together in it
 *     las_vlr.c      variable length records: the list, what is kept of them
 *     las_crs.c      the coordinate system they state, and its units
 *     las_wkt.c      units in well-known text
 *     las_points.c   the points
 *     las_run.c      where records of points are: in the file, or unpacked
 *     las_values.c   the other values of the points: intensity, colours, extra bytes
 *     las_colors.c   colours, and those that are bytes in 16 bits
 *     las_import.c   the document
 */
#ifndef PADDOCK_FORMAT_LAS_LAS_H
#define PADDOCK_FORMAT_LAS_LAS_H

#include <string.h>

#include "format/las/las_layout.h"
#include "model/mesh.h"

/* Records of either kind, as the table of them gives them. */
typedef struct pdk_las_vlr_row {
    uint64_t offset, length; /* of its bytes */
    const uint8_t *head;
    bool extended;
} pdk_las_vlr_row;

/* How packed points are unpacked (laz/laz.h). */
typedef struct pdk_laz pdk_laz;

typedef struct pdk_las {
    pdk_document *document;
    const uint8_t *bytes; /* of the file */
    uint64_t size;
    uint32_t minor; /* of the version */
    uint32_t header_size;
    uint64_t points_offset;
    uint32_t point_format, point_size;
    uint64_t point_count;
    bool is_packed;        /* a LAZ */
    const pdk_laz *packed; /* how; NULL = not, or not yet known */
    uint64_t evlr_offset, waveform_offset;
    uint32_t vlr_count, evlr_count;
    double scale[3], offset[3];
    /* Where a scale is one divided by a whole number (0.01): that number, else 0; and the offset times it, where that
     * is whole, else NAN. Coordinates are divided by it: 84939395 / 100 is 849393.95, 84939395 * 0.01 is not. */
    double divisor[3], offset_steps[3];
    double minimum[3], maximum[3];
    pdk_vector rows;       /* pdk_las_vlr_row */
    pdk_vector facts;      /* pdk_mesh_fact */
    pdk_vector attributes; /* pdk_attribute */
    const pdk_field *red;  /* of a point; NULL = points have no colour */
    bool colors_are_bytes; /* 0 to 255, where LAS means 0 to 65535 */
    uint16_t epsg, vertical_epsg;
    const char *unit[2];   /* of the table's columns, across and upward */
    pdk_mesh mesh, sketch; /* the latter of records that can be had without unpacking anything */
} pdk_las;

/* --- las_header.c --- */
pdk_status pdk_las_read_header(pdk_las *las, pdk_error *error);
/* --- las_vlr.c --- */
pdk_status pdk_las_read_vlrs(pdk_las *las, pdk_error *error);
void pdk_las_add_vlr_table(pdk_las *las);
extern const char pdk_las_variable_records[], pdk_las_extended_records[]; /* what facts call them */
/* Facts of the mesh: `system` is what those of the coordinate system are called. */
pdk_status pdk_las_add_facts(pdk_las *las, const char *system, pdk_error *error);
bool pdk_las_fact_is_extended(const pdk_mesh_fact *fact);
bool pdk_las_fact_is(const pdk_mesh_fact *fact, const char *user, uint16_t record);
/* The first record of this user and number; NULL = none. */
const pdk_las_vlr_row *pdk_las_find_vlr(const pdk_las *las, const char *user, uint16_t record);
/* Of the spec itself: extra bytes, waveform data. */
#define PDK_LAS_SPEC "LASF_Spec"
enum { PDK_LAS_EXTRA_BYTES = 4, PDK_LAS_WAVEFORMS = 65535 };
/* Of the coordinate system. */
#define PDK_LAS_PROJECTION "LASF_Projection"
enum { PDK_LAS_TRANSFORM_WKT = 2111, PDK_LAS_WKT = 2112, PDK_LAS_KEYS = 34735, PDK_LAS_KEY_TEXT = 34737 };
/* --- las_crs.c --- */
/* Properties, warnings, and the units of the mesh. */
void pdk_las_read_crs(pdk_las *las);
/* "coordinate system (EPSG 26910)"; NULL when out of memory. */
const char *pdk_las_crs_name(const pdk_las *las);
/* --- las_wkt.c --- */
/* What one unit across and upward is in metres; 0 = not said. */
typedef struct pdk_las_units {
    double across, upward;
    bool degrees; /* across: longitude and latitude */
    bool geocentric;
} pdk_las_units;
pdk_las_units pdk_las_wkt_units(const char *text, size_t size);
/* --- las_values.c --- */
pdk_status pdk_las_add_attributes(pdk_las *las, pdk_error *error);
/* One value after the fields of a point, as its descriptor says. */
typedef struct pdk_las_extra_value {
    char name[33];
    pdk_type type;
    uint32_t components, size; /* bytes of all components */
    uint32_t offset;           /* after the fields */
    uint64_t next;             /* number of the descriptor after this one */
    pdk_type stored;           /* `type` is float64 where it is scaled */
    bool scaled;
    double scale[3], shift[3];
    const uint8_t *descriptor; /* NULL = bytes that are not described */
} pdk_las_extra_value;
/* The one behind `value`; the first where that is zeroed. False after the last. */
bool pdk_las_extra_next(const pdk_las *las, pdk_las_extra_value *value);
/* --- las_colors.c --- */
/* By some of the points. */
void pdk_las_look_at_colors(pdk_las *las);
/* Of records that follow each other, 0 to 65535. */
void pdk_las_take_colors(const pdk_las *las, const uint8_t *records, size_t count, uint16_t (*to)[3]);
pdk_status pdk_las_check_colors(const pdk_las *las, pdk_report *report, pdk_error *error);
/* --- las_run.c --- */
/* Records of points that follow each other, where they are now. */
typedef struct pdk_las_run {
    const uint8_t *at;
    size_t count;
    void *slot; /* that is held for them; NULL = they are in the file */
} pdk_las_run;

/* The records from `first` on, at least one, at most `count`. Any thread; each run is released before the thread takes
 * the next. */
pdk_status pdk_las_take_run(const pdk_las *las, uint64_t first, size_t count, pdk_las_run *run, pdk_error *error);
void pdk_las_give_back(const pdk_las *las, const pdk_las_run *run);
/* Copies of them all. */
pdk_status pdk_las_copy_records(const pdk_las *las, uint64_t first, size_t count, uint8_t *to, pdk_error *error);
/* Records that can be had without unpacking anything: how many, and each. Of packed points the first of every chunk. */
uint64_t pdk_las_known_count(const pdk_las *las);
const uint8_t *pdk_las_known_record(const pdk_las *las, uint64_t number);
/* --- las_points.c --- */
/* The place that a record says. */
void pdk_las_place_of(const pdk_las *las, const uint8_t *record, double point[3]);
void pdk_las_open_points(pdk_las *las);
/* The header's bounds against the points themselves. */
pdk_status pdk_las_check(const pdk_document *document, pdk_report *report, pdk_error *error);

#endif
