/* Panels: grid, labels, lines. */
#include "plot/panel.h"

#include <math.h>

#include "plot/decimate.h"
#include "plot/text_width.h"

enum { LABEL = 120, HALF_LABEL = 40, GAP = 80, SINGLE = 50 };

void pdk_axis_ticks(pdk_ticks *ticks, pdk_axis_kind kind, double low, double high, int32_t length, bool along)
{
    int wanted = length / (along ? 800 : 450);
    if (wanted < 2) wanted = 2;
    for (int more = 0; more < 3; more++, wanted++) { /* a single mark shows no scale */
        if (kind == PDK_AXIS_CLOCK) pdk_ticks_clock(ticks, low, high, wanted);
        else if (kind == PDK_AXIS_WHOLE) pdk_ticks_whole(ticks, low, high, along ? length / 300 : wanted);
        else pdk_ticks_make(ticks, low, high, wanted);
        if (ticks->count > 1) return;
    }
}

int32_t pdk_ticks_width(const pdk_ticks *ticks)
{
    int32_t widest = 0;
    for (size_t i = 0; i < ticks->count; i++) {
        int32_t width = pdk_text_width(ticks->labels[i], LABEL, false);
        if (width > widest) widest = width;
    }
    return widest;
}

void pdk_panel_rule_y(pdk_plot_work *work, const pdk_panel *panel, double value, uint32_t colour)
{
    int32_t y = pdk_scale_at(&panel->y, value);
    pdk_draw_line(&work->list, (pdk_draw_span){ pdk_panel_left(panel), y, pdk_panel_right(panel), y }, colour, 10);
}

/* If lines are closer than the text is high, only some have a label; 0 always has. */
static size_t labels_every(const pdk_panel *panel, const pdk_ticks *ticks)
{
    if (ticks->count < 2) return 1;
    double apart = fabs((double)pdk_scale_at(&panel->y, ticks->values[ticks->count - 1]) -
                        pdk_scale_at(&panel->y, ticks->values[0])) /
                   (double)(ticks->count - 1);
    size_t every = 1;
    while ((double)every * apart < LABEL && every < ticks->count) every++;
    return every;
}

void pdk_panel_grid_y(pdk_plot_work *work, const pdk_panel *panel, const pdk_ticks *ticks)
{
    pdk_draw_path style = { .stroke = work->theme->grid, .fill = PDK_NO_COLOUR, .width = 10, .square = true };
    pdk_draw_path_begin(&work->list, &style);
    for (size_t i = 0; i < ticks->count; i++) {
        int32_t y = pdk_scale_at(&panel->y, ticks->values[i]);
        pdk_draw_to(&work->list, pdk_panel_left(panel), y, true);
        pdk_draw_to(&work->list, pdk_panel_right(panel), y, false);
    }
    size_t every = labels_every(panel, ticks);
    for (size_t i = 0; i < ticks->count; i++) {
        if (fmod(round(ticks->values[i] / ticks->step), (double)every) != 0) continue;
        pdk_draw_label label = { .x = pdk_panel_left(panel) - GAP,
                                 .y = pdk_scale_at(&panel->y, ticks->values[i]) + HALF_LABEL,
                                 .size = LABEL,
                                 .anchor = PDK_ANCHOR_END,
                                 .colour = work->theme->muted };
        pdk_draw_text(&work->list, ticks->labels[i], &label);
    }
}

void pdk_panel_grid_x(pdk_plot_work *work, const pdk_panel *panel, const pdk_ticks *ticks)
{
    pdk_draw_path style = { .stroke = work->theme->faint, .fill = PDK_NO_COLOUR, .width = 10, .square = true };
    pdk_draw_path_begin(&work->list, &style);
    for (size_t i = 0; i < ticks->count; i++) {
        int32_t x = pdk_scale_at(&panel->x, ticks->values[i]);
        pdk_draw_to(&work->list, x, pdk_panel_top(panel), true);
        pdk_draw_to(&work->list, x, pdk_panel_bottom(panel), false);
    }
}

void pdk_panel_labels_x(pdk_plot_work *work, const pdk_panel *panel, const pdk_ticks *ticks, const char *name)
{
    int32_t bottom = pdk_panel_bottom(panel), last = INT32_MIN;
    for (size_t i = 0; i < ticks->count; i++) {
        int32_t x = pdk_scale_at(&panel->x, ticks->values[i]),
                half = pdk_text_width(ticks->labels[i], LABEL, false) / 2;
        if (last != INT32_MIN && x - half < last + HALF_LABEL) continue; /* no room next to the one before */
        pdk_draw_label label = {
            .x = x, .y = bottom + 180, .size = LABEL, .anchor = PDK_ANCHOR_MIDDLE, .colour = work->theme->muted
        };
        pdk_draw_text(&work->list, ticks->labels[i], &label);
        last = x + half;
    }
    if (name == NULL) return;
    pdk_draw_label label = { .x = pdk_panel_right(panel),
                             .y = bottom + 360,
                             .size = LABEL,
                             .anchor = PDK_ANCHOR_END,
                             .colour = work->theme->muted,
                             .behind = "\xE2\x86\x92",
                             .behind_colour = work->theme->muted };
    pdk_draw_text(&work->list, name, &label);
}

static void begin_line(pdk_plot_work *work, const pdk_line_style *style)
{
    pdk_draw_path path = { .stroke = style->colour,
                           .fill = PDK_NO_COLOUR,
                           .width = style->width,
                           .dash = { style->dash[0], style->dash[1] } };
    pdk_draw_path_begin(&work->list, &path);
}

void pdk_panel_line(pdk_plot_work *work, const pdk_panel *panel, const double *x, const double *y, size_t count,
                    const pdk_line_style *style)
{
    pdk_column_points points;
    size_t finite = 0, only = 0;
    for (size_t i = 0; i < count && finite < 2; i++) {
        if (!isfinite(x[i]) || !isfinite(y[i])) continue;
        finite++;
        only = i;
    }
    if (finite == 1) /* a line of one point would not be seen */
        pdk_draw_dot(&work->list, pdk_scale_at(&panel->x, x[only]), pdk_scale_at(&panel->y, y[only]), style->colour,
                     SINGLE);
    begin_line(work, style);
    pdk_columns_begin(&points, &work->list);
    for (size_t i = 0; i < count; i++) {
        if (isfinite(x[i]) && isfinite(y[i]))
            pdk_columns_point(&points, pdk_scale_at(&panel->x, x[i]), pdk_scale_at(&panel->y, y[i]));
        else pdk_columns_gap(&points);
    }
    pdk_columns_end(&points);
}

void pdk_panel_steps(pdk_plot_work *work, const pdk_panel *panel, const double *x, const double *y, size_t count,
                     const pdk_line_style *style)
{
    pdk_column_points points;
    bool has = false;
    int32_t before = 0;
    begin_line(work, style);
    pdk_columns_begin(&points, &work->list);
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(x[i]) || !isfinite(y[i])) {
            pdk_columns_gap(&points);
            has = false;
            continue;
        }
        int32_t at = pdk_scale_at(&panel->x, x[i]), value = pdk_scale_at(&panel->y, y[i]);
        if (has && value == before && i + 1 < count && isfinite(y[i + 1]) && isfinite(x[i + 1]) &&
            pdk_scale_at(&panel->y, y[i + 1]) == value) {
            continue; /* within a level stretch */
        }
        if (has && value != before) pdk_columns_point(&points, at, before);
        pdk_columns_point(&points, at, value);
        before = value;
        has = true;
    }
    pdk_columns_end(&points);
}

void pdk_range_take(double *low, double *high, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) continue;
        if (values[i] < *low || !(*low <= *high)) *low = values[i];
        if (values[i] > *high) *high = values[i];
    }
}
