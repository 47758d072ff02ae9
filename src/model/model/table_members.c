/* A table from an array of structs: each column is a member. */
#include "model/table_members.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

/* Where a column's values are. */
typedef struct place {
    const char *items;
    size_t item_size, offset;
    pdk_type type; /* of the member */
    bool computed;
} place;

static bool is_missing(pdk_type type, const void *value)
{
    switch (type) {
    case PDK_BOOL: return *(const uint8_t *)value > 1;
    case PDK_INT32: return *(const int32_t *)value == INT32_MIN;
    case PDK_FLOAT64: return isnan(*(const double *)value);
    case PDK_UINT32: return *(const uint32_t *)value == UINT32_MAX;
    case PDK_UINT64: return *(const uint64_t *)value == UINT64_MAX;
    case PDK_TEXT: return ((const pdk_text *)value)->data == NULL;
    default: return false;
    }
}

static void round_member(const void *value, void *to)
{
    double number;
    memcpy(&number, value, sizeof number);
    number = pdk_round_computed(number);
    memcpy(to, &number, sizeof number);
}

static pdk_status read_member(const pdk_batch *batch, void *values)
{
    const place *where = batch->column->data;
    size_t size = pdk_type_size(where->type); /* the column's has the same */
    for (size_t i = 0; i < batch->count; i++) {
        const char *value = where->items + (batch->first + i) * where->item_size + where->offset;
        if (batch->validity != NULL && is_missing(where->type, value)) pdk_batch_miss(batch, i);
        else if (where->computed) round_member(value, (char *)values + i * size);
        else memcpy((char *)values + i * size, value, size);
    }
    return PDK_OK;
}

pdk_status pdk_table_add_members(pdk_table *table, const void *items, size_t item_size, const pdk_member *members,
                                 pdk_memory *memory, pdk_error *error)
{
    size_t columns = pdk_member_count(members);
    place *places = pdk_alloc_array(memory, columns, sizeof *places);
    if (table == NULL || places == NULL) return pdk_fail_memory(error, memory, "the table of an answer");
    for (size_t i = 0; i < columns; i++) {
        pdk_column_info info = members[i].info;
        bool computed = members[i].computed && info.type == PDK_FLOAT64;
        places[i] = (place){ items, item_size, members[i].offset, info.type, computed };
        info.type = pdk_answer_type(info.type);
        pdk_table_add_computed(table, info, read_member, &places[i], 0);
    }
    return pdk_table_built(table, error);
}
