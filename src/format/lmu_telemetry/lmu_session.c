/* Laps by the game's own events: "Lap" has a row when a lap is complete, "Lap Time" that lap's time at the same moment,
 * "Current Sector" a row at each line. */
#include <math.h>
#include <string.h>

#include "base/merge_sort.h"
#include "base/number.h"
#include "format/lmu_telemetry/lmu.h"

/* Rows of two events that are of one moment, s. */
static const double same_moment = 0.05;

/* Rows of an event that has one value. */
typedef struct lmu_rows {
    const double *times, *values;
    uint64_t count;
} lmu_rows;

static pdk_status read_rows(const pdk_lmu *log, const char *name, lmu_rows *rows, pdk_error *error)
{
    pdk_lmu_series *series = pdk_lmu_find(&log->events, name);
    *rows = (lmu_rows){ .count = 0 };
    if (series == NULL || series->parts != 1) return PDK_OK;
    pdk_status status = pdk_lmu_read(log, &series->times, &rows->times, error);
    if (status == PDK_OK) status = pdk_lmu_read(log, &series->values[0], &rows->values, error);
    if (status == PDK_OK) rows->count = series->rows;
    return status;
}

/* What an event says at this moment, above 0; NaN = nothing. A row of 0 says that the lap has no time. */
static double value_at(const lmu_rows *rows, double time)
{
    uint64_t low = 0, high = rows->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (rows->times[middle] < time - same_moment) low = middle + 1;
        else high = middle;
    }
    bool here = low < rows->count && rows->times[low] <= time + same_moment && rows->values[low] > 0;
    return here ? rows->values[low] : NAN;
}

/* A difference of times as it would be written, not 65.16300000000001; a stored number of single precision as well. */
static double as_written(double time)
{
    return pdk_round_parts(time, 1e4);
}

static pdk_session_crossing *push(pdk_lmu *log, double time, uint32_t lap, uint32_t sector)
{
    pdk_vector *crossings = &log->crossings;
    pdk_session_crossing *crossing = pdk_vector_push(crossings);
    if (crossing == NULL) log->document->failed = true;
    else
        *crossing = (pdk_session_crossing){ .time = time,
                                            .record_time = time,
                                            .lap = lap,
                                            .sector = sector,
                                            .lap_time = NAN,
                                            .row = crossings->count - 1 };
    return crossing;
}

/* The first row is the state at the start. The lap that was under way then has a time only where the game says it. */
static void add_laps(pdk_lmu *log, const lmu_rows *laps, const lmu_rows *times)
{
    uint32_t lap = 0;
    for (uint64_t i = 1; i < laps->count; i++) {
        if (!(laps->values[i] > laps->values[i - 1]) || !isfinite(laps->times[i])) continue;
        pdk_session_crossing *crossing = push(log, laps->times[i], lap, 0);
        if (crossing == NULL) return;
        double said = value_at(times, laps->times[i]);
        crossing->opens = lap == 0 && isnan(said) && i == 1;
        crossing->lap_time = isnan(said) ? NAN : as_written(said);
        if (!crossing->opens) lap++;
    }
}

static int by_time(const void *one, const void *other, void *user)
{
    (void)user;
    const pdk_session_crossing *a = one, *b = other;
    return (a->time > b->time) - (a->time < b->time);
}

/* Changes of the sector that are not at the start line: the first in a lap is line 1, the next line 2. */
static void add_lines(pdk_lmu *log, const lmu_rows *sectors)
{
    size_t count = log->crossings.count, next = 0;
    uint32_t line = 0;
    double last = NAN;
    for (uint64_t i = 1; i < sectors->count; i++) {
        const pdk_session_crossing *starts = log->crossings.items;
        double time = sectors->times[i];
        if (!isfinite(time) || time < last) continue;
        last = time;
        while (next < count && starts[next].time <= time + same_moment) {
            next++;
            line = 0;
        }
        bool is_start = next > 0 && fabs(starts[next - 1].time - time) <= same_moment;
        if (is_start || next == 0 || ++line >= PDK_SESSION_SECTORS) continue;
        uint32_t lap = starts[next - 1].lap + (starts[next - 1].opens ? 0 : 1);
        if (push(log, time, lap, line) == NULL) return;
    }
}

static void add_pits(pdk_lmu *log, const lmu_rows *pits)
{
    log->parked_until = NAN;
    bool inside = pits->count > 0 && pits->values[0] > 0;
    if (inside) log->parked_until = INFINITY;
    for (uint64_t i = 1; i < pits->count; i++) {
        bool now = pits->values[i] > 0;
        if (now == inside || !isfinite(pits->times[i])) continue;
        inside = now;
        if (!now && isinf(log->parked_until)) {
            log->parked_until = pits->times[i];
            continue;
        }
        pdk_session_pit *pit = pdk_vector_push(&log->pits);
        if (pit == NULL) {
            log->document->failed = true;
            return;
        }
        *pit = (pdk_session_pit){ .time = pits->times[i], .kind = now ? PDK_PIT_ENTERED : PDK_PIT_LEFT };
    }
}

pdk_status pdk_lmu_find_laps(pdk_lmu *log, pdk_error *error)
{
    pdk_memory *memory = &log->document->memory;
    lmu_rows laps, times, sectors, pits;
    log->crossings = pdk_vector_of(memory, sizeof(pdk_session_crossing));
    log->pits = pdk_vector_of(memory, sizeof(pdk_session_pit));
    pdk_status status = read_rows(log, "Lap", &laps, error);
    if (status == PDK_OK) status = read_rows(log, "Lap Time", &times, error);
    if (status == PDK_OK) status = read_rows(log, "Current Sector", &sectors, error);
    if (status == PDK_OK) status = read_rows(log, "In Pits", &pits, error);
    if (status != PDK_OK) return status;
    add_laps(log, &laps, &times);
    if (!pdk_merge_sort(memory, log->crossings.items, log->crossings.count, sizeof(pdk_session_crossing), by_time,
                        NULL))
        return pdk_fail_memory(error, memory, "the laps");
    add_lines(log, &sectors);
    add_pits(log, &pits);
    if (!pdk_merge_sort(memory, log->crossings.items, log->crossings.count, sizeof(pdk_session_crossing), by_time,
                        NULL))
        return pdk_fail_memory(error, memory, "the laps");
    return log->document->failed ? pdk_document_built(log->document, error) : PDK_OK;
}

/* ----------------------------------------------------------------------------------------------------- session */

static pdk_session_kind kind_of(pdk_text session)
{
    static const struct {
        const char *word;
        pdk_session_kind kind;
    } kinds[] = { { "Practice", PDK_SESSION_PRACTICE },
                  { "Qualify", PDK_SESSION_QUALIFYING },
                  { "Race", PDK_SESSION_RACE } };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (session.size >= strlen(kinds[i].word) && memcmp(session.data, kinds[i].word, strlen(kinds[i].word)) == 0)
            return kinds[i].kind;
    return PDK_SESSION_UNKNOWN;
}

/* The track and its layout: laps of one text are laps of one track. */
static pdk_text track_name(const pdk_document *document, pdk_memory *memory)
{
    pdk_text track = pdk_document_text(document, "track"), layout = pdk_document_text(document, "track_layout");
    if (layout.size == 0) return track;
    const char *both =
        pdk_keep_printf(memory, "%.*s, %.*s", (int)track.size, track.data, (int)layout.size, layout.data);
    return both != NULL ? pdk_text_of(both) : (pdk_text){ NULL, 0 };
}

pdk_status pdk_lmu_read_session(const pdk_document *document, pdk_memory *memory, pdk_session *session,
                                pdk_error *error)
{
    const pdk_lmu *log = document->state;
    pdk_session_driver *driver = pdk_alloc(memory, sizeof *driver);
    pdk_session_parked *parked = pdk_alloc(memory, sizeof *parked);
    session->track = track_name(document, memory);
    if (driver == NULL || parked == NULL || session->track.data == NULL)
        return pdk_fail_memory(error, memory, "the session");
    *driver = (pdk_session_driver){ .name = pdk_document_text(document, "driver"),
                                    .co_driver = { "", 0 },
                                    .vehicle = pdk_document_text(document, "vehicle"),
                                    .class_name = pdk_document_text(document, "class"),
                                    .entry_time = NAN,
                                    .exit_time = NAN };
    session->kind = kind_of(pdk_document_text(document, "session"));
    session->drivers = driver;
    session->driver_count = 1;
    session->start_time = log->start;
    session->end_time = log->moments > 0 ? pdk_lmu_moment(log, (double)(log->moments - 1)) : log->start;
    session->crossings = log->crossings.items;
    session->crossing_count = log->crossings.count;
    session->has_crossings = log->crossings.count > 0;
    session->pits = log->pits.items;
    session->pit_count = log->pits.count;
    session->has_pits = pdk_lmu_find(&log->events, "In Pits") != NULL;
    if (!isnan(log->parked_until)) {
        *parked = (pdk_session_parked){ .time = log->start, .until = log->parked_until };
        session->parked = parked;
        session->parked_count = 1;
    }
    return PDK_OK;
}
