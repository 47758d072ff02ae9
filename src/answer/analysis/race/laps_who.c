/* Who sat in the car: the person, where cars change drivers. */
#include <math.h>
#include <string.h>

#include "analysis/race/laps.h"
#include "base/text.h"

/* This many persons share a car at most: the number of the current driver has two bits. */
enum { MOST_PERSONS = 4 };

typedef struct persons {
    pdk_text names[MOST_PERSONS];
    size_t count;
} persons;

/* The changes by entry, then time. Those of slots that nobody has are left out. */
static pdk_status sort_changes(pdk_laps *laps, pdk_memory *memory, pdk_error *error)
{
    const pdk_session *session = laps->session;
    uint32_t *of = pdk_alloc_array(memory, session->change_count + 1, sizeof *of);
    laps->changes = pdk_alloc_array(memory, session->change_count + 1, sizeof *laps->changes);
    if (of == NULL || laps->changes == NULL) return pdk_fail_memory(error, memory, "the changes of drivers");
    for (size_t i = 0; i < session->change_count; i++) {
        size_t e = pdk_laps_find_entry(laps, session->changes[i].slot, session->changes[i].time);
        of[i] = e == SIZE_MAX ? UINT32_MAX : (uint32_t)e;
        if (e != SIZE_MAX) laps->entries[e].change_count++;
    }
    for (size_t e = 0, at = 0; e < laps->entry_count; e++) {
        laps->entries[e].first_change = at;
        at += laps->entries[e].change_count;
        laps->entries[e].change_count = 0;
    }
    for (size_t i = 0; i < session->change_count; i++) {
        if (of[i] == UINT32_MAX) continue;
        pdk_race_entry *entry = &laps->entries[of[i]];
        laps->changes[entry->first_change + entry->change_count++] = session->changes[i];
    }
    pdk_free(memory, of);
    return PDK_OK;
}

static void add_person(persons *all, pdk_text name)
{
    if (name.size == 0 || all->count == MOST_PERSONS) return;
    for (size_t i = 0; i < all->count; i++) {
        if (pdk_same_text(all->names[i], name)) return;
    }
    all->names[all->count++] = name;
}

static bool join(pdk_memory *memory, const persons *all, pdk_text *who)
{
    static const char between[] = "; ";
    size_t size = 0, separator = sizeof between - 1;
    *who = all->count > 0 ? all->names[0] : (pdk_text){ NULL, 0 };
    if (all->count < 2) return true;
    for (size_t i = 0; i < all->count; i++) size += all->names[i].size + separator;
    char *text = pdk_alloc(memory, size + 1);
    if (text == NULL) return false;
    *who = (pdk_text){ text, size - separator };
    for (size_t i = 0; i < all->count; i++) {
        if (i > 0) text = (char *)memcpy(text, between, separator) + separator;
        text = (char *)memcpy(text, all->names[i].data, all->names[i].size) + all->names[i].size;
    }
    return true;
}

/* How many of the entry's changes had happened by then. */
static size_t changes_by(const pdk_laps *laps, const pdk_race_entry *entry, double time)
{
    const pdk_session_change *changes = laps->changes + entry->first_change;
    size_t low = 0, high = entry->change_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (changes[middle].time <= time) low = middle + 1;
        else high = middle;
    }
    return low;
}

bool pdk_laps_who(const pdk_laps *laps, size_t number, double from, double to, pdk_memory *memory, pdk_text *who)
{
    const pdk_race_entry *entry = &laps->entries[number];
    const pdk_session_change *changes = laps->changes + entry->first_change;
    persons all = { .count = 0 };
    *who = (pdk_text){ NULL, 0 };
    if (laps->session->change_count == 0) return true;
    size_t next = changes_by(laps, entry, from);
    add_person(&all, next > 0 ? changes[next - 1].name : entry->name);
    for (; next < entry->change_count && !(changes[next].time >= to); next++) add_person(&all, changes[next].name);
    return join(memory, &all, who);
}

pdk_status pdk_laps_name_drivers(pdk_laps *laps, pdk_memory *memory, pdk_error *error)
{
    pdk_status status = sort_changes(laps, memory, error);
    for (size_t i = 0; i < laps->lap_count && status == PDK_OK; i++) {
        pdk_driven_lap *lap = &laps->laps[i];
        const pdk_race_entry *entry = &laps->entries[lap->entry];
        bool has_next = i + 1 < laps->lap_count && laps->laps[i + 1].entry == lap->entry;
        double end = isnan(lap->end_time) && has_next ? laps->begins[i + 1] : lap->end_time;
        lap->co_driver = entry->co_driver;
        lap->team = entry->team;
        lap->number = entry->number;
        lap->class_name = entry->class_name;
        if (!pdk_laps_who(laps, lap->entry, laps->begins[i], end, memory, &lap->drivers))
            status = pdk_fail_memory(error, memory, "the drivers of laps");
    }
    return status;
}
