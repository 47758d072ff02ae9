/* The answer `pit_rules`: how long cars stood at their stops, and how fast they drove in the lane. */
#include "analysis/rules/rules.h"

#include "base/trigonometry.h"

static const double beside = 0.2;         /* s at both ends of a visit: the line may be a pose away */
static const double allowed = 0.5 / 3.6;  /* m/s above the limit */
static const double unit_of_times = 1e-3; /* s */

typedef struct pit_row {
    pdk_rule_row common; /* time: the lane was entered */
    pdk_text rule, unit;
    uint32_t stop;
    double value, limit;
} pit_row;

#define AT(member) offsetof(pit_row, member)
static const pdk_member members[] = {
    PDK_DRIVER_COLUMNS(AT(common.driver), AT(common.slot)),
    PDK_COUNT_COLUMN("stop", "from 1, as in pit_stops", PDK_ROLE_NONE, AT(stop)),
    PDK_COUNT_COLUMN("lap", "in which the lane was entered", PDK_ROLE_LAP, AT(common.lap)),
    PDK_TIME_COLUMN("time", "of the session's clock: the lane was entered", PDK_ROLE_TIME, AT(common.time)),
    PDK_WORD_COLUMN("rule", "minimum_stop or speed; no file says when the lane is closed", PDK_ROLE_NONE, AT(rule)),
    PDK_REAL_COLUMN("value", NULL, "time standing, or top speed in the lane", AT(value)),
    PDK_REAL_COLUMN("limit", NULL, "as it was given with the options; null = none was", AT(limit)),
    PDK_WORD_COLUMN("unit", "of both: s or m/s", PDK_ROLE_NONE, AT(unit)),
    PDK_MAYBE_COLUMN("broken", "null where no limit was given, or the value is not known", AT(common.broken)),
    PDK_RULE_ENDING(pit_row),
};
#undef AT

/* Faster than this it was on the whole way between two poses; NaN = no two poses in the lane. A single pose that is
 * out of place makes one stretch longer and its neighbour shorter, so that the lesser of two neighbours counts.
 * `segment` is where to look first, 0 in the beginning. */
static double top_speed(const pdk_path *path, size_t *segment, double from, double to)
{
    double top = NAN;
    for (size_t s = *segment; s < path->segment_count; s++) {
        const pdk_path_segment *part = &path->segments[s];
        const pdk_path_sample *samples = path->samples + part->first;
        double before = NAN;
        if (samples[0].time > to) break;
        if (samples[part->count - 1].time < from) {
            *segment = s + 1; /* visits come in order of time */
            continue;
        }
        size_t first = samples[0].time < from ? pdk_path_find_sample(path, s, from) - part->first + 1 : 0;
        for (size_t i = first + 1; i < part->count && samples[i].time <= to; i++) {
            double passed = samples[i].time - samples[i - 1].time;
            double speed = pdk_hypot((double)samples[i].x - (double)samples[i - 1].x,
                                     (double)samples[i].y - (double)samples[i - 1].y) /
                           passed;
            if (!(passed > 0)) continue;
            if (!isnan(before)) top = fmax(top, fmin(before, speed));
            before = speed;
        }
    }
    return top;
}

static pit_row *add_row(pdk_rule_rows *rows, const pdk_race_entry *entry, const pdk_pit_visit *visit, uint32_t stop)
{
    pit_row *row = pdk_vector_push(&rows->list);
    if (row == NULL) return NULL;
    *row = (pit_row){ .common = { .driver = entry->name,
                                  .slot = entry->slot,
                                  .lap = pdk_rule_driver_at(rows->rules->race.laps, entry->slot, visit->enter).lap,
                                  .time = visit->enter,
                                  .broken = PDK_RULE_UNKNOWN },
                      .stop = stop,
                      .limit = NAN };
    return row;
}

static bool check_stop(pdk_rule_rows *rows, const pdk_race_entry *entry, const pdk_pit_visit *visit, uint32_t stop)
{
    double least = rows->answers->options.min_stop;
    if (!visit->service) return true;
    pit_row *row = add_row(rows, entry, visit, stop);
    if (row == NULL) return false;
    row->rule = pdk_text_of("minimum_stop");
    row->unit = pdk_text_of("s");
    row->value = pdk_visit_stationary(visit);
    if (least > 0) row->limit = least;
    if (least > 0 && !isnan(row->value)) row->common.broken = row->value < least - unit_of_times;
    if (isnan(row->value)) pdk_pool_print(&rows->pool, "how long it stood is not known");
    else pdk_pool_print(&rows->pool, "stood %.1f s", row->value);
    if (row->common.broken != PDK_RULE_UNKNOWN)
        pdk_pool_print(&rows->pool, "%s the %.1f s required", row->common.broken ? ", less than" : ", not less than",
                       least);
    pdk_pool_print(&rows->pool, ".");
    row->common.sentence = pdk_pool_take(&rows->pool);
    row->common.basis =
        pdk_text_of(visit->moved >= visit->stopped ? "the events of the stop" : "the poses in the lane");
    return true;
}

static bool check_speed(pdk_rule_rows *rows, const pdk_race_entry *entry, const pdk_pit_visit *visit, uint32_t stop,
                        size_t *segment)
{
    double limit = rows->answers->options.pit_limit;
    const pdk_paths *paths = rows->rules->race.paths;
    const pdk_path *path = paths != NULL ? pdk_paths_find(paths, entry->slot) : NULL;
    double end = visit->garage && visit->garage_time > visit->enter ? visit->garage_time : visit->exit;
    if (path == NULL || !isfinite(end)) return true;
    double top = top_speed(path, segment, visit->enter + beside, end - beside);
    if (isnan(top)) return true;
    pit_row *row = add_row(rows, entry, visit, stop);
    if (row == NULL) return false;
    row->rule = pdk_text_of("speed");
    row->unit = pdk_text_of("m/s");
    row->value = top;
    if (limit > 0) {
        row->limit = limit;
        row->common.broken = top > limit + allowed;
    }
    pdk_pool_print(&rows->pool, "drove at up to %.1f km/h in the pit lane", top * 3.6);
    if (limit > 0)
        pdk_pool_print(&rows->pool, ", %s the limit of %.1f km/h", row->common.broken ? "over" : "within", limit * 3.6);
    pdk_pool_print(&rows->pool, ".");
    row->common.sentence = pdk_pool_take(&rows->pool);
    row->common.basis =
        pdk_text_of("the way between poses in the lane, without 0.2 s at both ends; half a km/h is allowed");
    return true;
}

static bool collect(pdk_rule_rows *rows)
{
    const pdk_laps *laps = rows->rules->race.laps;
    for (size_t e = 0; e < laps->entry_count; e++) {
        const pdk_race_entry *entry = &laps->entries[e];
        uint32_t stop = 0;
        size_t segment = 0;
        for (size_t i = entry->first_visit; i < entry->first_visit + entry->visit_count; i++) {
            const pdk_pit_visit *visit = &laps->visits[i];
            if (!isfinite(visit->enter)) continue;
            stop++;
            if (!check_stop(rows, entry, visit, stop) || !check_speed(rows, entry, visit, stop, &segment)) return false;
        }
    }
    return true;
}

static pdk_status make(pdk_answers *answers, void *made, pdk_error *error)
{
    static const pdk_rule_check check = { collect, sizeof(pit_row), members, false };
    return pdk_make_rule_table(answers, &check, made, error);
}

const pdk_step pdk_step_pit_rules = { .name = "pit_rules",
                                      .meaning = "a row for each pit stop and each rule that can be checked of it",
                                      .needs = PDK_NEEDS(rules_base),
                                      .size = sizeof(pdk_rule_list),
                                      .make = make,
                                      .have = pdk_have_rules,
                                      .decide = pdk_decide_laps };
