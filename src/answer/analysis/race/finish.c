/* When a race was over, and who was still in it. */
#include <math.h>

#include "analysis/driven_track.h"
#include "analysis/race/results.h"
#include "base/merge_sort.h"
#include "base/trigonometry.h"

/* A driver is overdue at a line after this many times the usual time, and these seconds. */
static const double overdue = 1.5, patience = 5;
/* A driver who takes more than this for the first sector after the line is no longer racing. */
static const double leisurely = 1.25;
/* The same by places: a driver who covers less than this share of the usual way in these seconds after the line. */
static const double leisurely_way = 0.88;
enum { OPENING_FROM = 2, OPENING_TO = 8, WAY_OUT = 10 /* so long a car is still slow after the pits */ };

/* ---------------------------------------------------------------------------------------------- pace */

pdk_status pdk_find_pace(const pdk_laps *laps, pdk_memory *memory, pdk_pace *pace, pdk_error *error)
{
    double *values = pdk_alloc_array(memory, laps->lap_count, sizeof *values);
    if (values == NULL) return pdk_fail_memory(error, memory, "usual times");
    for (uint32_t s = 0; s <= PDK_SESSION_SECTORS; s++) {
        size_t count = 0;
        for (size_t i = 0; i < laps->lap_count; i++) {
            const pdk_driven_lap *lap = &laps->laps[i];
            double value = s < PDK_SESSION_SECTORS ? lap->sector_time[s] : lap->lap_time;
            bool usual = (lap->reasons & (PDK_LAP_REASON_PIT_IN | PDK_LAP_REASON_PIT_OUT)) == 0;
            if (isfinite(value) && usual) values[count++] = value;
        }
        double median = pdk_median(values, count);
        if (s < PDK_SESSION_SECTORS) pace->sector[s] = median;
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

/* The entry's crossing after `line`; NULL = none, or `line` is NULL. */
static const pdk_session_crossing *crossing_behind(const pdk_laps *laps, const pdk_race_entry *entry,
                                                   const pdk_session_crossing *line)
{
    const pdk_session_crossing *end = laps->crossings + entry->first_crossing + entry->crossing_count;
    return line != NULL && line + 1 < end ? line + 1 : NULL;
}

/* Seconds that are usual from this line to the next. */
static double usual_after(const pdk_laps *laps, const pdk_pace *pace, uint32_t sector)
{
    double usual = laps->sector_count > 1 && sector < laps->sector_count ? pace->sector[sector] : pace->lap;
    return isfinite(usual) ? usual : pace->lap;
}

/* ------------------------------------------------------------------------------------------- stopped */

/* The visit that the driver was in at `time`; NULL = on the track, as far as we know. */
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

/* Did the car stand in the pits, by an event or its poses, and never leave them? */
static bool stays_in_pits(const pdk_pit_visit *visit)
{
    static const double stop = 1; /* s */
    return isnan(visit->exit) && (isfinite(visit->stopped) || visit->still > stop);
}

bool pdk_has_stopped(const pdk_laps *laps, const pdk_race_entry *entry, const pdk_pace *pace, double time)
{
    static const double margin = 2; /* s: at the end of a recording everybody leaves */
    if (entry->exit_time < time && entry->exit_time < laps->session->end_time - margin) return true;
    const pdk_pit_visit *visit = visit_at(laps, entry, time);
    if (visit != NULL && visit->garage_time <= time) return true;
    if (visit != NULL && laps->flag <= time && stays_in_pits(visit))
        return true; /* drivers who have not finished will
                      * not */
    if (visit != NULL) return isnan(visit->exit) && time - visit->enter > overdue * pace->lap + patience;
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

/* What the end of a race is looked for in. */
typedef struct flag_search {
    const pdk_laps *laps;
    const pdk_pace *pace;
    const pdk_paths *paths; /* NULL = nothing moves in the file */
    double *usual;          /* of each entry, m: what it covers soon after the line while it races */
} flag_search;

static const pdk_path *path_of(const flag_search *search, const pdk_race_entry *entry)
{
    return search->paths != NULL ? pdk_paths_find(search->paths, entry->slot) : NULL;
}

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
        const pdk_driven_lap *lap = &laps->laps[i];
        if (isfinite(lap->end_time) && lap->kind != PDK_LAP_FORMATION)
            list[count++] = (passing){ lap->end_time, lap->entry, laps->complete[i] };
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

/* Does the driver continue after `time`? It crosses a line, or the recording ends before it is overdue at one. */
static bool drives_on(const pdk_laps *laps, const pdk_race_entry *entry, const pdk_pace *pace, double time)
{
    const pdk_session_crossing *last = pdk_last_crossing(laps, entry, HUGE_VAL);
    if (last != NULL && last->time > time) return true;
    return last != NULL && !pdk_has_stopped(laps, entry, pace, laps->session->end_time);
}

/* The first crossing after the end of the time by somebody whom nobody that still drives is ahead of. */
static double flag_by_time(const pdk_laps *laps, const pdk_pace *pace, const passing *list, size_t count,
                           uint32_t *done)
{
    double limit = laps->start_time + 60 * laps->session->race_minutes;
    size_t looked = 0;
    for (size_t i = 0; i < count; i++) {
        bool leads = list[i].time >= limit;
        for (size_t e = 0; e < laps->entry_count && leads; e++) {
            if (e == list[i].entry || done[e] < list[i].lap) continue;
            leads = !drives_on(laps, &laps->entries[e], pace, list[i].time);
        }
        if (leads) return list[i].time;
        if (list[i].time >= limit && ++looked > 4 * laps->entry_count) return NAN;
        if (list[i].lap > done[list[i].entry]) done[list[i].entry] = list[i].lap;
    }
    return NAN;
}

/* The way from place to place that is driven soon after `time`, m; NaN where the recording does not have all of it. */
static double opening(const pdk_paths *paths, const pdk_path *path, double time)
{
    double way = 0, before[3] = { 0 };
    for (int second = OPENING_FROM; second <= OPENING_TO; second++) {
        pdk_path_state state;
        if (!pdk_path_at(paths, path, time + second, &state)) return NAN;
        if (second > OPENING_FROM) way += pdk_hypot(state.position[0] - before[0], state.position[1] - before[1]);
        for (int axis = 0; axis < 3; axis++) before[axis] = state.position[axis];
    }
    return way;
}

/* The longest of the driver's laps that begin in the middle of driving: others are slow for other reasons. */
static double longest_opening(const flag_search *search, const pdk_race_entry *entry, const pdk_path *path)
{
    double longest = NAN;
    for (size_t i = 1; i < entry->lap_count; i++) {
        const pdk_driven_lap *lap = &search->laps->laps[entry->first_lap + i];
        bool driven = isfinite(lap->end_time) && (lap->reasons & PDK_LAP_REASON_PIT_OUT) == 0;
        if (driven) longest = fmax(longest, opening(search->paths, path, lap->start_time));
    }
    return longest;
}

/* What everybody covers who races: a driver's own longest, or the middle of all where few of its laps show it. */
static bool find_usual(flag_search *search, pdk_memory *memory)
{
    const pdk_laps *laps = search->laps;
    double *known = pdk_alloc_array(memory, laps->entry_count, sizeof *known);
    search->usual = pdk_alloc_array(memory, laps->entry_count, sizeof *search->usual);
    if (known == NULL || search->usual == NULL) return false;
    size_t count = 0;
    for (size_t e = 0; e < laps->entry_count; e++) {
        const pdk_path *path = path_of(search, &laps->entries[e]);
        search->usual[e] = path != NULL ? longest_opening(search, &laps->entries[e], path) : NAN;
        if (isfinite(search->usual[e])) known[count++] = search->usual[e];
    }
    double middle = pdk_median(known, count);
    for (size_t e = 0; e < laps->entry_count; e++) search->usual[e] = fmax(search->usual[e], middle);
    pdk_free(memory, known);
    return true;
}

/* On the way through the pits, where all are slow? */
static bool is_in_lane(const pdk_laps *laps, const pdk_race_entry *entry, double time)
{
    for (size_t i = 0; i < entry->visit_count; i++) {
        const pdk_pit_visit *visit = &laps->visits[entry->first_visit + i];
        if (visit->enter <= time + OPENING_TO && !(visit->exit <= time - WAY_OUT) && isnan(visit->garage_time))
            return true;
    }
    return false;
}

/* By everyone's places: 1 = continues to race, 0 = does not, -1 = that is not seen. */
static int races_by_places(const flag_search *search, const pdk_race_entry *entry, double time)
{
    const pdk_path *path = path_of(search, entry);
    if (path == NULL) return -1;
    double way = opening(search->paths, path, time), usual = search->usual[entry - search->laps->entries];
    return isfinite(way) && isfinite(usual) ? way >= leisurely_way * usual : -1;
}

static bool goes_to_garage(const pdk_laps *laps, const pdk_race_entry *entry, double time)
{
    for (size_t i = 0; i < entry->visit_count; i++) {
        if (laps->visits[entry->first_visit + i].garage_time > time) return true;
    }
    return false;
}

/* Did the recording continue so long after the driver's last line that the driver should have crossed the next? */
static bool is_overdue(const flag_search *search, const pdk_race_entry *entry)
{
    const pdk_laps *laps = search->laps;
    const pdk_session_crossing *last = pdk_last_crossing(laps, entry, laps->session->end_time);
    double usual = usual_after(laps, search->pace, 0);
    return last != NULL && laps->session->end_time - last->time > leisurely * usual + patience;
}

/* After the line at `time`: 1 = this driver continues at racing speed, or it is too early to know; 0 = does not; -1 =
 * unknown, since all are slow on the way through the pits. */
static int races_on(const flag_search *search, const pdk_race_entry *entry, double time)
{
    const pdk_laps *laps = search->laps;
    const pdk_session_crossing *line = pdk_last_crossing(laps, entry, time), *next = crossing_behind(laps, entry, line);
    double usual = usual_after(laps, search->pace, 0);
    if (is_in_lane(laps, entry, time)) return next != NULL ? 1 : goes_to_garage(laps, entry, time) ? 0 : -1;
    int seen = races_by_places(search, entry, time);
    if (seen >= 0) return seen;
    if (line == NULL) return 0;
    if (next != NULL) return next->sector == 0 || next->time - line->time < leisurely * usual;
    if (goes_to_garage(laps, entry, line->time)) return 0;
    return !is_overdue(search, entry);
}

/* Without word of the race's length: the leader's last crossing, if no driver who crosses another line races after it,
 * and more are slow than race or are not known yet. */
static double flag_by_pace(const flag_search *search, const passing *list, size_t count)
{
    const pdk_laps *laps = search->laps;
    const passing *leader = NULL;
    size_t slow = 0, others = 0;
    for (size_t i = 0; i < count; i++) {
        if (leader == NULL || list[i].lap > leader->lap) leader = &list[i];
    }
    for (const passing *one = leader; one != NULL && one < list + count; one++) {
        const pdk_race_entry *entry = &laps->entries[one->entry];
        bool goes_on = crossing_behind(laps, entry, pdk_last_crossing(laps, entry, one->time)) != NULL;
        int races = races_on(search, entry, one->time);
        if (races > 0 && (one == leader || goes_on)) return NAN;
        slow += races == 0;
        others += races > 0 ? races_by_places(search, entry, one->time) > 0 : races < 0 && !is_overdue(search, entry);
    }
    return slow > others ? leader->time : NAN;
}

static pdk_status find_flag(const pdk_answers *answers, pdk_laps *laps, pdk_error *error)
{
    pdk_memory *memory = answers->memory;
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
    laps->flag = fmin(by_laps, has_time ? flag_by_time(laps, &pace, list, count, done) : NAN);
    if (!has_laps && !has_time) {
        flag_search search = { .laps = laps, .pace = &pace };
        if (pdk_answers_have_motion(answers->source, NULL) == PDK_OK)
            status = pdk_answers_paths(answers, &search.paths, error);
        if (status != PDK_OK && status != PDK_E_UNSUPPORTED) return status;
        if (!find_usual(&search, memory)) return pdk_fail_memory(error, memory, "the finish");
        laps->flag = flag_by_pace(&search, list, count);
        pdk_free(memory, search.usual);
    }
    pdk_free(memory, list);
    pdk_free(memory, done);
    return PDK_OK;
}

/* Everyone's first lap begins with the race, but not that of a driver who never comes or whose car stays where it is.
 */
static bool stays_away(const pdk_laps *laps, const pdk_race_entry *entry)
{
    bool moves = false; /* does anyone, in this recording? */
    for (size_t e = 0; e < laps->entry_count && !moves; e++) moves = isfinite(laps->entries[e].moved_time);
    return moves && isnan(entry->moved_time) && entry->crossing_count == 0;
}

/* Has the driver crossed the line at or after the flag? Then what begins there is no lap of the race. */
static size_t keep_laps(pdk_laps *laps, pdk_race_entry *entry, size_t kept)
{
    size_t first = entry->first_lap, end = stays_away(laps, entry) ? first : first + entry->lap_count;
    bool finished = false;
    entry->first_lap = kept;
    for (size_t i = first; i < end; i++) {
        if (finished && laps->laps[i].kind == PDK_LAP_INCOMPLETE) continue;
        finished |= laps->laps[i].end_time >= laps->flag;
        laps->begins[kept] = laps->begins[i];
        laps->complete[kept] = laps->complete[i];
        laps->laps[kept++] = laps->laps[i];
    }
    entry->lap_count = kept - entry->first_lap;
    return kept;
}

pdk_status pdk_laps_finish(const pdk_answers *answers, pdk_laps *laps, pdk_error *error)
{
    laps->flag = NAN;
    if (!laps->is_race) return PDK_OK;
    pdk_status status = find_flag(answers, laps, error);
    if (status != PDK_OK) return status;
    size_t kept = 0;
    for (size_t e = 0; e < laps->entry_count; e++) kept = keep_laps(laps, &laps->entries[e], kept);
    laps->lap_count = kept;
    return PDK_OK;
}
