/* The first look at every triangle: which can be met, where they are, how large they are. */
#include "analysis/surface/column.h"
#include "analysis/surface/height_build.h"

enum { PIECE = 1 << 14, IN_UNIT = 1 << 12 };

bool pdk_steps_progress(void *user, uint64_t done, uint64_t total)
{
    pdk_steps *steps = user;
    if (steps->progress == NULL) return true;
    double part = total > 0 ? (double)done / (double)total : 1;
    double before = (double)steps->before + (double)steps->share * part;
    return steps->progress(steps->user, (uint64_t)(before * IN_UNIT), steps->total * IN_UNIT);
}

bool pdk_survey_look(const pdk_surface *surface, uint64_t triangle, pdk_corners *corners, pdk_survey *survey)
{
    const uint32_t *numbers = surface->triangles + 3 * triangle;
    uint64_t points = surface->vertex_count;
    if (numbers[0] >= points || numbers[1] >= points || numbers[2] >= points) {
        survey->out_of_range++;
        return false;
    }
    *corners = pdk_corners_of(surface, triangle);
    double(*at)[3] = corners->at;
    double odd = 0;
    for (int i = 0; i < 9; i++) odd += at[i / 3][i % 3] - at[i / 3][i % 3];
    if (!(fabs(odd) <= 0)) {
        survey->not_finite++;
        return false;
    }
    double left = (at[1][0] - at[0][0]) * (at[2][1] - at[0][1]), right = (at[1][1] - at[0][1]) * (at[2][0] - at[0][0]);
    if (fabs(left - right) <= PDK_ORIENTATION_ROUNDING * (fabs(left) + fabs(right)) &&
        pdk_orientation(at[0], at[1], at[2]) == 0) {
        survey->upright++;
        return false;
    }
    survey->triangles++;
    survey->areas += fabs(left - right) / 2;
    return true;
}

static void include(pdk_survey *survey, const pdk_corners *corners)
{
    double size[3];
    for (int axis = 0; axis < 3; axis++) {
        double a = corners->at[0][axis], b = corners->at[1][axis], c = corners->at[2][axis];
        double low = pdk_least(a, pdk_least(b, c)), high = pdk_most(a, pdk_most(b, c));
        survey->low[axis] = pdk_least(survey->low[axis], low);
        survey->high[axis] = pdk_most(survey->high[axis], high);
        size[axis] = high - low;
    }
    survey->widths += size[0];
    survey->depths += size[1];
    survey->boxes += size[0] * size[1];
}

static const pdk_survey nothing = { .low = { INFINITY, INFINITY, INFINITY }, .high = { -INFINITY, -INFINITY, -INFINITY } };

/* A survey for each thread, apart from each other in memory. */
typedef struct lone_survey {
    pdk_survey survey;
    uint8_t gap[64];
} lone_survey;

typedef struct survey_work {
    const pdk_surface *surface;
    lone_survey threads[PDK_MOST_THREADS];
} survey_work;

static void look_at_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    survey_work *work = user;
    pdk_survey survey = work->threads[thread].survey;
    pdk_corners corners;
    for (uint64_t i = first; i < first + count; i++) {
        if (pdk_survey_look(work->surface, i, &corners, &survey)) include(&survey, &corners);
    }
    work->threads[thread].survey = survey;
}

static void add(pdk_survey *sum, const pdk_survey *more)
{
    for (int axis = 0; axis < 3; axis++) {
        sum->low[axis] = pdk_least(sum->low[axis], more->low[axis]);
        sum->high[axis] = pdk_most(sum->high[axis], more->high[axis]);
    }
    sum->widths += more->widths;
    sum->depths += more->depths;
    sum->boxes += more->boxes;
    sum->areas += more->areas;
    sum->triangles += more->triangles;
    sum->upright += more->upright;
    sum->not_finite += more->not_finite;
    sum->out_of_range += more->out_of_range;
}

bool pdk_survey_run(const pdk_surface *surface, size_t threads, pdk_steps *steps, pdk_survey *survey)
{
    survey_work work = { .surface = surface };
    for (int i = 0; i < PDK_MOST_THREADS; i++) work.threads[i].survey = nothing;
    pdk_parallel job = { .count = surface->triangle_count, .piece = PIECE, .threads = threads, .work = look_at_piece,
                         .user = &work, .progress = pdk_steps_progress, .progress_user = steps };
    if (!pdk_parallel_run(&job)) return false;
    *survey = nothing;
    for (int i = 0; i < PDK_MOST_THREADS; i++) add(survey, &work.threads[i].survey);
    return true;
}
