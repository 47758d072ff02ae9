/* Tables: read into arrays, written as CSV and JSON lines. */
#include <stddef.h>
#include <string.h>

#include "shim.h"

/* JavaScript fills an array of these: four numbers of 32 bits. */
_Static_assert(sizeof(pdk_column_read) == 16 && offsetof(pdk_column_read, type) == 4 &&
                   offsetof(pdk_column_read, values) == 8 && offsetof(pdk_column_read, validity) == 12,
               "index.js writes reads");
/* And reads an array of these. */
_Static_assert(sizeof(pdk_text) == 8 && offsetof(pdk_text, size) == 4, "index.js reads texts");
_Static_assert(sizeof(pdk_bytes) == sizeof(pdk_text), "and bytes");

PDK_EXPORT(pdk_status, table_describe, const pdk_table *table)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    return pdk_wasm_finish(output, pdk_describe_table(table, output, &pdk_wasm_error));
}

PDK_EXPORT(pdk_type, type_of_name, const char *name)
{
    for (int type = PDK_BOOL; type <= PDK_BYTES; type++) {
        if (strcmp(pdk_type_name((pdk_type)type), name) == 0) return (pdk_type)type;
    }
    return PDK_TYPE_NONE;
}

PDK_EXPORT(pdk_status, table_read, const pdk_table *table, double first, size_t count, const pdk_column_read *reads,
           size_t read_count)
{
    return pdk_table_read(table, (uint64_t)first, count, reads, read_count, &pdk_wasm_error);
}

/* `count` below 0: to the end. `flags`: 1 units, 2 hidden columns too, 4 no header. */
PDK_EXPORT(pdk_status, table_write, const pdk_table *table, pdk_table_format format, const size_t *columns,
           size_t column_count, double first, double count, pdk_csv_style style, unsigned flags)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.columns = columns;
    options.column_count = column_count;
    options.first = (uint64_t)first;
    options.has_count = count >= 0;
    options.count = options.has_count ? (uint64_t)count : 0;
    options.csv = style;
    options.units = (flags & 1) != 0;
    options.hidden = (flags & 2) != 0;
    options.no_header = (flags & 4) != 0;
    options.progress = pdk_wasm_progress();
    return pdk_wasm_finish(output, pdk_table_write(table, format, &options, output, &pdk_wasm_error));
}
