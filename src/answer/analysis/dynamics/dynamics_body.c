/* The car as a whole: how it moves in its own axes, and the accelerations that its driver feels. */
#include <math.h>

#include "analysis/dynamics/dynamics.h"

#include "base/trigonometry.h"

static const double half_turn = 3.14159265358979323846;

/* An angle's difference, at most half a turn. */
static double turned(double from, double to)
{
    return remainder(to - from, 2 * half_turn);
}

/* Differences over two rows before and two after: 40 ms at 100 Hz, which leaves no trace of the positions' steps of
 * 1/65536 m and still follows a quick hand. */
static pdk_body_motion motion_at(const pdk_dynamics_rows *rows, size_t row)
{
    size_t at = PDK_DYNAMICS_MARGIN + row, begin = PDK_DYNAMICS_MARGIN - rows->before,
           end = PDK_DYNAMICS_MARGIN + rows->count + rows->behind;
    size_t low = at - begin < PDK_DYNAMICS_MARGIN ? begin : at - PDK_DYNAMICS_MARGIN,
           high = end - 1 - at < PDK_DYNAMICS_MARGIN ? end - 1 : at + PDK_DYNAMICS_MARGIN;
    double *const *values = rows->values;
    double passed = values[PDK_INPUT_TIME][high] - values[PDK_INPUT_TIME][low];
    if (!(passed > 0)) return (pdk_body_motion){ NAN, NAN, NAN };
    double forward = 0, right = 0;
    for (int axis = 0; axis < 3; axis++) {
        double velocity = (values[PDK_INPUT_X + axis][high] - values[PDK_INPUT_X + axis][low]) / passed;
        forward += velocity * values[PDK_INPUT_FORWARD_X + axis][at];
        right += velocity * values[PDK_INPUT_RIGHT_X + axis][at];
    }
    double from = pdk_atan2(-values[PDK_INPUT_FORWARD_X][low], values[PDK_INPUT_FORWARD_Y][low]),
           to = pdk_atan2(-values[PDK_INPUT_FORWARD_X][high], values[PDK_INPUT_FORWARD_Y][high]);
    return (pdk_body_motion){ forward, -right, turned(from, to) / passed };
}

/* The same of the centre of gravity, which goes aside as the car turns about its reference point. */
static double center_sideslip(const pdk_dynamics *dynamics, const pdk_body_motion *motion)
{
    const double *center = dynamics->car.center_of_gravity;
    if (dynamics->car_setup == NULL) return NAN;
    return pdk_atan2(motion->left + motion->yaw_rate * center[1], motion->forward + motion->yaw_rate * center[0]);
}

void pdk_dynamics_body(pdk_dynamics *dynamics, const pdk_dynamics_rows *rows, pdk_body_motion *motions)
{
    float *const *channels = dynamics->channels;
    for (size_t i = 0; i < rows->count; i++) {
        size_t at = PDK_DYNAMICS_MARGIN + i;
        uint64_t row = rows->first + i;
        pdk_body_motion motion = motions[i] = motion_at(rows, i);
        double speed = pdk_hypot(motion.forward, motion.left);
        bool moves = speed >= 2; /* below, directions are noise */
        /* An accelerometer on a slope reads a share of gravity: the body axis's own height. */
        double longitudinal = rows->values[PDK_INPUT_FORWARD_G][at] - rows->values[PDK_INPUT_FORWARD_Z][at],
               lateral = -(rows->values[PDK_INPUT_LATERAL_G][at] - rows->values[PDK_INPUT_RIGHT_Z][at]);
        dynamics->time[row] = rows->values[PDK_INPUT_TIME][at];
        dynamics->distance[row] = dynamics->has_distance ? (float)rows->values[PDK_INPUT_DISTANCE][at] : NAN;
        channels[PDK_BODY_SPEED][row] = (float)rows->values[PDK_INPUT_SPEED][at];
        channels[PDK_BODY_SIDESLIP][row] = moves ? (float)pdk_atan2(motion.left, motion.forward) : NAN;
        channels[PDK_BODY_CENTER_SIDESLIP][row] = moves ? (float)center_sideslip(dynamics, &motion) : NAN;
        channels[PDK_BODY_YAW_RATE][row] = (float)motion.yaw_rate;
        channels[PDK_BODY_CURVATURE][row] = moves ? (float)(motion.yaw_rate / speed) : NAN;
        channels[PDK_BODY_LONGITUDINAL_G][row] = (float)longitudinal;
        channels[PDK_BODY_LATERAL_G][row] = (float)lateral;
        channels[PDK_BODY_TOTAL_G][row] = (float)pdk_hypot(longitudinal, lateral);
    }
}
