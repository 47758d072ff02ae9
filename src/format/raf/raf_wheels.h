/* Which wheel is which corner, and the tables that depend on it. */
#ifndef PADDOCK_FORMAT_RAF_RAF_WHEELS_H
#define PADDOCK_FORMAT_RAF_RAF_WHEELS_H

#include "model/document.h"

enum { PDK_RAF_MAX_WHEELS = 16 };

/* Columns front_left_load ... of every wheel, from the front left one to the rear right one. */
void pdk_raf_add_wheel_columns(pdk_document *document, pdk_table *telemetry, uint32_t wheel_offset, uint32_t wheel_size,
                               uint32_t wheel_count);
/* The table "wheels": a row for each wheel with its corner and static values. */
void pdk_raf_add_wheel_table(pdk_document *document, uint32_t wheel_count);
/* Name and place of a wheel; false when there are no more. */
bool pdk_raf_find_wheel(const pdk_document *document, size_t index, pdk_wheel *wheel);

#endif
