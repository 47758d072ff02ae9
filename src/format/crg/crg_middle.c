/* The middle of a road that bends: the surface seen from above in square cells, waves that run through them from one
 * end to the other, and the middles of the waves, which are then moved to halfway between the sides. */
#include <math.h>
#include <string.h>

#include "base/trigonometry.h"
#include "base/whole.h"
#include "format/crg/crg_export.h"

enum { CELLS = 200000, MAX_CELLS = 1 << 26, MAX_MIDDLES = 1 << 16, ROUNDS = 8, NEVER = INT32_MAX };

typedef struct floor_plan {
    pdk_export *job;
    double minimum[2], size; /* of a cell, metres */
    size_t across, along;
    uint8_t *covered;
    int32_t *reached; /* by the wave, after so many cells; NEVER = not yet */
    uint32_t *queue;  /* cells in the order in which the wave reaches them */
    size_t cells;     /* how many it reaches */
    double width;     /* of the road, about */
    double (*middles)[2];
    size_t count;
} floor_plan;

/* ------------------------------------------------------------------------------------------------------- cells */

static void grow(floor_plan *plan, double maximum[2], const float *point)
{
    for (int k = 0; k < 2; k++) {
        plan->minimum[k] = fmin(plan->minimum[k], (double)point[k]);
        maximum[k] = fmax(maximum[k], (double)point[k]);
    }
}

static pdk_status fail_flat(pdk_error *error)
{
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "crg.flat", "the surface has no area seen from above");
}

/* Some twenty cells across a usual road, never finer than half the spacing of its points. */
static pdk_status choose_cells(floor_plan *plan, const pdk_crg *crg, const float *positions, pdk_error *error)
{
    double maximum[2] = { -INFINITY, -INFINITY };
    plan->minimum[0] = plan->minimum[1] = INFINITY;
    for (uint64_t i = 0; i < plan->job->mesh.point_count; i++) {
        const float *point = positions + 3 * i;
        if ((crg->used[i / 64] >> i % 64 & 1) != 0 && isfinite(point[0]) && isfinite(point[1]))
            grow(plan, maximum, point);
    }
    plan->size = fmax(sqrt(crg->area / CELLS), 0.5 * sqrt(2 * crg->area / (double)crg->flat));
    double width = maximum[0] - plan->minimum[0], depth = maximum[1] - plan->minimum[1];
    if (!(plan->size > 0) || !isfinite(width + depth)) return fail_flat(error);
    while ((width / plan->size + 3) * (depth / plan->size + 3) > MAX_CELLS) plan->size *= 1.5;
    for (int k = 0; k < 2; k++) plan->minimum[k] -= plan->size; /* an empty cell all around */
    plan->across = pdk_whole_size(width / plan->size) + 3;
    plan->along = pdk_whole_size(depth / plan->size) + 3;
    uint64_t cells = (uint64_t)plan->across * plan->along;
    plan->covered = pdk_alloc_array(plan->job->memory, cells, sizeof *plan->covered);
    plan->reached = pdk_alloc_array(plan->job->memory, cells, sizeof *plan->reached);
    plan->queue = pdk_alloc_array(plan->job->memory, cells, sizeof *plan->queue);
    plan->middles = pdk_alloc_array(plan->job->memory, MAX_MIDDLES, sizeof *plan->middles);
    bool fine = plan->covered != NULL && plan->reached != NULL && plan->queue != NULL && plan->middles != NULL;
    return fine ? PDK_OK : pdk_fail_memory(error, plan->job->memory, "a floor plan");
}

static size_t cell_at(const floor_plan *plan, double x, double y)
{
    double column = floor((x - plan->minimum[0]) / plan->size), row = floor((y - plan->minimum[1]) / plan->size);
    if (!(column >= 0) || !(row >= 0) || column >= (double)plan->across || row >= (double)plan->along) return 0;
    return (size_t)row * plan->across + (size_t)column; /* 0 is never covered */
}

/* The corners, middles of sides and middle: enough where triangles are smaller than cells. Larger ones are divided. */
static void cover(floor_plan *plan, const float *a, const float *b, const float *c)
{
    double longest = 0;
    for (int k = 0; k < 2; k++) {
        double low = fmin((double)a[k], fmin((double)b[k], (double)c[k])),
               high = fmax((double)a[k], fmax((double)b[k], (double)c[k]));
        longest = fmax(longest, high - low);
    }
    int parts = (int)fmin(ceil(2 * longest / plan->size), 64) + 1;
    for (int i = 0; i <= parts; i++) {
        for (int j = 0; i + j <= parts; j++) {
            double s = (double)i / parts, t = (double)j / parts, r = 1 - s - t;
            double x = r * (double)a[0] + s * (double)b[0] + t * (double)c[0],
                   y = r * (double)a[1] + s * (double)b[1] + t * (double)c[1];
            plan->covered[cell_at(plan, x, y)] = 1;
        }
    }
}

/* A point on the edge may be rounded into the cells around all. Waves look at the neighbours of every cell they reach,
 * so none may be at the border. */
static void clear_border(floor_plan *plan)
{
    size_t last = (plan->along - 1) * plan->across;
    memset(plan->covered, 0, plan->across);
    memset(plan->covered + last, 0, plan->across);
    for (size_t row = 0; row <= last; row += plan->across) {
        plan->covered[row] = 0;
        plan->covered[row + plan->across - 1] = 0;
    }
}

static pdk_status cover_all(floor_plan *plan, const float *positions, pdk_error *error)
{
    enum { RUN = 1024 };
    uint32_t buffer[RUN][3];
    pdk_export *job = plan->job;
    for (uint64_t at = 0; at < job->mesh.triangle_count; at += RUN) {
        size_t some = job->mesh.triangle_count - at < RUN ? (size_t)(job->mesh.triangle_count - at) : RUN, kept;
        const uint32_t(*corners)[3];
        pdk_status status = pdk_export_corners(job, at, some, buffer, &corners, &kept, error);
        if (status == PDK_OK) status = pdk_export_progress(job, 0, job->mesh.triangle_count, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < kept; i++) {
            cover(plan, positions + 3 * (size_t)corners[i][0], positions + 3 * (size_t)corners[i][1],
                  positions + 3 * (size_t)corners[i][2]);
        }
    }
    clear_border(plan);
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------------- waves */

/* A wave from a cell through all that hangs together with it and was not reached before. */
static void spread(floor_plan *plan, uint32_t from)
{
    size_t done = 0;
    plan->reached[from] = 0;
    plan->queue[0] = from;
    for (plan->cells = 1; done < plan->cells; done++) {
        uint32_t cell = plan->queue[done];
        for (int row = -1; row <= 1; row++) {
            for (int column = -1; column <= 1; column++) {
                size_t to = (size_t)((ptrdiff_t)cell + row * (ptrdiff_t)plan->across + column);
                if (plan->covered[to] != 1 || plan->reached[to] != NEVER) continue;
                plan->reached[to] = plan->reached[cell] + 1;
                plan->queue[plan->cells++] = (uint32_t)to;
            }
        }
    }
}

static void forget_waves(floor_plan *plan)
{
    for (size_t i = 0; i < plan->across * plan->along; i++) plan->reached[i] = NEVER;
}

/* The last cell is among the furthest. */
static uint32_t send_wave(floor_plan *plan, uint32_t from)
{
    forget_waves(plan);
    spread(plan, from);
    return plan->queue[plan->cells - 1];
}

/* A cell of the largest part; where nothing is covered, one that is not. */
static uint32_t largest_part(floor_plan *plan)
{
    size_t most = 0;
    uint32_t best = 0;
    forget_waves(plan);
    for (size_t i = 0; i < plan->across * plan->along; i++) {
        if (plan->covered[i] != 1 || plan->reached[i] != NEVER) continue;
        spread(plan, (uint32_t)i);
        if (plan->cells > most) best = (uint32_t)i;
        if (plan->cells > most) most = plan->cells;
    }
    return best;
}

static void centre_of(const floor_plan *plan, uint32_t cell, double centre[2])
{
    centre[0] = plan->minimum[0] + ((double)(cell % plan->across) + 0.5) * plan->size;
    centre[1] = plan->minimum[1] + ((double)(cell / plan->across) + 0.5) * plan->size;
}

/* The middle of the cells that a wave reaches within a road's width; false where they are in two places: the road
 * forks, or comes back to itself. */
static bool add_middle(floor_plan *plan, size_t first, size_t end)
{
    double sum[2] = { 0, 0 }, centre[2];
    for (size_t i = first; i < end; i++) {
        centre_of(plan, plan->queue[i], centre);
        for (int k = 0; k < 2; k++) sum[k] += centre[k] / (double)(end - first);
    }
    for (size_t i = first; i < end; i++) {
        centre_of(plan, plan->queue[i], centre);
        if (pdk_hypot(centre[0] - sum[0], centre[1] - sum[1]) > 3 * plan->width + 3 * plan->size) return false;
    }
    if (plan->count < MAX_MIDDLES) memcpy(plan->middles[plan->count++], sum, sizeof sum);
    return true;
}

/* One middle for each half of a width. */
static bool follow_wave(floor_plan *plan)
{
    int32_t last = plan->reached[plan->queue[plan->cells - 1]];
    double length = (double)(last + 1) * plan->size;
    plan->width = (double)plan->cells * plan->size * plan->size / length;
    int32_t thick = (int32_t)fmax(ceil(plan->width / 2 / plan->size), (double)(last / (MAX_MIDDLES - 2) + 1));
    if (length < 3 * plan->width) return false;
    for (size_t first = 0; first < plan->cells;) {
        size_t end = first;
        int32_t until = plan->reached[plan->queue[first]] + thick;
        while (end < plan->cells && plan->reached[plan->queue[end]] < until) end++;
        if (!add_middle(plan, first, end)) return false;
        first = end;
    }
    return plan->count >= 4;
}

/* ---------------------------------------------------------------------------------------------------- the line */

static void direction_at(const floor_plan *plan, size_t i, double direction[2])
{
    const double *a = plan->middles[i > 0 ? i - 1 : i], *b = plan->middles[i + 1 < plan->count ? i + 1 : i];
    double length = pdk_hypot(b[0] - a[0], b[1] - a[1]);
    for (int k = 0; k < 2; k++) direction[k] = length > 0 ? (b[k] - a[k]) / length : k == 0;
}

/* How far the surface goes from a place in a direction; gaps of up to two cells belong to it. */
static double reach(const floor_plan *plan, const double from[2], double x, double y, double most)
{
    double step = plan->size / 4, last = 0;
    for (double on = 0; on <= most && on - last <= 2.5 * plan->size; on += step) {
        if (plan->covered[cell_at(plan, from[0] + x * on, from[1] + y * on)] != 0) last = on;
    }
    return last;
}

/* To halfway between the sides. */
static void centre(const floor_plan *plan, double at[2], const double along[2])
{
    double left = reach(plan, at, -along[1], along[0], 2 * plan->width),
           right = reach(plan, at, along[1], -along[0], 2 * plan->width), off = (left - right) / 2;
    at[0] -= along[1] * off;
    at[1] += along[0] * off;
}

/* Each middle, which then are made a little smoother; in rounds, as directions follow. */
static void centre_middles(floor_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        double along[2];
        direction_at(plan, i, along);
        centre(plan, plan->middles[i], along);
    }
    double before[2] = { plan->middles[0][0], plan->middles[0][1] };
    for (size_t i = 1; i + 1 < plan->count; i++) {
        double *at = plan->middles[i], own[2] = { at[0], at[1] };
        for (int k = 0; k < 2; k++) at[k] = (before[k] + 2 * own[k] + plan->middles[i + 1][k]) / 4;
        memcpy(before, own, sizeof before);
    }
}

/* Waves begin and end in corners: what is near an end says little of the middle. */
static void drop_ends(floor_plan *plan, size_t most)
{
    size_t drop = plan->count / 4 < most ? plan->count / 4 : most;
    plan->count -= 2 * drop;
    memmove(plan->middles, plan->middles + drop, plan->count * sizeof *plan->middles);
}

static void turn_around(floor_plan *plan)
{
    for (size_t i = 0; i < plan->count / 2; i++) {
        double kept[2], *one = plan->middles[i], *other = plan->middles[plan->count - 1 - i];
        memcpy(kept, one, sizeof kept);
        memcpy(one, other, sizeof kept);
        memcpy(other, kept, sizeof kept);
    }
}

/* A share of what is left of the surface before the last middle. */
static void go_on(floor_plan *plan, double share)
{
    double along[2], *end = plan->middles[plan->count - 1];
    direction_at(plan, plan->count - 1, along);
    double on = share * (reach(plan, end, along[0], along[1], 2 * plan->width) - plan->size / 2);
    if (!(on > plan->size / 4)) return;
    double next[2] = { end[0] + along[0] * on, end[1] + along[1] * on };
    if (share < 1) centre(plan, next, along);
    if (plan->count < MAX_MIDDLES) memcpy(plan->middles[plan->count++], next, sizeof next);
}

/* From the last middle on to the end of the surface, half a width after the other, and what is left straight on. */
static void extend(floor_plan *plan)
{
    double step = plan->width / 2, along[2], *end = plan->middles[plan->count - 1];
    for (int more = 0; more < 16 && plan->count < MAX_MIDDLES; more++) {
        direction_at(plan, plan->count - 1, along);
        if (reach(plan, end, along[0], along[1], 2 * step) < 1.5 * step) break;
        double next[2] = { end[0] + along[0] * step, end[1] + along[1] * step };
        centre(plan, next, along);
        end = plan->middles[plan->count++];
        memcpy(end, next, sizeof next);
    }
    go_on(plan, 0.7);
    go_on(plan, 1);
}

/* Middles of waves, moved to the middle of the road, from one end of it to the other. */
static void straighten(floor_plan *plan)
{
    drop_ends(plan, 3);
    for (int round = 0; round < ROUNDS; round++) centre_middles(plan);
    drop_ends(plan, 2);
    extend(plan);
    turn_around(plan);
    extend(plan);
    turn_around(plan);
}

/* The road begins at the end that is nearer to the file's first point. */
static void choose_begin(floor_plan *plan, const pdk_crg *crg, const float *positions)
{
    uint64_t first = 0;
    while ((crg->used[first / 64] >> first % 64 & 1) == 0) first++; /* there are triangles */
    const double *begin = plan->middles[0], *end = plan->middles[plan->count - 1];
    double x = (double)positions[3 * first], y = (double)positions[3 * first + 1];
    if (pdk_hypot(end[0] - x, end[1] - y) < pdk_hypot(begin[0] - x, begin[1] - y)) turn_around(plan);
}

pdk_status pdk_crg_find_middle(const pdk_crg *crg, pdk_export *job, const float *positions, double (**line)[2],
                               size_t *count, pdk_error *error)
{
    floor_plan plan = { .job = job };
    pdk_status status = choose_cells(&plan, crg, positions, error);
    if (status == PDK_OK) status = cover_all(&plan, positions, error);
    if (status != PDK_OK) return status;
    uint32_t part = largest_part(&plan);
    if (plan.covered[part] == 0) return fail_flat(error);
    send_wave(&plan, send_wave(&plan, part));
    if (!follow_wave(&plan)) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "crg.middle",
                        "the surface is no single road from one end to another (it forks, comes back to itself, or is "
                        "as wide as it is long): give the line with --line X,Y,X,Y... or FILE.csv");
    }
    straighten(&plan);
    choose_begin(&plan, crg, positions);
    for (size_t i = 0; i < plan.count; i++) {
        for (int k = 0; k < 2; k++) plan.middles[i][k] += job->report->origin[k];
    }
    pdk_free(job->memory, plan.covered);
    pdk_free(job->memory, plan.reached);
    pdk_free(job->memory, plan.queue);
    *line = plan.middles;
    *count = plan.count;
    return PDK_OK;
}
