/* A RAF file is one lap. Its splits are crossings; the last is that of the start line. The game's clock ticks every
 * 10 ms and a split is the first tick at or after its line (docs/formats/raf.md). */
#include "format/raf/raf_session.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/raf/raf_layout.h"
#include "model/plausible_times.h"

static const double clock_tick = 0.01;

/* How far the driver came, by the last block's distance; NaN = there are no blocks. */
static double way_driven(const pdk_document *document)
{
    const pdk_table *telemetry = pdk_document_find_table(document, "telemetry");
    size_t column = telemetry != NULL ? pdk_table_find_column(telemetry, "distance") : PDK_NO_COLUMN;
    double way = NAN;
    if (column == PDK_NO_COLUMN || telemetry->rows == 0) return NAN;
    if (pdk_table_read_f64(telemetry, column, telemetry->rows - 1, 1, &way, NULL) != PDK_OK) return NAN;
    return way;
}

static pdk_time_fault judge_lap_time(const pdk_document *document, double lap_time)
{
    const pdk_table *telemetry = pdk_document_find_table(document, "telemetry");
    const pdk_property *interval = pdk_document_find_property(document, "interval");
    pdk_time_fault fault = pdk_judge_time(lap_time, way_driven(document));
    if (fault != PDK_TIME_SOUND || telemetry == NULL || interval == NULL) return fault;
    double step = interval->value.as.number, recorded = (double)telemetry->rows * step;
    bool fits =
        !(step > 0) || fabs(recorded - lap_time) < 2 * step; /* as many blocks as begin in it, and one to spare */
    return fits ? PDK_TIME_SOUND : PDK_TIME_CLOCK;
}

static pdk_time_fault judge_split(double before, double split, double lap_time)
{
    pdk_time_fault fault = pdk_judge_time(split - before, NAN);
    return fault == PDK_TIME_SOUND && split > lap_time ? PDK_TIME_CLOCK : fault;
}

static pdk_text text_property(const pdk_document *document, const char *name)
{
    const pdk_property *property = pdk_document_find_property(document, name);
    bool is_text = property != NULL && property->value.type == PDK_TEXT;
    return is_text ? property->value.as.text : (pdk_text){ "", 0 };
}

/* The lap's beginning, and each split that can be true. Where the lap time cannot, the lap has no end. */
static size_t fill_crossings(const pdk_document *document, const double *splits, size_t count, double end,
                             pdk_session_crossing *crossings)
{
    double lap_time = splits[count - 1], before = 0;
    pdk_time_fault fault = judge_lap_time(document, lap_time);
    size_t filled = 1;
    const pdk_property *legality = pdk_document_find_property(document, "legality");
    bool illegal = legality != NULL && legality->label != NULL && strcmp(legality->label, "illegal") == 0;
    crossings[0] = (pdk_session_crossing){ .opens = true, .lap_time = NAN };
    for (size_t i = 0; i + 1 < count; i++) {
        double limit = fault == PDK_TIME_SOUND ? lap_time : end;
        if (judge_split(before, splits[i], limit) != PDK_TIME_SOUND) continue;
        before = splits[i];
        crossings[filled++] = (pdk_session_crossing){
            .time = splits[i], .sector = (uint32_t)i + 1, .lap_time = splits[i], .record_time = splits[i], .row = i
        };
    }
    double time = fault == PDK_TIME_SOUND ? lap_time : end;
    crossings[filled++] = (pdk_session_crossing){ .time = time,
                                                  .lap_time = fault == PDK_TIME_SOUND ? lap_time : NAN,
                                                  .record_time = time,
                                                  .invalid = illegal,
                                                  .unended = fault != PDK_TIME_SOUND,
                                                  .fault = fault,
                                                  .row = count - 1 };
    return filled;
}

pdk_status pdk_raf_read_session(const pdk_document *document, pdk_memory *memory, pdk_session *session,
                                pdk_error *error)
{
    const pdk_table *splits = pdk_document_find_table(document, "splits");
    const pdk_table *telemetry = pdk_document_find_table(document, "telemetry");
    size_t count = splits != NULL ? (size_t)splits->rows : 0;
    pdk_session_driver *driver = pdk_alloc(memory, sizeof *driver);
    pdk_session_crossing *crossings = pdk_alloc_array(memory, count + 1, sizeof *crossings);
    double *times = pdk_alloc_array(memory, count, sizeof *times);
    if (driver == NULL || crossings == NULL || times == NULL) return pdk_fail_memory(error, memory, "the session");
    if (count > 0) {
        pdk_status status =
            pdk_table_read_f64(splits, pdk_table_find_role(splits, PDK_ROLE_TIME), 0, count, times, error);
        if (status != PDK_OK) return status;
    }
    *driver = (pdk_session_driver){ .name = text_property(document, "player"),
                                    .co_driver = { "", 0 },
                                    .vehicle = text_property(document, "car"),
                                    .entry_time = NAN,
                                    .exit_time = NAN };
    session->kind = PDK_SESSION_LAP;
    session->drivers = driver;
    session->driver_count = 1;
    session->has_crossings = true;
    session->clock_step = clock_tick;
    session->track = text_property(document, "track_code");
    const pdk_property *length = pdk_document_find_property(document, "track_length");
    if (length != NULL && length->value.as.number > 0) session->ruler_length = length->value.as.number;
    session->start_time = 0;
    const pdk_property *interval = pdk_document_find_property(document, "interval");
    if (telemetry != NULL && interval != NULL) session->end_time = (double)telemetry->rows * interval->value.as.number;
    session->crossings = crossings;
    session->crossing_count = count > 0 ? fill_crossings(document, times, count, session->end_time, crossings) : 0;
    return PDK_OK;
}

static void add_finding(pdk_document *document, const char *code, uint32_t index, double time, pdk_time_fault fault)
{
    char where[40];
    snprintf(where, sizeof where, "raf.header.splits[%u]", (unsigned)index);
    pdk_document_add_finding(
        document, PDK_WARNING, code, pdk_record_field(&pdk_raf_header, "splits")->offset + 4 * (uint64_t)index, where,
        "the %s of %.3f s %s, so no answer uses it", strcmp(code, "raf.lap_time") == 0 ? "lap time" : "split", time,
        pdk_time_fault_text(fault));
}

void pdk_raf_add_split_findings(pdk_document *document)
{
    const pdk_table *table = pdk_document_find_table(document, "splits");
    double times[PDK_LAP_SECTORS], before = 0;
    size_t count = table != NULL && table->rows <= PDK_LAP_SECTORS ? (size_t)table->rows : 0;
    size_t column = count > 0 ? pdk_table_find_role(table, PDK_ROLE_TIME) : PDK_NO_COLUMN;
    if (count == 0 || pdk_table_read_f64(table, column, 0, count, times, NULL) != PDK_OK) return;
    pdk_time_fault fault = judge_lap_time(document, times[count - 1]);
    if (fault != PDK_TIME_SOUND) add_finding(document, "raf.lap_time", (uint32_t)count - 1, times[count - 1], fault);
    for (uint32_t i = 0; i + 1 < count; i++) {
        fault = judge_split(before, times[i], times[count - 1]);
        if (fault == PDK_TIME_SOUND) before = times[i];
        else add_finding(document, "raf.split", i, times[i], fault);
    }
}
