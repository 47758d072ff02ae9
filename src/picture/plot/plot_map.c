/* map: laps seen from above, in the colours of a channel or their own; or the lines of a track. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/frame.h"
#include "plot/map_incidents.h"
#include "plot/plot_comparison.h"
#include "plot/plot_facts.h"
#include "plot/plot_legend.h"
#include "plot/shown_unit.h"
#include "plot/surface_picture.h"

enum { LINE_WIDTH = 35, THIN = 18, BATCH = 4096 };

typedef struct subject {
    const char *name;
    pdk_role role;
} subject;

static const subject subjects[] = {
    { "speed", PDK_ROLE_SPEED }, { "gear", PDK_ROLE_GEAR },  { "throttle", PDK_ROLE_THROTTLE },
    { "brake", PDK_ROLE_BRAKE }, { "delta", PDK_ROLE_NONE }, { "lap", PDK_ROLE_NONE },
};
static const char *const names[] = { "speed", "gear", "throttle", "brake", "delta", "lap", NULL };
enum { OF_SPEED = 0, OF_DELTA = 4, OF_LAP = 5 };

typedef struct map_plot {
    pdk_plot_work *work;
    pdk_plot_lap *laps;
    size_t lap_count, of;
    pdk_map_line *lines;
    pdk_map_colours colours;
    pdk_map_bounds bounds;
    const pdk_document *track; /* the recording, or its analysis on the track that is given */
    pdk_document *analysis;
} map_plot;

/* ------------------------------------------------------------------------------------- lines of a document */

static pdk_status read_line(const pdk_plot_work *work, const pdk_document *document, size_t index, pdk_map_line *line,
                            pdk_error *error)
{
    const pdk_line_info *info = pdk_document_line_at(document, index);
    pdk_turn turn = pdk_frame_turn(info->frame, PDK_FRAME_Z_UP);
    double(*batch)[3] = pdk_alloc_array(work->memory, BATCH, sizeof *batch);
    line->places = pdk_alloc_array(work->memory, info->points + 1, sizeof *line->places);
    line->count = 0;
    if (batch == NULL || line->places == NULL) return pdk_fail_memory(error, work->memory, "a line");
    for (uint64_t first = 0; first < info->points;) {
        size_t rows = info->points - first < BATCH ? (size_t)(info->points - first) : BATCH;
        pdk_status status = pdk_document_line_read(document, index, first, rows, batch, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < rows; i++) {
            double at[3];
            pdk_turn_point(turn, batch[i], at);
            bool begins = line->count == 0 || first + i == 0;
            if (isfinite(at[0]) && isfinite(at[1]))
                line->places[line->count++] = (pdk_map_place){ at[0], at[1], at[2], begins };
        }
        first += rows;
    }
    if (info->closed && line->count > 0) {
        line->places[line->count] = line->places[0];
        line->places[line->count++].begins = false;
    }
    pdk_free(work->memory, batch);
    return PDK_OK;
}

static pdk_status draw_document_lines(pdk_plot_work *work, const pdk_document *document, const char *file,
                                      pdk_error *error)
{
    size_t count = pdk_document_line_count(document);
    pdk_map_line *lines = pdk_alloc_array(work->memory, count, sizeof *lines);
    pdk_map_bounds bounds = PDK_MAP_EMPTY;
    pdk_panel panel;
    pdk_status status = lines != NULL ? PDK_OK : pdk_fail_memory(error, work->memory, "lines");
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        status = read_line(work, document, i, &lines[i], error);
        for (size_t k = 0; status == PDK_OK && k < lines[i].count; k++)
            pdk_map_take(&bounds, lines[i].places[k].x, lines[i].places[k].y);
    }
    if (status == PDK_OK && pdk_map_is_empty(&bounds))
        status = pdk_plot_lacks(error, "the lines of this file have no points");
    if (status == PDK_OK) status = pdk_map_settle(work, &bounds, &panel, error);
    if (status != PDK_OK) return status;
    status = pdk_surface_picture_draw(work, &panel, error);
    if (status != PDK_OK) return status;
    for (size_t i = 1; i < count; i++) {
        pdk_line_style edge = { .colour = work->theme->edge, .width = 10 };
        pdk_map_draw_line(work, &panel, &lines[i], &edge);
    }
    pdk_map_colours heights = { .name = "height", .unit = "m", .low = 1, .high = 0 };
    for (size_t k = 0; k < lines[0].count; k++)
        pdk_range_take(&heights.low, &heights.high, &lines[0].places[k].value, 1);
    pdk_range_widen(&heights.low, &heights.high);
    pdk_map_draw_values(work, &panel, &lines[0], &heights, LINE_WIDTH);
    pdk_map_put_colours(work, &heights);
    pdk_map_put_scale(work, &panel);
    snprintf(work->title, sizeof work->title, "%.100s: the lines of the track", file);
    pdk_plot_describe(work, work->subtitle, sizeof work->subtitle);
    pdk_plot_put_title(work);
    return PDK_OK;
}

/* -------------------------------------------------------------------------------------------------- laps */

/* The delta of the second lap along the path of the first. */
static pdk_status read_delta(map_plot *plot, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    pdk_plot_comparison comparison;
    if (work->count != 2)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.laps",
                        "a map of the delta takes two laps, the first being the reference; not %zu", work->count);
    pdk_status status = pdk_plot_compare(work, &comparison, error);
    if (status != PDK_OK) return status;
    const double *x = pdk_plot_compared(work, comparison.steps, "x", -1),
                 *y = pdk_plot_compared(work, comparison.steps, "y", -1),
                 *delta = pdk_plot_compared(work, comparison.steps, "delta", 1);
    pdk_map_line *line = &plot->lines[0];
    line->places = pdk_alloc_array(work->memory, comparison.rows, sizeof *line->places);
    if (x == NULL || y == NULL || delta == NULL || line->places == NULL) {
        status = pdk_fail_memory(error, work->memory, "a comparison");
    }
    double most = 0;
    bool begins = true;
    for (size_t i = 0; status == PDK_OK && i < comparison.rows; i++) {
        bool good = isfinite(x[i]) && isfinite(y[i]);
        if (good) line->places[line->count++] = (pdk_map_place){ x[i], y[i], delta[i], begins };
        if (good && fabs(delta[i]) > most) most = fabs(delta[i]);
        begins = !good;
    }
    plot->colours = (pdk_map_colours){ .name = "delta", .unit = "s", .high = most > 0 ? most : 1, .diverging = true };
    pdk_plot_compared_title(&comparison, work->title, sizeof work->title);
    pdk_plot_compared_how(&comparison, work->subtitle, sizeof work->subtitle);
    pdk_close(comparison.document);
    return status;
}

static pdk_status read_laps(map_plot *plot, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    const subject *of = &subjects[plot->of];
    const char *unit = NULL;
    double low = 1, high = 0;
    pdk_shown_unit shown = { "", 1, 0 };
    for (size_t i = 0; i < plot->lap_count; i++) {
        pdk_status status = pdk_map_read(work, &plot->laps[i], of->role, &plot->lines[i], &unit, error);
        if (status != PDK_OK) return status;
        if (i == 0) shown = pdk_shown_unit_of(work->options->units, unit, of->role);
        for (size_t k = 0; of->role != PDK_ROLE_NONE && k < plot->lines[i].count; k++) {
            double *value = &plot->lines[i].places[k].value;
            *value = *value * shown.factor + shown.offset;
            pdk_range_take(&low, &high, value, 1);
        }
    }
    bool pedal = of->role == PDK_ROLE_THROTTLE || of->role == PDK_ROLE_BRAKE;
    if (pedal) {
        low = 0;
        high = fmax(high, shown.factor);
    }
    if (of->role != PDK_ROLE_GEAR || !(low <= high)) pdk_range_widen(&low, &high);
    plot->colours = (pdk_map_colours){
        .name = of->name, .unit = shown.name, .low = low, .high = high, .whole = of->role == PDK_ROLE_GEAR
    };
    pdk_plot_name_laps(work, NULL, plot->laps, plot->lap_count);
    return PDK_OK;
}

/* The recording itself has its track, or what is computed from it on the one that is given. */
static pdk_status find_track(map_plot *plot, pdk_error *error)
{
    const pdk_plot_options *own = plot->work->options;
    plot->track = plot->laps[0].document;
    if (own->track == NULL || pdk_document_line_count(own->track) == 0) return PDK_OK;
    static const char *const wanted[] = { "laps", "corners", NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = wanted;
    options.track = own->track;
    pdk_status status = pdk_analyse(plot->laps[0].document, &options, &plot->analysis, error);
    if (status == PDK_OK) plot->track = plot->analysis;
    return status;
}

static void mark_line(pdk_plot_work *work, const pdk_panel *panel, const pdk_legend *legend, size_t series,
                      const pdk_map_line *line)
{
    if (!pdk_legend_is_numbered(legend)) return;
    pdk_draw_point *points = pdk_alloc_array(work->memory, line->count, sizeof *points);
    work->list.failed |= points == NULL;
    if (points == NULL) return;
    for (size_t i = 0; i < line->count; i++) {
        const pdk_map_place *place = &line->places[i];
        points[i] = (pdk_draw_point){ pdk_scale_at(&panel->x, place->x), pdk_scale_at(&panel->y, place->y), false };
    }
    pdk_legend_mark_line(work, legend, series, points, line->count);
    pdk_free(work->memory, points);
}

/* What laps used, of all files: beneath each other, they are as wide as all of them together. */
static void draw_ribbons(map_plot *plot, const pdk_panel *panel)
{
    pdk_plot_work *work = plot->work;
    pdk_map_draw_ribbon(work, panel, plot->track);
    bool given = plot->track != work->laps[0].document, aligned = plot->of == OF_DELTA;
    for (size_t i = 1; i < work->count && !given && !aligned; i++) {
        bool again = false;
        for (size_t k = 0; k < i; k++) again = again || work->laps[k].document == work->laps[i].document;
        if (!again) pdk_map_draw_ribbon(work, panel, work->laps[i].document);
    }
}

/* Lanes and their edges, of a track that has them. */
static pdk_status draw_pit_lanes(const map_plot *plot, const pdk_panel *panel, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    const pdk_document *track = plot->track != work->laps[0].document ? work->options->track : NULL;
    const pdk_line_style edge = { .colour = work->theme->edge, .width = 10 };
    for (size_t i = 1; track != NULL && i < pdk_document_line_count(track); i++) {
        if (strstr(pdk_document_line_at(track, i)->name, "pit lane") == NULL) continue;
        pdk_map_line line;
        pdk_status status = read_line(work, track, i, &line, error);
        if (status != PDK_OK) return status;
        pdk_map_draw_line(work, panel, &line, &edge);
        pdk_free(work->memory, line.places);
    }
    return PDK_OK;
}

static pdk_status draw_all(map_plot *plot, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    pdk_panel panel;
    size_t lines = plot->of == OF_DELTA ? 1 : plot->lap_count;
    for (size_t i = 0; i < lines; i++) {
        for (size_t k = 0; k < plot->lines[i].count; k++)
            pdk_map_take(&plot->bounds, plot->lines[i].places[k].x, plot->lines[i].places[k].y);
    }
    const char *labels[PDK_PLOT_MOST_LAPS];
    for (size_t i = 0; i < lines; i++) labels[i] = plot->laps[i].label;
    const pdk_legend legend = { .names = labels, .count = lines };
    if (plot->of == OF_LAP) pdk_legend_reserve(work, &legend, 960);
    pdk_status status = pdk_map_settle(work, &plot->bounds, &panel, error);
    if (status == PDK_OK) status = pdk_surface_picture_draw(work, &panel, error);
    if (status != PDK_OK) return status;
    draw_ribbons(plot, &panel);
    status = draw_pit_lanes(plot, &panel, error);
    if (status != PDK_OK) return status;
    pdk_map_draw_lines(work, &panel, plot->track);
    status = pdk_map_draw_skids(work, &panel, plot->laps, lines, error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < lines; i++) {
        pdk_line_style style = { .width = THIN };
        pdk_legend_style(work, &legend, i, &style);
        if (plot->of == OF_LAP) pdk_map_draw_line(work, &panel, &plot->lines[i], &style);
        else pdk_map_draw_values(work, &panel, &plot->lines[i], &plot->colours, lines > 1 ? THIN : LINE_WIDTH);
    }
    for (size_t i = 0; i < lines && plot->of == OF_LAP; i++) mark_line(work, &panel, &legend, i, &plot->lines[i]);
    pdk_vector taken = pdk_vector_of(work->memory, sizeof(pdk_map_circle));
    pdk_map_draw_corners(work, &panel, plot->track, &taken);
    if (!work->options->no_incidents)
        status = pdk_map_draw_incidents(work, &panel, (pdk_map_laps){ plot->laps, plot->lines, lines }, &taken, error);
    if (status != PDK_OK) return status;
    if (plot->of == OF_LAP) pdk_legend_put(work, &legend);
    else pdk_map_put_colours(work, &plot->colours);
    pdk_map_put_scale(work, &panel);
    pdk_plot_put_title(work);
    return PDK_OK;
}

pdk_status pdk_plot_map(pdk_plot_work *work, pdk_error *error)
{
    map_plot plot = { .work = work, .bounds = PDK_MAP_EMPTY };
    const pdk_document *first = work->laps[0].document;
    pdk_error unmoved;
    pdk_motion *motion = NULL;
    pdk_status status = pdk_shown_units_check(work->options->units, error);
    if (status == PDK_OK) status = pdk_plot_choose("a map's --of", work->options->of, names, &plot.of, error);
    if (status != PDK_OK) return status;
    if (pdk_motion_open(first, NULL, &motion, &unmoved) == PDK_OK) pdk_motion_close(motion);
    else if (unmoved.status == PDK_E_UNSUPPORTED && work->count == 1 && pdk_document_line_count(first) > 0)
        return draw_document_lines(
            work, first, pdk_plot_file_name(work->laps[0].name != NULL ? work->laps[0].name : "the track"), error);
    status = pdk_plot_find_laps(work, &plot.laps, &plot.lap_count, error);
    if (status != PDK_OK) return status;
    if (work->options->of == NULL) plot.of = plot.lap_count > 1 ? OF_LAP : OF_SPEED;
    if (plot.of != OF_DELTA) status = pdk_plot_check_tracks(work, error); /* a comparison lays laps over each other */
    if (status != PDK_OK) return status;
    plot.lines = pdk_alloc_array(work->memory, plot.lap_count, sizeof *plot.lines);
    if (plot.lines == NULL) return pdk_fail_memory(error, work->memory, "laps");
    status = plot.of == OF_DELTA ? read_delta(&plot, error) : read_laps(&plot, error);
    if (status == PDK_OK) status = find_track(&plot, error);
    if (status == PDK_OK) status = draw_all(&plot, error);
    pdk_close(plot.analysis);
    return status;
}
