/* When samples were taken. The file has no times beside its samples: the channel "GPS Time" is the clock of the fastest
 * ones, with gaps, and the samples of slower channels are evenly between its. */
#include <inttypes.h>
#include <math.h>

#include "format/lmu_telemetry/lmu.h"

/* Rates of the list are rounded: "7 Hz" is 7.02. A channel whose count of samples is further from what its rate says
 * has stopped, or began late: its rate is as listed. */
static const double rounded = 0.02;

double pdk_lmu_moment(const pdk_lmu *log, double position)
{
    if (log->clock == NULL) return log->start + position / log->clock_rate;
    uint64_t last = log->moments - 1, before = position < (double)last ? (uint64_t)position : last;
    double rest = position - (double)before;
    return before == last ? log->clock[last] + rest / log->clock_rate
                          : log->clock[before] + rest * (log->clock[before + 1] - log->clock[before]);
}

double pdk_lmu_time(const pdk_lmu *log, double rate, uint64_t index)
{
    return pdk_lmu_moment(log, (double)index * log->clock_rate / rate);
}

static bool rises(const double *clock, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        if (!isfinite(clock[i]) || (i > 0 && clock[i] < clock[i - 1])) return false;
    return true;
}

/* A file without a clock begins when its events do. */
static pdk_status start_of_events(pdk_lmu *log, pdk_error *error)
{
    double first = INFINITY;
    for (size_t i = 0; i < log->events.count; i++) {
        pdk_lmu_series *event = &log->events.all[i];
        const double *times;
        if (event->rows == 0 || event->parts == 0) continue;
        pdk_status status = pdk_lmu_read(log, &event->times, &times, error);
        if (status != PDK_OK) return status;
        if (times[0] < first) first = times[0];
    }
    log->start = isfinite(first) ? first : 0;
    return PDK_OK;
}

static const pdk_lmu_series *fastest(const pdk_lmu *log)
{
    const pdk_lmu_series *found = NULL;
    for (size_t i = 0; i < log->channels.count; i++) {
        const pdk_lmu_series *channel = &log->channels.all[i];
        if (channel->parts == 0 || channel->rows == 0) continue;
        bool better = found == NULL || channel->listed_rate > found->listed_rate ||
                      (!(channel->listed_rate < found->listed_rate) && channel->rows > found->rows);
        if (better) found = channel;
    }
    return found;
}

/* What the rates are that the list has rounded. */
static void find_rates(pdk_lmu *log)
{
    size_t odd = 0;
    const char *first = NULL;
    for (size_t i = 0; i < log->channels.count; i++) {
        pdk_lmu_series *channel = &log->channels.all[i];
        if (channel->parts == 0 || channel->rows == 0) continue;
        double told = (double)log->moments * channel->listed_rate / log->clock_rate, rows = (double)channel->rows;
        if (fabs(rows - told) <= 2) continue;
        if (fabs(rows - told) <= rounded * told) {
            channel->rate = rows * log->clock_rate / (double)log->moments;
            pdk_document_add_evidence(log->document, "\"%s\" is sampled at %.4g Hz, not at %g: it has %.0f samples",
                                      channel->shown, channel->rate, channel->listed_rate, rows);
        } else if (odd++ == 0) first = channel->shown;
    }
    if (odd > 0)
        pdk_document_add_finding(log->document, PDK_NOTE, "lmu-telemetry.samples", PDK_NO_OFFSET, "lmu-telemetry",
                                 "channels that have more or fewer samples than their rate says: %zu, of which \"%s\" "
                                 "is the first; they are taken to begin with the others",
                                 odd, first);
}

pdk_status pdk_lmu_set_clock(pdk_lmu *log, pdk_error *error)
{
    pdk_lmu_series *clock = pdk_lmu_find(&log->channels, "GPS Time");
    const pdk_lmu_series *leads = clock != NULL && clock->parts == 1 ? clock : fastest(log);
    if (leads == NULL) return PDK_OK;
    log->clock_rate = leads->listed_rate;
    log->moments = leads->rows;
    pdk_status status = PDK_OK;
    if (leads == clock) {
        status = pdk_lmu_read(log, &clock->values[0], &log->clock, error);
        if (status != PDK_OK) return status;
        if (rises(log->clock, log->moments)) {
            log->start = log->clock[0];
            find_rates(log);
            return PDK_OK;
        }
        log->clock = NULL;
        pdk_document_add_finding(log->document, PDK_WARNING, "lmu-telemetry.clock", PDK_NO_OFFSET, "lmu-telemetry",
                                 "the times of \"GPS Time\" do not rise: samples are taken to be even");
    }
    status = start_of_events(log, error);
    find_rates(log);
    return status;
}
