/* The answer `results`. */
#include "analysis/race/ranking.h"

#include <math.h>

#include "analysis/columns.h"
#include "analysis/public_items.h"
#include "base/merge_sort.h"
#include "track/gate.h"

const char *pdk_result_status_name(pdk_result_status status)
{
    static const char *const names[] = { "finished", "running", "retired", "disqualified", "not_started" };
    return (size_t)status < sizeof names / sizeof names[0] ? names[status] : "";
}

/* ------------------------------------------------------------------------------------------- each driver */

static double time_of(const pdk_ranking *work, const pdk_driven_lap *lap)
{
    return work->alone ? lap->recorded_lap_time : lap->lap_time;
}

static bool is_best(const pdk_ranking *work, const pdk_driven_lap *lap, const pdk_race_result *result)
{
    bool counted = work->alone ? lap->recorded_counts : work->recorded ? lap->counted : pdk_lap_counted(lap);
    return counted && !(time_of(work, lap) >= result->best_lap_time);
}

static bool is_within(const pdk_ranking *work, const pdk_driven_lap *lap, uint32_t number)
{
    return lap->end_time <= work->until.time && number <= work->until.lap;
}

/* Laps complete, up to the driver's own finish: the first line at or after the flag. */
static void count_laps(const pdk_ranking *work, const pdk_race_entry *entry, pdk_contender *one)
{
    pdk_race_result *result = &one->result;
    for (size_t i = entry->first_lap; i < entry->first_lap + entry->lap_count; i++) {
        const pdk_driven_lap *lap = &work->laps->laps[i];
        if (lap->kind == PDK_LAP_FORMATION) continue;
        uint32_t complete = work->laps->is_race ? work->laps->complete[i] : lap->lap;
        if (!is_within(work, lap, complete)) continue;
        if (lap->reasons & PDK_LAP_REASON_IMPLAUSIBLE) result->reasons |= PDK_RESULT_REASON_IMPLAUSIBLE;
        if (lap->reasons & PDK_LAP_REASON_CLOCK) result->reasons |= PDK_RESULT_REASON_CLOCK;
        if (!work->laps->is_race) result->laps++;
        else if (complete > result->laps) result->laps = complete;
        one->line_time = lap->end_time;
        if (is_best(work, lap, result)) {
            result->best_lap_time = time_of(work, lap);
            result->best_lap = lap->lap;
            one->best_time = lap->end_time;
        }
        one->counts = lap->end_time >= work->flag;
        if (one->counts) break;
    }
}

/* The last line passed, of whichever sector. */
static void find_point(const pdk_ranking *work, const pdk_race_entry *entry, pdk_contender *one)
{
    const pdk_laps *laps = work->laps;
    one->point = (uint64_t)one->result.laps * laps->sector_count;
    one->point_time = one->line_time;
    if (work->until.lap != UINT32_MAX || one->counts) return;
    const pdk_session_crossing *last = pdk_last_crossing(laps, entry, work->until.time);
    if (last == NULL || last->sector == 0 || last->sector >= laps->sector_count) return;
    uint64_t point = pdk_line_number(last, laps->sector_count);
    if (point <= one->point) return;
    one->point = point;
    one->point_time = last->time;
}

static pdk_result_status status_of(const pdk_ranking *work, const pdk_race_entry *entry, const pdk_contender *one)
{
    const pdk_laps *laps = work->laps;
    double now = fmin(work->until.time, laps->session->end_time);
    const pdk_session_crossing *last = pdk_last_crossing(laps, entry, now);
    bool began = last != NULL || one->result.laps > 0 || entry->moved_time <= now;
    if (!laps->is_race && isfinite(one->result.best_lap_time)) return PDK_RESULT_FINISHED;
    if (!laps->is_race && !began) return PDK_RESULT_NOT_STARTED;
    if (one->counts) return PDK_RESULT_FINISHED;
    bool waiting = laps->is_race && !isfinite(laps->start_time) && entry->crossing_count == 0; /* nothing is known */
    if (!began && !entry->came && !waiting && !(now <= laps->start_time)) return PDK_RESULT_NOT_STARTED;
    if (work->until.lap != UINT32_MAX) return PDK_RESULT_RUNNING;
    return !waiting && pdk_has_stopped(laps, entry, &work->pace, now) ? PDK_RESULT_RETIRED : PDK_RESULT_RUNNING;
}

static void judge(const pdk_ranking *work, size_t number)
{
    const pdk_race_entry *entry = &work->laps->entries[number];
    pdk_contender *one = &work->all[number];
    *one = (pdk_contender){ .line_time = NAN, .best_time = NAN, .point_time = NAN, .last_order = UINT32_MAX };
    one->result = (pdk_race_result){ .driver = entry->name,
                                     .slot = entry->slot,
                                     .vehicle = entry->vehicle,
                                     .co_driver = entry->co_driver,
                                     .team = entry->team,
                                     .number = entry->number,
                                     .class_name = entry->class_name,
                                     .total_time = NAN,
                                     .gap = NAN,
                                     .interval = NAN,
                                     .laps_down = UINT32_MAX,
                                     .best_lap_time = NAN,
                                     .best_lap = UINT32_MAX,
                                     .grid_position = UINT32_MAX,
                                     .recorded_position = UINT32_MAX,
                                     .recorded_time = NAN,
                                     .contacts = entry->contacts,
                                     .entry = (uint32_t)number };
    count_laps(work, entry, one);
    if (work->assumed != PDK_BEST_LAP_FOUND)
        one->result.best_lap_time = work->assumed == PDK_BEST_LAP_ASSUMED ? 1 : NAN;
    one->limit = one->result.laps >= work->until.lap ? fmin(one->line_time, work->until.time) : work->until.time;
    find_point(work, entry, one);
    one->result.status = status_of(work, entry, one);
    bool timed = work->laps->is_race && (one->result.reasons & PDK_RESULT_REASON_CLOCK) == 0;
    if (timed) one->result.total_time = one->line_time - work->laps->start_time;
    for (size_t i = entry->first_visit; i < entry->first_visit + entry->visit_count; i++) {
        const pdk_pit_visit *visit = &work->laps->visits[i];
        one->result.pit_stops += visit->service && !(visit->enter > one->limit);
    }
    if (!work->laps->session->has_pits) one->result.pit_stops = UINT32_MAX;
}

/* -------------------------------------------------------------------------------------------- penalties */

/* If the file records none, that says nothing. */
static void forget_penalties(pdk_race_result *result)
{
    result->penalties = UINT32_MAX;
    result->penalty_time = NAN;
}

/* Each entry "rescinded" or "served" is for the first penalty of its kind that still stands. Seconds are added at once,
 * at any moment of the standings, and also to drivers who still drive, so that there is one rule for all moments. */
static bool add_penalties(const pdk_ranking *work)
{
    const pdk_session *session = work->alone ? work->laps->session->recorded : work->laps->session;
    enum { KINDS = PDK_PENALTY_DISQUALIFIED + 1 };
    size_t *open = pdk_alloc_array(work->memory, (uint64_t)work->laps->entry_count * KINDS, sizeof *open);
    size_t *next = pdk_alloc_array(work->memory, session->penalty_count, sizeof *next);
    size_t *last = pdk_alloc_array(work->memory, (uint64_t)work->laps->entry_count * KINDS, sizeof *last);
    if (open == NULL || next == NULL || last == NULL) return false;
    for (size_t i = 0; i < session->penalty_count; i++) { /* queues: number + 1 of a penalty, 0 = none */
        const pdk_session_penalty *penalty = &session->penalties[i];
        size_t e = pdk_laps_find_entry(work->laps, penalty->slot, penalty->time);
        if (e == SIZE_MAX || penalty->time > work->all[e].limit || (unsigned)penalty->kind >= KINDS) continue;
        pdk_race_result *result = &work->all[e].result;
        size_t queue = e * KINDS + penalty->kind;
        if (penalty->step == PDK_PENALTY_GIVEN) {
            result->penalties++;
            if (penalty->kind == PDK_PENALTY_TIME && penalty->seconds > 0) result->penalty_time += penalty->seconds;
            if (open[queue] == 0) open[queue] = i + 1;
            else next[last[queue] - 1] = i + 1;
            last[queue] = i + 1;
        } else if (penalty->step == PDK_PENALTY_ADDED) {
            if (penalty->seconds > 0 && work->is_official) result->penalty_time += penalty->seconds;
        } else if (open[queue] != 0) {
            const pdk_session_penalty *given = &session->penalties[open[queue] - 1];
            open[queue] = next[open[queue] - 1];
            if (given->kind == PDK_PENALTY_TIME && given->seconds > 0) result->penalty_time -= given->seconds;
            if (penalty->step == PDK_PENALTY_REMOVED) result->penalties -= result->penalties > 0;
        }
    }
    for (size_t e = 0; e < work->laps->entry_count; e++) {
        pdk_contender *one = &work->all[e];
        if (open[e * KINDS + PDK_PENALTY_DISQUALIFIED] != 0) pdk_disqualify(&one->result);
        one->penalty = work->is_official ? 0 : one->result.penalty_time; /* official times have them */
        if (work->laps->is_race) one->result.total_time += one->penalty;
        if (!session->has_penalties) forget_penalties(&one->result);
    }
    pdk_free(work->memory, open);
    pdk_free(work->memory, next);
    pdk_free(work->memory, last);
    return true;
}

/* ------------------------------------------------------------------------------------------ what events say */

static const double rolls_on = 30;  /* s: a line that is near is still reached */
static const double comes_in = 1.5; /* laps: a disqualified driver still drives to the pits */

/* Is a line crossed so much later? */
static bool drives_on(const pdk_ranking *work, size_t entry, double later)
{
    const pdk_session_crossing *last = pdk_last_crossing(work->laps, &work->laps->entries[entry], work->until.time);
    return last != NULL && last->time > later;
}

/* Did not finish, or kicked: what the lines say decides. A driver who finished before stays finished. */
static void take_retirement(const pdk_ranking *work, size_t entry, const pdk_session_mark *mark)
{
    pdk_contender *one = &work->all[entry];
    bool done = one->result.status == PDK_RESULT_RETIRED || one->result.status == PDK_RESULT_DISQUALIFIED;
    bool finished = work->laps->is_race ? one->counts && one->line_time <= mark->time
                                        : mark->kind == PDK_MARK_DID_NOT_FINISH; /* of a practice means nothing */
    if (done || finished) return;
    if (one->counts || drives_on(work, entry, mark->time + rolls_on)) one->result.reasons |= PDK_RESULT_REASON_DROVE_ON;
    else one->result.status = PDK_RESULT_RETIRED;
}

static void take_disqualification(const pdk_ranking *work, size_t entry, double time)
{
    pdk_race_result *result = &work->all[entry].result;
    double lap = isfinite(work->pace.lap) ? work->pace.lap : 0;
    pdk_disqualify(result);
    if (drives_on(work, entry, time + fmax(comes_in * lap, rolls_on))) result->reasons |= PDK_RESULT_REASON_IGNORED;
}

/* An event that takes one back leaves nothing of it. */
static bool add_marks(const pdk_ranking *work)
{
    const pdk_session *session = work->laps->session;
    const pdk_session_mark **out = pdk_alloc_array(work->memory, work->laps->entry_count, sizeof *out);
    if (out == NULL) return false;
    for (size_t i = 0; i < session->mark_count; i++) {
        const pdk_session_mark *mark = &session->marks[i];
        size_t e = pdk_laps_find_entry(work->laps, mark->slot, mark->time);
        if (e == SIZE_MAX || mark->time > work->all[e].limit) continue;
        switch (mark->kind) {
        case PDK_MARK_DID_NOT_FINISH:
        case PDK_MARK_KICKED: out[e] = mark; break;
        case PDK_MARK_TAKEN_BACK: out[e] = NULL; break;
        case PDK_MARK_DISQUALIFIED: take_disqualification(work, e, mark->time); break;
        }
    }
    for (size_t e = 0; e < work->laps->entry_count; e++) {
        if (out[e] != NULL) take_retirement(work, e, out[e]);
    }
    pdk_free(work->memory, out);
    return true;
}

/* ---------------------------------------------------------------------------------------------- orders */

const pdk_session_order *pdk_order_at(const pdk_session *session, double time)
{
    size_t low = 0, high = session->order_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (session->orders[middle].time <= time) low = middle + 1;
        else high = middle;
    }
    return low > 0 ? &session->orders[low - 1] : NULL;
}

/* Is the car in the pits at the start? Games rank it all the same, after a formation lap even before others. */
static bool starts_from_pits(const pdk_laps *laps, uint32_t slot)
{
    const pdk_session *session = laps->session;
    for (size_t i = 0; i < session->parked_count; i++) {
        const pdk_session_parked *parked = &session->parked[i];
        if (parked->slot == slot && parked->time <= laps->start_time && parked->until > laps->start_time) return true;
    }
    return false;
}

/* The grid is the running order at the start, or the first one right after it, of those who start from there. */
static void add_orders(const pdk_ranking *work)
{
    static const double soon = 5;
    const pdk_laps *laps = work->laps;
    const pdk_session *session = laps->session;
    const pdk_session_order *last = pdk_order_at(session, work->until.time);
    for (uint32_t i = 0; last != NULL && i < last->count; i++) {
        size_t e = pdk_laps_find_entry(laps, last->slots[i], last->time);
        if (e != SIZE_MAX) work->all[e].last_order = i;
    }
    if (!laps->is_race || !isfinite(laps->start_time)) return;
    const pdk_session_order *grid = pdk_order_at(session, laps->start_time);
    bool late = grid == NULL && session->order_count > 0 && session->orders[0].time <= laps->start_time + soon;
    if (late) grid = &session->orders[0];
    uint32_t place = 0;
    for (uint32_t i = 0; grid != NULL && i < grid->count; i++) {
        size_t e = pdk_laps_find_entry(laps, grid->slots[i], grid->time);
        if (starts_from_pits(laps, grid->slots[i])) continue;
        place++;
        if (e != SIZE_MAX) work->all[e].result.grid_position = place;
    }
}

/* Nobody drives on with as many laps as the winner and has not finished: then crossings contradict each other, and
 * those with fewer laps are ahead. */
static void find_contradictions(const pdk_ranking *work)
{
    uint32_t behind = 0; /* the most laps of those further back */
    for (size_t i = work->laps->entry_count; i-- > 0 && work->laps->is_race && work->winning_laps > 0;) {
        pdk_race_result *result = &work->all[i].result;
        bool drives = result->status == PDK_RESULT_FINISHED || result->status == PDK_RESULT_RUNNING;
        if (!drives) continue;
        if (behind > result->laps) result->reasons |= PDK_RESULT_REASON_ORDER;
        bool beyond = result->status == PDK_RESULT_RUNNING && result->laps >= work->winning_laps;
        if (beyond && result->laps > behind) behind = result->laps;
    }
}

/* What entries have is of the whole recording. */
static bool limit_contacts(const pdk_ranking *work)
{
    size_t count = work->laps->entry_count;
    if (work->at_end || !work->laps->session->has_contacts) return true;
    double *until = pdk_alloc_array(work->memory, count, sizeof *until);
    uint32_t *contacts = pdk_alloc_array(work->memory, count, sizeof *contacts);
    if (until == NULL || contacts == NULL) return false;
    for (size_t e = 0; e < count; e++) until[e] = work->all[e].limit;
    bool counted = pdk_laps_contacts_until(work->laps, until, work->memory, contacts);
    for (size_t e = 0; e < count; e++) work->all[e].result.contacts = contacts[e];
    pdk_free(work->memory, contacts);
    pdk_free(work->memory, until);
    return counted;
}

pdk_status pdk_find_contenders(pdk_ranking *work, pdk_error *error)
{
    const pdk_laps *laps = work->laps;
    work->flag = laps->flag <= work->until.time ? laps->flag : NAN;
    work->at_end = isinf(work->until.time) && work->until.lap == UINT32_MAX;
    work->is_ruled = laps->ruled_count > 0 && !work->recorded;
    work->is_official =
        laps->session->has_results && !work->alone && work->at_end && (laps->is_race || !work->is_ruled);
    pdk_status status = pdk_find_pace(laps, work->memory, &work->pace, error);
    if (status != PDK_OK) return status;
    work->all = pdk_alloc_array(work->memory, laps->entry_count, sizeof *work->all);
    if (work->all == NULL) return pdk_fail_memory(error, work->memory, "the results");
    for (size_t e = 0; e < laps->entry_count; e++) judge(work, e);
    if (!limit_contacts(work) || !add_penalties(work) || !add_marks(work))
        return pdk_fail_memory(error, work->memory, "the results");
    add_orders(work);
    if (work->is_official) pdk_take_official(work);
    return PDK_OK;
}

/* `recorded`: without rulings, and without the results file beside the recording. */
static pdk_status make_ranking(const pdk_laps *laps, pdk_results_until until, bool recorded, pdk_memory *memory,
                               pdk_results *results, pdk_error *error)
{
    bool alone = recorded && laps->session->recorded != NULL;
    pdk_ranking work = { .laps = laps, .memory = memory, .until = until, .recorded = recorded, .alone = alone };
    pdk_status status = pdk_find_contenders(&work, error);
    if (status != PDK_OK) return status;
    results->results = pdk_alloc_array(memory, laps->entry_count, sizeof *results->results);
    if (results->results == NULL) return pdk_fail_memory(error, memory, "the results");
    if (!recorded) pdk_rule_results(&work);
    if (!pdk_rank(&work) || (!recorded && !pdk_rule_places(&work)))
        return pdk_fail_memory(error, memory, "the results");
    find_contradictions(&work);
    for (size_t i = 0; i < laps->entry_count; i++) results->results[i] = work.all[i].result;
    results->count = laps->entry_count;
    pdk_free(memory, work.all);
    return PDK_OK;
}

static pdk_status compute(const pdk_answers *answers, pdk_results *results, pdk_error *error)
{
    const pdk_laps *laps;
    const pdk_analysis_options *options = &answers->options;
    pdk_results_until until = { options->has_until ? options->until : HUGE_VAL,
                                options->until_lap > 0 && options->until_lap < UINT32_MAX ? (uint32_t)options->until_lap
                                                                                          : UINT32_MAX };
    pdk_status status = pdk_answers_laps(answers, &laps, error);
    if (status == PDK_OK) status = make_ranking(laps, until, false, answers->memory, results, error);
    if (status != PDK_OK || (laps->ruled_count == 0 && laps->session->recorded == NULL)) return status;
    pdk_results recorded = { .count = 0 };
    status = make_ranking(laps, until, true, answers->memory, &recorded, error);
    if (status == PDK_OK) status = pdk_tell_rulings(laps, &recorded, results, answers->memory, error);
    pdk_free(answers->memory, recorded.results);
    return status;
}

/* --------------------------------------------------------------------------------------------- table */

const pdk_reason_name pdk_result_reason_names[] = { { PDK_RESULT_REASON_IMPLAUSIBLE, "implausible_time" },
                                                    { PDK_RESULT_REASON_CLOCK, "clock" },
                                                    { PDK_RESULT_REASON_ORDER, "order" },
                                                    { PDK_RESULT_REASON_DROVE_ON, "drove_on" },
                                                    { PDK_RESULT_REASON_IGNORED, "ignored_disqualification" },
                                                    { 0, NULL } };

#define AT(member) offsetof(pdk_race_result, member)

static const pdk_member members[] = {
    PDK_COUNT_COLUMN("position", NULL, PDK_ROLE_NONE, AT(position)),
    PDK_DRIVER_COLUMNS(AT(driver), AT(slot)),
    PDK_WORD_COLUMN("vehicle", NULL, PDK_ROLE_NONE, AT(vehicle)),
    PDK_COUNT_COLUMN("laps", "complete", PDK_ROLE_NONE, AT(laps)),
    PDK_TIME_COLUMN("total_time", "from the start of the race to the last line, with penalties", PDK_ROLE_NONE,
                    AT(total_time)),
    PDK_TIME_COLUMN("gap", "to the leader; by best lap unless it is a race; null for drivers who are laps down",
                    PDK_ROLE_NONE, AT(gap)),
    PDK_TIME_COLUMN("interval", "to the one before", PDK_ROLE_NONE, AT(interval)),
    PDK_COUNT_COLUMN("laps_down", "behind the leader", PDK_ROLE_NONE, AT(laps_down)),
    PDK_TIME_COLUMN("best_lap_time", NULL, PDK_ROLE_LAP_TIME, AT(best_lap_time)),
    PDK_COUNT_COLUMN("best_lap", "its number", PDK_ROLE_LAP, AT(best_lap)),
    PDK_COUNT_COLUMN("grid_position", "by the running order at the start", PDK_ROLE_NONE, AT(grid_position)),
    PDK_COUNT_COLUMN("pit_stops", "with service", PDK_ROLE_NONE, AT(pit_stops)),
    PDK_COUNT_COLUMN("penalties", "given and not rescinded", PDK_ROLE_NONE, AT(penalties)),
    PDK_TIME_COLUMN("penalty_time", "added to the total time", PDK_ROLE_NONE, AT(penalty_time)),
    PDK_COUNT_COLUMN("contacts", "with other cars", PDK_ROLE_NONE, AT(contacts)),
    PDK_WORD_COLUMN("status", "finished, running, retired, disqualified, not_started", PDK_ROLE_NONE, AT(status_name)),
    PDK_WORD_COLUMN("reasons", "why position and times may be wrong", PDK_ROLE_NONE, AT(reason_names)),
    PDK_ENTRY_COLUMNS(AT(co_driver), AT(team), AT(number), AT(class_name)),
    PDK_COUNT_COLUMN("recorded_position", "without rulings and results file; null if there are none", PDK_ROLE_NONE,
                     AT(recorded_position)),
    PDK_WORD_COLUMN("rulings", "what stewards decided", PDK_ROLE_NONE, AT(rulings)),
    PDK_TIME_COLUMN("recorded_time", "the total time without rulings and results file; null if there are none",
                    PDK_ROLE_NONE, AT(recorded_time)),
    PDK_COLUMNS_END,
};

static pdk_status make(pdk_answers *answers, void *made, pdk_error *error)
{
    pdk_results *results = made;
    pdk_status status = compute(answers, results, error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < results->count; i++) {
        pdk_race_result *result = &results->results[i];
        result->status_name = pdk_text_of(pdk_result_status_name(result->status));
        if (!pdk_reasons_text(answers->memory, pdk_result_reason_names, result->reasons, &result->reason_names))
            return pdk_fail_memory(error, answers->memory, "the results");
    }
    results->items = pdk_publish(&pdk_public_results, results->results, results->count, answers->memory);
    if (results->items == NULL) return pdk_fail_memory(error, answers->memory, "the results");
    return pdk_answer_table(answers, results->results, results->count, sizeof *results->results, members, error);
}

const pdk_step pdk_step_results = { .name = "results",
                                    .meaning = "a row for each driver, in the order of the results",
                                    .needs = PDK_NEEDS(laps),
                                    .size = sizeof(pdk_results),
                                    .make = make,
                                    .have = pdk_have_laps,
                                    .decide = pdk_decide_laps };
