/* What a recording shows about a car as a body, without a file about it: by least squares over all its moments. */
#include <math.h>

#include "analysis/dynamics/dynamics.h"

enum { FEWEST = 100 };

void pdk_slope_fit_add(pdk_slope_fit *fit, double x, double y)
{
    fit->count++;
    fit->x += x;
    fit->y += y;
    fit->xx += x * x;
    fit->xy += x * y;
}

double pdk_slope_fit_slope(const pdk_slope_fit *fit, double fewest, double least_deviation)
{
    double n = fit->count, spread = n * fit->xx - fit->x * fit->x;
    if (!(n >= fewest) || !(spread > n * n * least_deviation * least_deviation)) return NAN;
    return (n * fit->xy - fit->x * fit->y) / spread;
}

/* The force of the air grows with the square of speed. A line needs speeds that differ; what it has at rest is not the
 * air. In a slide the air does not come from ahead. `by_turning`, N s^2, belongs to the square of the yaw rate. */
static double air_slope(const pdk_dynamics *dynamics, pdk_body_channel channel, double by_turning, uint64_t *moments)
{
    static const double least_deviation = 100; /* of the square, m^2/s^2: 20 to 25 m/s, say */
    static const double most_sideslip = 0.2;   /* rad */
    const float *speed = dynamics->channels[PDK_BODY_SPEED], *force = dynamics->channels[channel],
                *sideslip = dynamics->channels[PDK_BODY_SIDESLIP], *yaw = dynamics->channels[PDK_BODY_YAW_RATE];
    pdk_slope_fit fit = { 0 };
    for (uint64_t row = 0; row < dynamics->count; row++) {
        double square = (double)speed[row] * (double)speed[row],
               value = (double)force[row] + by_turning * (double)yaw[row] * (double)yaw[row];
        if (!isfinite(square) || !isfinite(value) || !(fabs((double)sideslip[row]) < most_sideslip)) continue;
        pdk_slope_fit_add(&fit, square, value);
    }
    *moments = (uint64_t)fit.count;
    return pdk_slope_fit_slope(&fit, FEWEST, least_deviation);
}

/* moment about the reference point = inertia * yaw acceleration + place of the centre of gravity * force to the left:
 * sums of the products of those three. */
typedef struct turning_sums {
    uint64_t count;
    double aa, af, ff, ma, mf, mm;
} turning_sums;

/* The mean of a run of rows about one: an acceleration taken over a time belongs to the forces of that time. */
static double mean_about(const double *values, uint64_t row, uint64_t reach)
{
    double sum = 0;
    for (uint64_t i = row - reach; i <= row + reach; i++) sum += values[i];
    return sum / (double)(2 * reach + 1);
}

static turning_sums sum_turning(const pdk_dynamics *dynamics)
{
    turning_sums sums = { 0 };
    uint64_t reach = pdk_dynamics_reach(dynamics, 0.1);
    for (uint64_t row = reach; row + reach < dynamics->count; row++) {
        double a = pdk_dynamics_yaw_acceleration(dynamics, row, reach), f = mean_about(dynamics->leftward, row, reach),
               m = mean_about(dynamics->turning, row, reach);
        if (!isfinite(a) || !isfinite(f) || !isfinite(m)) continue;
        sums.count++;
        sums.aa += a * a;
        sums.af += a * f;
        sums.ff += f * f;
        sums.ma += m * a;
        sums.mf += m * f;
        sums.mm += m * m;
    }
    return sums;
}

/* Inertia and place of the centre of gravity; only if the moment about it and the yaw acceleration then go together. */
static void fit_turning(const pdk_dynamics *dynamics, pdk_handling *handling)
{
    static const double good_fit = 0.9;
    turning_sums sums = sum_turning(dynamics);
    handling->measured_inertia = handling->measured_forward = handling->turning_fit = NAN;
    double divisor = sums.aa * sums.ff - sums.af * sums.af;
    if (sums.count < FEWEST || !(divisor > 1e-9 * sums.aa * sums.ff)) return;
    double inertia = (sums.ma * sums.ff - sums.mf * sums.af) / divisor,
           place = (sums.mf * sums.aa - sums.ma * sums.af) / divisor;
    /* Of the moment about that place with the acceleration, both about 0. */
    double moment = sums.mm - 2 * place * sums.mf + place * place * sums.ff,
           fit = (sums.ma - place * sums.af) / sqrt(moment * sums.aa);
    handling->turning_fit = fit;
    if (!(fit >= good_fit)) return;
    handling->measured_inertia = inertia;
    handling->measured_forward = place;
    handling->turned = sums.count;
}

void pdk_dynamics_fit(const pdk_dynamics *dynamics, pdk_handling *handling)
{
    uint64_t moments;
    fit_turning(dynamics, handling);
    /* The path is that of the reference point; the centre of gravity is allowed for if a car info has it. */
    bool is_open = dynamics->car_setup == NULL && isfinite(handling->measured_forward);
    double by_turning = is_open ? dynamics->mass * handling->measured_forward : 0;
    handling->measured_lift = -air_slope(dynamics, PDK_BODY_MEASURED_DOWNFORCE, 0, &moments);
    handling->measured_drag = air_slope(dynamics, PDK_BODY_MEASURED_DRAG, by_turning, &handling->blown);
}
