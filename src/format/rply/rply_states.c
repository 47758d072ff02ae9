/* The table "states": a row a car and frame. What follows the wheels is found through the car's number of them.
 */
#include <math.h>
#include <stdio.h>

#include "format/rply/rply_walk.h"

#include "base/angle.h"

static void locate(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    pdk_rply_locate(table->state, PDK_RPLY_STATES, first, count, rows);
}

static pdk_value_span span_of_states(const pdk_table *table, uint64_t first, uint64_t count)
{
    return pdk_rply_span(table->state, PDK_RPLY_STATES, first, count);
}

static uint32_t wheels_of(const pdk_table *table, const pdk_row *row)
{
    const pdk_rply *replay = table->state;
    return replay->wheels[pdk_rply_row_car(row)];
}

static pdk_status compute_car(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((uint16_t *)values)[i] = pdk_rply_row_car(&batch->rows[i]);
    return PDK_OK;
}

/* A wheel's number: column->number is array * 8 + wheel. None where the car has no such wheel. */
static pdk_status compute_wheel(const pdk_batch *batch, void *values)
{
    uint64_t array = batch->column->number / PDK_RPLY_MAX_WHEELS, wheel = batch->column->number % PDK_RPLY_MAX_WHEELS;
    for (size_t i = 0; i < batch->count; i++) {
        uint64_t wheels = wheels_of(batch->table, &batch->rows[i]);
        const uint8_t *at = batch->rows[i].at + pdk_rply_state.size + 4 * (array * wheels + wheel);
        if (wheel < wheels) ((float *)values)[i] = pdk_load_f32(at);
        else pdk_batch_miss(batch, i);
    }
    return PDK_OK;
}

/* Where each row's state continues after its wheels. */
static void find_ends(const pdk_table *table, const pdk_row *rows, size_t count, const uint8_t *ends[PDK_BATCH])
{
    for (size_t i = 0; i < count; i++) ends[i] = rows[i].at + pdk_rply_state.size + 12 * wheels_of(table, &rows[i]);
}

static pdk_status compute_end(const pdk_batch *batch, void *values)
{
    const uint8_t *ends[PDK_BATCH];
    find_ends(batch->table, batch->rows, batch->count, ends);
    pdk_gather_at(batch->column->data, 0, ends, 0, batch->count, batch->column->info.type, values);
    return PDK_OK;
}

/* Length of the velocity of 2.x. */
static pdk_status compute_speed(const pdk_batch *batch, void *values)
{
    const pdk_field *velocity_x = batch->column->data;
    const uint8_t *ends[PDK_BATCH];
    find_ends(batch->table, batch->rows, batch->count, ends);
    for (size_t i = 0; i < batch->count; i++) {
        double sum = 0;
        for (size_t axis = 0; axis < 3; axis++) {
            double part = (double)pdk_load_f32(ends[i] + velocity_x->offset + 4 * axis);
            sum += part * part;
        }
        ((double *)values)[i] = sqrt(sum);
    }
    return PDK_OK;
}

/* One byte of a field after the wheels: column->number is 0 for the low one, 1 for the high one. */
static pdk_status compute_byte(const pdk_batch *batch, void *values)
{
    const pdk_field *field = batch->column->data;
    const uint8_t *ends[PDK_BATCH];
    find_ends(batch->table, batch->rows, batch->count, ends);
    for (size_t i = 0; i < batch->count; i++) ((uint8_t *)values)[i] = ends[i][field->offset + batch->column->number];
    return PDK_OK;
}

enum { HEADING, PITCH, ROLL };

/* Angles from the orientation: heading anticlockwise from above, 0 along +z; pitch nose up; roll right side down, from
 * the height of the left side over that of the roof. */
static pdk_status compute_angle(const pdk_batch *batch, void *values)
{
    const pdk_rply *replay = batch->table->state;
    double up[PDK_BATCH], along[PDK_BATCH];
    for (size_t i = 0; i < batch->count; i++) {
        double q[4];
        for (size_t k = 0; k < 4; k++)
            q[k] = (double)pdk_load_f32(batch->rows[i].at + PDK_RPLY_STATE_ORIENTATION +
                                        4 * (size_t)replay->orientation[k]);
        double w = q[0], x = q[1], y = q[2], z = q[3], nose = 2 * (y * z - w * x);
        bool finite = isfinite(w + x + y + z);
        if (batch->column->number == HEADING) {
            up[i] = 2 * (x * z + w * y);
            along[i] = 1 - 2 * (x * x + y * y);
        } else if (batch->column->number == PITCH) {
            up[i] = nose < -1 ? -1 : nose > 1 ? 1 : nose;
            along[i] = sqrt((1 - up[i]) * (1 + up[i]));
        } else {
            up[i] = 2 * (x * y + w * z);
            along[i] = 1 - 2 * (x * x + z * z);
        }
        if (!finite) up[i] = along[i] = NAN;
    }
    pdk_angles(up, along, batch->count, values);
    return PDK_OK;
}

typedef struct column_facts {
    const char *name;
    pdk_type type;
    const char *unit, *meaning;
} column_facts;

static void add_computed(pdk_table *table, column_facts facts, pdk_compute compute, uint64_t number)
{
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = facts.name,
                                              .type = facts.type,
                                              .unit = facts.unit,
                                              .meaning = facts.meaning,
                                              .certainty = PDK_LIKELY },
                           compute, NULL, number);
}

static void add_start(pdk_rply *replay, pdk_table *table)
{
    static const char *const parts[] = { "orientation_w", "orientation_x", "orientation_y", "orientation_z" };
    const pdk_field *orientation = pdk_record_field(&pdk_rply_state, "orientation");
    for (uint32_t i = 0; i < pdk_rply_state.field_count; i++) {
        const pdk_field *field = &pdk_rply_state.fields[i];
        if (field != orientation) pdk_table_add_field(table, NULL, field, 0, 0);
        for (uint32_t part = 0; field == orientation && part < 4; part++) {
            pdk_table_add_field(table, parts[part], field, replay->orientation[part], 0);
        }
    }
    add_computed(table,
                 (column_facts){ "heading", PDK_FLOAT64, "rad", "of the nose: anticlockwise from above, 0 along +z" },
                 compute_angle, HEADING);
    add_computed(table, (column_facts){ "pitch", PDK_FLOAT64, "rad", "nose up" }, compute_angle, PITCH);
    add_computed(table, (column_facts){ "roll", PDK_FLOAT64, "rad", "right side down" }, compute_angle, ROLL);
}

/* The most wheels of any car; *same = all have as many, so that what follows them is at one place in every row. */
static uint32_t max_wheels(const pdk_rply *replay, bool *same)
{
    const pdk_rply_car *cars = replay->cars.items;
    uint32_t maximum = 0;
    *same = true;
    for (size_t i = 0; i < replay->cars.count; i++) {
        uint32_t wheels = replay->wheels[cars[i].index];
        if (wheels == PDK_RPLY_HOPELESS) continue;
        *same = *same && (maximum == 0 || wheels == maximum);
        if (wheels > maximum) maximum = wheels;
    }
    *same = *same && maximum > 0;
    return maximum;
}

static void add_wheels(pdk_rply *replay, pdk_table *table, uint32_t wheels, bool same)
{
    const pdk_record *const arrays[] = { &pdk_rply_wheel_y, &pdk_rply_wheel_angle, &pdk_rply_wheel_speed };
    for (uint32_t wheel = 0; wheel < wheels; wheel++) {
        for (uint32_t array = 0; array < 3; array++) {
            const pdk_field *field = &arrays[array]->fields[0];
            char *name = pdk_text_printf(&replay->document->memory, "%s_%u", field->name, (unsigned)wheel);
            if (name == NULL) replay->document->failed = true;
            else if (same)
                pdk_table_add_field(table, name, field, 0, pdk_rply_state.size + 4 * (array * wheels + wheel));
            else
                pdk_table_add_computed(table,
                                       (pdk_column_info){ .name = name,
                                                          .type = PDK_FLOAT32,
                                                          .unit = field->unit,
                                                          .meaning = field->meaning,
                                                          .certainty = field->certainty,
                                                          .nullable = true },
                                       compute_wheel, NULL, array * PDK_RPLY_MAX_WHEELS + wheel);
        }
    }
}

/* `shift`: where the end of a state is in every row; 0 = it depends on the car's wheels. */
static void add_end(pdk_rply *replay, pdk_table *table, uint64_t shift)
{
    const pdk_record *end = replay->state_end;
    const pdk_field *velocity = pdk_record_field(end, "velocity_x"),
                    *packed = pdk_record_field(end, "brake_light_and_skid");
    for (uint32_t i = 0; i < end->field_count; i++) {
        const pdk_field *field = &end->fields[i];
        pdk_column_info info = pdk_column_of_field(field);
        if (field == velocity) { /* the name it has in 1.x, and before its parts */
            pdk_table_add_computed(table,
                                   (pdk_column_info){ .name = "speed",
                                                      .type = PDK_FLOAT64,
                                                      .unit = "m/s",
                                                      .meaning = "length of the velocity",
                                                      .certainty = PDK_LIKELY },
                                   compute_speed, velocity, 0);
        }
        if (shift > 0) pdk_table_add_field(table, NULL, field, 0, shift);
        else pdk_table_add_computed(table, info, compute_end, field, 0);
        if (field != packed) continue;
        info = (pdk_column_info){
            .name = "brake_light_and_skid_low", .type = PDK_UINT8, .meaning = "its low byte", .certainty = PDK_GUESSED
        };
        pdk_table_add_computed(table, info, compute_byte, packed, 0);
        info = (pdk_column_info){
            .name = "brake_light_and_skid_high", .type = PDK_UINT8, .meaning = "its high byte", .certainty = PDK_GUESSED
        };
        pdk_table_add_computed(table, info, compute_byte, packed, 1);
    }
}

void pdk_rply_add_states(pdk_rply *replay)
{
    bool same;
    uint32_t wheels = max_wheels(replay, &same);
    pdk_table *table = pdk_document_add_table(replay->document, "states", "a row for each car in each frame",
                                              replay->rows[PDK_RPLY_STATES], 24 + 3 * wheels);
    pdk_table_set_located(table, locate, replay);
    pdk_rply_add_when(table);
    pdk_table_set_span(table, "time", span_of_states);
    add_computed(table, (column_facts){ "car", PDK_UINT16, NULL, "index of the car" }, compute_car, 0);
    add_start(replay, table);
    add_wheels(replay, table, wheels, same);
    add_end(replay, table, same ? pdk_rply_state.size + 12 * wheels : 0);
    pdk_rply_set_roles(table);
}
