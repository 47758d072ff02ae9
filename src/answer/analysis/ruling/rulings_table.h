/* Rulings in a table that a spreadsheet saved. */
#ifndef PADDOCK_ANALYSIS_RULING_RULINGS_TABLE_H
#define PADDOCK_ANALYSIS_RULING_RULINGS_TABLE_H

#include "base/memory.h"
#include "paddock/rulings.h"

/* Fills `all` with pdk_ruling; texts are in its heap. */
pdk_status pdk_rulings_read_table(pdk_text table, uint64_t most, pdk_vector *all, pdk_error *error);

#endif
