/* The legend of several series, and their numbers at the lines. */
#include "plot/plot_legend.h"

#include <math.h>
#include <stdio.h>

#include "base/trigonometry.h"
#include "plot/text_width.h"

enum { LABEL = 120, ROW = 170, SAMPLE = 260, NUMBER = 190, GAP = 240, ABOVE = 60, BELOW = 80, MARK = 150, DIGITS = 90 };

bool pdk_legend_is_numbered(const pdk_legend *legend)
{
    return legend->count > PDK_SERIES_COLOURS;
}

uint32_t pdk_compared_colour(const pdk_theme *theme, size_t lap, int32_t dash[2])
{
    dash[0] = dash[1] = 0;
    return lap == 0 ? theme->muted : pdk_series_colour(theme, lap + 1, dash);
}

void pdk_legend_style(const pdk_plot_work *work, const pdk_legend *legend, size_t series, pdk_line_style *style)
{
    style->colour = legend->has_reference ? pdk_compared_colour(work->theme, series, style->dash)
                                          : pdk_series_colour(work->theme, series, style->dash);
}

/* ------------------------------------------------------------------------------------------------ the legend */

/* Columns of equal width. */
typedef struct columns {
    int32_t width; /* of each */
    size_t count, rows;
} columns;

static columns lay_out(const pdk_legend *legend, int32_t width)
{
    int32_t widest = 0, room = width - 2 * PDK_PLOT_MARGIN;
    for (size_t i = 0; i < legend->count; i++) {
        int32_t own = pdk_text_width(legend->names[i], LABEL, false);
        if (own > widest) widest = own;
    }
    int32_t wanted = SAMPLE + 60 + (pdk_legend_is_numbered(legend) ? NUMBER : 0) + widest + GAP;
    columns made = { .count = room > wanted ? (size_t)(room / wanted) : 1 };
    if (made.count > legend->count) made.count = legend->count;
    made.rows = (legend->count + made.count - 1) / made.count;
    made.count = (legend->count + made.rows - 1) / made.rows; /* none is left empty */
    made.width = wanted < room ? wanted : room;
    return made;
}

void pdk_legend_reserve(pdk_plot_work *work, const pdk_legend *legend, uint32_t width)
{
    columns made = lay_out(legend, (int32_t)(work->width > 0 ? work->width : width) * 10);
    work->legend = (int32_t)made.rows * ROW + ABOVE + BELOW;
}

static void put_sample(pdk_plot_work *work, const pdk_legend *legend, size_t series, int32_t x, int32_t y)
{
    pdk_line_style style;
    pdk_legend_style(work, legend, series, &style);
    if (legend->filled) {
        pdk_draw_rectangle(&work->list, (pdk_draw_box){ x + 100, y - 55, x + SAMPLE - 50, y + 55 }, style.colour, 100);
        return;
    }
    pdk_draw_path path = {
        .stroke = style.colour, .fill = PDK_NO_COLOUR, .width = 22, .dash = { style.dash[0], style.dash[1] }
    };
    pdk_draw_path_begin(&work->list, &path);
    pdk_draw_to(&work->list, x, y, true);
    pdk_draw_to(&work->list, x + SAMPLE, y, false);
}

void pdk_legend_put(pdk_plot_work *work, const pdk_legend *legend)
{
    columns made = lay_out(legend, pdk_plot_width(work));
    int32_t number = pdk_legend_is_numbered(legend) ? NUMBER : 0, top = pdk_plot_height(work) + ABOVE;
    for (size_t i = 0; i < legend->count; i++) {
        int32_t x = PDK_PLOT_MARGIN + made.width * (int32_t)(i / made.rows),
                y = top + ROW * (int32_t)(i % made.rows) + ROW / 2;
        put_sample(work, legend, i, x, y);
        pdk_legend_mark(work, legend, i, x + SAMPLE + 100, y);
        pdk_draw_label label = { .x = x + SAMPLE + 60 + number,
                                 .y = y + 42,
                                 .size = LABEL,
                                 .colour = work->theme->text,
                                 .room = made.width - SAMPLE - 60 - number - 40 };
        pdk_draw_text(&work->list, legend->names[i], &label);
    }
}

/* ------------------------------------------------------------------------------------------------- numbers */

void pdk_legend_mark(pdk_plot_work *work, const pdk_legend *legend, size_t series, int32_t x, int32_t y)
{
    if (!pdk_legend_is_numbered(legend)) return;
    char text[24];
    pdk_line_style style;
    pdk_legend_style(work, legend, series, &style);
    pdk_draw_dot(&work->list, x, y, style.colour, MARK);
    pdk_draw_dot(&work->list, x, y, work->theme->background, MARK - 30);
    snprintf(text, sizeof text, "%zu", series + 1);
    pdk_draw_label label = {
        .x = x, .y = y + 32, .size = DIGITS, .anchor = PDK_ANCHOR_MIDDLE, .colour = work->theme->text
    };
    pdk_draw_text(&work->list, text, &label);
}

static bool is_free(const pdk_plot_work *work, const pdk_draw_point *place)
{
    const pdk_draw_point *taken = work->marks.items;
    for (size_t i = 0; i < work->marks.count; i++) {
        if (pdk_hypot((double)taken[i].x - place->x, (double)taken[i].y - place->y) < MARK) return false;
    }
    return true;
}

void pdk_legend_mark_line(pdk_plot_work *work, const pdk_legend *legend, size_t series, const pdk_draw_point *points,
                          size_t count)
{
    enum { TRIES = 64 };
    static const double golden = 0.6180339887498949; /* tries spread over the line */
    const pdk_draw_point *place = NULL;
    if (!pdk_legend_is_numbered(legend) || count == 0) return;
    for (int i = 0; i < TRIES && (place == NULL || !is_free(work, place)); i++) {
        double share = ((double)series + 0.5) / (double)legend->count + i * golden;
        place = &points[(size_t)((share - floor(share)) * (double)count)];
    }
    if (!is_free(work, place)) place = &points[count * (2 * series + 1) / (2 * legend->count)];
    pdk_draw_point *taken = pdk_vector_push(&work->marks);
    if (taken == NULL) work->list.failed = true;
    else *taken = *place;
    pdk_legend_mark(work, legend, series, place->x, place->y);
}

void pdk_legend_mark_values(pdk_plot_work *work, const pdk_legend *legend, const pdk_panel *panel,
                            const pdk_legend_values *values)
{
    size_t made = 0;
    if (!pdk_legend_is_numbered(legend)) return;
    pdk_draw_point *points = pdk_alloc_array(work->memory, values->count, sizeof *points);
    work->list.failed |= points == NULL;
    if (points == NULL) return;
    for (size_t i = 0; i < values->count; i++) {
        double x = values->x[i], y = values->y[i];
        if (isfinite(x) && isfinite(y))
            points[made++] = (pdk_draw_point){ pdk_scale_at(&panel->x, x), pdk_scale_at(&panel->y, y), false };
    }
    pdk_legend_mark_line(work, legend, values->series, points, made);
    pdk_free(work->memory, points);
}
