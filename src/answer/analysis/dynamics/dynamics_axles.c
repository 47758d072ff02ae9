/* Front against rear: understeer, load transfer and brake balance. */
#include <math.h>

#include "analysis/dynamics/dynamics.h"

enum { STEER = 1, FORWARD_FORCE = 3, LOAD = 4 };

typedef struct axle {
    double steer, left_load, right_load, forward_force;
    size_t wheels;
} axle;

static axle axle_at(const pdk_dynamics *dynamics, const pdk_dynamics_rows *rows, size_t at, bool front)
{
    axle sum = { 0 };
    for (size_t w = 0; w < dynamics->wheel_count; w++) {
        const pdk_dynamics_wheel *wheel = &dynamics->wheels[w];
        if (pdk_is_front(wheel) != front) continue;
        sum.steer += rows->wheels[w][STEER][at];
        sum.forward_force += rows->wheels[w][FORWARD_FORCE][at];
        if (pdk_is_left(wheel)) sum.left_load += rows->wheels[w][LOAD][at];
        else sum.right_load += rows->wheels[w][LOAD][at];
        sum.wheels++;
    }
    if (sum.wheels > 0) sum.steer /= (double)sum.wheels;
    return sum;
}

/* Steering beyond what the curve itself needs (wheelbase / radius), positive where the car turns less than asked. */
static double understeer(const pdk_dynamics *dynamics, const axle *front, const axle *rear,
                         const pdk_body_motion *motion)
{
    if (!(motion->forward >= 5)) return NAN;
    double needed = dynamics->wheelbase * motion->yaw_rate / motion->forward;
    return (front->steer - rear->steer - needed) * (motion->yaw_rate < 0 ? -1 : 1);
}

void pdk_dynamics_axles(pdk_dynamics *dynamics, const pdk_dynamics_rows *rows, const pdk_body_motion *motions)
{
    float *const *channels = dynamics->channels;
    for (size_t i = 0; i < rows->count; i++) {
        size_t at = PDK_DYNAMICS_MARGIN + i;
        uint64_t row = rows->first + i;
        axle front = axle_at(dynamics, rows, at, true), rear = axle_at(dynamics, rows, at, false);
        double front_transfer = front.right_load - front.left_load, rear_transfer = rear.right_load - rear.left_load;
        double transfer = front_transfer + rear_transfer;
        double front_load = front.left_load + front.right_load, load = front_load + rear.left_load + rear.right_load;
        double force = front.forward_force + rear.forward_force;
        /* Shares are of sums that are large enough to divide by. */
        bool corners = fabs((double)channels[PDK_BODY_LATERAL_G][row]) > 0.7 && fabs(transfer) > 2000;
        bool brakes = rows->values[PDK_INPUT_BRAKE][at] > 0.5 && force < -1000;
        channels[PDK_BODY_UNDERSTEER][row] = (float)understeer(dynamics, &front, &rear, &motions[i]);
        channels[PDK_BODY_FRONT_TRANSFER][row] = (float)front_transfer;
        channels[PDK_BODY_REAR_TRANSFER][row] = (float)rear_transfer;
        channels[PDK_BODY_TRANSFER_SHARE][row] = corners ? (float)(front_transfer / transfer) : NAN;
        channels[PDK_BODY_FRONT_LOAD_SHARE][row] = load > 1000 ? (float)(front_load / load) : NAN;
        channels[PDK_BODY_BRAKE_BALANCE][row] = brakes ? (float)(front.forward_force / force) : NAN;
    }
}
