/* Visits to the pits that events do not record: R1's cannot be decoded, a recording may have none, and any of them may
 * be lost. The flags of the poses (`seen`) fill in what is missing. Events that are there stay as they are. */
#include <math.h>

#include "base/merge_sort.h"
#include "format/vcr/vcr_session.h"

/* An event and the flag are about the same thing if they are this near, s, and the flag shows nothing else about the
 * car that is nearer. */
static const double far_event = 10;
/* A flag that changes back at once is no visit, s. */
static const double flicker = 1;

/* Those of the two lists, by slot and time. */
typedef struct pit_list {
    const pdk_session_pit *items;
    size_t count;
} pit_list;

static int by_slot_and_time(const void *a, const void *b, void *user)
{
    const pdk_session_pit *one = a, *other = b;
    (void)user;
    if (one->slot != other->slot) return one->slot < other->slot ? -1 : 1;
    return (one->time > other->time) - (one->time < other->time);
}

static bool is_of_lane(pdk_session_pit_kind kind)
{
    return kind == PDK_PIT_ENTERED || kind == PDK_PIT_LEFT;
}

/* Does any event concern the lane? Those about garages alone do not say which cars were in it. */
static bool has_lane(const pdk_vcr_gathering *of)
{
    const pdk_session_pit *pits = of->pits.items;
    for (size_t i = 0; i < of->pits.count; i++) {
        pdk_session_pit_kind kind = pits[i].kind;
        if (kind != PDK_PIT_GARAGE && kind != PDK_PIT_GARAGE_LEFT && kind != PDK_PIT_REQUESTED) return true;
    }
    return false;
}

static bool means(pdk_session_pit_kind told, pdk_session_pit_kind seen)
{
    return told == seen || (told == PDK_PIT_GARAGE_LEFT && seen == PDK_PIT_LEFT);
}

/* Where in `list` the slot's events after `time` begin. */
static size_t find_behind(pit_list list, uint32_t slot, double time)
{
    size_t low = 0, high = list.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const pdk_session_pit *pit = &list.items[middle];
        bool before = pit->slot != slot ? pit->slot < slot : pit->time <= time;
        if (before) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Does `list` have what seen[i] shows? No event is looked at for two changes, however many share a time. */
static bool is_in(pit_list list, pit_list seen, size_t i)
{
    const pdk_session_pit *one = &seen.items[i];
    bool has_before = i > 0 && one[-1].slot == one->slot, has_next = i + 1 < seen.count && one[1].slot == one->slot;
    double from = one->time - far_event, to = one->time + far_event;
    if (has_before) from = fmax(from, (one[-1].time + one->time) / 2);
    if (has_next) to = fmin(to, (one[1].time + one->time) / 2);
    for (size_t k = find_behind(list, one->slot, from); k < list.count; k++) {
        const pdk_session_pit *pit = &list.items[k];
        if (pit->slot != one->slot || pit->time > to) return false;
        if (means(pit->kind, one->kind)) return true;
    }
    return false;
}

static bool flickers(pit_list seen, size_t i)
{
    const pdk_session_pit *one = &seen.items[i];
    bool before = i > 0 && one[-1].slot == one->slot && one->time - one[-1].time < flicker;
    bool next = i + 1 < seen.count && one[1].slot == one->slot && one[1].time - one->time < flicker;
    return before || next;
}

/* A flag that contradicts most of the events that there are means something else. */
static bool agrees(pit_list told, pit_list seen)
{
    size_t of_lane = 0, confirmed = 0;
    for (size_t i = 0; i < told.count; i++) of_lane += is_of_lane(told.items[i].kind);
    for (size_t i = 0; i < seen.count; i++) confirmed += is_of_lane(seen.items[i].kind) && is_in(told, seen, i);
    return 2 * confirmed >= of_lane;
}

static bool add(pdk_vcr_gathering *to, const pdk_session_pit *seen)
{
    pdk_session_pit *pit = pdk_vector_push(&to->pits);
    if (pit != NULL) *pit = *seen;
    return pit != NULL;
}

static bool add_all(pdk_vcr_gathering *to)
{
    const pdk_session_pit *seen = to->seen.items;
    bool added = true;
    for (size_t i = 0; i < to->seen.count && added; i++) added = add(to, &seen[i]);
    to->seen.count = 0;
    to->believes_seen = true;
    return added;
}

/* Of the lane or of the garage. */
static bool add_untold(pdk_vcr_gathering *to, bool of_lane)
{
    pit_list seen = { to->seen.items, to->seen.count }, told = { to->pits.items, to->pits.count };
    pdk_session_pit *sorted = pdk_alloc_array(to->memory, told.count, sizeof *sorted);
    if (sorted == NULL) return false;
    for (size_t i = 0; i < told.count; i++) sorted[i] = told.items[i];
    told.items = sorted;
    bool added = pdk_merge_sort(to->memory, sorted, told.count, sizeof *sorted, by_slot_and_time, NULL);
    if (added && of_lane) to->believes_seen = agrees(told, seen);
    for (size_t i = 0; i < seen.count && added && to->believes_seen; i++) {
        bool missing = is_of_lane(seen.items[i].kind) == of_lane && !flickers(seen, i) && !is_in(told, seen, i);
        if (missing) added = add(to, &seen.items[i]);
    }
    pdk_free(to->memory, sorted);
    return added;
}

pdk_status pdk_vcr_add_untold_lane(pdk_vcr_gathering *to)
{
    bool sorted =
        pdk_merge_sort(to->memory, to->seen.items, to->seen.count, sizeof(pdk_session_pit), by_slot_and_time, NULL);
    bool added = sorted && (has_lane(to) ? add_untold(to, true) : add_all(to));
    return added ? PDK_OK : pdk_fail_memory(to->error, to->memory, "visits to the pits");
}

pdk_status pdk_vcr_add_untold_garage(pdk_vcr_gathering *to)
{
    return add_untold(to, false) ? PDK_OK : pdk_fail_memory(to->error, to->memory, "visits to the pits");
}
