/* The tables other than "states". */
#include <math.h>

#include "format/rply/rply_walk.h"

/* ------------------------------------------------------------------------------------------------- when */

static pdk_status compute_frame(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((uint32_t *)values)[i] = (uint32_t)pdk_rply_row_frame(&batch->rows[i]);
    return PDK_OK;
}

static pdk_status compute_time(const pdk_batch *batch, void *values)
{
    const uint8_t *heads[PDK_BATCH];
    for (size_t i = 0; i < batch->count; i++) heads[i] = pdk_rply_row_head(&batch->rows[i]);
    pdk_gather_at(batch->column->data, 0, heads, 0, batch->count, batch->column->info.type, values);
    return PDK_OK;
}

void pdk_rply_add_when(pdk_table *table)
{
    const pdk_field *time = pdk_record_field(&pdk_rply_frame, "time");
    pdk_table_add_computed(
        table,
        (pdk_column_info){
            .name = "frame", .type = PDK_UINT32, .meaning = "number of the frame, from 0", .certainty = PDK_LIKELY },
        compute_frame, NULL, 0);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "time",
                                              .type = PDK_FLOAT64,
                                              .unit = time->unit,
                                              .meaning = time->meaning,
                                              .certainty = time->certainty },
                           compute_time, time, 0);
}

/* One list for all tables of this format. How gears are numbered is not known, so that column plays no role. */
void pdk_rply_set_roles(pdk_table *table)
{
    static const pdk_column_role roles[] = {
        { "time", PDK_ROLE_TIME, PDK_FRAME_NONE },
        { "car", PDK_ROLE_DRIVER, PDK_FRAME_NONE },
        { "name", PDK_ROLE_DRIVER_NAME, PDK_FRAME_NONE },
        { "x", PDK_ROLE_X, PDK_FRAME_Y_UP },
        { "y", PDK_ROLE_Y, PDK_FRAME_Y_UP },
        { "z", PDK_ROLE_Z, PDK_FRAME_Y_UP },
        { "heading", PDK_ROLE_HEADING, PDK_FRAME_Y_UP },
        { "pitch", PDK_ROLE_PITCH, PDK_FRAME_Y_UP },
        { "roll", PDK_ROLE_ROLL, PDK_FRAME_Y_UP },
        { "velocity_x", PDK_ROLE_VELOCITY_X, PDK_FRAME_Y_UP },
        { "velocity_y", PDK_ROLE_VELOCITY_Y, PDK_FRAME_Y_UP },
        { "velocity_z", PDK_ROLE_VELOCITY_Z, PDK_FRAME_Y_UP },
        { "speed", PDK_ROLE_SPEED, PDK_FRAME_NONE },
        { "steer", PDK_ROLE_STEER, PDK_FRAME_NONE },
        { "engine_speed", PDK_ROLE_ENGINE_SPEED, PDK_FRAME_NONE },
        { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE },
    };
    pdk_table_set_roles(table, roles);
    if (table != NULL && pdk_table_find_column(table, "frame") != PDK_NO_COLUMN) pdk_table_set_sorted(table, "frame");
}

/* ------------------------------------------------------------------------------------------------- cars */

typedef struct car_columns {
    int32_t *car;
    pdk_text *name;
    uint8_t *wheels, *in_header;
    uint32_t *wheel_votes;
    uint64_t *states;
    double *first_time, *last_time;
} car_columns;

static bool allocate_cars(pdk_document *document, car_columns *columns, size_t count)
{
    pdk_memory *memory = &document->memory;
    *columns = (car_columns){
        .car = pdk_alloc_array(memory, count, sizeof *columns->car),
        .name = pdk_alloc_array(memory, count, sizeof *columns->name),
        .wheels = pdk_alloc_array(memory, count, sizeof *columns->wheels),
        .in_header = pdk_alloc_array(memory, count, sizeof *columns->in_header),
        .wheel_votes = pdk_alloc_array(memory, count, sizeof *columns->wheel_votes),
        .states = pdk_alloc_array(memory, count, sizeof *columns->states),
        .first_time = pdk_alloc_array(memory, count, sizeof *columns->first_time),
        .last_time = pdk_alloc_array(memory, count, sizeof *columns->last_time),
    };
    bool whole = columns->car != NULL && columns->name != NULL && columns->wheels != NULL &&
                 columns->in_header != NULL && columns->wheel_votes != NULL && columns->states != NULL &&
                 columns->first_time != NULL && columns->last_time != NULL;
    if (!whole) document->failed = true;
    return whole;
}

static void fill_cars(const pdk_rply *replay, const car_columns *columns)
{
    const pdk_rply_car *cars = replay->cars.items;
    for (size_t i = 0; i < replay->cars.count; i++) {
        uint8_t wheels = replay->wheels[cars[i].index];
        columns->car[i] = cars[i].index;
        columns->name[i] = cars[i].name;
        columns->wheels[i] = wheels != PDK_RPLY_HOPELESS ? wheels : 0;
        columns->in_header[i] = cars[i].in_header;
        columns->wheel_votes[i] = cars[i].votes;
        columns->states[i] = cars[i].states;
        columns->first_time[i] = cars[i].states > 0 ? (double)cars[i].first_time / 1000 : NAN;
        columns->last_time[i] = cars[i].states > 0 ? (double)cars[i].last_time / 1000 : NAN;
    }
}

static void add_cars(pdk_rply *replay)
{
    car_columns columns;
    pdk_table *table = pdk_document_add_table(replay->document, "cars", "a row for each car", replay->cars.count, 8);
    if (!allocate_cars(replay->document, &columns, replay->cars.count)) return;
    fill_cars(replay, &columns);
    const struct {
        pdk_column_info info;
        const void *values;
    } list[] = {
        { { .name = "car", .type = PDK_INT32, .meaning = "index of the car", .certainty = PDK_LIKELY }, columns.car },
        { { .name = "name", .type = PDK_TEXT, .meaning = "directory of the car", .certainty = PDK_LIKELY },
          columns.name },
        { { .name = "wheels",
            .type = PDK_UINT8,
            .meaning = "inferred, because the file does not store it",
            .certainty = PDK_LIKELY },
          columns.wheels },
        { { .name = "wheel_votes",
            .type = PDK_UINT32,
            .meaning = "frames tested that can be read with this number",
            .certainty = PDK_LIKELY },
          columns.wheel_votes },
        { { .name = "in_header", .type = PDK_BOOL, .meaning = "named by the header", .certainty = PDK_LIKELY },
          columns.in_header },
        { { .name = "states", .type = PDK_UINT64, .meaning = "number of its rows in states", .certainty = PDK_LIKELY },
          columns.states },
        { { .name = "first_time",
            .type = PDK_FLOAT64,
            .unit = "s",
            .meaning = "of its first state",
            .certainty = PDK_LIKELY },
          columns.first_time },
        { { .name = "last_time",
            .type = PDK_FLOAT64,
            .unit = "s",
            .meaning = "of its last state",
            .certainty = PDK_LIKELY },
          columns.last_time },
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        pdk_table_add_array(table, list[i].info, list[i].values);
        if (list[i].values == columns.wheels) pdk_table_set_sentinel(table, 0);
        if (list[i].values == columns.first_time || list[i].values == columns.last_time) {
            pdk_table_set_sentinel(table, (double)NAN);
        }
        if (list[i].values == columns.name) pdk_table_set_empty_missing(table);
    }
    pdk_rply_set_roles(table);
}

/* ----------------------------------------------------------------------------------------------- frames */

static void locate_frames(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    pdk_rply_locate_frames(table->state, first, count, rows);
}

static pdk_status compute_offset(const pdk_batch *batch, void *values)
{
    const pdk_rply *replay = batch->table->state;
    for (size_t i = 0; i < batch->count; i++)
        ((uint64_t *)values)[i] = (uint64_t)(batch->rows[i].at - replay->bytes.data);
    return PDK_OK;
}

enum { COMMANDS, OPAQUE_BYTES };

static pdk_status compute_contents(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        pdk_rply_walk walk = pdk_rply_walk_frame(batch->table->state, batch->rows[i].at);
        uint32_t commands = 0;
        while (pdk_rply_walk_next(&walk)) commands++;
        ((uint32_t *)values)[i] = batch->column->number == COMMANDS ? commands : (uint32_t)(walk.end - walk.next);
    }
    return PDK_OK;
}

static pdk_value_span span_of_frames(const pdk_table *table, uint64_t first, uint64_t count)
{
    return pdk_rply_span(table->state, PDK_RPLY_NO_KIND, first, count);
}

static void add_frames(pdk_rply *replay)
{
    pdk_table *table = pdk_document_add_table(replay->document, "frames", "a row for each frame", replay->frames, 5);
    pdk_table_set_located(table, locate_frames, replay);
    pdk_table_add_field(table, NULL, pdk_record_field(&pdk_rply_frame, "time"), 0, 0);
    pdk_table_set_span(table, "time", span_of_frames);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "offset",
                                              .type = PDK_UINT64,
                                              .unit = "byte",
                                              .meaning = "where the frame begins",
                                              .certainty = PDK_LIKELY },
                           compute_offset, NULL, 0);
    pdk_table_add_field(table, NULL, pdk_record_field(&pdk_rply_frame, "size"), 0, 0);
    pdk_table_add_computed(
        table,
        (pdk_column_info){
            .name = "commands", .type = PDK_UINT32, .meaning = "commands that could be read", .certainty = PDK_LIKELY },
        compute_contents, NULL, COMMANDS);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "opaque_bytes",
                                              .type = PDK_UINT32,
                                              .unit = "byte",
                                              .meaning = "bytes at its end that could not be read",
                                              .certainty = PDK_LIKELY },
                           compute_contents, NULL, OPAQUE_BYTES);
    pdk_rply_set_roles(table);
}

/* ----------------------------------------------------------------------------------------------- events */

typedef struct event_table {
    const pdk_rply *replay;
    pdk_rply_kind kind;
} event_table;

static void locate_events(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    const event_table *events = table->state;
    pdk_rply_locate(events->replay, events->kind, first, count, rows);
}

static pdk_value_span span_of_events(const pdk_table *table, uint64_t first, uint64_t count)
{
    const event_table *events = table->state;
    return pdk_rply_span(events->replay, events->kind, first, count);
}

static pdk_table *add_events(pdk_rply *replay, pdk_rply_kind kind, const char *name, const char *meaning,
                             const pdk_record *record)
{
    event_table *events = pdk_alloc(&replay->document->memory, sizeof *events);
    pdk_table *table =
        pdk_document_add_table(replay->document, name, meaning, replay->rows[kind], 3 + record->field_count);
    if (events == NULL || table == NULL) {
        replay->document->failed = true;
        return NULL;
    }
    *events = (event_table){ replay, kind };
    pdk_table_set_located(table, locate_events, events);
    pdk_rply_add_when(table);
    pdk_table_set_span(table, "time", span_of_events);
    pdk_table_add_record(table, record, 0);
    pdk_rply_set_roles(table);
    return table;
}

/* Start or end of a strip: the id is in front of the payload. */
static pdk_status compute_starts(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        ((uint8_t *)values)[i] = pdk_load_u16(batch->rows[i].at - pdk_rply_command.size) == PDK_RPLY_SKID_START;
    }
    return PDK_OK;
}

static bool has_transparency(const pdk_rply *replay)
{
    return replay->payload[PDK_RPLY_SKID_POINT] == pdk_rply_skid_point_transparent.size;
}

void pdk_rply_add_tables(pdk_rply *replay)
{
    add_cars(replay);
    add_frames(replay);
    add_events(replay, PDK_RPLY_SKID_POINTS, "skid_points", "a row for each point of a skid mark",
               has_transparency(replay) ? &pdk_rply_skid_point_transparent : &pdk_rply_skid_point);
    pdk_table *strips = add_events(replay, PDK_RPLY_SKID_STRIPS, "skid_strips",
                                   "a row for each start and end of a skid mark", &pdk_rply_skid_strip);
    pdk_table_add_computed(
        strips,
        (pdk_column_info){
            .name = "starts", .type = PDK_BOOL, .meaning = "1 = it begins, 0 = it ends", .certainty = PDK_LIKELY },
        compute_starts, NULL, 0);
    add_events(replay, PDK_RPLY_SMOKES, "smoke", "a row for each puff of smoke", &pdk_rply_smoke);
    pdk_table *entries =
        add_events(replay, PDK_RPLY_CAR_ENTRIES, "car_entries", "a row for each car that enters", &pdk_rply_car_entry);
    pdk_table_add_array(
        entries,
        (pdk_column_info){
            .name = "name", .type = PDK_TEXT, .meaning = "directory of the car", .certainty = PDK_LIKELY },
        replay->entry_names.items);
    pdk_rply_set_roles(entries);
}
