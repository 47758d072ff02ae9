/* The first look at every triangle: which can be met, where they are, how large they are. */
#include "base/callback.h"
#include "surface/vertical_ray.h"
#include "surface/index/height_build.h"

enum { PIECE = 1 << 14, PROGRESS_UNITS = 1 << 12 };

bool pdk_steps_progress(void *user, uint64_t done, uint64_t total)
{
    pdk_steps *steps = user;
    if (steps->progress == NULL) return true;
    double part = total > 0 ? (double)done / (double)total : 1;
    double before = (double)steps->before + (double)steps->share * part;
    return pdk_tell_progress(steps->progress, steps->user, (uint64_t)(before * PROGRESS_UNITS),
                             steps->total * PROGRESS_UNITS);
}

bool pdk_survey_check_triangle(const pdk_surface *surface, uint64_t triangle, pdk_triangle_corners *corners,
                               pdk_survey *survey)
{
    const uint32_t *numbers = surface->triangles + 3 * triangle;
    uint64_t points = surface->vertex_count;
    if (numbers[0] >= points || numbers[1] >= points || numbers[2] >= points) {
        survey->out_of_range++;
        return false;
    }
    *corners = pdk_corners_of(surface, triangle);
    double(*at)[3] = corners->at;
    double not_finite_sum = 0;
    for (int i = 0; i < 9; i++) not_finite_sum += at[i / 3][i % 3] - at[i / 3][i % 3];
    if (!(fabs(not_finite_sum) <= 0)) {
        survey->not_finite++;
        return false;
    }
    double left = (at[1][0] - at[0][0]) * (at[2][1] - at[0][1]), right = (at[1][1] - at[0][1]) * (at[2][0] - at[0][0]);
    if (fabs(left - right) <= PDK_ORIENTATION_ROUNDING * (fabs(left) + fabs(right)) &&
        pdk_orientation(at[0], at[1], at[2]) == 0) {
        survey->upright++;
        return false;
    }
    return true;
}

/* What one triangle adds. */
static void measure(const pdk_triangle_corners *corners, pdk_survey *one)
{
    const double(*at)[3] = corners->at;
    for (int axis = 0; axis < 3; axis++) {
        one->low[axis] = pdk_min(at[0][axis], pdk_min(at[1][axis], at[2][axis]));
        one->high[axis] = pdk_max(at[0][axis], pdk_max(at[1][axis], at[2][axis]));
    }
    one->widths = one->high[0] - one->low[0];
    one->depths = one->high[1] - one->low[1];
    one->boxes = one->widths * one->depths;
    one->areas =
        fabs((at[1][0] - at[0][0]) * (at[2][1] - at[0][1]) - (at[1][1] - at[0][1]) * (at[2][0] - at[0][0])) / 2;
    one->triangles = 1;
}

static const pdk_survey nothing = { .low = { INFINITY, INFINITY, INFINITY },
                                    .high = { -INFINITY, -INFINITY, -INFINITY } };

static inline void add(pdk_survey *sum, const pdk_survey *more)
{
    for (int axis = 0; axis < 3; axis++) {
        sum->low[axis] = pdk_min(sum->low[axis], more->low[axis]);
        sum->high[axis] = pdk_max(sum->high[axis], more->high[axis]);
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

/* Surveys for each thread, apart from each other in memory. */
typedef struct thread_survey {
    pdk_survey all, near;
    uint8_t gap[64];
} thread_survey;

typedef struct survey_work {
    const pdk_surface *surface;
    const pdk_near_map *map;
    uint64_t *chosen;
    thread_survey threads[PDK_MAX_THREADS];
} survey_work;

/* A piece's bits are in separate words. */
static void survey_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    survey_work *work = user;
    pdk_survey all = work->threads[thread].all, near = work->threads[thread].near;
    pdk_triangle_corners corners;
    for (uint64_t i = first; i < first + count; i++) {
        if (!pdk_survey_check_triangle(work->surface, i, &corners, &all)) continue;
        pdk_survey one = { .triangles = 1 };
        measure(&corners, &one);
        add(&all, &one);
        if (work->map == NULL || !pdk_near_map_overlaps(work->map, one.low, one.high)) continue;
        add(&near, &one);
        work->chosen[i / 64] |= UINT64_C(1) << i % 64;
    }
    work->threads[thread].all = all;
    work->threads[thread].near = near;
}

static bool run(survey_work *work, size_t threads, pdk_steps *steps)
{
    for (int i = 0; i < PDK_MAX_THREADS; i++) work->threads[i].all = work->threads[i].near = nothing;
    pdk_parallel job = { .count = work->surface->triangle_count,
                         .piece = PIECE,
                         .threads = threads,
                         .work = survey_piece,
                         .user = work,
                         .progress = pdk_steps_progress,
                         .progress_user = steps };
    return pdk_parallel_run(&job);
}

bool pdk_survey_run(const pdk_surface *surface, size_t threads, pdk_steps *steps, pdk_survey *survey)
{
    survey_work work = { .surface = surface };
    if (!run(&work, threads, steps)) return false;
    *survey = nothing;
    for (int i = 0; i < PDK_MAX_THREADS; i++) add(survey, &work.threads[i].all);
    return true;
}

bool pdk_survey_run_near(const pdk_surface *surface, const pdk_near_map *map, size_t threads, pdk_steps *steps,
                         pdk_survey *all, pdk_survey *near, uint64_t *chosen)
{
    survey_work work = { .surface = surface, .map = map, .chosen = chosen };
    if (!run(&work, threads, steps)) return false;
    *all = *near = nothing;
    for (int i = 0; i < PDK_MAX_THREADS; i++) {
        add(all, &work.threads[i].all);
        add(near, &work.threads[i].near);
    }
    return true;
}
