/* Channels are read when they are requested: damage in one is seen only then, or here. */
#include "format/lmu_telemetry/lmu.h"

static pdk_status try_column(const pdk_lmu *log, const pdk_lmu_values *values, pdk_error *error)
{
    const double *read;
    if (atomic_load_explicit(&values->read, memory_order_acquire) != NULL) return PDK_OK;
    pdk_owned_lock *lock = &log->document->lock;
    pdk_status status = pdk_own_lock(lock, "a channel", error);
    if (status != PDK_OK) return status;
    status = pdk_database_numbers(log->document, values->column, &log->document->memory, &read, error);
    if (status == PDK_OK) pdk_free(&log->document->memory, (void *)(uintptr_t)read);
    pdk_own_unlock(lock);
    return status;
}

/* Is it what the file has, and no trouble of ours? */
static bool is_damage(pdk_status status)
{
    return status == PDK_E_CORRUPT || status == PDK_E_TRUNCATED;
}

static pdk_status try_series(const pdk_lmu *log, const pdk_lmu_series *series, pdk_error *error)
{
    pdk_status status = series->times.rows > 0 ? try_column(log, &series->times, error) : PDK_OK;
    for (unsigned i = 0; i < series->parts && status == PDK_OK; i++)
        status = try_column(log, &series->values[i], error);
    return status;
}

/* Tries all; `take` gets what is damaged, with what the reader says about it. */
typedef void (*take_damaged)(void *user, pdk_lmu_series *series, const char *message);

static pdk_status try_all(const pdk_lmu *log, take_damaged take, void *user, pdk_error *error)
{
    const pdk_lmu_list *const lists[] = { &log->channels, &log->events };
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < lists[k]->count; i++) {
            pdk_error found;
            pdk_status status = try_series(log, &lists[k]->all[i], &found);
            if (is_damage(status)) take(user, &lists[k]->all[i], found.message);
            else if (status != PDK_OK) {
                if (error != NULL) *error = found;
                return status;
            }
        }
    }
    return PDK_OK;
}

static void report_damaged(void *user, pdk_lmu_series *series, const char *message)
{
    pdk_report_finding(user, PDK_ERROR, "lmu-telemetry.table", PDK_NO_OFFSET, "lmu-telemetry", "\"%s\": %.160s",
                       series->shown, message);
}

pdk_status pdk_lmu_check(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    return try_all(document->state, report_damaged, report, error);
}

static void leave_out(void *user, pdk_lmu_series *series, const char *message)
{
    pdk_document_add_finding(user, PDK_ERROR, "lmu-telemetry.table", PDK_NO_OFFSET, "lmu-telemetry",
                             "\"%s\" is left out: %.160s", series->shown, message);
    series->parts = 0;
}

pdk_status pdk_lmu_leave_out_damaged(pdk_lmu *log, pdk_error *error)
{
    return try_all(log, leave_out, log->document, error);
}
