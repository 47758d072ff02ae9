/* The track beneath a map: its ribbon, timing lines, and corners with their numbers. */
#include <math.h>
#include <stdio.h>

#include "plot/map_line.h"

#include "base/trigonometry.h"
#include "base/whole.h"

enum { NUMBER_AWAY = 150 };

static const pdk_driven_track_point *read_points(const pdk_plot_work *work, const pdk_document *document,
                                                 const pdk_driven_track **track, size_t *count)
{
    if (pdk_driven_track_of(document, track, NULL) != PDK_OK) return NULL;
    *count = pdk_driven_track_about(*track)->points;
    pdk_driven_track_point *points = pdk_alloc_array(work->memory, *count, sizeof *points);
    bool good = points != NULL && *count > 0 && pdk_driven_track_read(*track, 0, *count, points, NULL) == PDK_OK;
    return good ? points : NULL;
}

/* A place to the left of the line, metres. */
static void beside(const pdk_panel *panel, const pdk_driven_track_point *point, double offset, int32_t at[2])
{
    at[0] = pdk_scale_at(&panel->x, point->x - pdk_sin(point->heading) * offset);
    at[1] = pdk_scale_at(&panel->y, point->y + pdk_cos(point->heading) * offset);
}

static bool has_edges(const pdk_driven_track_point *point)
{
    return point->has_left && point->has_right && isfinite(point->x) && isfinite(point->y);
}

/* A run of points with both edges, along one and back along the other: as wide as the track is there, or as the band
 * that laps used, which has no width where there was one lap. */
static void put_ribbon(pdk_plot_work *work, const pdk_panel *panel, const pdk_driven_track_point *points, size_t first,
                       size_t end, bool closed)
{
    int32_t at[2];
    for (size_t i = first; i < end; i++) {
        beside(panel, &points[i], points[i].left, at);
        pdk_draw_to(&work->list, at[0], at[1], i == first);
    }
    if (closed) { /* all round: the first again, so that no seam is seen */
        beside(panel, &points[first], points[first].left, at);
        pdk_draw_to(&work->list, at[0], at[1], false);
        beside(panel, &points[first], points[first].right, at);
        pdk_draw_to(&work->list, at[0], at[1], false);
    }
    for (size_t i = end; i-- > first;) {
        beside(panel, &points[i], points[i].right, at);
        pdk_draw_to(&work->list, at[0], at[1], false);
    }
}

static void put_timing_lines(pdk_plot_work *work, const pdk_panel *panel, const pdk_driven_track *track,
                             const pdk_driven_track_point *points, size_t count)
{
    pdk_timing_line line;
    double step = pdk_driven_track_about(track)->step, reach = 80 / pdk_map_per_metre(panel);
    for (size_t i = 0; pdk_driven_track_timing_line_at(track, i, &line); i++) {
        if (!line.has_distance || !(step > 0)) continue;
        size_t point = pdk_whole_size(line.distance / step + 0.5);
        if (point >= count) point = 0;
        double left = fmax(points[point].has_left ? points[point].left : 0, 0) + reach,
               right = fmin(points[point].has_right ? points[point].right : 0, 0) - reach;
        int32_t from[2], to[2];
        beside(panel, &points[point], left, from);
        beside(panel, &points[point], right, to);
        pdk_draw_line(&work->list, (pdk_draw_span){ from[0], from[1], to[0], to[1] },
                      i == 0 ? work->theme->text : work->theme->muted, i == 0 ? 30 : 12);
    }
}

/* Which way round: an arrow after the start line, on the outside. */
static void put_arrow(pdk_plot_work *work, const pdk_panel *panel, const pdk_driven_track_point *point, bool left)
{
    static const double shape[][2] = { { 60, 0 }, { -20, 45 }, { -5, 0 }, { -20, -45 } };
    double pixel = 1 / pdk_map_per_metre(panel), edge = left ? point->left : point->right;
    double aside =
        (left ? fmax(isfinite(edge) ? edge : 0, 0) : fmin(isfinite(edge) ? edge : 0, 0)) + (left ? 160 : -160) * pixel;
    pdk_draw_path path = { .stroke = PDK_NO_COLOUR, .fill = work->theme->text, .closed = true };
    pdk_draw_path_begin(&work->list, &path);
    for (size_t i = 0; i < sizeof shape / sizeof shape[0]; i++) {
        double along = shape[i][0] * pixel, across = aside + shape[i][1] * pixel, angle = point->heading;
        pdk_draw_to(&work->list, pdk_scale_at(&panel->x, point->x + pdk_cos(angle) * along - pdk_sin(angle) * across),
                    pdk_scale_at(&panel->y, point->y + pdk_sin(angle) * along + pdk_cos(angle) * across), i == 0);
    }
}

void pdk_map_draw_ribbon(pdk_plot_work *work, const pdk_panel *panel, const pdk_document *document)
{
    const pdk_driven_track *track;
    size_t count;
    const pdk_driven_track_point *points = read_points(work, document, &track, &count);
    if (points == NULL) return;
    pdk_draw_path ribbon = { .stroke = work->theme->ribbon, .fill = work->theme->ribbon, .width = 5, .closed = true };
    pdk_draw_path_begin(&work->list, &ribbon);
    bool whole = pdk_driven_track_about(track)->closed;
    for (size_t i = 0; i < count && whole; i++) whole = has_edges(&points[i]);
    for (size_t first = 0; first < count;) {
        size_t end = first;
        while (end < count && has_edges(&points[end])) end++;
        if (end - first > 1) put_ribbon(work, panel, points, first, end, whole);
        first = end + 1;
    }
}

void pdk_map_draw_lines(pdk_plot_work *work, const pdk_panel *panel, const pdk_document *document)
{
    const pdk_driven_track *track;
    size_t count;
    const pdk_driven_track_point *points = read_points(work, document, &track, &count);
    if (points == NULL) return;
    put_timing_lines(work, panel, track, points, count);
    double turned = 0; /* a lap to the left has its outside on the right */
    for (size_t i = 0; i < count; i++) turned += isfinite(points[i].curvature) ? points[i].curvature : 0;
    put_arrow(work, panel, &points[0], turned < 0);
}

/* On the outside of the bend, where the line does not come back. */
void pdk_map_draw_corners(pdk_plot_work *work, const pdk_panel *panel, const pdk_document *document, pdk_vector *taken)
{
    const pdk_table *corners;
    const pdk_driven_track *track;
    size_t count;
    const pdk_driven_track_point *points = read_points(work, document, &track, &count);
    if (points == NULL || pdk_answer(document, "corners", &corners, NULL) != PDK_OK) return;
    double step = pdk_driven_track_about(track)->step;
    for (uint64_t row = 0; row < pdk_table_rows(corners); row++) {
        double apex = pdk_table_number_at(corners, "apex_distance", row),
               number = pdk_table_number_at(corners, "corner", row);
        if (!isfinite(apex) || !(step > 0)) continue;
        size_t point = pdk_whole_size(apex / step + 0.5);
        if (point >= count) point = 0;
        double away = NUMBER_AWAY / pdk_map_per_metre(panel);
        bool left = points[point].curvature > 0;
        double edge = left ? points[point].right : points[point].left;
        away = left ? fmin(isfinite(edge) ? edge : 0, 0) - away : fmax(isfinite(edge) ? edge : 0, 0) + away;
        int32_t at[2];
        char text[24];
        beside(panel, &points[point], away, at);
        snprintf(text, sizeof text, "%.0f", number);
        pdk_draw_label label = { .x = at[0],
                                 .y = at[1] + 45,
                                 .size = 130,
                                 .anchor = PDK_ANCHOR_MIDDLE,
                                 .colour = work->theme->muted,
                                 .bold = true,
                                 .has_halo = true,
                                 .halo = work->theme->background };
        pdk_draw_text(&work->list, text, &label);
        pdk_map_circle *circle = pdk_vector_push(taken);
        if (circle == NULL) work->list.failed = true;
        else *circle = (pdk_map_circle){ at[0], at[1], 70 };
    }
}
