/* The main table: where every car is, and what its driver does. */
#include <math.h>
#include <string.h>

#include "format/vcr/vcr.h"

enum { BRAKE_SAMPLE = 8192, BRAKE_LATER = 2 /* the other place of the brake byte is so much further */ };

/* ------------------------------------------------------------------------------------- R2: where is the brake? */

/* How the byte at one place behaves over the sampled poses. */
typedef struct pedal {
    uint32_t poses, zero, pressed_with_throttle, pressed;
    uint64_t seen; /* bit set of the values */
} pedal;

static unsigned distinct(uint64_t seen)
{
    unsigned count = 0;
    for (; seen != 0; seen &= seen - 1) count++;
    return count;
}

/* A pedal is mostly at rest, takes many values when pressed, and is seldom pressed together with the throttle. */
static double pedal_score(const pedal *p)
{
    if (p->poses == 0 || p->pressed == 0) return 0;
    double rest = (double)p->zero / p->poses, both = (double)p->pressed_with_throttle / p->pressed;
    double values = distinct(p->seen) / 64.0;
    return (rest >= 0.3 ? 1 : rest) + (1 - both) + values;
}

static void add_pose(pedal *p, uint8_t byte, double throttle)
{
    unsigned value = byte & 63;
    p->poses++;
    p->seen |= UINT64_C(1) << value;
    p->zero += value == 0;
    p->pressed += value > 0;
    p->pressed_with_throttle += value > 0 && throttle > 0.5;
}

void pdk_vcr_settle_brake(pdk_document *document, pdk_vcr_state *state)
{
    uint64_t poses = pdk_vcr_end(state)->rows[PDK_VCR_POSES];
    if (state->layout->dialect != PDK_VCR_R2 || state->pose_size != 0 || poses == 0) return;
    const pdk_field *brake = pdk_record_field(state->pose, "brake"),
                    *throttle = pdk_record_field(state->pose, "throttle");
    pedal here = { 0 }, later = { 0 };
    pdk_row rows[PDK_BATCH];
    uint64_t step = poses > BRAKE_SAMPLE ? poses / (BRAKE_SAMPLE / PDK_BATCH) : PDK_BATCH; /* all over the file */
    for (uint64_t first = 0; first < poses; first += step) {
        size_t count = poses - first < PDK_BATCH ? (size_t)(poses - first) : PDK_BATCH;
        pdk_vcr_index_rows(&state->shape, &state->index, PDK_VCR_POSES, first, count, rows);
        for (size_t i = 0; i < count; i++) {
            const uint8_t *pose = rows[i].at + state->shape.event_head;
            double pressed = pdk_get_f64(throttle, 0, pose);
            add_pose(&here, pose[brake->offset], pressed);
            add_pose(&later, pose[brake->offset + BRAKE_LATER], pressed);
        }
    }
    if (pedal_score(&later) > pedal_score(&here)) state->brake_shift = BRAKE_LATER;
    const pedal *chosen = state->brake_shift != 0 ? &later : &here, *other = state->brake_shift != 0 ? &here : &later;
    unsigned at = (unsigned)brake->offset + state->brake_shift;
    if (chosen->pressed == 0) {
        pdk_document_add_evidence(document, "the brake byte of poses is read at %u, but no brake is ever pressed", at);
        return;
    }
    pdk_document_add_evidence(document,
                              "the brake byte of poses is at %u, where it behaves like a pedal: %u values, 0 in %.0f "
                              "%% of %u poses, %.0f %% of the rest with open throttle (at %u: %u values, 0 in %.0f %%)",
                              at, distinct(chosen->seen), 100.0 * chosen->zero / chosen->poses, (unsigned)chosen->poses,
                              100.0 * chosen->pressed_with_throttle / chosen->pressed,
                              (unsigned)brake->offset + BRAKE_LATER - state->brake_shift, distinct(other->seen),
                              100.0 * other->zero / other->poses);
}

/* ------------------------------------------------------------------------------------------------- columns */

enum { TYPE_OF_NEUTRAL = 8 };

/* The type of a pose's event says the gear. */
static void add_gear(pdk_document *document, pdk_table *table, const pdk_vcr_state *state)
{
    const pdk_field *type = pdk_record_field(state->layout->event, "type");
    pdk_field *gear = pdk_alloc(&document->memory, sizeof *gear);
    if (gear == NULL) {
        document->failed = true;
        return;
    }
    *gear = (pdk_field){ .name = "gear",
                         .offset = type->offset,
                         .storage = type->storage,
                         .bit = type->bit,
                         .bits = type->bits,
                         .type = PDK_INT8,
                         .bias = -TYPE_OF_NEUTRAL,
                         .meaning = "-1 reverse, 0 neutral, 1 first; stored as the event's type",
                         .certainty = PDK_LIKELY };
    pdk_table_add_field(table, NULL, gear, 0, 0);
}

/* The length of the velocity; the column's data is its first field, which its second and third follow in the layout. */
static pdk_status compute_speed(const pdk_batch *batch, void *values)
{
    const pdk_field *velocity = batch->column->data;
    const uint8_t *events[PDK_BATCH] = { NULL };
    double parts[3][PDK_BATCH], *speed = values;
    pdk_gather_column columns[3];
    for (size_t i = 0; i < batch->count; i++) events[i] = batch->rows[i].at;
    for (size_t k = 0; k < 3; k++) {
        columns[k] = (pdk_gather_column){ &velocity[k], 0, PDK_FLOAT64, batch->column->number, parts[k] };
    }
    pdk_gather_columns(columns, 3, events, batch->count, false);
    for (size_t i = 0; i < batch->count; i++) {
        speed[i] = sqrt(parts[0][i] * parts[0][i] + parts[1][i] * parts[1][i] + parts[2][i] * parts[2][i]);
    }
    return PDK_OK;
}

static bool in_tail(const pdk_record *pose, const pdk_field *field)
{
    return field->offset + 24 >= pose->size;
}

/* In poses of an unpublished size only the two ends are known: the words and velocity at the start, place and rotation
 * in the last 24 bytes. */
static bool is_known(const pdk_vcr_state *state, const pdk_field *field)
{
    if (strncmp(field->name, "unknown", 7) == 0) return false;
    return state->pose_size == 0 || field->offset < 13 || in_tail(state->pose, field);
}

static uint64_t shift_of(const pdk_vcr_state *state, const pdk_field *field)
{
    uint64_t shift = state->shape.event_head;
    if (in_tail(state->pose, field)) {
        return shift + (state->pose_size != 0 ? state->pose_size - state->pose->size : 0);
    }
    if (state->brake_shift == 0) return shift;
    if (strcmp(field->name, "brake") == 0 || strcmp(field->name, "traction_control_level") == 0) {
        return shift + BRAKE_LATER;
    }
    if (strcmp(field->name, "status") == 0) return shift - BRAKE_LATER;
    return shift;
}

static void add_pose_field(pdk_table *table, const pdk_vcr_state *state, const char *name)
{
    const pdk_field *field = pdk_record_field(state->pose, name);
    if (field != NULL && is_known(state, field)) pdk_table_add_field(table, NULL, field, 0, shift_of(state, field));
}

static const char *const leading[] = {
    "x", "y", "z", "pitch", "yaw", "roll", "velocity_x", "velocity_y", "velocity_z"
};

static bool is_leading(const char *name)
{
    for (size_t i = 0; i < sizeof leading / sizeof leading[0]; i++) {
        if (strcmp(leading[i], name) == 0) return true;
    }
    return false;
}

/* The columns that only some dialects have, in one order for all: R2's, then what L has beside them, then R1's. */
static void add_rest(pdk_table *table, const pdk_vcr_state *state)
{
    static const pdk_record *const poses[] = { &pdk_vcr_r2_pose, &pdk_vcr_l_pose, &pdk_vcr_r1_pose };
    for (size_t p = 0; p < sizeof poses / sizeof poses[0]; p++) {
        for (uint32_t i = 0; i < poses[p]->field_count; i++) {
            const char *name = poses[p]->fields[i].name;
            bool earlier = is_leading(name);
            for (size_t before = 0; before < p; before++) earlier |= pdk_record_field(poses[before], name) != NULL;
            if (!earlier) add_pose_field(table, state, name);
        }
    }
}

void pdk_vcr_add_poses(pdk_document *document, const pdk_vcr_state *state)
{
    pdk_table *table = pdk_document_add_table(document, "poses", "a row for each car and moment",
                                              pdk_vcr_end(state)->rows[PDK_VCR_POSES], 40);
    pdk_vcr_set_rows(document, table, state, PDK_VCR_POSES);
    if (table != NULL) table->drivers = state->index.drivers;
    pdk_vcr_add_time(table);
    pdk_vcr_add_slice(table);
    pdk_vcr_add_event_field(table, state, "driver");
    for (size_t i = 0; i < sizeof leading / sizeof leading[0]; i++) add_pose_field(table, state, leading[i]);
    const pdk_field *velocity = pdk_record_field(state->pose, "velocity_x");
    if (velocity != NULL) {
        pdk_table_add_computed(table,
                               (pdk_column_info){ .name = "speed",
                                                  .type = PDK_FLOAT64,
                                                  .unit = "m/s",
                                                  .meaning = "length of the velocity",
                                                  .certainty = PDK_LIKELY },
                               compute_speed, velocity, shift_of(state, velocity));
    }
    add_gear(document, table, state);
    add_rest(table, state);
    pdk_vcr_set_roles(table);
    pdk_table_set_sorted(table, "slice");
}
