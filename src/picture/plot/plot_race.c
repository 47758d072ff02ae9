/* Drivers of a race: read from the answers, drawn as lines with names. */
#include "plot/plot_race.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/whole.h"
#include "plot/driver_name.h"
#include "plot/place_labels.h"
#include "plot/text_width.h"

enum { MOST_MEANT = PDK_SERIES_COLOURS, ROW = 145, LABEL = 120 };

static const double same_time = 0.0005; /* s: less is rounding */

/* ------------------------------------------------------------------------------------------------- reading */

static void name_driver(pdk_race_driver *driver, pdk_text name, uint64_t slot)
{
    driver->slot = slot;
    pdk_draw_driver(driver->name, sizeof driver->name, name, slot, false);
}

/* Two drivers of one name: their numbers distinguish them. */
static void number_repeats(pdk_race *race)
{
    for (size_t i = 0; i < race->count; i++) {
        for (size_t k = 0; k < race->count; k++) {
            if (k == i || strcmp(race->drivers[i].name, race->drivers[k].name) != 0) continue;
            char own[64];
            memcpy(own, race->drivers[i].name, sizeof own);
            for (size_t j = race->count; j-- > i;) {
                pdk_race_driver *driver = &race->drivers[j];
                if (strcmp(driver->name, own) == 0)
                    pdk_draw_driver(driver->name, sizeof driver->name, (pdk_text){ own, strlen(own) }, driver->slot,
                                    true);
            }
            break;
        }
    }
}

/* The drivers asked for: by the reference's driver, which fits one or several; otherwise all, and the first have
 * colours. */
static pdk_status mean_drivers(const pdk_plot_work *work, pdk_race *race, pdk_error *error)
{
    const char *wanted = work->laps[0].driver;
    bool any = wanted == NULL || wanted[0] == '\0';
    pdk_driver_match best = PDK_DRIVER_NO;
    size_t series = 0;
    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < race->count; i++) {
            pdk_race_driver *driver = &race->drivers[i];
            pdk_text name = { driver->name, strlen(driver->name) };
            pdk_driver_match match = any ? PDK_DRIVER_NO : pdk_match_driver(name, driver->slot, wanted);
            if (match > best) best = match;
            driver->meant = any || (match == best && match != PDK_DRIVER_NO);
        }
    }
    for (size_t i = 0; i < race->count; i++) {
        bool coloured = race->drivers[i].meant && series < MOST_MEANT;
        race->drivers[i].series = coloured ? series++ : SIZE_MAX;
    }
    if (any || best != PDK_DRIVER_NO) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.driver", "there is no driver \"%.60s\"", wanted);
}

static pdk_race_driver *find_driver(const pdk_race *race, uint64_t slot)
{
    for (size_t i = 0; i < race->count; i++) {
        if (race->drivers[i].slot == slot) return &race->drivers[i];
    }
    return NULL;
}

/* Of a driver who reached the end. */
static double result_of(const pdk_result *result, pdk_race_value value)
{
    if (result->status != PDK_RESULT_FINISHED) return NAN;
    if (value == PDK_RACE_POSITION) return result->has_position ? (double)result->position : NAN;
    if (result->position == 1) return 0;
    return result->has_gap ? result->gap : NAN;
}

static pdk_status read_results(const pdk_plot_work *work, pdk_race_value value, pdk_race *race, pdk_error *error)
{
    const pdk_document *document = work->laps[0].document;
    size_t count;
    const pdk_table *results;
    pdk_status status = pdk_plot_answer(work, document, "results", &results, error);
    if (status == PDK_OK) status = pdk_result_count(document, &count, error);
    if (status != PDK_OK) return status;
    race->drivers = pdk_alloc_array(work->memory, count, sizeof *race->drivers);
    if (race->drivers == NULL) return pdk_fail_memory(error, work->memory, "drivers");
    for (size_t i = 0; i < count; i++) {
        const pdk_result *result = pdk_result_at(document, i);
        if (find_driver(race, result->slot) != NULL) continue; /* a slot that was used again is one line */
        pdk_race_driver *driver = &race->drivers[race->count++];
        name_driver(driver, result->driver, result->slot);
        driver->grid = result->has_grid_position ? (double)result->grid_position : NAN;
        driver->retired = result->status == PDK_RESULT_RETIRED;
        driver->result = result_of(result, value);
    }
    number_repeats(race);
    return mean_drivers(work, race, error);
}

/* Lines of those who finished continue to what the results say: of those a lap down, and of all where penalties that
 * count from the end on changed something. */
static pdk_status add_results(const pdk_plot_work *work, pdk_race *race, pdk_error *error)
{
    bool differs = false;
    race->result_lap = race->last_lap;
    for (size_t i = 0; i < race->count; i++) {
        const pdk_race_driver *driver = &race->drivers[i];
        if (!isfinite(driver->result) || driver->count == 0) continue;
        double last = driver->laps[driver->count - 1].value;
        differs |= isfinite(last) && fabs(last - driver->result) > same_time;
    }
    if (differs) race->result_lap += fmax(0.5, race->last_lap * 0.03);
    for (size_t i = 0; i < race->count; i++) {
        pdk_race_driver *driver = &race->drivers[i];
        if (!isfinite(driver->result) || driver->count == 0) continue;
        if (driver->laps[driver->count - 1].lap >= race->result_lap)
            continue; /* else it is laps down, or lines go on */
        pdk_race_lap *laps = pdk_alloc_array(work->memory, driver->count + 1, sizeof *laps);
        if (laps == NULL) return pdk_fail_memory(error, work->memory, "positions");
        memcpy(laps, driver->laps, driver->count * sizeof *laps);
        laps[driver->count++] = (pdk_race_lap){ race->result_lap, driver->result };
        driver->laps = laps;
    }
    return PDK_OK;
}

pdk_status pdk_race_read(pdk_plot_work *work, pdk_race_value value, pdk_race *race, pdk_error *error)
{
    const char *column = value == PDK_RACE_GAP ? "gap_to_leader" : "position";
    const pdk_table *table;
    *race = (pdk_race){ .count = 0 };
    pdk_status status = pdk_plot_answer(work, work->laps[0].document, "positions", &table, error);
    if (status == PDK_OK) status = read_results(work, value, race, error);
    if (status == PDK_OK && race->count < 2)
        return pdk_plot_lacks(error, "there is only one driver, so there is no order; laptimes shows the laps");
    if (status != PDK_OK) return status;
    size_t rows = (size_t)pdk_table_rows(table);
    double *values = pdk_alloc_array(work->memory, rows, sizeof *values),
           *laps = pdk_alloc_array(work->memory, rows, sizeof *laps),
           *slots = pdk_alloc_array(work->memory, rows, sizeof *slots);
    uint8_t *valid = pdk_alloc_array(work->memory, rows / 8 + 1, 1);
    if (values == NULL || laps == NULL || slots == NULL || valid == NULL)
        return pdk_fail_memory(error, work->memory, "positions");
    pdk_column_read reads[] = { { pdk_table_find_column(table, column), PDK_FLOAT64, values, valid },
                                { pdk_table_find_column(table, "lap"), PDK_FLOAT64, laps, NULL },
                                { pdk_table_find_column(table, "slot"), PDK_FLOAT64, slots, NULL } };
    status = pdk_table_read(table, 0, rows, reads, 3, error);
    for (size_t i = 0; status == PDK_OK && i < race->count; i++) {
        pdk_race_driver *driver = &race->drivers[i];
        pdk_vector found = pdk_vector_of(work->memory, sizeof(pdk_race_lap));
        for (size_t row = 0; row < rows; row++) {
            if ((uint64_t)pdk_whole(slots[row]) != driver->slot) continue;
            pdk_race_lap *lap = pdk_vector_push(&found);
            if (lap == NULL) return pdk_fail_memory(error, work->memory, "positions");
            bool there = (valid[row / 8] >> (row % 8) & 1) != 0;
            *lap = (pdk_race_lap){ laps[row], there ? values[row] : NAN };
            race->last_lap = (uint32_t)pdk_whole(fmax(race->last_lap, laps[row]));
        }
        driver->laps = found.items;
        driver->count = found.count;
    }
    if (status == PDK_OK && race->last_lap == 0)
        return pdk_plot_lacks(error, "no driver completed a lap with a position");
    return status == PDK_OK ? add_results(work, race, error) : status;
}

/* ------------------------------------------------------------------------------------------------- drawing */

int32_t pdk_race_name_width(const pdk_race *race)
{
    int32_t widest = 0;
    for (size_t i = 0; i < race->count; i++) {
        int32_t width = pdk_text_width(race->drivers[i].name, LABEL, true);
        if (width > widest) widest = width;
    }
    return widest;
}

static void style_of(const pdk_plot_work *work, const pdk_race_driver *driver, pdk_line_style *style)
{
    *style = (pdk_line_style){ .colour = work->theme->context, .width = 12 };
    if (driver->series == SIZE_MAX) return;
    style->colour = pdk_series_colour(work->theme, driver->series, style->dash);
    style->width = 22;
}

/* Where the line of a driver begins or ends; false = nowhere. */
static bool end_of(const pdk_race_driver *driver, bool from_grid, bool first, double *lap, double *value)
{
    if (first && from_grid && isfinite(driver->grid)) {
        *lap = 0;
        *value = driver->grid;
        return true;
    }
    for (size_t i = 0; i < driver->count; i++) {
        const pdk_race_lap *at = &driver->laps[first ? i : driver->count - 1 - i];
        if (!isfinite(at->value)) continue;
        *lap = at->lap;
        *value = at->value;
        return true;
    }
    return false;
}

static void draw_driver(pdk_plot_work *work, const pdk_panel *panel, const pdk_race_driver *driver, bool from_grid)
{
    pdk_line_style style;
    bool begins = true;
    style_of(work, driver, &style);
    pdk_draw_path path = {
        .stroke = style.colour, .fill = PDK_NO_COLOUR, .width = style.width, .dash = { style.dash[0], style.dash[1] }
    };
    pdk_draw_path_begin(&work->list, &path);
    if (from_grid && isfinite(driver->grid)) {
        pdk_draw_to(&work->list, pdk_scale_at(&panel->x, 0), pdk_scale_at(&panel->y, driver->grid), true);
        begins = false;
    }
    for (size_t i = 0; i < driver->count; i++) {
        const pdk_race_lap *lap = &driver->laps[i];
        if (isfinite(lap->value))
            pdk_draw_to(&work->list, pdk_scale_at(&panel->x, lap->lap), pdk_scale_at(&panel->y, lap->value), begins);
        begins = !isfinite(lap->value);
    }
    for (size_t i = 0; i < driver->count && driver->series != SIZE_MAX; i++) { /* each lap */
        const pdk_race_lap *lap = &driver->laps[i];
        if (isfinite(lap->value))
            pdk_draw_dot(&work->list, pdk_scale_at(&panel->x, lap->lap), pdk_scale_at(&panel->y, lap->value),
                         style.colour, 55);
    }
    double lap, value;
    if (!driver->retired || !end_of(driver, from_grid, false, &lap, &value)) return;
    int32_t x = pdk_scale_at(&panel->x, lap), y = pdk_scale_at(&panel->y, value);
    path = (pdk_draw_path){ .stroke = style.colour, .fill = PDK_NO_COLOUR, .width = 20 };
    pdk_draw_path_begin(&work->list, &path); /* a cross: out of the race */
    pdk_draw_to(&work->list, x - 50, y - 50, true);
    pdk_draw_to(&work->list, x + 50, y + 50, false);
    pdk_draw_to(&work->list, x - 50, y + 50, true);
    pdk_draw_to(&work->list, x + 50, y - 50, false);
}

static void put_name(pdk_plot_work *work, const pdk_race_driver *driver, int32_t x, int32_t y, pdk_draw_anchor anchor,
                     int32_t room)
{
    pdk_line_style style;
    style_of(work, driver, &style);
    pdk_draw_label label = { .x = x,
                             .y = y + 42,
                             .size = LABEL,
                             .anchor = anchor,
                             .colour = driver->series == SIZE_MAX ? work->theme->muted : style.colour,
                             .bold = driver->series != SIZE_MAX,
                             .has_halo = true,
                             .halo = work->theme->background,
                             .room = room };
    work->list.driver = driver->name;
    pdk_draw_text(&work->list, driver->name, &label);
    work->list.driver = NULL;
}

typedef struct placed_names {
    pdk_placed_label *labels;
    size_t count;
} placed_names;

/* Where names stand within the panel. */
typedef struct taken_box {
    int32_t left, right, y;
} taken_box;

/* Is there room for the name of a driver whose line ends there? */
static bool take_box(taken_box *boxes, size_t *count, const taken_box *wanted)
{
    for (size_t i = 0; i < *count; i++) {
        bool apart =
            wanted->left > boxes[i].right || wanted->right < boxes[i].left || abs(wanted->y - boxes[i].y) >= LABEL + 10;
        if (!apart) return false;
    }
    boxes[(*count)++] = *wanted;
    return true;
}

/* On the left the grid; on the right the drivers who reached the end. */
static void put_side_names(pdk_plot_work *work, const pdk_panel *panel, const pdk_race *race, placed_names *names,
                           bool left, int32_t aside)
{
    int32_t away = 120 + aside;
    pdk_place_labels(names->labels, names->count, ROW, pdk_panel_top(panel), pdk_panel_bottom(panel));
    for (size_t i = 0; i < names->count; i++) {
        int32_t y = pdk_whole_i32(names->labels[i].at);
        const pdk_race_driver *driver = &race->drivers[names->labels[i].number];
        if (left) put_name(work, driver, panel->x.from - away, y, PDK_ANCHOR_END, panel->x.from - away - 40);
        else
            put_name(work, driver, panel->x.to + away, y, PDK_ANCHOR_START,
                     pdk_plot_width(work) - panel->x.to - away - 40);
    }
}

/* The others where their line ends, those with colours first. */
static void put_inner_names(pdk_plot_work *work, const pdk_panel *panel, pdk_race *race, bool from_grid,
                            taken_box *boxes)
{
    size_t taken = 0;
    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < race->count; i++) {
            const pdk_race_driver *driver = &race->drivers[i];
            double lap, value;
            bool inside = end_of(driver, from_grid, false, &lap, &value) && lap < race->last_lap;
            if (!inside || (driver->series != SIZE_MAX) != (pass == 0)) continue;
            taken_box box = { pdk_scale_at(&panel->x, lap) + 120, 0, pdk_scale_at(&panel->y, value) };
            box.right = box.left + pdk_text_width(driver->name, LABEL, driver->series != SIZE_MAX);
            if (box.right > panel->x.to || !take_box(boxes, &taken, &box)) {
                bool named = from_grid && isfinite(driver->grid); /* on the left */
                race->drivers[i].unnamed = !named;
                continue;
            }
            put_name(work, driver, box.left, box.y, PDK_ANCHOR_START, 0);
        }
    }
}

static void put_names(pdk_plot_work *work, const pdk_panel *panel, pdk_race *race, bool from_grid, int32_t aside)
{
    placed_names names = { .labels = pdk_alloc_array(work->memory, race->count, sizeof *names.labels) };
    taken_box *boxes = pdk_alloc_array(work->memory, race->count, sizeof *boxes);
    if (names.labels == NULL || boxes == NULL) {
        work->list.failed = true;
        return;
    }
    for (int left = 1; left >= 0; left--) {
        names.count = 0;
        for (size_t i = 0; i < race->count; i++) {
            const pdk_race_driver *driver = &race->drivers[i];
            double lap, value = driver->grid;
            bool there = left ? from_grid && isfinite(driver->grid)
                              : end_of(driver, from_grid, false, &lap, &value) && lap >= race->last_lap;
            if (!there) continue;
            names.labels[names.count++] = (pdk_placed_label){ .wanted = pdk_scale_at(&panel->y, value), .number = i };
        }
        put_side_names(work, panel, race, &names, left != 0, aside);
    }
    put_inner_names(work, panel, race, from_grid, boxes);
    pdk_free(work->memory, names.labels);
    pdk_free(work->memory, boxes);
}

void pdk_race_draw(pdk_plot_work *work, const pdk_panel *panel, pdk_race *race, bool from_grid, int32_t aside)
{
    for (size_t pass = 0; pass < 2; pass++) { /* drivers asked for come last, on top; the winner last of all */
        for (size_t i = race->count; i-- > 0;) {
            bool coloured = race->drivers[i].series != SIZE_MAX;
            if (coloured != (pass == 1)) continue;
            work->list.driver = race->drivers[i].name;
            draw_driver(work, panel, &race->drivers[i], from_grid);
            work->list.driver = NULL;
        }
    }
    put_names(work, panel, race, from_grid, aside);
}
