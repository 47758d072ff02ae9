/* Arrow's metadata: keys and values, counted, in the machine's order of bytes. */
#ifndef PADDOCK_ARROW_ARROW_METADATA_H
#define PADDOCK_ARROW_ARROW_METADATA_H

#include "arrow/arrow_plan.h"

/* Of a column: unit, meaning, certainty, role, frame, labels, flags. NULL when memory runs out. */
const char *pdk_arrow_column_metadata(pdk_memory *memory, const pdk_column_info *info);
/* Of a table: path, format, dialect of its document, its name, meaning and order. NULL when memory runs out. */
const char *pdk_arrow_table_metadata(pdk_memory *memory, const pdk_table *table);

#endif
