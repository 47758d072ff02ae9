/* Making the line: the first lap with equal steps, moved to the middle of all laps, smoothed, twice. */
#include <math.h>
#include <string.h>

#include "base/median.h"
#include "base/trigonometry.h"
#include "base/whole.h"
#include "track/track_grid.h"
#include "track/track_line.h"

enum {
    MOST_LAPS = 15,
    LEAST_LAPS = 3,
    ROUNDS = 2,
    CURVATURE_REACH = 10 /* m on each side */,
    SMALL_GAP = 5 /* points */
};

static const double smoothing = 10;   /* m */
static const double seam_reach = 100; /* m on each side */
static const double fine = 0.5;       /* m between points of a lap's own path */

static pdk_status fail_short(pdk_error *error)
{
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "track.short", "no car drives far enough to make a track");
}

static pdk_status fail_room(pdk_error *error, const pdk_memory *memory)
{
    return pdk_fail_memory(error, memory, "a model of the track");
}

/* ------------------------------------------------------------------------------------------- a lap as points */

typedef struct trail { /* points of a lap, closely spaced */
    pdk_vector points; /* double[3] */
    double last[3];
} trail;

static bool add_point(trail *path, const double point[3])
{
    double *buffer = pdk_vector_push(&path->points);
    if (buffer == NULL) return false;
    memcpy(buffer, point, 3 * sizeof *buffer);
    return true;
}

/* From sample to sample along the curve through them. */
static bool lay_trail(trail *path, const pdk_lap_span *lap)
{
    size_t segment = pdk_path_find_segment(lap->path, lap->start);
    if (segment == SIZE_MAX) return true;
    const pdk_path_segment *whole = &lap->path->segments[segment];
    size_t end = (size_t)whole->first + whole->count;
    for (size_t i = pdk_path_find_sample(lap->path, segment, lap->start); i < end; i++) {
        const pdk_path_sample *sample = &lap->path->samples[i];
        double step = i + 1 < end ? sample[1].time - sample->time : 0, moved = 0, position[3], velocity[3];
        if (i + 1 < end) moved = pdk_hypot((double)sample[1].x - sample->x, (double)sample[1].y - sample->y);
        size_t parts = (size_t)fmin(moved / fine, 200) + 1;
        for (size_t part = 0; part < parts; part++) {
            double share = (double)part / (double)parts, time = sample->time + share * step;
            if (time < lap->start) continue;
            if (time > lap->end) return true;
            pdk_path_between(lap->path, segment, i, share, position, velocity);
            for (int k = 0; k < 3; k++) position[k] += lap->paths->origin[k];
            if (!add_point(path, position)) return false;
        }
    }
    return true;
}

/* --------------------------------------------------------------------------------------- the model of a line */

static void give_pieces(pdk_track_model *model)
{
    for (size_t i = 0; i < model->count; i++) {
        const float *a = model->points[i], *b = model->points[i + 1 < model->count ? i + 1 : 0];
        double x = (double)b[0] - a[0], y = (double)b[1] - a[1];
        model->pieces[i] = (pdk_track_piece){ a[0], a[1], x, y, x * x + y * y };
    }
}

static void give_directions(pdk_track_model *model, const pdk_track_points *line)
{
    for (size_t i = 0; i < model->count; i++) {
        double direction[2];
        pdk_points_direction(line, i, direction);
        model->heading[i] = (float)pdk_atan2(direction[1], direction[0]);
    }
    size_t reach = pdk_whole_size(CURVATURE_REACH / model->step);
    if (reach < 1) reach = 1;
    for (size_t i = 0; i < model->count; i++) {
        size_t before = i >= reach      ? i - reach
                        : model->closed ? i + model->count - reach % model->count
                                        : 0,
               after = i + reach < model->count ? i + reach
                       : model->closed          ? (i + reach) % model->count
                                                : model->count - 1;
        double over = model->closed ? 2 * (double)reach : (double)(after - before);
        double turned = pdk_wrap_angle((double)model->heading[after] - model->heading[before % model->count]);
        model->curvature[i] = over > 0 ? (float)(turned / (over * model->step)) : 0;
    }
}

/* Sets the model's arrays from a line, in its own memory. */
static pdk_status adopt(pdk_track_model *model, const pdk_track_points *line, pdk_error *error)
{
    pdk_memory *memory = model->memory;
    model->closed = line->closed;
    model->length = line->length;
    model->step = line->step;
    model->count = line->count;
    for (int k = 0; k < 3; k++) model->origin[k] = round(line->at[0][k]);
    model->points = pdk_alloc_array(memory, line->count, sizeof *model->points);
    model->pieces = pdk_alloc_array(memory, line->count, sizeof *model->pieces);
    model->heading = pdk_alloc_array(memory, line->count, sizeof *model->heading);
    model->curvature = pdk_alloc_array(memory, line->count, sizeof *model->curvature);
    model->left = pdk_alloc_array(memory, line->count, sizeof *model->left);
    model->right = pdk_alloc_array(memory, line->count, sizeof *model->right);
    if (model->points == NULL || model->pieces == NULL || model->heading == NULL || model->curvature == NULL ||
        model->left == NULL || model->right == NULL)
        return fail_room(error, memory);
    for (size_t i = 0; i < line->count; i++) {
        for (int k = 0; k < 3; k++) model->points[i][k] = (float)(line->at[i][k] - model->origin[k]);
        model->left[i] = model->right[i] = NAN;
    }
    give_pieces(model);
    give_directions(model, line);
    return pdk_track_grid_make(model) ? PDK_OK : fail_room(error, memory);
}

static bool resample(pdk_track_points *line)
{
    pdk_track_points even;
    bool good = pdk_points_resample(line->memory, (const double(*)[3])line->at, line->count, line->closed, 1, &even);
    pdk_free(line->memory, line->at);
    *line = even;
    return good;
}

/* ------------------------------------------------------------------------------------------- lateral offsets */

/* The point of the line that is `at` steps after its first, or SIZE_MAX. The sample before a lap's start line and the
 * one after its finish say nothing about the other end of the line: they are where the lap was not. */
static size_t point_of(const pdk_track_model *model, const pdk_lap_trace *trace, double at)
{
    double turn = (double)model->count, room = SMALL_GAP * model->step;
    if (at >= 0 && at < turn) return (size_t)at;
    bool over = at < 0 ? trace->distance[0] < -room : trace->reached[trace->count - 1] > model->length + room;
    return model->closed && over ? (size_t)(at - turn * floor(at / turn)) % model->count : SIZE_MAX;
}

/* What a lap does at each point of the line, between its samples; NaN where it is not there. */
static pdk_status measure_lap(const pdk_track_model *model, const pdk_lap_span *lap, float *offsets, pdk_error *error)
{
    pdk_lap_trace trace;
    for (size_t i = 0; i < model->count; i++) offsets[i] = NAN;
    pdk_status status = pdk_lap_trace_make(model, lap, model->memory, &trace, error);
    if (status == PDK_E_UNSUPPORTED) return PDK_OK; /* elsewhere: it says nothing about this line */
    if (status != PDK_OK) return status;
    for (size_t i = 1; i < trace.count; i++) {
        double from = trace.distance[i - 1], to = trace.distance[i];
        if (!(to > from) || to - from > 200) continue;
        for (double at = ceil(from / model->step); at * model->step <= to; at++) {
            double share = (at * model->step - from) / (to - from);
            size_t point = point_of(model, &trace, at);
            if (point == SIZE_MAX) continue;
            offsets[point] = (float)(trace.lateral[i - 1] + share * (trace.lateral[i] - trace.lateral[i - 1]));
        }
    }
    pdk_lap_trace_free(&trace, model->memory);
    return PDK_OK;
}

/* Points begin .. end - 1 go along with those on both sides, or on the one side there is. */
static void fill_gap(float *values, size_t count, size_t begin, size_t end)
{
    bool before = begin > 0, behind = end < count;
    if (!before && !behind) return;
    float from = values[before ? begin - 1 : end], to = values[behind ? end : begin - 1];
    for (size_t at = begin; at < end; at++)
        values[at] = from + (to - from) * (float)(at - begin + 1) / (float)(end - begin + 1);
}

/* Fills gaps of at most that many points. The ends are not joined: a lap begins elsewhere across the track than it
 * ends.
 */
static void fill_gaps(float *values, size_t count, size_t most)
{
    size_t begin = 0;
    for (size_t i = 0; i <= count; i++) {
        if (i < count && isnan(values[i])) continue;
        if (i - begin <= most) fill_gap(values, count, begin, i);
        begin = i + 1;
    }
}

/* The median offset of the laps at each point; NaN where fewer than three are there. */
static void take_middles(const float *offsets, size_t laps, size_t count, float *middles)
{
    for (size_t i = 0; i < count; i++) {
        double here[MOST_LAPS];
        size_t known = 0;
        for (size_t lap = 0; lap < laps; lap++) {
            float offset = offsets[lap * count + i];
            if (!isnan(offset)) here[known++] = offset;
        }
        middles[i] = known >= LEAST_LAPS ? (float)pdk_median(here, known) : NAN;
    }
}

/* A lap ends elsewhere across the track than it began, and so does the middle of laps that do not follow each other.
 * Half of that step is spread over each side, level at the seam: smoothed as it is, it would turn the line, and cars
 * beside the line would cross its first point sooner or later than they cross the track's. */
static void join_at_seam(float *middles, size_t count, double step)
{
    size_t part = pdk_whole_size(fmin(seam_reach / step, (double)count / 4));
    double jump = (double)middles[0] - middles[count - 1];
    for (size_t i = 0; i < part; i++) {
        double t = ((double)i + 0.5) / (double)part, share = (1 - t * t * (3 - 2 * t)) / 2;
        middles[i] -= (float)(share * jump);
        middles[count - 1 - i] += (float)(share * jump);
    }
}

/* Moves the line to the middle of the laps. */
static pdk_status centre(pdk_track_model *model, pdk_track_points *line, const pdk_lap_span *laps, size_t count,
                         pdk_error *error)
{
    pdk_memory *memory = model->memory;
    float *offsets = pdk_alloc_array(memory, (uint64_t)count * model->count, sizeof *offsets);
    float *middles = pdk_alloc_array(memory, model->count, sizeof *middles);
    if (offsets == NULL || middles == NULL) return fail_room(error, memory);
    pdk_status status = PDK_OK;
    for (size_t lap = 0; lap < count && status == PDK_OK; lap++) {
        float *own = offsets + lap * model->count;
        status = measure_lap(model, &laps[lap], own, error);
        fill_gaps(own, model->count, SMALL_GAP);
    }
    take_middles(offsets, count, model->count, middles);
    fill_gaps(middles, model->count, model->count);
    if (model->closed) join_at_seam(middles, model->count, model->step);
    for (size_t i = 0; i < model->count && status == PDK_OK; i++) {
        if (isnan(middles[i])) continue;
        line->at[i][0] -= (double)middles[i] * pdk_sin(model->heading[i]);
        line->at[i][1] += (double)middles[i] * pdk_cos(model->heading[i]);
    }
    pdk_free(memory, offsets);
    pdk_free(memory, middles);
    return status;
}

static void drop(pdk_track_model *model)
{
    pdk_memory *memory = model->memory;
    pdk_track_grid_free(model);
    pdk_free(memory, model->points);
    pdk_free(memory, model->pieces);
    pdk_free(memory, model->heading);
    pdk_free(memory, model->curvature);
    pdk_free(memory, model->left);
    pdk_free(memory, model->right);
    *model = (pdk_track_model){ .memory = memory };
}

/* -------------------------------------------------------------------------------------------------- from laps */

/* Laps spread evenly over those there are; the first is always there. */
static size_t choose_laps(const pdk_lap_span *laps, size_t count, pdk_lap_span chosen[MOST_LAPS])
{
    size_t wanted = count < MOST_LAPS ? count : MOST_LAPS;
    for (size_t i = 0; i < wanted; i++) chosen[i] = laps[i * count / wanted];
    return wanted;
}

static pdk_status refine(pdk_track_model *model, pdk_track_points *line, const pdk_lap_span *laps, size_t count,
                         pdk_error *error)
{
    pdk_lap_span chosen[MOST_LAPS];
    size_t used = choose_laps(laps, count, chosen);
    for (int round = 0; round < ROUNDS; round++) {
        if (!pdk_points_smooth(line, smoothing) || !resample(line)) return fail_room(error, model->memory);
        drop(model);
        pdk_status status = adopt(model, line, error);
        if (status == PDK_OK && used >= LEAST_LAPS) status = centre(model, line, chosen, used, error);
        if (status != PDK_OK) return status;
    }
    if (!pdk_points_smooth(line, smoothing) || !resample(line)) return fail_room(error, model->memory);
    drop(model);
    model->laps = used >= LEAST_LAPS ? used : 1;
    return adopt(model, line, error);
}

pdk_status pdk_track_from_laps(pdk_memory *memory, const pdk_lap_span *laps, size_t count, pdk_track_model **made,
                               pdk_error *error)
{
    *made = NULL;
    if (count == 0) return fail_short(error);
    trail path = { .points = pdk_vector_of(memory, 3 * sizeof(double)) };
    pdk_track_points line = { .memory = memory };
    pdk_track_model *model = pdk_alloc(memory, sizeof *model);
    if (model == NULL || !lay_trail(&path, &laps[0])) return fail_room(error, memory);
    model->memory = memory;
    bool good = pdk_points_resample(memory, (const double(*)[3])path.points.items, path.points.count, false, 1, &line);
    pdk_free(memory, path.points.items);
    if (!good || line.count < 4) return fail_short(error);
    pdk_points_close_ring(&line);
    if (!resample(&line)) return fail_room(error, memory);
    pdk_status status = refine(model, &line, laps, count, error);
    pdk_free(memory, line.at);
    if (status == PDK_OK) *made = model;
    return status;
}

pdk_status pdk_track_from_points(pdk_memory *memory, const double (*points)[3], size_t count, bool closed,
                                 pdk_track_model **made, pdk_error *error)
{
    *made = NULL;
    pdk_track_points line;
    pdk_track_model *model = pdk_alloc(memory, sizeof *model);
    if (model == NULL) return fail_room(error, memory);
    model->memory = memory;
    if (count < 2 || !pdk_points_resample(memory, points, count, closed, 1, &line)) return fail_short(error);
    pdk_status status = adopt(model, &line, error);
    model->given = true;
    pdk_free(memory, line.at);
    if (status == PDK_OK) *made = model;
    return status;
}

/* The bands of a line of `count` points that began `distance` (in its steps) earlier. */
static void turn_band(pdk_track_model *model, const float *left, const float *right, size_t count, double distance)
{
    for (size_t i = 0; i < model->count; i++) {
        double share = (double)i / (double)model->count + distance / (double)count;
        size_t from = pdk_whole_size((share - floor(share)) * (double)count + 0.5) % count;
        model->left[i] = left[from];
        model->right[i] = right[from];
    }
}

pdk_status pdk_track_begin_at(pdk_track_model *model, double distance, pdk_error *error)
{
    if (!model->closed || distance == 0) return PDK_OK;
    pdk_memory *memory = model->memory;
    pdk_track_points line = { .memory = memory, .closed = true };
    size_t count = model->count, laps = model->laps;
    double steps = distance / model->step, (*turned)[3] = pdk_alloc_array(memory, count, sizeof *turned);
    if (turned == NULL) return fail_room(error, memory);
    for (size_t i = 0; i < count; i++) {
        pdk_track_point_at(model, distance + (double)i * model->step, 0, turned[i], NULL);
    }
    bool good = pdk_points_resample(memory, (const double(*)[3])turned, count, true, 1, &line), given = model->given;
    pdk_free(memory, turned);
    if (!good) return fail_room(error, memory);
    float *left = model->left, *right = model->right;
    model->left = model->right = NULL;
    drop(model);
    pdk_status status = adopt(model, &line, error);
    model->given = given;
    model->laps = laps;
    if (status == PDK_OK) turn_band(model, left, right, count, steps);
    pdk_free(memory, left);
    pdk_free(memory, right);
    pdk_free(memory, line.at);
    return status;
}

pdk_status pdk_track_add_band(pdk_track_model *model, const pdk_lap_span *laps, size_t count, pdk_error *error)
{
    float *offsets = pdk_alloc_array(model->memory, model->count, sizeof *offsets);
    if (offsets == NULL) return fail_room(error, model->memory);
    pdk_status status = PDK_OK;
    for (size_t lap = 0; lap < count && status == PDK_OK; lap++) {
        status = measure_lap(model, &laps[lap], offsets, error);
        for (size_t i = 0; i < model->count && status == PDK_OK; i++) {
            model->left[i] = fmaxf(model->left[i], offsets[i]); /* a NaN leaves the other */
            model->right[i] = fminf(model->right[i], offsets[i]);
        }
    }
    pdk_free(model->memory, offsets);
    return status;
}
