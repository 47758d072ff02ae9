/* Values of DuckDB as text. Numbers as `table` writes them; what is rarer as DuckDB spells it. */
#include "sql.h"
#include "value_text.h"

static void put_hex(sql_text *text, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        char pair[2] = { digits[bytes[i] >> 4], digits[bytes[i] & 15] };
        sql_put_bytes(text, pair, 2);
    }
}

void cli_sql_put_cell(sql_text *text, duckdb_vector vector, duckdb_logical_type type, idx_t row)
{
    pdk_value plain;
    duckdb_type id = duckdb_get_type_id(type);
    if (sql_is_null(vector, row)) return;
    if (sql_plain_value(vector, id, row, &plain)) {
        char digits[CLI_VALUE];
        sql_put_bytes(text, digits, cli_value_text(digits, &plain, false));
        return;
    }
    if (id == DUCKDB_TYPE_VARCHAR || id == DUCKDB_TYPE_BLOB) {
        duckdb_string_t string = ((const duckdb_string_t *)duckdb_vector_get_data(vector))[row];
        const char *data = duckdb_string_t_data(&string);
        size_t size = duckdb_string_t_length(string);
        if (id == DUCKDB_TYPE_VARCHAR) sql_put_bytes(text, data, size);
        else put_hex(text, (const uint8_t *)data, size);
        return;
    }
    sql_put_spelled(text, vector, type, row);
}
