/* The numbers of series at their lines and bars: gathered while the data are drawn, and placed in the end. */
#include "plot/legend_numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/trigonometry.h"
#include "base/whole.h"
#include "plot/text_width.h"

enum { MARK = 150, DIGITS = 90, RINGS = 120, RING = 50, LEADER = 8 };

void pdk_legend_put_number(pdk_plot_work *work, const pdk_legend *legend, size_t series, pdk_draw_point at)
{
    char text[24];
    pdk_line_style style;
    pdk_legend_style(work, legend, series, &style);
    pdk_draw_dot(&work->list, at.x, at.y, style.colour, MARK);
    pdk_draw_dot(&work->list, at.x, at.y, work->theme->background, MARK - 30);
    snprintf(text, sizeof text, "%zu", series + 1);
    pdk_draw_label label = {
        .x = at.x, .y = at.y + 32, .size = DIGITS, .anchor = PDK_ANCHOR_MIDDLE, .colour = work->theme->text
    };
    pdk_draw_text(&work->list, text, &label);
}

/* ------------------------------------------------------------------------------------------------ gathering */

void pdk_legend_mark(pdk_plot_work *work, const pdk_legend *legend, size_t series, int32_t x, int32_t y)
{
    if (!pdk_legend_is_numbered(legend)) return;
    pdk_series_number *made = pdk_vector_push(&work->marks);
    if (made == NULL) work->list.failed = true;
    else *made = (pdk_series_number){ .wanted = { x, y, false }, .series = series };
}

static bool is_on(const pdk_draw_point *one, const pdk_draw_point *other)
{
    return pdk_hypot((double)one->x - other->x, (double)one->y - other->y) < MARK;
}

static bool is_free(const pdk_plot_work *work, const pdk_draw_point *place)
{
    const pdk_series_number *taken = work->marks.items;
    for (size_t i = 0; i < work->marks.count; i++) {
        if (is_on(&taken[i].wanted, place)) return false;
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

/* -------------------------------------------------------------------------------------------------- placing */

/* What numbers must not cover. */
typedef struct text_boxes {
    pdk_draw_box *boxes;
    size_t count;
} text_boxes;

static pdk_draw_box box_of(const pdk_draw_text_item *text)
{
    int32_t width = 0;
    for (size_t i = 0; i < text->run_count; i++)
        width += pdk_text_width(text->runs[i].text, text->size, text->runs[i].bold);
    int32_t left = text->x - (text->anchor == PDK_ANCHOR_MIDDLE ? width / 2
                              : text->anchor == PDK_ANCHOR_END  ? width
                                                                : 0);
    return (pdk_draw_box){ left, text->y - text->size * 3 / 4, left + width, text->y + text->size / 5 };
}

static bool find_texts(pdk_plot_work *work, text_boxes *texts)
{
    const pdk_draw_item *items = work->list.items.items;
    *texts = (text_boxes){ .boxes = pdk_alloc_array(work->memory, work->list.items.count, sizeof *texts->boxes) };
    for (size_t i = 0; texts->boxes != NULL && i < work->list.items.count; i++) {
        if (items[i].kind == PDK_DRAW_TEXT) texts->boxes[texts->count++] = box_of(&items[i].as.text);
    }
    return texts->boxes != NULL;
}

/* Within the picture, and on no text and no number before this one? */
static bool has_room(const pdk_plot_work *work, const text_boxes *texts, size_t number, const pdk_draw_point *at)
{
    enum { HALF = MARK / 2 };
    if (at->x < HALF || at->x > pdk_plot_width(work) - HALF || at->y < PDK_PLOT_TOP ||
        at->y > pdk_plot_height(work) - HALF)
        return false;
    const pdk_series_number *all = work->marks.items;
    for (size_t i = 0; i < number; i++) {
        if (is_on(&all[i].at, at)) return false;
    }
    for (size_t i = 0; i < texts->count; i++) {
        const pdk_draw_box *box = &texts->boxes[i];
        if (at->x + HALF > box->left && at->x - HALF < box->right && at->y + HALF > box->top &&
            at->y - HALF < box->bottom)
            return false;
    }
    return true;
}

/* Where it is wanted, or on the first ring around that has room; upwards first. */
static pdk_draw_point find_room(const pdk_plot_work *work, const text_boxes *texts, size_t number)
{
    const pdk_draw_point wanted = ((pdk_series_number *)work->marks.items)[number].wanted;
    for (int ring = 0; ring < RINGS; ring++) {
        int directions = ring == 0 ? 1 : ring < 6 ? 12 : 36;
        for (int i = 0; i < directions; i++) {
            double angle = -1.5707963267948966 + (i + 1) / 2 * (i % 2 == 0 ? 1 : -1) * 6.283185307179586 / directions;
            pdk_draw_point at = { wanted.x + pdk_whole_i32(ring * RING * pdk_cos(angle)),
                                  wanted.y + pdk_whole_i32(ring * RING * pdk_sin(angle)), false };
            if (has_room(work, texts, number, &at)) return at;
        }
    }
    return wanted;
}

void pdk_legend_put_numbers(pdk_plot_work *work, const pdk_legend *legend)
{
    text_boxes texts;
    pdk_series_number *all = work->marks.items;
    if (work->marks.count == 0) return;
    if (!find_texts(work, &texts)) {
        work->list.failed = true;
        return;
    }
    for (size_t i = 0; i < work->marks.count; i++) all[i].at = find_room(work, &texts, i);
    for (size_t i = 0; i < work->marks.count; i++) { /* below all circles */
        pdk_line_style style;
        pdk_legend_style(work, legend, all[i].series, &style);
        pdk_draw_span leader = { all[i].wanted.x, all[i].wanted.y, all[i].at.x, all[i].at.y };
        if (leader.x1 != leader.x2 || leader.y1 != leader.y2) pdk_draw_line(&work->list, leader, style.colour, LEADER);
    }
    for (size_t i = 0; i < work->marks.count; i++) pdk_legend_put_number(work, legend, all[i].series, all[i].at);
    pdk_free(work->memory, texts.boxes);
}
