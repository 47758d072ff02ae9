/* Columns and locators that the tables over events share. A row is an event's header; its context says where its slice
 * is. */
#include "format/vcr/vcr.h"

static void locate(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    const pdk_vcr_source *source = table->state;
    pdk_vcr_index_rows(&source->state->shape, &source->state->index, source->table, first, count, rows);
}

void pdk_vcr_set_rows(pdk_document *document, pdk_table *table, const pdk_vcr_state *state, pdk_vcr_table kind)
{
    pdk_vcr_source *source = pdk_alloc(&document->memory, sizeof *source);
    if (source == NULL) {
        document->failed = true;
        return;
    }
    *source = (pdk_vcr_source){ state, kind };
    pdk_table_set_located(table, locate, source);
}

static void compute_time(const pdk_table *table, const pdk_column *column, const pdk_row *rows, uint64_t first,
                         size_t count, void *values)
{
    (void)table;
    (void)column;
    (void)first;
    for (size_t i = 0; i < count; i++) ((float *)values)[i] = pdk_load_f32(pdk_vcr_slice_of(&rows[i]));
}

void pdk_vcr_add_time(pdk_table *table)
{
    pdk_table_add_computed(
        table, (pdk_column_info){ "time", PDK_FLOAT32, "s", "of the slice, on the clock of the session", PDK_LIKELY },
        compute_time, NULL, 0);
}

static void compute_slice(const pdk_table *table, const pdk_column *column, const pdk_row *rows, uint64_t first,
                          size_t count, void *values)
{
    (void)table;
    (void)column;
    (void)first;
    for (size_t i = 0; i < count; i++) ((uint32_t *)values)[i] = (uint32_t)(rows[i].context >> 32);
}

void pdk_vcr_add_slice(pdk_table *table)
{
    pdk_table_add_computed(table, (pdk_column_info){ "slice", PDK_UINT32, NULL, "row of the table slices", PDK_LIKELY },
                           compute_slice, NULL, 0);
}

void pdk_vcr_add_event_field(pdk_table *table, const pdk_vcr_state *state, const char *name)
{
    pdk_table_add_field(table, NULL, pdk_record_field(state->layout->event, name), 0, 0);
}

static void compute_driver_name(const pdk_table *table, const pdk_column *column, const pdk_row *rows, uint64_t first,
                                size_t count, void *values)
{
    (void)table;
    (void)first;
    const pdk_vcr_state *state = column->data;
    for (size_t i = 0; i < count; i++) ((pdk_text *)values)[i] = state->names[*rows[i].at];
}

void pdk_vcr_add_driver_name(pdk_table *table, const pdk_vcr_state *state)
{
    pdk_table_add_computed(
        table, (pdk_column_info){ "name", PDK_TEXT, NULL, "of the driver, where the list has one", PDK_LIKELY },
        compute_driver_name, state, 0);
}

static void compute_payload(const pdk_table *table, const pdk_column *column, const pdk_row *rows, uint64_t first,
                            size_t count, void *values)
{
    (void)table;
    (void)first;
    const pdk_vcr_shape *shape = column->data;
    for (size_t i = 0; i < count; i++) {
        uint32_t size = pdk_vcr_size(shape, pdk_load_u32(rows[i].at));
        ((pdk_bytes *)values)[i] = (pdk_bytes){ rows[i].at + shape->event_head, size };
    }
}

void pdk_vcr_add_payload(pdk_table *table, const pdk_vcr_state *state)
{
    pdk_table_add_computed(table,
                           (pdk_column_info){ "payload", PDK_BYTES, NULL, "as it stands in the file", PDK_LIKELY },
                           compute_payload, &state->shape, 0);
}
