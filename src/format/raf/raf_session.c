/* A RAF file is one lap. Its splits are crossings; the last is that of the start line. The game's clock ticks every
 * 10 ms and a split is the first tick at or after its line (docs/formats/raf.md). */
#include "format/raf/raf_session.h"

#include <math.h>
#include <string.h>

#include "format/raf/raf_splits.h"
#include "model/compound.h"
#include "model/setup.h"

static const double clock_tick = 0.01;

/* The rows that were read: of a file that ends early fewer than the header says. */
static uint64_t count_blocks(const pdk_document *document)
{
    const pdk_table *telemetry = pdk_document_own_table(document, "telemetry");
    return telemetry != NULL ? telemetry->rows : 0;
}

static double number_of(const pdk_document *document, const char *name)
{
    const pdk_property *property = pdk_document_find_property(document, name);
    return property != NULL ? property->value.as.number : NAN;
}

static bool is_illegal(const pdk_document *document)
{
    const pdk_property *legality = pdk_document_find_property(document, "legality");
    return legality != NULL && legality->label != NULL && strcmp(legality->label, "illegal") == 0;
}

/* The lap's beginning, each split that can be true, and the lap's end. A lap whose time is not that of the blocks has
 * no end. */
static size_t fill_crossings(const pdk_document *document, const pdk_raf_splits *splits, double end,
                             pdk_session_crossing *crossings)
{
    uint32_t last = splits->count - 1;
    bool own = pdk_raf_owns_times(splits);
    double lap_time = pdk_raf_split_time(splits, last), time = own ? lap_time : end;
    size_t filled = 1;
    crossings[0] = (pdk_session_crossing){ .opens = true, .lap_time = NAN };
    for (uint32_t i = 0; i < last; i++) {
        double split = pdk_raf_split_time(splits, i);
        if (isnan(split)) continue;
        crossings[filled++] =
            (pdk_session_crossing){ .time = split, .sector = i + 1, .lap_time = split, .record_time = split, .row = i };
    }
    crossings[filled++] = (pdk_session_crossing){ .time = time,
                                                  .lap_time = lap_time,
                                                  .record_time = time,
                                                  .invalid = is_illegal(document),
                                                  .unended = !own,
                                                  .fault = splits->lap_fault,
                                                  .row = last };
    return filled;
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
    const pdk_raf_splits *splits = document->state;
    pdk_session_driver *driver = pdk_alloc(memory, sizeof *driver);
    pdk_session_crossing *crossings = pdk_alloc_array(memory, splits->count + 1, sizeof *crossings);
    if (driver == NULL || crossings == NULL) return pdk_fail_memory(error, memory, "the session");
    *driver = (pdk_session_driver){ .name = pdk_document_text(document, "player"),
                                    .co_driver = { "", 0 },
                                    .vehicle = pdk_document_text(document, "car"),
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
    session->weather = pdk_document_text(document, "weather");
    session->start_time = 0;
    session->end_time = (double)count_blocks(document) * number_of(document, "interval");
    session->crossings = crossings;
    if (splits->has_lap_time) session->crossing_count = fill_crossings(document, splits, session->end_time, crossings);
    if (pdk_raf_owns_times(splits)) {
        session->sector_count = splits->count;                /* a split that cannot be true still ends a sector */
        session->end_time = splits->times[splits->count - 1]; /* steps of 100 ms continue after the line */
    }
    return PDK_OK;
}
