/* The layout tables of SRPATH, the path files of Live for Speed 0.8. */
#ifndef PADDOCK_FORMAT_SRPATH_SRPATH_LAYOUT_H
#define PADDOCK_FORMAT_SRPATH_SRPATH_LAYOUT_H

#include "layout/layout.h"

extern const pdk_record pdk_srpath_header, pdk_srpath_node;
extern const pdk_record *const pdk_srpath_records[];

#endif
