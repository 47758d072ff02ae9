/* What EA's packed files look like, as tables of fields. */
#ifndef PADDOCK_CODEC_PACKING_LAYOUT_H
#define PADDOCK_CODEC_PACKING_LAYOUT_H

#include "layout/layout.h"

/* The header in its four sizes: bit 8 of the pack code adds a size field, bit 15 makes them four bytes long. */
extern const pdk_record pdk_packed_header, pdk_packed_header_extra;
extern const pdk_record pdk_packed_header_long, pdk_packed_header_extra_long;
extern const pdk_record pdk_packed_wrapper;
extern const pdk_record pdk_packed_refpack_short, pdk_packed_refpack_middle, pdk_packed_refpack_long;
extern const pdk_record pdk_packed_refpack_run, pdk_packed_refpack_stop;
extern const pdk_record pdk_packed_pair;

/* All of them, ended by NULL. */
extern const pdk_record *const pdk_packed_records[];

#endif
