/* The records of a TRI file (tri_layout.c) and the offsets of its zones. */
#ifndef PADDOCK_FORMAT_TRI_TRI_LAYOUT_H
#define PADDOCK_FORMAT_TRI_TRI_LAYOUT_H

#include "layout/layout.h"

enum {
    PDK_TRI_VERSION = 0x11,
    PDK_TRI_MAX_RECORDS = 600,
    PDK_TRI_MAX_NODES = 2400,
    PDK_TRI_PROP_TYPES = 64, /* in every file seen */
    PDK_TRI_PROPS = 1000,
    PDK_TRI_ROWS = 4,     /* of scenery points in a record, one for each node */
    PDK_TRI_COLUMNS = 11, /* points of a row */
    PDK_TRI_POINTS = PDK_TRI_ROWS * PDK_TRI_COLUMNS,
    PDK_TRI_STRIPS = 10,

    PDK_TRI_OFFSETS_AT = 0x2C,
    PDK_TRI_NODES_AT = 0x98C,
    PDK_TRI_SPEEDS_AT = 0x15B0C,
    PDK_TRI_SECTION_AT = 0x16214,
    PDK_TRI_PROP_TYPES_AT = 0x16228,
    PDK_TRI_RECORDS_AT = 0x1A4A8,
};

/* What a prop type can be, and its one known flag. */
enum { PDK_TRI_MODEL = 1, PDK_TRI_BITMAP = 4, PDK_TRI_CORNER = 6, PDK_TRI_ANIMATED = 4 };

/* Node modes that change what is drawn. */
enum {
    PDK_TRI_LANE_SPLIT = 0,
    PDK_TRI_LANE_MERGE = 2,
    PDK_TRI_USUAL = 3,
    PDK_TRI_ROOF_2_10 = 7,
    PDK_TRI_ROOF_4_7 = 9,
    PDK_TRI_ROOF_4_9 = 12,
    PDK_TRI_ROOF_5_9 = 13,
    PDK_TRI_CRASH = 32,
};

extern const pdk_record pdk_tri_header;      /* at 0 */
extern const pdk_record pdk_tri_offset;      /* 600 of them */
extern const pdk_record pdk_tri_node;        /* 2400 */
extern const pdk_record pdk_tri_speed;       /* 600 */
extern const pdk_record pdk_tri_prop_header; /* 1 */
extern const pdk_record pdk_tri_prop_type;   /* D: what every kind has ... */
extern const pdk_record pdk_tri_prop_model;  /*   ... and each kind's own reading of the same 16 bytes */
extern const pdk_record pdk_tri_prop_bitmap;
extern const pdk_record pdk_tri_prop_corner;
extern const pdk_record pdk_tri_prop;   /* P */
extern const pdk_record pdk_tri_record; /* R */
extern const pdk_record pdk_tri_point;  /* 44 in a record */

extern const pdk_record *const pdk_tri_records[];

/* The reading of a prop type's bytes by its kind; NULL for an unknown kind. */
const pdk_record *pdk_tri_prop_kind(unsigned kind);

#endif
