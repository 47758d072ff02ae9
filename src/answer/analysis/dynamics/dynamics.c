/* The answer `dynamics`. */
#include "analysis/dynamics/dynamics.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "analysis/columns.h"
#include "base/callback.h"

typedef struct channel_info {
    const char *name, *unit, *meaning;
    pdk_certainty certainty;
    pdk_role role;
} channel_info;

static const channel_info body_channels[PDK_BODY_CHANNELS] = {
    [PDK_BODY_SPEED] = { "speed", "m/s", "as recorded", PDK_CONFIRMED, PDK_ROLE_SPEED },
    [PDK_BODY_SIDESLIP] = { "sideslip_angle", "rad",
                            "between the direction of motion of the car's reference point and its nose, positive to "
                            "the left; none below 2 m/s",
                            PDK_CONFIRMED, PDK_ROLE_NONE },
    [PDK_BODY_YAW_RATE] = { "yaw_rate", "rad/s", "positive to the left", PDK_CONFIRMED, PDK_ROLE_NONE },
    [PDK_BODY_CURVATURE] = { "curvature", "1/m", "yaw rate by speed, positive to the left; none below 2 m/s",
                             PDK_CONFIRMED, PDK_ROLE_NONE },
    [PDK_BODY_LONGITUDINAL_G] = { "longitudinal_g", "g", "along the car, without gravity's share on slopes",
                                  PDK_CONFIRMED, PDK_ROLE_ACCELERATION_LONGITUDINAL },
    [PDK_BODY_LATERAL_G] = { "lateral_g", "g",
                             "across the car, without gravity's share on banked roads; positive to the left",
                             PDK_CONFIRMED, PDK_ROLE_ACCELERATION_LATERAL },
    [PDK_BODY_TOTAL_G] = { "total_g", "g", "of both together", PDK_CONFIRMED, PDK_ROLE_NONE },
    [PDK_BODY_UNDERSTEER] = { "understeer_angle", "rad",
                              "steering beyond wheelbase by radius; positive where the car turns less than asked; "
                              "none below 5 m/s",
                              PDK_LIKELY, PDK_ROLE_NONE },
    [PDK_BODY_FRONT_TRANSFER] = { "front_load_transfer", "N", "load of the right front wheels less that of the left",
                                  PDK_CONFIRMED, PDK_ROLE_NONE },
    [PDK_BODY_REAR_TRANSFER] = { "rear_load_transfer", "N", "load of the right rear wheels less that of the left",
                                 PDK_CONFIRMED, PDK_ROLE_NONE },
    [PDK_BODY_TRANSFER_SHARE] = { "front_load_transfer_share", NULL,
                                  "of both axles' transfer; none below 0.7 g to the side or 2 kN", PDK_CONFIRMED,
                                  PDK_ROLE_NONE },
    [PDK_BODY_FRONT_LOAD_SHARE] = { "front_load_share", NULL, "of the load of all wheels", PDK_CONFIRMED,
                                    PDK_ROLE_NONE },
    [PDK_BODY_BRAKE_BALANCE] = { "brake_balance", NULL,
                                 "the front tyres' share of the braking force; none unless the brake is over half "
                                 "and the force over 1 kN",
                                 PDK_CONFIRMED, PDK_ROLE_NONE },
    [PDK_BODY_CENTER_SIDESLIP] = { "center_sideslip_angle", "rad",
                                   "sideslip angle of the centre of gravity; only with a car info that tells where it "
                                   "is",
                                   PDK_LIKELY, PDK_ROLE_NONE },
    [PDK_BODY_YAW_MOMENT] = { "yaw_moment", "N m",
                              "of all tyres' forces about the centre of gravity, positive to the left; only with a car "
                              "info",
                              PDK_LIKELY, PDK_ROLE_NONE },
    [PDK_BODY_YAW_MOMENT_NEEDED] = { "yaw_moment_needed", "N m",
                                     "yaw inertia of the car info by yaw acceleration: what yaw_moment has to be",
                                     PDK_GUESSED, PDK_ROLE_NONE },
    [PDK_BODY_AIR_DOWNFORCE] = { "air_downforce", "N",
                                 "of the air by the car info's numbers at this speed; negative lifts the car",
                                 PDK_GUESSED, PDK_ROLE_NONE },
    [PDK_BODY_AIR_DRAG] = { "air_drag", "N", "of the air by the car info's numbers at this speed", PDK_GUESSED,
                            PDK_ROLE_NONE },
    [PDK_BODY_MEASURED_DOWNFORCE] = { "measured_downforce", "N",
                                      "load of all wheels less sprung mass by the upward acceleration of the path: "
                                      "what the air adds; bumps are in it",
                                      PDK_LIKELY, PDK_ROLE_NONE },
    [PDK_BODY_MEASURED_DRAG] = { "measured_drag", "N",
                                 "forward force of all tyres less mass by the forward acceleration of the path: "
                                 "what the air holds back; bumps are in it",
                                 PDK_LIKELY, PDK_ROLE_NONE },
};

static const channel_info wheel_channels[PDK_WHEEL_CHANNELS] = {
    [PDK_WHEEL_SLIP_ANGLE] = { "slip_angle", "rad",
                               "of the way the tyre goes against where it points, positive to the left: then the road "
                               "pushes it to the right; none below 2 m/s",
                               PDK_CONFIRMED, PDK_ROLE_NONE },
    [PDK_WHEEL_SLIP_RATIO] = { "slip_ratio", NULL,
                               "rolling speed over that of the road, less 1: positive driven, -1 locked; with the "
                               "unloaded radius; from -1 to 1; none below 2 m/s",
                               PDK_LIKELY, PDK_ROLE_NONE },
    [PDK_WHEEL_SLIP_POWER] = { "slip_power", "W", "that sliding turns into heat", PDK_LIKELY, PDK_ROLE_NONE },
    [PDK_WHEEL_SLIP_WORK] = { "slip_work", "J", "slip power over the time so far", PDK_LIKELY, PDK_ROLE_NONE },
    [PDK_WHEEL_SUSPENSION_VELOCITY] = { "suspension_velocity", "m/s", "positive in compression", PDK_CONFIRMED,
                                        PDK_ROLE_NONE },
    [PDK_WHEEL_CAMBER] = { "camber", "rad", "against the road; negative with the top inward", PDK_CONFIRMED,
                           PDK_ROLE_NONE },
};

static pdk_column_info info_of(const channel_info *channel, const char *name, pdk_type type)
{
    return (pdk_column_info){ .name = name,
                              .type = type,
                              .unit = channel->unit,
                              .meaning = channel->meaning,
                              .certainty = channel->certainty,
                              .role = channel->role };
}

static void add(pdk_table *table, pdk_column_info info, const void *values)
{
    pdk_table_add_array(table, info, values);
    pdk_table_set_sentinel(table, NAN);
}

static pdk_status add_table(const pdk_answers *answers, const pdk_dynamics *dynamics, pdk_error *error)
{
    static const channel_info time = { "time", "s", "as recorded", PDK_CONFIRMED, PDK_ROLE_TIME },
                              distance = { "distance", "m", "along the track, as recorded", PDK_CONFIRMED,
                                           PDK_ROLE_DISTANCE };
    pdk_memory *memory = answers->memory;
    pdk_table *table = pdk_answer_new_table(answers, dynamics->count,
                                            2 + PDK_BODY_CHANNELS + PDK_WHEEL_CHANNELS * dynamics->wheel_count);
    if (table == NULL) return pdk_fail_memory(error, memory, "the table of dynamics");
    add(table, info_of(&time, time.name, PDK_FLOAT64), dynamics->time);
    add(table, info_of(&distance, distance.name, PDK_FLOAT32), dynamics->distance);
    for (int i = 0; i < PDK_BODY_CHANNELS; i++)
        add(table, info_of(&body_channels[i], body_channels[i].name, PDK_FLOAT32), dynamics->channels[i]);
    for (size_t w = 0; w < dynamics->wheel_count; w++) {
        const pdk_text *wheel = &dynamics->wheels[w].wheel.name;
        for (int i = 0; i < PDK_WHEEL_CHANNELS; i++) {
            const char *name =
                pdk_keep_printf(memory, "%.*s_%s", (int)wheel->size, wheel->data, wheel_channels[i].name);
            if (name == NULL) return pdk_fail_memory(error, memory, "the names of columns");
            add(table, info_of(&wheel_channels[i], name, PDK_FLOAT32), dynamics->wheels[w].channels[i]);
        }
    }
    return pdk_table_built(table, error);
}

static pdk_status compute(const pdk_answers *answers, pdk_dynamics *dynamics, pdk_error *error)
{
    pdk_dynamics_rows rows = { 0 };
    pdk_body_motion motions[PDK_DYNAMICS_ROWS];
    pdk_status status = pdk_dynamics_open(answers, dynamics, &rows, error);
    if (status == PDK_OK) status = pdk_dynamics_read_car(answers, dynamics, error);
    for (uint64_t first = 0; first < dynamics->count && status == PDK_OK; first += PDK_DYNAMICS_ROWS) {
        status = pdk_dynamics_read(dynamics, first, &rows, error);
        if (status != PDK_OK) return status;
        pdk_dynamics_body(dynamics, &rows, motions);
        pdk_dynamics_wheels(dynamics, &rows, motions);
        pdk_dynamics_axles(dynamics, &rows, motions);
        pdk_dynamics_forces(dynamics, &rows);
        const pdk_analysis_options *options = &answers->options;
        if (!pdk_tell_progress(options->progress, options->progress_user, first + rows.count, dynamics->count)) {
            return pdk_fail_cancelled(error);
        }
    }
    if (status == PDK_OK) pdk_dynamics_turning(dynamics);
    return status;
}

static pdk_status make_dynamics(pdk_answers *answers, void *made, pdk_error *error)
{
    pdk_status status = compute(answers, made, error);
    return status == PDK_OK ? add_table(answers, made, error) : status;
}

const pdk_step pdk_step_dynamics = {
    .name = "dynamics",
    .meaning = "a row for each moment: what the car and its tyres do, in the signs of ISO 8855",
    .size = sizeof(pdk_dynamics),
    .make = make_dynamics,
    .have = pdk_have_dynamics,
};
