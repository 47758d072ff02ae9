/* Reading rows: find a batch of records, then let every wanted column take its values from them while they are in
 * cache. */
#include <math.h>
#include <string.h>

#include "layout/gather_plan.h"
#include "model/document.h"
#include "model/table.h"

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

static bool is_valid(const uint8_t *validity, size_t row)
{
    return (validity[row / 8] >> (row % 8) & 1) != 0;
}

static const pdk_text no_text = { "", 0 };
static const pdk_bytes no_bytes = { (const uint8_t *)"", 0 };

static bool has_missing(const uint8_t *validity, size_t count)
{
    for (size_t i = 0; i < count / 8; i++) {
        if (validity[i] != 0xFF) return true;
    }
    return count % 8 != 0 && validity[count / 8] != (1u << (count % 8)) - 1;
}

/* Rows without a value get a value that says so, whatever the file or the code left there. */
static void blank(const uint8_t *validity, size_t count, pdk_type type, void *values)
{
#define BLANK(as, none)                                         \
    for (size_t i = 0; i < count; i++) {                        \
        if (!is_valid(validity, i)) ((as *)values)[i] = (none); \
    }
    switch (type) {
    case PDK_TEXT: BLANK(pdk_text, no_text); break;
    case PDK_BYTES: BLANK(pdk_bytes, no_bytes); break;
    case PDK_FLOAT32: BLANK(float, NAN); break;
    case PDK_FLOAT64: BLANK(double, NAN); break;
    case PDK_INT16:
    case PDK_UINT16: BLANK(uint16_t, 0); break;
    case PDK_INT32:
    case PDK_UINT32: BLANK(uint32_t, 0); break;
    case PDK_INT64:
    case PDK_UINT64: BLANK(uint64_t, 0); break;
    default: BLANK(uint8_t, 0); break;
    }
#undef BLANK
}

static bool has_sentinel(const double *numbers, size_t count, double from, double to)
{
    unsigned found = 0;
    if (isnan(from)) {
        for (size_t i = 0; i < count; i++) found |= isnan(numbers[i]) != 0;
    } else {
        for (size_t i = 0; i < count; i++) found |= (numbers[i] >= from) & (numbers[i] <= to);
    }
    return found != 0;
}

/* Bits of rows whose value means "none" are cleared. Most batches have no such row. */
static void find_sentinels(const pdk_column *column, pdk_type type, const void *values, size_t count, uint8_t *validity)
{
    double widened[PDK_BATCH], from = column->sentinel_from, to = column->sentinel_to;
    const double *numbers = type == PDK_FLOAT64 ? values : widened;
    if (type < PDK_FLOAT64) widen(type, values, count, widened);
    if (type < PDK_TEXT && !has_sentinel(numbers, count, from, to)) return;
    for (size_t i = 0; i < count; i++) {
        bool none = type == PDK_TEXT    ? ((const pdk_text *)values)[i].size == 0
                    : type == PDK_BYTES ? ((const pdk_bytes *)values)[i].size == 0
                    : isnan(from)       ? isnan(numbers[i])
                                        : numbers[i] >= from && numbers[i] <= to;
        if (none) validity[i / 8] &= (uint8_t) ~(1u << (i % 8));
    }
}

enum {
    LOCATED = 2 * PDK_BATCH, /* rows found at once: a locator often walks to the first of them from somewhere before */
    STREAMED = 4 << 20       /* bytes of a read that is too large for the nearer caches */
};

/* A read, and the batch it is at: where the records are, and the stored columns that are taken from them together. */
typedef struct reading {
    const pdk_table *table;
    uint64_t first;
    size_t count;
    bool streamed;
    const pdk_row *rows;
    const uint8_t *addresses[PDK_BATCH];
    pdk_row located[LOCATED];
    size_t located_count, used; /* `used` of them were in the batches before */
    pdk_gather_column stored[PDK_GATHER_MAX];
    pdk_gather_plan plan;
    pdk_error *error;
} reading;

/* What a read fills in all. */
static uint64_t bytes_of(const pdk_table *table, size_t count, const pdk_column_read *reads, size_t read_count)
{
    uint64_t row = 0;
    for (size_t r = 0; r < read_count; r++) {
        pdk_type type = reads[r].type;
        row += pdk_type_size(type != PDK_TYPE_NONE ? type : table->columns[reads[r].column].info.type);
    }
    return row * count;
}

static pdk_status compute(const reading *batch, const pdk_column *column, pdk_type type, void *values,
                          uint8_t *validity)
{
    pdk_batch call = {
        .table = batch->table,
        .column = column,
        .rows = batch->rows,
        .first = batch->first,
        .count = batch->count,
        .validity = validity,
        .error = batch->error,
    };
    if (type == column->info.type) return column->compute(&call, values);
    uint64_t own[PDK_BATCH]; /* the widest number */
    pdk_status status = column->compute(&call, own);
    if (status == PDK_OK) widen(column->info.type, own, batch->count, values);
    return status;
}

/* Bits 0 .. count-1 set, those after them in the last byte 0. */
static void set_bits(uint8_t *bits, size_t count)
{
    memset(bits, 0xFF, count / 8);
    if (count % 8 != 0) bits[count / 8] = (uint8_t)((1u << (count % 8)) - 1);
}

static bool has_no_nulls(const pdk_column *column)
{
    return column->field != NULL && !column->info.nullable;
}

/* Stored columns without nulls, as many as go into one plan: returns how many of the reads were looked at. */
static size_t plan_stored(reading *batch, const pdk_column_read *reads, size_t read_count)
{
    size_t count = 0, r = 0;
    for (; r < read_count; r++) {
        const pdk_column *column = &batch->table->columns[reads[r].column];
        if (!has_no_nulls(column)) continue;
        if (count == PDK_GATHER_MAX) break;
        pdk_type type = reads[r].type != PDK_TYPE_NONE ? reads[r].type : column->info.type;
        batch->stored[count++] =
            (pdk_gather_column){ column->field, column->element, type, column->shift, reads[r].values };
    }
    pdk_gather_plan_make(&batch->plan, batch->stored, count);
    return r;
}

/* One column of a batch; `done` rows of the whole read came before, a multiple of 8. */
static pdk_status read_column(reading *batch, const pdk_column_read *read, size_t done)
{
    const pdk_column *column = &batch->table->columns[read->column];
    pdk_type type = read->type != PDK_TYPE_NONE ? read->type : column->info.type;
    void *values = (char *)read->values + done * pdk_type_size(type);
    if (!column->info.nullable) {
        if (read->validity != NULL) set_bits(read->validity + done / 8, batch->count);
        if (column->field == NULL) return compute(batch, column, type, values, NULL);
        pdk_gather_at(column->field, column->element, batch->addresses, column->shift, batch->count, type, values);
        return PDK_OK;
    }
    uint8_t validity[PDK_BATCH / 8];
    set_bits(validity, batch->count);
    pdk_status status = PDK_OK;
    if (column->field == NULL) {
        status = compute(batch, column, type, values, validity);
    } else {
        pdk_gather_at(column->field, column->element, batch->addresses, column->shift, batch->count, type, values);
    }
    if (status != PDK_OK) return status;
    if (column->has_sentinel) find_sentinels(column, type, values, batch->count, validity);
    if (has_missing(validity, batch->count)) blank(validity, batch->count, type, values);
    if (read->validity != NULL) memcpy(read->validity + done / 8, validity, (batch->count + 7) / 8);
    return PDK_OK;
}

static bool fits(const pdk_table *table, const pdk_column_read *read, size_t count)
{
    if (read->column >= table->column_count || (read->values == NULL && count > 0)) return false;
    pdk_type own = table->columns[read->column].info.type;
    return read->type == PDK_TYPE_NONE || read->type == own || (read->type == PDK_FLOAT64 && own < PDK_TEXT);
}

void pdk_table_locate(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    if (table->locate != NULL) {
        table->locate(table, first, count, rows);
        return;
    }
    const uint8_t *base = table->base != NULL ? table->base + first * table->stride : NULL;
    for (size_t i = 0; i < count; i++) {
        rows[i] = (pdk_row){ base != NULL ? base + i * table->stride : NULL, first + i };
    }
}

bool pdk_table_reads_anywhere(const pdk_table *table, size_t column)
{
    return table->locate != NULL || table->columns[column].field != NULL;
}

/* Finds the next rows, at most `left` of them. */
static void locate(reading *batch, size_t left)
{
    size_t count = batch->located_count = left < LOCATED ? left : LOCATED;
    batch->used = 0;
    pdk_table_locate(batch->table, batch->first, count, batch->located);
}

/* The next rows, `left` of them at most, become the batch. */
static void begin_batch(reading *batch, uint64_t first, size_t left)
{
    batch->first = first;
    if (batch->used == batch->located_count) locate(batch, left);
    size_t count = batch->located_count - batch->used;
    batch->count = count < PDK_BATCH ? count : PDK_BATCH;
    batch->rows = batch->located + batch->used;
    batch->used += batch->count;
    for (size_t i = 0; i < batch->count; i++) batch->addresses[i] = batch->rows[i].at;
}

/* Computed columns and those that can miss values one by one, then the planned ones together; `planned` of the reads
 * were looked at for the plan. */
static pdk_status read_batch(reading *batch, const pdk_column_read *reads, size_t read_count, size_t planned,
                             size_t done)
{
    for (size_t r = 0; r < read_count; r++) {
        if (r < planned && has_no_nulls(&batch->table->columns[reads[r].column])) {
            if (reads[r].validity != NULL) set_bits(reads[r].validity + done / 8, batch->count);
            continue;
        }
        pdk_status status = read_column(batch, &reads[r], done);
        if (status != PDK_OK) return status;
    }
    pdk_gather_plan_run(&batch->plan, batch->addresses, done, batch->count, batch->streamed);
    return PDK_OK;
}

pdk_status pdk_table_read_located(const pdk_table *table, const pdk_row *rows, uint64_t first, size_t count,
                                  const pdk_column_read *reads, size_t read_count, pdk_error *error)
{
    reading batch;
    batch.table = table;
    batch.streamed = false;
    batch.error = error;
    batch.rows = rows;
    batch.first = first;
    batch.count = count;
    for (size_t i = 0; i < count; i++) batch.addresses[i] = rows[i].at;
    size_t planned = plan_stored(&batch, reads, read_count);
    return read_batch(&batch, reads, read_count, planned, 0);
}

pdk_status pdk_table_read(const pdk_table *table, uint64_t first, size_t count, const pdk_column_read *reads,
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
        if (!fits(table, &reads[r], count)) {
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.column",
                            "table %s has no column %zu of that type", table->name, reads[r].column);
        }
    }
    reading batch; /* its large arrays are filled before they are read */
    batch.table = table;
    batch.streamed = bytes_of(table, count, reads, read_count) >= STREAMED;
    batch.located_count = batch.used = 0;
    batch.error = error;
    size_t planned = plan_stored(&batch, reads, read_count);
    pdk_status status = PDK_OK;
    for (size_t done = 0; status == PDK_OK && done < count; done += batch.count) {
        begin_batch(&batch, first + done, count - done);
        status = read_batch(&batch, reads, read_count, planned, done);
    }
    pdk_gather_plan_end(batch.streamed);
    return status;
}

pdk_status pdk_table_read_column(const pdk_table *table, size_t column, uint64_t first, size_t count, void *values,
                                 pdk_error *error)
{
    pdk_column_read read = { .column = column, .values = values };
    return pdk_table_read(table, first, count, &read, 1, error);
}

pdk_status pdk_table_read_f64(const pdk_table *table, size_t column, uint64_t first, size_t count, double *values,
                              pdk_error *error)
{
    pdk_column_read read = { .column = column, .type = PDK_FLOAT64, .values = values };
    return pdk_table_read(table, first, count, &read, 1, error);
}
