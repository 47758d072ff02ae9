/* corners: of one lap its speeds through each corner and the time; of several what each corner costs or gains. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot/plot_comparison.h"
#include "plot/plot_laps.h"
#include "plot/shown_unit.h"
#include "plot/stacked.h"
#include "plot/plot_legend.h"

enum { BELOW = 440, LEFT = 640, GAP = 420, LABEL = 120, MOST_CORNERS = 512 };

typedef struct corners_plot {
    pdk_plot_work *work;
    size_t count, lap_count;
    char labels[MOST_CORNERS][24];
    int32_t left, right;
    pdk_legend legend;
} corners_plot;

static int32_t middle_of(const corners_plot *plot, size_t corner)
{
    return plot->left +
           (int32_t)((int64_t)(plot->right - plot->left) * (2 * (int64_t)corner + 1) / (2 * (int64_t)plot->count));
}

static int32_t column_width(const corners_plot *plot)
{
    return (plot->right - plot->left) / (int32_t)plot->count;
}

/* The name of a panel above it, and the numbers of corners below. */
static void put_words(const corners_plot *plot, const pdk_panel *panel, const char *name, const char *unit, bool below)
{
    pdk_plot_work *work = plot->work;
    pdk_draw_label label = { .x = panel->x.from,
                             .y = panel->y.to - 80,
                             .size = LABEL,
                             .colour = work->theme->text,
                             .bold = true,
                             .behind = unit,
                             .behind_colour = work->theme->muted };
    pdk_draw_text(&work->list, name, &label);
    for (size_t i = 0; i < plot->count && below; i++) {
        size_t each = column_width(plot) > 200 ? 1 : 2;
        if (i % each != 0) continue;
        label = (pdk_draw_label){ .x = middle_of(plot, i),
                                  .y = panel->y.from + 190,
                                  .size = LABEL,
                                  .anchor = PDK_ANCHOR_MIDDLE,
                                  .colour = work->theme->muted };
        pdk_draw_text(&work->list, plot->labels[i], &label);
    }
    if (!below) return;
    label = (pdk_draw_label){ .x = panel->x.to,
                              .y = panel->y.from + 360,
                              .size = LABEL,
                              .anchor = PDK_ANCHOR_END,
                              .colour = work->theme->muted,
                              .behind = "\xE2\x86\x92",
                              .behind_colour = work->theme->muted };
    pdk_draw_text(&work->list, "corner", &label);
}

static void put_grid(const corners_plot *plot, const pdk_panel *panel)
{
    pdk_ticks ticks;
    pdk_axis_ticks(&ticks, PDK_AXIS_NUMBER, panel->y.low, panel->y.high, panel->y.from - panel->y.to, false);
    pdk_panel_grid_y(plot->work, panel, &ticks);
}

typedef struct bar_place {
    size_t corner, slot, slots;
} bar_place;

static void put_bar(const corners_plot *plot, const pdk_panel *panel, bar_place place, double value, uint32_t colour)
{
    int32_t width = column_width(plot) * 7 / 10 / (int32_t)place.slots,
            left = middle_of(plot, place.corner) - width * (int32_t)place.slots / 2 + width * (int32_t)place.slot,
            zero = pdk_scale_at(&panel->y, 0), end = pdk_scale_at(&panel->y, value);
    if (!isfinite(value)) return;
    if (width < 10) width = 10;
    pdk_draw_rectangle(&plot->work->list,
                       (pdk_draw_box){ left, end < zero ? end : zero, left + width, end < zero ? zero : end }, colour,
                       85);
}

static void settle_panels(corners_plot *plot, pdk_panel *above, pdk_panel *below)
{
    pdk_plot_work *work = plot->work;
    plot->left = LEFT;
    plot->right = pdk_plot_width(work) - PDK_PLOT_MARGIN;
    int32_t top = PDK_PLOT_TOP + 240, bottom = pdk_plot_height(work) - BELOW, half = (bottom - top - GAP) / 2;
    *above = (pdk_panel){ { 0, 1, plot->left, plot->right }, { 0, 1, top + half, top } };
    *below = (pdk_panel){ { 0, 1, plot->left, plot->right }, { 0, 1, bottom, bottom - half } };
}

/* With room above, so that bars do not touch the panel's edge. */
static void settle_range(pdk_panel *panel, double low, double high, bool zero)
{
    if (zero) {
        low = fmin(low, 0);
        high = fmax(high, 0);
    }
    pdk_range_widen(&low, &high);
    double room = (high / 2 - low / 2) * (zero ? 0.3 : 0.15); /* for numbers at the ends of bars */
    panel->y.low = zero && !(low < 0) ? 0 : low - room;
    panel->y.high = high + room;
}

/* ----------------------------------------------------------------------------------------------- several laps */

static void name_corner(char label[24], double first, double last, double start)
{
    if (last > first) snprintf(label, 24, "%.0f\xE2\x80\x93%.0f", first, last);
    else if (first > 0) snprintf(label, 24, "%.0f", first);
    else snprintf(label, 24, "%s", start > 0 ? "brake" : "line");
}

/* With many laps: the number of the lap beyond the end of its bar. */
static void put_number(const corners_plot *plot, const pdk_panel *panel, bar_place place, double value)
{
    int32_t width = column_width(plot) * 7 / 10 / (int32_t)place.slots,
            x = middle_of(plot, place.corner) + width * (2 * (int32_t)place.slot + 1 - (int32_t)place.slots) / 2;
    pdk_legend_mark(plot->work, &plot->legend, place.slot + 1, x,
                    pdk_scale_at(&panel->y, value) + (value < 0 ? 100 : -100));
}

static void draw_deltas(corners_plot *plot, const pdk_plot_comparison *comparison, pdk_panel *panel)
{
    pdk_plot_work *work = plot->work;
    double low = 0, high = 0, *deltas[PDK_PLOT_MOST_LAPS];
    for (size_t lap = 1; lap < plot->lap_count; lap++) {
        deltas[lap] = pdk_plot_compared(work, comparison->corners, "delta", (int)lap);
        if (deltas[lap] != NULL) pdk_range_take(&low, &high, deltas[lap], plot->count);
    }
    settle_range(panel, low, high, true);
    put_grid(plot, panel);
    for (size_t lap = 1; lap < plot->lap_count; lap++) {
        int32_t dash[2];
        for (size_t i = 0; deltas[lap] != NULL && i < plot->count; i++) {
            double value = deltas[lap][i];
            uint32_t sign = value < 0 ? work->theme->faster : work->theme->slower;
            uint32_t colour = plot->lap_count == 2 ? sign : pdk_compared_colour(work->theme, lap, dash);
            put_bar(plot, panel, (bar_place){ i, lap - 1, plot->lap_count - 1 }, value, colour);
            if (isfinite(value)) put_number(plot, panel, (bar_place){ i, lap - 1, plot->lap_count - 1 }, value);
            if (plot->lap_count != 2 || !isfinite(value) || column_width(plot) < 380) continue;
            char text[PDK_LABEL_SIZE];
            pdk_signed_text(text, value, 2);
            pdk_draw_label label = { .x = middle_of(plot, i),
                                     .y = pdk_scale_at(&panel->y, value) + (value < 0 ? 130 : -50),
                                     .size = 110,
                                     .anchor = PDK_ANCHOR_MIDDLE,
                                     .colour = work->theme->text,
                                     .has_halo = true,
                                     .halo = work->theme->background };
            pdk_draw_text(&work->list, text, &label);
        }
    }
    pdk_panel_rule_y(work, panel, 0, work->theme->muted);
    put_words(plot, panel, "time lost and gained", "s, above 0 is slower", false);
}

static void draw_minimum_speeds(corners_plot *plot, const pdk_plot_comparison *comparison, pdk_panel *panel)
{
    pdk_plot_work *work = plot->work;
    pdk_shown_unit unit = pdk_shown_unit_of(work->options->units, "m/s", PDK_ROLE_SPEED);
    double low = 1, high = 0, *speeds[PDK_PLOT_MOST_LAPS];
    for (size_t lap = 0; lap < plot->lap_count; lap++) {
        speeds[lap] = pdk_plot_compared(work, comparison->corners, "minimum_speed", (int)lap);
        for (size_t i = 0; speeds[lap] != NULL && i < plot->count; i++) speeds[lap][i] *= unit.factor;
        if (speeds[lap] != NULL) pdk_range_take(&low, &high, speeds[lap], plot->count);
    }
    settle_range(panel, low, high, false);
    put_grid(plot, panel);
    for (size_t lap = 0; lap < plot->lap_count; lap++) {
        int32_t dash[2], width = column_width(plot) / 2 / (int32_t)plot->lap_count;
        uint32_t colour = pdk_compared_colour(work->theme, lap, dash);
        for (size_t i = 0; speeds[lap] != NULL && i < plot->count; i++) {
            if (!isfinite(speeds[lap][i])) continue;
            int32_t x = middle_of(plot, i) + width * (2 * (int32_t)lap - (int32_t)plot->lap_count + 1) / 2;
            pdk_draw_dot(&work->list, x, pdk_scale_at(&panel->y, speeds[lap][i]), colour, 80);
            pdk_legend_mark(work, &plot->legend, lap, x, pdk_scale_at(&panel->y, speeds[lap][i]));
        }
    }
    put_words(plot, panel, "minimum speed", unit.name, true);
}

/* With many laps more, so that their bars and numbers have room. */
static uint32_t usual_width(const corners_plot *plot)
{
    enum { USUAL = 960, EACH = 16 };
    size_t wanted = pdk_legend_is_numbered(&plot->legend) ? plot->count * plot->lap_count * EACH : USUAL;
    return wanted < USUAL ? USUAL : wanted < PDK_PLOT_LARGEST ? (uint32_t)wanted : PDK_PLOT_LARGEST;
}

static pdk_status draw_several(corners_plot *plot, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    pdk_plot_comparison comparison;
    pdk_panel above, below;
    pdk_status status = pdk_plot_compare(work, &comparison, error);
    if (status != PDK_OK) return status;
    uint64_t rows = pdk_table_rows(comparison.corners);
    plot->count = rows < MOST_CORNERS ? (size_t)rows : MOST_CORNERS;
    plot->lap_count = comparison.lap_count;
    if (plot->count == 0) status = pdk_plot_lacks(error, "no corner is found on this track");
    const char *names[PDK_PLOT_MOST_LAPS];
    for (size_t i = 0; i < plot->lap_count; i++) names[i] = comparison.names[i];
    plot->legend = (pdk_legend){ .names = names, .count = plot->lap_count, .has_reference = true, .filled = true };
    uint32_t width = usual_width(plot);
    pdk_legend_reserve(work, &plot->legend, width);
    if (status == PDK_OK) status = pdk_plot_settle(work, width, 560, 300, error);
    const double *first = pdk_plot_compared(work, comparison.corners, "corner", -1),
                 *last = pdk_plot_compared(work, comparison.corners, "last_corner", -1),
                 *start = pdk_plot_compared(work, comparison.corners, "start_distance", -1);
    if (status == PDK_OK && (first == NULL || last == NULL || start == NULL))
        status = pdk_fail_memory(error, work->memory, "corners");
    if (status == PDK_OK) {
        for (size_t i = 0; i < plot->count; i++) name_corner(plot->labels[i], first[i], last[i], start[i]);
        settle_panels(plot, &above, &below);
        draw_deltas(plot, &comparison, &above);
        draw_minimum_speeds(plot, &comparison, &below);
        char laps[220];
        pdk_plot_compared_title(&comparison, laps, sizeof laps);
        snprintf(work->title, sizeof work->title, "corners: %s", laps);
        pdk_plot_compared_how(&comparison, work->subtitle, sizeof work->subtitle);
        pdk_plot_put_title(work);
        pdk_legend_put(work, &plot->legend);
    }
    pdk_close(comparison.document);
    return status;
}

/* ---------------------------------------------------------------------------------------------------- one lap */

typedef struct corner_row {
    double corner, time, entry, minimum, exit;
} corner_row;

static pdk_status read_rows(corners_plot *plot, const pdk_plot_lap *lap, corner_row *rows, pdk_error *error)
{
    static const char *const names[] = {
        "slot", "lap", "corner", "time", "entry_speed", "minimum_speed", "exit_speed"
    };
    enum { COLUMNS = 7 };
    const pdk_table *table;
    pdk_status status = pdk_plot_answer(plot->work, lap->document, "corner_times", &table, error);
    if (status != PDK_OK) return status;
    for (uint64_t row = 0; row < pdk_table_rows(table) && plot->count < MOST_CORNERS; row++) {
        double values[COLUMNS];
        uint8_t valid[COLUMNS];
        pdk_column_read reads[COLUMNS];
        for (size_t i = 0; i < COLUMNS; i++)
            reads[i] = (pdk_column_read){ pdk_table_find_column(table, names[i]), PDK_FLOAT64, &values[i], &valid[i] };
        status = pdk_table_read(table, row, 1, reads, COLUMNS, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < COLUMNS; i++) {
            if ((valid[i] & 1) == 0) values[i] = NAN;
        }
        if (!(fabs(values[0] - (double)lap->slot) < 0.5) || !(fabs(values[1] - lap->lap) < 0.5)) continue;
        rows[plot->count++] = (corner_row){ values[2], values[3], values[4], values[5], values[6] };
    }
    if (plot->count == 0) return pdk_plot_lacks(error, "this lap went through no corner that is known");
    return PDK_OK;
}

static void draw_speeds(corners_plot *plot, const corner_row *rows, pdk_panel *panel)
{
    pdk_plot_work *work = plot->work;
    pdk_shown_unit unit = pdk_shown_unit_of(work->options->units, "m/s", PDK_ROLE_SPEED);
    double low = 1, high = 0;
    for (size_t i = 0; i < plot->count; i++) {
        double speeds[3] = { rows[i].entry * unit.factor, rows[i].minimum * unit.factor, rows[i].exit * unit.factor };
        pdk_range_take(&low, &high, speeds, 3);
    }
    settle_range(panel, low, high, false);
    put_grid(plot, panel);
    for (size_t i = 0; i < plot->count; i++) {
        double speeds[3] = { rows[i].entry * unit.factor, rows[i].minimum * unit.factor, rows[i].exit * unit.factor };
        int32_t apart = column_width(plot) / 4;
        pdk_draw_path path = { .stroke = work->theme->series[0], .fill = PDK_NO_COLOUR, .width = 15 };
        pdk_draw_path_begin(&work->list, &path);
        for (int32_t k = 0; k < 3; k++) {
            if (isfinite(speeds[k]))
                pdk_draw_to(&work->list, middle_of(plot, i) + (k - 1) * apart, pdk_scale_at(&panel->y, speeds[k]),
                            k == 0);
        }
        for (int32_t k = 0; k < 3; k++) {
            if (isfinite(speeds[k]))
                pdk_draw_dot(&work->list, middle_of(plot, i) + (k - 1) * apart, pdk_scale_at(&panel->y, speeds[k]),
                             work->theme->series[0], k == 1 ? 90 : 60);
        }
    }
    char words[64];
    snprintf(words, sizeof words, "%s: entry, minimum, exit", unit.name);
    put_words(plot, panel, "speed", words, false);
}

static pdk_status draw_one(corners_plot *plot, const pdk_plot_lap *lap, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    pdk_panel above, below;
    corner_row *rows = pdk_alloc_array(work->memory, MOST_CORNERS, sizeof *rows);
    pdk_status status =
        rows != NULL ? read_rows(plot, lap, rows, error) : pdk_fail_memory(error, work->memory, "corners");
    if (status == PDK_OK) status = pdk_plot_settle(work, 960, 560, 300, error);
    if (status != PDK_OK) return status;
    settle_panels(plot, &above, &below);
    double low = 1, high = 0;
    for (size_t i = 0; i < plot->count; i++) {
        name_corner(plot->labels[i], rows[i].corner, 0, 0);
        pdk_range_take(&low, &high, &rows[i].time, 1);
    }
    draw_speeds(plot, rows, &above);
    settle_range(&below, low, high, true);
    put_grid(plot, &below);
    for (size_t i = 0; i < plot->count; i++) {
        char text[PDK_LABEL_SIZE];
        put_bar(plot, &below, (bar_place){ i, 0, 1 }, rows[i].time, work->theme->series[0]);
        pdk_number_text(text, rows[i].time, 2);
        pdk_draw_label label = { .x = middle_of(plot, i),
                                 .y = pdk_scale_at(&below.y, rows[i].time) - 50,
                                 .size = 110,
                                 .anchor = PDK_ANCHOR_MIDDLE,
                                 .colour = work->theme->text };
        if (isfinite(rows[i].time) && column_width(plot) > 380) pdk_draw_text(&work->list, text, &label);
    }
    put_words(plot, &below, "time in the corner", "s", true);
    pdk_plot_name_laps(work, "corners", lap, 1);
    pdk_plot_put_title(work);
    return PDK_OK;
}

pdk_status pdk_plot_corners(pdk_plot_work *work, pdk_error *error)
{
    corners_plot *plot = pdk_alloc(work->memory, sizeof *plot);
    pdk_plot_lap *laps;
    size_t count;
    pdk_status status = plot != NULL ? PDK_OK : pdk_fail_memory(error, work->memory, "corners");
    if (status == PDK_OK) status = pdk_shown_units_check(work->options->units, error);
    if (status != PDK_OK) return status;
    plot->work = work;
    if (work->count > 1) return draw_several(plot, error);
    status = pdk_plot_find_laps(work, &laps, &count, error);
    if (status == PDK_OK && laps[0].lap == 0)
        status = pdk_plot_lacks(error, "the recording has no lap, and so no corners");
    return status == PDK_OK ? draw_one(plot, &laps[0], error) : status;
}
