/* Accelerations from how speed and course change. */
#include "model/path_acceleration.h"

#include <math.h>
#include <stdbool.h>

#include "base/trigonometry.h"
#include "base/whole.h"

static const double standard_gravity = 9.80665, turn = 6.283185307179586;

/* Half the time over which a change is taken: shorter, and the steps of stored positions show; longer, and braking
 * points blur. */
static const double half_window = 0.1; /* s */

/* The change of direction on the ground from one step to another, anticlockwise. 0 where the car does not move. */
static double turned(const double *x, const double *y, uint64_t low, uint64_t middle, uint64_t high)
{
    double before_x = x[middle] - x[low], before_y = y[middle] - y[low], behind_x = x[high] - x[middle],
           behind_y = y[high] - y[middle];
    if (pdk_hypot(before_x, before_y) < 0.05 || pdk_hypot(behind_x, behind_y) < 0.05) return 0;
    double angle = pdk_atan2(behind_y, behind_x) - pdk_atan2(before_y, before_x);
    return angle - turn * round(angle / turn);
}

void pdk_path_accelerations(const double *speeds, const double *x, const double *y, uint64_t count, double rate,
                            double *forward, double *left)
{
    uint64_t reach = pdk_whole_size(fmin(fmax(1, round(half_window * rate)), 1e9));
    for (uint64_t i = 0; i < count; i++) {
        uint64_t low = i >= reach ? i - reach : 0, high = i + reach < count ? i + reach : count - 1;
        double passed = (double)(high - low) / rate;
        bool middle = low < i && i < high;
        forward[i] = high > low ? (speeds[high] - speeds[low]) / passed / standard_gravity : 0;
        left[i] = middle ? speeds[i] * turned(x, y, low, i, high) / (passed / 2) / standard_gravity : 0;
    }
}
