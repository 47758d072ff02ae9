/* The entries. Slots are reused; entry times show who held one when. */
#include <math.h>

#include "analysis/race/laps.h"
#include "base/merge_sort.h"
#include "base/text.h"

static pdk_text told(pdk_text text)
{
    return text.size > 0 ? text : (pdk_text){ NULL, 0 };
}

/* Entries by slot, then by time of entry; those without one first. */
static int by_slot(const void *a, const void *b, void *user)
{
    const pdk_race_entry *entries = user, *one = &entries[*(const uint32_t *)a],
                         *other = &entries[*(const uint32_t *)b];
    if (one->slot != other->slot) return one->slot < other->slot ? -1 : 1;
    double first = isnan(one->entry_time) ? -HUGE_VAL : one->entry_time;
    double second = isnan(other->entry_time) ? -HUGE_VAL : other->entry_time;
    return (first > second) - (first < second);
}

static bool sort_by_slot(pdk_laps *laps, pdk_memory *memory)
{
    for (size_t i = 0; i < laps->entry_count; i++) laps->by_slot[i] = (uint32_t)i;
    return pdk_merge_sort(memory, laps->by_slot, laps->entry_count, sizeof *laps->by_slot, by_slot, laps->entries);
}

/* How many of by_slot come before slot and time. */
static size_t count_before(const pdk_laps *laps, uint32_t slot, double time)
{
    size_t low = 0, high = laps->entry_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const pdk_race_entry *entry = &laps->entries[laps->by_slot[middle]];
        bool before = entry->slot != slot ? entry->slot < slot : !(entry->entry_time > time);
        if (before) low = middle + 1;
        else high = middle;
    }
    return low;
}

size_t pdk_laps_find_entry(const pdk_laps *laps, uint32_t slot, double time)
{
    size_t at = count_before(laps, slot, time);
    if (at > 0 && laps->entries[laps->by_slot[at - 1]].slot == slot) return laps->by_slot[at - 1];
    bool later = at < laps->entry_count && laps->entries[laps->by_slot[at]].slot == slot;
    return later ? laps->by_slot[at] : SIZE_MAX;
}

static void add_listed(pdk_laps *laps, const pdk_session *session)
{
    for (size_t i = 0; i < session->driver_count; i++) {
        const pdk_session_driver *driver = &session->drivers[i];
        laps->entries[laps->entry_count++] = (pdk_race_entry){ .name = told(driver->name),
                                                               .vehicle = told(driver->vehicle),
                                                               .co_driver = told(driver->co_driver),
                                                               .team = told(driver->team),
                                                               .number = told(driver->number),
                                                               .class_name = told(driver->class_name),
                                                               .slot = driver->slot,
                                                               .entry_time = driver->entry_time,
                                                               .exit_time = driver->exit_time,
                                                               .moved_time = NAN };
    }
}

/* A driver who left and came back to the same slot is one entry. */
static void join_returned(pdk_laps *laps)
{
    size_t kept = 0;
    for (size_t i = 0; i < laps->entry_count; i++) { /* in by_slot, those of a slot follow each other */
        pdk_race_entry *entry = &laps->entries[laps->by_slot[i]];
        pdk_race_entry *before = kept > 0 ? &laps->entries[laps->by_slot[kept - 1]] : NULL;
        if (before != NULL && before->slot == entry->slot && entry->name.size > 0 &&
            pdk_same_text(before->name, entry->name)) {
            before->exit_time = entry->exit_time;
            entry->slot = PDK_SESSION_NONE; /* leaves the list below */
            continue;
        }
        laps->by_slot[kept++] = laps->by_slot[i];
    }
    size_t count = 0;
    for (size_t i = 0; i < laps->entry_count; i++) {
        if (laps->entries[i].slot != PDK_SESSION_NONE) laps->entries[count++] = laps->entries[i];
    }
    laps->entry_count = count;
}

static int by_number(const void *a, const void *b, void *user)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    (void)user;
    return (one > other) - (one < other);
}

/* Slots that cross lines but are on no list. */
static pdk_status add_unlisted(pdk_laps *laps, const pdk_session_crossing *crossings, size_t count, pdk_memory *memory,
                               pdk_error *error)
{
    pdk_vector slots = pdk_vector_of(memory, sizeof(uint32_t));
    uint32_t last = PDK_SESSION_NONE;
    for (size_t i = 0; i < count; i++) {
        uint32_t slot = crossings[i].slot;
        if (slot == last || pdk_laps_find_entry(laps, slot, crossings[i].time) != SIZE_MAX) continue;
        uint32_t *place = pdk_vector_push(&slots);
        if (place == NULL) return pdk_fail_memory(error, memory, "the drivers");
        *place = last = slot;
    }
    const uint32_t *sorted = slots.items;
    size_t room = laps->entry_count + slots.count;
    laps->entries = pdk_realloc(memory, laps->entries, room * sizeof *laps->entries + 1);
    laps->by_slot = pdk_realloc(memory, laps->by_slot, room * sizeof *laps->by_slot + 1);
    if (laps->entries == NULL || laps->by_slot == NULL ||
        !pdk_merge_sort(memory, slots.items, slots.count, sizeof *sorted, by_number, NULL))
        return pdk_fail_memory(error, memory, "the drivers");
    for (size_t i = 0; i < slots.count; i++) {
        if (i > 0 && sorted[i] == sorted[i - 1]) continue;
        laps->entries[laps->entry_count++] =
            (pdk_race_entry){ .slot = sorted[i], .entry_time = NAN, .exit_time = NAN, .moved_time = NAN };
    }
    pdk_free(memory, slots.items);
    return sort_by_slot(laps, memory) ? PDK_OK : pdk_fail_memory(error, memory, "the drivers");
}

pdk_status pdk_laps_find_entries(pdk_laps *laps, const pdk_session_crossing *crossings, size_t count,
                                 pdk_memory *memory, pdk_error *error)
{
    const pdk_session *session = laps->session;
    laps->entries = pdk_alloc_array(memory, session->driver_count + 1, sizeof *laps->entries);
    laps->by_slot = pdk_alloc_array(memory, session->driver_count + 1, sizeof *laps->by_slot);
    if (laps->entries == NULL || laps->by_slot == NULL) return pdk_fail_memory(error, memory, "the drivers");
    add_listed(laps, session);
    if (!sort_by_slot(laps, memory)) return pdk_fail_memory(error, memory, "the drivers");
    join_returned(laps);
    if (!sort_by_slot(laps, memory)) return pdk_fail_memory(error, memory, "the drivers");
    return add_unlisted(laps, crossings, count, memory, error);
}
