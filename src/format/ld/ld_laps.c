/* When the start line was crossed, by the best that there is: beacons of an .ldx, the channel of a beacon's receiver,
 * then channels that count laps. A log without all of these is timed at a line that is found in its positions. */
#include <inttypes.h>
#include <math.h>

#include "base/merge_sort.h"
#include "format/ld/ld.h"

/* Two crossings closer together than this are one that was seen twice, s. */
static const double too_close = 3;

static bool push(pdk_ld *log, pdk_vector *crossings, double time)
{
    pdk_ld_crossing *crossing = pdk_vector_push(crossings);
    if (crossing == NULL) log->document->failed = true;
    else *crossing = (pdk_ld_crossing){ time, 0 };
    return crossing != NULL;
}

/* A lap's number becomes the next one. */
static void read_numbers(pdk_ld *log, const pdk_ld_signal *signal, pdk_vector *crossings)
{
    double last = NAN;
    for (uint64_t i = 0; i < signal->samples; i++) {
        double value = pdk_ld_value(signal, i);
        if (isnan(value)) continue;
        if (value > last && !push(log, crossings, (double)i / signal->rate)) return;
        last = value;
    }
}

/* The time or the way of a lap begins again: what it is then says how long ago that was. `rate` is how fast it grows a
 * second; NaN = as it grew before. */
static void read_resets(pdk_ld *log, const pdk_ld_signal *signal, double rate, pdk_vector *crossings)
{
    double last = NAN, grown = NAN;
    for (uint64_t i = 0; i < signal->samples; i++) {
        double value = pdk_ld_value(signal, i), before = isnan(rate) ? grown * signal->rate : rate;
        if (isnan(value)) continue;
        bool again = value < last / 2 && value >= 0;
        double since = before > 0 ? fmin(value / before, 1.0 / signal->rate) : 0;
        if (again && !push(log, crossings, (double)i / signal->rate - since)) return;
        if (value > last) grown = value - last;
        last = value;
    }
}

/* What the channels show, and which of them. */
static void read_channels(pdk_ld *log, pdk_vector *crossings)
{
    static const struct {
        const char *name;
        double rate;
        bool number;
    } channels[] = { { "Lap Number", 0, true }, { "Running Lap Time", 1, false }, { "Lap Distance", NAN, false } };
    for (size_t i = 0; i < sizeof channels / sizeof channels[0] && crossings->count == 0; i++) {
        const pdk_ld_signal *signal = pdk_ld_find(log, channels[i].name);
        if (signal == NULL) continue;
        if (channels[i].number) read_numbers(log, signal, crossings);
        else read_resets(log, signal, channels[i].rate, crossings);
        if (crossings->count == 0) continue;
        pdk_document_add_evidence(log->document, "laps are by the channel \"%s\"", signal->name.data);
        pdk_document_add_finding(log->document, PDK_NOTE, "ld.laps.channel", PDK_NO_OFFSET, "ld",
                                 "there are no beacons: laps are by the channel \"%s\", whose samples are %.3g s apart",
                                 signal->name.data, 1.0 / signal->rate);
    }
}

static int by_time(const void *one, const void *other, void *user)
{
    (void)user;
    const pdk_ld_crossing *a = one, *b = other;
    return (a->time > b->time) - (a->time < b->time);
}

static void drop_repeated(pdk_ld *log, pdk_vector *crossings)
{
    pdk_ld_crossing *all = crossings->items;
    size_t kept = 0, found = crossings->count;
    for (size_t i = 0; i < crossings->count; i++) {
        bool again = kept > 0 && all[i].sector == all[kept - 1].sector && all[i].time - all[kept - 1].time < too_close;
        if (!again) all[kept++] = all[i];
    }
    if (kept < found) {
        pdk_document_add_finding(log->document, PDK_WARNING, "ld.laps.repeated", PDK_NO_OFFSET, "ld",
                                 "%zu of %zu crossings follow another one within %.0f s and are left out", found - kept,
                                 found, too_close);
    }
    crossings->count = kept;
}

pdk_status pdk_ld_find_laps(pdk_ld *log, pdk_error *error)
{
    pdk_memory *memory = &log->document->memory;
    log->crossings = pdk_vector_of(memory, sizeof(pdk_ld_crossing));
    pdk_status status = pdk_ld_read_ldx(log, &log->crossings, error);
    if (status != PDK_OK) return status;
    if (log->crossings.count == 0) {
        pdk_ld_read_beacon(log, &log->crossings);
        if (log->crossings.count > 0)
            pdk_document_add_evidence(log->document, "laps are by the channel \"Beacon\": %zu crossings",
                                      log->crossings.count);
    }
    log->exact = log->crossings.count > 0;
    if (!log->exact) read_channels(log, &log->crossings);
    if (!pdk_merge_sort(memory, log->crossings.items, log->crossings.count, sizeof(pdk_ld_crossing), by_time, NULL))
        return pdk_fail_memory(error, memory, "the crossings");
    drop_repeated(log, &log->crossings);
    return PDK_OK;
}
