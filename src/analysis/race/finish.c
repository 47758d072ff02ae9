/* When a race was over, and who was still in it. */
#include <math.h>

#include "analysis/race/results.h"
#include "base/merge_sort.h"

/* A driver is overdue at a line after so much more than the usual time, and these seconds. */
static const double overdue = 1.5, patience = 5;
/* Who drives the first sector slower than this after the line is not racing any more. */
static const double leisurely = 1.25;

/* ---------------------------------------------------------------------------------------------- pace */

pdk_status pdk_find_pace(const pdk_laps *laps, pdk_memory *memory, pdk_pace *pace, pdk_error *error)
{
    double *values = pdk_alloc_array(memory, laps->lap_count, sizeof *values);
    if (values == NULL) return pdk_fail_memory(error, memory, "usual times");
    for (uint32_t s = 0; s <= PDK_LAP_SECTORS; s++) {
        size_t count = 0;
        for (size_t i = 0; i < laps->lap_count; i++) {
            const pdk_lap *lap = &laps->laps[i];
            double value = s < PDK_LAP_SECTORS ? lap->sector_time[s] : lap->lap_time;
            bool usual = (lap->reasons & (PDK_LAP_PIT_IN | PDK_LAP_PIT_OUT)) == 0;
            if (isfinite(value) && usual) values[count++] = value;
        }
        double median = pdk_median(values, count);
        if (s < PDK_LAP_SECTORS) pace->sector[s] = median;
        else pace->lap = median;
    }
    pdk_free(memory, values);
    return PDK_OK;
}

const pdk_session_crossing *pdk_last_crossing(const pdk_laps *laps, const pdk_race_entry *entry, double time)
{
    const pdk_session_crossing *own = laps->crossings + entry->first_crossing;
    size_t low = 0, high = entry->crossing_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (own[middle].time <= time) low = middle + 1;
        else high = middle;
    }
    return low > 0 ? &own[low - 1] : NULL;
}

/* Seconds that are usual from this line to the next. */
static double usual_after(const pdk_laps *laps, const pdk_pace *pace, uint32_t sector)
{
    double usual = laps->sector_count > 1 && sector < laps->sector_count ? pace->sector[sector] : pace->lap;
    return isfinite(usual) ? usual : pace->lap;
}

/* ------------------------------------------------------------------------------------------- stopped */

/* The visit that the driver was in at `time`; NULL = on the track, as far as is known. */
static const pdk_pit_visit *visit_at(const pdk_laps *laps, const pdk_race_entry *entry, double time)
{
    const pdk_pit_visit *in = NULL;
    for (size_t i = 0; i < entry->visit_count; i++) {
        const pdk_pit_visit *visit = &laps->visits[entry->first_visit + i];
        double begin = isfinite(visit->enter) ? visit->enter : visit->garage_time;
        if (begin <= time) in = visit->exit <= time ? NULL : visit;
    }
    return in;
}

bool pdk_has_stopped(const pdk_laps *laps, const pdk_race_entry *entry, const pdk_pace *pace, double time)
{
    static const double margin = 2; /* s: at the end of a recording everybody leaves */
    if (entry->exit_time < time && entry->exit_time < laps->session->end_time - margin) return true;
    const pdk_pit_visit *visit = visit_at(laps, entry, time);
    if (visit != NULL && visit->garage_time <= time) return true;
    if (visit != NULL) return false;
    const pdk_session_crossing *last = pdk_last_crossing(laps, entry, time);
    double since = last != NULL ? last->time : laps->start_time;
    for (size_t i = 0; i < entry->visit_count; i++) {
        double exit = laps->visits[entry->first_visit + i].exit;
        if (exit <= time && exit > since) since = exit;
    }
    double usual = usual_after(laps, pace, last != NULL ? last->sector : 0);
    return time - since > overdue * usual + patience;
}

/* ---------------------------------------------------------------------------------------------- flag */

typedef struct passing {
    double time;
    uint32_t entry, lap;
} passing;

static int by_time(const void *a, const void *b, void *user)
{
    const passing *one = a, *other = b;
    (void)user;
    return (one->time > other->time) - (one->time < other->time);
}

static size_t list_passings(const pdk_laps *laps, passing *list)
{
    size_t count = 0;
    for (size_t i = 0; i < laps->lap_count; i++) {
        const pdk_lap *lap = &laps->laps[i];
        if (isfinite(lap->end_time)) list[count++] = (passing){ lap->end_time, lap->entry, lap->lap };
    }
    return count;
}

/* The first to complete the laps of the race. */
static double flag_by_laps(const pdk_laps *laps, const passing *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].lap >= laps->session->race_laps) return list[i].time;
    }
    return NAN;
}

/* The first crossing behind the end of the time by somebody whom nobody that still drives is ahead of. */
static double flag_by_time(const pdk_laps *laps, const passing *list, size_t count, uint32_t *done)
{
    double limit = laps->start_time + 60 * laps->session->race_minutes;
    size_t looked = 0;
    for (size_t i = 0; i < count; i++) {
        bool leads = list[i].time >= limit;
        for (size_t e = 0; e < laps->entry_count && leads; e++) {
            const pdk_race_entry *entry = &laps->entries[e];
            if (e == list[i].entry || done[e] < list[i].lap) continue;
            leads = laps->crossings[entry->first_crossing + entry->crossing_count - 1].time <= list[i].time;
        }
        if (leads) return list[i].time;
        if (list[i].time >= limit && ++looked > 4 * laps->entry_count) return NAN;
        if (list[i].lap > done[list[i].entry]) done[list[i].entry] = list[i].lap;
    }
    return NAN;
}

/* Behind the line at `time`, does this driver go on at racing speed? True too while it is too early to tell. */
static bool may_race_on(const pdk_laps *laps, const pdk_race_entry *entry, const pdk_pace *pace, double time)
{
    const pdk_session_crossing *own = laps->crossings + entry->first_crossing;
    const pdk_session_crossing *line = pdk_last_crossing(laps, entry, time);
    double usual = usual_after(laps, pace, 0);
    if (line == NULL) return false;
    const pdk_session_crossing *next = line + 1 < own + entry->crossing_count ? line + 1 : NULL;
    if (next != NULL) return next->sector == 0 || next->time - line->time < leisurely * usual;
    return !(laps->session->end_time - line->time > overdue * usual + patience);
}

/* Without word of the race's length: the leader's last crossing, if nobody races on from it. */
static double flag_by_pace(const pdk_laps *laps, const passing *list, size_t count, const pdk_pace *pace)
{
    const passing *leader = NULL;
    for (size_t i = 0; i < count; i++) {
        if (leader == NULL || list[i].lap > leader->lap) leader = &list[i];
    }
    if (leader == NULL || may_race_on(laps, &laps->entries[leader->entry], pace, leader->time)) return NAN;
    for (const passing *other = leader + 1; other < list + count; other++) {
        const pdk_race_entry *entry = &laps->entries[other->entry];
        const pdk_session_crossing *own = laps->crossings + entry->first_crossing;
        const pdk_session_crossing *line = pdk_last_crossing(laps, entry, other->time);
        bool goes_on = line != NULL && line + 1 < own + entry->crossing_count;
        if (goes_on && may_race_on(laps, entry, pace, other->time)) return NAN;
    }
    return leader->time;
}

static pdk_status find_flag(pdk_laps *laps, pdk_memory *memory, pdk_error *error)
{
    const pdk_session *session = laps->session;
    pdk_pace pace;
    passing *list = pdk_alloc_array(memory, laps->lap_count, sizeof *list);
    uint32_t *done = pdk_alloc_array(memory, laps->entry_count, sizeof *done);
    size_t count = list != NULL ? list_passings(laps, list) : 0;
    if (list == NULL || done == NULL || !pdk_merge_sort(memory, list, count, sizeof *list, by_time, NULL))
        return pdk_fail_memory(error, memory, "the finish");
    pdk_status status = pdk_find_pace(laps, memory, &pace, error);
    if (status != PDK_OK) return status;
    bool has_laps = session->race_laps != PDK_SESSION_NONE && session->race_laps > 0;
    bool has_time = session->race_minutes > 0 && isfinite(laps->start_time);
    double by_laps = has_laps ? flag_by_laps(laps, list, count) : NAN;
    laps->flag = fmin(by_laps, has_time ? flag_by_time(laps, list, count, done) : NAN);
    if (!has_laps && !has_time) laps->flag = flag_by_pace(laps, list, count, &pace);
    pdk_free(memory, list);
    pdk_free(memory, done);
    return PDK_OK;
}

/* Has the driver crossed the line at or behind the flag? Then what begins there is no lap of the race. */
static size_t keep_laps(pdk_laps *laps, pdk_race_entry *entry, size_t kept)
{
    size_t first = entry->first_lap, end = first + entry->lap_count;
    bool finished = false;
    entry->first_lap = kept;
    for (size_t i = first; i < end; i++) {
        if (finished && laps->laps[i].kind == PDK_LAP_INCOMPLETE) continue;
        finished |= laps->laps[i].end_time >= laps->flag;
        laps->begins[kept] = laps->begins[i];
        laps->laps[kept++] = laps->laps[i];
    }
    entry->lap_count = kept - entry->first_lap;
    return kept;
}

pdk_status pdk_laps_finish(pdk_laps *laps, pdk_memory *memory, pdk_error *error)
{
    laps->flag = NAN;
    if (!laps->is_race) return PDK_OK;
    pdk_status status = find_flag(laps, memory, error);
    if (status != PDK_OK || isnan(laps->flag)) return status;
    size_t kept = 0;
    for (size_t e = 0; e < laps->entry_count; e++) kept = keep_laps(laps, &laps->entries[e], kept);
    laps->lap_count = kept;
    return PDK_OK;
}
