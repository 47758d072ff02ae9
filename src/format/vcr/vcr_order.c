/* The running order: a row for each place of each order that was sent. */
#include "format/vcr/vcr.h"

static uint32_t place_of(const pdk_row *row)
{
    return (uint32_t)(row->context >> 32);
}

static uint8_t slot_of(const pdk_vcr_shape *shape, const pdk_row *row)
{
    return row->at[shape->event_head + shape->order_head + place_of(row)];
}

static void compute_position(const pdk_table *table, const pdk_column *column, const pdk_row *rows, uint64_t first,
                             size_t count, void *values)
{
    (void)table;
    (void)column;
    (void)first;
    for (size_t i = 0; i < count; i++) ((uint16_t *)values)[i] = (uint16_t)(place_of(&rows[i]) + 1);
}

static void compute_slot(const pdk_table *table, const pdk_column *column, const pdk_row *rows, uint64_t first,
                         size_t count, void *values)
{
    (void)table;
    (void)first;
    for (size_t i = 0; i < count; i++) ((uint8_t *)values)[i] = slot_of(column->data, &rows[i]);
}

static void compute_name(const pdk_table *table, const pdk_column *column, const pdk_row *rows, uint64_t first,
                         size_t count, void *values)
{
    (void)table;
    (void)first;
    const pdk_vcr_state *state = column->data;
    for (size_t i = 0; i < count; i++) ((pdk_text *)values)[i] = state->names[slot_of(&state->shape, &rows[i])];
}

void pdk_vcr_add_order(pdk_document *document, const pdk_vcr_state *state)
{
    pdk_table *table = pdk_document_add_table(document, "running_order", "a row for each place of each order sent",
                                              pdk_vcr_end(state)->rows[PDK_VCR_RUNNING_ORDER], 4);
    pdk_vcr_set_rows(document, table, state, PDK_VCR_RUNNING_ORDER);
    pdk_vcr_add_time(table);
    pdk_table_add_computed(table, (pdk_column_info){ "position", PDK_UINT16, NULL, "1 = leader", PDK_LIKELY },
                           compute_position, NULL, 0);
    pdk_table_add_computed(table, (pdk_column_info){ "driver", PDK_UINT8, NULL, "slot", PDK_LIKELY }, compute_slot,
                           &state->shape, 0);
    pdk_table_add_computed(
        table, (pdk_column_info){ "name", PDK_TEXT, NULL, "of the driver, where the list has one", PDK_LIKELY },
        compute_name, state, 0);
}
