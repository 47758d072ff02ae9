/* The tables of everything there is: slices, and events of every kind with their payloads. */
#include <string.h>

#include "format/vcr/vcr.h"

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

void pdk_vcr_add_events(pdk_document *document, const pdk_vcr_state *state)
{
    static const char *const fields[] = { "class", "type", "size", "extra", "session", "flag" };
    pdk_table *table =
        pdk_document_add_table(document, "events", "a row for each event, known or not", pdk_vcr_end(state)->event, 12);
    pdk_table_set_located(table, locate_events, state);
    pdk_vcr_add_time(table);
    pdk_vcr_add_slice(table);
    pdk_vcr_add_driver(table, state);
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
    pdk_vcr_set_roles(table);
    pdk_table_set_sorted(table, "slice");
}
