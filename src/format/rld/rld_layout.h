/* The records of an RLD file (rld_layout.c). */
#ifndef PADDOCK_FORMAT_RLD_RLD_LAYOUT_H
#define PADDOCK_FORMAT_RLD_RLD_LAYOUT_H

#include "layout/layout.h"

extern const pdk_record pdk_rld_header;       /* at 0 */
extern const pdk_record pdk_rld_section;      /* the tags VERT at 16 and TRIS at 20 + 12 P */
extern const pdk_record pdk_rld_point;        /* P times at 20 */
extern const pdk_record pdk_rld_triangle;     /* T times at 24 + 12 P */
extern const pdk_record pdk_rld_blocks;       /* the tag BLKI and B, at 24 + 12 P + 12 T */
extern const pdk_record pdk_rld_block_start;  /* B times behind it */
extern const pdk_record pdk_rld_block_points; /* B times behind those */

extern const pdk_record *const pdk_rld_records[];

#endif
