/* histogram: how often a column has which value. By default the velocities of the four suspensions, in the bins and
 * bands that race engineers use (base/shown.def). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/shown.h"
#include "plot/plot_legend.h"
#include "plot/plot_series.h"

enum { MOST_PANELS = 16, MOST_BINS = 128, USUAL_BINS = 40, BELOW = 440, GAP = 500, LABEL = 120 };

static const char *const suspensions[] = { "front_left_suspension_velocity", "front_right_suspension_velocity",
                                           "rear_left_suspension_velocity", "rear_right_suspension_velocity", NULL };
static const char *const corners[] = { "front left", "front right", "rear left", "rear right" };
static const double mm = 1000;

typedef struct bins {
    double low, width;
    size_t count;
} bins;

typedef struct histogram_plot {
    pdk_plot_work *work;
    pdk_plot_lap *laps;
    size_t lap_count;
    pdk_plot_series *series; /* of each lap, columns in the order of panels */
    size_t panel_count;
    bool suspension;
    pdk_legend legend;
    const char *names[PDK_PLOT_MOST_LAPS];
} histogram_plot;

/* ------------------------------------------------------------------------------------------------ counting */

/* Values beyond the bins are of the outermost. Shares in percent; how many values there are. */
static size_t count_values(const bins *in, const double *values, size_t count, double *shares)
{
    size_t total = 0;
    memset(shares, 0, in->count * sizeof *shares);
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) continue;
        double place = (values[i] / 2 - in->low / 2) / (in->width / 2);
        size_t bin = !(place > 0) ? 0 : place >= (double)in->count ? in->count - 1 : (size_t)place;
        shares[bin]++;
        total++;
    }
    for (size_t i = 0; i < in->count && total > 0; i++) shares[i] *= 100.0 / (double)total;
    return total;
}

/* Edges at whole multiples of a width of 1, 2 or 5 times a power of ten. */
static void choose_bins(const histogram_plot *plot, size_t panel, bins *in)
{
    pdk_ticks ticks;
    double low = 1, high = 0;
    if (plot->suspension) {
        in->count = (size_t)lround(2 * pdk_suspension_reach / pdk_suspension_bin);
        in->low = -pdk_suspension_reach * mm;
        in->width = pdk_suspension_bin * mm;
        return;
    }
    for (size_t i = 0; i < plot->lap_count; i++)
        pdk_range_take(&low, &high, plot->series[i].columns[panel].values, plot->series[i].count);
    pdk_range_widen(&low, &high);
    double rough = (high / 2 - low / 2) / (USUAL_BINS / 2.0);
    pdk_ticks_make(&ticks, 0, rough * 10, 10);
    in->width = ticks.step > 0 ? ticks.step : rough;
    in->low = floor(low / in->width) * in->width;
    double count = floor((high / 2 - in->low / 2) / (in->width / 2)) + 1;
    in->count = count < MOST_BINS ? (size_t)count : MOST_BINS;
}

/* Slow and fast, bump (the wheel goes up) and rebound: shares of the time. */
static void share_text(const double *values, size_t count, char *text, size_t size)
{
    size_t parts[4] = { 0 }, total = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) continue;
        parts[(fabs(values[i]) < pdk_suspension_slow * mm ? 0 : 2) + (values[i] < 0 ? 1 : 0)]++;
        total++;
    }
    double all = total > 0 ? (double)total / 100 : 1;
    snprintf(text, size, "bump %.0f + %.0f %%, rebound %.0f + %.0f %% (slow + fast)", (double)parts[0] / all,
             (double)parts[2] / all, (double)parts[1] / all, (double)parts[3] / all);
}

/* ------------------------------------------------------------------------------------------------- drawing */

static void draw_bars(pdk_plot_work *work, const pdk_panel *panel, const bins *in, const double *shares,
                      uint32_t colour)
{
    pdk_draw_path path = { .stroke = PDK_NO_COLOUR, .fill = colour, .opacity = 80, .closed = true, .square = true };
    pdk_draw_path_begin(&work->list, &path);
    for (size_t i = 0; i < in->count; i++) {
        if (!(shares[i] > 0)) continue;
        int32_t left = pdk_scale_at(&panel->x, in->low + in->width * (double)i) + 5,
                right = pdk_scale_at(&panel->x, in->low + in->width * (double)(i + 1)) - 5,
                top = pdk_scale_at(&panel->y, shares[i]);
        pdk_draw_to(&work->list, left, panel->y.from, true);
        pdk_draw_to(&work->list, left, top, false);
        pdk_draw_to(&work->list, right, top, false);
        pdk_draw_to(&work->list, right, panel->y.from, false);
    }
}

/* The outline alone: several laps over each other. */
static void draw_outline(pdk_plot_work *work, const pdk_panel *panel, const bins *in, const double *shares,
                         const pdk_legend *legend, size_t series)
{
    pdk_line_style style = { .width = 15 };
    pdk_legend_style(work, legend, series, &style);
    pdk_draw_path path = {
        .stroke = style.colour, .fill = PDK_NO_COLOUR, .width = 15, .dash = { style.dash[0], style.dash[1] }
    };
    pdk_draw_path_begin(&work->list, &path);
    pdk_draw_to(&work->list, pdk_scale_at(&panel->x, in->low), panel->y.from, true);
    for (size_t i = 0; i < in->count; i++) {
        int32_t top = pdk_scale_at(&panel->y, shares[i]);
        pdk_draw_to(&work->list, pdk_scale_at(&panel->x, in->low + in->width * (double)i), top, false);
        pdk_draw_to(&work->list, pdk_scale_at(&panel->x, in->low + in->width * (double)(i + 1)), top, false);
    }
    pdk_draw_to(&work->list, pdk_scale_at(&panel->x, in->low + in->width * (double)in->count), panel->y.from, false);
    pdk_draw_point tops[MOST_BINS];
    size_t made = 0;
    for (size_t i = 0; i < in->count; i++) { /* not where lines lie on the axis */
        if (!(shares[i] > 0)) continue;
        tops[made++] = (pdk_draw_point){ pdk_scale_at(&panel->x, in->low + in->width * ((double)i + 0.5)),
                                         pdk_scale_at(&panel->y, shares[i]), false };
    }
    pdk_legend_mark_line(work, legend, series, tops, made);
}

static void put_bands(pdk_plot_work *work, const pdk_panel *panel)
{
    pdk_draw_rectangle(&work->list,
                       (pdk_draw_box){ pdk_scale_at(&panel->x, -pdk_suspension_slow * mm), panel->y.to,
                                       pdk_scale_at(&panel->x, pdk_suspension_slow * mm), panel->y.from },
                       work->theme->faint, 100);
}

static void put_names(const histogram_plot *plot, const pdk_panel *panel, size_t number)
{
    pdk_plot_work *work = plot->work;
    const pdk_plot_column *column = &plot->series[0].columns[number];
    pdk_draw_label label = { .x = panel->x.from,
                             .y = panel->y.to - 200,
                             .size = LABEL,
                             .colour = work->theme->text,
                             .bold = true,
                             .behind = column->unit.name,
                             .behind_colour = work->theme->muted };
    pdk_draw_text(&work->list, plot->suspension ? corners[number] : column->name, &label);
    if (!plot->suspension || plot->lap_count != 1) return;
    char text[96];
    share_text(column->values, plot->series[0].count, text, sizeof text);
    label = (pdk_draw_label){ .x = panel->x.from,
                              .y = panel->y.to - 60,
                              .size = 110,
                              .colour = work->theme->muted,
                              .room = panel->x.to - panel->x.from };
    pdk_draw_text(&work->list, text, &label);
}

static void draw_panel(const histogram_plot *plot, size_t number, pdk_panel *panel, double most)
{
    pdk_plot_work *work = plot->work;
    bins in;
    pdk_ticks ticks;
    double shares[MOST_BINS];
    choose_bins(plot, number, &in);
    panel->x.low = in.low;
    panel->x.high = in.low + in.width * (double)in.count;
    panel->y.low = 0;
    panel->y.high = most;
    if (plot->suspension) put_bands(work, panel);
    pdk_axis_ticks(&ticks, PDK_AXIS_NUMBER, 0, most, panel->y.from - panel->y.to, false);
    pdk_ticks_add_unit(&ticks, "%");
    pdk_panel_grid_y(work, panel, &ticks);
    for (size_t i = 0; i < plot->lap_count; i++) {
        const pdk_plot_series *series = &plot->series[i];
        count_values(&in, series->columns[number].values, series->count, shares);
        if (plot->lap_count == 1) draw_bars(work, panel, &in, shares, work->theme->series[0]);
        else draw_outline(work, panel, &in, shares, &plot->legend, i);
    }
    pdk_axis_ticks(&ticks, PDK_AXIS_NUMBER, panel->x.low, panel->x.high, panel->x.to - panel->x.from, true);
    pdk_panel_labels_x(work, panel, &ticks, NULL);
    put_names(plot, panel, number);
}

/* The tallest bin of the panels: one axis for the four wheels, one each otherwise. */
static double tallest(const histogram_plot *plot, size_t number)
{
    double most = 0, shares[MOST_BINS];
    bins in;
    for (size_t panel = 0; panel < plot->panel_count; panel++) {
        if (!plot->suspension && panel != number) continue;
        choose_bins(plot, panel, &in);
        for (size_t i = 0; i < plot->lap_count; i++) {
            count_values(&in, plot->series[i].columns[panel].values, plot->series[i].count, shares);
            for (size_t k = 0; k < in.count; k++) most = fmax(most, shares[k]);
        }
    }
    return most > 0 ? most * 1.05 : 1;
}

static pdk_status draw_all(histogram_plot *plot, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    size_t across = plot->panel_count > 1 ? 2 : 1, down = (plot->panel_count + across - 1) / across;
    uint32_t around = (PDK_PLOT_TOP + BELOW) / 10;
    for (size_t i = 0; i < plot->lap_count; i++) plot->names[i] = plot->laps[i].label;
    plot->legend = (pdk_legend){ .names = plot->names, .count = plot->lap_count };
    if (plot->lap_count > 1) pdk_legend_reserve(work, &plot->legend, 960);
    pdk_status status = pdk_plot_settle(work, 960, around + 230 * (uint32_t)down, around + 90 * (uint32_t)down, error);
    if (status != PDK_OK) return status;
    int32_t width = (pdk_plot_width(work) - PDK_PLOT_MARGIN) / (int32_t)across,
            height = (pdk_plot_height(work) - PDK_PLOT_TOP - 200) / (int32_t)down;
    for (size_t i = 0; i < plot->panel_count; i++) {
        int32_t left = width * (int32_t)(i % across), top = PDK_PLOT_TOP + height * (int32_t)(i / across);
        pdk_panel panel = { { 0, 1, left + 600, left + width - 100 }, { 0, 1, top + height - 250, top + 330 } };
        draw_panel(plot, i, &panel, tallest(plot, i));
    }
    pdk_plot_name_laps(work, plot->suspension ? "suspension velocity" : NULL, plot->laps, plot->lap_count);
    size_t used = strlen(work->subtitle);
    snprintf(work->subtitle + used, sizeof work->subtitle - used, "; percent of the time%s",
             plot->suspension ? ", above 0 is bump" : "");
    pdk_plot_put_title(work);
    if (plot->lap_count > 1) pdk_legend_put(work, &plot->legend);
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- reading */

static pdk_status read_lap(histogram_plot *plot, const char *const *names, size_t lap, pdk_error *error)
{
    const pdk_table *table;
    const pdk_document *document = plot->laps[lap].document;
    size_t columns[MOST_PANELS];
    pdk_status status = PDK_OK;
    if (plot->suspension) {
        status = pdk_plot_answer(plot->work, document, "dynamics", &table, error);
        for (size_t i = 0; status == PDK_OK && i < plot->panel_count; i++) {
            if (pdk_table_find_column(table, names[i]) == PDK_NO_COLUMN)
                status = pdk_plot_lacks(error, "the suspensions of this car are not recorded; name --columns");
        }
    } else {
        status = pdk_plot_find_table(plot->work, document, names, &table, error);
    }
    for (size_t i = 0; status == PDK_OK && i < plot->panel_count; i++)
        columns[i] = pdk_table_find_column(table, names[i]);
    if (status == PDK_OK)
        status = pdk_plot_read_series(plot->work, table, &plot->laps[lap],
                                      (pdk_plot_columns){ columns, plot->panel_count }, &plot->series[lap], error);
    for (size_t i = 0; status == PDK_OK && plot->suspension && i < plot->panel_count; i++) { /* bands are in mm/s */
        pdk_plot_column *column = &plot->series[lap].columns[i];
        if (strcmp(column->unit.name, "mm/s") == 0) continue;
        column->unit.name = "mm/s";
        for (size_t k = 0; k < plot->series[lap].count; k++) column->values[k] *= 1000;
    }
    return status;
}

pdk_status pdk_plot_histogram(pdk_plot_work *work, pdk_error *error)
{
    histogram_plot plot = { .work = work };
    const char *const *names = work->options->columns;
    plot.suspension = names == NULL || names[0] == NULL;
    if (plot.suspension) names = suspensions;
    while (names[plot.panel_count] != NULL) plot.panel_count++;
    pdk_status status = pdk_shown_units_check(work->options->units, error);
    if (status == PDK_OK && plot.panel_count > MOST_PANELS)
        status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.column", "histograms take at most %d columns",
                          MOST_PANELS);
    if (status == PDK_OK) status = pdk_plot_find_laps(work, &plot.laps, &plot.lap_count, error);
    if (status != PDK_OK) return status;
    plot.series = pdk_alloc_array(work->memory, plot.lap_count, sizeof *plot.series);
    if (plot.series == NULL) return pdk_fail_memory(error, work->memory, "laps");
    size_t rows = 0;
    for (size_t i = 0; i < plot.lap_count && status == PDK_OK; i++) {
        status = read_lap(&plot, names, i, error);
        if (status == PDK_OK) rows += plot.series[i].count;
    }
    if (status == PDK_OK && rows == 0) status = pdk_plot_lacks(error, "there are no rows of this lap or time");
    return status == PDK_OK ? draw_all(&plot, error) : status;
}
