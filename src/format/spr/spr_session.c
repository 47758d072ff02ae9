/* The session as answers want it: the lap that an SPR has the times of, the official results of an MPR. */
#include <math.h>

#include "format/spr/spr.h"

static pdk_text text_of(const pdk_document *document, const char *name)
{
    const pdk_property *property = pdk_document_find_property(document, name);
    return property != NULL && property->value.type == PDK_TEXT ? property->value.as.text : (pdk_text){ "", 0 };
}

static bool name_track(const pdk_document *document, pdk_memory *memory, pdk_text *track)
{
    size_t size = pdk_document_track_name(document, NULL, 0);
    char *name = pdk_alloc(memory, size + 1);
    if (name == NULL) return false;
    *track = (pdk_text){ name, size > 0 ? pdk_document_track_name(document, name, size + 1) : 0 };
    return true;
}

/* One lap, whose splits the header has. It began at an unknown moment of the replay: its own start is time 0. */
static bool fill_single(const pdk_document *document, pdk_memory *memory, pdk_session *session)
{
    const uint8_t *header = document->content.data;
    pdk_session_driver *driver = pdk_alloc(memory, sizeof *driver);
    pdk_session_lap *lap = pdk_alloc(memory, sizeof *lap);
    int64_t splits = pdk_spr_number(&pdk_spr_header, "split_count", header);
    if (driver == NULL || lap == NULL) return false;
    *driver = (pdk_session_driver){ .name = text_of(document, "player"),
                                    .co_driver = { "", 0 },
                                    .vehicle = text_of(document, "car"),
                                    .entry_time = NAN,
                                    .exit_time = NAN };
    session->kind = PDK_SESSION_LAP;
    session->drivers = driver;
    session->driver_count = 1;
    session->has_laps = session->has_crossings = true;
    double time = splits > 0 && splits <= PDK_SPR_SPLITS ? pdk_spr_split_time(document, (uint32_t)splits - 1) : NAN;
    if (isnan(time)) return true;
    *lap = (pdk_session_lap){ .lap = 1, .start_time = 0, .end_time = time, .lap_time = time, .top_speed = NAN };
    for (uint32_t i = 0; i < PDK_SESSION_SECTORS; i++) {
        double end = pdk_spr_split_time(document, i), begin = i > 0 ? pdk_spr_split_time(document, i - 1) : 0;
        lap->sector_time[i] = end > begin ? round((end - begin) * 1000) / 1000 : NAN;
    }
    session->sector_count = (uint32_t)splits;
    session->start_time = 0;
    session->end_time = time;
    session->laps = lap;
    session->lap_count = 1;
    return true;
}

static double time_of(const uint8_t *result, const char *name)
{
    double time = pdk_get_f64(pdk_record_field(&pdk_mpr_result, name), 0, result);
    return time > 0 ? time : NAN;
}

/* Without data where memory is out. */
static pdk_text text_at(pdk_memory *memory, const uint8_t *result, const char *name)
{
    return pdk_get_value(memory, pdk_record_field(&pdk_mpr_result, name), result).as.text;
}

static bool fill_several(const pdk_document *document, pdk_memory *memory, pdk_session *session)
{
    enum { CONFIRMED = 2 };
    const pdk_spr *spr = document->state;
    uint32_t count = spr->result_count, laps, hours;
    pdk_session_driver *drivers = pdk_alloc_array(memory, count, sizeof *drivers);
    pdk_session_result *results = pdk_alloc_array(memory, count, sizeof *results);
    if (drivers == NULL || results == NULL) return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *at = pdk_spr_result_at(document, i);
        int64_t grid = pdk_spr_number(&pdk_mpr_result, "grid_position", at);
        bool confirmed = (pdk_spr_number(&pdk_mpr_result, "confirmation", at) & CONFIRMED) != 0;
        drivers[i] = (pdk_session_driver){ .slot = i,
                                           .name = text_at(memory, at, "name"),
                                           .co_driver = { "", 0 },
                                           .vehicle = text_at(memory, at, "car"),
                                           .number = text_at(memory, at, "plate"),
                                           .entry_time = NAN,
                                           .exit_time = NAN };
        bool named = drivers[i].name.data != NULL && drivers[i].vehicle.data != NULL && drivers[i].number.data != NULL;
        if (!named) return false;
        results[i] = (pdk_session_result){ .slot = i,
                                           .position = i + 1,
                                           .grid_position = grid > 0 ? (uint32_t)grid : PDK_SESSION_NONE,
                                           .laps = (uint32_t)pdk_spr_number(&pdk_mpr_result, "laps", at),
                                           .pit_stops = (uint32_t)pdk_spr_number(&pdk_mpr_result, "pit_stops", at),
                                           .total_time = time_of(at, "finish_time"),
                                           .best_lap_time = time_of(at, "best_lap_time"),
                                           .finish = confirmed ? PDK_FINISH_FINISHED : PDK_FINISH_UNKNOWN };
    }
    pdk_spr_length(pdk_spr_number(&pdk_mpr_header, "laps_code", document->content.data), &laps, &hours);
    session->kind = laps + hours > 0 ? PDK_SESSION_RACE : PDK_SESSION_PRACTICE;
    if (laps > 0) session->race_laps = laps;
    if (hours > 0) session->race_minutes = hours * 60.0;
    session->drivers = drivers;
    session->results = results;
    session->driver_count = session->result_count = count;
    session->has_laps = session->has_results = session->has_crossings = true;
    return true;
}

pdk_status pdk_spr_session(const pdk_document *document, pdk_memory *memory, pdk_session *session, pdk_error *error)
{
    const pdk_spr *spr = document->state;
    bool good = spr->several ? fill_several(document, memory, session) : fill_single(document, memory, session);
    return good && name_track(document, memory, &session->track) ? PDK_OK
                                                                 : pdk_fail_memory(error, memory, "the session");
}
