/* Values of DuckDB as DuckDB spells them: dates, decimals, lists and what else has no type of ours. */
#include <stdlib.h>
#include <string.h>

#include "sql/session/sql_session.h"

static duckdb_value value_at(duckdb_vector vector, duckdb_logical_type type, idx_t row);

static duckdb_value decimal_at(const void *values, duckdb_logical_type type, idx_t row)
{
    duckdb_decimal decimal = { .width = duckdb_decimal_width(type), .scale = duckdb_decimal_scale(type) };
    int64_t small = 0;
    switch (duckdb_decimal_internal_type(type)) {
    case DUCKDB_TYPE_SMALLINT: small = ((const int16_t *)values)[row]; break;
    case DUCKDB_TYPE_INTEGER: small = ((const int32_t *)values)[row]; break;
    case DUCKDB_TYPE_BIGINT: small = ((const int64_t *)values)[row]; break;
    default: decimal.value = ((const duckdb_hugeint *)values)[row]; return duckdb_create_decimal(decimal);
    }
    decimal.value = (duckdb_hugeint){ .lower = (uint64_t)small, .upper = small < 0 ? -1 : 0 };
    return duckdb_create_decimal(decimal);
}

/* Values of lists and structs; what has none of its own becomes DuckDB's NULL. */
static duckdb_value nested_at(duckdb_vector vector, duckdb_logical_type type, idx_t row)
{
    duckdb_type id = duckdb_get_type_id(type);
    bool is_struct = id == DUCKDB_TYPE_STRUCT;
    duckdb_list_entry entry = { 0 };
    if (id == DUCKDB_TYPE_LIST) entry = ((const duckdb_list_entry *)duckdb_vector_get_data(vector))[row];
    idx_t count = is_struct                 ? duckdb_struct_type_child_count(type)
                  : id == DUCKDB_TYPE_ARRAY ? duckdb_array_type_array_size(type)
                                            : entry.length;
    duckdb_value *values = calloc(count + 1, sizeof *values), made = NULL;
    if (values == NULL) return duckdb_create_null_value();
    for (idx_t i = 0; i < count; i++) {
        duckdb_logical_type child = is_struct                 ? duckdb_struct_type_child_type(type, i)
                                    : id == DUCKDB_TYPE_ARRAY ? duckdb_array_type_child_type(type)
                                                              : duckdb_list_type_child_type(type);
        duckdb_vector from = is_struct                 ? duckdb_struct_vector_get_child(vector, i)
                             : id == DUCKDB_TYPE_ARRAY ? duckdb_array_vector_get_child(vector)
                                                       : duckdb_list_vector_get_child(vector);
        values[i] = value_at(from, child,
                             is_struct                 ? row
                             : id == DUCKDB_TYPE_ARRAY ? row * count + i
                                                       : entry.offset + i);
        duckdb_destroy_logical_type(&child);
    }
    if (is_struct) {
        made = duckdb_create_struct_value(type, values);
    } else {
        duckdb_logical_type child =
            id == DUCKDB_TYPE_ARRAY ? duckdb_array_type_child_type(type) : duckdb_list_type_child_type(type);
        made = id == DUCKDB_TYPE_ARRAY ? duckdb_create_array_value(child, values, count)
                                       : duckdb_create_list_value(child, values, count);
        duckdb_destroy_logical_type(&child);
    }
    for (idx_t i = 0; i < count; i++) duckdb_destroy_value(&values[i]);
    free(values);
    return made != NULL ? made : duckdb_create_null_value();
}

static duckdb_value enum_at(const void *values, duckdb_logical_type type, idx_t row)
{
    uint64_t number;
    switch (duckdb_enum_internal_type(type)) {
    case DUCKDB_TYPE_UTINYINT: number = ((const uint8_t *)values)[row]; break;
    case DUCKDB_TYPE_USMALLINT: number = ((const uint16_t *)values)[row]; break;
    default: number = ((const uint32_t *)values)[row]; break;
    }
    return duckdb_create_enum_value(type, number);
}

static duckdb_value value_at(duckdb_vector vector, duckdb_logical_type type, idx_t row)
{
    const void *values = duckdb_vector_get_data(vector);
    pdk_value plain;
    if (sql_is_null(vector, row)) return duckdb_create_null_value();
    duckdb_type id = duckdb_get_type_id(type);
    if (sql_plain_value(vector, id, row, &plain)) {
        if (plain.type == PDK_BOOL) return duckdb_create_bool(plain.as.boolean);
        if (plain.type == PDK_UINT64) return duckdb_create_uint64(plain.as.natural);
        if (plain.type == PDK_INT64) return duckdb_create_int64(plain.as.integer);
        return plain.type == PDK_FLOAT32 ? duckdb_create_float((float)plain.as.number)
                                         : duckdb_create_double(plain.as.number);
    }
    duckdb_string_t string;
    switch (id) {
    case DUCKDB_TYPE_VARCHAR:
        string = ((const duckdb_string_t *)values)[row];
        return duckdb_create_varchar_length(duckdb_string_t_data(&string), duckdb_string_t_length(string));
    case DUCKDB_TYPE_BLOB:
        string = ((const duckdb_string_t *)values)[row];
        return duckdb_create_blob((const uint8_t *)duckdb_string_t_data(&string), duckdb_string_t_length(string));
    case DUCKDB_TYPE_HUGEINT: return duckdb_create_hugeint(((const duckdb_hugeint *)values)[row]);
    case DUCKDB_TYPE_UHUGEINT: return duckdb_create_uhugeint(((const duckdb_uhugeint *)values)[row]);
    case DUCKDB_TYPE_UUID: { /* ordered by its first bit, which is turned */
        duckdb_hugeint number = ((const duckdb_hugeint *)values)[row];
        duckdb_uhugeint uuid = { .lower = number.lower, .upper = (uint64_t)number.upper ^ (UINT64_C(1) << 63) };
        return duckdb_create_uuid(uuid);
    }
    case DUCKDB_TYPE_DECIMAL: return decimal_at(values, type, row);
    case DUCKDB_TYPE_ENUM: return enum_at(values, type, row);
    case DUCKDB_TYPE_DATE: return duckdb_create_date(((const duckdb_date *)values)[row]);
    case DUCKDB_TYPE_TIME: return duckdb_create_time(((const duckdb_time *)values)[row]);
    case DUCKDB_TYPE_TIMESTAMP: return duckdb_create_timestamp(((const duckdb_timestamp *)values)[row]);
    case DUCKDB_TYPE_TIMESTAMP_TZ: return duckdb_create_timestamp_tz(((const duckdb_timestamp *)values)[row]);
    case DUCKDB_TYPE_TIMESTAMP_S: return duckdb_create_timestamp_s(((const duckdb_timestamp_s *)values)[row]);
    case DUCKDB_TYPE_TIMESTAMP_MS: return duckdb_create_timestamp_ms(((const duckdb_timestamp_ms *)values)[row]);
    case DUCKDB_TYPE_TIMESTAMP_NS: return duckdb_create_timestamp_ns(((const duckdb_timestamp_ns *)values)[row]);
    case DUCKDB_TYPE_INTERVAL: return duckdb_create_interval(((const duckdb_interval *)values)[row]);
    case DUCKDB_TYPE_LIST:
    case DUCKDB_TYPE_STRUCT:
    case DUCKDB_TYPE_ARRAY: return nested_at(vector, type, row);
    default: return duckdb_create_varchar("(a type that paddock does not print: CAST it to VARCHAR)");
    }
}

void sql_put_spelled(sql_text *text, duckdb_vector vector, duckdb_logical_type type, idx_t row)
{
    duckdb_value value = value_at(vector, type, row);
    char *spelled = duckdb_get_varchar(value);
    if (spelled != NULL) sql_put_bytes(text, spelled, strlen(spelled));
    else text->failed = true;
    duckdb_free(spelled);
    duckdb_destroy_value(&value);
}
