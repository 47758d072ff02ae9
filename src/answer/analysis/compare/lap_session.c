/* Laps taken together: how consistent each driver is in each corner, and the best of every corner and minisector. */
#include <math.h>
#include <string.h>

#include "analysis/columns.h"
#include "analysis/compare/comparison.h"
#include "base/text.h"
#include "base/number.h"

enum { LONG_RUN = 5 /* laps that follow each other */, MOST_MINISECTORS = 1000 };

/* Which laps of a driver a row is about. */
typedef enum run_kind { ALL_LAPS = 0, LONG_RUNS, SINGLE_LAPS, OF_COMPOUND, RUN_KINDS } run_kind;
static const char *const run_names[RUN_KINDS] = { "all", "long", "single", "compound" };
typedef struct lap_choice {
    run_kind kind;
    pdk_text compound; /* with OF_COMPOUND */
} lap_choice;

typedef struct consistency_row {
    pdk_text driver, run, name;
    uint32_t slot, corner, count, best_lap;
    double best, mean, deviation, ideal_time, ideal_corner_time;
    pdk_text best_file, compound;
} consistency_row;

typedef struct minisector_row {
    pdk_text driver, file;
    uint32_t slot, lap, minisector;
    double start_distance, end_distance, time;
    bool best, best_of_all;
} minisector_row;

/* One driver, and the laps that are the driver's. */
typedef struct lap_group {
    size_t *laps;
    size_t count;
} lap_group;

typedef struct lap_session {
    const pdk_lap_comparison *comparison;
    pdk_document *document;
    pdk_memory *memory;
    lap_group *groups;
    size_t group_count;
    bool *in_long_run; /* of each lap */
    size_t minisectors;
    double *times; /* of each lap in each minisector */
} lap_session;

/* ------------------------------------------------------------------------------------------------ who drove what */

static bool same_driver(const pdk_lap_comparison *comparison, size_t one, size_t other)
{
    const pdk_found_lap *a = &comparison->laps[one], *b = &comparison->laps[other];
    bool same_recording = comparison->references[one].document == comparison->references[other].document;
    if (same_recording && a->slot != b->slot) return false;
    return a->driver.size > 0 ? pdk_same_text(a->driver, b->driver) : same_recording;
}

/* Laps that count before or after this one, without a lap between them that does not. */
static size_t laps_beside(const pdk_lap_comparison *comparison, size_t lap, bool before)
{
    size_t found = 0;
    const pdk_found_lap *own = &comparison->laps[lap];
    for (bool more = true; more && found < LONG_RUN;) {
        uint32_t wanted = before ? own->lap - (uint32_t)found - 1 : own->lap + (uint32_t)found + 1;
        more = false;
        for (size_t i = 0; i < comparison->count && !more; i++) {
            more = comparison->references[i].document == comparison->references[lap].document &&
                   comparison->laps[i].slot == own->slot && comparison->laps[i].lap == wanted;
        }
        found += more;
    }
    return found;
}

/* The reference comes first because it is the fastest; among its driver's laps it goes where it was driven. */
static void place_reference(const pdk_lap_comparison *comparison, lap_group *group)
{
    size_t place = 0;
    for (size_t i = 1; i < group->count; i++) {
        const pdk_found_lap *lap = &comparison->laps[group->laps[i]];
        bool same_recording = comparison->references[group->laps[i]].document == comparison->references[0].document;
        if (!same_recording) continue;
        bool later = lap->lap > comparison->laps[0].lap;
        if (later && place > 0) break;
        place = later ? i - 1 : i;
        if (later) break;
    }
    for (size_t i = 0; i < place; i++) group->laps[i] = group->laps[i + 1];
    group->laps[place] = 0;
}

static pdk_status group_laps(lap_session *session, pdk_error *error)
{
    const pdk_lap_comparison *comparison = session->comparison;
    size_t count = comparison->count;
    session->groups = pdk_alloc_array(session->memory, count, sizeof *session->groups);
    session->in_long_run = pdk_alloc_array(session->memory, count, sizeof *session->in_long_run);
    size_t *all = pdk_alloc_array(session->memory, count, sizeof *all);
    bool *taken = pdk_alloc_array(session->memory, count, sizeof *taken);
    if (session->groups == NULL || session->in_long_run == NULL || all == NULL || taken == NULL)
        return pdk_fail_memory(error, session->memory, "laps");
    for (size_t i = 0; i < count; i++) {
        if (taken[i]) continue;
        lap_group *group = &session->groups[session->group_count++];
        group->laps = all;
        for (size_t k = i; k < count; k++) {
            if (taken[k] || !same_driver(comparison, i, k)) continue;
            taken[k] = true;
            group->laps[group->count++] = k;
        }
        all += group->count;
    }
    if (session->group_count > 0) place_reference(comparison, &session->groups[0]);
    for (size_t i = 0; i < count; i++)
        session->in_long_run[i] = laps_beside(comparison, i, true) + 1 + laps_beside(comparison, i, false) >= LONG_RUN;
    pdk_free(session->memory, taken);
    return PDK_OK;
}

/* --------------------------------------------------------------------------------------------------- minisectors */

static double bound_of(const lap_session *session, size_t number)
{
    return session->comparison->length * (double)number / (double)session->minisectors;
}

static double *times_of(const lap_session *session, size_t lap)
{
    return session->times + lap * session->minisectors;
}

static pdk_status time_minisectors(lap_session *session, pdk_error *error)
{
    const pdk_lap_comparison *comparison = session->comparison;
    session->times =
        pdk_alloc_array(session->memory, (uint64_t)comparison->count * session->minisectors, sizeof *session->times);
    if (session->times == NULL) return pdk_fail_memory(error, session->memory, "minisectors");
    for (size_t lap = 0; lap < comparison->count; lap++) {
        double before = pdk_compare_time(comparison, lap, 0);
        for (size_t i = 0; i < session->minisectors; i++) {
            double at = pdk_compare_time(comparison, lap, bound_of(session, i + 1));
            times_of(session, lap)[i] = at - before;
            before = at;
        }
    }
    return PDK_OK;
}

/* The best of some laps in a minisector; NaN where nobody was there. */
static double best_of(const lap_session *session, const lap_group *group, size_t minisector)
{
    double best = NAN;
    for (size_t i = 0; i < group->count; i++) best = fmin(best, times_of(session, group->laps[i])[minisector]);
    return best;
}

static double ideal_of(const lap_session *session, const lap_group *group)
{
    double sum = 0;
    for (size_t i = 0; i < session->minisectors; i++) sum += best_of(session, group, i);
    return sum;
}

static void fill_minisectors(const lap_session *session, const lap_group *group, minisector_row *rows)
{
    const pdk_lap_comparison *comparison = session->comparison;
    for (size_t number = 0; number < session->minisectors; number++) {
        double own = best_of(session, group, number), all = own;
        for (size_t g = 0; g < session->group_count; g++)
            all = fmin(all, best_of(session, &session->groups[g], number));
        for (size_t i = 0; i < group->count; i++) {
            const pdk_found_lap *lap = &comparison->laps[group->laps[i]];
            double time = times_of(session, group->laps[i])[number];
            rows[i * session->minisectors + number] = (minisector_row){ .driver = lap->driver,
                                                                        .file = lap->file,
                                                                        .slot = (uint32_t)lap->slot,
                                                                        .lap = lap->lap,
                                                                        .minisector = (uint32_t)number + 1,
                                                                        .start_distance = bound_of(session, number),
                                                                        .end_distance = bound_of(session, number + 1),
                                                                        .time = time,
                                                                        .best = time <= own,
                                                                        .best_of_all = time <= all };
        }
    }
}

#define AT(member) offsetof(minisector_row, member)
static const pdk_member minisector_members[] = {
    PDK_WORD_COLUMN("file", NULL, PDK_ROLE_NONE, AT(file)),
    PDK_DRIVER_COLUMNS(AT(driver), AT(slot)),
    PDK_COUNT_COLUMN("lap", NULL, PDK_ROLE_LAP, AT(lap)),
    PDK_COUNT_COLUMN("minisector", "from 1: parts of the track of one length", PDK_ROLE_NONE, AT(minisector)),
    PDK_REAL_COLUMN("start_distance", "m", "along the track", AT(start_distance)),
    PDK_REAL_COLUMN("end_distance", "m", "along the track", AT(end_distance)),
    PDK_TIME_COLUMN("time", NULL, PDK_ROLE_NONE, AT(time)),
    PDK_FLAG_COLUMN("best", "the driver's best there", AT(best)),
    PDK_FLAG_COLUMN("best_of_all", "the best of all laps there", AT(best_of_all)),
    PDK_COLUMNS_END,
};
#undef AT

static pdk_status add_minisectors(const lap_session *session, pdk_error *error)
{
    uint64_t count = (uint64_t)session->comparison->count * session->minisectors;
    minisector_row *rows = pdk_alloc_array(session->memory, count, sizeof *rows), *at = rows;
    if (rows == NULL) return pdk_fail_memory(error, session->memory, "minisectors");
    for (size_t g = 0; g < session->group_count; g++) {
        fill_minisectors(session, &session->groups[g], at);
        at += session->groups[g].count * session->minisectors;
    }
    pdk_table *table = pdk_document_add_table(session->document, "minisectors", "a row for each lap and minisector",
                                              count, sizeof minisector_members / sizeof *minisector_members - 1);
    return pdk_table_add_members(table, rows, sizeof *rows, minisector_members, session->memory, error);
}

/* --------------------------------------------------------------------------------------------------- consistency */

/* The time of a lap in one run of the comparison, or of the whole lap. */
static double time_in(const lap_session *session, size_t lap, size_t corner)
{
    const pdk_lap_comparison *comparison = session->comparison;
    if (corner < comparison->corner_count) return comparison->corners[corner].visits[lap].time;
    return isfinite(comparison->laps[lap].lap_time) ? comparison->laps[lap].lap_time
                                                    : pdk_compare_time(comparison, lap, comparison->length);
}

static bool is_chosen(const lap_session *session, size_t lap, const lap_choice *choice)
{
    if (choice->kind == OF_COMPOUND) return pdk_same_text(session->comparison->laps[lap].compound, choice->compound);
    return choice->kind == ALL_LAPS || session->in_long_run[lap] == (choice->kind == LONG_RUNS);
}

static consistency_row measure(const lap_session *session, const lap_group *group, size_t corner,
                               const lap_choice *choice)
{
    const pdk_lap_comparison *comparison = session->comparison;
    bool whole = corner >= comparison->corner_count;
    const pdk_found_lap *first = &comparison->laps[group->laps[0]];
    consistency_row row = { .driver = first->driver,
                            .slot = (uint32_t)first->slot,
                            .run = pdk_text_of(run_names[choice->kind]),
                            .compound = choice->compound,
                            .corner = whole ? UINT32_MAX : comparison->corners[corner].corner,
                            .name = pdk_text_of(whole ? "lap" : comparison->corners[corner].name),
                            .best_lap = UINT32_MAX,
                            .best = NAN,
                            .mean = NAN,
                            .deviation = NAN,
                            .ideal_time = NAN,
                            .ideal_corner_time = NAN };
    double sum = 0, squares = 0;
    for (size_t i = 0; i < group->count; i++) {
        double time = time_in(session, group->laps[i], corner);
        if (!is_chosen(session, group->laps[i], choice) || !isfinite(time)) continue;
        row.count++;
        sum += time;
        if (time >= row.best) continue;
        row.best = time;
        row.best_lap = comparison->laps[group->laps[i]].lap;
        row.best_file = comparison->laps[group->laps[i]].file;
    }
    if (row.count == 0) return row;
    row.mean = sum / row.count;
    for (size_t i = 0; i < group->count; i++) {
        double time = time_in(session, group->laps[i], corner);
        if (is_chosen(session, group->laps[i], choice) && isfinite(time))
            squares += (time - row.mean) * (time - row.mean);
    }
    row.deviation = sqrt(squares / row.count);
    return row;
}

/* The corners of one driver, and the lap made of them; what the best of all corners add up to is with the lap. */
static bool add_rows(const lap_session *session, const lap_group *group, lap_choice choice, pdk_vector *rows)
{
    double ideal = 0;
    for (size_t corner = 0; corner <= session->comparison->corner_count; corner++) {
        consistency_row made = measure(session, group, corner, &choice), *row;
        if (corner < session->comparison->corner_count) ideal += made.best;
        else made.ideal_corner_time = ideal;
        if (corner == session->comparison->corner_count && choice.kind == ALL_LAPS)
            made.ideal_time = ideal_of(session, group);
        if (made.count == 0) continue;
        row = pdk_vector_push(rows);
        if (row == NULL) return false;
        *row = made;
    }
    return true;
}

#define AT(member) offsetof(consistency_row, member)
static const pdk_member consistency_members[] = {
    PDK_DRIVER_COLUMNS(AT(driver), AT(slot)),
    PDK_WORD_COLUMN(
        "run",
        "all laps, those of long runs (five laps or more, one after the other), single ones, or those of one "
        "compound",
        PDK_ROLE_NONE, AT(run)),
    PDK_COUNT_COLUMN("corner", "null: the whole lap; 0: there is no corner in this part", PDK_ROLE_NONE, AT(corner)),
    PDK_WORD_COLUMN("name", "\"turn 3\", \"lap\"", PDK_ROLE_NONE, AT(name)),
    PDK_COUNT_COLUMN("count", "laps", PDK_ROLE_NONE, AT(count)),
    PDK_TIME_COLUMN("best", NULL, PDK_ROLE_NONE, AT(best)),
    PDK_TIME_COLUMN("mean", NULL, PDK_ROLE_NONE, AT(mean)),
    PDK_TIME_COLUMN("deviation", "standard deviation, of all of them", PDK_ROLE_NONE, AT(deviation)),
    PDK_COUNT_COLUMN("best_lap", NULL, PDK_ROLE_LAP, AT(best_lap)),
    PDK_WORD_COLUMN("best_file", "of the best lap", PDK_ROLE_NONE, AT(best_file)),
    PDK_TIME_COLUMN("ideal_time", "of the lap: what the driver's best minisectors add up to; never driven in one lap",
                    PDK_ROLE_NONE, AT(ideal_time)),
    PDK_TIME_COLUMN("ideal_corner_time",
                    "of the lap: what the best of every corner adds up to; never driven in one lap", PDK_ROLE_NONE,
                    AT(ideal_corner_time)),
    PDK_WORD_COLUMN("compound", "of the tyres, in rows of one compound", PDK_ROLE_NONE, AT(compound)),
    PDK_COLUMNS_END,
};
#undef AT

/* Rows for each compound, where the driver's laps are of several: in the order in which they were driven. */
static bool add_compounds(const lap_session *session, const lap_group *group, pdk_vector *rows)
{
    const pdk_found_lap *laps = session->comparison->laps;
    size_t others = 0;
    for (size_t i = 1; i < group->count; i++)
        others += !pdk_same_text(laps[group->laps[i]].compound, laps[group->laps[0]].compound);
    if (others == 0) return true;
    for (size_t i = 0; i < group->count; i++) {
        pdk_text own = laps[group->laps[i]].compound;
        bool before = false;
        for (size_t k = 0; k < i && !before; k++) before = pdk_same_text(laps[group->laps[k]].compound, own);
        if (before || own.size == 0) continue;
        if (!add_rows(session, group, (lap_choice){ .kind = OF_COMPOUND, .compound = own }, rows)) return false;
    }
    return true;
}

static pdk_status add_consistency(const lap_session *session, pdk_error *error)
{
    pdk_vector rows = pdk_vector_of(session->memory, sizeof(consistency_row));
    bool good = true;
    for (size_t g = 0; g < session->group_count && good; g++) {
        const lap_group *group = &session->groups[g];
        size_t in_runs = 0;
        for (size_t i = 0; i < group->count; i++) in_runs += session->in_long_run[group->laps[i]];
        bool both = in_runs > 0 && in_runs < group->count; /* otherwise there are no differences */
        good = add_rows(session, group, (lap_choice){ .kind = ALL_LAPS }, &rows);
        if (both)
            good = good && add_rows(session, group, (lap_choice){ .kind = LONG_RUNS }, &rows) &&
                   add_rows(session, group, (lap_choice){ .kind = SINGLE_LAPS }, &rows);
        good = good && add_compounds(session, group, &rows);
    }
    if (!good) return pdk_fail_memory(error, session->memory, "consistency");
    pdk_table *table = pdk_document_add_table(session->document, "consistency",
                                              "a row for each driver and part of the lap, and one for the lap",
                                              rows.count, sizeof consistency_members / sizeof *consistency_members - 1);
    return pdk_table_add_members(table, rows.items, sizeof(consistency_row), consistency_members, session->memory,
                                 error);
}

pdk_status pdk_compare_session(const pdk_lap_comparison *comparison, pdk_document *document, pdk_error *error)
{
    lap_session session = { .comparison = comparison, .document = document, .memory = comparison->memory };
    uint64_t wanted = comparison->options->minisectors;
    if (wanted == 0) return PDK_OK;
    if (wanted > MOST_MINISECTORS)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "compare.minisectors", "a lap has at most %d minisectors",
                        MOST_MINISECTORS);
    session.minisectors = (size_t)wanted;
    pdk_status status = group_laps(&session, error);
    if (status == PDK_OK) status = time_minisectors(&session, error);
    if (status == PDK_OK) status = add_consistency(&session, error);
    if (status == PDK_OK) status = add_minisectors(&session, error);
    if (status != PDK_OK) return status;
    double ideal = 0;
    for (size_t i = 0; i < session.minisectors; i++) {
        double best = NAN;
        for (size_t g = 0; g < session.group_count; g++) best = fmin(best, best_of(&session, &session.groups[g], i));
        ideal += best;
    }
    pdk_document_add_number(document, "ideal_time", pdk_round_computed(ideal), "s",
                            "of the best minisectors of all laps; nobody drove it in one lap", PDK_LIKELY);
    return PDK_OK;
}
