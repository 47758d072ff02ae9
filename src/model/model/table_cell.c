/* Single cells by name. */
#include <math.h>

#include "model/table.h"

static bool read_cell(const pdk_table *table, const char *column, uint64_t row, pdk_type type, void *value)
{
    uint8_t valid = 0;
    pdk_column_read read = {
        .column = pdk_table_find_column(table, column), .type = type, .values = value, .validity = &valid
    };
    if (read.column == PDK_NO_COLUMN || row >= pdk_table_rows(table)) return false;
    bool is_text = pdk_table_column_at(table, read.column)->type == PDK_TEXT;
    if (is_text != (type == PDK_TEXT)) return false;
    return pdk_table_read(table, row, 1, &read, 1, NULL) == PDK_OK && (valid & 1) != 0;
}

double pdk_table_number_at(const pdk_table *table, const char *column, uint64_t row)
{
    double value;
    return read_cell(table, column, row, PDK_FLOAT64, &value) ? value : NAN;
}

pdk_text pdk_table_text_at(const pdk_table *table, const char *column, uint64_t row)
{
    pdk_text value;
    return read_cell(table, column, row, PDK_TEXT, &value) ? value : (pdk_text){ NULL, 0 };
}
