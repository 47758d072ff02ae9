/* The channels of a log. */
#include "logger/log.h"

#include <math.h>

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
