/* The answer `rejoins`: who came back to the track, and who came from behind then. */
#include <stdlib.h>

#include "analysis/incident/incident_words.h"
#include "analysis/rules/rules.h"
#include "base/trigonometry.h"

static const double least_away = 1, one_loss = 2;            /* s: shorter ones are no return; nearer ones are one */
static const double look_on = 3, step = 0.25, goes_on = 0.5; /* s after the return */
static const double most_gap = 3, beside = 6;                /* s; m across the way of the car behind */
static const double moving = 1;                              /* m/s */
static const double slowest = 3;                             /* m/s of the car behind */
static const double far_away = 600;                          /* m: nobody comes from there in that time */

typedef struct rejoin_row {
    pdk_rule_row common; /* broken: unsafe */
    pdk_text other;
    uint32_t other_slot;
    double smallest_gap, closing_speed;
} rejoin_row;

#define AT(member) offsetof(rejoin_row, member)
static const pdk_member members[] = {
    PDK_DRIVER_COLUMNS(AT(common.driver), AT(common.slot)),
    PDK_TIME_COLUMN("time", "of the session's clock: back on the track, or out of the spin", PDK_ROLE_TIME,
                    AT(common.time)),
    PDK_COUNT_COLUMN("lap", NULL, PDK_ROLE_LAP, AT(common.lap)),
    PDK_TIME_COLUMN("smallest_gap",
                    "to the nearest car behind in the 3 s after, from centre to centre, at that car's speed; null = "
                    "none was within 3 s",
                    PDK_ROLE_NONE, AT(smallest_gap)),
    PDK_REAL_COLUMN("closing_speed", "m/s", "the largest of that car in this time; negative = it fell back",
                    AT(closing_speed)),
    PDK_FLAG_COLUMN("unsafe", "within 1 s a car came from at most 30 m behind and was at least 3 m/s faster",
                    AT(common.broken)),
    PDK_WORD_COLUMN("other", "the nearest car behind", PDK_ROLE_NONE, AT(other)),
    PDK_COUNT_COLUMN("other_slot", "the same", PDK_ROLE_NONE, AT(other_slot)),
    PDK_RULE_ENDING(rejoin_row),
};
#undef AT

typedef struct follower {
    const pdk_path *path;
    double gap, closing; /* s; m/s */
} follower;

/* m that the first is ahead of the second: along the track, or where there is none straight on; NaN = it is elsewhere.
 */
static double way_ahead(const pdk_race_view *race, const pdk_path *path, const pdk_path *other, double time)
{
    pdk_path_state car, behind;
    pdk_track_position own, its;
    if (!pdk_path_at(race->paths, path, time, &car) || !pdk_path_at(race->paths, other, time, &behind)) return NAN;
    if (fabs(car.position[2] - behind.position[2]) > beside) return NAN;
    if (race->stations != NULL && pdk_stations_at(race->stations, path, time, &own) &&
        pdk_stations_at(race->stations, other, time, &its))
        return fabs(own.lateral - its.lateral) < beside
                   ? pdk_track_way(race->stations->model, its.distance, own.distance)
                   : NAN;
    double speed = pdk_hypot(behind.velocity[0], behind.velocity[1]);
    double way[2] = { behind.velocity[0] / speed, behind.velocity[1] / speed },
           apart[2] = { car.position[0] - behind.position[0], car.position[1] - behind.position[1] };
    double across = apart[1] * way[0] - apart[0] * way[1];
    return speed > slowest && fabs(across) < beside ? apart[0] * way[0] + apart[1] * way[1] : NAN;
}

/* Of one other car, from the return on. */
static follower follow(const pdk_race_view *race, const pdk_path *path, const pdk_path *other, double time)
{
    follower found = { other, INFINITY, NAN };
    pdk_path_state first, there;
    if (!pdk_path_at(race->paths, path, time, &first) || !pdk_path_at(race->paths, other, time, &there) ||
        !(pdk_hypot(there.position[0] - first.position[0], there.position[1] - first.position[1]) < far_away))
        return found;
    double before = NAN;
    for (double at = time; at <= time + look_on; at += step) {
        if (!pdk_path_at(race->paths, path, at, &first)) break; /* reset, or gone */
        double way = way_ahead(race, path, other, at);
        bool behind = way > 0 && pdk_path_at(race->paths, other, at, &there) && there.speed > slowest &&
                      way <= most_gap * there.speed;
        if (behind) found.gap = fmin(found.gap, way / there.speed);
        if (behind && !((before - way) / step <= found.closing)) found.closing = (before - way) / step;
        before = way;
        if (!(at + step > at)) break; /* so large a time has no tenths of a second */
    }
    return found;
}

static follower find_nearest(const pdk_race_view *race, const pdk_path *path, double time)
{
    follower nearest = { NULL, INFINITY, NAN };
    const pdk_paths *paths = race->paths;
    for (size_t i = 0; i < paths->count; i++) {
        if (&paths->paths[i] == path || paths->paths[i].slot >= PDK_SESSION_NONE) continue;
        follower found = follow(race, path, &paths->paths[i], time);
        if (found.gap < nearest.gap) nearest = found;
    }
    return nearest;
}

static void say(pdk_text_pool *pool, rejoin_row *row, const pdk_loss_of_track *loss)
{
    pdk_pool_print(pool, "%s after %.1f s", loss->spun ? "drove on from a spin" : "came back on track",
                   loss->to - loss->from);
    if (isnan(row->smallest_gap)) pdk_pool_print(pool, "; nobody was within 3 s behind");
    else {
        pdk_pool_print(pool, ", %.1f s in front of ", row->smallest_gap);
        pdk_put_rule_driver(pool, row->other, row->other_slot);
        if (row->closing_speed * 3.6 >= 0.5)
            pdk_pool_print(pool, ", who closed in at %.0f km/h", row->closing_speed * 3.6);
    }
    pdk_pool_print(pool, row->common.broken ? ": unsafe." : ".");
    row->common.sentence = pdk_pool_take(pool);
}

/* Else it stays there, is put into the garage, or the recording ends. */
static bool drives_on(const pdk_paths *paths, const pdk_path *path, double time)
{
    pdk_path_state state;
    size_t segment = pdk_path_find_segment(path, time);
    return segment != SIZE_MAX && pdk_path_at(paths, path, time + goes_on, &state) && state.segment == segment &&
           state.speed > moving;
}

static bool add_return(pdk_rule_rows *rows, const pdk_loss_of_track *loss)
{
    const pdk_race_view *race = &rows->rules->race;
    const pdk_path *path = pdk_paths_find(race->paths, loss->slot);
    if (path == NULL || !drives_on(race->paths, path, loss->to)) return true;
    rejoin_row *row = pdk_vector_push(&rows->list);
    if (row == NULL) return false;
    follower nearest = find_nearest(race, path, loss->to);
    pdk_rule_driver driver = pdk_rule_driver_at(race->laps, loss->slot, loss->to);
    *row = (rejoin_row){ .common = { .driver = driver.name,
                                     .slot = loss->slot,
                                     .lap = driver.lap,
                                     .time = loss->to,
                                     .broken = loss->returned_upon != PDK_SESSION_NONE },
                         .smallest_gap = NAN,
                         .closing_speed = NAN,
                         .other_slot = UINT32_MAX };
    if (nearest.path != NULL) {
        row->smallest_gap = nearest.gap;
        row->closing_speed = nearest.closing;
        row->other_slot = (uint32_t)nearest.path->slot;
        row->other = pdk_rule_driver_at(race->laps, row->other_slot, loss->to).name;
    }
    say(&rows->pool, row, loss);
    row->common.basis = loss->spun ? pdk_text_of("poses: the nose pointed along the way again")
                                   : pdk_text_of(pdk_judge_in_words(pdk_text_of(rows->incidents->judged_by)));
    return true;
}

static int by_slot(const void *left, const void *right)
{
    const pdk_loss_of_track *a = left, *b = right;
    if (a->slot != b->slot) return a->slot < b->slot ? -1 : 1;
    if (a->from != b->from) return a->from < b->from ? -1 : 1;
    return a->spun < b->spun ? -1 : a->spun > b->spun;
}

static int by_time(const void *left, const void *right)
{
    const rejoin_row *a = left, *b = right;
    if (a->common.time != b->common.time) return a->common.time < b->common.time ? -1 : 1;
    return a->common.slot < b->common.slot ? -1 : a->common.slot > b->common.slot;
}

/* A spin on the grass is one loss: of the same car those that overlap, or nearly, become one. Returns how many. */
static size_t join(pdk_loss_of_track *losses, size_t count)
{
    size_t kept = 0;
    if (count > 0) qsort(losses, count, sizeof *losses, by_slot);
    for (size_t i = 0; i < count; i++) {
        pdk_loss_of_track *last = kept > 0 ? &losses[kept - 1] : NULL;
        if (last == NULL || last->slot != losses[i].slot || losses[i].from > last->to + one_loss) {
            losses[kept++] = losses[i];
            continue;
        }
        if (losses[i].to > last->to) {
            last->to = losses[i].to;
            last->spun = losses[i].spun;
        }
        if (losses[i].returned_upon != PDK_SESSION_NONE) last->returned_upon = losses[i].returned_upon;
    }
    return kept;
}

static bool collect(pdk_rule_rows *rows)
{
    const pdk_incidents *incidents = rows->incidents;
    if (rows->rules->race.paths == NULL) return true;
    pdk_loss_of_track *losses = pdk_alloc_array(&rows->scratch, incidents->loss_count, sizeof *losses);
    if (losses == NULL) return false;
    for (size_t i = 0; i < incidents->loss_count; i++) losses[i] = incidents->losses[i];
    size_t count = join(losses, incidents->loss_count);
    for (size_t i = 0; i < count; i++) {
        bool away = losses[i].to - losses[i].from >= least_away;
        if (away && !add_return(rows, &losses[i])) return false;
    }
    if (rows->list.count > 0) qsort(rows->list.items, rows->list.count, sizeof(rejoin_row), by_time);
    return true;
}

static pdk_status make(pdk_answers *answers, void *made, pdk_error *error)
{
    static const pdk_rule_check check = { collect, sizeof(rejoin_row), members, true };
    return pdk_make_rule_table(answers, &check, made, error);
}

const pdk_step pdk_step_rejoins = { .name = "rejoins",
                                    .meaning = "a row for each return to the track, and each spin that ended",
                                    .needs = PDK_NEEDS(rules_base) | PDK_NEEDS(incidents),
                                    .size = sizeof(pdk_rule_list),
                                    .make = make,
                                    .have = pdk_have_rules_of_incidents,
                                    .decide = pdk_decide_laps };
