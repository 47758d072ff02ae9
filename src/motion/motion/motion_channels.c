/* Channels from columns: vectors are turned to z up, what is not stored comes from what is. */
#include <math.h>

#include "motion/motion.h"

static const double quarter_turn = 1.5707963267948966;

static pdk_motion_source *add(pdk_motion *motion, pdk_role role, size_t column, bool derived)
{
    if (motion->channel_count == PDK_MOTION_MAX_CHANNELS) return NULL;
    const pdk_column_info *info = pdk_table_column_at(motion->table, column);
    motion->channels[motion->channel_count] =
        (pdk_motion_channel){ .role = role, .unit = info->unit, .certainty = info->certainty, .derived = derived };
    pdk_motion_source *source = &motion->sources[motion->channel_count++];
    *source = (pdk_motion_source){ .kind = PDK_MOTION_COLUMN, .columns = { column }, .column_count = 1, .sign = 1 };
    return source;
}

/* The columns of three roles one after the other; false unless all are there. */
static bool find_vector(const pdk_motion *motion, pdk_role first, size_t columns[3])
{
    for (int axis = 0; axis < 3; axis++) {
        columns[axis] = pdk_table_find_role(motion->table, (pdk_role)((int)first + axis));
        if (columns[axis] == PDK_NO_COLUMN) return false;
    }
    return true;
}

/* From the columns' frame to one with z up. */
static pdk_turn turn_of(const pdk_motion *motion, size_t column)
{
    return pdk_frame_turn(pdk_table_column_at(motion->table, column)->frame, PDK_FRAME_Z_UP);
}

static void add_vector(pdk_motion *motion, pdk_role first)
{
    size_t columns[3];
    if (!find_vector(motion, first, columns)) return;
    pdk_turn turn = turn_of(motion, columns[0]);
    for (int axis = 0; axis < 3; axis++) {
        pdk_motion_source *source = add(motion, (pdk_role)((int)first + axis), columns[turn.axis[axis]], false);
        if (source != NULL) source->sign = turn.sign[axis];
    }
}

static void add_wheel(pdk_motion *motion)
{
    size_t columns[PDK_MOTION_MAX_COLUMNS];
    if (!find_vector(motion, PDK_ROLE_X, columns) || !find_vector(motion, PDK_ROLE_RIGHT_X, columns + 3) ||
        !find_vector(motion, PDK_ROLE_DIRECTION_X, columns + 6)) {
        return;
    }
    pdk_turn turn = turn_of(motion, columns[0]);
    for (int axis = 0; axis < 3; axis++) {
        pdk_motion_source *source = add(motion, (pdk_role)((int)PDK_ROLE_X + axis), columns[turn.axis[axis]], true);
        if (source == NULL) return;
        source->kind = PDK_MOTION_ON_WHEEL;
        source->sign = turn.sign[axis];
        source->axis = turn.axis[axis];
        source->column_count = PDK_MOTION_MAX_COLUMNS;
        for (size_t i = 0; i < PDK_MOTION_MAX_COLUMNS; i++) source->columns[i] = columns[i];
    }
}

/* Headings are 0 along x here; PDK_ROLE_HEADING says where they are 0 in a frame. */
static void add_heading(pdk_motion *motion)
{
    size_t column = pdk_table_find_role(motion->table, PDK_ROLE_HEADING);
    if (column == PDK_NO_COLUMN) return;
    pdk_frame frame = pdk_table_column_at(motion->table, column)->frame;
    pdk_motion_source *source = add(motion, PDK_ROLE_HEADING, column, false);
    bool along_y = frame == PDK_FRAME_TRACK || frame == PDK_FRAME_Z_UP || frame == PDK_FRAME_ENU;
    if (source != NULL && along_y) source->bias = quarter_turn;
}

static void add_speed(pdk_motion *motion)
{
    size_t columns[3], column = pdk_table_find_role(motion->table, PDK_ROLE_SPEED);
    if (column != PDK_NO_COLUMN) {
        add(motion, PDK_ROLE_SPEED, column, false);
    } else if (find_vector(motion, PDK_ROLE_VELOCITY_X, columns)) {
        pdk_motion_source *source = add(motion, PDK_ROLE_SPEED, columns[0], true);
        if (source == NULL) return;
        source->kind = PDK_MOTION_LENGTH;
        source->column_count = 3;
        for (size_t i = 0; i < 3; i++) source->columns[i] = columns[i];
    }
}

/* What is not stored, from the positions. */
static void add_rate(pdk_motion *motion, pdk_role role, pdk_motion_rate rate, const char *unit)
{
    if (pdk_motion_find_channel(motion, role) != PDK_NO_COLUMN) return;
    pdk_motion_source *source = add(motion, role, motion->sources[1].columns[0], true);
    if (source == NULL) return;
    source->kind = PDK_MOTION_DIFFERENCE;
    source->column_count = 0;
    source->axis = (uint8_t)rate;
    motion->channels[motion->channel_count - 1].unit = unit;
}

static void add_rates(pdk_motion *motion)
{
    static const pdk_role needed[] = { PDK_ROLE_TIME, PDK_ROLE_X, PDK_ROLE_Y, PDK_ROLE_Z };
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        if (pdk_motion_find_channel(motion, needed[i]) == PDK_NO_COLUMN) return;
    }
    add_rate(motion, PDK_ROLE_SPEED, PDK_RATE_SPEED, "m/s");
    add_rate(motion, PDK_ROLE_HEADING, PDK_RATE_COURSE, "rad");
    for (int axis = 0; axis < 3; axis++)
        add_rate(motion, (pdk_role)((int)PDK_ROLE_VELOCITY_X + axis), (pdk_motion_rate)(PDK_RATE_X + axis), "m/s");
}

void pdk_motion_find_channels(pdk_motion *motion, bool on_wheel)
{
    static const pdk_role plain[] = { PDK_ROLE_TIME,  PDK_ROLE_DISTANCE, PDK_ROLE_THROTTLE,
                                      PDK_ROLE_BRAKE, PDK_ROLE_CLUTCH,   PDK_ROLE_HANDBRAKE,
                                      PDK_ROLE_STEER, PDK_ROLE_GEAR,     PDK_ROLE_ENGINE_SPEED };
    size_t time = pdk_table_find_role(motion->table, plain[0]);
    if (time != PDK_NO_COLUMN) add(motion, plain[0], time, false);
    if (on_wheel) add_wheel(motion);
    else add_vector(motion, PDK_ROLE_X);
    add_heading(motion);
    add_speed(motion);
    add_vector(motion, PDK_ROLE_VELOCITY_X);
    add_vector(motion, PDK_ROLE_DIRECTION_X);
    for (size_t i = 1; i < sizeof plain / sizeof plain[0]; i++) {
        size_t column = pdk_table_find_role(motion->table, plain[i]);
        if (column != PDK_NO_COLUMN) add(motion, plain[i], column, false);
    }
    add_rates(motion);
}
