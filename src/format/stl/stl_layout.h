/* Binary STL, as it is read (stl_read.c) and written (stl_export.c). */
#ifndef PADDOCK_FORMAT_STL_STL_LAYOUT_H
#define PADDOCK_FORMAT_STL_STL_LAYOUT_H

#include "layout/layout.h"

enum { PDK_STL_HEADER = 84, PDK_STL_FACET = 50 }; /* bytes */
enum { PDK_STL_FACETS = 80 };                     /* a place in the header that is read singly */
extern const pdk_record pdk_stl_header, pdk_stl_facet;
extern const pdk_record *const pdk_stl_records[];

/* What a header of ours begins with. */
#define PDK_STL_TITLE "Paddock, binary STL"

#endif
