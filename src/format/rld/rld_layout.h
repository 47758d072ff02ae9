/* The records of an RLD file (rld_layout.c). */
#ifndef PADDOCK_FORMAT_RLD_RLD_LAYOUT_H
#define PADDOCK_FORMAT_RLD_RLD_LAYOUT_H

#include "layout/layout.h"

/* Places within records that are read singly, named here for the tables and for the code alike. */
enum {
    PDK_RLD_HEAD_TAG = 4,
    PDK_RLD_POINTS = 8,
    PDK_RLD_TRIANGLES = 12,
    PDK_RLD_CORNER_B = 4,
    PDK_RLD_CORNER_C = 8,
    PDK_RLD_BLOCK_COUNT = 4
};

extern const pdk_record pdk_rld_header;       /* at 0 */
extern const pdk_record pdk_rld_section;      /* the tags VERT at 16 and TRIS at 20 + 12 P */
extern const pdk_record pdk_rld_point;        /* P times at 20 */
extern const pdk_record pdk_rld_triangle;     /* T times at 24 + 12 P */
extern const pdk_record pdk_rld_blocks;       /* the tag BLKI and B, at 24 + 12 P + 12 T */
extern const pdk_record pdk_rld_block_start;  /* B times after it */
extern const pdk_record pdk_rld_block_points; /* B times after those */

extern const pdk_record *const pdk_rld_records[];

#endif
