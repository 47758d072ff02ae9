/* Rows of a table as a block, unchanged. */
#include "page/page_data.h"

static void put_column(pdk_page_block *block, const pdk_column_info *info, const pdk_column_read *read, size_t count)
{
    if (info->type == PDK_TEXT || info->type == PDK_BYTES)
        pdk_page_put_words(block, info->name, info->type, read->values, count, read->validity);
    else pdk_page_put_exact(block, info->name, info->type, read->values, count, read->validity);
}

pdk_status pdk_page_put_rows(const pdk_table *table, pdk_page_cells cells, pdk_memory *memory, pdk_output *output,
                             pdk_error *error)
{
    pdk_column_read *reads = pdk_alloc_array(memory, cells.column_count, sizeof *reads);
    if (reads == NULL) return pdk_fail_memory(error, memory, "rows of a page");
    for (size_t i = 0; i < cells.column_count; i++) {
        const pdk_column_info *info = pdk_table_column_at(table, cells.columns[i]);
        reads[i] = (pdk_column_read){ .column = cells.columns[i],
                                      .values = pdk_alloc_array(memory, cells.count, pdk_type_size(info->type)) };
        if (info->nullable) reads[i].validity = pdk_alloc(memory, (cells.count + 7) / 8);
        if (reads[i].values == NULL || (info->nullable && reads[i].validity == NULL))
            return pdk_fail_memory(error, memory, "rows of a page");
    }
    pdk_page_block block;
    pdk_status status = pdk_table_read(table, cells.first, cells.count, reads, cells.column_count, error);
    if (status == PDK_OK) status = pdk_page_block_begin(&block, memory, error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < cells.column_count; i++) {
        put_column(&block, pdk_table_column_at(table, cells.columns[i]), &reads[i], cells.count);
        pdk_free(memory, reads[i].values);
        pdk_free(memory, reads[i].validity);
    }
    pdk_free(memory, reads);
    return pdk_page_block_end(&block, output, error);
}
