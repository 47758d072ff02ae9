/* A set in a table with open addressing, at most half full. */
#include "sql/sql_entered.h"

#include <stdlib.h>

static size_t place_of(const sql_entry *entry, size_t room)
{
    uint64_t mixed =
        (entry->identity ^ (entry->volume << 32) ^ (uint64_t)(uintptr_t)entry->pattern) * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(mixed >> 32) & (room - 1); /* room is a power of two */
}

static bool is_same(const sql_entry *a, const sql_entry *b)
{
    return a->identity == b->identity && a->volume == b->volume && a->pattern == b->pattern;
}

/* Where it is, or where it belongs. */
static sql_entry *find(sql_entry *entries, size_t room, const sql_entry *wanted)
{
    size_t at = place_of(wanted, room);
    while (entries[at].taken && !is_same(&entries[at], wanted)) at = (at + 1) & (room - 1);
    return &entries[at];
}

static bool grow(sql_entered *entered)
{
    size_t room = entered->room > 0 ? 2 * entered->room : 64;
    sql_entry *larger = calloc(room, sizeof *larger);
    if (larger == NULL) return false;
    for (size_t i = 0; i < entered->room; i++) {
        if (entered->entries[i].taken) *find(larger, room, &entered->entries[i]) = entered->entries[i];
    }
    free(entered->entries);
    entered->entries = larger;
    entered->room = room;
    return true;
}

bool sql_enter(sql_entered *entered, const pdk_file_info *folder, const char *pattern, bool *failed)
{
    sql_entry wanted = { folder->volume, folder->identity, pattern, true };
    if (2 * entered->count >= entered->room && !grow(entered)) {
        *failed = true;
        return false;
    }
    sql_entry *place = find(entered->entries, entered->room, &wanted);
    if (place->taken) return false;
    *place = wanted;
    entered->count++;
    return true;
}

void sql_entered_free(sql_entered *entered)
{
    free(entered->entries);
    *entered = (sql_entered){ 0 };
}
