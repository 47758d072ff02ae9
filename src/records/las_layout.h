#ifndef PADDOCK_IMPORT_LAS_LAS_LAYOUT_H
#define PADDOCK_IMPORT_LAS_LAS_LAYOUT_H

#include "layout/layout.h"

extern const pdk_record pdk_las_header;      /* of every version */
extern const pdk_record pdk_las_header_13;   /* what 1.3 adds, and 1.4 */
extern const pdk_record pdk_las_header_14;
extern const pdk_record pdk_las_vlr, pdk_las_evlr;
enum { PDK_LAS_FORMATS = 11 };
extern const pdk_record *const pdk_las_points[PDK_LAS_FORMATS]; /* by point format */

extern const pdk_record *const pdk_las_records[];

#endif
