/* The answer `blue_flags`: who drove right behind a car that is a lap down, and how long. */
#include <stdlib.h>

#include "analysis/rules/rules.h"
#include "base/trigonometry.h"

enum {
    MOST_AHEAD = 12, /* cars within a second that are looked at: more do not fit */
    AHEAD = 256      /* bytes: some steps */
};

static const double step = 0.1;                         /* s */
static const double near = 1;                           /* s behind */
static const double least = 1, one_spell = 1;           /* s: shorter ones are none; a shorter pause ends none */
static const double gap_said = 0.15;                    /* s: a car that passes has none in the end */
static const double slowest = 10, least_of_speed = 0.5; /* m/s; of the speed of the car behind: slower ones are no
                                                           obstacle on the way but beside it, or stand */

typedef struct flag_row {
    pdk_rule_row common; /* time: when it began */
    pdk_text by_driver;
    uint32_t by_slot;
    double end_time, duration, smallest_gap;
} flag_row;

#define AT(member) offsetof(flag_row, member)
static const pdk_member members[] = {
    PDK_WORD_COLUMN("driver", "who was held up", PDK_ROLE_DRIVER_NAME, AT(common.driver)),
    PDK_COUNT_COLUMN("slot", "the number that the file gives the driver", PDK_ROLE_DRIVER, AT(common.slot)),
    PDK_WORD_COLUMN("by_driver", "the car ahead, at least a lap down", PDK_ROLE_NONE, AT(by_driver)),
    PDK_COUNT_COLUMN("by_slot", "the same", PDK_ROLE_NONE, AT(by_slot)),
    PDK_COUNT_COLUMN("lap", "of the driver who was held up", PDK_ROLE_LAP, AT(common.lap)),
    PDK_TIME_COLUMN("start_time", "of the session's clock: within a second behind from then on", PDK_ROLE_TIME,
                    AT(common.time)),
    PDK_TIME_COLUMN("end_time", "past the car, or more than a second behind again", PDK_ROLE_NONE, AT(end_time)),
    PDK_TIME_COLUMN("duration", "from then to then", PDK_ROLE_NONE, AT(duration)),
    PDK_TIME_COLUMN("smallest_gap", "from centre to centre, at the speed of the car behind", PDK_ROLE_NONE,
                    AT(smallest_gap)),
    PDK_RULE_ENDING(flag_row),
};
#undef AT

/* One entry on its way through the race. */
typedef struct runner {
    const pdk_race_entry *entry;
    const pdk_path *path;
    const pdk_path_stations *stations;
    size_t segment, sample, lap, visit; /* where it is: numbers that only grow; sample in path->samples */
    bool runs;                          /* on the track, with the following known */
    double along, speed, progress;      /* m from the line; m/s; m since the race began, by laps and `along` */
} runner;

typedef struct spell {
    uint32_t behind, ahead; /* runners */
    double from, latest, gap;
} spell;

typedef struct watch {
    pdk_rule_rows *rows;
    const pdk_laps *laps;
    const pdk_track_model *model; /* closed */
    double length;                /* of it, m */
    runner *runners;
    size_t count;
    uint32_t *order; /* runners by `along` */
    size_t running;
    pdk_number_map pairs; /* two runners: their latest spell */
    pdk_vector spells;
} watch;

/* ------------------------------------------------------------------------------------------- where everyone is */

/* Goes to the last sample that is not later than `time`. Returns when the car is known next: `time` itself, a later
 * time, or infinity. */
static double go_to(runner *car, double time)
{
    const pdk_path *path = car->path;
    for (; car->segment < path->segment_count; car->segment++) {
        const pdk_path_segment *part = &path->segments[car->segment];
        if (path->samples[part->first + part->count - 1].time >= time) break;
    }
    if (car->segment == path->segment_count) return INFINITY;
    const pdk_path_segment *part = &path->segments[car->segment];
    if (path->samples[part->first].time > time) return path->samples[part->first].time;
    if (car->sample < part->first) car->sample = part->first;
    while (car->sample + 1 < (size_t)part->first + part->count && path->samples[car->sample + 1].time <= time)
        car->sample++;
    /* The next step comes to a sample that is in no cache: cars take turns, and each has another path. */
    __builtin_prefetch((const void *)((uintptr_t)&path->samples[car->sample] + AHEAD));
    return time;
}

static bool is_in_pits(const pdk_laps *laps, runner *car, double time)
{
    for (; car->visit < car->entry->visit_count; car->visit++) {
        double from, to;
        bool known = pdk_visit_span(laps, car->entry, car->visit, &from, &to);
        if (known && !(to < time)) return from <= time;
    }
    return false;
}

/* The lap that it is in; NULL = it is in none. */
static const pdk_driven_lap *lap_of(const pdk_laps *laps, runner *car, double time)
{
    const pdk_race_entry *entry = car->entry;
    size_t first = entry->first_lap;
    while (car->lap + 1 < entry->lap_count && laps->begins[first + car->lap + 1] <= time) car->lap++;
    if (entry->lap_count == 0 || laps->begins[first + car->lap] > time) return NULL;
    const pdk_driven_lap *lap = &laps->laps[first + car->lap];
    return lap->end_time < time ? NULL : lap;
}

/* The line that laps are counted by and the one where `along` is 0 are not the same to the metre. */
static double progress_of(const watch *all, const runner *car, const pdk_driven_lap *lap, double time)
{
    double laps = all->laps->complete[lap - all->laps->laps], passed = time - lap->start_time;
    double left = lap->end_time - time, quarter = all->length / 4;
    bool begins = car->along > 3 * quarter && !(passed > left) && passed * car->speed < quarter;
    bool ends = car->along < quarter && left < passed && left * car->speed < quarter;
    return (laps + (begins ? -1 : ends ? 1 : 0)) * all->length + car->along;
}

static void look_at_sample(const watch *all, runner *car, double time)
{
    const pdk_path_segment *part = &car->path->segments[car->segment];
    if (car->sample + 1 >= (size_t)part->first + part->count || is_in_pits(all->laps, car, time)) return;
    const pdk_driven_lap *lap = lap_of(all->laps, car, time);
    const pdk_path_sample *one = &car->path->samples[car->sample], *next = one + 1;
    double from = (double)car->stations->distance[car->sample], to = (double)car->stations->distance[car->sample + 1];
    double passed = next->time - one->time;
    if (lap == NULL || lap->kind == PDK_LAP_FORMATION || !isfinite(from) || !isfinite(to) || !(passed > 0)) return;
    double way = pdk_track_way(all->model, from, to);
    car->speed = pdk_hypot((double)next->x - (double)one->x, (double)next->y - (double)one->y) / passed;
    car->along = from + way * (time - one->time) / passed;
    if (car->along >= all->length) car->along -= all->length;
    if (car->along < 0) car->along += all->length;
    car->progress = progress_of(all, car, lap, time);
    car->runs = true;
}

/* Looks at a car; returns as go_to. */
static double look_at(const watch *all, runner *car, double time)
{
    car->runs = false;
    double next = go_to(car, time);
    if (!(next > time)) look_at_sample(all, car, time);
    return next;
}

/* Those on the track, by their place: nearly in the order of the moment before. Returns the time to look at next. */
static double line_up(watch *all, double time)
{
    double next = INFINITY;
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        uint32_t number = all->order[i];
        runner *car = &all->runners[number];
        next = fmin(next, look_at(all, car, time));
        if (!car->runs) continue;
        all->order[i] = all->order[kept];
        size_t at = kept++;
        for (; at > 0 && all->runners[all->order[at - 1]].along > car->along; at--) all->order[at] = all->order[at - 1];
        all->order[at] = number;
    }
    all->running = kept;
    return fmax(next, time + step);
}

/* --------------------------------------------------------------------------------------------- who is behind whom */

static bool end_spell(watch *all, const spell *one)
{
    const runner *car = &all->runners[one->behind], *other = &all->runners[one->ahead];
    if (!(one->latest - one->from >= least)) return true;
    flag_row *row = pdk_vector_push(&all->rows->list);
    if (row == NULL) return false;
    *row = (flag_row){ .common = { .driver = car->entry->name,
                                   .slot = car->entry->slot,
                                   .lap = pdk_rule_driver_at(all->laps, car->entry->slot, one->from).lap,
                                   .time = one->from,
                                   .broken = PDK_RULE_UNKNOWN },
                       .by_driver = other->entry->name,
                       .by_slot = other->entry->slot,
                       .end_time = one->latest,
                       .duration = one->latest - one->from,
                       .smallest_gap = one->gap };
    pdk_text_pool *pool = &all->rows->pool;
    pdk_pool_print(pool, "was within a second behind ");
    pdk_put_rule_driver(pool, row->by_driver, row->by_slot);
    pdk_pool_print(pool, ", a lap down, for %.1f s", row->duration);
    if (row->smallest_gap >= gap_said) pdk_pool_print(pool, "; the smallest gap was %.1f s", row->smallest_gap);
    pdk_pool_print(pool, ".");
    row->common.sentence = pdk_pool_take(pool);
    row->common.basis =
        pdk_text_of("poses, distances along the driven track, and laps; no file records that a flag was shown");
    return true;
}

static bool note(watch *all, uint32_t behind, uint32_t ahead, double gap, double time)
{
    uint32_t count = (uint32_t)all->spells.count,
             *index = pdk_number_map_at(&all->pairs, (uint64_t)behind << 32 | ahead, count);
    if (index == NULL) return false;
    spell *one = *index < count ? (spell *)all->spells.items + *index : pdk_vector_push(&all->spells);
    if (one == NULL) return false;
    if (*index == count || time - one->latest > one_spell) {
        if (*index < count && !end_spell(all, one)) return false;
        *one = (spell){ behind, ahead, time, time, gap };
    }
    one->latest = time;
    one->gap = fmin(one->gap, gap);
    return true;
}

/* The cars in front of each that are within a second. */
static bool compare(watch *all, double time)
{
    for (size_t i = 0; i < all->running; i++) {
        const runner *car = &all->runners[all->order[i]];
        if (!(car->speed > slowest)) continue;
        for (size_t k = 1; k < all->running && k <= MOST_AHEAD; k++) {
            uint32_t ahead = all->order[(i + k) % all->running];
            const runner *other = &all->runners[ahead];
            double way = other->along - car->along + (other->along < car->along ? all->length : 0);
            if (!(way <= near * car->speed)) break;
            bool lapped = car->progress - other->progress > all->length / 2;
            if (!lapped || other->speed < least_of_speed * car->speed) continue;
            if (!note(all, all->order[i], ahead, way / car->speed, time)) return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------------- the race */

static bool add_runners(watch *all)
{
    const pdk_race_view *race = &all->rows->rules->race;
    all->runners = pdk_alloc_array(&all->rows->scratch, all->laps->entry_count, sizeof *all->runners);
    all->order = pdk_alloc_array(&all->rows->scratch, all->laps->entry_count, sizeof *all->order);
    if (all->runners == NULL || all->order == NULL) return false;
    for (size_t e = 0; e < all->laps->entry_count; e++) {
        const pdk_race_entry *entry = &all->laps->entries[e];
        const pdk_path *path = pdk_paths_find(race->paths, entry->slot);
        if (path == NULL || entry->lap_count == 0) continue;
        all->order[all->count] = (uint32_t)all->count;
        all->runners[all->count++] =
            (runner){ .entry = entry, .path = path, .stations = &race->stations->of[path - race->paths->paths] };
    }
    return true;
}

static int by_time(const void *left, const void *right)
{
    const flag_row *a = left, *b = right;
    if (a->common.time != b->common.time) return a->common.time < b->common.time ? -1 : 1;
    if (a->common.slot != b->common.slot) return a->common.slot < b->common.slot ? -1 : 1;
    return a->by_slot < b->by_slot ? -1 : a->by_slot > b->by_slot;
}

/* When somebody may be lapped first: nobody is before the leader has begun a second lap. */
static double first_lapping(const pdk_laps *laps)
{
    double first = INFINITY;
    for (size_t i = 0; i < laps->lap_count; i++) {
        if (laps->laps[i].lap >= 2 && laps->begins[i] < first) first = laps->begins[i];
    }
    return first;
}

static bool collect(pdk_rule_rows *rows)
{
    const pdk_race_view *race = &rows->rules->race;
    watch all = { .rows = rows,
                  .laps = race->laps,
                  .pairs = { .memory = &rows->scratch },
                  .spells = pdk_vector_of(&rows->scratch, sizeof(spell)) };
    if (!race->laps->is_race || race->stations == NULL || !race->stations->model->closed) return true;
    all.model = race->stations->model;
    all.length = all.model->length;
    if (!(all.length > 0) || !add_runners(&all)) return all.runners != NULL;
    double from = fmax(first_lapping(all.laps), race->paths->start_time), end = race->paths->end_time;
    if (isfinite(all.laps->flag)) end = fmin(end, all.laps->flag);
    bool good = true;
    /* Samples of a segment are at most PDK_PATH_GAP apart, so there are not many more steps than samples. */
    for (unsigned steps = 0; good && from <= end; steps++) {
        double next = line_up(&all, from);
        good = compare(&all, from);
        if (!(next > from)) break; /* so large a time has no tenths of a second */
        from = next;
        rows->cancelled = steps % 4096 == 0 && pdk_answers_go_on(rows->answers, NULL) != PDK_OK;
        if (rows->cancelled) return true;
    }
    for (size_t i = 0; good && i < all.spells.count; i++) good = end_spell(&all, (spell *)all.spells.items + i);
    if (good && rows->list.count > 0) qsort(rows->list.items, rows->list.count, sizeof(flag_row), by_time);
    return good;
}

static pdk_status make(pdk_answers *answers, void *made, pdk_error *error)
{
    static const pdk_rule_check check = { collect, sizeof(flag_row), members, false };
    return pdk_make_rule_table(answers, &check, made, error);
}

const pdk_step pdk_step_blue_flags = { .name = "blue_flags",
                                       .meaning =
                                           "a row for each time that a driver was within a second behind a lapped car",
                                       .needs = PDK_NEEDS(rules_base),
                                       .size = sizeof(pdk_rule_list),
                                       .make = make,
                                       .have = pdk_have_rules,
                                       .decide = pdk_decide_laps };
