/* Places at the ends of laps. In a race, the driver who came to the end of that lap first is ahead; in other sessions,
 * the one with the better best lap. */
#include <math.h>

#include "analysis/race/laps.h"
#include "base/merge_sort.h"

/* The end of a lap, as stored or as the begin of the next. */
typedef struct passing {
    double time, lap_time;
    uint32_t lap, entry;
    size_t own; /* the lap's number; SIZE_MAX = it ended before the recording began */
} passing;

static int by_lap_then_time(const void *a, const void *b, void *user)
{
    const passing *one = a, *other = b;
    (void)user;
    if (one->lap != other->lap) return one->lap < other->lap ? -1 : 1;
    return (one->time > other->time) - (one->time < other->time);
}

static int by_time(const void *a, const void *b, void *user)
{
    const passing *one = a, *other = b;
    (void)user;
    return (one->time > other->time) - (one->time < other->time);
}

/* All ends of laps that are known. With `hidden`, also those before the recording that a stored time shows. */
static size_t list_passings(const pdk_laps *laps, bool hidden, passing *list)
{
    size_t count = 0;
    for (size_t e = 0; e < laps->entry_count; e++) {
        const pdk_race_entry *entry = &laps->entries[e];
        size_t first = pdk_first_raced(laps, entry);
        for (size_t i = first; i < entry->first_lap + entry->lap_count; i++) {
            const pdk_driven_lap *lap = &laps->laps[i];
            bool before = hidden && i == first && lap->lap > 1 && isfinite(lap->start_time) &&
                          lap->source == PDK_LAP_SOURCE_STORED;
            if (before) list[count++] = (passing){ lap->start_time, NAN, lap->lap - 1, (uint32_t)e, SIZE_MAX };
            if (isfinite(lap->end_time))
                list[count++] = (passing){ lap->end_time, lap->lap_time, lap->lap, (uint32_t)e, i };
        }
    }
    return count;
}

/* How many had driven a lap before the recording began: the lap's number shows this. For laps from `lap` on it
 * falls. */
static uint32_t count_ahead(const uint32_t *driven, size_t count, uint32_t lap)
{
    size_t low = 0, high = count; /* ascending */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (driven[middle] < lap) low = middle + 1;
        else high = middle;
    }
    return (uint32_t)(count - low);
}

static int by_number(const void *a, const void *b, void *user)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    (void)user;
    return (one > other) - (one < other);
}

/* For each entry that was in mid-race when the recording began: the last lap whose end has no known time. */
static size_t list_driven(const pdk_laps *laps, uint32_t *driven)
{
    size_t count = 0;
    for (size_t e = 0; e < laps->entry_count; e++) {
        const pdk_race_entry *entry = &laps->entries[e];
        size_t raced = pdk_first_raced(laps, entry);
        if (raced == entry->first_lap + entry->lap_count) continue;
        const pdk_driven_lap *first = &laps->laps[raced];
        bool timed = isfinite(first->start_time) && first->source == PDK_LAP_SOURCE_STORED;
        uint32_t unseen = first->lap - 1 - (timed && first->lap > 1 ? 1 : 0);
        if (unseen > 0) driven[count++] = unseen;
    }
    return count;
}

/* Of one lap, by time. */
static void place_lap(pdk_laps *laps, const passing *list, size_t count, uint32_t ahead, const passing *next_first)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].own == SIZE_MAX) continue;
        pdk_driven_lap *lap = &laps->laps[list[i].own];
        bool lapped = next_first != NULL && next_first->time < list[i].time;
        lap->position = ahead + (uint32_t)i + 1;
        lap->gap_to_leader = ahead > 0 || lapped ? NAN : list[i].time - list[0].time;
    }
}

static pdk_status place_race(pdk_laps *laps, passing *list, pdk_memory *memory, pdk_error *error)
{
    size_t count = list_passings(laps, true, list);
    uint32_t *driven = pdk_alloc_array(memory, laps->entry_count, sizeof *driven);
    if (driven == NULL || !pdk_merge_sort(memory, list, count, sizeof *list, by_lap_then_time, NULL))
        return pdk_fail_memory(error, memory, "positions");
    size_t before = list_driven(laps, driven);
    if (!pdk_merge_sort(memory, driven, before, sizeof *driven, by_number, NULL))
        return pdk_fail_memory(error, memory, "positions");
    for (size_t i = 0; i < count;) {
        size_t end = i;
        while (end < count && list[end].lap == list[i].lap) end++;
        const passing *next = end < count && list[end].lap == list[i].lap + 1 ? &list[end] : NULL;
        place_lap(laps, list + i, end - i, count_ahead(driven, before, list[i].lap), next);
        i = end;
    }
    pdk_free(memory, driven);
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------ by best lap */

/* Best laps so far are counted in a tree over all laps in the order of their times: how many bests are below? */
typedef struct ranks {
    uint32_t *tree;
    size_t count;
} ranks;

static void change(ranks *set, size_t at, int by)
{
    for (at++; at <= set->count; at += at & (~at + 1)) set->tree[at - 1] += (uint32_t)by;
}

static uint32_t count_below(const ranks *set, size_t at)
{
    uint32_t sum = 0;
    for (; at > 0; at -= at & (~at + 1)) sum += set->tree[at - 1];
    return sum;
}

static int by_lap_time(const void *a, const void *b, void *user)
{
    const passing *list = user, *one = &list[*(const uint32_t *)a], *other = &list[*(const uint32_t *)b];
    double first = isnan(one->lap_time) ? HUGE_VAL : one->lap_time;
    double second = isnan(other->lap_time) ? HUGE_VAL : other->lap_time;
    return (first > second) - (first < second);
}

/* `list` is in order of time; rank[i] is the place of list[i] among all lap times. */
static void place_by_best(pdk_laps *laps, const passing *list, size_t count, const uint32_t *rank, ranks *set,
                          size_t *best)
{
    double fastest = HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        pdk_driven_lap *lap = &laps->laps[list[i].own];
        size_t *own = &best[list[i].entry];
        bool better = lap->counts && (*own == SIZE_MAX || rank[i] < rank[*own]);
        if (better) {
            if (*own != SIZE_MAX) change(set, rank[*own], -1);
            change(set, rank[i], 1);
            *own = i;
            fastest = fmin(fastest, lap->lap_time);
        }
        if (*own == SIZE_MAX) continue;
        lap->position = count_below(set, rank[*own]) + 1;
        lap->gap_to_leader = list[*own].lap_time - fastest;
    }
}

static pdk_status place_others(pdk_laps *laps, passing *list, pdk_memory *memory, pdk_error *error)
{
    size_t count = list_passings(laps, false, list);
    uint32_t *order = pdk_alloc_array(memory, count, sizeof *order);
    uint32_t *rank = pdk_alloc_array(memory, count, sizeof *rank);
    ranks set = { pdk_alloc_array(memory, count, sizeof *set.tree), count };
    size_t *best = pdk_alloc_array(memory, laps->entry_count, sizeof *best);
    if (order == NULL || rank == NULL || set.tree == NULL || best == NULL ||
        !pdk_merge_sort(memory, list, count, sizeof *list, by_time, NULL))
        return pdk_fail_memory(error, memory, "positions");
    for (size_t e = 0; e < laps->entry_count; e++) best[e] = SIZE_MAX;
    for (size_t i = 0; i < count; i++) order[i] = (uint32_t)i;
    if (!pdk_merge_sort(memory, order, count, sizeof *order, by_lap_time, list))
        return pdk_fail_memory(error, memory, "positions");
    for (size_t i = 0; i < count; i++) rank[order[i]] = (uint32_t)i; /* of equal times the first set is ahead */
    place_by_best(laps, list, count, rank, &set, best);
    pdk_free(memory, order);
    pdk_free(memory, rank);
    pdk_free(memory, set.tree);
    pdk_free(memory, best);
    return PDK_OK;
}

pdk_status pdk_laps_place(pdk_laps *laps, pdk_memory *memory, pdk_error *error)
{
    passing *list = pdk_alloc_array(memory, (uint64_t)laps->lap_count + laps->entry_count, sizeof *list);
    if (list == NULL) return pdk_fail_memory(error, memory, "positions");
    pdk_status status = laps->is_race ? place_race(laps, list, memory, error) : place_others(laps, list, memory, error);
    pdk_free(memory, list);
    return status;
}
