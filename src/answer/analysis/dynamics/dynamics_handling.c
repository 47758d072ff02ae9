/* The recording in a few numbers: extremes, medians, and the slope of understeer over lateral acceleration. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/dynamics/dynamics.h"

static int by_value(const void *a, const void *b)
{
    float left = *(const float *)a, right = *(const float *)b;
    return (left > right) - (left < right);
}

static double median(const float *values, uint64_t count, float *sorted, uint64_t *moments)
{
    size_t found = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (isfinite(values[i])) sorted[found++] = values[i];
    }
    *moments = found;
    if (found == 0) return NAN;
    qsort(sorted, found, sizeof *sorted, by_value);
    return found % 2 == 1 ? (double)sorted[found / 2] : ((double)sorted[found / 2 - 1] + (double)sorted[found / 2]) / 2;
}

static double largest(const float *values, uint64_t count, double sign)
{
    double most = NAN;
    for (uint64_t i = 0; i < count; i++) most = fmax(most, sign * (double)values[i]);
    return most;
}

static double largest_size(const float *values, uint64_t count)
{
    return fmax(largest(values, count, 1), largest(values, count, -1));
}

static double mean(const float *values, uint64_t count)
{
    double sum = 0, found = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) continue;
        sum += (double)values[i];
        found++;
    }
    return found > 0 ? sum / found : NAN;
}

/* The slope by least squares over rows where the car is nearly steady: yaw rate changes by less than 0.3 rad/s^2, and
 * lateral acceleration is 0.2 to 0.8 g, where tyres still answer in proportion. */
static double understeer_gradient(const pdk_dynamics *dynamics, uint64_t *moments)
{
    enum { STEP = 5, FEWEST = 100 };
    const float *yaw = dynamics->channels[PDK_BODY_YAW_RATE], *lateral = dynamics->channels[PDK_BODY_LATERAL_G],
                *angle = dynamics->channels[PDK_BODY_UNDERSTEER];
    pdk_slope_fit fit = { 0 };
    for (uint64_t i = STEP; i + STEP < dynamics->count; i++) {
        double passed = dynamics->time[i + STEP] - dynamics->time[i - STEP];
        double change = ((double)yaw[i + STEP] - (double)yaw[i - STEP]) / passed;
        double g = fabs((double)lateral[i]), value = (double)angle[i];
        if (!(fabs(change) < 0.3) || !(g >= 0.2 && g <= 0.8) || !isfinite(value)) continue;
        pdk_slope_fit_add(&fit, g, value);
    }
    *moments = (uint64_t)fit.count;
    return pdk_slope_fit_slope(&fit, FEWEST, 0);
}

/* Between left and right wheels, the mean of the axles; NaN where there are not both. */
static double track_width(const pdk_dynamics *dynamics)
{
    double right = 0, left = 0;
    size_t rights = 0, lefts = 0;
    for (size_t w = 0; w < dynamics->wheel_count; w++) {
        double across = dynamics->wheels[w].wheel.place[0];
        if (across > 0) {
            right += across;
            rights++;
        } else {
            left += across;
            lefts++;
        }
    }
    return rights > 0 && lefts > 0 ? right / (double)rights - left / (double)lefts : NAN;
}

static double wheel_height(const pdk_dynamics *dynamics)
{
    double sum = 0;
    for (size_t w = 0; w < dynamics->wheel_count; w++) sum += dynamics->wheels[w].wheel.radius;
    return sum / (double)dynamics->wheel_count;
}

/* What springs and bars carry over is that of the sprung mass: the whole car's moment less that of the wheels, which
 * act at their own height. Load right less left is twice what goes over. */
static double transfer_ratio(const pdk_dynamics *dynamics, float *sorted, float *ratios, uint64_t *moments)
{
    static const double gravity = 9.80665;
    const pdk_car_body *car = &dynamics->car;
    const float *front = dynamics->channels[PDK_BODY_FRONT_TRANSFER],
                *rear = dynamics->channels[PDK_BODY_REAR_TRANSFER], *lateral = dynamics->channels[PDK_BODY_LATERAL_G];
    double lever =
        2 * gravity * (car->mass * car->height - car->unsprung_mass * wheel_height(dynamics)) / track_width(dynamics);
    for (uint64_t i = 0; i < dynamics->count; i++) {
        bool corners = fabs((double)lateral[i]) > 0.7;
        ratios[i] = corners ? (float)(((double)front[i] + (double)rear[i]) / (lever * (double)lateral[i])) : NAN;
    }
    return median(ratios, dynamics->count, sorted, moments);
}

static pdk_status tell_car(const pdk_dynamics *dynamics, pdk_memory *memory, float *sorted, pdk_handling *handling,
                           pdk_error *error)
{
    pdk_dynamics_set(dynamics, handling);
    handling->load_transfer_ratio = NAN;
    if (dynamics->car_setup == NULL) return PDK_OK;
    float *ratios = pdk_alloc_array(memory, dynamics->count, sizeof *ratios);
    if (ratios == NULL) return pdk_fail_memory(error, memory, "load transfer");
    handling->load_transfer_ratio = transfer_ratio(dynamics, sorted, ratios, &handling->transferring);
    pdk_free(memory, ratios);
    return PDK_OK;
}

pdk_status pdk_dynamics_handling(const pdk_dynamics *dynamics, pdk_memory *memory, pdk_handling *handling,
                                 pdk_error *error)
{
    float *sorted = pdk_alloc_array(memory, dynamics->count, sizeof *sorted);
    if (sorted == NULL) return pdk_fail_memory(error, memory, "values in order");
    uint64_t count = dynamics->count;
    float *const *channels = dynamics->channels;
    *handling = (pdk_handling){
        .maximum_sideslip_angle = largest_size(channels[PDK_BODY_SIDESLIP], count),
        .maximum_lateral_g = largest_size(channels[PDK_BODY_LATERAL_G], count),
        .maximum_braking_g = largest(channels[PDK_BODY_LONGITUDINAL_G], count, -1),
        .maximum_acceleration_g = largest(channels[PDK_BODY_LONGITUDINAL_G], count, 1),
        .maximum_speed = largest(channels[PDK_BODY_SPEED], count, 1),
        .front_load_share = mean(channels[PDK_BODY_FRONT_LOAD_SHARE], count),
    };
    pdk_dynamics_fit(dynamics, handling);
    handling->understeer_gradient = understeer_gradient(dynamics, &handling->steady);
    handling->load_transfer_share = median(channels[PDK_BODY_TRANSFER_SHARE], count, sorted, &handling->cornering);
    handling->brake_balance = median(channels[PDK_BODY_BRAKE_BALANCE], count, sorted, &handling->braking);
    for (size_t w = 0; w < dynamics->wheel_count; w++) handling->slip_work += dynamics->wheels[w].work;
    pdk_status status = tell_car(dynamics, memory, sorted, handling, error);
    pdk_free(memory, sorted);
    return status;
}
