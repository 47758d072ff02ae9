/* gg: acceleration sideways and along, as what the tyres must provide. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/trigonometry.h"
#include "base/whole.h"
#include "plot/gg_lap.h"
#include "plot/plot_legend.h"

enum { FINEST = 35, COARSEST = 160, DENSITIES = 6, SIDE = 640 };

/* ------------------------------------------------------------------------------------------------ the hull */

typedef struct corner {
    double x, y;
} corner;

static int by_x(const void *a, const void *b)
{
    const corner *one = a, *other = b;
    if (one->x < other->x || one->x > other->x) return one->x < other->x ? -1 : 1;
    return one->y < other->y ? -1 : one->y > other->y ? 1 : 0;
}

static double turn(const corner *a, const corner *b, const corner *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

/* The number of a lap on its hull, which has few corners: also between them. */
static void mark_hull(pdk_plot_work *work, const pdk_panel *panel, const corner *hull, size_t count,
                      const pdk_legend *legend, size_t series)
{
    enum { STEPS = 16 };
    if (!pdk_legend_is_numbered(legend) || count == 0) return;
    pdk_draw_point *points = pdk_alloc_array(work->memory, count * STEPS, sizeof *points);
    work->list.failed |= points == NULL;
    if (points == NULL) return;
    for (size_t i = 0; i < count * STEPS; i++) {
        const corner *from = &hull[i / STEPS], *to = &hull[(i / STEPS + 1) % count];
        double share = (double)(i % STEPS) / STEPS;
        points[i] = (pdk_draw_point){ pdk_scale_at(&panel->x, from->x + (to->x - from->x) * share),
                                      pdk_scale_at(&panel->y, from->y + (to->y - from->y) * share), false };
    }
    pdk_legend_mark_line(work, legend, series, points, count * STEPS);
    pdk_free(work->memory, points);
}

/* The convex hull, as a closed line: what was reached at most. */
static void draw_hull(pdk_plot_work *work, const pdk_panel *panel, const pdk_gg_lap *lap, const pdk_legend *legend,
                      size_t series, const pdk_line_style *style)
{
    corner *points = pdk_alloc_array(work->memory, lap->count + 1, sizeof *points),
           *hull = pdk_alloc_array(work->memory, 2 * (lap->count + 1), sizeof *hull);
    size_t count = 0, made = 0;
    if (points == NULL || hull == NULL) {
        work->list.failed = true;
        return;
    }
    for (size_t i = 0; i < lap->count; i++) {
        if (isfinite(lap->lateral[i]) && isfinite(lap->longitudinal[i]))
            points[count++] = (corner){ lap->lateral[i], lap->longitudinal[i] };
    }
    qsort(points, count, sizeof *points, by_x);
    for (size_t i = 0; i < count; i++) { /* below, left to right */
        while (made >= 2 && turn(&hull[made - 2], &hull[made - 1], &points[i]) <= 0) made--;
        hull[made++] = points[i];
    }
    for (size_t i = count, least = made + 1; i-- > 1;) { /* and back above */
        while (made >= least && turn(&hull[made - 2], &hull[made - 1], &points[i - 1]) <= 0) made--;
        hull[made++] = points[i - 1];
    }
    pdk_draw_path path = { .stroke = style->colour,
                           .fill = PDK_NO_COLOUR,
                           .width = style->width,
                           .dash = { style->dash[0], style->dash[1] },
                           .closed = true };
    pdk_draw_path_begin(&work->list, &path);
    for (size_t i = 0; i < made; i++)
        pdk_draw_to(&work->list, pdk_scale_at(&panel->x, hull[i].x), pdk_scale_at(&panel->y, hull[i].y), i == 0);
    mark_hull(work, panel, hull, made, legend, series);
    pdk_free(work->memory, points);
    pdk_free(work->memory, hull);
}

/* ------------------------------------------------------------------------------------------------- the cloud */

static int by_value(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return one < other ? -1 : one > other ? 1 : 0;
}

/* What values are whole multiples of, as games store them; about 0 where they are not. */
static double quantum_of(const pdk_plot_work *work, const double *values, size_t count)
{
    static const double rounding = 1e-4;
    double *sorted = pdk_alloc_array(work->memory, count + 1, sizeof *sorted), least = HUGE_VAL;
    size_t made = 0;
    for (size_t i = 0; sorted != NULL && i < count; i++) {
        if (isfinite(values[i])) sorted[made++] = values[i];
    }
    if (made > 0) qsort(sorted, made, sizeof *sorted, by_value);
    for (size_t i = 1; i < made; i++) {
        if (sorted[i] - sorted[i - 1] > rounding) least = fmin(least, sorted[i] - sorted[i - 1]);
    }
    pdk_free(work->memory, sorted);
    return isfinite(least) ? least : 0;
}

/* Cells of 3.5 px, or as large as the steps in which the values are stored; the darker the more moments are in them: as
 * many marks as the picture has room for, however long the recording. `share` of a cell is filled. */
static void draw_cloud(pdk_plot_work *work, const pdk_panel *panel, const pdk_gg_lap *lap, double share,
                       uint32_t colour)
{
    double tenths = (panel->y.from - panel->y.to) / (panel->y.high - panel->y.low), /* of a pixel in a g */
        quantum = fmin(quantum_of(work, lap->lateral, lap->count), quantum_of(work, lap->longitudinal, lap->count)),
           step = fmax(FINEST / tenths, fmin(quantum, COARSEST / tenths));
    size_t half = pdk_whole_size(panel->y.high / step) + 1, across = 2 * half + 1;
    uint32_t *cells = pdk_alloc_array(work->memory, across * across, sizeof *cells), most = 0;
    if (cells == NULL) {
        work->list.failed = true;
        return;
    }
    for (size_t i = 0; i < lap->count; i++) {
        double x = round(lap->lateral[i] / step) + (double)half, y = round(lap->longitudinal[i] / step) + (double)half;
        if (!(x >= 0 && y >= 0 && x < (double)across && y < (double)across)) continue;
        uint32_t *cell = &cells[(size_t)y * across + (size_t)x];
        if (++*cell > most) most = *cell;
    }
    for (int density = 0; density < DENSITIES; density++) {
        double strength = 0.35 + 0.65 * density / (DENSITIES - 1);
        pdk_draw_path path = { .stroke = pdk_mix_colours(work->theme->background, colour, strength),
                               .fill = PDK_NO_COLOUR,
                               .width = pdk_whole_i32(fmax(step * tenths * share, 10)) };
        pdk_draw_path_begin(&work->list, &path);
        for (size_t i = 0; i < across * across; i++) {
            if (cells[i] == 0) continue;
            int own = most > 1 ? (int)(log(cells[i]) / log(most) * (DENSITIES - 1) + 0.5) : DENSITIES - 1;
            if (own != density) continue;
            double x = ((double)(i % across) - (double)half) * step, y = ((double)(i / across) - (double)half) * step;
            pdk_draw_to(&work->list, pdk_scale_at(&panel->x, x), pdk_scale_at(&panel->y, y), true);
        }
    }
    pdk_free(work->memory, cells);
}

static void put_circle(pdk_plot_work *work, const pdk_panel *panel, double radius)
{
    enum { STEPS = 96 };
    pdk_draw_path path = { .stroke = work->theme->grid, .fill = PDK_NO_COLOUR, .width = 10, .closed = true };
    pdk_draw_path_begin(&work->list, &path);
    for (int i = 0; i < STEPS; i++) {
        double angle = i * 6.283185307179586 / STEPS;
        pdk_draw_to(&work->list, pdk_scale_at(&panel->x, radius * pdk_cos(angle)),
                    pdk_scale_at(&panel->y, radius * pdk_sin(angle)), i == 0);
    }
}

static void put_axes(pdk_plot_work *work, const pdk_panel *panel, double reach)
{
    pdk_ticks ticks;
    pdk_ticks_make(&ticks, 0, reach, 5);
    for (size_t i = 0; i < ticks.count; i++) {
        if (ticks.values[i] > 0) put_circle(work, panel, ticks.values[i]);
    }
    pdk_draw_line(&work->list,
                  (pdk_draw_span){ panel->x.from, pdk_scale_at(&panel->y, 0), panel->x.to, pdk_scale_at(&panel->y, 0) },
                  work->theme->edge, 10);
    pdk_draw_line(&work->list,
                  (pdk_draw_span){ pdk_scale_at(&panel->x, 0), panel->y.from, pdk_scale_at(&panel->x, 0), panel->y.to },
                  work->theme->edge, 10);
}

/* What the sides mean, above the dots. */
static void put_words(pdk_plot_work *work, const pdk_panel *panel, double reach)
{
    pdk_ticks ticks;
    pdk_ticks_make(&ticks, 0, reach, 5);
    static const struct {
        const char *text;
        pdk_draw_anchor anchor;
    } sides[] = { { "accelerating", PDK_ANCHOR_MIDDLE },
                  { "braking", PDK_ANCHOR_MIDDLE },
                  { "left", PDK_ANCHOR_START },
                  { "right", PDK_ANCHOR_END } };
    int32_t middle = pdk_scale_at(&panel->x, 0), zero = pdk_scale_at(&panel->y, 0);
    int32_t places[4][2] = { { middle, panel->y.to - 60 },
                             { middle, panel->y.from + 150 },
                             { PDK_PLOT_MARGIN, zero + 45 },
                             { pdk_plot_width(work) - PDK_PLOT_MARGIN, zero + 45 } };
    for (size_t i = 0; i < 4; i++) {
        pdk_draw_label label = { .x = places[i][0],
                                 .y = places[i][1],
                                 .size = 120,
                                 .anchor = sides[i].anchor,
                                 .colour = work->theme->muted,
                                 .has_halo = true,
                                 .halo = work->theme->background };
        pdk_draw_text(&work->list, sides[i].text, &label);
    }
    int32_t last = INT32_MAX;
    for (size_t i = 0; i < ticks.count; i++) { /* along the way up, next to the line */
        int32_t y = pdk_scale_at(&panel->y, ticks.values[i]) + 130;
        if (!(ticks.values[i] > 0) || last - y < 170 || zero - y < 170) continue;
        last = y;
        char text[PDK_LABEL_SIZE + 4];
        snprintf(text, sizeof text, "%s g", ticks.labels[i]);
        pdk_draw_label label = { .x = middle + 50,
                                 .y = y,
                                 .size = 110,
                                 .colour = work->theme->muted,
                                 .has_halo = true,
                                 .halo = work->theme->background };
        pdk_draw_text(&work->list, text, &label);
    }
}

/* What all moments stay within. */
static double reach_of(const pdk_gg_lap *laps, size_t count)
{
    double low = 0, high = 0.5;
    for (size_t i = 0; i < count; i++) {
        pdk_range_take(&low, &high, laps[i].lateral, laps[i].count);
        pdk_range_take(&low, &high, laps[i].longitudinal, laps[i].count);
    }
    double reach = fmax(-low, high);
    pdk_range_widen(&low, &reach);
    return fmin(reach * 1.05, 1e6);
}

pdk_status pdk_plot_gg(pdk_plot_work *work, pdk_error *error)
{
    pdk_plot_lap *laps;
    size_t count;
    pdk_status status = pdk_plot_find_laps(work, &laps, &count, error);
    pdk_gg_lap *made = status == PDK_OK ? pdk_alloc_array(work->memory, count, sizeof *made) : NULL;
    if (status == PDK_OK && made == NULL) status = pdk_fail_memory(error, work->memory, "laps");
    size_t points = 0;
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        status = pdk_gg_read(work, &laps[i], &made[i], error);
        for (size_t k = 0; status == PDK_OK && k < made[i].count; k++)
            points += isfinite(made[i].lateral[k]) && isfinite(made[i].longitudinal[k]);
    }
    if (status == PDK_OK && points == 0) status = pdk_plot_lacks(error, "no moment has accelerations");
    const char *names[PDK_PLOT_MOST_LAPS];
    for (size_t i = 0; i < count && status == PDK_OK; i++) names[i] = laps[i].label;
    const pdk_legend legend = { .names = names, .count = count };
    if (status == PDK_OK && count > 1) pdk_legend_reserve(work, &legend, 720);
    if (status == PDK_OK) status = pdk_plot_settle(work, 720, 760, 240, error);
    if (status != PDK_OK) return status;
    double reach = reach_of(made, count);
    int32_t top = PDK_PLOT_TOP + 160, bottom = pdk_plot_height(work) - 340, room = pdk_plot_width(work) - 2 * SIDE;
    int32_t half = (bottom - top < room ? bottom - top : room) / 2, middle = pdk_plot_width(work) / 2,
            zero = (top + bottom) / 2;
    pdk_panel panel = { { reach, -reach, middle - half, middle + half }, /* a force to the left is drawn there */
                        { -reach, reach, zero + half, zero - half } };
    put_axes(work, &panel, reach);
    for (size_t i = 0; i < count; i++) {
        pdk_line_style style = { .width = 15 };
        pdk_legend_style(work, &legend, i, &style);
        if (count <= 2)
            draw_cloud(work, &panel, &made[i], i == 0 ? 0.95 : 0.5, style.colour); /* the first is seen around it */
        draw_hull(work, &panel, &made[i], &legend, i, &style);
    }
    put_words(work, &panel, reach);
    if (count > 1) pdk_legend_put(work, &legend);
    pdk_plot_name_laps(work, NULL, laps, count);
    bool derived = false;
    for (size_t i = 0; i < count; i++) derived = derived || made[i].derived;
    if (derived) {
        pdk_draw_label label = { .x = PDK_PLOT_MARGIN,
                                 .y = pdk_plot_height(work) - 100,
                                 .size = 120,
                                 .colour = work->theme->muted,
                                 .room = pdk_plot_width(work) - 2 * PDK_PLOT_MARGIN };
        pdk_draw_text(&work->list, "derived from speed and course over 0.2 s", &label);
    }
    pdk_plot_put_title(work);
    return PDK_OK;
}
