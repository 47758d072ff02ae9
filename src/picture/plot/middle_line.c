/* A line along a surface: of its track, or through the middle of its slices. */
#include "plot/middle_line.h"

#include <math.h>

#include "base/whole.h"
#include "model/frame.h"
#include "plot/surface_picture.h"

enum { ACROSS = 512, SLICES = 96, LEAST_SLICES = 8, SMOOTH = 2, BATCH = 256, MOST_POINTS = 1 << 20 };

/* ------------------------------------------------------------------------------------------------ of a track */

static pdk_status read_track(const pdk_plot_work *work, const pdk_document *document, double (**points)[2],
                             size_t *count, pdk_error *error)
{
    const pdk_line_info *info = pdk_document_line_at(document, 0);
    const double *origin = work->options->surface_origin;
    pdk_turn turn = pdk_frame_turn(info->frame, PDK_FRAME_Z_UP);
    double batch[BATCH][3];
    size_t room = (size_t)info->points + 1, made = 0;
    if (info->points < 2 || info->points >= MOST_POINTS) return PDK_OK;
    double(*list)[2] = pdk_alloc_array(work->memory, room, sizeof *list);
    if (list == NULL) return pdk_fail_memory(error, work->memory, "a line");
    for (uint64_t first = 0; first < info->points; first += BATCH) {
        size_t rows = info->points - first < BATCH ? (size_t)(info->points - first) : BATCH;
        pdk_status status = pdk_document_line_read(document, 0, first, rows, batch, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < rows; i++) {
            double at[3];
            pdk_turn_point(turn, batch[i], at);
            if (!isfinite(at[0]) || !isfinite(at[1])) return PDK_OK;
            for (int axis = 0; axis < 2; axis++) list[made][axis] = at[axis] - origin[axis];
            made++;
        }
    }
    if (info->closed) {
        list[made][0] = list[0][0];
        list[made][1] = list[0][1];
        made++;
    }
    *points = list;
    *count = made;
    return PDK_OK;
}

/* ----------------------------------------------------------------------------------------------- of a band */

typedef struct band {
    const pdk_raster_info *info;
    double middle[2], way[2]; /* its long way, of length 1 */
    double low, high;         /* how far it reaches that way */
} band;

static void centre(const pdk_raster_info *info, size_t pixel, double at[2])
{
    at[0] = info->west + ((double)(pixel % info->width) + 0.5) * info->size;
    at[1] = info->north - ((double)(pixel / info->width) + 0.5) * info->size;
}

/* The long way is the first principal axis of what is covered. */
static void find_axis(band *made)
{
    const pdk_raster_info *info = made->info;
    size_t pixels = (size_t)info->width * info->height;
    double sum[2] = { 0, 0 }, xx = 0, xy = 0, yy = 0, count = 0, at[2];
    for (size_t i = 0; i < pixels; i++) {
        if (!isfinite(info->values[i])) continue;
        centre(info, i, at);
        sum[0] += at[0];
        sum[1] += at[1];
        count++;
    }
    for (int axis = 0; axis < 2; axis++) made->middle[axis] = sum[axis] / count;
    for (size_t i = 0; i < pixels; i++) {
        if (!isfinite(info->values[i])) continue;
        centre(info, i, at);
        double x = at[0] - made->middle[0], y = at[1] - made->middle[1];
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    double half = (xx - yy) / 2, root = sqrt(half * half + xy * xy); /* of the larger eigenvalue */
    double x = half >= 0 ? half + root : xy, y = half >= 0 ? xy : root - half, length = sqrt(x * x + y * y);
    made->way[0] = length > 0 ? x / length : 1;
    made->way[1] = length > 0 ? y / length : 0;
    made->low = HUGE_VAL;
    made->high = -HUGE_VAL;
    for (size_t i = 0; i < pixels; i++) {
        if (!isfinite(info->values[i])) continue;
        centre(info, i, at);
        double along = (at[0] - made->middle[0]) * made->way[0] + (at[1] - made->middle[1]) * made->way[1];
        made->low = fmin(made->low, along);
        made->high = fmax(made->high, along);
    }
}

/* The middle of what each slice covers; false where a slice is empty, or so wide that this is no band. */
static bool slice_middles(const band *made, double middles[SLICES])
{
    const pdk_raster_info *info = made->info;
    double sum[SLICES] = { 0 }, count[SLICES] = { 0 }, low[SLICES], high[SLICES], thick = made->high - made->low, at[2];
    for (size_t k = 0; k < SLICES; k++) {
        low[k] = HUGE_VAL;
        high[k] = -HUGE_VAL;
    }
    for (size_t i = 0; i < (size_t)info->width * info->height; i++) {
        if (!isfinite(info->values[i])) continue;
        centre(info, i, at);
        double x = at[0] - made->middle[0], y = at[1] - made->middle[1], along = x * made->way[0] + y * made->way[1],
               across = y * made->way[0] - x * made->way[1];
        size_t slice = pdk_whole_size((along - made->low) / thick * (SLICES - 0.001));
        if (slice >= SLICES) slice = SLICES - 1;
        sum[slice] += across;
        count[slice]++;
        low[slice] = fmin(low[slice], across);
        high[slice] = fmax(high[slice], across);
    }
    for (size_t k = 0; k < SLICES; k++) {
        if (!(count[k] > 0)) return false;
        double full = (high[k] - low[k]) / info->size * (thick / SLICES / info->size); /* pixels, were it all covered */
        if (count[k] < 0.5 * full) return false;                                       /* it returns next to itself */
        if (high[k] - low[k] > thick / 2) return false;
        middles[k] = sum[k] / count[k];
    }
    return true;
}

static pdk_status follow_band(const pdk_plot_work *work, const pdk_raster_info *info, double (**points)[2],
                              size_t *count, pdk_error *error)
{
    band made = { .info = info };
    double middles[SLICES];
    if (info->covered < SLICES * LEAST_SLICES) return PDK_OK;
    find_axis(&made);
    if (!(made.high - made.low > 4 * info->size) || !slice_middles(&made, middles)) return PDK_OK;
    double(*list)[2] = pdk_alloc_array(work->memory, SLICES, sizeof *list), step = (made.high - made.low) / SLICES;
    if (list == NULL) return pdk_fail_memory(error, work->memory, "a line");
    for (int k = 0; k < SLICES; k++) {
        double across = 0;
        int used = 0;
        for (int near = k - SMOOTH; near <= k + SMOOTH; near++) {
            if (near < 0 || near >= SLICES) continue;
            across += middles[near];
            used++;
        }
        across /= used;
        double along = made.low + (k + 0.5) * step;
        list[k][0] = made.middle[0] + along * made.way[0] - across * made.way[1];
        list[k][1] = made.middle[1] + along * made.way[1] + across * made.way[0];
    }
    *points = list;
    *count = SLICES;
    return PDK_OK;
}

pdk_status pdk_middle_line_find(const pdk_plot_work *work, double (**points)[2], size_t *count, const char **words,
                                pdk_error *error)
{
    const pdk_document *document = work->laps[0].document;
    *points = NULL;
    if (pdk_document_line_count(document) > 0) {
        *words = "along the line of the track";
        pdk_status status = read_track(work, document, points, count, error);
        if (status != PDK_OK || *points != NULL) return status;
    }
    *words = "along the middle of the surface";
    pdk_map_bounds bounds = PDK_MAP_EMPTY;
    pdk_raster *raster = NULL;
    pdk_status status = pdk_surface_bounds(work, &bounds, error);
    double most = fmax(bounds.high[0] - bounds.low[0], bounds.high[1] - bounds.low[1]);
    if (status == PDK_OK && most > 0) status = pdk_surface_raster(work, most / ACROSS, &raster, error);
    if (status == PDK_OK && raster != NULL) status = follow_band(work, pdk_raster_about(raster), points, count, error);
    pdk_raster_close(raster);
    return status;
}

/* ------------------------------------------------------------------------------------------------- which line */

static pdk_status take_given(const pdk_plot_work *work, double (**path)[2], size_t *corners, const char **words,
                             pdk_error *error)
{
    const pdk_plot_options *own = work->options;
    if (own->path_count < 2)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.path",
                        "a line along a surface has two points or more");
    *corners = own->path_count;
    *words = "along the line given";
    *path = pdk_alloc_array(work->memory, *corners, sizeof **path);
    if (*path == NULL) return pdk_fail_memory(error, work->memory, "a path");
    for (size_t i = 0; i < *corners; i++) {
        for (int axis = 0; axis < 2; axis++) (*path)[i][axis] = own->path[i][axis] - own->surface_origin[axis];
    }
    return PDK_OK;
}

pdk_status pdk_surface_line_choose(const pdk_plot_work *work, const pdk_height_index_info *info, double (**path)[2],
                                   size_t *corners, const char **words, pdk_error *error)
{
    if (work->options->path != NULL) return take_given(work, path, corners, words, error);
    if (info->triangles == 0) return pdk_plot_lacks(error, "no triangle of the surface can be seen from above");
    pdk_status status = pdk_middle_line_find(work, path, corners, words, error);
    if (status != PDK_OK || *path != NULL) return status;
    *corners = 2;
    *words = "straight the long way through the middle";
    *path = pdk_alloc_array(work->memory, *corners, sizeof **path);
    if (*path == NULL) return pdk_fail_memory(error, work->memory, "a path");
    double size[2] = { info->maximum[0] - info->minimum[0], info->maximum[1] - info->minimum[1] };
    int far = size[1] > size[0], near = 1 - far;
    for (int i = 0; i < 2; i++) {
        (*path)[i][far] = i == 0 ? info->minimum[far] : info->maximum[far];
        (*path)[i][near] = info->minimum[near] / 2 + info->maximum[near] / 2;
    }
    return PDK_OK;
}
