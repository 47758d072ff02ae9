/* Laps: from beacon to beacon, else where a column counts them. A log without both is timed at a line that is found in
 * its positions. */
#include <inttypes.h>
#include <math.h>

#include "base/merge_sort.h"
#include "base/nocase.h"
#include "format/motec_csv/motec_csv.h"

/* Two crossings closer together than this are one that was seen twice, s. */
static const double too_close = 3;

/* A difference of times as it would be written, not 65.16300000000001. */
static double as_written(double time)
{
    return round(time * 1e6) / 1e6;
}

static bool push(pdk_motec_csv *csv, double time, bool exact)
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
                                        .lap_time = exact ? as_written(time - began) : NAN,
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

/* Beacons of which one is right behind another, and those outside of the rows, are none. */
static void take_beacons(pdk_motec_csv *csv)
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
        if (!push(csv, all[i], true)) return;
        last = all[i];
    }
    if (outside > 0)
        pdk_document_add_finding(csv->document, PDK_WARNING, "motec-csv.beacons.outside", PDK_NO_OFFSET, "motec-csv",
                                 "%zu of %zu beacons are not within the time of the rows and are left out", outside,
                                 csv->beacons.count);
    if (repeated > 0)
        pdk_document_add_finding(csv->document, PDK_WARNING, "motec-csv.beacons.repeated", PDK_NO_OFFSET, "motec-csv",
                                 "%zu of %zu beacons follow another one within %.0f s and are left out", repeated,
                                 csv->beacons.count, too_close);
    csv->exact = log->crossings.count > 0;
    if (csv->exact)
        pdk_document_add_evidence(csv->document, "laps are between the %zu beacons of the head", log->crossings.count);
}

static bool counts_laps(const char *name)
{
    return pdk_compare_nocase(name, "Lap Number") == 0 || pdk_compare_nocase(name, "Lap") == 0;
}

/* Its number becomes the next one. */
static void count_laps(pdk_motec_csv *csv)
{
    for (size_t c = 1; c < csv->column_count && csv->log.crossings.count == 0; c++) {
        const double *values = csv->columns[c].values;
        if (!counts_laps(csv->columns[c].name)) continue;
        double last = NAN;
        for (uint64_t i = 0; i < csv->log.rows; i++) {
            if (isnan(values[i])) continue;
            if (values[i] > last && !push(csv, csv->log.times[i], false)) return;
            last = values[i];
        }
        if (csv->log.crossings.count == 0) continue;
        pdk_document_add_evidence(csv->document, "laps are by the column \"%s\"", csv->columns[c].name);
        pdk_document_add_finding(csv->document, PDK_NOTE, "motec-csv.laps.channel", PDK_NO_OFFSET, "motec-csv",
                                 "there are no beacons: laps are by the column \"%s\", which steps from row to row",
                                 csv->columns[c].name);
    }
}

pdk_status pdk_motec_csv_find_laps(pdk_motec_csv *csv, pdk_error *error)
{
    pdk_memory *memory = &csv->document->memory;
    csv->log.crossings = pdk_vector_of(memory, sizeof(pdk_session_crossing));
    if (!pdk_merge_sort(memory, csv->beacons.items, csv->beacons.count, sizeof(double), by_time, NULL))
        return pdk_fail_memory(error, memory, "the beacons");
    take_beacons(csv);
    count_laps(csv);
    return csv->document->failed ? pdk_document_built(csv->document, error) : PDK_OK;
}
