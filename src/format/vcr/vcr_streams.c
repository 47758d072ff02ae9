/* The tables of everything there is: slices, and events of every kind with their payloads. */
#include <string.h>

#include "format/vcr/vcr.h"
#include "format/vcr/vcr_event_names.h"

const pdk_record *pdk_vcr_record_of(const pdk_vcr_state *state, uint32_t header)
{
    const pdk_vcr_shape *shape = &state->shape;
    const pdk_variant *variant =
        pdk_variant_find(pdk_vcr_variants, state->layout->dialect, pdk_vcr_class(shape, header),
                         pdk_vcr_type(shape, header), pdk_vcr_size(shape, header));
    return variant != NULL ? variant->record : NULL;
}

static void locate_slices(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    const pdk_vcr_state *state = table->state;
    pdk_vcr_index_slices(&state->shape, &state->index, first, count, rows);
}

static void locate_events(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    const pdk_vcr_state *state = table->state;
    pdk_vcr_index_events(&state->shape, &state->index, first, count, rows);
}

static pdk_value_span span_of_slices(const pdk_table *table, uint64_t first, uint64_t count)
{
    const pdk_vcr_state *state = table->state;
    return pdk_vcr_index_slices_span(&state->index, first, count);
}

static pdk_value_span span_of_events(const pdk_table *table, uint64_t first, uint64_t count)
{
    const pdk_vcr_state *state = table->state;
    return pdk_vcr_index_events_span(&state->index, first, count);
}

static pdk_status compute_offset(const pdk_batch *batch, void *values)
{
    const uint8_t *base = batch->table->document->content.data;
    for (size_t i = 0; i < batch->count; i++) ((uint64_t *)values)[i] = (uint64_t)(batch->rows[i].at - base);
    return PDK_OK;
}

static void add_offset(pdk_table *table)
{
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "offset",
                                              .type = PDK_UINT64,
                                              .unit = "byte",
                                              .meaning = "in the unpacked file",
                                              .certainty = PDK_LIKELY },
                           compute_offset, NULL, 0);
}

void pdk_vcr_add_slices(pdk_document *document, const pdk_vcr_state *state)
{
    pdk_table *table =
        pdk_document_add_table(document, "slices", "a row for each moment recorded", pdk_vcr_end(state)->slices, 3);
    pdk_table_set_located(table, locate_slices, state);
    pdk_table_add_record(table, state->layout->slice, 0);
    pdk_table_set_span(table, "time", span_of_slices);
    add_offset(table);
    pdk_vcr_set_roles(table);
}

static pdk_status compute_layout(const pdk_batch *batch, void *values)
{
    const pdk_vcr_state *state = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_record *record = pdk_vcr_record_of(state, pdk_load_u32(batch->rows[i].at));
        const char *name = record != NULL ? record->name : "";
        ((pdk_text *)values)[i] = (pdk_text){ name, strlen(name) };
    }
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------------- names */

/* The first line for each class and type: a file may have millions of events. */
typedef struct event_namer {
    const pdk_vcr_state *state;
    const pdk_vcr_event_name *lines[PDK_VCR_CLASSES * PDK_VCR_TYPES]; /* where the size does not matter */
    bool by_size[PDK_VCR_CLASSES * PDK_VCR_TYPES];
} event_namer;

static event_namer *make_namer(pdk_document *document, const pdk_vcr_state *state)
{
    event_namer *namer = pdk_alloc(&document->memory, sizeof *namer);
    if (namer == NULL) {
        document->failed = true;
        return NULL;
    }
    namer->state = state;
    for (unsigned key = 0; key < PDK_VCR_CLASSES * PDK_VCR_TYPES; key++) {
        unsigned event_class = key / PDK_VCR_TYPES, type = key % PDK_VCR_TYPES;
        for (size_t i = 0; i < pdk_vcr_event_name_count && namer->lines[key] == NULL && !namer->by_size[key]; i++) {
            const pdk_vcr_event_name *line = &pdk_vcr_event_names[i];
            if (!pdk_vcr_names_kind(line, state->layout->dialect, event_class, type)) continue;
            if (pdk_vcr_names_all_sizes(line)) namer->lines[key] = line;
            else namer->by_size[key] = true;
        }
    }
    return namer;
}

static const pdk_vcr_event_name *name_of(const event_namer *namer, uint32_t header)
{
    const pdk_vcr_shape *shape = &namer->state->shape;
    unsigned event_class = pdk_vcr_class(shape, header), type = pdk_vcr_type(shape, header);
    unsigned key = event_class * PDK_VCR_TYPES + type;
    if (!namer->by_size[key]) return namer->lines[key];
    return pdk_vcr_find_event_name(namer->state->layout->dialect, event_class, type, pdk_vcr_size(shape, header));
}

static pdk_text text_of(const char *text)
{
    return (pdk_text){ text, strlen(text) };
}

static pdk_status compute_name(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_vcr_event_name *line = name_of(batch->column->data, pdk_load_u32(batch->rows[i].at));
        ((pdk_text *)values)[i] = text_of(line != NULL && line->name != NULL ? line->name : "");
    }
    return PDK_OK;
}

static pdk_status compute_naming(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_vcr_event_name *line = name_of(batch->column->data, pdk_load_u32(batch->rows[i].at));
        ((pdk_text *)values)[i] = text_of(line != NULL ? pdk_vcr_naming_word(line->sure) : "");
    }
    return PDK_OK;
}

static void add_names(pdk_document *document, pdk_table *table, const pdk_vcr_state *state, const char *column)
{
    const event_namer *namer = make_namer(document, state);
    if (namer == NULL) return;
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = column,
                                              .type = PDK_TEXT,
                                              .meaning = "name of its class and type; none = unknown",
                                              .certainty = PDK_LIKELY },
                           compute_name, namer, 0);
    pdk_table_set_empty_missing(table);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "name_certainty",
                                              .type = PDK_TEXT,
                                              .meaning = "how sure the name is: published, likely, guess",
                                              .certainty = PDK_LIKELY },
                           compute_naming, namer, 0);
    pdk_table_set_empty_missing(table);
}

/* Here `name` is the event's, in other tables the driver's. */
static void set_event_roles(pdk_table *table)
{
    static const pdk_column_role none[] = { { "name", PDK_ROLE_NONE, PDK_FRAME_NONE },
                                            { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE } };
    pdk_vcr_set_roles(table);
    pdk_table_set_roles(table, none);
}

void pdk_vcr_add_events(pdk_document *document, const pdk_vcr_state *state)
{
    static const char *const kind[] = { "class", "type" }, *const fields[] = { "size", "extra", "session", "flag" };
    pdk_table *table =
        pdk_document_add_table(document, "events", "a row for each event, known or not", pdk_vcr_end(state)->event, 14);
    pdk_table_set_located(table, locate_events, state);
    pdk_vcr_add_time(table);
    pdk_table_set_span(table, "time", span_of_events);
    pdk_vcr_add_slice(table);
    pdk_vcr_add_driver(table, state);
    for (size_t i = 0; i < sizeof kind / sizeof kind[0]; i++) pdk_vcr_add_event_field(table, state, kind[i]);
    add_names(document, table, state, "name");
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) pdk_vcr_add_event_field(table, state, fields[i]);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "layout",
                                              .type = PDK_TEXT,
                                              .meaning = "the record its payload is read by; none = unknown",
                                              .certainty = PDK_LIKELY },
                           compute_layout, state, 0);
    pdk_table_set_empty_missing(table);
    add_offset(table);
    pdk_vcr_add_payload(table, state, false);
    set_event_roles(table);
    pdk_table_set_sorted(table, "slice");
}

/* Here `kind` is what the event is called: `name` is the driver's, as in all tables of events of drivers. */
void pdk_vcr_add_notices(pdk_document *document, const pdk_vcr_state *state)
{
    pdk_table *table = pdk_document_add_table(document, "notices", "a row for each event that only its name describes",
                                              pdk_vcr_end(state)->rows[PDK_VCR_NOTICES], 8);
    pdk_vcr_set_rows(document, table, state, PDK_VCR_NOTICES);
    pdk_vcr_add_time(table);
    pdk_vcr_add_slice(table);
    pdk_vcr_add_driver(table, state);
    pdk_vcr_add_driver_name(table, state);
    add_names(document, table, state, "kind");
    pdk_vcr_add_event_field(table, state, "size");
    pdk_vcr_add_payload(table, state, true);
    pdk_vcr_set_roles(table);
    pdk_table_set_sorted(table, "slice");
}
