/* laptimes: a row for each driver, a dot for each lap, or boxes of their quartiles. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shown.h"
#include "plot/driver_name.h"
#include "plot/panel.h"
#include "plot/plot_facts.h"
#include "plot/plot_laps.h"
#include "plot/text_width.h"

enum { ROW = 30, BELOW = 440, LABEL = 120, SIDE = 240 };

typedef struct timed_lap {
    double time;
    bool clean;
} timed_lap;

/* One row of the picture: the laps of one driver in one file. */
typedef struct timed_driver {
    char name[96];
    const char *file;
    uint32_t slot, entry;
    timed_lap *laps; /* those that count, fastest first */
    size_t count;
    size_t void_count; /* timed laps that do not count */
    size_t list;       /* of the track: laps of different tracks are not ranked together */
    bool heading;      /* of a list: `name` is the track's */
    bool disqualified;
    double best; /* as in the results: of laps that count; HUGE_VAL where none does */
} timed_driver;

typedef struct lap_times {
    timed_driver *drivers;
    size_t count, lists;
    double low, high; /* of what is shown */
} lap_times;

static int by_time(const void *a, const void *b)
{
    const timed_lap *one = a, *other = b;
    if (one->time < other->time || one->time > other->time) return one->time < other->time ? -1 : 1;
    return (int)other->clean - (int)one->clean;
}

static int by_best(const void *a, const void *b)
{
    const timed_driver *one = a, *other = b;
    if (one->list != other->list) return one->list < other->list ? -1 : 1;
    if (one->heading != other->heading) return one->heading ? -1 : 1;
    if (one->best < other->best || one->best > other->best) return one->best < other->best ? -1 : 1;
    return strcmp(one->name, other->name);
}

/* ------------------------------------------------------------------------------------------------- reading */

static bool is_wanted(const pdk_lap_reference *reference, const pdk_lap *lap, pdk_driver_match best)
{
    if (reference->driver == NULL || reference->driver[0] == '\0') return true;
    return best != PDK_DRIVER_NO && pdk_match_driver(lap->driver, lap->slot, reference->driver) == best;
}

static timed_driver *driver_of(pdk_vector *drivers, size_t first, const pdk_lap *lap, const char *file)
{
    timed_driver *list = drivers->items;
    for (size_t i = first; i < drivers->count; i++) {
        if (list[i].slot == lap->slot && list[i].entry == lap->entry) return &list[i];
    }
    timed_driver *made = pdk_vector_push(drivers);
    if (made == NULL) return NULL;
    *made = (timed_driver){ .file = file, .slot = lap->slot, .entry = lap->entry, .best = HUGE_VAL };
    pdk_draw_driver(made->name, 64, lap->driver, lap->slot, false);
    return made;
}

static pdk_status read_bests(const pdk_plot_work *work, const pdk_document *document, pdk_vector *drivers, size_t first,
                             pdk_error *error)
{
    size_t count;
    const pdk_table *table;
    pdk_status status = pdk_plot_answer(work, document, "results", &table, error);
    if (status == PDK_OK) status = pdk_result_count(document, &count, error);
    if (status != PDK_OK) return status;
    timed_driver *list = drivers->items;
    for (size_t i = 0; i < count; i++) {
        const pdk_result *result = pdk_result_at(document, i);
        for (size_t k = first; k < drivers->count; k++) {
            bool same = list[k].slot == result->slot && list[k].entry == result->entry;
            if (same && isfinite(result->best_lap_time)) list[k].best = result->best_lap_time;
            if (same) list[k].disqualified = result->status == PDK_RESULT_DISQUALIFIED;
        }
    }
    return PDK_OK;
}

static pdk_status read_file(pdk_plot_work *work, const pdk_lap_reference *reference, pdk_vector *drivers,
                            pdk_error *error)
{
    const pdk_document *document = reference->document;
    const char *file = pdk_plot_file_name(reference->name != NULL ? reference->name : "");
    size_t count, first = drivers->count;
    pdk_driver_match best = PDK_DRIVER_NO;
    const pdk_table *table;
    pdk_status status = pdk_plot_answer(work, document, "laps", &table, error);
    if (status == PDK_OK) status = pdk_lap_count(document, &count, error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < count && reference->driver != NULL; i++) {
        const pdk_lap *lap = pdk_lap_at(document, i);
        pdk_driver_match match = pdk_match_driver(lap->driver, lap->slot, reference->driver);
        if (match > best) best = match;
    }
    for (size_t i = 0; i < count; i++) {
        const pdk_lap *lap = pdk_lap_at(document, i);
        if (!isfinite(lap->lap_time) || !(lap->lap_time > 0) || !is_wanted(reference, lap, best)) continue;
        timed_driver *driver = driver_of(drivers, first, lap, file);
        if (driver != NULL && !lap->counts) {
            driver->void_count++;
            continue;
        }
        timed_lap *laps =
            driver != NULL ? pdk_realloc(work->memory, driver->laps, (driver->count + 1) * sizeof *laps) : NULL;
        if (laps == NULL) return pdk_fail_memory(error, work->memory, "laps");
        driver->laps = laps;
        laps[driver->count++] = (timed_lap){ lap->lap_time, lap->clean };
    }
    return read_bests(work, document, drivers, first, error);
}

/* The number of the file's track, among those of the files before; of a file that names none its own. */
static size_t list_of(const pdk_plot_work *work, size_t file, size_t lists, const size_t *list)
{
    char name[96], other[96];
    if (pdk_document_track_name(work->laps[file].document, name, sizeof name) == 0) return lists;
    for (size_t i = 0; i < file; i++) {
        pdk_document_track_name(work->laps[i].document, other, sizeof other);
        if (strcmp(name, other) == 0) return list[i];
    }
    return lists;
}

typedef struct listed_file {
    size_t file, list;
    bool is_new;
} listed_file;

/* The rows from `first` on are of this file. */
static pdk_status put_list(const pdk_plot_work *work, pdk_vector *drivers, listed_file of, size_t first,
                           pdk_error *error)
{
    for (size_t i = first; i < drivers->count; i++) ((timed_driver *)drivers->items)[i].list = of.list;
    if (!of.is_new) return PDK_OK;
    timed_driver *heading = pdk_vector_push(drivers);
    if (heading == NULL) return pdk_fail_memory(error, work->memory, "laps");
    char track[96];
    const char *name = work->laps[of.file].name != NULL ? pdk_plot_file_name(work->laps[of.file].name) : "";
    *heading = (timed_driver){ .file = "", .list = of.list, .heading = true, .best = HUGE_VAL };
    if (pdk_document_track_name(work->laps[of.file].document, track, sizeof track) == 0)
        snprintf(track, sizeof track, "%.90s", name);
    pdk_draw_clean(heading->name, sizeof heading->name, track, strlen(track));
    return PDK_OK;
}

/* One track needs no heading. */
static void drop_headings(lap_times *times)
{
    size_t kept = 0;
    for (size_t i = 0; i < times->count; i++) {
        if (!times->drivers[i].heading) times->drivers[kept++] = times->drivers[i];
    }
    times->count = kept;
}

/* Files with a lap each by one driver: the files distinguish them. */
static void name_rows(lap_times *times)
{
    for (size_t i = 0; i < times->count; i++) {
        bool repeats = false;
        for (size_t k = 0; k < times->count && !repeats; k++)
            repeats = k != i && !times->drivers[i].heading &&
                      strncmp(times->drivers[i].name, times->drivers[k].name, 63) == 0;
        if (!repeats) continue;
        for (size_t k = times->count; k-- > i;) {
            timed_driver *driver = &times->drivers[k];
            char own[64];
            if (k != i && strncmp(times->drivers[i].name, driver->name, 63) != 0) continue;
            memcpy(own, driver->name, sizeof own);
            own[63] = '\0';
            bool one_file = times->drivers[0].file == times->drivers[times->count - 1].file;
            if (one_file) snprintf(driver->name, sizeof driver->name, "%s (%u)", own, driver->slot);
            else snprintf(driver->name, sizeof driver->name, "%.40s, %.40s", own, driver->file);
        }
    }
}

/* Between laps, as quartiles are: linear. */
static double quantile(const timed_driver *driver, double share)
{
    double place = share * (double)(driver->count - 1);
    size_t below = (size_t)place;
    if (below + 1 >= driver->count) return driver->laps[driver->count - 1].time;
    double part = place - (double)below;
    return driver->laps[below].time * (1 - part) + driver->laps[below + 1].time * part;
}

/* Laps into the pits and after accidents are far out: beyond the upper fence they are counted, not drawn. */
static pdk_status choose_range(const pdk_plot_work *work, lap_times *times, pdk_error *error)
{
    timed_driver all = { .count = 0 };
    for (size_t i = 0; i < times->count; i++) all.count += times->drivers[i].count;
    all.laps = pdk_alloc_array(work->memory, all.count, sizeof *all.laps);
    if (all.laps == NULL) return pdk_fail_memory(error, work->memory, "laps");
    for (size_t i = 0, at = 0; i < times->count; at += times->drivers[i++].count) {
        if (times->drivers[i].count > 0) /* otherwise it has no list */
            memcpy(all.laps + at, times->drivers[i].laps, times->drivers[i].count * sizeof *all.laps);
    }
    qsort(all.laps, all.count, sizeof *all.laps, by_time);
    double low = quantile(&all, 0.25), high = quantile(&all, 0.75), fence = high + pdk_lap_fence * (high - low),
           worst = high;
    if (times->lists > 1) fence = HUGE_VAL; /* slower because the track is longer */
    for (size_t i = 0; i < all.count && all.laps[i].time <= fence; i++) worst = fmax(worst, all.laps[i].time);
    double best = all.laps[0].time, room = fmax((worst - best) * 0.03, 0.05);
    times->low = best - room;
    times->high = worst + room;
    pdk_range_widen(&times->low, &times->high);
    pdk_free(work->memory, all.laps);
    return PDK_OK;
}

static pdk_status read_all(pdk_plot_work *work, lap_times *times, pdk_error *error)
{
    pdk_vector drivers = pdk_vector_of(work->memory, sizeof(timed_driver));
    pdk_status status = PDK_OK;
    size_t lists = 0, laps = 0, *list = pdk_alloc_array(work->memory, work->count, sizeof *list);
    if (list == NULL) return pdk_fail_memory(error, work->memory, "laps");
    for (size_t i = 0; i < work->count && status == PDK_OK; i++) {
        size_t first = drivers.count;
        status = read_file(work, &work->laps[i], &drivers, error);
        list[i] = list_of(work, i, lists, list);
        bool is_new = list[i] == lists;
        lists += is_new;
        if (status == PDK_OK) status = put_list(work, &drivers, (listed_file){ i, list[i], is_new }, first, error);
    }
    if (status != PDK_OK) return status;
    *times = (lap_times){ .drivers = drivers.items, .count = drivers.count, .lists = lists };
    if (lists < 2) drop_headings(times);
    for (size_t i = 0; i < times->count; i++) laps += times->drivers[i].count;
    if (laps == 0) return pdk_plot_lacks(error, "no lap has a time that counts");
    name_rows(times);
    for (size_t i = 0; i < times->count; i++)
        if (times->drivers[i].count > 0)
            qsort(times->drivers[i].laps, times->drivers[i].count, sizeof(timed_lap), by_time);
    qsort(times->drivers, times->count, sizeof *times->drivers, by_best);
    return choose_range(work, times, error);
}

/* ------------------------------------------------------------------------------------------------- drawing */

static int32_t place(const pdk_panel *panel, const lap_times *times, double time)
{
    return pdk_scale_at(&panel->x, fmin(time, times->high));
}

/* Where and how the times of a driver are drawn. */
typedef struct driver_lane {
    int32_t y, half;
    uint32_t colour;
} driver_lane;

static void draw_box(pdk_plot_work *work, const pdk_panel *panel, const lap_times *times, const timed_driver *driver,
                     driver_lane lane)
{
    int32_t ends[5];
    for (int i = 0; i < 5; i++) ends[i] = place(panel, times, quantile(driver, i / 4.0));
    pdk_draw_line(&work->list, (pdk_draw_span){ ends[0], lane.y, ends[4], lane.y }, lane.colour, 12);
    pdk_draw_rectangle(&work->list, (pdk_draw_box){ ends[1], lane.y - lane.half, ends[3], lane.y + lane.half },
                       work->theme->background, 100);
    pdk_draw_rectangle(&work->list, (pdk_draw_box){ ends[1], lane.y - lane.half, ends[3], lane.y + lane.half },
                       lane.colour, 30);
    pdk_draw_line(&work->list, (pdk_draw_span){ ends[2], lane.y - lane.half, ends[2], lane.y + lane.half }, lane.colour,
                  25);
    for (int i = 0; i < 5; i += 4)
        pdk_draw_line(&work->list, (pdk_draw_span){ ends[i], lane.y - lane.half / 2, ends[i], lane.y + lane.half / 2 },
                      lane.colour, 12);
}

/* Dots that would lie over each other go up and down in turn. */
static void draw_strip(pdk_plot_work *work, const pdk_panel *panel, const lap_times *times, const timed_driver *driver,
                       driver_lane lane)
{
    enum { DOT = 70, LEVELS = 5 };
    int32_t last[LEVELS];
    for (int i = 0; i < LEVELS; i++) last[i] = INT32_MIN / 2;
    double middle = quantile(driver, 0.5);
    int32_t median = place(panel, times, middle);
    if (middle <= times->high && driver->count > 2)
        pdk_draw_line(&work->list, (pdk_draw_span){ median, lane.y - lane.half, median, lane.y + lane.half },
                      work->theme->muted, 15);
    for (size_t i = 0; i < driver->count; i++) {
        static const int32_t order[LEVELS] = { 0, -1, 1, -2, 2 };
        const timed_lap *lap = &driver->laps[i];
        if (lap->time > times->high) break;
        int32_t x = pdk_scale_at(&panel->x, lap->time);
        int level = 0;
        while (level + 1 < LEVELS && x - last[level] < DOT) level++;
        last[level] = x;
        int32_t at = lane.y + order[level] * lane.half / 3;
        pdk_draw_dot(&work->list, x, at, lane.colour, DOT);
        if (!lap->clean) pdk_draw_dot(&work->list, x, at, work->theme->background, DOT - 30);
    }
}

static size_t slower_than_shown(const lap_times *times, const timed_driver *driver)
{
    size_t beyond = 0;
    for (size_t i = 0; i < driver->count; i++) beyond += driver->laps[i].time > times->high;
    return beyond;
}

/* Laps that are not drawn. */
static void put_more(char text[64], size_t slower, size_t not_counted)
{
    size_t at = 0;
    text[0] = '\0';
    if (slower > 0) at = (size_t)snprintf(text, 64, "+ %zu slower", slower);
    if (not_counted > 0) snprintf(text + at, 64 - at, "%s%zu not counted", at > 0 ? ", " : "+ ", not_counted);
}

static void put_row(pdk_plot_work *work, const pdk_panel *panel, const lap_times *times, size_t number, bool boxes,
                    int32_t height)
{
    const timed_driver *driver = &times->drivers[number];
    int32_t y = panel->y.to + height * (int32_t)number + height / 2, half = height * 3 / 10;
    uint32_t colour = work->theme->series[0];
    pdk_draw_line(&work->list, (pdk_draw_span){ panel->x.from, y + height / 2, panel->x.to, y + height / 2 },
                  work->theme->grid, 10);
    if (driver->count == 0) half = 0;
    else if (boxes) draw_box(work, panel, times, driver, (driver_lane){ y, half, colour });
    else draw_strip(work, panel, times, driver, (driver_lane){ y, half, colour });
    pdk_draw_label label = { .x = panel->x.from - 100,
                             .y = y + 42,
                             .size = LABEL,
                             .anchor = PDK_ANCHOR_END,
                             .colour = driver->heading ? work->theme->muted : work->theme->text,
                             .room = panel->x.from - 140 };
    pdk_draw_text(&work->list, driver->name, &label);
    if (driver->heading) return;
    size_t beyond = slower_than_shown(times, driver);
    char best[PDK_LABEL_SIZE] = "none counts", more[64] = "";
    if (driver->best < HUGE_VAL) pdk_clock_text(best, driver->best, 3);
    else if (driver->disqualified) snprintf(best, sizeof best, "disqualified");
    put_more(more, beyond, driver->void_count);
    label = (pdk_draw_label){ .x = panel->x.to + 120, .y = y + 42, .size = LABEL, .colour = work->theme->text };
    pdk_draw_text(&work->list, best, &label);
    label.x += pdk_text_width(best, LABEL, false) + 50;
    label.colour = work->theme->muted;
    if (more[0] != '\0') pdk_draw_text(&work->list, more, &label);
}

static void write_title(pdk_plot_work *work, bool boxes)
{
    char rest[160];
    const char *file = work->laps[0].name != NULL ? pdk_plot_file_name(work->laps[0].name) : "";
    if (work->count == 1)
        snprintf(work->title, sizeof work->title, "%.100s%slap times", file, file[0] != '\0' ? ": " : "");
    else snprintf(work->title, sizeof work->title, "lap times of %zu files", work->count);
    pdk_plot_describe(work, rest, sizeof rest);
    snprintf(work->subtitle, sizeof work->subtitle, "%s; %s", rest,
             boxes ? "boxes: quartiles, median, ends; right: best that counts"
                   : "full dots: clean laps; line: median; right: best that counts");
    pdk_plot_put_title(work);
}

pdk_status pdk_plot_laptimes(pdk_plot_work *work, pdk_error *error)
{
    static const char *const forms[] = { "strip", "box", NULL };
    size_t form;
    lap_times times;
    pdk_ticks ticks;
    pdk_status status = pdk_plot_choose("--of of laptimes", work->options->of, forms, &form, error);
    if (status == PDK_OK) status = read_all(work, &times, error);
    if (status != PDK_OK) return status;
    uint32_t rows = times.count < 10000 ? (uint32_t)times.count : 10000, around = (PDK_PLOT_TOP + BELOW) / 10;
    status = pdk_plot_settle(work, 960, around + ROW * rows, around + 8 * rows, error);
    if (status != PDK_OK) return status;
    int32_t widest = 0;
    for (size_t i = 0; i < times.count; i++) {
        int32_t width = pdk_text_width(times.drivers[i].name, LABEL, false);
        if (width > widest) widest = width;
    }
    if (widest > pdk_plot_width(work) / 3) widest = pdk_plot_width(work) / 3;
    size_t beyond = 0;
    bool both = false;
    for (size_t i = 0; i < times.count; i++) {
        size_t slower = slower_than_shown(&times, &times.drivers[i]);
        beyond += slower + times.drivers[i].void_count;
        both |= slower > 0 && times.drivers[i].void_count > 0;
    }
    int32_t right = both ? 2600 : beyond > 0 ? 1900 : 900;
    pdk_panel panel = { { times.low, times.high, widest + 340, pdk_plot_width(work) - right },
                        { 0, 1, pdk_plot_height(work) - BELOW, PDK_PLOT_TOP } };
    pdk_axis_ticks(&ticks, PDK_AXIS_CLOCK, times.low, times.high, panel.x.to - panel.x.from, true);
    pdk_panel_grid_x(work, &panel, &ticks);
    int32_t height = (panel.y.from - panel.y.to) / (int32_t)rows;
    for (size_t i = 0; i < times.count; i++) put_row(work, &panel, &times, i, form == 1, height);
    pdk_panel_labels_x(work, &panel, &ticks, "lap time (m:ss)");
    write_title(work, form == 1);
    return PDK_OK;
}
