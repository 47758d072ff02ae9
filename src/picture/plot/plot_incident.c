/* incident: its cars from above at four moments, to one scale. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/trigonometry.h"
#include "base/whole.h"
#include "plot/driver_name.h"
#include "plot/plot_incident.h"
#include "plot/plot_laps.h"

enum {
    MOMENTS = 4,
    LABEL = PDK_INCIDENT_LABEL,
    HEADING = 130,
    BETWEEN = 240,
    SOURCE = 600 /* where the line with the file is */
};
static const double moments[MOMENTS] = { -2, -1, 0, 1 };          /* s */
static const double least_seen = 16, most_seen = 150, beside = 8; /* m from the middle; around the furthest */

/* ---------------------------------------------------------------------------------------------- which incident */

/* The first whose id begins so. */
static bool take_incident(pdk_incident_plot *plot, const pdk_document *answers)
{
    const char *wanted = plot->work->options->incident;
    size_t size = wanted != NULL ? strlen(wanted) : 0;
    const pdk_incident *incident;
    for (size_t i = 0; (incident = pdk_incident_at(answers, i)) != NULL; i++) {
        if (size > incident->incident.size || (size > 0 && memcmp(incident->incident.data, wanted, size) != 0))
            continue;
        plot->incident = incident;
        plot->answers = answers;
        return true;
    }
    return false;
}

/* Near misses and the like, which are listed on request only. */
static pdk_status look_among_all(pdk_incident_plot *plot, pdk_error *error)
{
    static const char *const names[] = { "incidents", "incident_parties", NULL };
    const pdk_plot_work *work = plot->work;
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = names;
    options.all_incidents = true;
    options.limits = work->options->limits;
    options.allocator = work->options->allocator;
    options.progress = work->options->progress;
    options.progress_user = work->options->progress_user;
    pdk_status status = pdk_analyse(plot->document, &options, &plot->analysis, error);
    if (status == PDK_OK) take_incident(plot, plot->analysis);
    return status;
}

static pdk_status find_incident(pdk_incident_plot *plot, pdk_error *error)
{
    const char *wanted = plot->work->options->incident;
    const pdk_table *table;
    size_t count = 0;
    pdk_status status = pdk_plot_answer(plot->work, plot->document, "incidents", &table, error);
    if (status == PDK_OK) status = pdk_incident_count(plot->document, &count, error);
    if (status == PDK_OK && !take_incident(plot, plot->document) && wanted != NULL)
        status = look_among_all(plot, error);
    if (status != PDK_OK || plot->incident != NULL) return status;
    const pdk_document *list = count > 0 ? plot->document : plot->analysis; /* NULL: no id was given */
    const pdk_incident *first = list != NULL ? pdk_incident_at(list, 0) : NULL;
    if (first == NULL) return pdk_plot_lacks(error, "there are no incidents in this recording");
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.incident",
                    "there is no incident \"%.40s\"; the table `incidents` has their ids, such as %.*s", wanted,
                    (int)first->incident.size, first->incident.data);
}

/* ------------------------------------------------------------------------------------------------- where it is */

static void find_middle(const pdk_incident_plot *plot, pdk_incident_moment *at)
{
    size_t count = 0;
    double sum[2] = { 0, 0 };
    for (size_t i = 0; i < at->count; i++) {
        if (pdk_incident_party_number(plot, at->cars[i].slot) == SIZE_MAX) continue;
        sum[0] += at->cars[i].x;
        sum[1] += at->cars[i].y;
        count++;
    }
    at->middle[0] = count > 0 ? sum[0] / (double)count : plot->incident->x;
    at->middle[1] = count > 0 ? sum[1] / (double)count : plot->incident->y;
}

static pdk_status read_scenes(pdk_incident_plot *plot, pdk_incident_moment scenes[MOMENTS], pdk_error *error)
{
    for (size_t i = 0; i < MOMENTS; i++) {
        pdk_incident_moment *at = &scenes[i];
        *at = (pdk_incident_moment){ .time = plot->incident->time + moments[i], .is_moment = moments[i] == 0 };
        pdk_status status = pdk_scene_cars(plot->document, at->time, plot->work->memory, &at->cars, &at->count, error);
        if (status != PDK_OK) return status;
        find_middle(plot, at);
    }
    return PDK_OK;
}

/* Where the cars came from goes up; where they stood, north does. */
static void settle_view(pdk_incident_plot *plot, const pdk_incident_moment scenes[MOMENTS])
{
    double way[2] = { scenes[2].middle[0] - scenes[1].middle[0], scenes[2].middle[1] - scenes[1].middle[1] },
           length = pdk_hypot(way[0], way[1]);
    bool known = length > 1 && length < 1000;
    plot->up[0] = known ? way[0] / length : 0;
    plot->up[1] = known ? way[1] / length : 1;
    plot->seen = least_seen;
    for (size_t m = 0; m < MOMENTS; m++) {
        for (size_t i = 0; i < scenes[m].count; i++) {
            const pdk_scene_car *car = &scenes[m].cars[i];
            double away = pdk_hypot(car->x - scenes[m].middle[0], car->y - scenes[m].middle[1]) + beside;
            if (pdk_incident_party_number(plot, car->slot) != SIZE_MAX && away > plot->seen)
                plot->seen = fmin(away, most_seen);
        }
    }
}

/* ------------------------------------------------------------------------------------------------- the ground */

/* One side of a box: what is beyond it is cut off a polygon. Returns how many points are left; `to` has room for twice
 * as many. */
static size_t clip(const pdk_incident_place *from, size_t count, int side, const pdk_draw_box *box,
                   pdk_incident_place *to)
{
    size_t made = 0;
    double edge = side == 0 ? box->left : side == 1 ? box->right : side == 2 ? box->top : box->bottom;
    for (size_t i = 0; i < count; i++) {
        const pdk_incident_place *a = &from[i], *b = &from[(i + 1) % count];
        double sign = side % 2 == 0 ? 1 : -1, one = side < 2 ? a->x : a->y, other = side < 2 ? b->x : b->y;
        bool in = sign * (one - edge) >= 0, next = sign * (other - edge) >= 0;
        if (in) to[made++] = *a;
        if (in == next) continue;
        double share = (edge - one) / (other - one);
        to[made++] = (pdk_incident_place){ a->x + share * (b->x - a->x), a->y + share * (b->y - a->y) };
    }
    return made;
}

/* A stretch of the track without a break. */
static void draw_stretch(pdk_incident_plot *plot, const pdk_incident_moment *at, const pdk_scene_edge *edges,
                         size_t count, pdk_incident_place *room[2])
{
    size_t made = 2 * count;
    for (size_t i = 0; i < count; i++) {
        room[0][i] = pdk_incident_spot(plot, at, edges[i].left[0], edges[i].left[1]);
        room[0][made - 1 - i] = pdk_incident_spot(plot, at, edges[i].right[0], edges[i].right[1]);
    }
    for (int side = 0; side < 4 && made > 0; side++)
        made = clip(room[side % 2], made, side, &at->ground, room[1 - side % 2]);
    if (made < 3) return;
    pdk_draw_path style = {
        .stroke = PDK_NO_COLOUR, .fill = plot->work->theme->ribbon, .closed = true, .square = true
    };
    pdk_draw_path_begin(&plot->work->list, &style);
    for (size_t i = 0; i < made; i++)
        pdk_draw_to(&plot->work->list, pdk_whole_i32(room[0][i].x), pdk_whole_i32(room[0][i].y), i == 0);
}

static pdk_status draw_ground(pdk_incident_plot *plot, const pdk_incident_moment *at, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    pdk_scene_ground ground;
    double high = at->ground.bottom - at->ground.top, wide = at->ground.right - at->ground.left,
           reach = fmax(high, wide) / at->per_metre + 20;
    pdk_status status = pdk_scene_track(plot->document, at->middle, reach, work->memory, &ground, error);
    if (status != PDK_OK || ground.count == 0) return status;
    pdk_incident_place *room[2];
    for (int i = 0; i < 2; i++) room[i] = pdk_alloc_array(work->memory, ground.count, 64 * sizeof(pdk_incident_place));
    if (room[0] == NULL || room[1] == NULL) return pdk_fail_memory(error, work->memory, "the ground");
    for (size_t first = 0; first < ground.count;) {
        size_t end = first + 1;
        while (end < ground.count && !ground.edges[end].begins) end++;
        draw_stretch(plot, at, ground.edges + first, end - first, room);
        first = end;
    }
    return PDK_OK;
}

/* --------------------------------------------------------------------------------------------------- the page */

static pdk_status draw_scene(pdk_incident_plot *plot, pdk_incident_moment *at, pdk_draw_box cell, const char *heading,
                             pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    int32_t room = pdk_incident_name_room(plot, at), most = (cell.right - cell.left) * 29 / 100;
    if (room > most) room = most;
    at->ground = (pdk_draw_box){ cell.left + room, cell.top + 190, cell.right - room, cell.bottom };
    double wide = at->ground.right - at->ground.left, high = at->ground.bottom - at->ground.top;
    at->per_metre = fmin(wide, high) / 2 / plot->seen;
    pdk_draw_rectangle(&work->list, at->ground, work->theme->faint, 40);
    pdk_status status = draw_ground(plot, at, error);
    if (status != PDK_OK) return status;
    pdk_draw_label label = { .x = (at->ground.left + at->ground.right) / 2,
                             .y = cell.top + 120,
                             .size = HEADING,
                             .anchor = PDK_ANCHOR_MIDDLE,
                             .colour = work->theme->text,
                             .bold = true };
    char clock[PDK_TIME_SIZE];
    pdk_format_time(clock, at->time, 2);
    label.behind = clock;
    label.behind_colour = work->theme->muted;
    pdk_draw_text(&work->list, heading, &label);
    return pdk_incident_draw_cars(plot, at, room) ? PDK_OK : pdk_fail_memory(error, work->memory, "cars");
}

/* As on a phone: the moments are below each other. */
static bool is_narrow(const pdk_plot_work *work)
{
    return pdk_plot_width(work) < 8000;
}

static pdk_status draw_scenes(pdk_incident_plot *plot, pdk_incident_moment scenes[MOMENTS], pdk_error *error)
{
    static const char *const headings[MOMENTS] = { "2 s before", "1 s before", "the moment", "1 s after" };
    pdk_plot_work *work = plot->work;
    int32_t columns = is_narrow(work) ? 1 : 2, rows = MOMENTS / columns;
    int32_t top = SOURCE + 90, bottom = pdk_plot_height(work) - 420,
            wide = (pdk_plot_width(work) - PDK_PLOT_MARGIN * 2 - BETWEEN * (columns - 1)) / columns,
            high = (bottom - top - BETWEEN * (rows - 1)) / rows;
    pdk_status status = PDK_OK;
    for (int32_t i = 0; i < MOMENTS && status == PDK_OK; i++) {
        int32_t left = PDK_PLOT_MARGIN + i % columns * (wide + BETWEEN), above = top + i / columns * (high + BETWEEN);
        status =
            draw_scene(plot, &scenes[i], (pdk_draw_box){ left, above, left + wide, above + high }, headings[i], error);
        if (status == PDK_OK) status = pdk_plot_go_on(work, (uint64_t)i + 1, MOMENTS, error);
    }
    return status;
}

/* What the picture cannot show, and how long a metre is. */
static void put_foot(pdk_incident_plot *plot, const pdk_incident_moment *at)
{
    pdk_plot_work *work = plot->work;
    const pdk_panel panel = { .x = { 0, 1000, 0, pdk_whole_i32(1000 * at->per_metre) },
                              .y = { 0, 1000, pdk_whole_i32(1000 * at->per_metre), 0 } };
    pdk_map_put_scale(work, &panel);
    char text[160], left_out[64] = "";
    if (plot->left_out > 0)
        snprintf(left_out, sizeof left_out, "; %zu cars further away are not drawn", plot->left_out);
    snprintf(text, sizeof text, "cars are drawn 4.5 m by 2 m; strip: where laps went%s", left_out);
    bool narrow = is_narrow(work); /* then below the bar */
    pdk_draw_label label = { .x = narrow ? PDK_PLOT_MARGIN : pdk_plot_width(work) - PDK_PLOT_MARGIN,
                             .y = pdk_plot_height(work) - (narrow ? 50 : 200),
                             .size = LABEL,
                             .anchor = narrow ? PDK_ANCHOR_START : PDK_ANCHOR_END,
                             .colour = work->theme->muted,
                             .room =
                                 narrow ? pdk_plot_width(work) - 2 * PDK_PLOT_MARGIN : pdk_plot_width(work) * 7 / 10 };
    pdk_draw_text(&work->list, text, &label);
}

/* Those that took part, as they are called in the picture. */
static void list_drivers(const pdk_incident_plot *plot, const pdk_incident_moment *at, char *list, size_t size)
{
    size_t used = 0;
    for (uint32_t i = 0; i < plot->incident->party_count; i++) {
        const pdk_incident_party *party = pdk_incident_party_at(plot->answers, (size_t)plot->incident->first_party + i);
        char name[64];
        bool repeats = false;
        for (size_t k = 0; k < at->count; k++) repeats |= at->cars[k].slot == party->slot && at->cars[k].repeats;
        pdk_draw_driver(name, sizeof name, party->driver, party->slot, repeats);
        if (used + strlen(name) + 3 > size) break;
        used += (size_t)snprintf(list + used, size - used, "%s%s", i > 0 ? ", " : "", name);
    }
}

/* Which file it is in, and on which track. */
static void put_source(const pdk_incident_plot *plot)
{
    pdk_plot_work *work = plot->work;
    char track[128] = "", text[512];
    const char *path = work->laps[0].name, *file = path != NULL ? pdk_plot_file_name(path) : "";
    pdk_document_track_name(plot->document, track, sizeof track);
    snprintf(text, sizeof text, "%.300s%s%s", file, file[0] != '\0' && track[0] != '\0' ? ", " : "", track);
    pdk_draw_label label = { .x = PDK_PLOT_MARGIN,
                             .y = SOURCE,
                             .size = LABEL,
                             .colour = work->theme->muted,
                             .room = pdk_plot_width(work) - 2 * PDK_PLOT_MARGIN };
    pdk_draw_text(&work->list, text, &label);
}

static void put_titles(const pdk_incident_plot *plot, const pdk_incident_moment *at)
{
    pdk_plot_work *work = plot->work;
    const pdk_incident *incident = plot->incident;
    char lap[32] = "", drivers[160] = "";
    if (incident->has_lap) snprintf(lap, sizeof lap, ", lap %lu", (unsigned long)incident->lap);
    list_drivers(plot, at, drivers, sizeof drivers);
    snprintf(work->title, sizeof work->title, "%s: %s%s%s%.*s", pdk_incident_kind_title(incident->kind), drivers, lap,
             incident->has_place ? ", " : "", incident->has_place ? (int)incident->place.size : 0,
             incident->has_place ? incident->place.data : "");
    if (work->title[0] >= 'a' && work->title[0] <= 'z') work->title[0] = (char)(work->title[0] - 'a' + 'A');
    if (incident->has_sentence)
        pdk_draw_clean(work->subtitle, sizeof work->subtitle, incident->sentence.data, incident->sentence.size);
    pdk_plot_put_title(work);
    put_source(plot);
}

/* ------------------------------------------------------------------------------------------------ the picture */

static pdk_status draw_incident(pdk_incident_plot *plot, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    pdk_incident_moment scenes[MOMENTS];
    pdk_status status = find_incident(plot, error);
    if (status == PDK_OK) status = read_scenes(plot, scenes, error);
    if (status != PDK_OK) return status;
    settle_view(plot, scenes);
    uint32_t wide = work->width > 0 ? work->width : 1200;
    status = pdk_plot_settle(work, 1200, wide >= 800 ? 1000 : 1700, 500, error);
    if (status == PDK_OK) status = draw_scenes(plot, scenes, error);
    if (status != PDK_OK) return status;
    put_foot(plot, &scenes[0]);
    put_titles(plot, &scenes[2]);
    return PDK_OK;
}

pdk_status pdk_plot_incident(pdk_plot_work *work, pdk_error *error)
{
    pdk_incident_plot plot = { .work = work, .document = work->laps[0].document };
    pdk_status status = draw_incident(&plot, error);
    pdk_close(plot.analysis);
    return status;
}
