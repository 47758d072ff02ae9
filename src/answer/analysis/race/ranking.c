/* The order of the results. At every moment of a race it is made in one way, whether that is the end, the end of a
 * recording, a time or a lap:
 *
 * - On the track, a driver who has passed more lines is ahead, or the same lines earlier. Behind the first that gives
 * whole laps
 *   and, within a lap, seconds at the line passed last.
 * - Penalties of time are added to the seconds. They change places within a lap, and never cost a lap.
 * - Who retired is behind those who finish, once the leader has. */
#include "analysis/race/ranking.h"

#include <math.h>

#include "base/merge_sort.h"
#include "base/number.h"
#include "track/gate.h"

/* Missing times come last. */
static int by_number(double one, double other)
{
    double a = isnan(one) ? HUGE_VAL : one, b = isnan(other) ? HUGE_VAL : other;
    return (a > b) - (a < b);
}

static int by_count(uint64_t one, uint64_t other)
{
    return (one < other) - (one > other);
}

/* A driver who continues after the flag is where the lines say, unless that is beyond the winner's finish: then
 * crossings contradict each other. */
static bool is_on_the_way(const pdk_ranking *work, const pdk_contender *one)
{
    if (isnan(work->flag) || work->winning_laps == 0) return true;
    return one->result.status == PDK_RESULT_RUNNING && one->result.laps < work->winning_laps;
}

/* 0 = classified, 1 = stopped, 2 = did not start, 3 = disqualified, 4 = not of the recording. Official results have all
 * in one order, except drivers whom they do not name and those whom a ruling disqualifies. */
static int class_of(const pdk_ranking *work, const pdk_contender *one)
{
    if (work->alone && work->laps->entries[one->result.entry].is_added) return 4;
    if (work->is_official) {
        bool by_ruling = one->result.status == PDK_RESULT_DISQUALIFIED &&
                         !work->laps->entries[one->result.entry].recorded_disqualified;
        return by_ruling ? 3 : one->official == UINT32_MAX ? 2 : 0;
    }
    switch (one->result.status) {
    case PDK_RESULT_FINISHED: return 0;
    case PDK_RESULT_RUNNING:
    case PDK_RESULT_RETIRED: return is_on_the_way(work, one) ? 0 : 1;
    case PDK_RESULT_NOT_STARTED: return 2;
    case PDK_RESULT_DISQUALIFIED: break;
    }
    return 3;
}

/* Where nothing else decides. */
static int by_last_order(const pdk_contender *one, const pdk_contender *other)
{
    int order = by_number(one->line_time, other->line_time);
    if (order == 0 && one->last_order != other->last_order) order = one->last_order < other->last_order ? -1 : 1;
    return order;
}

static int by_best_lap(const pdk_contender *one, const pdk_contender *other)
{
    int order = by_number(one->result.best_lap_time, other->result.best_lap_time);
    if (order == 0) order = by_number(one->best_time, other->best_time); /* the first to drive it is ahead */
    return order != 0 ? order : by_count(one->result.laps, other->result.laps);
}

/* On the track. Cars that have stopped count whole laps. */
static int by_lines(const pdk_contender *one, const pdk_contender *other, bool stopped)
{
    int order = by_count(one->result.laps, other->result.laps);
    if (order == 0 && stopped) return by_number(one->line_time + one->penalty, other->line_time + other->penalty);
    if (order == 0) order = by_count(one->point, other->point);
    return order != 0 ? order : by_number(one->point_time, other->point_time);
}

static int compare(const void *a, const void *b, void *user)
{
    const pdk_ranking *work = user;
    const pdk_contender *one = a, *other = b;
    int first = class_of(work, one), order = first - class_of(work, other);
    if (order == 0 && work->is_official && one->official != other->official)
        return one->official < other->official ? -1 : 1;
    if (order == 0) order = work->laps->is_race ? by_lines(one, other, first == 1) : by_best_lap(one, other);
    return order != 0 ? order : by_last_order(one, other);
}

/* --------------------------------------------------------------------------------------------- seconds behind */

/* When the entry passed a line that another has passed last; NaN where that is not known. */
static double passed_at(const pdk_laps *laps, size_t number, uint64_t point)
{
    const pdk_race_entry *entry = &laps->entries[number];
    const pdk_session_crossing *own = laps->crossings + entry->first_crossing;
    size_t low = 0, high = entry->crossing_count; /* lap numbers rise; where they do not, a wrong line is not taken */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pdk_line_number(&own[middle], laps->sector_count) < point) low = middle + 1;
        else high = middle;
    }
    if (low == entry->crossing_count || own[low].opens) return NAN;
    return pdk_line_number(&own[low], laps->sector_count) == point ? own[low].time : NAN;
}

/* When the entry ended the lap of that number, where no crossing shows it: the next lap's time may. */
static double ended_at(const pdk_laps *laps, size_t number, uint64_t complete)
{
    const pdk_race_entry *entry = &laps->entries[number];
    size_t low = entry->first_lap, high = entry->first_lap + entry->lap_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (laps->complete[middle] < complete) low = middle + 1;
        else high = middle;
    }
    bool found = low < entry->first_lap + entry->lap_count && laps->complete[low] == complete;
    return found ? laps->laps[low].end_time : NAN;
}

static double time_at(const pdk_ranking *work, const pdk_contender *of, uint64_t point)
{
    if (of->point == point) return of->point_time;
    double time = passed_at(work->laps, of->result.entry, point);
    if (isfinite(time) || point % work->laps->sector_count != 0) return time;
    return ended_at(work->laps, of->result.entry, point / work->laps->sector_count);
}

/* Seconds on the track at the line that `one` passed last; by way of the car ahead of it where the first was not seen
 * there. A car that has not yet come to a line where the car ahead lost more is at least as far behind. */
static double seconds_behind(const pdk_ranking *work, const pdk_contender *one, const pdk_contender *first,
                             const pdk_contender *ahead)
{
    if (one->point == 0) return NAN;
    double behind = one->point_time - time_at(work, first, one->point);
    if (isnan(behind)) behind = ahead->behind + one->point_time - time_at(work, ahead, one->point);
    return isnan(behind) ? NAN : fmax(behind, ahead->key);
}

static uint32_t complete_laps_between(const pdk_contender *one, const pdk_contender *first)
{
    return first->result.laps > one->result.laps ? first->result.laps - one->result.laps : 0;
}

/* Whole laps between the two. A car that passed the same line a lap before is not yet passed by the other, which came
 * to it later. A car that has finished drives no further. */
static uint32_t laps_between(const pdk_ranking *work, const pdk_contender *one, const pdk_contender *first)
{
    bool at_line = (one->counts && first->counts) || work->until.lap != UINT32_MAX;
    if (at_line) return complete_laps_between(one, first);
    return first->point > one->point ? (uint32_t)((first->point - one->point - 1) / work->laps->sector_count) : 0;
}

/* `all` is in the order on the track; `count` of them are classified. */
static void measure(const pdk_ranking *work, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        pdk_contender *one = &work->all[i], *first = &work->all[0], *ahead = i > 0 ? one - 1 : one;
        one->behind = i == 0 ? 0 : seconds_behind(work, one, first, ahead);
        one->key = isnan(one->behind) ? ahead->key : one->behind;
        one->down = i == 0 ? 0 : laps_between(work, one, first);
        if (i > 0 && one->down < ahead->down) one->down = ahead->down;
    }
    for (size_t i = 0; i < count; i++) {
        work->all[i].behind += work->all[i].penalty;
        work->all[i].key += work->all[i].penalty;
    }
}

/* Official times have few decimals, and so have their differences: not 15.4199999. */
static double as_written(double seconds)
{
    return pdk_round_parts(seconds, 1e9);
}

/* The same in the official order, by official times. */
static void measure_official(const pdk_ranking *work, size_t count)
{
    double key = 0;
    uint32_t down = 0;
    for (size_t i = 0; i < count; i++) {
        pdk_contender *one = &work->all[i], *first = &work->all[0];
        bool timed = one->result.status == PDK_RESULT_FINISHED || one->result.status == PDK_RESULT_RUNNING;
        double behind = (one->result.total_time - one->penalty) - (first->result.total_time - first->penalty);
        one->behind = timed ? as_written(behind) : NAN;
        if (timed && behind > key) key = behind;
        one->key = timed ? key : HUGE_VAL; /* seconds of others do not bring anybody behind who has stopped */
        uint32_t lost = first->official_laps > one->official_laps ? first->official_laps - one->official_laps : 0;
        if (lost > down) down = lost;
        one->down = down + (one->official_laps - one->result.laps); /* laps that a ruling took */
    }
    for (size_t i = 0; i < count; i++) {
        work->all[i].behind += work->all[i].penalty;
        work->all[i].key += work->all[i].penalty;
    }
}

static int by_seconds(const void *a, const void *b, void *user)
{
    const pdk_contender *one = a, *other = b;
    (void)user;
    int order = by_count(other->down, one->down);
    return order != 0 ? order : by_number(one->key, other->key);
}

/* ------------------------------------------------------------------------------------------------ what is shown */

static bool is_timed(const pdk_contender *one)
{
    return one->result.status == PDK_RESULT_FINISHED || one->result.status == PDK_RESULT_RUNNING;
}

/* Whole laps behind the first: by laps for cars that have stopped or ended a lap, by lines for cars that drive. */
static uint32_t laps_down(const pdk_ranking *work, const pdk_contender *one, const pdk_contender *first)
{
    bool at_line = one->result.status != PDK_RESULT_RUNNING || work->until.lap != UINT32_MAX;
    if (!at_line) return one->down;
    return first->result.laps >= one->result.laps ? first->result.laps - one->result.laps : UINT32_MAX;
}

static double difference(const pdk_ranking *work, double one, double other)
{
    return work->is_official ? as_written(one - other) : one - other;
}

/* `ahead` is the one before who still drives or has finished; NULL = there is none. */
static void set_race_gap(const pdk_ranking *work, pdk_contender *one, const pdk_contender *ahead)
{
    const pdk_contender *first = &work->all[0];
    one->result.laps_down = laps_down(work, one, first);
    if (one == first) one->result.gap = 0;
    if (one == first || !is_timed(one)) return;
    if (one->down == 0) one->result.gap = difference(work, one->behind, first->behind);
    if (ahead != NULL && one->down == ahead->down) one->result.interval = difference(work, one->behind, ahead->behind);
}

static void set_best_gap(const pdk_ranking *work, pdk_contender *one)
{
    double own = one->result.best_lap_time;
    if (one == work->all) one->result.gap = isfinite(one->line_time) ? 0 : NAN;
    else one->result.gap = difference(work, own, work->all[0].result.best_lap_time);
    if (one > work->all) one->result.interval = difference(work, own, one[-1].result.best_lap_time);
}

static void set_gaps(const pdk_ranking *work)
{
    const pdk_contender *ahead = NULL;
    for (size_t i = 0; i < work->laps->entry_count; i++) {
        pdk_contender *one = &work->all[i];
        one->result.position = (uint32_t)i + 1;
        if (one->result.status == PDK_RESULT_NOT_STARTED || one->result.status == PDK_RESULT_DISQUALIFIED) continue;
        if (!work->laps->is_race) set_best_gap(work, one);
        else set_race_gap(work, one, ahead);
        if (is_timed(one)) ahead = one;
    }
}

void pdk_disqualify(pdk_race_result *result)
{
    result->status = PDK_RESULT_DISQUALIFIED;
    result->best_lap_time = NAN;
    result->best_lap = UINT32_MAX;
}

bool pdk_rank(pdk_ranking *work)
{
    size_t count = work->laps->entry_count, classified = 0;
    for (size_t i = 0; i < count; i++) {
        pdk_contender *one = &work->all[i];
        one->behind = one->key = NAN;
        if (one->counts && one->result.laps > work->winning_laps) work->winning_laps = one->result.laps;
    }
    if (!pdk_merge_sort(work->memory, work->all, count, sizeof *work->all, compare, work)) return false;
    while (classified < count && class_of(work, &work->all[classified]) == 0) classified++;
    for (size_t i = classified; i < count; i++) work->all[i].down = complete_laps_between(&work->all[i], &work->all[0]);
    if (work->laps->is_race && classified > 0) {
        if (work->is_official) measure_official(work, classified);
        else measure(work, classified);
        bool settled = work->is_official && !work->is_ruled;
        if (!settled && !pdk_merge_sort(work->memory, work->all, classified, sizeof *work->all, by_seconds, NULL))
            return false;
    }
    set_gaps(work);
    return true;
}
