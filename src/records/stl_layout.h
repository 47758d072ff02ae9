#ifndef PADDOCK_IMPORT_STL_STL_LAYOUT_H
#define PADDOCK_IMPORT_STL_STL_LAYOUT_H

#include "layout/layout.h"

extern const pdk_record pdk_stl_header, pdk_stl_facet;
extern const pdk_record *const pdk_stl_records[];

#endif
