/* What is known about blocks of rows of one column. */
#ifndef PADDOCK_MODEL_TABLE_BLOCKS_H
#define PADDOCK_MODEL_TABLE_BLOCKS_H

#include "model/table.h"

enum { PDK_BLOCK_ROWS = 4096 };

/* Whether the column has blocks, or only its rows show this. */
bool pdk_table_has_blocks(const pdk_column *column);
/* What the values of the block with this row lie between. The first question about a block reads its rows, where the
 * format knows no better. Any thread, any order. */
pdk_status pdk_table_block_span(const pdk_table *table, size_t column, uint64_t row, pdk_value_span *span,
                                pdk_error *error);

#endif
