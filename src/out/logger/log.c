/* A log, put together. */
#include "logger/log.h"

#include <math.h>

#include "io/output.h"

pdk_status pdk_log_make(pdk_recording *recording, const pdk_log_form *form, pdk_log *log, pdk_error *error)
{
    *log = (pdk_log){ .recording = recording,
                      .run = recording->runs[0],
                      .channels = pdk_vector_of(recording->job->memory, sizeof(pdk_log_channel)) };
    pdk_status status = pdk_log_choose_grid(log, form->lead, error);
    if (status == PDK_OK) status = pdk_log_add_motion(log, error);
    if (status == PDK_OK && form->accelerations) status = pdk_log_add_accelerations(log, error);
    if (status == PDK_OK) status = pdk_log_add_yaw_rate(log, error);
    if (status == PDK_OK) status = pdk_log_add_setup(log, error);
    if (status == PDK_OK) status = pdk_log_add_laps(log, error);
    return status == PDK_OK && form->columns ? pdk_log_add_columns(log, error) : status;
}

pdk_status pdk_log_export(pdk_export *job, const pdk_log_form *form, pdk_error *error)
{
    pdk_recording recording;
    pdk_log log;
    pdk_status status = pdk_recording_open(job, true, &recording, error);
    if (status == PDK_OK) status = pdk_log_make(&recording, form, &log, error);
    if (status == PDK_OK) status = form->write(&log, error);
    pdk_recording_close(&recording);
    return status == PDK_OK ? pdk_output_failure(job->output, error) : status;
}
