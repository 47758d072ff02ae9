/* Skid marks on a map: all that were laid while what is shown was driven. They are broad and grey, below the lines of
 * laps: at the scale of a track the marks of all wheels fall together, and dark ones above would hide the lines. */
#include <stdio.h>
#include <string.h>

#include "model/skid_marks.h"
#include "plot/map_line.h"

enum { WIDTH = 45, MOST_PIECES = 20000 };

static bool is_shown(const pdk_plot_lap *laps, size_t count, const pdk_document *document, double time)
{
    for (size_t i = 0; i < count; i++)
        if (laps[i].document == document && time >= laps[i].start && time <= laps[i].end) return true;
    return false;
}

static bool draw_mark(pdk_plot_work *work, const pdk_panel *panel, const pdk_skid_point *points, size_t count,
                      size_t every)
{
    pdk_draw_path path = { .stroke = pdk_mix_colours(work->theme->text, work->theme->ribbon, 0.6),
                           .fill = PDK_NO_COLOUR,
                           .width = WIDTH };
    if (count < 2) return false;
    pdk_draw_path_begin(&work->list, &path);
    for (size_t i = 0; i < count; i++) {
        if (i % every != 0 && i + 1 < count) continue;
        pdk_draw_to(&work->list, pdk_scale_at(&panel->x, points[i].place[0]),
                    pdk_scale_at(&panel->y, points[i].place[1]), i == 0);
    }
    return true;
}

typedef struct lap_list {
    const pdk_plot_lap *laps;
    size_t count;
} lap_list;

/* The marks of a document, as far as they were laid at a time that is shown. */
static pdk_status draw_marks(pdk_plot_work *work, const pdk_panel *panel, lap_list list, const pdk_document *document,
                             bool *any, pdk_error *error)
{
    pdk_skid_marks marks;
    pdk_status status = pdk_skid_marks_read(document, work->memory, &marks, error);
    size_t every = status == PDK_OK ? marks.point_count / MOST_PIECES + 1 : 1;
    for (size_t m = 0; status == PDK_OK && m < marks.mark_count; m++) {
        const pdk_skid_point *points = marks.points + marks.marks[m].first;
        size_t end = marks.marks[m].count, first = 0;
        while (first < end && !is_shown(list.laps, list.count, document, points[first].time)) first++;
        size_t last = first;
        while (last < end && is_shown(list.laps, list.count, document, points[last].time)) last++;
        *any = draw_mark(work, panel, points + first, last - first, every) || *any;
    }
    return status;
}

pdk_status pdk_map_draw_skids(pdk_plot_work *work, const pdk_panel *panel, const pdk_plot_lap *laps, size_t count,
                              pdk_error *error)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        size_t before = 0;
        while (before < i && laps[before].document != laps[i].document) before++;
        if (before < i) continue;
        pdk_status status = draw_marks(work, panel, (lap_list){ laps, count }, laps[i].document, &any, error);
        if (status != PDK_OK) return status;
    }
    size_t size = strlen(work->subtitle);
    if (any)
        snprintf(work->subtitle + size, sizeof work->subtitle - size, "%s%s", size > 0 ? "; " : "",
                 "grey below the lines: skid marks laid meanwhile");
    return PDK_OK;
}
