#include "analysis/compare/lap_index.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/merge_sort.h"
#include "base/text.h"

/* ------------------------------------------------------------------------------------------------- reading */

enum { NUMBERS = 9, AT_ONCE = 64 /* rows; a multiple of 8 */ };

/* One word of a list "first; contact". */
static bool has_word(pdk_text list, const char *word)
{
    size_t begin = 0;
    for (size_t i = 0; i <= list.size && list.size > 0; i++) {
        if (i < list.size && list.data[i] != ';') continue;
        if (pdk_text_is((pdk_text){ list.data + begin, i - begin }, word)) return true;
        begin = i + 2; /* a space follows */
    }
    return false;
}

static bool is_from_pits(pdk_text kind)
{
    return pdk_text_is(kind, pdk_lap_kind_name(PDK_LAP_OUT)) || pdk_text_is(kind, pdk_lap_kind_name(PDK_LAP_OUT_IN));
}

static pdk_status read_batch(const pdk_table *laps, uint64_t first, size_t count, pdk_lap_row *rows, pdk_error *error)
{
    static const char *const names[NUMBERS] = { "slot",          "lap",           "start_time",
                                                "end_time",      "lap_time",      "sector_1_time",
                                                "sector_2_time", "sector_3_time", "sector_4_time" };
    double numbers[NUMBERS][AT_ONCE];
    pdk_text drivers[AT_ONCE], kinds[AT_ONCE], reasons[AT_ONCE], compounds[AT_ONCE];
    uint8_t best[AT_ONCE], validity[NUMBERS][AT_ONCE / 8];
    pdk_column_read reads[NUMBERS + 5];
    for (size_t i = 0; i < NUMBERS; i++)
        reads[i] = (pdk_column_read){ .column = pdk_table_find_column(laps, names[i]),
                                      .type = PDK_FLOAT64,
                                      .values = numbers[i],
                                      .validity = validity[i] };
    reads[NUMBERS] = (pdk_column_read){ .column = pdk_table_find_column(laps, "driver"), .values = drivers };
    reads[NUMBERS + 1] = (pdk_column_read){ .column = pdk_table_find_column(laps, "best"), .values = best };
    reads[NUMBERS + 2] = (pdk_column_read){ .column = pdk_table_find_column(laps, "kind"), .values = kinds };
    reads[NUMBERS + 3] = (pdk_column_read){ .column = pdk_table_find_column(laps, "reasons"), .values = reasons };
    reads[NUMBERS + 4] = (pdk_column_read){ .column = pdk_table_find_column(laps, "compound"), .values = compounds };
    pdk_status status = pdk_table_read(laps, first, count, reads, NUMBERS + 5, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        pdk_lap_row *row = &rows[i];
        double *places[NUMBERS] = { &row->slot,       &row->lap,        &row->start_time,
                                    &row->end_time,   &row->lap_time,   &row->sectors[0],
                                    &row->sectors[1], &row->sectors[2], &row->sectors[3] };
        for (size_t n = 0; n < NUMBERS; n++)
            *places[n] = (validity[n][i / 8] >> (i % 8) & 1) != 0 ? numbers[n][i] : NAN;
        row->driver = drivers[i];
        row->compound = compounds[i];
        row->best = best[i];
        row->is_first = has_word(reasons[i], "first") || has_word(reasons[i], "formation");
        row->from_pits = is_from_pits(kinds[i]);
        row->row = first + i;
    }
    return status;
}

static uint64_t slot_of(const pdk_lap_row *row)
{
    return row->slot > 0 ? (uint64_t)row->slot : 0;
}

static int compare_texts(pdk_text a, pdk_text b)
{
    size_t both = a.size < b.size ? a.size : b.size;
    int order = both > 0 ? memcmp(a.data, b.data, both) : 0;
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

static double lap_of(const pdk_lap_row *row)
{
    return isnan(row->lap) ? -HUGE_VAL : row->lap;
}

/* By row within each: the sort keeps the order of what is equal. */
static int by_driver_and_lap(const void *one, const void *other, void *user)
{
    const pdk_lap_row *a = one, *b = other;
    (void)user;
    if (slot_of(a) != slot_of(b)) return slot_of(a) < slot_of(b) ? -1 : 1;
    int order = compare_texts(a->driver, b->driver);
    return order != 0 ? order : (lap_of(a) > lap_of(b)) - (lap_of(a) < lap_of(b));
}

static int by_name(const void *one, const void *other, void *user)
{
    const pdk_lap_driver *drivers = user;
    return compare_texts(drivers[*(const uint32_t *)one].name, drivers[*(const uint32_t *)other].name);
}

/* ------------------------------------------------------------------------------------------ which is better */

static bool is_whole(const pdk_lap_row *row)
{
    return isfinite(row->start_time) && isfinite(row->end_time) && row->end_time > row->start_time;
}

/* A lap from the grid begins before the line, and one that leaves the garage after it. A lap that continues after the
 * line was crossed in the pit lane begins there, like every other. */
static bool begins_at_line(const pdk_lap_row *row, const pdk_lap_row *before)
{
    static const double same_time = 0.001; /* s */
    if (row->is_first) return false;
    return !row->from_pits || (before != NULL && fabs(before->end_time - row->start_time) < same_time);
}

/* A lap that begins at the line, then the driver's best lap, then the shortest, then the first of the answer. */
static const pdk_lap_row *better(const pdk_lap_row *one, const pdk_lap_row *other)
{
    if (one == NULL || other == NULL) return one == NULL ? other : one;
    if (one->from_line != other->from_line) return one->from_line ? one : other;
    if (one->best != other->best) return one->best > other->best ? one : other;
    if (one->lap_time < other->lap_time) return one;
    if (other->lap_time < one->lap_time) return other;
    return one->row < other->row ? one : other;
}

static const pdk_lap_row *later(const pdk_lap_row *one, const pdk_lap_row *other)
{
    if (one == NULL || other == NULL) return one == NULL ? other : one;
    if (one->end_time > other->end_time) return one;
    if (other->end_time > one->end_time) return other;
    return one->row < other->row ? one : other;
}

static const pdk_lap_row *earlier_row(const pdk_lap_row *one, const pdk_lap_row *other)
{
    if (one == NULL || other == NULL) return one == NULL ? other : one;
    return one->row < other->row ? one : other;
}

/* ------------------------------------------------------------------------------------------------- making */

static void add_row(pdk_lap_driver *driver, const pdk_lap_row *row)
{
    driver->count++;
    if (!is_whole(row)) return;
    driver->last = later(driver->last, row);
    if (isfinite(row->lap_time)) driver->best = better(driver->best, row);
}

static bool same_driver(const pdk_lap_row *a, const pdk_lap_row *b)
{
    return slot_of(a) == slot_of(b) && compare_texts(a->driver, b->driver) == 0;
}

static void list_drivers(pdk_lap_index *index)
{
    for (size_t i = 0; i < index->count; i++) {
        pdk_lap_row *row = &index->rows[i];
        bool next = i > 0 && same_driver(row - 1, row);
        row->from_line = begins_at_line(row, next ? row - 1 : NULL);
        if (!next) {
            index->drivers[index->driver_count++] =
                (pdk_lap_driver){ .name = row->driver, .slot = slot_of(row), .first = i };
        }
        add_row(&index->drivers[index->driver_count - 1], row);
    }
    for (size_t i = 0; i < index->driver_count; i++) index->by_name[i] = (uint32_t)i;
}

pdk_status pdk_lap_index_make(const pdk_table *laps, pdk_memory *memory, pdk_lap_index *index, pdk_error *error)
{
    uint64_t count = pdk_table_rows(laps);
    *index = (pdk_lap_index){ .rows = pdk_alloc_array(memory, count, sizeof *index->rows),
                              .drivers = pdk_alloc_array(memory, count, sizeof *index->drivers),
                              .by_name = pdk_alloc_array(memory, count, sizeof *index->by_name),
                              .count = (size_t)count };
    if (index->rows == NULL || index->drivers == NULL || index->by_name == NULL)
        return pdk_fail_memory(error, memory, "laps");
    for (uint64_t first = 0; first < count; first += AT_ONCE) {
        size_t rows = count - first < AT_ONCE ? (size_t)(count - first) : AT_ONCE;
        pdk_status status = read_batch(laps, first, rows, index->rows + first, error);
        if (status != PDK_OK) return status;
    }
    bool sorted = pdk_merge_sort(memory, index->rows, index->count, sizeof *index->rows, by_driver_and_lap, NULL);
    if (sorted) list_drivers(index);
    sorted = sorted && pdk_merge_sort(memory, index->by_name, index->driver_count, sizeof *index->by_name, by_name,
                                      index->drivers);
    return sorted ? PDK_OK : pdk_fail_memory(error, memory, "laps");
}

/* ------------------------------------------------------------------------------------------------ searching */

bool pdk_lap_number(const char *text, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\0';
}

/* The driver's first whole lap of this number. */
static const pdk_lap_row *find_number(const pdk_lap_index *index, const pdk_lap_driver *driver, double number)
{
    const pdk_lap_row *rows = index->rows + driver->first;
    size_t low = 0, high = driver->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lap_of(&rows[middle]) < number) low = middle + 1;
        else high = middle;
    }
    while (low < driver->count && !(rows[low].lap > number) && !is_whole(&rows[low])) low++;
    return low < driver->count && !(rows[low].lap > number) ? &rows[low] : NULL;
}

void pdk_lap_index_name_whole(const pdk_lap_index *index, const pdk_lap_row *row, char *names, size_t size)
{
    size_t used = 0;
    names[0] = '\0';
    for (size_t i = 0; i < index->count && used + 8 < size; i++) { /* a number and what separates it */
        const pdk_lap_row *other = &index->rows[i];
        if (!same_driver(row, other) || !is_whole(other) || !other->from_line) continue;
        int written = snprintf(names + used, size - used, "%s%.0f", used > 0 ? ", " : "", other->lap);
        if (written > 0) used += (size_t)written;
    }
}

/* A search under way: of the drivers that fit, those that fit best. */
typedef struct search {
    const pdk_lap_index *index;
    const pdk_lap_query *query;
    pdk_lap_found found;
} search;

static void take_lap(search *work, const pdk_lap_driver *driver)
{
    const char *lap = work->query->lap;
    double number;
    const pdk_lap_row **row = &work->found.row;
    if (pdk_lap_number(lap, &number)) *row = earlier_row(*row, find_number(work->index, driver, number));
    else if (strcmp(lap, "last") == 0) *row = later(*row, driver->last);
    else *row = better(*row, driver->best);
}

/* A beginning must not fit two names. */
static void note_name(pdk_lap_found *found, const pdk_lap_driver *driver)
{
    if (found->fit > PDK_DRIVER_BEGINNING || compare_texts(found->name, driver->name) == 0) return;
    found->ambiguous = true;
    found->other = driver->name;
}

static void take_driver(search *work, const pdk_lap_driver *driver)
{
    if (work->query->driver != NULL) {
        pdk_driver_match fit = pdk_match_driver(driver->name, driver->slot, work->query->driver);
        if (fit == PDK_DRIVER_NO || fit < work->found.fit) return;
        if (fit > work->found.fit) work->found = (pdk_lap_found){ .fit = fit, .name = driver->name };
        note_name(&work->found, driver);
    }
    take_lap(work, driver);
}

/* Those of exactly this name. */
static void take_name(search *work, const char *name)
{
    const pdk_lap_index *index = work->index;
    pdk_text wanted = { name, strlen(name) };
    size_t low = 0, high = index->driver_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_texts(index->drivers[index->by_name[middle]].name, wanted) < 0) low = middle + 1;
        else high = middle;
    }
    for (; low < index->driver_count; low++) {
        const pdk_lap_driver *driver = &index->drivers[index->by_name[low]];
        if (compare_texts(driver->name, wanted) != 0) break;
        take_driver(work, driver);
    }
}

/* Those in this slot. */
static void take_slot(search *work, double slot)
{
    const pdk_lap_index *index = work->index;
    size_t low = 0, high = index->driver_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((double)index->drivers[middle].slot < slot) low = middle + 1;
        else high = middle;
    }
    for (; low < index->driver_count && !((double)index->drivers[low].slot > slot); low++)
        take_driver(work, &index->drivers[low]);
}

pdk_lap_found pdk_lap_index_find(const pdk_lap_index *index, const pdk_lap_query *query)
{
    search work = { .index = index, .query = query };
    double slot;
    if (query->driver != NULL) take_name(&work, query->driver);
    if (query->driver != NULL && work.found.fit == PDK_DRIVER_NO && pdk_lap_number(query->driver, &slot))
        take_slot(&work, slot);
    if (work.found.fit != PDK_DRIVER_NO) return work.found; /* nothing fits better */
    for (size_t i = 0; i < index->driver_count; i++) take_driver(&work, &index->drivers[i]);
    return work.found;
}
