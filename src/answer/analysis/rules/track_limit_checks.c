/* The answer `track_limit_checks`: what the game reported and where the car was, beside each other. */
#include <stdlib.h>

#include "analysis/incident/incident_words.h"
#include "analysis/rules/rules.h"

static const double before = 2, behind = 5; /* s: a report belongs to an excursion from then to then */
static const double punished_within = 10;   /* s */

typedef struct limit_row {
    pdk_rule_row common;
    pdk_text source, ruling;
    double beyond;
} limit_row;

#define AT(member) offsetof(limit_row, member)
static const pdk_member members[] = {
    PDK_DRIVER_COLUMNS(AT(common.driver), AT(common.slot)),
    PDK_COUNT_COLUMN("lap", NULL, PDK_ROLE_LAP, AT(common.lap)),
    PDK_TIME_COLUMN("time", "of the session's clock: of the report, or when the car left the track", PDK_ROLE_TIME,
                    AT(common.time)),
    PDK_WORD_COLUMN("source", "game: an event; geometry: where the car was", PDK_ROLE_NONE, AT(source)),
    PDK_REAL_COLUMN("beyond", "m", "outside what counts as track, at most", AT(beyond)),
    PDK_WORD_COLUMN("ruling",
                    "of a report: lap_invalid, penalty (within 10 s), or reported and no more; of an excursion: "
                    "reported, not_reported, or not_recorded (such files have no reports)",
                    PDK_ROLE_NONE, AT(ruling)),
    PDK_RULE_ENDING(limit_row),
};
#undef AT

/* Reports, penalties and the ends of excursions, each by slot and time. */
typedef struct checking {
    pdk_rule_rows *rows;
    pdk_slot_moments reports, penalties, ends;
} checking;

static bool index_all(checking *all)
{
    const pdk_session *session = all->rows->rules->race.session;
    const pdk_incidents *incidents = all->rows->incidents;
    pdk_memory *scratch = &all->rows->scratch;
    all->reports.all = pdk_alloc_array(scratch, session->cut_count, sizeof(pdk_slot_moment));
    all->penalties.all = pdk_alloc_array(scratch, session->penalty_count, sizeof(pdk_slot_moment));
    all->ends.all = pdk_alloc_array(scratch, incidents->loss_count, sizeof(pdk_slot_moment));
    if (all->reports.all == NULL || all->penalties.all == NULL || all->ends.all == NULL) return false;
    for (size_t i = 0; i < session->cut_count; i++)
        all->reports.all[all->reports.count++] =
            (pdk_slot_moment){ session->cuts[i].slot, (uint32_t)i, session->cuts[i].time };
    for (size_t i = 0; i < session->penalty_count; i++) {
        const pdk_session_penalty *penalty = &session->penalties[i];
        if (penalty->step == PDK_PENALTY_GIVEN)
            all->penalties.all[all->penalties.count++] = (pdk_slot_moment){ penalty->slot, (uint32_t)i, penalty->time };
    }
    for (size_t i = 0; i < incidents->loss_count; i++) {
        const pdk_loss_of_track *loss = &incidents->losses[i];
        if (!loss->spun) all->ends.all[all->ends.count++] = (pdk_slot_moment){ loss->slot, (uint32_t)i, loss->to };
    }
    pdk_sort_slot_moments(&all->reports);
    pdk_sort_slot_moments(&all->penalties);
    pdk_sort_slot_moments(&all->ends);
    return true;
}

/* The excursions of a car follow each other: the first that ended late enough is it, or none. */
static const pdk_loss_of_track *find_excursion(const checking *all, const pdk_session_cut *cut)
{
    const pdk_slot_moment *end = pdk_slot_moment_from(&all->ends, cut->slot, cut->time - behind);
    const pdk_loss_of_track *loss = end != NULL ? &all->rows->incidents->losses[end->index] : NULL;
    return loss != NULL && loss->from - before <= cut->time ? loss : NULL;
}

static bool is_reported(const checking *all, const pdk_loss_of_track *loss)
{
    const pdk_slot_moment *report = pdk_slot_moment_from(&all->reports, loss->slot, loss->from - before);
    return report != NULL && report->time <= loss->to + behind;
}

static bool is_punished(const checking *all, const pdk_session_cut *cut)
{
    const pdk_slot_moment *penalty = pdk_slot_moment_from(&all->penalties, cut->slot, cut->time);
    return penalty != NULL && penalty->time <= cut->time + punished_within;
}

static limit_row *add_row(pdk_rule_rows *rows, uint32_t slot, double time)
{
    pdk_rule_driver driver = pdk_rule_driver_at(rows->rules->race.laps, slot, time);
    limit_row *row = pdk_vector_push(&rows->list);
    if (row != NULL)
        *row = (limit_row){ .common = { .driver = driver.name,
                                        .slot = slot,
                                        .lap = driver.lap,
                                        .time = time,
                                        .broken = PDK_RULE_UNKNOWN },
                            .beyond = NAN };
    return row;
}

static bool add_report(const checking *all, const pdk_session_cut *cut)
{
    pdk_rule_rows *rows = all->rows;
    limit_row *row = add_row(rows, cut->slot, cut->time);
    if (row == NULL) return false;
    const pdk_driven_lap *lap = pdk_rule_driver_at(rows->rules->race.laps, cut->slot, cut->time).driven;
    const pdk_loss_of_track *excursion = find_excursion(all, cut);
    bool invalid = lap != NULL && (lap->recorded_reasons & PDK_LAP_REASON_INVALID) != 0;
    bool punished = is_punished(all, cut);
    if (excursion != NULL) row->beyond = excursion->beyond;
    row->source = pdk_text_of("game");
    row->common.broken = true;
    row->ruling = pdk_text_of(punished ? "penalty" : invalid ? "lap_invalid" : "reported");
    pdk_pool_print(&rows->pool, "the game reported track limits%s; %s.",
                   punished  ? ", and a penalty within 10 s"
                   : invalid ? ", and does not count the lap"
                             : "",
                   excursion != NULL                    ? "the car's place confirms it"
                   : rows->incidents->judged_by != NULL ? "by its place the car was not outside"
                                                        : "its place cannot be judged");
    row->common.sentence = pdk_pool_take(&rows->pool);
    row->common.basis =
        pdk_text_of(punished ? "an event; that the penalty is for it follows from the time only" : "an event");
    return true;
}

static bool add_excursion(const checking *all, const pdk_loss_of_track *loss)
{
    pdk_rule_rows *rows = all->rows;
    const pdk_session *session = rows->rules->race.session;
    limit_row *row = add_row(rows, loss->slot, loss->from);
    if (row == NULL) return false;
    bool reported = is_reported(all, loss), recorded = session->has_penalties || session->cut_count > 0;
    row->beyond = loss->beyond;
    row->source = pdk_text_of("geometry");
    row->ruling = pdk_text_of(reported ? "reported" : recorded ? "not_reported" : "not_recorded");
    pdk_pool_print(&rows->pool, "was outside for %.1f s", loss->to - loss->from);
    if (!isnan(loss->beyond)) pdk_pool_print(&rows->pool, ", by %.1f m at most", loss->beyond);
    pdk_pool_print(&rows->pool, "; the game %s.",
                   reported   ? "reported it"
                   : recorded ? "did not report it"
                              : "records no reports");
    row->common.sentence = pdk_pool_take(&rows->pool);
    row->common.basis = pdk_text_of(pdk_judge_in_words(pdk_text_of(rows->incidents->judged_by)));
    return true;
}

/* A driver's rows together, a report after its excursion. */
static int by_time(const void *left, const void *right)
{
    const limit_row *a = left, *b = right;
    if (a->common.time != b->common.time) return a->common.time < b->common.time ? -1 : 1;
    if (a->common.slot != b->common.slot) return a->common.slot < b->common.slot ? -1 : 1;
    return (a->source.data[1] > b->source.data[1]) - (a->source.data[1] < b->source.data[1]); /* geometry first */
}

static bool collect(pdk_rule_rows *rows)
{
    const pdk_session *session = rows->rules->race.session;
    checking all = { .rows = rows };
    bool good = index_all(&all);
    for (size_t i = 0; i < session->cut_count && good; i++) good = add_report(&all, &session->cuts[i]);
    for (size_t i = 0; i < rows->incidents->loss_count && good; i++)
        good = rows->incidents->losses[i].spun || add_excursion(&all, &rows->incidents->losses[i]);
    if (good && rows->list.count > 0) qsort(rows->list.items, rows->list.count, sizeof(limit_row), by_time);
    return good;
}

static pdk_status make(pdk_answers *answers, void *made, pdk_error *error)
{
    static const pdk_rule_check check = { collect, sizeof(limit_row), members, true };
    return pdk_make_rule_table(answers, &check, made, error);
}

const pdk_step pdk_step_track_limit_checks = {
    .name = "track_limit_checks",
    .meaning = "a row for each report of track limits by the game, and each excursion by where the car was",
    .needs = PDK_NEEDS(rules_base) | PDK_NEEDS(incidents),
    .size = sizeof(pdk_rule_list),
    .make = make,
    .have = pdk_have_rules_of_incidents,
    .decide = pdk_decide_laps
};
