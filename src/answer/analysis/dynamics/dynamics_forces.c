/* All wheels together: what their forces do to the car beyond what its mass needs is what the air does. */
#include <math.h>

#include "analysis/dynamics/dynamics.h"
#include "base/vector3.h"

enum { RIGHT_FORCE = 2, FORWARD_FORCE = 3, LOAD = 4 };

static const double gravity = 9.80665;

typedef struct forces {
    double right, forward, load, turning; /* N; moment about the reference point to the left, N m */
} forces;

static forces forces_at(const pdk_dynamics *dynamics, const pdk_dynamics_rows *rows, size_t at)
{
    forces sum = { 0 };
    for (size_t w = 0; w < dynamics->wheel_count; w++) {
        const double *place = dynamics->wheels[w].wheel.place;
        double right = rows->wheels[w][RIGHT_FORCE][at], forward = rows->wheels[w][FORWARD_FORCE][at];
        sum.right += right;
        sum.forward += forward;
        sum.load += rows->wheels[w][LOAD][at];
        sum.turning += place[0] * forward - place[1] * right;
    }
    return sum;
}

/* What is felt at the reference point, forward and up, m/s^2: from the path, since accelerations are recorded in coarse
 * steps. NaN at both ends of the recording. */
typedef struct felt {
    double forward, upward;
} felt;

static felt felt_at(const pdk_dynamics_rows *rows, size_t at)
{
    enum { REACH = PDK_DYNAMICS_MARGIN };
    double *const *values = rows->values, world[3], forward[3], right[3];
    const double *time = values[PDK_INPUT_TIME];
    if (at < PDK_DYNAMICS_MARGIN - rows->before + REACH ||
        at + REACH >= PDK_DYNAMICS_MARGIN + rows->count + rows->behind)
        return (felt){ NAN, NAN };
    for (int axis = 0; axis < 3; axis++) {
        const double *place = values[PDK_INPUT_X + axis];
        double before = (place[at] - place[at - REACH]) / (time[at] - time[at - REACH]),
               behind = (place[at + REACH] - place[at]) / (time[at + REACH] - time[at]);
        world[axis] = (behind - before) / (time[at + REACH] - time[at - REACH]) * 2 + (axis == 2 ? gravity : 0);
        forward[axis] = values[PDK_INPUT_FORWARD_X + axis][at];
        right[axis] = values[PDK_INPUT_RIGHT_X + axis][at];
    }
    double up[3];
    pdk_cross3(right, forward, up);
    return (felt){ pdk_dot3(world, forward), pdk_dot3(world, up) };
}

/* What the car info says about the air at that speed, and of the moment about the centre of gravity. */
static void fill_told(pdk_dynamics *dynamics, uint64_t row, const forces *sum)
{
    const pdk_car_body *car = &dynamics->car;
    bool is_told = dynamics->car_setup != NULL;
    double speed = (double)dynamics->channels[PDK_BODY_SPEED][row], lift = is_told ? 0 : NAN, drag = is_told ? 0 : NAN;
    for (size_t i = 0; i < car->air_count; i++) {
        lift += car->air[i].lift;
        drag += car->air[i].drag;
    }
    const double *center = car->center_of_gravity;
    double moment = is_told ? sum->turning - center[0] * sum->forward + center[1] * sum->right : NAN;
    dynamics->channels[PDK_BODY_YAW_MOMENT][row] = (float)moment;
    dynamics->channels[PDK_BODY_AIR_DOWNFORCE][row] = (float)(-lift * speed * speed);
    dynamics->channels[PDK_BODY_AIR_DRAG][row] = (float)(drag * speed * speed);
}

/* A centre of gravity ahead of the reference point is pulled back towards it as the car turns. */
static double yaw_square(const pdk_dynamics *dynamics, uint64_t row)
{
    double yaw = (double)dynamics->channels[PDK_BODY_YAW_RATE][row];
    return yaw * yaw;
}

void pdk_dynamics_forces(pdk_dynamics *dynamics, const pdk_dynamics_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        size_t at = PDK_DYNAMICS_MARGIN + i;
        uint64_t row = rows->first + i;
        forces sum = forces_at(dynamics, rows, at);
        felt feels = felt_at(rows, at);
        if (dynamics->car_setup != NULL)
            feels.forward -= dynamics->car.center_of_gravity[1] * yaw_square(dynamics, row);
        /* The springs carry the sprung mass only; tyres push the whole car. */
        dynamics->channels[PDK_BODY_MEASURED_DOWNFORCE][row] = (float)(sum.load - dynamics->sprung_mass * feels.upward);
        dynamics->channels[PDK_BODY_MEASURED_DRAG][row] = (float)(sum.forward - dynamics->mass * feels.forward);
        dynamics->turning[row] = sum.turning;
        dynamics->leftward[row] = -sum.right;
        fill_told(dynamics, row, &sum);
    }
}

uint64_t pdk_dynamics_reach(const pdk_dynamics *dynamics, double seconds)
{
    enum { MOST = 10 };
    uint64_t count = dynamics->count;
    double step = count > 1 ? (dynamics->time[count - 1] - dynamics->time[0]) / (double)(count - 1) : NAN;
    double rows = nearbyint(seconds / step);
    return rows >= 1 && rows <= MOST ? (uint64_t)rows : rows > MOST ? MOST : 1;
}

double pdk_dynamics_yaw_acceleration(const pdk_dynamics *dynamics, uint64_t row, uint64_t reach)
{
    if (row < reach || dynamics->count - row <= reach) return NAN;
    const float *yaw = dynamics->channels[PDK_BODY_YAW_RATE];
    double passed = dynamics->time[row + reach] - dynamics->time[row - reach];
    return passed > 0 ? ((double)yaw[row + reach] - (double)yaw[row - reach]) / passed : NAN;
}

void pdk_dynamics_turning(pdk_dynamics *dynamics)
{
    double inertia = dynamics->car_setup != NULL ? dynamics->car.yaw_inertia : NAN;
    uint64_t reach = pdk_dynamics_reach(dynamics, 0.02);
    for (uint64_t row = 0; row < dynamics->count; row++) {
        dynamics->channels[PDK_BODY_YAW_MOMENT_NEEDED][row] =
            (float)(inertia * pdk_dynamics_yaw_acceleration(dynamics, row, reach));
    }
}
