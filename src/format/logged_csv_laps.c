/* Laps: from beacon to beacon, otherwise as the format says. A log without either is timed at a line that is found in
 * its positions. */
#include <inttypes.h>
#include <math.h>

#include "base/merge_sort.h"
#include "base/number.h"
#include "format/logged_csv.h"

/* Two crossings closer together than this are one that was seen twice, s. */
static const double too_close = 3;

/* What is left after the last crossing is a lap only where it is longer than this, s: writers put some samples there
 * for programs that want the line inside. */
static const double least_rest = 1;

bool pdk_logged_csv_push_crossing(pdk_logged_csv *csv, double time, bool exact)
{
    pdk_vector *crossings = &csv->log.crossings;
    const pdk_session_crossing *all = crossings->items;
    size_t count = crossings->count;
    double began = count > 0 ? all[count - 1].time : NAN;
    pdk_session_crossing *crossing = pdk_vector_push(crossings);
    if (crossing == NULL) {
        csv->document->failed = true;
        return false;
    }
    *crossing = (pdk_session_crossing){ .time = time,
                                        .record_time = time,
                                        .lap = count > 0 ? (uint32_t)count - 1 : 0,
                                        .lap_time = exact ? pdk_round_computed(time - began) : NAN,
                                        .opens = count == 0,
                                        .row = count };
    return true;
}

static int by_time(const void *one, const void *other, void *user)
{
    (void)user;
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* Beacons right after another, and those outside of the rows, do not count. */
static void take_beacons(pdk_logged_csv *csv)
{
    static const double margin = 1; /* s: rows need not reach the last beacon */
    const double *all = csv->beacons.items;
    const pdk_logged_rows *log = &csv->log;
    size_t outside = 0, repeated = 0;
    double last = NAN;
    for (size_t i = 0; i < csv->beacons.count; i++) {
        bool inside = log->rows > 0 && all[i] >= log->times[0] - margin && all[i] <= log->times[log->rows - 1] + margin;
        outside += !inside;
        if (!inside) continue;
        bool again = all[i] - last < too_close;
        repeated += again;
        if (again) continue;
        if (!pdk_logged_csv_push_crossing(csv, all[i], true)) return;
        last = all[i];
    }
    if (outside > 0)
        pdk_document_add_finding(
            csv->document, PDK_WARNING, csv->codes->beacons_outside, PDK_NO_OFFSET, csv->codes->format,
            "%zu of %zu beacons are not within the time of the rows and are left out", outside, csv->beacons.count);
    if (repeated > 0)
        pdk_document_add_finding(csv->document, PDK_WARNING, csv->codes->beacons_repeated, PDK_NO_OFFSET,
                                 csv->codes->format,
                                 "%zu of %zu beacons follow another one within %.0f s and are left out", repeated,
                                 csv->beacons.count, too_close);
    csv->exact = log->crossings.count > 0;
    if (csv->exact)
        pdk_document_add_evidence(csv->document, "laps are between the %zu beacons of the head", log->crossings.count);
}

pdk_status pdk_logged_csv_take_beacons(pdk_logged_csv *csv, pdk_error *error)
{
    pdk_memory *memory = &csv->document->memory;
    if (!pdk_merge_sort(memory, csv->beacons.items, csv->beacons.count, sizeof(double), by_time, NULL))
        return pdk_fail_memory(error, memory, "the beacons");
    take_beacons(csv);
    return csv->document->failed ? pdk_document_built(csv->document, error) : PDK_OK;
}

pdk_status pdk_logged_csv_session(const pdk_document *document, pdk_memory *memory, pdk_session *session,
                                  pdk_error *error)
{
    const pdk_logged_csv *csv = document->state;
    pdk_status status = pdk_logged_session(&csv->log, memory, session, error);
    const pdk_session_crossing *all = session->crossings;
    if (status != PDK_OK || session->crossing_count == 0) return status;
    double last = all[session->crossing_count - 1].time;
    session->start_time = fmin(session->start_time, all[0].time);
    if (session->end_time - last < least_rest) session->end_time = last;
    return status;
}
