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

static pdk_status compute_position(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((uint16_t *)values)[i] = (uint16_t)(place_of(&batch->rows[i]) + 1);
    return PDK_OK;
}

static pdk_status compute_slot(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((uint8_t *)values)[i] = slot_of(batch->column->data, &batch->rows[i]);
    return PDK_OK;
}

static pdk_status compute_name(const pdk_batch *batch, void *values)
{
    const pdk_vcr_state *state = batch->column->data;
    for (size_t i = 0; i < batch->count; i++)
        ((pdk_text *)values)[i] = state->names[slot_of(&state->shape, &batch->rows[i])];
    return PDK_OK;
}

void pdk_vcr_add_order(pdk_document *document, const pdk_vcr_state *state)
{
    pdk_table *table = pdk_document_add_table(document, "running_order", "a row for each position of each order stored",
                                              pdk_vcr_end(state)->rows[PDK_VCR_RUNNING_ORDER], 4);
    pdk_vcr_set_rows(document, table, state, PDK_VCR_RUNNING_ORDER);
    pdk_vcr_add_time(table);
    pdk_table_add_computed(
        table,
        (pdk_column_info){ .name = "position", .type = PDK_UINT16, .meaning = "1 = leader", .certainty = PDK_LIKELY },
        compute_position, NULL, 0);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "driver",
                                              .type = PDK_UINT8,
                                              .meaning = "slot; none where the position is empty",
                                              .certainty = PDK_LIKELY },
                           compute_slot, &state->shape, 0);
    pdk_table_set_sentinel(table, PDK_VCR_NOBODY);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "name",
                                              .type = PDK_TEXT,
                                              .meaning = "of the driver, where the list has one",
                                              .certainty = PDK_LIKELY },
                           compute_name, state, 0);
    pdk_table_set_empty_missing(table);
    pdk_vcr_set_roles(table);
}
