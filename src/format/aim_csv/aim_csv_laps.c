/* Laps: from beacon to beacon. The last beacon is the end of the export, where there is a segment for each. */
#include <math.h>

#include "format/aim_csv/aim_csv.h"

/* The latest beacon, in whatever order they are; SIZE_MAX = there is none. */
static size_t find_latest(const pdk_aim_csv *aim)
{
    const double *all = aim->csv.beacons.items;
    size_t latest = SIZE_MAX;
    for (size_t i = 0; i < aim->csv.beacons.count; i++)
        if (latest == SIZE_MAX || all[i] > all[latest]) latest = i;
    return latest;
}

/* Race Studio 3 ends the list with the end of what it exports, Race Studio 2 does not. */
static void drop_end(pdk_aim_csv *aim)
{
    static const double margin = 0.0105; /* s: times have two or three decimals */
    static const double near_end = 1;    /* s: of the rows, where the head says nothing else */
    const pdk_logged_rows *log = &aim->csv.log;
    double *all = aim->csv.beacons.items;
    size_t latest = find_latest(aim), count = aim->csv.beacons.count;
    if (latest == SIZE_MAX || log->rows == 0) return;
    bool is_end = aim->segments.count == count || fabs(all[latest] - aim->csv.duration) < margin;
    if (aim->segments.count == 0 && isnan(aim->csv.duration))
        is_end = fabs(all[latest] - log->times[log->rows - 1]) < near_end;
    if (!is_end || aim->segments.count == count + 1) return;
    all[latest] = all[count - 1];
    aim->csv.beacons.count--;
}

/* Segments are between the beacons, from 0 on. */
static void compare_segments(pdk_aim_csv *aim)
{
    static const double margin = 0.06; /* s: spreadsheets that have saved such files keep tenths */
    const double *segments = aim->segments.items, *beacons = aim->csv.beacons.items;
    size_t first = SIZE_MAX, differ = 0;
    for (size_t i = 0; i < aim->segments.count && i < aim->csv.beacons.count; i++) {
        double time = beacons[i] - (i > 0 ? beacons[i - 1] : 0);
        if (!(fabs(time - segments[i]) > margin)) continue;
        if (differ++ == 0) first = i;
    }
    if (differ > 0)
        pdk_document_add_finding(aim->csv.document, PDK_WARNING, "aim-csv.segments.differ", PDK_NO_OFFSET, "aim-csv",
                                 "%zu of %zu times of segments are not those between the beacons, the first is that of "
                                 "segment %zu: laps are by the beacons",
                                 differ, aim->segments.count, first + 1);
}

/* The export is one lap: its rows are from the line to the line. */
static pdk_status take_whole(pdk_aim_csv *aim, pdk_error *error)
{
    const pdk_logged_rows *log = &aim->csv.log;
    if (!aim->one_lap || aim->csv.beacons.count > 0 || log->rows < 2) return PDK_OK;
    double time = !isnan(aim->lap_time)       ? aim->lap_time
                  : !isnan(aim->csv.duration) ? aim->csv.duration
                                              : log->times[log->rows - 1] - log->times[0];
    for (int i = 0; i < 2; i++) {
        double *added = pdk_vector_push(&aim->csv.beacons);
        if (added == NULL) return pdk_fail_memory(error, &aim->csv.document->memory, "the beacons");
        *added = log->times[0] + (i > 0 ? time : 0);
    }
    pdk_document_add_evidence(aim->csv.document, "the segment that was exported is one lap");
    return PDK_OK;
}

pdk_status pdk_aim_csv_find_laps(pdk_aim_csv *aim, pdk_error *error)
{
    compare_segments(aim);
    drop_end(aim);
    pdk_status status = take_whole(aim, error);
    return status == PDK_OK ? pdk_logged_csv_take_beacons(&aim->csv, error) : status;
}
