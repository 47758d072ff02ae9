/* Laps: from beacon to beacon, else where a column counts them. A log without both is timed at a line that is found in
 * its positions. */
#include <math.h>

#include "base/nocase.h"
#include "format/motec_csv/motec_csv.h"

static bool counts_laps(const char *name)
{
    return pdk_compare_nocase(name, "Lap Number") == 0 || pdk_compare_nocase(name, "Lap") == 0;
}

/* Its number becomes the next one. */
static void count_laps(pdk_logged_csv *csv)
{
    for (size_t c = 0; c < csv->column_count && csv->log.crossings.count == 0; c++) {
        const double *values = csv->columns[c].values;
        if (!counts_laps(csv->columns[c].name)) continue;
        double last = NAN;
        for (uint64_t i = 0; i < csv->log.rows; i++) {
            if (isnan(values[i])) continue;
            if (values[i] > last && !pdk_logged_csv_push_crossing(csv, csv->log.times[i], false)) return;
            last = values[i];
        }
        if (csv->log.crossings.count == 0) continue;
        pdk_document_add_evidence(csv->document, "laps are by the column \"%s\"", csv->columns[c].name);
        pdk_document_add_finding(csv->document, PDK_NOTE, csv->codes->laps_channel, PDK_NO_OFFSET, csv->codes->format,
                                 "there are no beacons: laps are by the column \"%s\", which steps from row to row",
                                 csv->columns[c].name);
    }
}

pdk_status pdk_motec_csv_find_laps(pdk_logged_csv *csv, pdk_error *error)
{
    pdk_status status = pdk_logged_csv_take_beacons(csv, error);
    if (status != PDK_OK) return status;
    count_laps(csv);
    return csv->document->failed ? pdk_document_built(csv->document, error) : PDK_OK;
}
