/* Channels that stay the same over the whole log: what the car was set to. */
#include <math.h>

#include "logger/log.h"
#include "model/setup.h"

pdk_status pdk_log_add_setup(pdk_log *log, pdk_error *error)
{
    double balance = pdk_setup_brake_balance(log->recording->job->document);
    if (isnan(balance)) return PDK_OK;
    const pdk_log_channel *added = pdk_log_add(log, PDK_LOG_BRAKE_BALANCE);
    if (added == NULL) return pdk_fail_memory(error, log->recording->job->memory, "a log");
    for (uint64_t i = 0; i < log->count; i++) added->values[i] = balance;
    return PDK_OK;
}
