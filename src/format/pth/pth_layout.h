/* The layout tables of Live for Speed path files. */
#ifndef PADDOCK_FORMAT_PTH_PTH_LAYOUT_H
#define PADDOCK_FORMAT_PTH_PTH_LAYOUT_H

#include "layout/layout.h"

extern const pdk_record pdk_pth_header, pdk_pth_node;
extern const pdk_record *const pdk_pth_records[];

#endif
