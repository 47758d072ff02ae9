/* L: into the garage or not. Code 21 says so in practice and qualifying; in a race a car that leaves its box after a
 * long stop has it, too. It is unknown whether the event that means it in R2 (class 3 type 15) also does in L. Poses
 * decide: a car that is put into the garage jumps, is not seen any more, or stays where it is to the end. */
#include <math.h>

#include "base/merge_sort.h"
#include "base/trigonometry.h"
#include "format/vcr/vcr_session.h"

enum { SLOTS = 256 };

static const pdk_session_pit_kind nothing = (pdk_session_pit_kind)0; /* neither a visit nor the end of a stop */

/* A car does not drive so fast: it was put where it is, m/s and m. A jump belongs to an event so near, s. */
static const double fastest = 150, leap = 20, near_event = 3;
/* A car that stands moves less, m; one that does so for longer than any stop, s, drives no more. */
static const double still = 2, longest_stop = 60;

/* Where a car was last, and which event of its slot is next to be settled. */
typedef struct last_place {
    bool seen;
    double time, x, z;
    double moved, from_x, from_z; /* when it came to where it is, or is near */
    size_t next, end;             /* in `events` */
} last_place;

struct pdk_vcr_garage {
    last_place cars[SLOTS];
    pdk_vcr_unsure *events; /* by slot, then time */
    double end;             /* of all poses */
};

static int by_slot_and_time(const void *a, const void *b, void *user)
{
    const pdk_vcr_unsure *one = a, *other = b;
    (void)user;
    if (one->slot != other->slot) return one->slot < other->slot ? -1 : 1;
    return (one->time > other->time) - (one->time < other->time);
}

static void take_jump(pdk_vcr_garage *garage, last_place *car, double time)
{
    while (car->next < car->end && garage->events[car->next].time < time - near_event) car->next++;
    while (car->next < car->end && garage->events[car->next].time <= time + near_event)
        garage->events[car->next++].is_garage = true;
}

static void take_place(pdk_vcr_garage *garage, last_place *car, double time, double x, double z)
{
    if (car->seen && car->next < car->end) {
        bool put = pdk_hypot(x - car->x, z - car->z) > fastest * fmax(time - car->time, 0) + leap;
        if (put) take_jump(garage, car, (time + car->time) / 2);
    }
    if (!car->seen || pdk_hypot(x - car->from_x, z - car->from_z) > still) {
        car->moved = time;
        car->from_x = x;
        car->from_z = z;
    }
    car->seen = true;
    car->time = time;
    car->x = x;
    car->z = z;
    if (time > garage->end) garage->end = time;
}

void pdk_vcr_garage_poses(pdk_vcr_garage *garage, double (*values)[PDK_VCR_SESSION_ROWS], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double time = values[PDK_VCR_POSE_TIME][i], slot = values[PDK_VCR_POSE_DRIVER][i],
               x = values[PDK_VCR_POSE_X][i], z = values[PDK_VCR_POSE_Z][i];
        if (!isfinite(time) || isnan(slot) || !isfinite(x) || !isfinite(z)) continue;
        take_place(garage, &garage->cars[(uint32_t)slot % SLOTS], time, x, z);
    }
}

static int by_time(const void *a, const void *b, void *user)
{
    const pdk_session_pit *pits = user;
    double one = pits[*(const uint32_t *)a].time, other = pits[*(const uint32_t *)b].time;
    return (one > other) - (one < other);
}

/* A car that leaves the pits without having entered the lane was put there, however near that was. */
static bool settle_unentered(pdk_vcr_gathering *to)
{
    pdk_session_pit *pits = to->pits.items, *unsure[SLOTS] = { NULL };
    bool in_lane[SLOTS] = { false };
    uint32_t *order = pdk_alloc_array(to->memory, to->pits.count, sizeof *order);
    if (order == NULL) return false;
    for (size_t i = 0; i < to->pits.count; i++) order[i] = (uint32_t)i;
    bool sorted = pdk_merge_sort(to->memory, order, to->pits.count, sizeof *order, by_time, pits);
    for (size_t i = 0; i < to->pits.count && sorted; i++) {
        pdk_session_pit *pit = &pits[order[i]];
        uint32_t slot = pit->slot % SLOTS;
        bool leaves = pit->kind == PDK_PIT_GARAGE_LEFT || pit->kind == PDK_PIT_LEFT;
        if (pit->kind == PDK_PIT_REQUESTED) continue;
        if (pit->kind == PDK_PIT_GARAGE_LEFT && unsure[slot] != NULL) unsure[slot]->kind = PDK_PIT_GARAGE;
        if (pit->kind != nothing) in_lane[slot] = !leaves;
        unsure[slot] = pit->kind == nothing && !in_lane[slot] ? pit : NULL;
    }
    pdk_free(to->memory, order);
    return sorted;
}

/* What is settled becomes a visit to the garage, the end of a stop, or nothing. */
static bool apply(pdk_vcr_gathering *to, size_t count)
{
    pdk_vcr_garage *garage = to->garage;
    pdk_session_pit *pits = to->pits.items;
    for (size_t i = 0; i < count; i++) {
        const pdk_vcr_unsure *event = &garage->events[i];
        const last_place *car = &garage->cars[event->slot % SLOTS];
        double until = event->time + near_event;
        bool gone = garage->end > until && !(car->seen && car->time > until);
        bool stays = car->seen && car->moved <= until && car->time > event->time + longest_stop;
        if (event->is_garage || gone || stays) pits[event->pit].kind = PDK_PIT_GARAGE;
        else pits[event->pit].kind = event->ends_stop ? PDK_PIT_SERVICE_END : nothing;
    }
    if (!settle_unentered(to)) return false;
    size_t kept = 0;
    for (size_t i = 0; i < to->pits.count; i++) {
        if (pits[i].kind != nothing) pits[kept++] = pits[i];
    }
    to->pits.count = kept;
    return true;
}

static void find_slots(pdk_vcr_garage *garage, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        last_place *car = &garage->cars[garage->events[i].slot % SLOTS];
        if (car->end == 0) car->next = i;
        car->end = i + 1;
    }
}

pdk_status pdk_vcr_begin_garage(pdk_vcr_gathering *to)
{
    size_t count = to->unsure.count;
    if (count == 0) return PDK_OK;
    to->garage = pdk_alloc(to->memory, sizeof *to->garage);
    bool sorted = pdk_merge_sort(to->memory, to->unsure.items, count, sizeof(pdk_vcr_unsure), by_slot_and_time, NULL);
    if (to->garage == NULL || !sorted) return pdk_fail_memory(to->error, to->memory, "the session");
    to->garage->events = to->unsure.items;
    to->garage->end = -HUGE_VAL;
    find_slots(to->garage, count);
    return PDK_OK;
}

pdk_status pdk_vcr_settle_garage(pdk_vcr_gathering *to)
{
    if (to->garage == NULL) return PDK_OK;
    if (!apply(to, to->unsure.count)) return pdk_fail_memory(to->error, to->memory, "the session");
    pdk_free(to->memory, to->garage);
    pdk_free(to->memory, to->unsure.items);
    return PDK_OK;
}

void pdk_vcr_settle_exits(pdk_vcr_gathering *to)
{
    pdk_session_pit *pits = to->pits.items;
    pdk_session_pit_kind last[SLOTS] = { 0 };
    for (size_t i = 0; i < to->pits.count && to->is_race && to->state->layout->dialect == PDK_VCR_L; i++) {
        pdk_session_pit_kind *before = &last[pits[i].slot % SLOTS];
        bool from_lane = *before != 0 && *before != PDK_PIT_GARAGE && *before != PDK_PIT_REQUESTED;
        if (pits[i].kind == PDK_PIT_GARAGE_LEFT && from_lane) pits[i].kind = PDK_PIT_LEFT;
        *before = pits[i].kind;
    }
}
