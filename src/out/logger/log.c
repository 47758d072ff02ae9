/* A log, put together. */
#include "logger/log.h"

#include <math.h>

#include "io/output.h"

pdk_log_channel *pdk_log_add(pdk_log *log, pdk_log_id id)
{
    pdk_memory *memory = log->recording->job->memory;
    double *values = pdk_alloc_array(memory, log->count, sizeof *values);
    pdk_log_channel *channel = values != NULL ? pdk_vector_push(&log->channels) : NULL;
    if (channel != NULL) *channel = (pdk_log_channel){ .id = id, .values = values };
    return channel;
}

const pdk_log_channel *pdk_log_find(const pdk_log *log, pdk_log_id id)
{
    const pdk_log_channel *channels = log->channels.items;
    for (size_t i = 0; i < log->channels.count; i++)
        if (channels[i].id == id) return &channels[i];
    return NULL;
}

void pdk_log_hold(double *values, uint64_t count)
{
    double last = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) continue;
        last = values[i];
        break;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (isfinite(values[i])) last = values[i];
        else values[i] = last;
    }
}

pdk_status pdk_log_make(pdk_recording *recording, bool lead, pdk_log *log, pdk_error *error)
{
    *log = (pdk_log){ .recording = recording,
                      .run = recording->runs[0],
                      .channels = pdk_vector_of(recording->job->memory, sizeof(pdk_log_channel)) };
    pdk_status status = pdk_log_choose_grid(log, lead, error);
    if (status == PDK_OK) status = pdk_log_add_motion(log, error);
    if (status == PDK_OK) status = pdk_log_add_accelerations(log, error);
    if (status == PDK_OK) status = pdk_log_add_laps(log, error);
    return status == PDK_OK ? pdk_log_add_columns(log, error) : status;
}

pdk_status pdk_log_export(pdk_export *job, bool lead, pdk_status (*write)(const pdk_log *log, pdk_error *error),
                          pdk_error *error)
{
    pdk_recording recording;
    pdk_log log;
    pdk_status status = pdk_recording_open(job, true, &recording, error);
    if (status == PDK_OK) status = pdk_log_make(&recording, lead, &log, error);
    if (status == PDK_OK) status = write(&log, error);
    pdk_recording_close(&recording);
    return status == PDK_OK ? pdk_output_failure(job->output, error) : status;
}
