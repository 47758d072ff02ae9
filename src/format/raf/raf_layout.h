/* The records of a RAF file (raf_layout.c). */
#ifndef PADDOCK_FORMAT_RAF_RAF_LAYOUT_H
#define PADDOCK_FORMAT_RAF_RAF_LAYOUT_H

#include "layout/layout.h"

extern const pdk_record pdk_raf_header;       /* at 0 */
extern const pdk_record pdk_raf_static_wheel; /* at 512 + 128 * wheel */
extern const pdk_record pdk_raf_block;        /* at A + B * block */
extern const pdk_record pdk_raf_wheel;        /* at D + C * wheel inside a block */

extern const pdk_record *const pdk_raf_records[];

#endif
