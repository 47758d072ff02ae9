/* The answer `jump_starts`: who left the place on the grid before the race began. */
#include "analysis/rules/rules.h"

#include "base/trigonometry.h"

static const double look_back = 10, least_still = 1; /* s before the start; of standing */
static const double still = 0.2;                     /* m/s */
static const double first_move = 0.05;               /* m: more than a standing car's place varies */
static const double usual_tolerance = 0.1;           /* m */

typedef struct jump_row {
    pdk_rule_row common; /* time: when it moved */
    double early, distance;
} jump_row;

#define AT(member) offsetof(jump_row, member)
static const pdk_member members[] = {
    PDK_DRIVER_COLUMNS(AT(common.driver), AT(common.slot)),
    PDK_TIME_COLUMN("moved_time", "of the session's clock: when the car left its place", PDK_ROLE_TIME,
                    AT(common.time)),
    PDK_TIME_COLUMN("early", "from then to the start of the race", PDK_ROLE_NONE, AT(early)),
    PDK_REAL_COLUMN("distance", "m", "from its place, when the race began", AT(distance)),
    PDK_RULE_ENDING(jump_row),
};
#undef AT

static double apart(const pdk_path_sample *one, const pdk_path_sample *other)
{
    return pdk_hypot((double)one->x - (double)other->x, (double)one->y - (double)other->y);
}

/* The last sample at which the car stood, of the samples up to the start; SIZE_MAX = it did not stand for long. */
static size_t find_stand(const pdk_path_sample *samples, size_t count, double green)
{
    size_t since = 0, stood = SIZE_MAX;
    for (size_t i = 1; i < count && samples[i].time <= green; i++) {
        double passed = samples[i].time - samples[i - 1].time;
        if (!(apart(&samples[i], &samples[i - 1]) <= still * passed)) since = i;
        else if (samples[i].time >= green - look_back && samples[i].time - samples[since].time >= least_still)
            stood = i;
    }
    return stood;
}

/* A car that begins to move gains ground with the square of the time: from two places on its way, when it began. */
static double moved_time(const pdk_path_sample *samples, size_t count, size_t stood, size_t moved)
{
    double latest = samples[moved].time;
    if (moved + 1 >= count) return latest;
    double first = sqrt(apart(&samples[moved], &samples[stood])),
           second = sqrt(apart(&samples[moved + 1], &samples[stood]));
    if (!(second > first)) return latest;
    double began = (latest * second - samples[moved + 1].time * first) / (second - first);
    return fmin(fmax(began, samples[stood > 0 ? stood - 1 : 0].time), latest); /* it may have crept in the last step */
}

static void say(pdk_text_pool *pool, jump_row *row)
{
    pdk_pool_print(pool, "moved %.2f s before the start, and had left its place by %.2f m when the race began.",
                   row->early, row->distance);
    row->common.sentence = pdk_pool_take(pool);
    row->common.basis =
        pdk_text_of("poses, and the event that starts the race; when it began to move follows from two places, "
                    "at constant acceleration");
}

static bool judge(pdk_rule_rows *rows, const pdk_race_entry *entry, const pdk_path *path, double tolerance)
{
    double green = rows->rules->race.laps->green;
    size_t segment = pdk_path_find_segment(path, green);
    if (segment == SIZE_MAX) return true;
    const pdk_path_segment *part = &path->segments[segment];
    const pdk_path_sample *samples = path->samples + part->first;
    size_t stood = find_stand(samples, part->count, green), moved = stood;
    if (stood == SIZE_MAX) return true;
    while (moved < part->count && apart(&samples[moved], &samples[stood]) < first_move) moved++;
    pdk_path_state state;
    if (moved == part->count || !pdk_path_at(rows->rules->race.paths, path, green, &state)) return true;
    const double *origin = rows->rules->race.paths->origin;
    jump_row found = { .common = { .driver = entry->name,
                                   .slot = entry->slot,
                                   .lap = PDK_SESSION_NONE,
                                   .time = moved_time(samples, part->count, stood, moved),
                                   .broken = true },
                       .distance = pdk_hypot(state.position[0] - origin[0] - (double)samples[stood].x,
                                             state.position[1] - origin[1] - (double)samples[stood].y) };
    found.early = green - found.common.time;
    if (!(found.early > 0) || !(found.distance > tolerance)) return true;
    jump_row *row = pdk_vector_push(&rows->list);
    if (row == NULL) return false;
    say(&rows->pool, &found);
    *row = found;
    return true;
}

static bool is_in_pits(const pdk_laps *laps, const pdk_race_entry *entry, double time)
{
    for (size_t i = 0; i < entry->visit_count; i++) {
        double from, to;
        if (pdk_visit_span(laps, entry, i, &from, &to) && from <= time && time <= to) return true;
    }
    return false;
}

static bool collect(pdk_rule_rows *rows)
{
    const pdk_laps *laps = rows->rules->race.laps;
    double given = rows->answers->options.jump_tolerance;
    if (!rows->rules->can_jump) return true;
    for (size_t e = 0; e < laps->entry_count; e++) {
        const pdk_race_entry *entry = &laps->entries[e];
        const pdk_path *path = pdk_paths_find(rows->rules->race.paths, entry->slot);
        if (path == NULL || pdk_laps_find_entry(laps, entry->slot, laps->green) != e) continue;
        if (is_in_pits(laps, entry, laps->green)) continue;
        if (!judge(rows, entry, path, given > 0 ? given : usual_tolerance)) return false;
    }
    return true;
}

static pdk_status make(pdk_answers *answers, void *made, pdk_error *error)
{
    static const pdk_rule_check check = { collect, sizeof(jump_row), members, false };
    return pdk_make_rule_table(answers, &check, made, error);
}

const pdk_step pdk_step_jump_starts = { .name = "jump_starts",
                                        .meaning = "a row for each driver who moved before the race began",
                                        .needs = PDK_NEEDS(rules_base),
                                        .size = sizeof(pdk_rule_list),
                                        .make = make,
                                        .have = pdk_have_rules,
                                        .decide = pdk_decide_laps };
