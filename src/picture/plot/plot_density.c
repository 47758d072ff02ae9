/* density: where on a track incidents happen, over any number of races. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/corner/corner_numbering.h"
#include "analysis/driven_track.h"
#include "base/text.h"
#include "plot/map_line.h"
#include "plot/plot_facts.h"

enum { RIBBON = 50, LINE = 50, SPOT = 40, MOST_POINTS = 1200 };
static const double reach = 60; /* m along the track to each side over which an incident counts, less and less */

typedef struct spot {
    double x, y;
} spot;

typedef struct density_plot {
    pdk_plot_work *work;
    pdk_vector line; /* pdk_map_place, value: distance along the track */
    pdk_vector spots;
    double length; /* of a circuit, m; NaN = it is none */
    char track[96];
} density_plot;

static pdk_status fail_memory(const density_plot *plot, pdk_error *error)
{
    return pdk_fail_memory(error, plot->work->memory, "a picture");
}

static bool add_place(density_plot *plot, double x, double y, double distance)
{
    pdk_map_place *place = pdk_vector_push(&plot->line);
    if (place == NULL) return false;
    *place = (pdk_map_place){ .x = x, .y = y, .value = distance, .begins = plot->line.count == 1 };
    return true;
}

static bool add_spot(density_plot *plot, double x, double y)
{
    if (!isfinite(x) || !isfinite(y)) return true;
    spot *one = pdk_vector_push(&plot->spots);
    if (one != NULL) *one = (spot){ x, y };
    return one != NULL;
}

/* -------------------------------------------------------------------------------------------- recordings */

static pdk_status read_driven_track(density_plot *plot, const pdk_document *document, pdk_error *error)
{
    const pdk_driven_track *track;
    pdk_status status = pdk_driven_track_of(document, &track, error);
    if (status != PDK_OK) return status;
    const pdk_driven_track_info *info = pdk_driven_track_about(track);
    size_t step = info->points / MOST_POINTS + 1;
    for (size_t i = 0; i < info->points; i += step) {
        pdk_driven_track_point point;
        status = pdk_driven_track_read(track, i, 1, &point, error);
        if (status != PDK_OK) return status;
        if (!add_place(plot, point.x, point.y, (double)i * info->step)) return fail_memory(plot, error);
    }
    plot->length = info->closed ? info->length : NAN;
    const pdk_property *name = pdk_document_find_property(document, "track");
    if (name != NULL && name->value.type == PDK_TEXT)
        pdk_draw_clean(plot->track, sizeof plot->track, name->value.as.text.data, name->value.as.text.size);
    return PDK_OK;
}

static pdk_status read_incidents(density_plot *plot, const pdk_document *document, pdk_error *error)
{
    const pdk_table *table;
    const pdk_incident *incident;
    pdk_status status = pdk_plot_answer(plot->work, document, "incidents", &table, error);
    for (size_t i = 0; status == PDK_OK && (incident = pdk_incident_at(document, i)) != NULL; i++) {
        bool placed = incident->has_x && incident->has_y;
        if (placed && !add_spot(plot, incident->x, incident->y)) status = fail_memory(plot, error);
    }
    return status;
}

/* ---------------------------------------------------------------------------------------------- a season */

/* The requested track, or the first. */
static pdk_status read_season_track(density_plot *plot, const pdk_table *tracks, pdk_error *error)
{
    const char *wanted = plot->work->options->of;
    pdk_text name = { NULL, 0 };
    for (uint64_t row = 0; row < pdk_table_rows(tracks); row++) {
        pdk_text own = pdk_table_text_at(tracks, "track", row);
        bool meant = name.data != NULL ? pdk_same_text(own, name) : wanted == NULL || pdk_text_is(own, wanted);
        if (!meant) continue;
        name = own;
        double distance = pdk_table_number_at(tracks, "distance", row);
        if (!add_place(plot, pdk_table_number_at(tracks, "x", row), pdk_table_number_at(tracks, "y", row), distance))
            return fail_memory(plot, error);
        if (pdk_table_number_at(tracks, "closes", row) > 0) plot->length = distance;
    }
    if (plot->line.count == 0) return pdk_plot_lacks(error, "the season has no such track");
    pdk_draw_clean(plot->track, sizeof plot->track, name.data, name.size);
    return PDK_OK;
}

/* A row for each pair of drivers: each incident once. */
static pdk_status read_season_incidents(density_plot *plot, const pdk_table *rows, pdk_error *error)
{
    const char *driver = plot->work->laps[0].driver;
    pdk_text last = { NULL, 0 };
    double last_round = NAN;
    for (uint64_t row = 0; row < pdk_table_rows(rows); row++) {
        char track[sizeof plot->track];
        pdk_text name = pdk_table_text_at(rows, "track", row), incident = pdk_table_text_at(rows, "incident", row);
        double round = pdk_table_number_at(rows, "round", row);
        pdk_draw_clean(track, sizeof track, name.data, name.size);
        if (strcmp(track, plot->track) != 0) continue;
        if (driver != NULL && !pdk_text_is(pdk_table_text_at(rows, "driver", row), driver)) continue;
        bool again = last.data != NULL && pdk_same_text(last, incident) && fabs(round - last_round) < 0.5;
        last = incident;
        last_round = round;
        if (!again && !add_spot(plot, pdk_table_number_at(rows, "x", row), pdk_table_number_at(rows, "y", row)))
            return fail_memory(plot, error);
    }
    return PDK_OK;
}

static pdk_status read_all(density_plot *plot, pdk_error *error)
{
    const pdk_plot_work *work = plot->work;
    const pdk_table *tracks = pdk_document_own_table(work->laps[0].document, "season_tracks"),
                    *incidents = pdk_document_own_table(work->laps[0].document, "season_incidents");
    if (tracks != NULL && incidents != NULL) {
        pdk_status status = read_season_track(plot, tracks, error);
        return status == PDK_OK ? read_season_incidents(plot, incidents, error) : status;
    }
    /* The track of a file comes with its incidents, which ask for progress. */
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < work->count && status == PDK_OK; i++)
        status = read_incidents(plot, work->laps[i].document, error);
    if (status == PDK_OK) status = read_driven_track(plot, work->laps[0].document, error);
    return status == PDK_OK ? pdk_plot_check_tracks(work, error) : status;
}

/* --------------------------------------------------------------------------------------------- the picture */

/* Where along the track a place is; NaN = far from it. */
static double along(const density_plot *plot, const spot *at)
{
    static const double far = 100;
    const pdk_map_place *places = plot->line.items;
    double nearest = far * far, distance = NAN;
    for (size_t i = 0; i < plot->line.count; i++) {
        double dx = places[i].x - at->x, dy = places[i].y - at->y;
        if (dx * dx + dy * dy >= nearest) continue;
        nearest = dx * dx + dy * dy;
        distance = places[i].value;
    }
    return distance;
}

/* Incidents per 100 m: each is spread over the track on both sides of it (Epanechnikov's kernel). */
static pdk_status measure(const density_plot *plot, pdk_error *error)
{
    pdk_map_place *places = plot->line.items;
    const spot *spots = plot->spots.items;
    double *values = pdk_alloc_array(plot->work->memory, plot->line.count, sizeof *values);
    if (values == NULL) return fail_memory(plot, error);
    for (size_t s = 0; s < plot->spots.count; s++) {
        double at = along(plot, &spots[s]);
        for (size_t i = 0; i < plot->line.count && isfinite(at); i++) {
            double apart = fabs(places[i].value - at);
            if (isfinite(plot->length)) apart = fmin(apart, plot->length - apart);
            double share = apart / reach;
            if (share < 1) values[i] += 0.75 * (1 - share * share) / reach * 100;
        }
    }
    for (size_t i = 0; i < plot->line.count; i++) places[i].value = values[i];
    return PDK_OK;
}

static pdk_map_line line_of(density_plot *plot, pdk_error *error, pdk_status *status)
{
    const pdk_map_place *places = plot->line.items;
    *status = PDK_OK;
    if (isfinite(plot->length) && plot->line.count > 0) {
        pdk_map_place first = places[0];
        first.begins = false;
        pdk_map_place *closing = pdk_vector_push(&plot->line);
        if (closing != NULL) *closing = first;
        else *status = fail_memory(plot, error);
    }
    return (pdk_map_line){ plot->line.items, plot->line.count };
}

static void put_spots(const density_plot *plot, const pdk_panel *panel)
{
    pdk_plot_work *work = plot->work;
    const spot *spots = plot->spots.items;
    for (size_t i = 0; i < plot->spots.count; i++) {
        int32_t x = pdk_scale_at(&panel->x, spots[i].x), y = pdk_scale_at(&panel->y, spots[i].y);
        if (x < 0 || y < 0 || x > pdk_plot_width(work) || y > pdk_plot_height(work)) continue;
        pdk_draw_dot(&work->list, x, y, work->theme->background, SPOT + 20);
        pdk_draw_dot(&work->list, x, y, work->theme->text, SPOT);
    }
}

/* Where nothing happened, the track stays as it is. */
static void keep_busy(pdk_map_line *line)
{
    size_t kept = 0;
    bool begins = true;
    for (size_t i = 0; i < line->count; i++) {
        pdk_map_place place = line->places[i];
        if (place.value > 0) {
            place.begins |= begins;
            line->places[kept++] = place;
        }
        begins = !(place.value > 0);
    }
    line->count = kept;
}

static pdk_status draw(density_plot *plot, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    pdk_map_bounds bounds = PDK_MAP_EMPTY;
    pdk_panel panel;
    pdk_status status;
    pdk_map_line line = line_of(plot, error, &status);
    for (size_t i = 0; i < line.count; i++) pdk_map_take(&bounds, line.places[i].x, line.places[i].y);
    if (status == PDK_OK) status = pdk_map_settle(work, &bounds, &panel, error);
    if (status != PDK_OK) return status;
    double most = 0;
    for (size_t i = 0; i < line.count; i++) most = fmax(most, line.places[i].value);
    pdk_map_colours colours = { .name = "incidents per 100 m", .unit = "", .high = most > 0 ? most : 1 };
    pdk_map_draw_line(work, &panel, &line, &(pdk_line_style){ .colour = work->theme->ribbon, .width = RIBBON });
    if (most > 0) {
        keep_busy(&line);
        pdk_map_draw_values(work, &panel, &line, &colours, LINE);
    }
    put_spots(plot, &panel);
    if (most > 0) pdk_map_put_colours(work, &colours);
    pdk_map_put_scale(work, &panel);
    snprintf(work->title, sizeof work->title, "Where incidents happened: %s",
             plot->track[0] != '\0' ? plot->track : "the track");
    snprintf(work->subtitle, sizeof work->subtitle, "%zu incident%s", plot->spots.count,
             plot->spots.count == 1 ? "" : "s");
    pdk_plot_put_title(work);
    return PDK_OK;
}

pdk_status pdk_plot_density(pdk_plot_work *work, pdk_error *error)
{
    density_plot plot = { .work = work,
                          .line = pdk_vector_of(work->memory, sizeof(pdk_map_place)),
                          .spots = pdk_vector_of(work->memory, sizeof(spot)),
                          .length = NAN };
    pdk_status status = read_all(&plot, error);
    if (status == PDK_OK) status = measure(&plot, error);
    return status == PDK_OK ? draw(&plot, error) : status;
}
