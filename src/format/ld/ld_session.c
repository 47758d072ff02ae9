/* A log is one car's. What is before its first crossing belongs to no lap. */
#include "format/ld/ld_session.h"

#include "base/number.h"
#include "format/ld/ld.h"

/* What is left after the last crossing is a lap only where it is longer than this, s: writers put some samples there
 * for programs that want the line inside. */
static const double least_rest = 1;

static uint32_t count_sectors(const pdk_ld_crossing *all, size_t count)
{
    uint32_t most = 0;
    for (size_t i = 0; i < count; i++)
        if (all[i].sector > most) most = all[i].sector;
    return most > 0 ? most + 1 : 0;
}

pdk_status pdk_ld_read_session(const pdk_document *document, pdk_memory *memory, pdk_session *session, pdk_error *error)
{
    const pdk_ld *log = document->state;
    const pdk_ld_crossing *all = log->crossings.items;
    size_t count = log->crossings.count;
    pdk_session_driver *driver = pdk_alloc(memory, sizeof *driver);
    pdk_session_crossing *crossings = pdk_alloc_array(memory, count + 1, sizeof *crossings);
    if (driver == NULL || crossings == NULL) return pdk_fail_memory(error, memory, "the session");
    *driver = (pdk_session_driver){ .name = pdk_document_text(document, "driver"),
                                    .co_driver = { "", 0 },
                                    .vehicle = pdk_document_text(document, "vehicle"),
                                    .entry_time = NAN,
                                    .exit_time = NAN };
    session->drivers = driver;
    session->driver_count = 1;
    session->track = pdk_document_text(document, "track");
    session->start_time = 0;
    session->end_time = log->duration;
    session->has_crossings = count > 0;
    session->sector_count = count_sectors(all, count);
    uint32_t lap = 0;
    double began = NAN;
    for (size_t i = 0; i < count; i++) {
        bool opens = i == 0;
        crossings[i] = (pdk_session_crossing){ .time = all[i].time,
                                               .record_time = all[i].time,
                                               .lap = lap,
                                               .sector = all[i].sector,
                                               .lap_time = log->exact ? pdk_round_computed(all[i].time - began) : NAN,
                                               .opens = opens,
                                               .row = i };
        if (all[i].sector == 0 && !opens) lap++;
        if (all[i].sector == 0) began = all[i].time;
    }
    session->crossings = crossings;
    session->crossing_count = count;
    if (count > 0 && session->end_time - all[count - 1].time < least_rest) session->end_time = all[count - 1].time;
    return PDK_OK;
}
