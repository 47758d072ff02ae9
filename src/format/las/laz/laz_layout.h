/* What LAZ adds to LAS: the record that says how points are packed, and the table of their chunks. */
#ifndef PADDOCK_FORMAT_LAS_LAZ_LAYOUT_H
#define PADDOCK_FORMAT_LAS_LAZ_LAYOUT_H

#include "layout/layout.h"

extern const pdk_record pdk_laz_record, pdk_laz_item, pdk_laz_pointer, pdk_laz_table;
enum { PDK_LAZ_RECORD = 34, PDK_LAZ_ITEM = 6, PDK_LAZ_POINTER = 8, PDK_LAZ_TABLE = 8 };

/* The organisation that defines the record, and its number. */
#define PDK_LAZ_USER "laszip encoded"
enum { PDK_LAZ_NUMBER = 22204 };

enum { PDK_LAZ_WHOLE = 1, PDK_LAZ_POINTWISE = 2, PDK_LAZ_LAYERED = 3 }; /* compressors */
#define PDK_LAZ_VARIABLE UINT32_MAX                                     /* points of a chunk: the table says */

#endif
