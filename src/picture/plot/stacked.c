/* Panels below each other: heights shared out, one margin on the left, labels on the right. */
#include "plot/stacked.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot/place_labels.h"
#include "plot/plot_legend.h"
#include "plot/stacked_scale.h"
#include "plot/text_width.h"

enum { GAP = 140, BELOW = 440, LEAST = 28, LINE = 15, LABEL = 120, ROW = 150, MARKS_TOP = 300, MARKS_ROW = 170 };

static int32_t marks_height(const pdk_stacked *stacked)
{
    if (stacked->mark_count == 0) return 0;
    return MARKS_TOP + (stacked->mark_rows > 1 ? MARKS_ROW * (stacked->mark_rows - 1) : 0);
}

typedef struct layout {
    int32_t left, right, top;
    double low, high; /* of x */
    pdk_ticks x;
    int32_t heights[PDK_STACKED_PANELS];
} layout;

static void x_range(const pdk_stacked *stacked, double *low, double *high)
{
    *low = stacked->low;
    *high = stacked->high;
    if (*low <= *high) return;
    for (size_t p = 0; p < stacked->panel_count; p++) {
        const pdk_stacked_panel *panel = &stacked->panels[p];
        for (size_t i = 0; i < panel->line_count; i++) {
            const pdk_stacked_line *line = &panel->lines[i];
            for (size_t k = 0; k < line->count; k++) {
                if (isfinite(line->y[k])) pdk_range_take(low, high, &line->x[k], 1);
            }
        }
    }
    if (*low > 0 && *low < *high * 0.01) *low = 0; /* the first sample is just after the line */
    pdk_range_widen(low, high);
}

static void panel_ticks(const pdk_stacked_panel *panel, int32_t height, pdk_ticks *ticks)
{
    pdk_axis_kind kind = panel->whole ? PDK_AXIS_WHOLE : PDK_AXIS_NUMBER;
    pdk_axis_ticks(ticks, kind, panel->shown_low, panel->shown_high, height, false);
}

static pdk_legend legend_of(const pdk_stacked *stacked)
{
    return (pdk_legend){ .names = stacked->series_names,
                         .count = stacked->series_names != NULL ? stacked->series_count : 1,
                         .has_reference = stacked->has_reference };
}

static int32_t label_width(const pdk_stacked *stacked)
{
    int32_t widest = 0;
    for (size_t p = 0; p < stacked->panel_count; p++) {
        const pdk_stacked_panel *panel = &stacked->panels[p];
        int32_t width = pdk_text_width(panel->name, LABEL, true);
        if (panel->unit[0] != '\0') width += 40 + pdk_text_width(panel->unit, LABEL, false);
        if (width > widest) widest = width;
    }
    return widest + 80;
}

static int32_t series_width(const pdk_stacked *stacked)
{
    int32_t widest = 0;
    for (size_t i = 0; stacked->series_names != NULL && i < stacked->series_count; i++) {
        int32_t width = pdk_text_width(stacked->series_names[i], LABEL, true);
        if (width > widest) widest = width;
    }
    return widest + 80;
}

/* Names stand where lines end, unless they are many or long. */
static void choose_legend(pdk_plot_work *work, const pdk_stacked *stacked)
{
    enum { USUAL = 960 };
    const pdk_legend legend = legend_of(stacked);
    int32_t width = (int32_t)(work->width > 0 ? work->width : USUAL) * 10;
    bool beside = !pdk_legend_is_numbered(&legend) && series_width(stacked) <= width / 3;
    if (stacked->series_names != NULL && !beside) pdk_legend_reserve(work, &legend, USUAL);
}

static void lay_out(pdk_plot_work *work, const pdk_stacked *stacked, layout *made)
{
    int32_t width = pdk_plot_width(work), widest = 0, labels = label_width(stacked), total = 0;
    if (work->legend == 0 && series_width(stacked) > labels) labels = series_width(stacked);
    made->top = PDK_PLOT_TOP + marks_height(stacked);
    for (size_t p = 0; p < stacked->panel_count; p++) total += (int32_t)stacked->panels[p].height;
    int32_t gaps = GAP * (int32_t)(stacked->panel_count - 1);
    int32_t room = pdk_plot_height(work) - made->top - gaps - BELOW;
    for (size_t p = 0; p < stacked->panel_count; p++) {
        pdk_ticks ticks;
        made->heights[p] = (int32_t)((int64_t)room * (int32_t)stacked->panels[p].height / total);
        panel_ticks(&stacked->panels[p], made->heights[p], &ticks);
        int32_t own = pdk_ticks_width(&ticks);
        if (own > widest) widest = own;
    }
    if (labels > width / 3) labels = width / 3;
    made->left = PDK_PLOT_MARGIN + 80 > widest + 160 ? PDK_PLOT_MARGIN + 80 : widest + 160;
    made->right = width - (labels + 80 > PDK_PLOT_MARGIN ? labels + 80 : PDK_PLOT_MARGIN);
    x_range(stacked, &made->low, &made->high);
    pdk_axis_ticks(&made->x, stacked->x_kind, made->low, made->high, made->right - made->left, true);
}

/* -------------------------------------------------------------------------------------------------- drawing */

static void style_of(const pdk_plot_work *work, const pdk_stacked *stacked, size_t series, pdk_line_style *style)
{
    const pdk_legend legend = legend_of(stacked);
    *style = (pdk_line_style){ .width = LINE };
    pdk_legend_style(work, &legend, series, style);
}

/* The area between a line and 0: a path for each side. */
static void fill_area(pdk_plot_work *work, const pdk_panel *panel, const pdk_stacked_line *line, bool above)
{
    int32_t zero = pdk_scale_at(&panel->y, 0), last_x = 0;
    pdk_draw_path style = { .stroke = PDK_NO_COLOUR,
                            .fill = above ? work->theme->slower : work->theme->faster,
                            .opacity = 18,
                            .closed = true };
    bool open = false;
    pdk_draw_path_begin(&work->list, &style);
    for (size_t i = 0; i < line->count; i++) {
        bool good = isfinite(line->x[i]) && isfinite(line->y[i]);
        if (!good && open) pdk_draw_to(&work->list, last_x, zero, false);
        if (!good) {
            open = false;
            continue;
        }
        int32_t x = pdk_scale_at(&panel->x, line->x[i]), y = pdk_scale_at(&panel->y, line->y[i]);
        if (above ? y > zero : y < zero) y = zero;
        if (open && x - last_x < 10 && i + 1 < line->count) continue; /* a point a pixel is enough for an area */
        if (!open) pdk_draw_to(&work->list, x, zero, true);
        pdk_draw_to(&work->list, x, y, false);
        open = true;
        last_x = x;
    }
    if (open) pdk_draw_to(&work->list, last_x, zero, false);
}

static double last_finite(const pdk_stacked_line *line)
{
    for (size_t i = line->count; i-- > 0;) {
        if (isfinite(line->y[i]) && isfinite(line->x[i])) return line->y[i];
    }
    return NAN;
}

/* One series: the name of the panel where its line ends. Several: above the panel's middle. */
static void put_name(pdk_plot_work *work, const pdk_stacked *stacked, const pdk_stacked_panel *data,
                     const pdk_panel *panel, uint32_t colour)
{
    bool direct = stacked->series_names == NULL;
    double end = data->line_count > 0 && direct ? last_finite(&data->lines[0]) : NAN;
    int32_t top = pdk_panel_top(panel) + 110, bottom = pdk_panel_bottom(panel);
    int32_t y = isnan(end) ? top : pdk_scale_at(&panel->y, end) + 40;
    if (y < top - 70) y = top - 70;
    if (y > bottom + 40) y = bottom + 40;
    pdk_draw_label label = { .x = panel->x.to + 80,
                             .y = y,
                             .size = LABEL,
                             .colour = direct ? colour : work->theme->text,
                             .bold = true,
                             .behind = data->unit,
                             .behind_colour = work->theme->muted };
    pdk_draw_text(&work->list, data->name, &label);
}

/* How much the scale leaves out, in the panel's upper left. */
static void put_beyond(pdk_plot_work *work, const pdk_stacked_panel *data, const pdk_panel *panel)
{
    char text[96];
    if (data->beyond == 0) return;
    snprintf(text, sizeof text, "%zu of %zu values are beyond the scale", data->beyond, data->values);
    pdk_draw_label label = {
        .x = panel->x.from + 60, .y = pdk_panel_top(panel) + 110, .size = 100, .colour = work->theme->muted
    };
    pdk_draw_text(&work->list, text, &label);
}

/* The names of series next to the ends of their lines, below the name of the panel. */
static void put_series_names(pdk_plot_work *work, const pdk_stacked *stacked, const pdk_stacked_panel *data,
                             const pdk_panel *panel)
{
    pdk_placed_label labels[PDK_STACKED_LINES];
    size_t count = 0;
    for (size_t i = 0; i < stacked->series_count; i++) {
        double end = stacked->has_reference && data->signed_area ? 0 : NAN; /* its own delta */
        for (size_t k = 0; k < data->line_count; k++) {
            if (data->lines[k].series == i) end = last_finite(&data->lines[k]);
        }
        double place = isnan(end) ? pdk_panel_top(panel) : pdk_scale_at(&panel->y, end);
        labels[count++] = (pdk_placed_label){ .wanted = place, .number = i };
    }
    double high = pdk_plot_height(work) - 200;
    pdk_place_labels(labels, count, ROW, pdk_panel_top(panel) + 70 + ROW, high);
    for (size_t i = 0; i < count; i++) {
        pdk_line_style style;
        style_of(work, stacked, labels[i].number, &style);
        pdk_draw_label label = { .x = panel->x.to + 80,
                                 .y = (int32_t)labels[i].at + 40,
                                 .size = LABEL,
                                 .colour = style.colour,
                                 .bold = true,
                                 .room = pdk_plot_width(work) - panel->x.to - 120 };
        pdk_draw_text(&work->list, stacked->series_names[labels[i].number], &label);
    }
}

/* The words of a mark above the panel; left out where those before leave no room. */
static void put_mark_words(pdk_plot_work *work, const pdk_stacked_mark *mark, int32_t middle, int32_t top,
                           int32_t last[2])
{
    int32_t half = pdk_text_width(mark->label, LABEL, false) / 2,
            behind = mark->row > 0 && mark->note != NULL ? pdk_text_width(mark->note, LABEL, false) / 2 + 20 : 0;
    pdk_draw_label label = {
        .x = middle, .y = top - 60, .size = LABEL, .anchor = PDK_ANCHOR_MIDDLE, .colour = work->theme->muted
    };
    if (mark->row > 0) { /* what it costs follows in the same line */
        label.y = top - MARKS_TOP - 60 - MARKS_ROW * (mark->row - 1);
        label.behind = mark->note;
        label.behind_colour = mark->colour;
    }
    if (last[0] == INT32_MIN || middle - half - behind > last[0] + 30) {
        pdk_draw_text(&work->list, mark->label, &label);
        last[0] = middle + half + behind;
    }
    if (mark->note == NULL || mark->row > 0) return;
    half = pdk_text_width(mark->note, 110, false) / 2;
    if (last[1] != INT32_MIN && middle - half <= last[1] + 30) return;
    label.y = top - 200;
    label.size = 110;
    label.colour = mark->colour;
    pdk_draw_text(&work->list, mark->note, &label);
    last[1] = middle + half;
}

static void put_marks(pdk_plot_work *work, const pdk_stacked *stacked, const pdk_panel *panel, bool labels)
{
    int32_t top = pdk_panel_top(panel), bottom = pdk_panel_bottom(panel),
            last[2][2] = { { INT32_MIN, INT32_MIN }, { INT32_MIN, INT32_MIN } };
    for (size_t i = 0; i < stacked->mark_count; i++) {
        const pdk_stacked_mark *mark = &stacked->marks[i];
        if (!(mark->at >= panel->x.low && mark->at <= panel->x.high)) continue;
        int32_t x = pdk_scale_at(&panel->x, mark->at), middle = x;
        if (isnan(mark->to)) {
            pdk_draw_path style = {
                .stroke = work->theme->edge, .fill = PDK_NO_COLOUR, .width = 10, .dash = { 20, 30 }, .square = true
            };
            pdk_draw_path_begin(&work->list, &style);
            pdk_draw_to(&work->list, x, top, true);
            pdk_draw_to(&work->list, x, bottom, false);
        } else {
            int32_t to = pdk_scale_at(&panel->x, fmin(mark->to, panel->x.high));
            pdk_draw_rectangle(&work->list, (pdk_draw_box){ x, top, to, bottom }, work->theme->faint, 100);
            middle = x + (to - x) / 2;
        }
        if (labels && mark->label != NULL) put_mark_words(work, mark, middle, top, last[mark->row > 0]);
    }
}

static void draw_panel(pdk_plot_work *work, const pdk_stacked *stacked, size_t number, const pdk_panel *panel,
                       const pdk_ticks *x, const pdk_ticks *y)
{
    const pdk_stacked_panel *data = &stacked->panels[number];
    put_marks(work, stacked, panel, number == 0);
    pdk_panel_grid_x(work, panel, x);
    pdk_panel_grid_y(work, panel, y);
    if (data->signed_area && data->line_count == 1) {
        fill_area(work, panel, &data->lines[0], true);
        fill_area(work, panel, &data->lines[0], false);
    }
    if (data->signed_area) pdk_panel_rule_y(work, panel, 0, work->theme->edge);
    uint32_t colour = work->theme->text;
    for (size_t i = 0; i < data->line_count; i++) {
        const pdk_stacked_line *line = &data->lines[i];
        pdk_line_style style;
        style_of(work, stacked, line->series, &style);
        if (stacked->series_names == NULL && data->colour != PDK_NO_COLOUR) style.colour = data->colour;
        if (data->steps) pdk_panel_steps(work, panel, line->x, line->y, line->count, &style);
        else pdk_panel_line(work, panel, line->x, line->y, line->count, &style);
        colour = style.colour;
    }
    for (size_t i = 0; i < data->line_count; i++) {
        const pdk_stacked_line *line = &data->lines[i];
        const pdk_legend legend = legend_of(stacked);
        pdk_legend_mark_values(work, &legend, panel,
                               &(pdk_legend_values){ line->series, line->count, line->x, line->y });
    }
    put_beyond(work, data, panel);
    put_name(work, stacked, data, panel, colour);
    if (stacked->series_names != NULL && number == 0 && work->legend == 0) put_series_names(work, stacked, data, panel);
}

pdk_status pdk_stacked_draw(pdk_plot_work *work, const pdk_stacked *stacked, pdk_error *error)
{
    layout made;
    uint32_t height = 0, least;
    for (size_t p = 0; p < stacked->panel_count; p++) height += stacked->panels[p].height;
    uint32_t around =
        (uint32_t)(PDK_PLOT_TOP + marks_height(stacked) + BELOW + GAP * (int32_t)(stacked->panel_count - 1)) / 10;
    least = around + LEAST * (uint32_t)stacked->panel_count;
    choose_legend(work, stacked);
    pdk_status status = pdk_plot_settle(work, 960, around + height, least, error);
    if (status == PDK_OK) status = pdk_stacked_scale(work, stacked, error);
    if (status != PDK_OK) return status;
    lay_out(work, stacked, &made);
    int32_t top = made.top;
    for (size_t p = 0; p < stacked->panel_count; p++) {
        const pdk_stacked_panel *data = &stacked->panels[p];
        pdk_ticks ticks;
        panel_ticks(data, made.heights[p], &ticks);
        pdk_panel panel = { { made.low, made.high, made.left, made.right },
                            { data->shown_low, data->shown_high, top + made.heights[p], top } };
        draw_panel(work, stacked, p, &panel, &made.x, &ticks);
        if (p + 1 == stacked->panel_count) pdk_panel_labels_x(work, &panel, &made.x, stacked->x_name);
        top += made.heights[p] + GAP;
    }
    const pdk_legend legend = legend_of(stacked);
    if (work->legend > 0) pdk_legend_put(work, &legend);
    return PDK_OK;
}
