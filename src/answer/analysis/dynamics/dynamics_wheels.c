/* Each wheel: how its contact with the road moves, in the wheel's own axes, and what the tyre's forces do there. */
#include <math.h>

#include "analysis/dynamics/dynamics.h"

#include "base/trigonometry.h"

/* The wheel's velocity over the road, and the force of the road on it: ahead and to the left of where it points. */
typedef struct contact {
    double ahead, left, ahead_force, left_force;
} contact;

enum { DEFLECTION, STEER, RIGHT_FORCE, FORWARD_FORCE, LOAD, ANGULAR_VELOCITY, LEAN };

/* A point of a turning body moves by yaw rate times its distance, at right angles to it. */
static contact contact_at(const pdk_dynamics_wheel *wheel, double *const *inputs, size_t at,
                          const pdk_body_motion *motion)
{
    double forward = motion->forward + motion->yaw_rate * wheel->wheel.place[0],
           left = motion->left + motion->yaw_rate * wheel->wheel.place[1];
    double c = pdk_cos(inputs[STEER][at]), s = pdk_sin(inputs[STEER][at]);
    double forward_force = inputs[FORWARD_FORCE][at], left_force = -inputs[RIGHT_FORCE][at];
    return (contact){ forward * c + left * s, left * c - forward * s, forward_force * c + left_force * s,
                      left_force * c - forward_force * s };
}

static double deflection_rate(const pdk_dynamics_rows *rows, double *const *inputs, size_t at)
{
    size_t begin = PDK_DYNAMICS_MARGIN - rows->before, end = PDK_DYNAMICS_MARGIN + rows->count + rows->behind;
    size_t low = at > begin ? at - 1 : at, high = at + 1 < end ? at + 1 : at;
    double passed = rows->values[PDK_INPUT_TIME][high] - rows->values[PDK_INPUT_TIME][low];
    return passed > 0 ? (inputs[DEFLECTION][high] - inputs[DEFLECTION][low]) / passed : NAN;
}

/* Work is power by time since the row before; a row without a power adds none. */
static void add_work(pdk_dynamics_wheel *wheel, const pdk_dynamics_rows *rows, size_t at, double power)
{
    bool has_before = at > PDK_DYNAMICS_MARGIN - rows->before;
    double passed = has_before ? rows->values[PDK_INPUT_TIME][at] - rows->values[PDK_INPUT_TIME][at - 1] : 0;
    if (power > 0 && passed > 0 && isfinite(power * passed)) wheel->work += power * passed;
}

static void fill_wheel(pdk_dynamics_wheel *wheel, const pdk_dynamics_rows *rows, double *const *inputs,
                       const pdk_body_motion *motions)
{
    for (size_t i = 0; i < rows->count; i++) {
        size_t at = PDK_DYNAMICS_MARGIN + i;
        uint64_t row = rows->first + i;
        contact now = contact_at(wheel, inputs, at, &motions[i]);
        double rolling = inputs[ANGULAR_VELOCITY][at] * wheel->wheel.radius, ahead = fabs(now.ahead);
        double ratio = (rolling - now.ahead) / ahead;
        /* The tyre takes energy where its force points against its sliding. Near no slip the computed product is
         * sometimes below zero, since the radius under load is not known: then it is taken for none. */
        double power = -(now.ahead_force * (now.ahead - rolling) + now.left_force * now.left);
        if (power < 0) power = 0;
        add_work(wheel, rows, at, power);
        wheel->channels[PDK_WHEEL_SLIP_ANGLE][row] = ahead >= 2 ? (float)pdk_atan2(now.left, ahead) : NAN;
        wheel->channels[PDK_WHEEL_SLIP_RATIO][row] = ahead >= 2 ? (float)fmin(fmax(ratio, -1), 1) : NAN;
        wheel->channels[PDK_WHEEL_SLIP_POWER][row] = (float)power;
        wheel->channels[PDK_WHEEL_SLIP_WORK][row] = (float)wheel->work;
        wheel->channels[PDK_WHEEL_SUSPENSION_VELOCITY][row] = (float)deflection_rate(rows, inputs, at);
        wheel->channels[PDK_WHEEL_CAMBER][row] = (float)(pdk_is_left(wheel) ? inputs[LEAN][at] : -inputs[LEAN][at]);
    }
}

void pdk_dynamics_wheels(pdk_dynamics *dynamics, const pdk_dynamics_rows *rows, const pdk_body_motion *motions)
{
    for (size_t w = 0; w < dynamics->wheel_count; w++) fill_wheel(&dynamics->wheels[w], rows, rows->wheels[w], motions);
}
