/* A table for each kind of known payload. Its columns are the fields of every record that makes rows of it in this
 * dialect; where a row's record lacks a field, the value is NaN or empty. */
#include <math.h>
#include <string.h>

#include "format/vcr/vcr.h"

enum { MOST_RECORDS = 8 };

/* One field name, and where each record of the table has it. */
typedef struct typed_field {
    const pdk_vcr_state *state;
    size_t count;
    const pdk_record *records[MOST_RECORDS];
    const pdk_field *fields[MOST_RECORDS];
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
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_field *field = field_of_row(typed, &batch->rows[i]);
        ((double *)values)[i] =
            field != NULL ? pdk_get_f64(field, 0, batch->rows[i].at + typed->state->shape.event_head) : (double)NAN;
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

/* Who or what was hit: a driver's name, or the object. */
static pdk_status compute_other_name(const pdk_batch *batch, void *values)
{
    static const struct {
        uint8_t code;
        const char *name;
    } objects[] = { { 105, "cone" },  { 106, "post" }, { 107, "sign" },
                    { 108, "wheel" }, { 109, "wing" }, { 112, "immovable" } };
    const typed_field *typed = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_field *field = field_of_row(typed, &batch->rows[i]);
        uint8_t other =
            field != NULL ? (uint8_t)pdk_get_i64(field, 0, batch->rows[i].at + typed->state->shape.event_head) : 255;
        pdk_text name = typed->state->names[other];
        for (size_t k = 0; name.size == 0 && k < sizeof objects / sizeof objects[0]; k++) {
            if (objects[k].code == other) name = (pdk_text){ objects[k].name, strlen(objects[k].name) };
        }
        ((pdk_text *)values)[i] = name;
    }
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------- the columns */

static size_t records_of(uint32_t dialect, pdk_vcr_table table, const pdk_record *records[MOST_RECORDS])
{
    size_t count = 0;
    for (const pdk_variant *variant = pdk_vcr_variants; variant->record != NULL && count < MOST_RECORDS; variant++) {
        if ((variant->dialects & dialect) == 0 || pdk_vcr_table_of(variant->record) != table) continue;
        bool listed = false;
        for (size_t i = 0; i < count; i++) listed |= records[i] == variant->record;
        if (!listed) records[count++] = variant->record;
    }
    return count;
}

bool pdk_vcr_has_typed(const pdk_vcr_state *state, pdk_vcr_table table)
{
    const pdk_record *records[MOST_RECORDS];
    return records_of(state->layout->dialect, table, records) > 0;
}

typedef struct adder {
    pdk_document *document;
    pdk_table *table;
    const pdk_vcr_state *state;
    const pdk_record *records[MOST_RECORDS];
    size_t count;
} adder;

/* Everything about one field name. NULL = out of memory. */
static const typed_field *collect(const adder *add, const char *name, bool *everywhere)
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
        typed->records[typed->count] = add->records[i];
        typed->fields[typed->count++] = field;
        *everywhere &= field->offset == typed->fields[0]->offset && field->storage == typed->fields[0]->storage;
    }
    return typed;
}

static void add_numbers(const adder *add, const pdk_field *field)
{
    bool everywhere;
    const typed_field *typed = collect(add, field->name, &everywhere);
    if (typed == NULL) return;
    if (everywhere) {
        pdk_table_add_field(add->table, NULL, field, 0, add->state->shape.event_head);
    } else {
        pdk_table_add_computed(add->table,
                               (pdk_column_info){ .name = field->name,
                                                  .type = PDK_FLOAT64,
                                                  .unit = field->unit,
                                                  .meaning = field->meaning,
                                                  .certainty = field->certainty },
                               compute_number, typed, 0);
    }
    if (strcmp(field->name, "other") == 0) {
        pdk_table_add_computed(add->table,
                               (pdk_column_info){ .name = "other_name",
                                                  .type = PDK_TEXT,
                                                  .meaning = "the driver or object",
                                                  .certainty = field->certainty },
                               compute_other_name, typed, 0);
    }
    if (field->labels == NULL || field->is_flags) return;
    char *name = pdk_text_printf(&add->document->memory, "%s_name", field->name);
    if (name == NULL) {
        add->document->failed = true;
        return;
    }
    pdk_table_add_computed(
        add->table,
        (pdk_column_info){ .name = name, .type = PDK_TEXT, .meaning = field->meaning, .certainty = field->certainty },
        compute_label, typed, 0);
}

/* Is this the first record that has the field? Unknown bytes are in the payload column. */
static bool is_new(const adder *add, size_t record, const pdk_field *field)
{
    if (field->count > 1 || field->storage >= PDK_RAW_CHARS || strncmp(field->name, "unknown", 7) == 0) return false;
    for (size_t i = 0; i < record; i++) {
        if (pdk_record_field(add->records[i], field->name) != NULL) return false;
    }
    return true;
}

static void add_text(const adder *add, pdk_vcr_table kind)
{
    const pdk_text *texts = pdk_vcr_read_texts(add->document, add->state, kind);
    if (texts == NULL) return;
    pdk_table_add_array(
        add->table,
        (pdk_column_info){
            .name = "text", .type = PDK_TEXT, .meaning = "as the game wrote it", .certainty = PDK_LIKELY },
        texts);
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
    pdk_vcr_add_event_field(add.table, state, "driver");
    pdk_vcr_add_driver_name(add.table, state);
    if (add.count > 1) {
        pdk_table_add_computed(
            add.table,
            (pdk_column_info){
                .name = "kind", .type = PDK_TEXT, .meaning = "which payload it was", .certainty = PDK_LIKELY },
            compute_kind, state, 0);
    }
    for (size_t i = 0; i < add.count; i++) {
        for (uint32_t k = 0; k < add.records[i]->field_count; k++) {
            const pdk_field *field = &add.records[i]->fields[k];
            if (is_new(&add, i, field) && add.records[i] != &pdk_vcr_session_name) add_numbers(&add, field);
        }
    }
    add_text(&add, kind);
    pdk_vcr_add_payload(add.table, state);
}
