/* A RAF file is one lap. Its splits are crossings; the last is that of the start line. The game's clock ticks every
 * 10 ms and a split is the first tick at or after its line (docs/formats/raf.md). */
#include "format/raf/raf_session.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/raf/raf_shape.h"
#include "model/compound.h"
#include "model/plausible_times.h"
#include "model/setup.h"

static const double clock_tick = 0.01;

/* The rows that were read: of a file that ends early fewer than the header says. */
static uint64_t count_blocks(const pdk_document *document)
{
    const pdk_table *telemetry = pdk_document_find_table(document, "telemetry");
    return telemetry != NULL ? telemetry->rows : 0;
}

/* What the last block has in a column; NaN = there are no blocks. */
static double last_value(const pdk_document *document, const char *name)
{
    const pdk_table *telemetry = pdk_document_find_table(document, "telemetry");
    size_t column = telemetry != NULL ? pdk_table_find_column(telemetry, name) : PDK_NO_COLUMN;
    double value = NAN;
    if (column == PDK_NO_COLUMN || telemetry->rows == 0) return NAN;
    if (pdk_table_read_f64(telemetry, column, telemetry->rows - 1, 1, &value, NULL) != PDK_OK) return NAN;
    return value;
}

static double number_of(const pdk_document *document, const char *name)
{
    const pdk_property *property = pdk_document_find_property(document, name);
    return property != NULL ? property->value.as.number : NAN;
}

/* The last block of a lap is less than a block of travel before the line: 17 of 17 real laps. */
static bool ends_before_line(const pdk_document *document)
{
    double left = number_of(document, "track_length") - last_value(document, "index_distance");
    return left > 2 * last_value(document, "speed") * number_of(document, "interval");
}

/* Is it the time of these blocks? A part of a lap has the times of the lap before it. */
static pdk_time_fault judge_lap_time(const pdk_document *document, double lap_time)
{
    pdk_time_fault fault = pdk_judge_time(lap_time, last_value(document, "distance"));
    bool usable = isfinite(lap_time) && lap_time > 0 && lap_time < PDK_LONGEST_TIME;
    if (!usable) return fault;
    uint32_t interval = pdk_raf_interval(document->content);
    uint64_t blocks = count_blocks(document);
    int64_t lap_ms = llround(lap_time * 1000);
    if (pdk_raf_is_whole(blocks, interval, lap_ms)) return fault;
    if (blocks * interval < (uint64_t)lap_ms && ends_before_line(document)) return PDK_TIME_PART;
    return fault == PDK_TIME_SOUND ? PDK_TIME_CLOCK : fault;
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
    for (size_t i = 0; i + 1 < count && fault != PDK_TIME_PART; i++) {
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

/* The header's splits, whether they can be true or not; none where the last is no time. */
static size_t read_splits(const pdk_document *document, double times[PDK_LAP_SECTORS])
{
    uint32_t count = pdk_raf_split_count(document->content);
    for (uint32_t i = 0; i < count; i++) times[i] = (double)pdk_raf_split_ms(document->content, i) / 1000;
    return count > 0 && times[count - 1] > 0 ? count : 0;
}

/* The layout of the track: its code, or before there were codes its texts. False when out of memory. */
static bool name_track(const pdk_document *document, pdk_memory *memory, pdk_text *track)
{
    size_t size = pdk_document_track_name(document, NULL, 0);
    char *name = pdk_alloc(memory, size + 1);
    if (name == NULL) return false;
    *track = (pdk_text){ name, size > 0 ? pdk_document_track_name(document, name, size + 1) : 0 };
    return true;
}

/* The tyres that the car was set up with. False when out of memory. */
static bool add_tyres(const pdk_document *document, pdk_memory *memory, pdk_session *session)
{
    static const char *const names[4] = { "front_left", "front_right", "rear_left", "rear_right" };
    pdk_vector values = pdk_vector_of(memory, sizeof(pdk_setup_value));
    pdk_text wheels[4] = { { NULL, 0 } };
    pdk_session_tyres *tyres = pdk_alloc(memory, sizeof *tyres);
    if (tyres == NULL || pdk_setup_read(document, &values, NULL) != PDK_OK) return false;
    const pdk_setup_value *all = values.items;
    for (size_t i = 0; i < values.count; i++) {
        for (int wheel = 0; wheel < 4 && strcmp(all[i].name, "tyre_type") == 0; wheel++) {
            bool here = all[i].wheel.size == strlen(names[wheel]) &&
                        memcmp(all[i].wheel.data, names[wheel], all[i].wheel.size) == 0;
            if (here) wheels[wheel] = all[i].text;
        }
    }
    pdk_free(memory, values.items);
    *tyres = (pdk_session_tyres){ .time = 0 };
    if (!pdk_compound_text(memory, wheels, &tyres->compound)) return false;
    session->tyres = tyres;
    session->tyre_count = tyres->compound.data != NULL ? 1 : 0;
    return true;
}

pdk_status pdk_raf_read_session(const pdk_document *document, pdk_memory *memory, pdk_session *session,
                                pdk_error *error)
{
    double times[PDK_LAP_SECTORS];
    size_t count = read_splits(document, times);
    pdk_session_driver *driver = pdk_alloc(memory, sizeof *driver);
    pdk_session_crossing *crossings = pdk_alloc_array(memory, count + 1, sizeof *crossings);
    if (driver == NULL || crossings == NULL) return pdk_fail_memory(error, memory, "the session");
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
    if (!name_track(document, memory, &session->track)) return pdk_fail_memory(error, memory, "the session");
    const pdk_property *length = pdk_document_find_property(document, "track_length");
    if (length != NULL && length->value.as.number > 0) session->ruler_length = length->value.as.number;
    if (!add_tyres(document, memory, session)) return pdk_fail_memory(error, memory, "the session");
    session->weather = text_property(document, "weather");
    session->start_time = 0;
    session->end_time = (double)count_blocks(document) * number_of(document, "interval");
    session->crossings = crossings;
    session->crossing_count = count > 0 ? fill_crossings(document, times, count, session->end_time, crossings) : 0;
    if (count > 0 && !crossings[session->crossing_count - 1].unended) {
        session->end_time = times[count - 1]; /* with steps of 100 ms the last block's time goes on behind the line */
    }
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
    double times[PDK_LAP_SECTORS], before = 0;
    size_t count = read_splits(document, times);
    if (count == 0) return;
    pdk_time_fault fault = judge_lap_time(document, times[count - 1]);
    if (fault != PDK_TIME_SOUND) add_finding(document, "raf.lap_time", (uint32_t)count - 1, times[count - 1], fault);
    for (uint32_t i = 0; i + 1 < count; i++) {
        fault = judge_split(before, times[i], times[count - 1]);
        if (fault == PDK_TIME_SOUND) before = times[i];
        else add_finding(document, "raf.split", i, times[i], fault);
    }
}
