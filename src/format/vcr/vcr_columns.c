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

uint64_t pdk_vcr_rows_before(const pdk_table *table, const pdk_vcr_mark *mark)
{
    const pdk_vcr_source *source = table->state;
    return table->locate == locate ? mark->rows[source->table] : table->rows;
}

static pdk_value_span span_of_rows(const pdk_table *table, uint64_t first, uint64_t count)
{
    const pdk_vcr_source *source = table->state;
    return pdk_vcr_index_span(&source->state->index, source->table, first, count);
}

static pdk_status compute_time(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((float *)values)[i] = pdk_load_f32(pdk_vcr_slice_of(&batch->rows[i]));
    return PDK_OK;
}

/* One list for all tables of this format. A checkpoint's crossing time is finer than the time of its slice. */
void pdk_vcr_set_roles(pdk_table *table)
{
    static const pdk_column_role roles[] = {
        { "time", PDK_ROLE_TIME, PDK_FRAME_NONE },
        { "driver", PDK_ROLE_DRIVER, PDK_FRAME_NONE },
        { "slot", PDK_ROLE_DRIVER, PDK_FRAME_NONE },
        { "name", PDK_ROLE_DRIVER_NAME, PDK_FRAME_NONE },
        { "x", PDK_ROLE_X, PDK_FRAME_GMOTOR },
        { "y", PDK_ROLE_Y, PDK_FRAME_GMOTOR },
        { "z", PDK_ROLE_Z, PDK_FRAME_GMOTOR },
        { "pitch", PDK_ROLE_PITCH, PDK_FRAME_GMOTOR },
        { "yaw", PDK_ROLE_HEADING, PDK_FRAME_GMOTOR },
        { "roll", PDK_ROLE_ROLL, PDK_FRAME_GMOTOR },
        { "velocity_x", PDK_ROLE_VELOCITY_X, PDK_FRAME_GMOTOR },
        { "velocity_y", PDK_ROLE_VELOCITY_Y, PDK_FRAME_GMOTOR },
        { "velocity_z", PDK_ROLE_VELOCITY_Z, PDK_FRAME_GMOTOR },
        { "speed", PDK_ROLE_SPEED, PDK_FRAME_NONE },
        { "gear", PDK_ROLE_GEAR, PDK_FRAME_NONE },
        { "steer", PDK_ROLE_STEER, PDK_FRAME_NONE },
        { "throttle", PDK_ROLE_THROTTLE, PDK_FRAME_NONE },
        { "brake", PDK_ROLE_BRAKE, PDK_FRAME_NONE },
        { "engine_speed", PDK_ROLE_ENGINE_SPEED, PDK_FRAME_NONE },
        { "lap", PDK_ROLE_LAP, PDK_FRAME_NONE },
        { "off_track", PDK_ROLE_OFF_TRACK, PDK_FRAME_NONE },
        { "detached_parts", PDK_ROLE_DETACHED_PARTS, PDK_FRAME_NONE },
        { "debris", PDK_ROLE_DEBRIS, PDK_FRAME_NONE },
        { "sector", PDK_ROLE_SECTOR, PDK_FRAME_NONE },
        { "lap_time", PDK_ROLE_LAP_TIME, PDK_FRAME_NONE },
        { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE },
    };
    pdk_table_set_roles(table, roles);
    if (table == NULL || pdk_table_find_column(table, "crossing_time") == PDK_NO_COLUMN) return;
    static const pdk_column_role crossing[] = {
        { "time", PDK_ROLE_NONE, PDK_FRAME_NONE },
        { "crossing_time", PDK_ROLE_TIME, PDK_FRAME_NONE },
        { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE },
    };
    pdk_table_set_roles(table, crossing);
}

void pdk_vcr_add_time(pdk_table *table)
{
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "time",
                                              .type = PDK_FLOAT32,
                                              .unit = "s",
                                              .meaning = "of the slice, on the clock of the session",
                                              .certainty = PDK_LIKELY },
                           compute_time, NULL, 0);
    if (table != NULL && table->locate == locate) pdk_table_set_span(table, "time", span_of_rows);
}

static pdk_status compute_slice(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((uint32_t *)values)[i] = (uint32_t)(batch->rows[i].context >> 32);
    return PDK_OK;
}

void pdk_vcr_add_slice(pdk_table *table)
{
    pdk_table_add_computed(
        table,
        (pdk_column_info){
            .name = "slice", .type = PDK_UINT32, .meaning = "row of the table slices", .certainty = PDK_LIKELY },
        compute_slice, NULL, 0);
}

void pdk_vcr_add_event_field(pdk_table *table, const pdk_vcr_state *state, const char *name)
{
    pdk_table_add_field(table, NULL, pdk_record_field(state->layout->event, name), 0, 0);
}

void pdk_vcr_add_driver(pdk_table *table, const pdk_vcr_state *state)
{
    pdk_vcr_add_event_field(table, state, "driver");
    pdk_table_set_sentinel(table, PDK_VCR_NOBODY);
}

static pdk_status compute_driver_name(const pdk_batch *batch, void *values)
{
    const pdk_vcr_state *state = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) ((pdk_text *)values)[i] = state->names[*batch->rows[i].at];
    return PDK_OK;
}

void pdk_vcr_add_driver_name(pdk_table *table, const pdk_vcr_state *state)
{
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "name",
                                              .type = PDK_TEXT,
                                              .meaning = "of the driver, where the list has one",
                                              .certainty = PDK_LIKELY },
                           compute_driver_name, state, 0);
    pdk_table_set_empty_missing(table);
}

static pdk_status compute_payload(const pdk_batch *batch, void *values)
{
    const pdk_vcr_shape *shape = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        uint32_t size = pdk_vcr_size(shape, pdk_load_u32(batch->rows[i].at));
        ((pdk_bytes *)values)[i] = (pdk_bytes){ batch->rows[i].at + shape->event_head, size };
    }
    return PDK_OK;
}

void pdk_vcr_add_payload(pdk_table *table, const pdk_vcr_state *state, bool hidden)
{
    pdk_table_add_computed(
        table,
        (pdk_column_info){ .name = "payload", .type = PDK_BYTES, .meaning = "as stored", .certainty = PDK_LIKELY },
        compute_payload, &state->shape, 0);
    if (hidden) pdk_table_set_hidden(table);
}
