/* Accelerations of a log: as the file has them, else from how speed and course change. */
#include <math.h>

#include "logger/log.h"

#include "base/trigonometry.h"

static const double standard_gravity = 9.80665, turn = 6.283185307179586;

/* Half the time over which a change is taken: shorter, and the steps of stored positions show; longer, and braking
 * points blur. */
static const double half_window = 0.1; /* s */

static const struct {
    pdk_role role;
    pdk_log_id id;
} kinds[] = {
    { PDK_ROLE_ACCELERATION_LONGITUDINAL, PDK_LOG_LONGITUDINAL },
    { PDK_ROLE_ACCELERATION_LATERAL, PDK_LOG_LATERAL },
    { PDK_ROLE_ACCELERATION_VERTICAL, PDK_LOG_VERTICAL },
};

/* In PDK_FRAME_TRACK the file's is positive to the right. */
static double sign_of(const pdk_column_info *info)
{
    return info->role == PDK_ROLE_ACCELERATION_LATERAL && info->frame != PDK_FRAME_ROAD ? -1 : 1;
}

static pdk_status add_stored(pdk_log *log, const pdk_table *table, pdk_error *error)
{
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        size_t column = pdk_table_find_role(table, kinds[k].role);
        if (column == PDK_NO_COLUMN) continue;
        const pdk_log_channel *added = pdk_log_add(log, kinds[k].id);
        if (added == NULL) return pdk_fail_memory(error, log->recording->job->memory, "a log");
        double sign = sign_of(pdk_table_column(table, column));
        pdk_status status = pdk_log_read_column(log, table, column, sign, added->values, error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

/* The change of direction on the ground from one step to another, anticlockwise. NaN where the car stands. */
static double turned(const double *x, const double *y, uint64_t low, uint64_t middle, uint64_t high)
{
    double before_x = x[middle] - x[low], before_y = y[middle] - y[low], behind_x = x[high] - x[middle],
           behind_y = y[high] - y[middle];
    if (pdk_hypot(before_x, before_y) < 0.05 || pdk_hypot(behind_x, behind_y) < 0.05) return 0;
    double angle = pdk_atan2(behind_y, behind_x) - pdk_atan2(before_y, before_x);
    return angle - turn * round(angle / turn);
}

static pdk_status add_derived(pdk_log *log, pdk_error *error)
{
    const pdk_log_channel *speed = pdk_log_find(log, PDK_LOG_SPEED), *x = pdk_log_find(log, PDK_LOG_X),
                          *y = pdk_log_find(log, PDK_LOG_Y);
    if (speed == NULL || x == NULL || y == NULL) return PDK_OK;
    const double *speeds = speed->values, *east = x->values, *north = y->values;
    const pdk_log_channel *added = pdk_log_add(log, PDK_LOG_LONGITUDINAL);
    double *forward = added != NULL ? added->values : NULL;
    added = pdk_log_add(log, PDK_LOG_LATERAL);
    if (forward == NULL || added == NULL) return pdk_fail_memory(error, log->recording->job->memory, "a log");
    uint64_t reach = (uint64_t)fmax(1, round(half_window * (double)log->rate));
    for (uint64_t i = 0; i < log->count; i++) {
        uint64_t low = i >= reach ? i - reach : 0, high = i + reach < log->count ? i + reach : log->count - 1;
        double passed = (double)(high - low) / (double)log->rate;
        bool middle = low < i && i < high;
        forward[i] = high > low ? (speeds[high] - speeds[low]) / passed / standard_gravity : 0;
        added->values[i] = middle ? speeds[i] * turned(east, north, low, i, high) / (passed / 2) / standard_gravity : 0;
    }
    pdk_export_note(log->recording->job, PDK_NOTE, "logger.derived",
                    "accelerations are not recorded: those of the log come from speed and positions over 0.2 s");
    return PDK_OK;
}

pdk_status pdk_log_add_accelerations(pdk_log *log, pdk_error *error)
{
    const pdk_table *table = pdk_log_own_table(log);
    if (table != NULL && pdk_table_find_role(table, PDK_ROLE_ACCELERATION_LATERAL) != PDK_NO_COLUMN)
        return add_stored(log, table, error);
    return add_derived(log, error);
}
