/* What the rules' answers share: the race, the moment it began, and how a table of rows is made. */
#include "analysis/rules/rules.h"

#include <stdlib.h>

#include "base/trigonometry.h"

static const double moving = 5; /* m/s: a car that is on its way, not one that creeps */

pdk_rule_driver pdk_rule_driver_at(const pdk_laps *laps, uint32_t slot, double time)
{
    pdk_rule_driver found = { { NULL, 0 }, PDK_SESSION_NONE, NULL };
    size_t entry = pdk_laps_find_entry(laps, slot, time);
    if (entry == SIZE_MAX) return found;
    found.name = laps->entries[entry].name;
    found.driven = pdk_laps_at(laps, entry, time);
    if (found.driven != NULL) found.lap = found.driven->lap;
    return found;
}

void pdk_put_rule_driver(pdk_text_pool *pool, pdk_text name, uint32_t slot)
{
    if (name.size > 0) pdk_pool_add(pool, name.data, name.size);
    else pdk_pool_print(pool, "slot %lu", (unsigned long)slot);
}

static int compare_moments(const void *left, const void *right)
{
    const pdk_slot_moment *a = left, *b = right;
    if (a->slot != b->slot) return a->slot < b->slot ? -1 : 1;
    if (a->time != b->time) return a->time < b->time ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

void pdk_sort_slot_moments(pdk_slot_moments *moments)
{
    if (moments->count > 0) qsort(moments->all, moments->count, sizeof *moments->all, compare_moments);
}

const pdk_slot_moment *pdk_slot_moment_from(const pdk_slot_moments *moments, uint32_t slot, double time)
{
    const pdk_slot_moment wanted = { .slot = slot, .time = time };
    size_t low = 0, high = moments->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_moments(&moments->all[middle], &wanted) < 0) low = middle + 1;
        else high = middle;
    }
    return low < moments->count && moments->all[low].slot == slot ? &moments->all[low] : NULL;
}

pdk_status pdk_have_rules(const pdk_document *document, pdk_error *error)
{
    pdk_status status = pdk_have_laps(document, error);
    if (status == PDK_OK) status = pdk_answers_have_motion(document, error);
    bool told = document->services != NULL && (document->services->session_has & PDK_HAS_PITS) != 0;
    if (status != PDK_OK || told) return status;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "analysis.rules",
                    "%s files do not record starts, pit visits and laps of several cars", document->info->id);
}

pdk_status pdk_have_rules_of_incidents(const pdk_document *document, pdk_error *error)
{
    pdk_status status = pdk_have_laps(document, error);
    return status == PDK_OK ? pdk_have_incidents(document, error) : status;
}

/* Do most of the cars that are on the track at the start drive already? */
static bool is_rolling_start(const pdk_race_view *race, double green)
{
    size_t there = 0, driving = 0;
    for (size_t i = 0; i < race->paths->count; i++) {
        pdk_path_state state;
        if (!pdk_path_at(race->paths, &race->paths->paths[i], green, &state)) continue;
        there++;
        driving += pdk_hypot(state.velocity[0], state.velocity[1]) > moving;
    }
    return 2 * driving > there;
}

static pdk_status make_base(pdk_answers *answers, void *made, pdk_error *error)
{
    pdk_rules *rules = made;
    const pdk_laps *laps;
    pdk_status status = pdk_answers_laps(answers, &laps, error); /* without them there are no rules */
    if (status == PDK_OK) status = pdk_race_view_of(answers, &rules->race, error);
    if (status != PDK_OK) return status;
    bool begins = laps->is_race && isfinite(laps->green) && rules->race.paths != NULL;
    rules->is_rolling = begins && is_rolling_start(&rules->race, laps->green);
    rules->can_jump = begins && !rules->is_rolling;
    return PDK_OK;
}

const pdk_step pdk_step_rules_base = {
    .name = "rules_base", .needs = PDK_RACE_VIEW_NEEDS, .size = sizeof(pdk_rules), .make = make_base
};

pdk_status pdk_make_rule_table(pdk_answers *answers, const pdk_rule_check *check, pdk_rule_list *made, pdk_error *error)
{
    pdk_rule_rows rows = { .answers = answers, .list = pdk_vector_of(answers->memory, check->row_size) };
    pdk_status status = pdk_answers_rules_base(answers, &rows.rules, error);
    if (status == PDK_OK && check->incidents) status = pdk_answers_incidents(answers, &rows.incidents, error);
    if (status == PDK_OK) status = pdk_answers_go_on(answers, error);
    if (status != PDK_OK) return status;
    pdk_memory_init_within(&rows.scratch, answers->memory);
    pdk_text_pool_begin(&rows.pool, answers->memory, &rows.scratch);
    bool good = check->collect(&rows) && !rows.pool.failed;
    pdk_text_pool_end(&rows.pool);
    pdk_memory_destroy(&rows.scratch);
    if (!good) return pdk_fail_memory(error, answers->memory, answers->step->name);
    if (rows.cancelled) return pdk_fail_cancelled(error);
    *made = (pdk_rule_list){ rows.list.items, rows.list.count, check->row_size };
    return pdk_answer_table(answers, rows.list.items, rows.list.count, check->row_size, check->members, error);
}

/* ------------------------------------------------------------------------------------------------ all of them */

typedef struct rule_row {
    pdk_text check;
    pdk_rule_row common;
} rule_row;

#define AT(member) offsetof(rule_row, member)
static const pdk_member members[] = {
    PDK_WORD_COLUMN("check", "jump_start, blue_flag, track_limits, pit_rule or rejoin", PDK_ROLE_NONE, AT(check)),
    PDK_DRIVER_COLUMNS(AT(common.driver), AT(common.slot)),
    PDK_COUNT_COLUMN("lap", NULL, PDK_ROLE_LAP, AT(common.lap)),
    PDK_TIME_COLUMN("time", "of the session's clock", PDK_ROLE_TIME, AT(common.time)),
    PDK_MAYBE_COLUMN("broken", "a rule; null where people decide, or a limit is not known", AT(common.broken)),
    PDK_RULE_ENDING(rule_row),
};
#undef AT

static bool add_all(pdk_vector *rows, const char *check, const pdk_rule_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        rule_row *row = pdk_vector_push(rows);
        if (row == NULL) return false;
        *row = (rule_row){ pdk_text_of(check), *pdk_rule_row_at(list, i) };
    }
    return true;
}

static pdk_status make_rules(pdk_answers *answers, void *made, pdk_error *error)
{
    (void)made;
    static const struct {
        int step;
        const char *check;
    } checks[] = { { PDK_STEP_jump_starts, "jump_start" },
                   { PDK_STEP_blue_flags, "blue_flag" },
                   { PDK_STEP_track_limit_checks, "track_limits" },
                   { PDK_STEP_pit_rules, "pit_rule" },
                   { PDK_STEP_rejoins, "rejoin" } };
    pdk_vector rows = pdk_vector_of(answers->memory, sizeof(rule_row));
    const pdk_text *unrecorded; /* for those who ask what is missing */
    pdk_status status = pdk_answers_rules_unrecorded(answers, &unrecorded, error);
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && status == PDK_OK; i++) {
        const void *list;
        status = pdk_answers_need(answers, checks[i].step, &list, error);
        if (status == PDK_OK && !add_all(&rows, checks[i].check, list))
            status = pdk_fail_memory(error, answers->memory, "rules");
    }
    return status == PDK_OK ? pdk_answer_table(answers, rows.items, rows.count, sizeof(rule_row), members, error)
                            : status;
}

const pdk_step pdk_step_rules = { .name = "rules",
                                  .meaning = "a row for each finding of the five checks for stewards",
                                  .needs = PDK_NEEDS(jump_starts) | PDK_NEEDS(blue_flags) |
                                           PDK_NEEDS(track_limit_checks) | PDK_NEEDS(pit_rules) | PDK_NEEDS(rejoins) |
                                           PDK_NEEDS(rules_unrecorded),
                                  .make = make_rules,
                                  .have = pdk_have_rules,
                                  .decide = pdk_decide_laps };
