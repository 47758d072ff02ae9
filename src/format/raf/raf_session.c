/* A RAF file is one lap. Its splits are crossings; the last is that of the start line. The game's clock ticks every
 * 10 ms and a split is the first tick at or after its line (docs/formats/raf.md). */
#include "format/raf/raf_session.h"

#include <math.h>
#include <string.h>

#include "format/raf/raf_layout.h"
#include "model/session.h"

static const double clock_tick = 0.01;

static pdk_text text_property(const pdk_document *document, const char *name)
{
    const pdk_property *property = pdk_document_find_property(document, name);
    bool is_text = property != NULL && property->value.type == PDK_TEXT;
    return is_text ? property->value.as.text : (pdk_text){ "", 0 };
}

/* The lap's beginning, and each split. */
static size_t fill_crossings(const pdk_document *document, const double *splits, size_t count,
                             pdk_session_crossing *crossings)
{
    const pdk_property *legality = pdk_document_find_property(document, "legality");
    bool illegal = legality != NULL && legality->label != NULL && strcmp(legality->label, "illegal") == 0;
    crossings[0] = (pdk_session_crossing){ .opens = true, .lap_time = NAN };
    for (size_t i = 0; i < count; i++) {
        bool last = i + 1 == count;
        crossings[i + 1] = (pdk_session_crossing){ .time = splits[i],
                                                   .sector = last ? 0 : (uint32_t)i + 1,
                                                   .lap_time = splits[i],
                                                   .record_time = splits[i],
                                                   .invalid = last && illegal };
    }
    return count + 1;
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
    session->crossings = crossings;
    session->crossing_count = count > 0 ? fill_crossings(document, times, count, crossings) : 0;
    session->has_crossings = true;
    session->clock_step = clock_tick;
    session->track = text_property(document, "track_code");
    const pdk_property *length = pdk_document_find_property(document, "track_length");
    if (length != NULL && length->value.as.number > 0) session->ruler_length = length->value.as.number;
    session->start_time = 0;
    const pdk_property *interval = pdk_document_find_property(document, "interval");
    if (telemetry != NULL && interval != NULL) session->end_time = (double)telemetry->rows * interval->value.as.number;
    return PDK_OK;
}
