/* A surface along a line: heights about their trend, and the roughness of each 20 m. */
#include "plot/plot_roughness.h"

#include <math.h>
#include <stdio.h>

#include "base/whole.h"
#include "plot/middle_line.h"
#include "plot/plot_laps.h"
#include "plot/stacked.h"

static const double usual_step = 0.05, piece = 20, shortest_piece = 11, window = 30;

typedef struct along {
    double (*path)[2]; /* in the surface's own coordinates */
    size_t corners;
    const char *words; /* what the line is */
    bool moving;       /* heights are about their mean over `window` */
    pdk_profile_point *points;
    size_t count;
    double step;
    double *distances, *heights; /* mm about the trend */
    double *piece_ends, *piece_roughness;
    size_t pieces;
    pdk_roughness whole; /* of the longest stretch without a gap */
    double whole_length;
} along;

static pdk_status follow(const pdk_plot_work *work, along *made, pdk_error *error)
{
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    pdk_height_index *index = NULL;
    options.form = PDK_INDEX_SMALL;
    options.limits = work->options->limits;
    options.allocator = work->options->allocator;
    options.progress = work->options->progress;
    options.progress_user = work->options->progress_user;
    pdk_status status = pdk_height_index_create(work->options->surface, &options, &index, error);
    if (status == PDK_OK)
        status = pdk_surface_line_choose(work, pdk_height_index_about(index), &made->path, &made->corners, &made->words,
                                         error);
    const double(*path)[2] = (const double(*)[2])made->path;
    const pdk_profile_options how = { .struct_size = sizeof how, .step = made->step };
    if (status == PDK_OK) status = pdk_surface_profile(index, path, made->corners, &how, NULL, 0, &made->count, error);
    if (status == PDK_OK) {
        made->points = pdk_alloc_array(work->memory, made->count, sizeof *made->points);
        if (made->points == NULL)
            status = pdk_fail_memory(error, work->memory, "that many samples: take a larger step");
    }
    if (status == PDK_OK)
        status = pdk_surface_profile(index, path, made->corners, &how, made->points, made->count, &made->count, error);
    pdk_height_index_close(index);
    return status;
}

/* Hills are no roughness: over a long line heights are shown about their mean over 30 m, within a stretch. */
static void take_moving_mean(along *made)
{
    size_t half = pdk_whole_size(window / 2 / made->step);
    for (size_t first = 0; first < made->count;) {
        size_t end = first, low = first, high = first; /* low .. high - 1 are in the sum */
        double sum = 0;
        while (end < made->count && isfinite(made->points[end].z)) end++;
        for (size_t i = first; i < end; i++) {
            size_t reach = i - first < half ? i - first : half; /* as far to both sides, else slopes would show */
            if (end - 1 - i < reach) reach = end - 1 - i;
            while (high < end && high <= i + reach) sum += made->points[high++].z;
            while (high > i + reach + 1) sum -= made->points[--high].z;
            while (low < i - reach) sum -= made->points[low++].z;
            while (low > i - reach) sum += made->points[--low].z;
            made->heights[i] = (made->points[i].z - sum / (double)(high - low)) * 1000;
        }
        first = end + 1;
    }
}

/* Straight through all heights, by least squares. */
static void take_trend(along *made)
{
    double n = 0, sum_x = 0, sum_z = 0, sum_xx = 0, sum_xz = 0;
    for (size_t i = 0; i < made->count; i++) {
        double x = made->points[i].distance, z = made->points[i].z;
        if (!isfinite(z)) continue;
        n++;
        sum_x += x;
        sum_z += z;
        sum_xx += x * x;
        sum_xz += x * z;
    }
    double spread = n * sum_xx - sum_x * sum_x, slope = spread > 0 ? (n * sum_xz - sum_x * sum_z) / spread : 0;
    double level = n > 0 ? (sum_z - slope * sum_x) / n : 0;
    for (size_t i = 0; i < made->count; i++) {
        made->distances[i] = made->points[i].distance;
        made->heights[i] = (made->points[i].z - level - slope * made->points[i].distance) * 1000;
    }
}

/* Stretches without a gap, cut into pieces; the longest is measured whole, too. */
static pdk_status measure(const pdk_plot_work *work, along *made, pdk_error *error)
{
    double *heights = pdk_alloc_array(work->memory, made->count, sizeof *heights);
    size_t room = pdk_whole_size((double)made->count * made->step / piece) + made->count / 2 + 4, longest = 0,
           longest_at = 0;
    made->piece_ends = pdk_alloc_array(work->memory, 2 * room, sizeof(double));
    made->piece_roughness = pdk_alloc_array(work->memory, 2 * room, sizeof(double));
    if (heights == NULL || made->piece_ends == NULL || made->piece_roughness == NULL)
        return pdk_fail_memory(error, work->memory, "heights");
    for (size_t i = 0; i < made->count; i++) heights[i] = made->points[i].z;
    size_t each = pdk_whole_size(piece / made->step + 0.5);
    for (size_t first = 0; first < made->count;) {
        size_t end = first;
        while (end < made->count && isfinite(heights[end])) end++;
        if (end - first > longest) {
            longest = end - first;
            longest_at = first;
        }
        for (size_t at = first; at < end;) {
            size_t rest = end - at, take = rest < 2 * each ? rest : each; /* what is left over belongs to the last */
            pdk_roughness got;
            bool alone = at == first && take == end - first;
            if ((alone || (double)take * made->step >= shortest_piece + made->step) &&
                pdk_roughness_of(heights + at, take, made->step, &got, NULL) == PDK_OK) {
                made->piece_ends[made->pieces] = made->distances[at];
                made->piece_roughness[made->pieces++] = got.iri;
                made->piece_ends[made->pieces] = made->distances[at + take - 1];
                made->piece_roughness[made->pieces++] = got.iri;
            }
            at += take;
        }
        if (made->pieces > 0 && made->pieces < 2 * room) { /* nothing is drawn over a gap */
            made->piece_ends[made->pieces] = made->piece_ends[made->pieces - 1];
            made->piece_roughness[made->pieces++] = NAN;
        }
        first = end + 1;
    }
    made->whole_length = longest > 0 ? (double)(longest - 1) * made->step : 0;
    pdk_status status = longest > 0 ? pdk_roughness_of(heights + longest_at, longest, made->step, &made->whole, error)
                                    : pdk_plot_lacks(error, "there is no surface along this line");
    if (status == PDK_E_ARGUMENT)
        status = pdk_plot_lacks(error, "only %.1f m of this line are on the surface without a gap: give a --line",
                                made->whole_length);
    return status;
}

static pdk_status draw(pdk_plot_work *work, along *made, pdk_error *error)
{
    pdk_stacked_panel *panels = pdk_alloc_array(work->memory, 2, sizeof *panels);
    if (panels == NULL) return pdk_fail_memory(error, work->memory, "panels");
    panels[0] = (pdk_stacked_panel){ .name = "height",
                                     .unit = "mm",
                                     .height = 200,
                                     .low = 1,
                                     .colour = work->theme->series[0],
                                     .lines = { { made->distances, made->heights, made->count, 0 } },
                                     .line_count = 1 };
    panels[1] = (pdk_stacked_panel){ .name = "IRI",
                                     .unit = "m/km",
                                     .height = 140,
                                     .low = 1,
                                     .zero = true,
                                     .colour = work->theme->dark ? work->theme->series[4] : work->theme->series[1],
                                     .lines = { { made->piece_ends, made->piece_roughness, made->pieces, 0 } },
                                     .line_count = 1 };
    pdk_stacked stacked = { .panels = panels, .panel_count = 2, .x_name = "distance (m)", .low = 1, .series_count = 1 };
    pdk_status status = pdk_stacked_draw(work, &stacked, error);
    if (status != PDK_OK) return status;
    char iri[PDK_LABEL_SIZE], length[PDK_LABEL_SIZE], class[40] = "";
    const char *file = work->laps[0].name != NULL ? pdk_plot_file_name(work->laps[0].name) : "the surface";
    pdk_number_text(iri, made->whole.iri, 2);
    pdk_number_text(length, made->whole_length, 1);
    if (made->whole.has_road_class) snprintf(class, sizeof class, ", ISO 8608 class %c", made->whole.road_class);
    snprintf(work->title, sizeof work->title, "%.120s: IRI %s m/km%s", file, iri, class);
    snprintf(work->subtitle, sizeof work->subtitle,
             "%s; %s m without a gap%s; heights about their %s, IRI of each 20 m", made->words, length,
             made->whole_length < 100 ? ": an indication" : "", made->moving ? "mean over 30 m" : "trend");
    pdk_plot_put_title(work);
    return PDK_OK;
}

pdk_status pdk_plot_roughness(pdk_plot_work *work, pdk_error *error)
{
    along made = { .step = work->options->step > 0 ? work->options->step : usual_step };
    if (work->options->path != NULL && work->options->path_count < 2)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.path",
                        "a line along a surface has two points or more");
    pdk_status status = follow(work, &made, error);
    if (status != PDK_OK) return status;
    made.distances = pdk_alloc_array(work->memory, made.count, sizeof(double));
    made.heights = pdk_alloc_array(work->memory, made.count, sizeof(double));
    if (made.distances == NULL || made.heights == NULL) return pdk_fail_memory(error, work->memory, "heights");
    take_trend(&made);
    made.moving = (double)made.count * made.step > 2 * window;
    if (made.moving) take_moving_mean(&made);
    status = measure(work, &made, error);
    return status == PDK_OK ? draw(work, &made, error) : status;
}
