/* The answer `handling`: a recording of a car in a row. */
#include <math.h>
#include <stddef.h>

#include "analysis/columns.h"
#include "analysis/dynamics/dynamics.h"
#include "base/number.h"
#include "model/setup.h"

#define NUMBER_AT(name_, of_unit, says, sure, place) \
    {                                                \
        .info = { .name = name_,                     \
                  .type = PDK_FLOAT64,               \
                  .unit = of_unit,                   \
                  .meaning = says,                   \
                  .certainty = sure,                 \
                  .nullable = true },                \
        .offset = place, .computed = true            \
    }
#define NUMBER(member, of_unit, says, sure) NUMBER_AT(#member, of_unit, says, sure, offsetof(pdk_handling, member))
#define WHEEL(corner, index)                                                                                   \
    NUMBER_AT(corner "_pressure", "kPa", "of the tyre as it was set; only with a car info", PDK_LIKELY,        \
              offsetof(pdk_handling, wheels[index].pressure)),                                                 \
        NUMBER_AT(corner "_camber_setting", "rad", "as it was set; only with a car info", PDK_LIKELY,          \
                  offsetof(pdk_handling, wheels[index].camber)),                                               \
        NUMBER_AT(corner "_toe_in_setting", "rad", "as it was set, the unit is guessed; only with a car info", \
                  PDK_GUESSED, offsetof(pdk_handling, wheels[index].toe_in))

static const pdk_member members[] = {
    NUMBER(understeer_gradient, "rad/g",
           "slope of the understeer angle over lateral acceleration from 0.2 to 0.8 g, where the car is nearly steady",
           PDK_LIKELY),
    NUMBER(load_transfer_share, NULL, "median of front_load_transfer_share", PDK_CONFIRMED),
    NUMBER(brake_balance, NULL, "median of brake_balance", PDK_CONFIRMED),
    NUMBER(maximum_sideslip_angle, "rad", "largest sideslip angle to either side", PDK_CONFIRMED),
    NUMBER(maximum_lateral_g, "g", "to either side", PDK_CONFIRMED),
    NUMBER(maximum_braking_g, "g", NULL, PDK_CONFIRMED),
    NUMBER(maximum_acceleration_g, "g", NULL, PDK_CONFIRMED),
    NUMBER(maximum_speed, "m/s", NULL, PDK_CONFIRMED),
    NUMBER(slip_work, "J", "of all tyres over the recording", PDK_LIKELY),
    NUMBER(brake_balance_setting, NULL, "the front's share of the brake torque, as the car was set up", PDK_CONFIRMED),
    PDK_WORD_COLUMN("brake_balance_source", "where the setting is from: recording or car info", PDK_ROLE_NONE,
                    offsetof(pdk_handling, balance_source)),
    NUMBER(front_load_share, NULL, "mean of front_load_share: how the springs carry the car", PDK_CONFIRMED),
    NUMBER(measured_lift, "kg/m",
           "upward force of the air by the square of speed: slope of measured_downforce, with the sign of lift",
           PDK_LIKELY),
    NUMBER(measured_drag, "kg/m", "force of the air by the square of speed: slope of measured_drag", PDK_LIKELY),
    NUMBER_AT("measured_yaw_inertia", "kg m^2", "with which the moment of all tyres' forces gives the yaw acceleration",
              PDK_LIKELY, offsetof(pdk_handling, measured_inertia)),
    NUMBER_AT("measured_center_of_gravity_y", "m",
              "forward of the car's reference point: about which the moments fit best", PDK_LIKELY,
              offsetof(pdk_handling, measured_forward)),
    NUMBER_AT("yaw_correlation", NULL,
              "of the moment about that place with the yaw acceleration; below 0.9 the two numbers before are missing",
              PDK_CONFIRMED, offsetof(pdk_handling, turning_fit)),
    NUMBER_AT("center_of_gravity_height", "m", "over the road, as the car of the car info stood", PDK_LIKELY,
              offsetof(pdk_handling, gravity_height)),
    NUMBER_AT("center_of_gravity_y", "m", "forward of the car's reference point; only with a car info", PDK_LIKELY,
              offsetof(pdk_handling, gravity_forward)),
    NUMBER(front_weight_share, NULL, "by the place of the centre of gravity between the axles; only with a car info",
           PDK_LIKELY),
    NUMBER(
        load_transfer_ratio, NULL,
        "load that springs and bars move in corners, by what mass, lateral acceleration and the height of the centre "
        "of gravity give: median; only with a car info",
        PDK_LIKELY),
    NUMBER(yaw_inertia, "kg m^2", "about the vertical axis; only with a car info", PDK_GUESSED),
    NUMBER(air_lift, "kg/m", "upward force by the square of speed, of all bodies of the car info", PDK_GUESSED),
    NUMBER(air_drag, "kg/m", "force by the square of speed, of all bodies of the car info", PDK_GUESSED),
    NUMBER(air_front_share, NULL,
           "of that downforce or lift at the front wheels, by the places of the bodies; missing where they cancel out",
           PDK_GUESSED),
    NUMBER_AT("air_downforce", "N", "at maximum_speed, by the car info; negative lifts the car", PDK_GUESSED,
              offsetof(pdk_handling, top_downforce)),
    NUMBER_AT("air_drag_force", "N", "at maximum_speed, by the car info", PDK_GUESSED,
              offsetof(pdk_handling, top_drag)),
    NUMBER_AT("car_info_brake_balance", NULL, "the front's share of the brake torque in the car info", PDK_GUESSED,
              offsetof(pdk_handling, car_brake_balance)),
    PDK_WORD_COLUMN("drive", "the driven wheels: rear, front or all; only with a car info", PDK_ROLE_NONE,
                    offsetof(pdk_handling, drive)),
    WHEEL("front_left", 0),
    WHEEL("front_right", 1),
    WHEEL("rear_left", 2),
    WHEEL("rear_right", 3),
    PDK_WORD_COLUMN("car_info", "whether the car info has the set-up of the recording; null = none was given",
                    PDK_ROLE_NONE, offsetof(pdk_handling, car_info)),
    PDK_WORD_COLUMN("sentence", "what these numbers say about the car", PDK_ROLE_NONE,
                    offsetof(pdk_handling, sentence)),
    PDK_WORD_COLUMN("reason", "on what evidence", PDK_ROLE_NONE, offsetof(pdk_handling, reason)),
    PDK_COLUMNS_END,
};

/* What the recording has comes first: it is of the lap itself. */
static void set_balance(const pdk_document *recording, pdk_handling *handling)
{
    double recorded = pdk_round_within(pdk_setup_brake_balance(recording), 1e-6);
    handling->brake_balance_setting = isnan(recorded) ? handling->car_brake_balance : recorded;
    if (!isnan(recorded)) handling->balance_source = (pdk_text){ "recording", sizeof "recording" - 1 };
    else if (!isnan(handling->car_brake_balance))
        handling->balance_source = (pdk_text){ "car info", sizeof "car info" - 1 };
}

static pdk_status make_handling(pdk_answers *answers, void *made, pdk_error *error)
{
    const pdk_dynamics *dynamics;
    pdk_status status = pdk_answers_dynamics(answers, &dynamics, error);
    if (status == PDK_OK) status = pdk_dynamics_handling(dynamics, answers->memory, made, error);
    if (status != PDK_OK) return status;
    set_balance(answers->source, made);
    if (!pdk_handling_words(made, answers->memory)) return pdk_fail_memory(error, answers->memory, "handling");
    return pdk_answer_table(answers, made, 1, sizeof(pdk_handling), members, error);
}

const pdk_step pdk_step_handling = {
    .name = "handling",
    .meaning = "the car's handling in a row: extremes, medians and gradients over the recording",
    .needs = PDK_NEEDS(dynamics),
    .size = sizeof(pdk_handling),
    .make = make_handling,
    .have = pdk_have_dynamics,
};
