/* The runs between stops at the pits or garage: which laps they are, on which tyres, and in what weather. */
#include <math.h>

#include "analysis/race/laps.h"
#include "base/binary_search.h"

/* The tyres that were put on last by the beginning of a stint; events of the stop before it may come a little later.
 * Where that says nothing, the first of the stint. */
static pdk_text compound_at(const pdk_session *session, uint32_t slot, double from, double end)
{
    static const double late = 5; /* s */
    pdk_text compound = { NULL, 0 };
    for (size_t i = 0; i < session->tyre_count; i++) {
        const pdk_session_tyres *tyres = &session->tyres[i];
        if (tyres->slot != slot) continue;
        bool before = isnan(from) || tyres->time <= from + late;
        if (before || (compound.data == NULL && !(tyres->time > end))) compound = tyres->compound;
        if (!before) break;
    }
    return compound;
}

/* When a visit ends a stint; NaN = it is a drive-through, and ends none. */
static double ends_at(const pdk_pit_visit *visit)
{
    if (!visit->service && !visit->garage) return NAN;
    if (isfinite(visit->enter)) return visit->enter;
    return isfinite(visit->garage_time) ? visit->garage_time : visit->exit;
}

pdk_stint pdk_before_stints(const pdk_laps *laps, const pdk_race_entry *entry)
{
    size_t first = pdk_first_raced(laps, entry);
    return (pdk_stint){ .first = first, .end = first, .visit = entry->first_visit, .from = NAN, .stop = NAN };
}

/* A lap belongs to the stint in which it begins: the one to the pits is the last. */
bool pdk_next_stint(const pdk_laps *laps, const pdk_race_entry *entry, pdk_stint *stint)
{
    size_t last = entry->first_lap + entry->lap_count;
    if (stint->end >= last) return false;
    stint->first = stint->end++;
    double out = isfinite(stint->stop) ? laps->visits[stint->visit].exit : NAN,
           start = laps->laps[stint->first].start_time;
    stint->from = out > start || isnan(start) ? out : start;
    stint->stop = NAN;
    if (laps->session->has_laps) { /* visits are not recorded, but the laps that they were in are */
        while (stint->end < last && (laps->laps[stint->end - 1].reasons & PDK_LAP_REASON_PIT_IN) == 0) stint->end++;
        return true;
    }
    for (; stint->visit < entry->first_visit + entry->visit_count; stint->visit++) {
        double stop = ends_at(&laps->visits[stint->visit]);
        if (!(stop > laps->begins[stint->first])) continue;
        stint->stop = stop;
        break;
    }
    while (stint->end < last && !(laps->begins[stint->end] >= stint->stop)) stint->end++;
    return true;
}

/* What the laps of a stint have in common. */
static void take_stint(pdk_laps *laps, const pdk_race_entry *entry, const pdk_stint *stint, uint32_t number)
{
    double end = stint->stop;
    for (size_t i = stint->first; i < stint->end && isnan(stint->stop); i++)
        if (isfinite(laps->laps[i].end_time)) end = laps->laps[i].end_time;
    pdk_text compound = compound_at(laps->session, entry->slot, stint->from, end);
    for (size_t i = stint->first; i < stint->end; i++) {
        laps->laps[i].stint = number;
        laps->laps[i].compound = compound;
    }
}

/* The mean of what was reported during a lap, or else the report before it. `sums[i]` is that of the first i. */
static double rain_of(const pdk_session *session, const double *sums, const pdk_driven_lap *lap)
{
    const double *times = session->rain_times;
    if (session->rain_count == 0 || !(lap->end_time >= times[0])) return NAN;
    size_t last = pdk_last_double_not_above(times, session->rain_count, lap->end_time);
    size_t first =
        lap->start_time >= times[0] ? pdk_last_double_not_above(times, session->rain_count, lap->start_time) + 1 : 0;
    if (first > last) return session->rain[last];
    return (sums[last + 1] - sums[first]) / (double)(last + 1 - first);
}

pdk_status pdk_laps_take_stints(pdk_laps *laps, pdk_memory *memory, pdk_error *error)
{
    const pdk_session *session = laps->session;
    double *sums = pdk_alloc_array(memory, session->rain_count + 1, sizeof *sums);
    if (sums == NULL) return pdk_fail_memory(error, memory, "the weather");
    for (size_t i = 0; i < session->rain_count; i++) sums[i + 1] = sums[i] + session->rain[i];
    for (size_t i = 0; i < laps->lap_count; i++) {
        laps->laps[i].stint = UINT32_MAX;
        if (session->weather.size > 0) laps->laps[i].weather = session->weather;
        laps->laps[i].rain = rain_of(session, sums, &laps->laps[i]);
    }
    pdk_free(memory, sums);
    for (size_t e = 0; e < laps->entry_count; e++) {
        uint32_t number = 0;
        const pdk_race_entry *entry = &laps->entries[e];
        for (pdk_stint stint = pdk_before_stints(laps, entry); pdk_next_stint(laps, entry, &stint);)
            take_stint(laps, entry, &stint, ++number);
    }
    return PDK_OK;
}
