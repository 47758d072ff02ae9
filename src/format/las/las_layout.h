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
/* Places within records that are read by themselves, named here for the tables and for the code alike. */
enum { PDK_LAS_KEY = 8, PDK_LAS_KEY_LOCATION = 2, PDK_LAS_KEY_VALUE = 6 };
enum { PDK_LAS_FORMATS = 11 };
extern const pdk_record *const pdk_las_points[PDK_LAS_FORMATS]; /* by point format */

extern const pdk_record *const pdk_las_records[];

#endif
