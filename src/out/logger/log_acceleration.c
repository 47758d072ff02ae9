/* Accelerations of a log: as the file has them, otherwise from how speed and course change. */
#include "logger/log.h"

#include "model/path_acceleration.h"

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
        double sign = sign_of(pdk_table_column_at(table, column));
        pdk_status status = pdk_log_read_column(log, table, column, sign, added->values, error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

static pdk_status add_derived(pdk_log *log, pdk_error *error)
{
    const pdk_log_channel *speed = pdk_log_find(log, PDK_LOG_SPEED), *x = pdk_log_find(log, PDK_LOG_X),
                          *y = pdk_log_find(log, PDK_LOG_Y);
    if (speed == NULL || x == NULL || y == NULL) return PDK_OK;
    const pdk_log_channel *added = pdk_log_add(log, PDK_LOG_LONGITUDINAL);
    double *forward = added != NULL ? added->values : NULL;
    added = pdk_log_add(log, PDK_LOG_LATERAL);
    if (forward == NULL || added == NULL) return pdk_fail_memory(error, log->recording->job->memory, "a log");
    pdk_path_accelerations(speed->values, x->values, y->values, log->count, (double)log->rate, forward, added->values);
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
