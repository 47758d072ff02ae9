/* Reading rows: find a batch of records, then let every wanted column take its values from them while they are in
 * cache. */
#include "model/table.h"

#include <string.h>

#include "model/document.h"

void pdk_table_set_strided(pdk_table *table, const uint8_t *base, uint64_t stride)
{
    if (table == NULL) return;
    table->base = base;
    table->stride = stride;
}

void pdk_table_set_located(pdk_table *table, pdk_locate locate, const void *state)
{
    if (table == NULL) return;
    table->locate = locate;
    table->state = state;
}

static pdk_column *new_column(pdk_table *table)
{
    if (table == NULL || table->document->failed) return NULL;
    if (table->column_count == table->column_capacity) { /* a reader that announced too few: make room */
        size_t capacity = table->column_capacity * 2 + 8;
        pdk_column *columns = pdk_realloc(&table->document->memory, table->columns, capacity * sizeof *columns);
        if (columns == NULL) {
            table->document->failed = true;
            return NULL;
        }
        table->columns = columns;
        table->column_capacity = capacity;
    }
    pdk_column *column = &table->columns[table->column_count++];
    memset(column, 0, sizeof *column);
    return column;
}

void pdk_table_add_field(pdk_table *table, const char *name, const pdk_field *field, uint32_t element, uint64_t shift)
{
    pdk_column *column = new_column(table);
    if (column == NULL) return;
    *column = (pdk_column){
        .info = { .name = name != NULL ? name : field->name,
                  .type = pdk_field_type(field),
                  .unit = field->unit,
                  .meaning = field->meaning,
                  .certainty = field->certainty },
        .field = field,
        .element = element,
        .shift = shift,
    };
}

static bool makes_columns(const pdk_field *field)
{
    if (field->storage == PDK_RAW_CHARS || field->storage >= PDK_RAW_TEXT8) return false;
    return strncmp(field->name, "reserved", 8) != 0 && field->offset != PDK_FOLLOWS;
}

void pdk_table_add_record(pdk_table *table, const pdk_record *record, uint64_t shift)
{
    for (uint32_t i = 0; table != NULL && i < record->field_count; i++) {
        const pdk_field *field = &record->fields[i];
        if (!makes_columns(field)) continue;
        if (field->count <= 1 || field->storage == PDK_RAW_OPAQUE) {
            pdk_table_add_field(table, NULL, field, 0, shift);
            continue;
        }
        for (uint32_t element = 0; element < field->count; element++) {
            char *name = pdk_text_printf(&table->document->memory, "%s_%u", field->name, (unsigned)element);
            if (name == NULL) {
                table->document->failed = true;
                return;
            }
            pdk_table_add_field(table, name, field, element, shift);
        }
    }
}

pdk_column *pdk_table_add_computed(pdk_table *table, pdk_column_info info, pdk_compute compute, const void *data,
                                   uint64_t number)
{
    pdk_column *column = new_column(table);
    if (column == NULL) return NULL;
    *column = (pdk_column){ .info = info, .compute = compute, .data = data, .number = number };
    return column;
}

static void compute_array(const pdk_table *table, const pdk_column *column, const pdk_row *rows, uint64_t first,
                          size_t count, void *values)
{
    (void)table;
    (void)rows;
    size_t size = pdk_type_size(column->info.type);
    memcpy(values, (const char *)column->data + first * size, count * size);
}

void pdk_table_add_array(pdk_table *table, pdk_column_info info, const void *values)
{
    pdk_table_add_computed(table, info, compute_array, values, 0);
}

/* ---------------------------------------------------------------------------------------------- reading */

static void widen(pdk_type type, const void *from, size_t count, double *to)
{
#define WIDEN(as) \
    for (size_t i = 0; i < count; i++) to[i] = (double)((const as *)from)[i]
    switch (type) {
    case PDK_BOOL:
    case PDK_UINT8: WIDEN(uint8_t); break;
    case PDK_INT8: WIDEN(int8_t); break;
    case PDK_INT16: WIDEN(int16_t); break;
    case PDK_UINT16: WIDEN(uint16_t); break;
    case PDK_INT32: WIDEN(int32_t); break;
    case PDK_UINT32: WIDEN(uint32_t); break;
    case PDK_INT64: WIDEN(int64_t); break;
    case PDK_UINT64: WIDEN(uint64_t); break;
    case PDK_FLOAT32: WIDEN(float); break;
    default: memcpy(to, from, count * sizeof *to); break;
    }
#undef WIDEN
}

static void read_computed(const pdk_table *table, const pdk_column *column, const pdk_row *rows, uint64_t first,
                          size_t count, pdk_type type, void *values)
{
    if (type == column->info.type) {
        column->compute(table, column, rows, first, count, values);
        return;
    }
    uint64_t own[PDK_BATCH]; /* the widest number */
    column->compute(table, column, rows, first, count, own);
    widen(column->info.type, own, count, values);
}

static bool fits(const pdk_table *table, const pdk_read *read)
{
    if (read->column >= table->column_count || read->values == NULL) return false;
    pdk_type own = table->columns[read->column].info.type;
    return read->type == PDK_TYPE_NONE || read->type == own || (read->type == PDK_FLOAT64 && own < PDK_TEXT);
}

/* One batch. Located rows and rows for computed columns are written out; plain strided ones never are. */
static void read_batch(const pdk_table *table, uint64_t first, size_t count, const pdk_read *reads, size_t read_count,
                       size_t done)
{
    pdk_row rows[PDK_BATCH];
    const uint8_t *addresses[PDK_BATCH];
    const uint8_t *base = table->base != NULL ? table->base + first * table->stride : NULL;
    if (table->locate != NULL) {
        table->locate(table, first, count, rows);
        for (size_t i = 0; i < count; i++) addresses[i] = rows[i].at;
    } else {
        for (size_t i = 0; i < count; i++) {
            rows[i] = (pdk_row){ base != NULL ? base + i * table->stride : NULL, first + i };
        }
    }
    for (size_t r = 0; r < read_count; r++) {
        const pdk_column *column = &table->columns[reads[r].column];
        pdk_type type = reads[r].type != PDK_TYPE_NONE ? reads[r].type : column->info.type;
        void *values = (char *)reads[r].values + done * pdk_type_size(type);
        if (column->field == NULL) {
            read_computed(table, column, rows, first, count, type, values);
        } else if (table->locate != NULL) {
            pdk_gather_at(column->field, column->element, addresses, column->shift, count, type, values);
        } else {
            pdk_gather(column->field, column->element, base + column->shift, table->stride, count, type, values);
        }
    }
}

pdk_status pdk_table_read(const pdk_table *table, uint64_t first, size_t count, const pdk_read *reads,
                          size_t read_count, pdk_error *error)
{
    if (table == NULL || (reads == NULL && read_count > 0)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "no table to read from");
    }
    if (first > table->rows || count > table->rows - first) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.rows", "table %s has %llu rows", table->name,
                        (unsigned long long)table->rows);
    }
    for (size_t r = 0; r < read_count; r++) {
        if (!fits(table, &reads[r])) {
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.column",
                            "table %s has no column %zu of that type", table->name, reads[r].column);
        }
    }
    for (size_t done = 0; done < count;) {
        size_t batch = count - done < PDK_BATCH ? count - done : PDK_BATCH;
        read_batch(table, first + done, batch, reads, read_count, done);
        done += batch;
    }
    return PDK_OK;
}

pdk_status pdk_table_read_column(const pdk_table *table, size_t column, uint64_t first, size_t count, void *values,
                                 pdk_error *error)
{
    pdk_read read = { .column = column, .values = values };
    return pdk_table_read(table, first, count, &read, 1, error);
}

pdk_status pdk_table_read_f64(const pdk_table *table, size_t column, uint64_t first, size_t count, double *values,
                              pdk_error *error)
{
    pdk_read read = { .column = column, .type = PDK_FLOAT64, .values = values };
    return pdk_table_read(table, first, count, &read, 1, error);
}

const char *pdk_table_name(const pdk_table *table)
{
    return table->name;
}
const char *pdk_table_meaning(const pdk_table *table)
{
    return table->meaning;
}
uint64_t pdk_table_rows(const pdk_table *table)
{
    return table->rows;
}
size_t pdk_table_columns(const pdk_table *table)
{
    return table->column_count;
}

const pdk_column_info *pdk_table_column(const pdk_table *table, size_t column)
{
    return column < table->column_count ? &table->columns[column].info : NULL;
}

size_t pdk_table_find_column(const pdk_table *table, const char *name)
{
    for (size_t i = 0; i < table->column_count; i++) {
        if (strcmp(table->columns[i].info.name, name) == 0) return i;
    }
    return PDK_NO_COLUMN;
}
