/* Making tables, and asking what they are made of. */
#include "model/table.h"

#include <math.h>
#include <string.h>

#include "model/document.h"
#include "paddock/arrow.h"

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

static void locate_nothing(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    (void)table;
    (void)first;
    memset(rows, 0, count * sizeof *rows);
}

void pdk_table_set_unlocated(pdk_table *table)
{
    pdk_table_set_located(table, locate_nothing, NULL);
}

static pdk_column *new_column(pdk_table *table)
{
    if (table == NULL || *table->failed) return NULL;
    if (table->column_count == table->column_capacity) { /* a reader that announced too few: make room */
        size_t capacity = table->column_capacity * 2 + 8;
        pdk_column *columns = pdk_realloc(table->memory, table->columns, capacity * sizeof *columns);
        if (columns == NULL) {
            *table->failed = true;
            return NULL;
        }
        table->columns = columns;
        table->column_capacity = capacity;
    }
    pdk_column *column = &table->columns[table->column_count++];
    memset(column, 0, sizeof *column);
    return column;
}

/* ------------------------------------------------------------------------------------------ columns by name */

enum { WIDE = 32 /* columns; fewer are looked through */ };

static size_t hash_of(const char *name)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *name != '\0'; name++) hash = (hash ^ (uint8_t)*name) * UINT64_C(1099511628211);
    return (size_t)(hash ^ hash >> 32);
}

/* Where the name is in the index, or where it would be. */
static uint32_t *place_of(const pdk_table *table, const char *name)
{
    size_t at = hash_of(name);
    for (;; at++) {
        uint32_t *place = &table->by_name[at & (table->by_name_size - 1)];
        if (*place == 0 || strcmp(table->columns[*place - 1].info.name, name) == 0) return place;
    }
}

static void index_column(pdk_table *table, size_t column)
{
    uint32_t *place = place_of(table, table->columns[column].info.name);
    if (*place == 0) *place = (uint32_t)column + 1; /* of several the first */
}

/* After the last column got its name. */
static void index_last(pdk_table *table)
{
    pdk_memory *memory = table->memory;
    if (table->column_count <= WIDE) return;
    if (table->by_name != NULL && 2 * table->column_count <= table->by_name_size) {
        index_column(table, table->column_count - 1);
        return;
    }
    size_t size = table->by_name_size == 0 ? 4 * WIDE : 2 * table->by_name_size;
    uint32_t *places = pdk_alloc_array(memory, size, sizeof *places);
    if (places == NULL) {
        *table->failed = true;
        return;
    }
    pdk_free(memory, table->by_name);
    table->by_name = places;
    table->by_name_size = size;
    for (size_t i = 0; i < table->column_count; i++) index_column(table, i);
}

pdk_column_info pdk_column_of_field(const pdk_field *field)
{
    return (pdk_column_info){ .name = field->name,
                              .type = pdk_field_type(field),
                              .unit = field->unit,
                              .meaning = field->meaning,
                              .certainty = field->certainty,
                              .labels = field->labels,
                              .is_flags = field->is_flags };
}

void pdk_table_add_field(pdk_table *table, const char *name, const pdk_field *field, uint32_t element, uint64_t shift)
{
    pdk_column *column = new_column(table);
    if (column == NULL) return;
    *column = (pdk_column){ .info = pdk_column_of_field(field), .field = field, .element = element, .shift = shift };
    if (name != NULL) column->info.name = name;
    index_last(table);
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
            char which[PDK_ELEMENT_NAME_SIZE];
            char *name = pdk_text_printf(table->memory, "%s_%s", field->name, pdk_element_name(which, field, element));
            if (name == NULL) {
                *table->failed = true;
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
    index_last(table);
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

void pdk_table_set_span(pdk_table *table, const char *column, pdk_find_span find_span)
{
    size_t number = table != NULL ? pdk_table_find_column(table, column) : PDK_NO_COLUMN;
    if (number != PDK_NO_COLUMN) table->columns[number].find_span = find_span;
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

const void *pdk_table_column_array(const pdk_table *table, size_t number)
{
    if (table == NULL || number >= table->column_count) return NULL;
    const pdk_column *column = &table->columns[number];
    pdk_type type = column->info.type;
    bool is_float = type == PDK_FLOAT32 || type == PDK_FLOAT64, is_number = type != PDK_BOOL && type < PDK_TEXT;
    bool as_read =
        is_number && (!column->info.nullable || (is_float && column->has_sentinel && isnan(column->sentinel_from)));
    bool is_aligned = (uintptr_t)column->data % pdk_type_size(type) == 0;
    return column->compute == compute_array && as_read && is_aligned ? column->data : NULL;
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

const pdk_column_info *pdk_table_column_at(const pdk_table *table, size_t column)
{
    return column < table->column_count ? &table->columns[column].info : NULL;
}

size_t pdk_table_find_column(const pdk_table *table, const char *name)
{
    if (table->by_name != NULL) {
        const uint32_t *place = place_of(table, name);
        return *place != 0 ? *place - 1 : PDK_NO_COLUMN;
    }
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
        [PDK_ROLE_OFF_TRACK] = "off_track",
        [PDK_ROLE_DETACHED_PARTS] = "detached_parts",
        [PDK_ROLE_DEBRIS] = "debris",
    };
    return (size_t)role < sizeof names / sizeof names[0] ? names[role] : "";
}
