/* Reading rows: find a batch of records, then let every wanted column take its values from them while they are in
 * cache. */
#include "model/table.h"

#include <math.h>
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
                  .certainty = field->certainty,
                  .labels = field->labels,
                  .is_flags = field->is_flags },
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
            char which[PDK_ELEMENT_ROOM];
            char *name = pdk_text_printf(&table->document->memory, "%s_%s", field->name,
                                         pdk_element_name(which, field, element));
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

static pdk_column *last_column(pdk_table *table)
{
    return table != NULL && table->column_count > 0 ? &table->columns[table->column_count - 1] : NULL;
}

void pdk_table_set_sentinel_range(pdk_table *table, double from, double to)
{
    pdk_column *column = last_column(table);
    if (column == NULL) return;
    column->info.nullable = true;
    column->has_sentinel = true;
    column->sentinel_from = from;
    column->sentinel_to = to;
}

void pdk_table_set_sentinel(pdk_table *table, double sentinel)
{
    pdk_table_set_sentinel_range(table, sentinel, sentinel);
}

void pdk_table_set_empty_missing(pdk_table *table)
{
    pdk_table_set_sentinel_range(table, 0, 0);
}

void pdk_table_set_role(pdk_table *table, pdk_role role, pdk_frame frame)
{
    pdk_column *column = last_column(table);
    if (column == NULL) return;
    column->info.role = role;
    column->info.frame = frame;
}

void pdk_table_set_hidden(pdk_table *table)
{
    pdk_column *column = last_column(table);
    if (column != NULL) column->info.hidden = true;
}

void pdk_table_set_roles(pdk_table *table, const pdk_column_role *roles)
{
    for (; table != NULL && roles->column != NULL; roles++) {
        size_t column = pdk_table_find_column(table, roles->column);
        if (column == PDK_NO_COLUMN) continue;
        table->columns[column].info.role = roles->role;
        table->columns[column].info.frame = roles->frame;
    }
}

void pdk_table_set_sorted(pdk_table *table, const char *column)
{
    if (table != NULL) table->sorted_by = column;
}

static pdk_status compute_array(const pdk_batch *batch, void *values)
{
    size_t size = pdk_type_size(batch->column->info.type);
    memcpy(values, (const char *)batch->column->data + batch->first * size, batch->count * size);
    return PDK_OK;
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

static bool is_valid(const uint8_t *validity, size_t row)
{
    return (validity[row / 8] >> (row % 8) & 1) != 0;
}

static const pdk_text no_text = { "", 0 };
static const pdk_bytes no_bytes = { (const uint8_t *)"", 0 };

/* What stands where there is no value: the same whatever the file or the code left there. */
static void blank(const uint8_t *validity, size_t count, pdk_type type, void *values)
{
    size_t size = pdk_type_size(type);
    float no_float = NAN;
    double no_double = NAN;
    for (size_t i = 0; i < count; i++) {
        if (is_valid(validity, i)) continue;
        char *to = (char *)values + i * size;
        if (type == PDK_TEXT) memcpy(to, &no_text, size);
        else if (type == PDK_BYTES) memcpy(to, &no_bytes, size);
        else if (type == PDK_FLOAT32) memcpy(to, &no_float, size);
        else if (type == PDK_FLOAT64) memcpy(to, &no_double, size);
        else memset(to, 0, size);
    }
}

/* Bits of rows whose value stands for "none" are cleared. */
static void find_sentinels(const pdk_column *column, pdk_type type, const void *values, size_t count, uint8_t *validity)
{
    double numbers[PDK_BATCH], from = column->sentinel_from, to = column->sentinel_to;
    if (type < PDK_TEXT) widen(type, values, count, numbers);
    for (size_t i = 0; i < count; i++) {
        bool none = type == PDK_TEXT    ? ((const pdk_text *)values)[i].size == 0
                    : type == PDK_BYTES ? ((const pdk_bytes *)values)[i].size == 0
                    : isnan(from)       ? isnan(numbers[i])
                                        : numbers[i] >= from && numbers[i] <= to;
        if (none) validity[i / 8] &= (uint8_t) ~(1u << (i % 8));
    }
}

enum {
    MOST_GATHERED = 64, /* columns taken from a batch's records together */
    STREAMED = 4 << 20  /* bytes of a read that is too large for the nearer caches */
};

/* A batch being read: where its records are, and the stored columns that are still to be taken from them. */
typedef struct reading {
    const pdk_table *table;
    uint64_t first;
    size_t count;
    bool streamed;
    pdk_row rows[PDK_BATCH];
    const uint8_t *addresses[PDK_BATCH];
    pdk_gather_column stored[MOST_GATHERED];
    size_t stored_count;
    pdk_error *error;
} reading;

static void gather_stored(reading *batch)
{
    pdk_gather_columns(batch->stored, batch->stored_count, batch->addresses, batch->count, batch->streamed);
    batch->stored_count = 0;
}

/* What a read fills in all. */
static uint64_t bytes_of(const pdk_table *table, size_t count, const pdk_read *reads, size_t read_count)
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

/* Bits 0 .. count-1 set, those behind them in the last byte 0. */
static void set_bits(uint8_t *bits, size_t count)
{
    memset(bits, 0xFF, count / 8);
    if (count % 8 != 0) bits[count / 8] = (uint8_t)((1u << (count % 8)) - 1);
}

/* One column of a batch; `done` rows of the whole read came before, a multiple of 8. */
static pdk_status read_column(reading *batch, const pdk_read *read, size_t done)
{
    const pdk_column *column = &batch->table->columns[read->column];
    pdk_type type = read->type != PDK_TYPE_NONE ? read->type : column->info.type;
    void *values = (char *)read->values + done * pdk_type_size(type);
    if (!column->info.nullable) {
        if (read->validity != NULL) set_bits(read->validity + done / 8, batch->count);
        if (column->field == NULL) return compute(batch, column, type, values, NULL);
        if (batch->stored_count == MOST_GATHERED) gather_stored(batch);
        batch->stored[batch->stored_count++] =
            (pdk_gather_column){ column->field, column->element, type, column->shift, values };
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
    blank(validity, batch->count, type, values);
    if (read->validity != NULL) memcpy(read->validity + done / 8, validity, (batch->count + 7) / 8);
    return PDK_OK;
}

static bool fits(const pdk_table *table, const pdk_read *read)
{
    if (read->column >= table->column_count || read->values == NULL) return false;
    pdk_type own = table->columns[read->column].info.type;
    return read->type == PDK_TYPE_NONE || read->type == own || (read->type == PDK_FLOAT64 && own < PDK_TEXT);
}

/* Computed columns and those that can miss values one by one, then all others together. */
static pdk_status read_batch(reading *batch, const pdk_read *reads, size_t read_count, size_t done)
{
    const pdk_table *table = batch->table;
    if (table->locate != NULL) {
        table->locate(table, batch->first, batch->count, batch->rows);
    } else {
        const uint8_t *base = table->base != NULL ? table->base + batch->first * table->stride : NULL;
        for (size_t i = 0; i < batch->count; i++) {
            batch->rows[i] = (pdk_row){ base != NULL ? base + i * table->stride : NULL, batch->first + i };
        }
    }
    for (size_t i = 0; i < batch->count; i++) batch->addresses[i] = batch->rows[i].at;
    for (size_t r = 0; r < read_count; r++) {
        pdk_status status = read_column(batch, &reads[r], done);
        if (status != PDK_OK) return status;
    }
    gather_stored(batch);
    return PDK_OK;
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
    reading batch; /* its large arrays are filled before they are read */
    batch.table = table;
    batch.streamed = bytes_of(table, count, reads, read_count) >= STREAMED;
    batch.stored_count = 0;
    batch.error = error;
    pdk_status status = PDK_OK;
    for (size_t done = 0; status == PDK_OK && done < count; done += batch.count) {
        batch.first = first + done;
        batch.count = count - done < PDK_BATCH ? count - done : PDK_BATCH;
        status = read_batch(&batch, reads, read_count, done);
    }
    return status;
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

size_t pdk_table_find_role(const pdk_table *table, pdk_role role)
{
    for (size_t i = 0; role != PDK_ROLE_NONE && i < table->column_count; i++) {
        if (table->columns[i].info.role == role) return i;
    }
    return PDK_NO_COLUMN;
}

size_t pdk_table_sorted_by(const pdk_table *table)
{
    return table->sorted_by != NULL ? pdk_table_find_column(table, table->sorted_by) : PDK_NO_COLUMN;
}

const char *pdk_role_name(pdk_role role)
{
    static const char *const names[] = {
        [PDK_ROLE_NONE] = "",
        [PDK_ROLE_TIME] = "time",
        [PDK_ROLE_DRIVER] = "driver",
        [PDK_ROLE_DRIVER_NAME] = "driver_name",
        [PDK_ROLE_X] = "x",
        [PDK_ROLE_Y] = "y",
        [PDK_ROLE_Z] = "z",
        [PDK_ROLE_HEADING] = "heading",
        [PDK_ROLE_PITCH] = "pitch",
        [PDK_ROLE_ROLL] = "roll",
        [PDK_ROLE_VELOCITY_X] = "velocity_x",
        [PDK_ROLE_VELOCITY_Y] = "velocity_y",
        [PDK_ROLE_VELOCITY_Z] = "velocity_z",
        [PDK_ROLE_SPEED] = "speed",
        [PDK_ROLE_DISTANCE] = "distance",
        [PDK_ROLE_LAP] = "lap",
        [PDK_ROLE_SECTOR] = "sector",
        [PDK_ROLE_LAP_TIME] = "lap_time",
        [PDK_ROLE_THROTTLE] = "throttle",
        [PDK_ROLE_BRAKE] = "brake",
        [PDK_ROLE_CLUTCH] = "clutch",
        [PDK_ROLE_HANDBRAKE] = "handbrake",
        [PDK_ROLE_STEER] = "steer",
        [PDK_ROLE_GEAR] = "gear",
        [PDK_ROLE_ENGINE_SPEED] = "engine_speed",
        [PDK_ROLE_ACCELERATION_LONGITUDINAL] = "acceleration_longitudinal",
        [PDK_ROLE_ACCELERATION_LATERAL] = "acceleration_lateral",
        [PDK_ROLE_ACCELERATION_VERTICAL] = "acceleration_vertical",
        [PDK_ROLE_DIRECTION_X] = "direction_x",
        [PDK_ROLE_DIRECTION_Y] = "direction_y",
        [PDK_ROLE_DIRECTION_Z] = "direction_z",
        [PDK_ROLE_WHEEL] = "wheel",
        [PDK_ROLE_RIGHT_X] = "right_x",
        [PDK_ROLE_RIGHT_Y] = "right_y",
        [PDK_ROLE_RIGHT_Z] = "right_z",
    };
    return (size_t)role < sizeof names / sizeof names[0] ? names[role] : "";
}
