/* Drivers of a car over time. The bits of each pose that count a car's drivers say it; names are from the list of
 * drivers, and from events of a change. Where no pose says anything, from those events alone. */
#include <math.h>

#include "base/merge_sort.h"
#include "format/vcr/vcr_session.h"
#include "model/row_trim.h"

enum {
    ROWS = PDK_BATCH,
    LOCATED = 8 * ROWS /* found at once */,
    SLOTS = 256,
    LEAST_POSES = 4 /* fewer in a row that say the same are an error of the recording */
};

/* An event of a change names the person of poses that change this close to it, s. */
static const double near_event = 60;

/* The driver of a car by its poses. */
typedef struct seat {
    unsigned driver, next; /* numbers from 0: the driver, and the next one if poses keep saying so */
    unsigned poses;        /* how many in a row say `next` */
    double since;          /* the first of those */
    bool changed;
} seat;

/* An entry of the list of drivers, or an event. */
typedef struct moment {
    double time;
    uint32_t slot;
    size_t number;
} moment;

struct pdk_vcr_seating {
    seat seats[SLOTS];
    moment *entries, *events; /* by slot, then time */
};

/* ------------------------------------------------------------------------------------------------ events */

static void take_event(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    if (!isfinite(row->values[0]) || isnan(row->values[1])) return;
    pdk_session_change *change = pdk_vector_push(&to->told);
    if (change == NULL) to->failed = true;
    else *change = (pdk_session_change){ row->values[0], (uint32_t)row->values[1], row->texts[0] };
}

/* ------------------------------------------------------------------------------------------- who is meant */

static int by_slot_and_time(const void *a, const void *b, void *user)
{
    const moment *one = a, *other = b;
    (void)user;
    if (one->slot != other->slot) return one->slot < other->slot ? -1 : 1;
    double first = isnan(one->time) ? -HUGE_VAL : one->time, second = isnan(other->time) ? -HUGE_VAL : other->time;
    return (first > second) - (first < second);
}

static bool sort_moments(pdk_vcr_gathering *to)
{
    const pdk_session_driver *drivers = to->drivers.items;
    const pdk_session_change *told = to->told.items;
    pdk_vcr_seating *seating = to->seating;
    seating->entries = pdk_alloc_array(to->memory, to->drivers.count, sizeof *seating->entries);
    seating->events = pdk_alloc_array(to->memory, to->told.count, sizeof *seating->events);
    if (seating->entries == NULL || seating->events == NULL) return false;
    for (size_t i = 0; i < to->drivers.count; i++)
        seating->entries[i] = (moment){ drivers[i].entry_time, drivers[i].slot, i };
    for (size_t i = 0; i < to->told.count; i++) seating->events[i] = (moment){ told[i].time, told[i].slot, i };
    return pdk_merge_sort(to->memory, seating->entries, to->drivers.count, sizeof(moment), by_slot_and_time, NULL) &&
           pdk_merge_sort(to->memory, seating->events, to->told.count, sizeof(moment), by_slot_and_time, NULL);
}

/* How many come before, or at, slot and time. */
static size_t count_until(const moment *sorted, size_t count, uint32_t slot, double time)
{
    const moment key = { time, slot, 0 };
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_slot_and_time(&sorted[middle], &key, NULL) <= 0) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* The slot's entry that had come last by then; otherwise its first; NULL = it has none. */
static const pdk_session_driver *find_entry(const pdk_vcr_gathering *to, uint32_t slot, double time)
{
    const moment *entries = to->seating->entries;
    size_t count = to->drivers.count, at = count_until(entries, count, slot, time);
    if (at > 0 && entries[at - 1].slot == slot) at--;
    else if (at == count || entries[at].slot != slot) return NULL;
    return (const pdk_session_driver *)to->drivers.items + entries[at].number;
}

/* Of the events about this slot the nearest in time; empty = none is near. */
static pdk_text told_name(const pdk_vcr_gathering *to, uint32_t slot, double time)
{
    const moment *events = to->seating->events;
    const pdk_session_change *told = to->told.items;
    size_t count = to->told.count, at = count_until(events, count, slot, time);
    double nearest = near_event;
    pdk_text name = { "", 0 };
    for (size_t i = at > 0 ? at - 1 : 0; i < count && i <= at; i++) {
        double away = fabs(events[i].time - time);
        if (events[i].slot != slot || !(away < nearest)) continue;
        nearest = away;
        name = told[events[i].number].name;
    }
    return name;
}

static pdk_text name_of(const pdk_vcr_gathering *to, uint32_t slot, unsigned driver, double since)
{
    const pdk_session_driver *entry = driver < 2 ? find_entry(to, slot, since) : NULL;
    pdk_text name = { "", 0 };
    if (entry != NULL) name = driver == 0 ? entry->name : entry->co_driver;
    return name.size > 0 ? name : told_name(to, slot, since);
}

/* ------------------------------------------------------------------------------------------------- poses */

static void take_pose(pdk_vcr_gathering *to, double time, uint32_t slot, unsigned driver)
{
    seat *at = &to->seating->seats[slot];
    if (driver == at->driver) {
        at->poses = 0;
        return;
    }
    if (driver != at->next || at->poses == 0) {
        at->next = driver;
        at->poses = 0;
        at->since = time;
    }
    if (++at->poses < LEAST_POSES) return;
    at->driver = driver;
    at->poses = 0;
    at->changed = true;
    pdk_session_change *change = pdk_vector_push(&to->changes);
    if (change == NULL) to->failed = true;
    else *change = (pdk_session_change){ at->since, slot, name_of(to, slot, driver, at->since) };
}

/* Are all cars driven by their first drivers, without a doubt? */
static bool are_first(const pdk_vcr_seating *seating)
{
    unsigned others = 0;
    for (size_t i = 0; i < SLOTS; i++) others |= seating->seats[i].driver | seating->seats[i].poses;
    return others == 0;
}

/* Columns of poses. */
typedef struct pose_columns {
    size_t time, slot, driver;
} pose_columns;

static pdk_status take_poses(pdk_vcr_gathering *to, const pdk_table *table, const pose_columns *columns,
                             const pdk_row *rows, uint64_t first, size_t count, bool *all_first)
{
    double times[ROWS], slots[ROWS], drivers[ROWS];
    pdk_column_read who = { .column = columns->driver, .type = PDK_FLOAT64, .values = drivers };
    pdk_column_read rest[] = { { .column = columns->time, .type = PDK_FLOAT64, .values = times },
                               { .column = columns->slot, .type = PDK_FLOAT64, .values = slots } };
    pdk_status status = pdk_table_read_located(table, rows, first, count, &who, 1, to->error);
    bool others = !*all_first;
    for (size_t i = 0; i < count && status == PDK_OK; i++) others |= drivers[i] != 0;
    if (status != PDK_OK || !others) return status;
    status = pdk_table_read_located(table, rows, first, count, rest, 2, to->error);
    for (size_t i = 0; i < count && status == PDK_OK && !to->failed; i++) {
        if (isfinite(times[i]) && !isnan(slots[i]) && !isnan(drivers[i]))
            take_pose(to, times[i], (uint32_t)slots[i] % SLOTS, (unsigned)drivers[i]);
    }
    *all_first = are_first(to->seating);
    return status;
}

static pdk_status take_all_poses(pdk_vcr_gathering *to)
{
    const pdk_table *table = pdk_document_own_table(to->document, "poses");
    if (table == NULL) return PDK_OK;
    pose_columns columns = { pdk_table_find_column(table, "time"), pdk_table_find_column(table, "driver"),
                             pdk_table_find_column(table, "current_driver") };
    if (columns.time == PDK_NO_COLUMN || columns.slot == PDK_NO_COLUMN || columns.driver == PDK_NO_COLUMN)
        return PDK_OK;
    bool all_first = true;
    pdk_status status = PDK_OK;
    pdk_row_trim trim = { .document = to->document };
    pdk_row *rows = pdk_alloc_raw(to->memory, LOCATED * sizeof *rows);
    if (rows == NULL) return pdk_fail_memory(to->error, to->memory, "the session");
    for (uint64_t first = 0; first < table->rows && status == PDK_OK && !to->failed; first += ROWS) {
        uint64_t left = table->rows - first;
        if (first % LOCATED == 0) pdk_table_locate(table, first, left < LOCATED ? (size_t)left : LOCATED, rows);
        size_t count = left < ROWS ? (size_t)left : ROWS;
        status = take_poses(to, table, &columns, rows + first % LOCATED, first, count, &all_first);
        pdk_row_trim_on(&trim, first + count, table->rows);
    }
    pdk_free(to->memory, rows);
    return status;
}

static bool has_several(const pdk_vcr_gathering *to)
{
    const pdk_session_driver *drivers = to->drivers.items;
    for (size_t i = 0; i < to->drivers.count; i++) {
        if (drivers[i].co_driver.size > 0) return true;
    }
    return to->told.count > 0;
}

/* Events about cars whose poses never change their driver. */
static void add_told(pdk_vcr_gathering *to)
{
    const pdk_session_change *told = to->told.items;
    for (size_t i = 0; i < to->told.count && !to->failed; i++) {
        if (to->seating->seats[told[i].slot % SLOTS].changed || told[i].name.size == 0) continue;
        pdk_session_change *change = pdk_vector_push(&to->changes);
        if (change == NULL) to->failed = true;
        else *change = told[i];
    }
}

pdk_status pdk_vcr_gather_changes(pdk_vcr_gathering *to)
{
    static const char *const event[] = { "time", "driver", NULL }, *const event_texts[] = { "who", NULL };
    to->told = pdk_vector_of(to->memory, sizeof(pdk_session_change));
    pdk_status status = pdk_vcr_each_row(to, "driver_changes", event, event_texts, take_event);
    if (status != PDK_OK || !has_several(to)) return status;
    to->seating = pdk_alloc(to->memory, sizeof *to->seating);
    if (to->seating == NULL || !sort_moments(to)) return pdk_fail_memory(to->error, to->memory, "the session");
    status = take_all_poses(to);
    if (status == PDK_OK) add_told(to);
    pdk_free(to->memory, to->seating->entries);
    pdk_free(to->memory, to->seating->events);
    pdk_free(to->memory, to->seating);
    pdk_free(to->memory, to->told.items);
    if (status == PDK_OK && to->failed) status = pdk_fail_memory(to->error, to->memory, "the session");
    return status;
}
