/* The records of Live for Speed's track meshes (smx_layout.c). */
#ifndef PADDOCK_FORMAT_SMX_SMX_LAYOUT_H
#define PADDOCK_FORMAT_SMX_SMX_LAYOUT_H

#include "layout/layout.h"

#define PDK_SMX_MAGIC "LFSSMX"

/* Places within records that are read by the thousand, named here for the tables and for the code alike. */
enum {
    PDK_SMX_Y = 4,
    PDK_SMX_Z = 8,
    PDK_SMX_RADIUS = 12,
    PDK_SMX_POINTS = 16,
    PDK_SMX_TRIANGLES = 20,
    PDK_SMX_BLUE = 12,
    PDK_SMX_GREEN = 13,
    PDK_SMX_RED = 14,
    PDK_SMX_ALPHA = 15,
    PDK_SMX_CORNER_B = 2,
    PDK_SMX_CORNER_C = 4,
    PDK_SMX_PADDING = 6,
    PDK_SMX_UNIT = 65536, /* of a coordinate: 1 m */
};

extern const pdk_record pdk_smx_header;      /* at 0 */
extern const pdk_record pdk_smx_object;      /* each is followed by its ... */
extern const pdk_record pdk_smx_point;       /*   ... points ... */
extern const pdk_record pdk_smx_triangle;    /*   ... and triangles */
extern const pdk_record pdk_smx_checkpoints; /* after the last object: how many ... */
extern const pdk_record pdk_smx_checkpoint;  /*   ... and which objects */

extern const pdk_record *const pdk_smx_records[];

#endif
