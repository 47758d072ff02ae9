/* The only bytes of a DuckDB database that we read ourselves (lmu_layout.c). */
#ifndef PADDOCK_FORMAT_LMU_TELEMETRY_LMU_LAYOUT_H
#define PADDOCK_FORMAT_LMU_TELEMETRY_LMU_LAYOUT_H

#include "layout/layout.h"

extern const pdk_record pdk_lmu_header;
extern const pdk_record *const pdk_lmu_records[];

#endif
