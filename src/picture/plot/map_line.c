/* Laps on a map: read from the motion, drawn plain or in colours. */
#include "plot/map_line.h"

#include "base/trigonometry.h"

#include <math.h>

#include "plot/decimate.h"

enum { BATCH = 4096 };

/* ------------------------------------------------------------------------------------------------- reading */

typedef struct reading {
    pdk_motion *motion;
    size_t run;
    pdk_channel_read reads[4]; /* time, x, y, value */
    size_t count;
    pdk_vector places;
} reading;

static pdk_status take(const pdk_plot_work *work, reading *from, const pdk_plot_lap *lap, uint64_t first,
                       uint64_t count, pdk_error *error)
{
    bool begins = true;
    for (uint64_t done = 0; done < count;) {
        size_t rows = count - done < BATCH ? (size_t)(count - done) : BATCH;
        pdk_status status =
            pdk_motion_read(from->motion, from->run, first + done, rows, from->reads, from->count, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < rows; i++) {
            double time = from->reads[0].values[i], x = from->reads[1].values[i], y = from->reads[2].values[i];
            if (!(time >= lap->start && time <= lap->end)) continue;
            if (!isfinite(x) || !isfinite(y)) {
                begins = true;
                continue;
            }
            pdk_map_place *place = pdk_vector_push(&from->places);
            if (place == NULL) return pdk_fail_memory(error, work->memory, "places");
            *place = (pdk_map_place){ x, y, from->count > 3 ? from->reads[3].values[i] : NAN, begins };
            begins = false;
        }
        done += rows;
    }
    return PDK_OK;
}

static pdk_status open_channels(const pdk_plot_work *work, reading *from, const pdk_plot_lap *lap, pdk_role role,
                                const char **unit, pdk_error *error)
{
    const pdk_role wanted[] = { PDK_ROLE_TIME, PDK_ROLE_X, PDK_ROLE_Y, role };
    from->run = pdk_motion_find_run(from->motion, lap->slot);
    if (from->run == PDK_NO_RUN) return pdk_plot_lacks(error, "the driver of the lap is not recorded");
    for (size_t i = 0; i < 4 && wanted[i] != PDK_ROLE_NONE; i++) {
        size_t channel = pdk_motion_find_channel(from->motion, wanted[i]);
        bool place = wanted[i] == PDK_ROLE_X || wanted[i] == PDK_ROLE_Y;
        if (channel == PDK_NO_COLUMN)
            return pdk_plot_lacks(error, "the recording has no %s", place ? "positions" : pdk_role_name(wanted[i]));
        if (i == 3) *unit = pdk_motion_channel_at(from->motion, channel)->unit;
        double *values = pdk_alloc_array(work->memory, BATCH, sizeof *values);
        if (values == NULL) return pdk_fail_memory(error, work->memory, "places");
        from->reads[from->count++] = (pdk_channel_read){ channel, values };
    }
    return PDK_OK;
}

pdk_status pdk_map_read(const pdk_plot_work *work, const pdk_plot_lap *lap, pdk_role role, pdk_map_line *line,
                        const char **unit, pdk_error *error)
{
    reading from = { .places = pdk_vector_of(work->memory, sizeof(pdk_map_place)) };
    const pdk_motion_segment *segments;
    size_t count;
    *unit = NULL;
    pdk_status status = pdk_motion_open(lap->document, NULL, &from.motion, error);
    if (status != PDK_OK) return status;
    status = open_channels(work, &from, lap, role, unit, error);
    if (status == PDK_OK) status = pdk_motion_segments(from.motion, from.run, &segments, &count, error);
    for (size_t i = 0; status == PDK_OK && i < count; i++) {
        if (segments[i].end_time < lap->start || segments[i].start_time > lap->end) continue;
        status = take(work, &from, lap, segments[i].first, segments[i].count, error);
    }
    pdk_motion_close(from.motion); /* units are the document's */
    if (status == PDK_OK && from.places.count == 0)
        status = pdk_plot_lacks(error, "the recording has no places of this lap");
    *line = (pdk_map_line){ from.places.items, from.places.count };
    return status;
}

/* ------------------------------------------------------------------------------------------------- drawing */

static void at_place(const pdk_panel *panel, const pdk_map_place *place, int32_t at[2])
{
    at[0] = pdk_scale_at(&panel->x, place->x);
    at[1] = pdk_scale_at(&panel->y, place->y);
}

void pdk_map_draw_line(pdk_plot_work *work, const pdk_panel *panel, const pdk_map_line *line,
                       const pdk_line_style *style)
{
    pdk_draw_path path = { .stroke = style->colour,
                           .fill = PDK_NO_COLOUR,
                           .width = style->width,
                           .dash = { style->dash[0], style->dash[1] } };
    pdk_path_points points;
    pdk_draw_path_begin(&work->list, &path);
    pdk_path_begin(&points, &work->list);
    for (size_t i = 0; i < line->count; i++) {
        int32_t at[2];
        if (line->places[i].begins) pdk_path_gap(&points);
        at_place(panel, &line->places[i], at);
        pdk_path_point(&points, at[0], at[1]);
    }
    pdk_path_end(&points);
}

/* A stretch of the line in one colour. */
typedef struct stretch {
    int32_t x, y;
    size_t class;
    bool begins;
} stretch;

/* Places some 1.5 px apart, each with the class of the mean value since the one before: more cannot be seen. */
static size_t thin(const pdk_panel *panel, const pdk_map_line *line, const pdk_map_colours *colours, stretch *made)
{
    enum { APART = 15 };
    size_t count = 0, values = 0;
    double sum = 0;
    for (size_t i = 0; i < line->count; i++) {
        const pdk_map_place *place = &line->places[i];
        int32_t at[2];
        at_place(panel, place, at);
        if (isfinite(place->value)) {
            sum += place->value;
            values++;
        }
        bool last = i + 1 == line->count || line->places[i + 1].begins;
        bool near = count > 0 && !place->begins &&
                    pdk_hypot((double)at[0] - made[count - 1].x, (double)at[1] - made[count - 1].y) < APART;
        if (near && !last) continue;
        made[count++] =
            (stretch){ at[0], at[1], pdk_map_class(colours, values > 0 ? sum / (double)values : NAN), place->begins };
        sum = 0;
        values = 0;
    }
    return count;
}

void pdk_map_draw_values(pdk_plot_work *work, const pdk_panel *panel, const pdk_map_line *line,
                         const pdk_map_colours *colours, int32_t width)
{
    stretch *made = pdk_alloc_array(work->memory, line->count, sizeof *made);
    if (made == NULL) {
        work->list.failed = true;
        return;
    }
    size_t count = thin(panel, line, colours, made);
    for (size_t class = 0; class <= PDK_RAMP_COLOURS; class ++) { /* each colour once, all its stretches */
        pdk_draw_path path = { .stroke = pdk_map_class_colour(work, colours, class),
                               .fill = PDK_NO_COLOUR,
                               .width = width };
        bool joined = false;
        pdk_draw_path_begin(&work->list, &path);
        for (size_t i = 1; i < count; i++) {
            bool drawn = made[i].class == class && !made[i].begins;
            if (drawn && !joined) pdk_draw_to(&work->list, made[i - 1].x, made[i - 1].y, true);
            if (drawn) pdk_draw_to(&work->list, made[i].x, made[i].y, false);
            joined = drawn;
        }
    }
    pdk_free(work->memory, made);
}
