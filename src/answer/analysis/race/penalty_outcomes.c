/* The answer `penalty_outcomes`: what the game penalised drivers for, and what became of it. */
#include <math.h>

#include "analysis/columns.h"
#include "analysis/race/laps.h"
#include "base/merge_sort.h"

typedef struct outcome_row {
    pdk_text driver, kind, outcome;
    uint32_t slot, lap;
    double time, seconds, outcome_time;
    size_t entry;
    pdk_session_penalty_kind given;
    bool open; /* `open`: nothing became of it yet */
} outcome_row;

static const pdk_member outcome_members[] = {
    PDK_DRIVER_COLUMNS(offsetof(outcome_row, driver), offsetof(outcome_row, slot)),
    PDK_COUNT_COLUMN("lap", "in which it was given", PDK_ROLE_LAP, offsetof(outcome_row, lap)),
    PDK_TIME_COLUMN("time", "when it was given", PDK_ROLE_TIME, offsetof(outcome_row, time)),
    PDK_WORD_COLUMN("kind", "drive_through, stop_and_go, time, disqualified, other, track_limits", PDK_ROLE_NONE,
                    offsetof(outcome_row, kind)),
    PDK_TIME_COLUMN("seconds", "of a time penalty", PDK_ROLE_NONE, offsetof(outcome_row, seconds)),
    PDK_WORD_COLUMN("outcome",
                    "served, rescinded, added (to the total time), not_served, or recorded (it asks for nothing)",
                    PDK_ROLE_NONE, offsetof(outcome_row, outcome)),
    PDK_TIME_COLUMN("outcome_time", "when it was served or rescinded", PDK_ROLE_NONE,
                    offsetof(outcome_row, outcome_time)),
    PDK_COLUMNS_END,
};

static outcome_row row_of(const pdk_laps *laps, uint32_t slot, double time)
{
    size_t e = pdk_laps_find_entry(laps, slot, time);
    const pdk_driven_lap *lap = e != SIZE_MAX ? pdk_laps_at(laps, e, time) : NULL;
    return (outcome_row){ .driver = e != SIZE_MAX ? laps->entries[e].name : (pdk_text){ NULL, 0 },
                          .slot = slot,
                          .entry = e,
                          .lap = lap != NULL ? lap->lap : UINT32_MAX,
                          .time = time,
                          .seconds = NAN,
                          .outcome_time = NAN };
}

static const char *word_of(pdk_session_penalty_kind kind)
{
    static const char *const words[] = { "other", "stop_and_go", "drive_through", "time", "disqualified" };
    return (unsigned)kind < sizeof words / sizeof words[0] ? words[kind] : words[0];
}

/* Until something becomes of it. */
static const char *open_outcome(pdk_session_penalty_kind kind)
{
    if (kind == PDK_PENALTY_TIME) return "added";
    return kind == PDK_PENALTY_DISQUALIFIED ? "recorded" : "not_served";
}

/* One that was served or taken back answers the first of its kind that is open, as in the results. */
static void close_first(outcome_row *rows, size_t count, const pdk_session_penalty *penalty, size_t entry)
{
    for (size_t i = 0; i < count; i++) {
        bool added = penalty->step == PDK_PENALTY_ADDED; /* whatever it was */
        if (!rows[i].open || rows[i].entry != entry || (!added && rows[i].given != penalty->kind)) continue;
        rows[i].open = false;
        rows[i].outcome = pdk_text_of(added ? "added" : penalty->step == PDK_PENALTY_SERVED ? "served" : "rescinded");
        if (added) rows[i].seconds = penalty->seconds;
        rows[i].outcome_time = penalty->time;
        return;
    }
}

static bool add_penalties(const pdk_laps *laps, pdk_vector *rows)
{
    for (size_t i = 0; i < laps->session->penalty_count; i++) {
        const pdk_session_penalty *penalty = &laps->session->penalties[i];
        outcome_row made = row_of(laps, penalty->slot, penalty->time);
        if (penalty->step != PDK_PENALTY_GIVEN) {
            close_first(rows->items, rows->count, penalty, made.entry);
            continue;
        }
        made.given = penalty->kind;
        made.open = true;
        made.kind = pdk_text_of(word_of(penalty->kind));
        made.outcome = pdk_text_of(open_outcome(penalty->kind));
        if (penalty->kind == PDK_PENALTY_TIME) made.seconds = penalty->seconds;
        outcome_row *row = pdk_vector_push(rows);
        if (row == NULL) return false;
        *row = made;
    }
    return true;
}

static bool add_cuts(const pdk_laps *laps, pdk_vector *rows)
{
    for (size_t i = 0; i < laps->session->cut_count; i++) {
        outcome_row *row = pdk_vector_push(rows);
        if (row == NULL) return false;
        *row = row_of(laps, laps->session->cuts[i].slot, laps->session->cuts[i].time);
        row->kind = pdk_text_of("track_limits");
        row->outcome = pdk_text_of("recorded");
    }
    return true;
}

static int by_time(const void *a, const void *b, void *user)
{
    const outcome_row *one = a, *other = b;
    (void)user;
    return (one->time > other->time) - (one->time < other->time);
}

/* Penalties or track limits: R1 records neither. */
static pdk_status need_records(const pdk_session *session, pdk_error *error)
{
    if (session->has_penalties) return PDK_OK;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "analysis.penalties", "this replay records no penalties");
}

static pdk_status make(pdk_answers *answers, void *made, pdk_error *error)
{
    (void)made;
    const pdk_laps *laps;
    pdk_status status = pdk_answers_laps(answers, &laps, error);
    if (status == PDK_OK) status = need_records(laps->session, error);
    if (status != PDK_OK) return status;
    pdk_vector rows = pdk_vector_of(answers->memory, sizeof(outcome_row));
    bool good = add_penalties(laps, &rows) && add_cuts(laps, &rows) &&
                pdk_merge_sort(answers->memory, rows.items, rows.count, sizeof(outcome_row), by_time, NULL);
    if (!good) return pdk_fail_memory(error, answers->memory, "penalties");
    return pdk_answer_table(answers, rows.items, rows.count, sizeof(outcome_row), outcome_members, error);
}

static pdk_status have(const pdk_document *document, pdk_error *error)
{
    pdk_status status = pdk_have_laps(document, error);
    bool told = document->services != NULL && (document->services->session_has & PDK_HAS_PENALTIES) != 0;
    if (status != PDK_OK || told) return status;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "analysis.penalties", "%s files do not record penalties",
                    document->info->id);
}

static pdk_status decide(pdk_answers *answers, pdk_error *error)
{
    const pdk_session *session;
    pdk_status status = pdk_answers_session(answers, &session, error);
    if (status == PDK_OK) status = need_records(session, error);
    return status == PDK_OK ? pdk_decide_laps(answers, error) : status;
}

const pdk_step pdk_step_penalty_outcomes = { .name = "penalty_outcomes",
                                             .meaning = "a row for each penalty and each decision on track limits",
                                             .needs = PDK_NEEDS(laps),
                                             .make = make,
                                             .have = have,
                                             .decide = decide };
