/* Values of DuckDB as values of ours. */
#include "sql/session/sql_session.h"

bool sql_is_null(duckdb_vector vector, idx_t row)
{
    uint64_t *validity = duckdb_vector_get_validity(vector);
    return validity != NULL && !duckdb_validity_row_is_valid(validity, row);
}

bool sql_plain_value(duckdb_vector vector, duckdb_type type, idx_t row, pdk_value *value)
{
    const void *values = duckdb_vector_get_data(vector);
    switch (type) {
    case DUCKDB_TYPE_BOOLEAN:
        *value = (pdk_value){ .type = PDK_BOOL, .as.boolean = ((const bool *)values)[row] };
        return true;
    case DUCKDB_TYPE_TINYINT: value->as.integer = ((const int8_t *)values)[row]; break;
    case DUCKDB_TYPE_SMALLINT: value->as.integer = ((const int16_t *)values)[row]; break;
    case DUCKDB_TYPE_INTEGER: value->as.integer = ((const int32_t *)values)[row]; break;
    case DUCKDB_TYPE_BIGINT: value->as.integer = ((const int64_t *)values)[row]; break;
    case DUCKDB_TYPE_UTINYINT: value->as.integer = ((const uint8_t *)values)[row]; break;
    case DUCKDB_TYPE_USMALLINT: value->as.integer = ((const uint16_t *)values)[row]; break;
    case DUCKDB_TYPE_UINTEGER: value->as.integer = ((const uint32_t *)values)[row]; break;
    case DUCKDB_TYPE_UBIGINT:
        *value = (pdk_value){ .type = PDK_UINT64, .as.natural = ((const uint64_t *)values)[row] };
        return true;
    case DUCKDB_TYPE_HUGEINT: { /* what sum() of whole numbers is; most are small */
        duckdb_hugeint huge = ((const duckdb_hugeint *)values)[row];
        bool small = (huge.upper == 0 && huge.lower <= INT64_MAX) || (huge.upper == -1 && huge.lower > INT64_MAX);
        if (!small) return false;
        value->as.integer = (int64_t)huge.lower;
        break;
    }
    case DUCKDB_TYPE_FLOAT:
        *value = (pdk_value){ .type = PDK_FLOAT32, .as.number = (double)((const float *)values)[row] };
        return true;
    case DUCKDB_TYPE_DOUBLE:
        *value = (pdk_value){ .type = PDK_FLOAT64, .as.number = ((const double *)values)[row] };
        return true;
    default: return false;
    }
    value->type = PDK_INT64;
    return true;
}
