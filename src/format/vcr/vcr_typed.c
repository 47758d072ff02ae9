/* A table for each kind of known payload. Its columns are the fields of every record that makes rows of it in this
 * dialect, in one order for all dialects; where a row's record lacks a field, the value is missing. */
#include <math.h>
#include <string.h>

#include "format/vcr/vcr_session.h"

enum { MAX_RECORDS = 12 };

/* One field name, and where each record of the table has it. */
typedef struct typed_field {
    const pdk_vcr_state *state;
    size_t count;
    const pdk_record *records[MAX_RECORDS];
    const pdk_field *fields[MAX_RECORDS];
} typed_field;

static const pdk_field *field_of_row(const typed_field *typed, const pdk_row *row)
{
    const pdk_record *record = pdk_vcr_record_of(typed->state, pdk_load_u32(row->at));
    for (size_t i = 0; i < typed->count; i++) {
        if (typed->records[i] == record) return typed->fields[i];
    }
    return NULL;
}

/* Numbers of a field that not every record has. */
static pdk_status compute_number(const pdk_batch *batch, void *values)
{
    const typed_field *typed = batch->column->data;
    size_t size = pdk_type_size(batch->column->info.type);
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_field *field = field_of_row(typed, &batch->rows[i]);
        const uint8_t *payload = batch->rows[i].at + typed->state->shape.event_head;
        if (field == NULL) pdk_batch_miss(batch, i);
        else pdk_gather(field, 0, payload, 0, 1, batch->column->info.type, (char *)values + i * size);
    }
    return PDK_OK;
}

/* A brake temperature in whole degrees: below 20 the game's own shows 20. */
static pdk_status compute_brake_temperature(const pdk_batch *batch, void *values)
{
    static const double coldest = 20;
    const typed_field *typed = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_field *field = field_of_row(typed, &batch->rows[i]);
        const uint8_t *payload = batch->rows[i].at + typed->state->shape.event_head;
        double degrees = field != NULL ? pdk_get_f64(field, 0, payload) : NAN;
        ((double *)values)[i] = fmax(coldest, floor(degrees + 0.5));
    }
    return PDK_OK;
}

/* Cars without virtual energy send 0 all session: that is none, not an empty store. */
static pdk_status compute_energy(const pdk_batch *batch, void *values)
{
    const typed_field *typed = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_field *field = field_of_row(typed, &batch->rows[i]);
        const uint8_t *payload = batch->rows[i].at + typed->state->shape.event_head;
        double left = field != NULL ? pdk_get_f64(field, 0, payload) : 0;
        if (!(left > 0) && !typed->state->has_energy) pdk_batch_miss(batch, i);
        else ((double *)values)[i] = left;
    }
    return PDK_OK;
}

/* Bytes with their own name. */
static pdk_status compute_bytes(const pdk_batch *batch, void *values)
{
    const typed_field *typed = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_field *field = field_of_row(typed, &batch->rows[i]);
        const uint8_t *payload = batch->rows[i].at + typed->state->shape.event_head;
        if (field == NULL) pdk_batch_miss(batch, i);
        else ((pdk_bytes *)values)[i] = (pdk_bytes){ payload + field->offset, field->count };
    }
    return PDK_OK;
}

/* The names of a labelled field's values. */
static pdk_status compute_label(const pdk_batch *batch, void *values)
{
    const typed_field *typed = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_field *field = field_of_row(typed, &batch->rows[i]);
        const uint8_t *payload = batch->rows[i].at + typed->state->shape.event_head;
        const char *label = field != NULL ? pdk_field_label(field, pdk_get_i64(field, 0, payload)) : NULL;
        if (label == NULL) label = "";
        ((pdk_text *)values)[i] = (pdk_text){ label, strlen(label) };
    }
    return PDK_OK;
}

static pdk_status compute_kind(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_record *record = pdk_vcr_record_of(batch->column->data, pdk_load_u32(batch->rows[i].at));
        const char *dot = record != NULL ? strrchr(record->name, '.') : NULL;
        const char *name = dot != NULL ? dot + 1 : "";
        ((pdk_text *)values)[i] = (pdk_text){ name, strlen(name) };
    }
    return PDK_OK;
}

const char *pdk_vcr_object_name(unsigned code)
{
    static const struct {
        unsigned code;
        const char *name;
    } objects[] = { { 105, "cone" },  { 106, "post" }, { 107, "sign" },
                    { 108, "wheel" }, { 109, "wing" }, { 112, "immovable" } };
    for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++) {
        if (objects[i].code == code) return objects[i].name;
    }
    return NULL;
}

/* What was hit: a driver's name, or the object. */
static pdk_status compute_other_name(const pdk_batch *batch, void *values)
{
    const typed_field *typed = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_field *field = field_of_row(typed, &batch->rows[i]);
        uint8_t other =
            field != NULL ? (uint8_t)pdk_get_i64(field, 0, batch->rows[i].at + typed->state->shape.event_head) : 255;
        pdk_text name = typed->state->names[other];
        const char *object = name.size == 0 ? pdk_vcr_object_name(other) : NULL;
        if (object != NULL) name = (pdk_text){ object, strlen(object) };
        ((pdk_text *)values)[i] = name;
    }
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------- the columns */

static size_t records_of(uint32_t dialect, pdk_vcr_table table, const pdk_record *records[MAX_RECORDS])
{
    size_t count = 0;
    for (const pdk_variant *variant = pdk_vcr_variants; variant->record != NULL && count < MAX_RECORDS; variant++) {
        if ((variant->dialects & dialect) == 0 || pdk_vcr_table_of(variant->record) != table) continue;
        bool listed = false;
        for (size_t i = 0; i < count; i++) listed |= records[i] == variant->record;
        if (!listed) records[count++] = variant->record;
    }
    return count;
}

bool pdk_vcr_has_typed(const pdk_vcr_state *state, pdk_vcr_table table)
{
    const pdk_record *records[MAX_RECORDS];
    return records_of(state->layout->dialect, table, records) > 0;
}

typedef struct adder {
    pdk_document *document;
    pdk_table *table;
    const pdk_vcr_state *state;
    const pdk_record *records[MAX_RECORDS];
    size_t count;
} adder;

/* The same place, bits and scale: one column can be gathered for both. */
static bool is_same(const pdk_field *a, const pdk_field *b)
{
    double difference = fabs(a->multiplier - b->multiplier) + fabs(a->divisor - b->divisor) + fabs(a->bias - b->bias);
    return a->offset == b->offset && a->storage == b->storage && a->bit == b->bit && a->bits == b->bits &&
           !(difference > 0) && pdk_field_type(a) == pdk_field_type(b);
}

/* Everything about one field name. `everywhere` is set when every record has it at the same place, *type to a type that
 * all its values fit. NULL = out of memory. */
static const typed_field *collect(const adder *add, const char *name, bool *everywhere, pdk_type *type)
{
    typed_field *typed = pdk_alloc(&add->document->memory, sizeof *typed);
    if (typed == NULL) {
        add->document->failed = true;
        return NULL;
    }
    typed->state = add->state;
    *everywhere = true;
    for (size_t i = 0; i < add->count; i++) {
        const pdk_field *field = pdk_record_field(add->records[i], name);
        if (field == NULL) {
            *everywhere = false;
            continue;
        }
        if (typed->count == 0) *type = pdk_field_type(field);
        else if (pdk_field_type(field) != *type) *type = PDK_FLOAT64;
        typed->records[typed->count] = add->records[i];
        typed->fields[typed->count++] = field;
        *everywhere &= is_same(field, typed->fields[0]);
    }
    return typed;
}

/* Stored numbers that stand for "none": an invalid lap has no time, and 255 is no car. */
static void set_sentinels(pdk_table *table, const char *name)
{
    if (strcmp(name, "lap_time") == 0) pdk_table_set_sentinel_range(table, -HUGE_VAL, 0);
    if (strcmp(name, "other") == 0) pdk_table_set_sentinel(table, PDK_VCR_NOBODY);
}

static void add_text_column(const adder *add, const char *name, const char *meaning, pdk_certainty certainty,
                            pdk_compute compute, const void *data)
{
    pdk_table_add_computed(
        add->table, (pdk_column_info){ .name = name, .type = PDK_TEXT, .meaning = meaning, .certainty = certainty },
        compute, data, 0);
    pdk_table_set_empty_missing(add->table);
}

/* Fields that are more than their number: what makes the column's values; NULL = it is the number. */
static pdk_compute special_compute(const pdk_field *field)
{
    if (field->storage == PDK_RAW_OPAQUE) return compute_bytes;
    if (strcmp(field->name, "brake_temperature") == 0) return compute_brake_temperature;
    return strcmp(field->name, "virtual_energy") == 0 ? compute_energy : NULL;
}

static void add_special(const adder *add, const pdk_field *field, pdk_compute compute, const typed_field *typed)
{
    pdk_column_info info = pdk_column_of_field(field);
    bool is_bytes = compute == compute_bytes;
    info.type = is_bytes ? PDK_BYTES : PDK_FLOAT64;
    info.nullable = is_bytes ? typed->count < add->count : compute == compute_energy;
    pdk_table_add_computed(add->table, info, compute, typed, 0);
}

static void add_numbers(const adder *add, const pdk_field *field)
{
    bool everywhere;
    pdk_type type = PDK_TYPE_NONE;
    pdk_compute special = special_compute(field);
    const typed_field *typed = collect(add, field->name, &everywhere, &type);
    if (typed == NULL) return;
    if (special != NULL) {
        add_special(add, field, special, typed);
        return;
    }
    if (everywhere) {
        pdk_table_add_field(add->table, NULL, field, 0, add->state->shape.event_head);
    } else {
        pdk_column_info info = pdk_column_of_field(field);
        info.type = type;
        info.nullable = true;
        pdk_table_add_computed(add->table, info, compute_number, typed, 0);
    }
    set_sentinels(add->table, field->name);
    if (strcmp(field->name, "other") == 0) {
        add_text_column(add, "other_name", "the driver or object", field->certainty, compute_other_name, typed);
    }
    if (field->labels == NULL || field->is_flags) return;
    char *name = pdk_text_printf(&add->document->memory, "%s_name", field->name);
    if (name == NULL) add->document->failed = true;
    else add_text_column(add, name, field->meaning, field->certainty, compute_label, typed);
}

/* Unknown bytes are in the payload column, texts in a separate one. */
static bool makes_column(const pdk_record *record, const pdk_field *field)
{
    bool is_text = record == &pdk_vcr_session_name || record == &pdk_vcr_driver_change;
    bool is_value = field->storage == PDK_RAW_OPAQUE || (field->count <= 1 && field->storage < PDK_RAW_CHARS);
    return !is_text && is_value && strncmp(field->name, "unknown", 7) != 0;
}

/* This dialect's field of that name, in the first record that has it; NULL = it has none. */
static const pdk_field *find_field(const adder *add, const char *name)
{
    const pdk_field *field = NULL;
    for (size_t i = 0; i < add->count && field == NULL; i++) field = pdk_record_field(add->records[i], name);
    return field;
}

/* The columns in the order in which the records of all dialects have them, so that it is the same in each. */
static void add_fields(const adder *add, pdk_vcr_table kind)
{
    const pdk_record *records[MAX_RECORDS];
    size_t count = records_of(PDK_VCR_R1 | PDK_VCR_R2 | PDK_VCR_L, kind, records);
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < records[i]->field_count; k++) {
            const pdk_field *any = &records[i]->fields[k], *field = find_field(add, any->name);
            if (field == NULL || !makes_column(records[i], any)) continue;
            if (pdk_table_find_column(add->table, any->name) == PDK_NO_COLUMN) add_numbers(add, field);
        }
    }
}

static void add_text(const adder *add, pdk_vcr_table kind)
{
    const pdk_text *texts = pdk_vcr_read_texts(add->document, add->state, kind);
    if (texts == NULL) return;
    static const pdk_column_info text = {
        .name = "text", .type = PDK_TEXT, .meaning = "as the game wrote it", .certainty = PDK_LIKELY
    };
    static const pdk_column_info who = { .name = "who",
                                         .type = PDK_TEXT,
                                         .meaning = "takes over: the first of the payload's texts, where it is read "
                                                    "whole as texts with their lengths before them",
                                         .certainty = PDK_GUESSED };
    pdk_table_add_array(add->table, kind == PDK_VCR_DRIVER_CHANGES ? who : text, texts);
    pdk_table_set_empty_missing(add->table);
}

void pdk_vcr_add_typed(pdk_document *document, const pdk_vcr_state *state, pdk_vcr_table kind, const char *name,
                       const char *meaning)
{
    adder add = { .document = document, .state = state };
    add.table = pdk_document_add_table(document, name, meaning, pdk_vcr_end(state)->rows[kind], 16);
    add.count = records_of(state->layout->dialect, kind, add.records);
    pdk_vcr_set_rows(document, add.table, state, kind);
    pdk_vcr_add_time(add.table);
    pdk_vcr_add_slice(add.table);
    pdk_vcr_add_driver(add.table, state);
    pdk_vcr_add_driver_name(add.table, state);
    if (add.count > 1) add_text_column(&add, "kind", "which payload layout it has", PDK_LIKELY, compute_kind, state);
    if (add.table != NULL) add_fields(&add, kind);
    add_text(&add, kind);
    pdk_vcr_add_payload(add.table, state, true);
    pdk_vcr_set_roles(add.table);
    pdk_table_set_sorted(add.table, "slice");
}

/* ------------------------------------------------------------------------------------------------- energy */

/* Looked for in reports from all over the file: a car that has any shows it in nearly all of them. */
void pdk_vcr_settle_energy(pdk_document *document, pdk_vcr_state *state)
{
    enum { MOST = 256 };
    uint64_t count = pdk_vcr_end(state)->rows[PDK_VCR_ENERGY], looked = count < MOST ? count : MOST;
    const pdk_field *energy = pdk_record_field(&pdk_vcr_l_energy, "virtual_energy");
    for (uint64_t i = 0; i < looked && !state->has_energy; i++) {
        pdk_row row;
        pdk_vcr_index_rows(&state->shape, &state->index, PDK_VCR_ENERGY, i * count / looked, 1, &row);
        state->has_energy = pdk_get_f64(energy, 0, row.at + state->shape.event_head) > 0;
    }
    if (looked > 0 && !state->has_energy)
        pdk_document_add_evidence(document, "virtual energy is 0 in %u of %u reports: the car has no such system",
                                  (unsigned)looked, (unsigned)looked);
}
