/* The formation lap: what was driven before the race began is lap 0 of each driver, has no time and counts for nothing,
 * however the game numbers it. Events say when it was driven; the race begins where the first car crosses the line
 * after that, or with the lights. */
#include <math.h>

#include "analysis/race/laps.h"

static const double slack = 2;      /* s: the last event may be that much after the first car at the line */
static const double least_lap = 20; /* s: from the grid the line is crossed sooner than after a lap */
static const double several = 10;   /* s: events further apart than this go on while the lap is driven */

/* The race begins no earlier than this. */
static double earliest_start(const pdk_session *session)
{
    double last = isfinite(session->formation_to) ? session->formation_to : session->formation_last;
    return last > session->formation_from + several ? last - slack : session->formation_from + least_lap;
}

/* The first line that anybody crosses then; with lights after the formation lap, these. */
static double start_behind(const pdk_laps *laps, double earliest)
{
    double start = HUGE_VAL;
    if (laps->session->green_time >= earliest) return laps->session->green_time;
    for (size_t i = 0; i < laps->crossing_count; i++) {
        const pdk_session_crossing *line = &laps->crossings[i];
        if (line->sector == 0 && line->time >= earliest) start = fmin(start, line->time);
    }
    return start;
}

/* How many laps the game counted until a driver's race began: the line that begins it shows this. */
static uint32_t counted_by(const pdk_session_crossing *line)
{
    return line->opens ? line->lap : line->lap + 1;
}

/* The driver's first crossing of the race; NULL = there is none. */
static pdk_session_crossing *first_of_race(const pdk_laps *laps, const pdk_race_entry *entry, double start)
{
    pdk_session_crossing *own = laps->crossings + entry->first_crossing;
    size_t i = 0;
    while (i < entry->crossing_count && own[i].time < start - 1e-3) i++;
    return i < entry->crossing_count ? &own[i] : NULL;
}

/* Of the first car across the line: for those whose own crossing is lost. */
static uint32_t counted_by_first(const pdk_laps *laps, double start)
{
    const pdk_session_crossing *earliest = NULL;
    for (size_t e = 0; e < laps->entry_count; e++) {
        const pdk_session_crossing *first = first_of_race(laps, &laps->entries[e], start);
        if (first != NULL && first->sector == 0 && (earliest == NULL || first->time < earliest->time)) earliest = first;
    }
    return earliest != NULL ? counted_by(earliest) : 0;
}

static void take_entry(pdk_laps *laps, pdk_race_entry *entry, uint32_t counted)
{
    pdk_session_crossing *own = laps->crossings + entry->first_crossing,
                         *first = first_of_race(laps, entry, laps->green);
    size_t before = first != NULL ? (size_t)(first - own) : entry->crossing_count;
    bool at_line = first != NULL && first->sector == 0;
    if (at_line) counted = counted_by(first);
    bool took_part = !(entry->entry_time > laps->session->formation_from) && (before > 0 || first != NULL);
    if (took_part) entry->formation_end = at_line ? first->time : laps->green;
    entry->first_crossing += before;
    entry->crossing_count -= before;
    for (size_t i = 0; i < entry->crossing_count; i++) {
        pdk_session_crossing *crossing = &first[i];
        crossing->lap = crossing->lap > counted ? crossing->lap - counted : 0;
    }
    if (!at_line || !took_part) return;
    first->opens = true;
    first->lap = 0;
    first->lap_time = NAN;
    first->invalid = first->unended = false;
    first->fault = PDK_TIME_SOUND;
}

void pdk_laps_take_formation(pdk_laps *laps)
{
    const pdk_session *session = laps->session;
    laps->green = session->green_time;
    for (size_t e = 0; e < laps->entry_count; e++) laps->entries[e].formation_end = NAN;
    if (!laps->is_race || !session->has_formation) return;
    double start = start_behind(laps, earliest_start(session));
    if (!isfinite(start)) return; /* the recording ends before the race begins */
    laps->green = start;
    uint32_t counted = counted_by_first(laps, start);
    for (size_t e = 0; e < laps->entry_count; e++) take_entry(laps, &laps->entries[e], counted);
}
