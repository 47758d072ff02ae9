/* LAS, as it is read (las_import.c) and written (las_export.c). */
#ifndef PADDOCK_FORMAT_LAS_LAS_LAYOUT_H
#define PADDOCK_FORMAT_LAS_LAS_LAYOUT_H

#include "layout/layout.h"

extern const pdk_record pdk_las_header;    /* of every version, at 0 */
extern const pdk_record pdk_las_header_13; /* what 1.3 adds, after it */
extern const pdk_record pdk_las_header_14; /* and 1.4 after that */
enum { PDK_LAS_HEADER_13_AT = 227, PDK_LAS_HEADER_14_AT = 235, PDK_LAS_HEADER_14_SIZE = 375 };
extern const pdk_record pdk_las_vlr, pdk_las_evlr;
extern const pdk_record pdk_las_key;   /* of GeoTIFF */
extern const pdk_record pdk_las_extra; /* describes extra bytes */
/* Places within records that are read singly, named here for the tables and for the code alike. */
enum { PDK_LAS_KEY = 8, PDK_LAS_KEY_LOCATION = 2, PDK_LAS_KEY_VALUE = 6 };
/* In a point: of any format; of formats 0 to 5 ("old"); of 6 to 10 ("new"). */
enum { PDK_LAS_Y = 4, PDK_LAS_Z = 8, PDK_LAS_INTENSITY = 12, PDK_LAS_RETURNS = 14, PDK_LAS_USER = 17 };
enum { PDK_LAS_OLD_CLASS = 15, PDK_LAS_OLD_ANGLE = 16, PDK_LAS_OLD_SOURCE = 18 };
enum {
    PDK_LAS_NEW_FLAGS = 15,
    PDK_LAS_NEW_CLASS = 16,
    PDK_LAS_NEW_ANGLE = 18,
    PDK_LAS_NEW_SOURCE = 20,
    PDK_LAS_NEW_TIME = 22
};
/* In a point's wave packet. */
enum { PDK_LAS_WAVE_OFFSET = 1, PDK_LAS_WAVE_BYTES = 9, PDK_LAS_WAVE_POINT = 13, PDK_LAS_WAVE_DIRECTION = 17 };
enum { PDK_LAS_FORMATS = 11 };
enum { PDK_LAS_PACKED = 2 };                                    /* as the header says it */
extern const pdk_record *const pdk_las_points[PDK_LAS_FORMATS]; /* by point format */

extern const pdk_record *const pdk_las_records[];

#endif
