/* pdk_table_write: the walk that CSV and JSON lines share. */
#include "export/rows.h"

#include <string.h>

#include "base/number.h"
#include "model/document.h"

enum { ROWS = PDK_BATCH };
/* File pages are given back after about this much of the file has been walked over. */
static const uint64_t trim_every = UINT64_C(16) << 20;

char *pdk_rows_put_scalar(char *to, const pdk_row_column *column, size_t row)
{
    const void *values = column->values;
    switch (column->info->type) {
    case PDK_BOOL:
        memcpy(to, ((const uint8_t *)values)[row] != 0 ? "true " : "false", 5);
        return to + (((const uint8_t *)values)[row] != 0 ? 4 : 5);
    case PDK_INT8: return pdk_put_integer(to, ((const int8_t *)values)[row]);
    case PDK_UINT8: return pdk_put_natural(to, ((const uint8_t *)values)[row]);
    case PDK_INT16: return pdk_put_integer(to, ((const int16_t *)values)[row]);
    case PDK_UINT16: return pdk_put_natural(to, ((const uint16_t *)values)[row]);
    case PDK_INT32: return pdk_put_integer(to, ((const int32_t *)values)[row]);
    case PDK_UINT32: return pdk_put_natural(to, ((const uint32_t *)values)[row]);
    case PDK_INT64: return pdk_put_integer(to, ((const int64_t *)values)[row]);
    case PDK_UINT64: return pdk_put_natural(to, ((const uint64_t *)values)[row]);
    case PDK_FLOAT32: return pdk_put_float(to, ((const float *)values)[row]);
    case PDK_FLOAT64: return pdk_put_double(to, ((const double *)values)[row]);
    case PDK_TYPE_NONE:
    case PDK_TEXT:
    case PDK_BYTES: break;
    }
    return to;
}

/* The rows wanted, cut to those there are; PDK_E_ARGUMENT when they begin behind the end. */
static pdk_status range_of(const pdk_table *table, const pdk_table_options *options, uint64_t *count, pdk_error *error)
{
    uint64_t rows = pdk_table_rows(table);
    if (options->first > rows) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.rows", "row %llu is wanted, table %s has %llu",
                        (unsigned long long)options->first, pdk_table_name(table), (unsigned long long)rows);
    }
    *count = options->count < rows - options->first ? options->count : rows - options->first;
    return PDK_OK;
}

static pdk_status prepare(pdk_rows *rows, pdk_read **reads, const pdk_table_options *options, pdk_memory *memory,
                          pdk_error *error)
{
    rows->column_count = options->columns != NULL ? options->column_count : pdk_table_columns(rows->table);
    rows->columns = pdk_alloc_array(memory, rows->column_count, sizeof *rows->columns);
    *reads = pdk_alloc_array(memory, rows->column_count, sizeof **reads);
    if (rows->columns == NULL || *reads == NULL) return pdk_fail_memory(error, memory, "the columns of a batch");
    for (size_t i = 0; i < rows->column_count; i++) {
        size_t number = options->columns != NULL ? options->columns[i] : i;
        const pdk_column_info *info = pdk_table_column(rows->table, number);
        if (info == NULL) {
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.column", "table %s has no column %zu",
                            pdk_table_name(rows->table), number);
        }
        void *values = pdk_alloc_array(memory, ROWS, pdk_type_size(info->type));
        if (values == NULL) return pdk_fail_memory(error, memory, "the columns of a batch");
        rows->columns[i] = (pdk_row_column){ .info = info, .values = values };
        (*reads)[i] = (pdk_read){ .column = number, .values = values };
    }
    return PDK_OK;
}

static pdk_status walk(pdk_lines *lines, pdk_rows *rows, const pdk_read *reads, const pdk_rows_writer *writer,
                       const pdk_table_options *options, uint64_t count)
{
    const pdk_document *document = rows->table->document;
    uint64_t row_share = document->content.size / (pdk_table_rows(rows->table) + 1) + 1, walked = trim_every;
    for (uint64_t done = 0; done < count && lines->status == PDK_OK;) {
        uint64_t left = count - done;
        rows->count = left < ROWS ? (size_t)left : ROWS;
        pdk_status status = pdk_table_read(rows->table, options->first + done, rows->count, reads, rows->column_count,
                                           lines->error);
        if (status != PDK_OK) return status;
        writer->batch(lines, rows);
        done += rows->count;
        walked += row_share * rows->count;
        if (walked >= trim_every && document->content.size >= trim_every) {
            pdk_trim(document); /* also right after the first batch: opening may have touched every page */
            walked = 0;
        }
        if (options->progress != NULL && !options->progress(options->progress_user, done, count)) {
            return pdk_fail_cancelled(lines->error);
        }
    }
    return lines->status;
}

static pdk_status write_rows(const pdk_table *table, const pdk_rows_writer *writer, const pdk_table_options *options,
                             pdk_output *output, pdk_memory *memory, pdk_error *error)
{
    pdk_rows rows = { .table = table };
    pdk_lines lines;
    pdk_read *reads = NULL;
    uint64_t count = 0;
    pdk_status status = range_of(table, options, &count, error);
    if (status == PDK_OK) status = prepare(&rows, &reads, options, memory, error);
    if (status == PDK_OK) status = pdk_lines_init(&lines, memory, output, error);
    if (status == PDK_OK) status = writer->begin(&lines, &rows, memory, options->units);
    if (status == PDK_OK) status = walk(&lines, &rows, reads, writer, options, count);
    if (status == PDK_OK) status = pdk_lines_flush(&lines);
    return status;
}

pdk_status pdk_table_write(const pdk_table *table, pdk_table_format format, const pdk_table_options *options,
                           pdk_output *output, pdk_error *error)
{
    static const pdk_table_options defaults = PDK_TABLE_OPTIONS_INIT;
    if (options == NULL) options = &defaults;
    if (table == NULL || output == NULL || options->struct_size != sizeof *options ||
        (format != PDK_CSV && format != PDK_JSON_LINES)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "a table, a format, an output and options started with PDK_TABLE_OPTIONS_INIT are needed");
    }
    pdk_memory memory;
    pdk_memory_init(&memory, &table->document->memory.allocator, 0);
    const pdk_rows_writer *writer = format == PDK_CSV ? &pdk_csv_writer : &pdk_jsonl_writer;
    pdk_status status = write_rows(table, writer, options, output, &memory, error);
    pdk_memory_destroy(&memory);
    return status;
}
