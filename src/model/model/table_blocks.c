/* The least and greatest value of each block of rows: found when first asked for, and kept with the column. */
#include "model/table_blocks.h"

#include <math.h>

#include "model/document.h"

enum { ROWS_AT_ONCE = 1024 };

typedef enum block_state { UNKNOWN, BEING_KEPT, KNOWN } block_state;

/* One thread keeps a span: the one that changes `state` from UNKNOWN. Others see `span` only once it is KNOWN. */
struct pdk_table_block {
    pdk_value_span span;
    atomic_uchar state;
};

bool pdk_table_has_blocks(const pdk_column *column)
{
    return column->info.role == PDK_ROLE_TIME || column->find_span != NULL;
}

/* One for each PDK_BLOCK_ROWS rows. NULL = there is no memory for them: then nothing is kept, and each question is
 * answered again. */
static struct pdk_table_block *blocks_of(const pdk_table *table, pdk_column *column)
{
    struct pdk_table_block *blocks = atomic_load_explicit(&column->blocks, memory_order_acquire);
    if (blocks != NULL) return blocks;
    struct pdk_table_block *made =
        pdk_alloc_array(table->memory, table->rows / PDK_BLOCK_ROWS + 1, sizeof *made); /* zeroed: UNKNOWN */
    if (made == NULL) return NULL;
    if (atomic_compare_exchange_strong(&column->blocks, &blocks, made)) return made;
    pdk_free(table->memory, made); /* another thread was first */
    return blocks;
}

static void widen(pdk_value_span *span, const double *values, const uint8_t *validity, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if ((validity[i / 8] >> (i % 8) & 1) == 0) continue;
        if (values[i] < span->least) span->least = values[i]; /* false for NaN, which is in no span */
        if (values[i] > span->greatest) span->greatest = values[i];
    }
}

static pdk_status read_span(const pdk_table *table, size_t column, uint64_t first, uint64_t count, pdk_value_span *span,
                            pdk_error *error)
{
    double values[ROWS_AT_ONCE];
    uint8_t validity[ROWS_AT_ONCE / 8];
    pdk_column_read read = { .column = column, .type = PDK_FLOAT64, .values = values, .validity = validity };
    pdk_status status = PDK_OK;
    *span = (pdk_value_span){ INFINITY, -INFINITY };
    for (uint64_t done = 0; done < count && status == PDK_OK; done += ROWS_AT_ONCE) {
        size_t rows = count - done < ROWS_AT_ONCE ? (size_t)(count - done) : ROWS_AT_ONCE;
        status = pdk_table_read(table, first + done, rows, &read, 1, error);
        if (status == PDK_OK) widen(span, values, validity, rows);
    }
    return status;
}

pdk_status pdk_table_block_span(const pdk_table *table, size_t column, uint64_t row, pdk_value_span *span,
                                pdk_error *error)
{
    uint64_t number = row / PDK_BLOCK_ROWS, first = number * PDK_BLOCK_ROWS, left = table->rows - first;
    uint64_t count = left < PDK_BLOCK_ROWS ? left : PDK_BLOCK_ROWS;
    pdk_column *asked = &table->columns[column];
    struct pdk_table_block *blocks = blocks_of(table, asked), *block = blocks != NULL ? &blocks[number] : NULL;
    if (block != NULL && atomic_load_explicit(&block->state, memory_order_acquire) == KNOWN) {
        *span = block->span;
        return PDK_OK;
    }
    pdk_status status = PDK_OK;
    if (asked->find_span != NULL) *span = asked->find_span(table, first, count);
    else status = read_span(table, column, first, count, span, error);
    unsigned char unknown = UNKNOWN;
    if (status != PDK_OK || block == NULL) return status;
    if (atomic_compare_exchange_strong(&block->state, &unknown, BEING_KEPT)) {
        block->span = *span;
        atomic_store_explicit(&block->state, KNOWN, memory_order_release);
    }
    return PDK_OK;
}
