/* Near misses: two cars whose outlines come nearer than half a metre, fast, and that do not touch. Everyone is looked
 * at ten times a second, in order of one coordinate, so that only neighbours are compared. */
#include <math.h>
#include <stdlib.h>

#include "analysis/incident/incident_meeting.h"

#include "base/trigonometry.h"
#include "analysis/incident/incidents.h"

enum { MOST_NEIGHBOURS = 12 }; /* of a car that are looked at: more do not fit around it */

static const double step = 0.1, touched_within = 2, one_pass = 1; /* s */
static const double near_gap = 0.5, look_within = 8;              /* m */
static const double fast = 5;                                     /* m/s */

typedef struct neighbour {
    double x;
    uint32_t car;
} neighbour;

/* Of each car. */
typedef struct near_car {
    uint32_t segment;     /* the one it is in or comes to next */
    size_t sample;        /* of its path, when last looked at */
    pdk_path_state state; /* when last asked for: few cars are near another */
} near_car;

/* Two cars that are near each other. */
typedef struct approach {
    uint32_t first, second; /* cars */
    double from, latest;
    double gap, closing; /* the least and the most */
    double distance;     /* of the centres, when last looked at */
} approach;

typedef struct near_work {
    pdk_incident_work *work;
    neighbour *row;
    size_t in_row;
    near_car *cars;
    pdk_number_map pairs;  /* two cars: index of their approach */
    pdk_vector approaches; /* approach */
} near_work;

static int by_x(const void *left, const void *right)
{
    const neighbour *a = left, *b = right;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    return a->car < b->car ? -1 : a->car > b->car;
}

/* Cars that queue in the pit lane are near others; that is no near miss. */
static bool in_pits(const pdk_incident_car *car, double time)
{
    for (size_t i = 0; i < car->pit_count && car->pits[i].from <= time; i++) {
        if (time <= car->pits[i].to) return true;
    }
    return false;
}

/* Everyone who is on the track at a time; returns when the next one comes, infinity where nobody does. */
static double line_up(near_work *near, double time)
{
    const pdk_incident_car *cars = near->work->cars.list.items;
    double next = INFINITY;
    near->in_row = 0;
    for (size_t i = 0; i < near->work->cars.list.count; i++) {
        const pdk_path *path = cars[i].path;
        uint32_t *segment = &near->cars[i].segment;
        if (path == NULL) continue;
        while (*segment < path->segment_count) {
            const pdk_path_segment *part = &path->segments[*segment];
            if (path->samples[part->first + part->count - 1].time >= time) break;
            ++*segment;
        }
        if (*segment == path->segment_count) continue;
        double begins = path->samples[path->segments[*segment].first].time;
        neighbour *one = &near->row[near->in_row];
        if (begins > time) next = fmin(next, begins);
        else if (!in_pits(&cars[i], time) &&
                 pdk_path_x_at(near->work->paths, path, time, &near->cars[i].sample, &one->x)) {
            one->car = (uint32_t)i;
            near->in_row++;
        }
    }
    qsort(near->row, near->in_row, sizeof *near->row, by_x);
    return near->in_row > 1 ? time + step : next; /* nobody is near one alone */
}

/* Have these two touched around this time? */
static bool have_touched(const near_work *near, const approach *pair)
{
    const pdk_touches *touches = &near->work->touches;
    const pdk_incident_car *cars = near->work->cars.list.items;
    uint32_t slots[2] = { cars[pair->first].slot, cars[pair->second].slot }, low = 0, high = touches->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (touches->all[middle].time < pair->from - touched_within) low = middle + 1;
        else high = middle;
    }
    for (; low < touches->count && touches->all[low].time <= pair->latest + touched_within; low++) {
        const pdk_touch *touch = &touches->all[low];
        if ((touch->slot == slots[0] && touch->other == slots[1]) ||
            (touch->slot == slots[1] && touch->other == slots[0]))
            return true;
    }
    return false;
}

static bool end_approach(near_work *near, const approach *pair)
{
    pdk_incident_drafts *drafts = &near->work->drafts;
    if (!(pair->gap < near_gap) || !(pair->closing > fast) || have_touched(near, pair)) return true;
    pdk_incident_draft *draft = pdk_add_draft(drafts, PDK_INCIDENT_NEAR_MISS, pair->from, pair->latest);
    if (draft == NULL) return false;
    draft->closing_speed = pair->closing;
    return pdk_add_party(drafts, pair->first, pair->from, pair->latest) != PDK_NUMBER_NONE &&
           pdk_add_party(drafts, pair->second, pair->from, pair->latest) != PDK_NUMBER_NONE;
}

/* Of a car that is in the row. */
static const pdk_path_state *state_of(near_work *near, uint32_t car, double time)
{
    const pdk_incident_car *cars = near->work->cars.list.items;
    pdk_path_state *state = &near->cars[car].state;
    if (state->time != time) pdk_path_at(near->work->paths, cars[car].path, time, state);
    return state;
}

static bool take_pair(near_work *near, uint32_t a, uint32_t b, double time)
{
    uint32_t first = a < b ? a : b, second = first == a ? b : a;
    const pdk_path_state *one = state_of(near, a, time), *other = state_of(near, b, time);
    double distance = pdk_hypot(pdk_hypot(one->position[0] - other->position[0], one->position[1] - other->position[1]),
                                one->position[2] - other->position[2]);
    if (!(distance < look_within)) return true;
    uint32_t count = (uint32_t)near->approaches.count,
             *index = pdk_number_map_at(&near->pairs, (uint64_t)first << 32 | second, count);
    if (index == NULL) return false;
    approach *pair = *index < count ? (approach *)near->approaches.items + *index : pdk_vector_push(&near->approaches);
    if (pair == NULL) return false;
    if (*index == count || time - pair->latest > one_pass) {
        if (*index < count && !end_approach(near, pair)) return false;
        *pair = (approach){ first, second, time, time, INFINITY, 0, distance };
    }
    double passed = time - pair->latest;
    if (passed > 0 && passed < 2 * step) pair->closing = fmax(pair->closing, (pair->distance - distance) / passed);
    pair->gap = fmin(pair->gap, pdk_outline_gap(first == a ? one : other, first == a ? other : one));
    pair->latest = time;
    pair->distance = distance;
    return true;
}

static bool compare_row(near_work *near, double time)
{
    for (size_t i = 0; i < near->in_row; i++) {
        size_t end = i + MOST_NEIGHBOURS < near->in_row ? i + MOST_NEIGHBOURS + 1 : near->in_row;
        for (size_t k = i + 1; k < end && near->row[k].x - near->row[i].x < look_within; k++) {
            if (!take_pair(near, near->row[i].car, near->row[k].car, time)) return false;
        }
    }
    return true;
}

bool pdk_find_near_misses(pdk_incident_work *work)
{
    size_t cars = work->cars.list.count;
    near_work near = { .work = work,
                       .row = pdk_alloc_array(work->scratch, cars + 1, sizeof *near.row),
                       .cars = pdk_alloc_array(work->scratch, cars + 1, sizeof *near.cars),
                       .pairs = { .memory = work->scratch },
                       .approaches = pdk_vector_of(work->scratch, sizeof(approach)) };
    bool good = near.row != NULL && near.cars != NULL;
    for (size_t i = 0; good && i < cars; i++) near.cars[i].state.time = NAN;
    double time = work->paths->start_time;
    /* Where fewer than two are, time continues to the next car that comes: there are not more steps than samples times
     * the longest gap between two. */
    while (good && time <= work->paths->end_time) {
        double next = line_up(&near, time);
        good = compare_row(&near, time);
        if (!(next > time)) break; /* so large a time has no tenths of a second */
        time = next;
    }
    for (size_t i = 0; good && i < near.approaches.count; i++)
        good = end_approach(&near, (approach *)near.approaches.items + i);
    pdk_free(work->scratch, near.row);
    pdk_free(work->scratch, near.cars);
    return good;
}
