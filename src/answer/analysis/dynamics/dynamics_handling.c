/* The recording in a few numbers: extremes, medians, and the slope of understeer over lateral acceleration. */
#include <math.h>
#include <stdlib.h>

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

/* The slope by least squares over rows where the car is nearly steady: yaw rate changes by less than 0.3 rad/s^2, and
 * lateral acceleration is 0.2 to 0.8 g, where tyres still answer in proportion. */
static double understeer_gradient(const pdk_dynamics *dynamics, uint64_t *moments)
{
    enum { STEP = 5, FEWEST = 100 };
    const float *yaw = dynamics->channels[PDK_BODY_YAW_RATE], *lateral = dynamics->channels[PDK_BODY_LATERAL_G],
                *angle = dynamics->channels[PDK_BODY_UNDERSTEER];
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (uint64_t i = STEP; i + STEP < dynamics->count; i++) {
        double passed = dynamics->time[i + STEP] - dynamics->time[i - STEP];
        double change = ((double)yaw[i + STEP] - (double)yaw[i - STEP]) / passed;
        double g = fabs((double)lateral[i]), value = (double)angle[i];
        if (!(fabs(change) < 0.3) || !(g >= 0.2 && g <= 0.8) || !isfinite(value)) continue;
        n++;
        x += g;
        y += value;
        xx += g * g;
        xy += g * value;
    }
    double spread = n * xx - x * x;
    *moments = (uint64_t)n;
    return n >= FEWEST && spread > 0 ? (n * xy - x * y) / spread : NAN;
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
    };
    handling->understeer_gradient = understeer_gradient(dynamics, &handling->steady);
    handling->load_transfer_share = median(channels[PDK_BODY_TRANSFER_SHARE], count, sorted, &handling->cornering);
    handling->brake_balance = median(channels[PDK_BODY_BRAKE_BALANCE], count, sorted, &handling->braking);
    for (size_t w = 0; w < dynamics->wheel_count; w++) handling->slip_work += dynamics->wheels[w].work;
    pdk_free(memory, sorted);
    return PDK_OK;
}
