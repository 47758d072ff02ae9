/* A surface seen from above in square cells, and waves that run through those that it covers. */
#include <math.h>
#include <string.h>

#include "base/whole.h"
#include "format/crg/crg_floor.h"

enum { CELLS = 200000, MAX_CELLS = 1 << 26, NEVER = INT32_MAX };

/* ------------------------------------------------------------------------------------------------------- cells */

static void grow(pdk_floor_plan *plan, double maximum[2], const float *point)
{
    for (int k = 0; k < 2; k++) {
        plan->minimum[k] = fmin(plan->minimum[k], (double)point[k]);
        maximum[k] = fmax(maximum[k], (double)point[k]);
    }
}

pdk_status pdk_floor_fail_flat(pdk_error *error)
{
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "crg.flat", "the surface has no area seen from above");
}

/* Some twenty cells across a usual road, never finer than half the spacing of its points. */
static pdk_status choose_cells(pdk_floor_plan *plan, const pdk_crg *crg, const float *positions, pdk_error *error)
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
    if (!(plan->size > 0) || !isfinite(width + depth)) return pdk_floor_fail_flat(error);
    while ((width / plan->size + 3) * (depth / plan->size + 3) > MAX_CELLS) plan->size *= 1.5;
    for (int k = 0; k < 2; k++) plan->minimum[k] -= plan->size; /* an empty cell all around */
    plan->across = pdk_whole_size(width / plan->size) + 3;
    plan->along = pdk_whole_size(depth / plan->size) + 3;
    uint64_t cells = (uint64_t)plan->across * plan->along;
    plan->covered = pdk_alloc_array(plan->job->memory, cells, sizeof *plan->covered);
    plan->reached = pdk_alloc_array(plan->job->memory, cells, sizeof *plan->reached);
    plan->queue = pdk_alloc_array(plan->job->memory, cells, sizeof *plan->queue);
    bool fine = plan->covered != NULL && plan->reached != NULL && plan->queue != NULL;
    return fine ? PDK_OK : pdk_fail_memory(error, plan->job->memory, "a floor plan");
}

size_t pdk_floor_cell_at(const pdk_floor_plan *plan, double x, double y)
{
    double column = floor((x - plan->minimum[0]) / plan->size), row = floor((y - plan->minimum[1]) / plan->size);
    if (!(column >= 0) || !(row >= 0) || column >= (double)plan->across || row >= (double)plan->along) return 0;
    return (size_t)row * plan->across + (size_t)column; /* 0 is never covered */
}

/* The corners, middles of sides and middle: enough where triangles are smaller than cells. Larger ones are divided. */
static void cover(pdk_floor_plan *plan, const float *a, const float *b, const float *c)
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
            plan->covered[pdk_floor_cell_at(plan, x, y)] = 1;
        }
    }
}

/* A point on the edge may be rounded into the cells around all. Waves look at the neighbours of every cell they reach,
 * so none may be at the border. */
static void clear_border(pdk_floor_plan *plan)
{
    size_t last = (plan->along - 1) * plan->across;
    memset(plan->covered, 0, plan->across);
    memset(plan->covered + last, 0, plan->across);
    for (size_t row = 0; row <= last; row += plan->across) {
        plan->covered[row] = 0;
        plan->covered[row + plan->across - 1] = 0;
    }
}

static pdk_status cover_all(pdk_floor_plan *plan, const float *positions, pdk_error *error)
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

void pdk_floor_start_wave(pdk_floor_plan *plan, uint32_t cell)
{
    plan->reached[cell] = 0;
    plan->queue[plan->cells++] = cell;
}

void pdk_floor_spread(pdk_floor_plan *plan)
{
    for (size_t done = 0; done < plan->cells; done++) {
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

void pdk_floor_forget_waves(pdk_floor_plan *plan)
{
    for (size_t i = 0; i < plan->across * plan->along; i++) plan->reached[i] = NEVER;
}

/* From a cell through all that hangs together with it and was not reached before. */
static void spread_from(pdk_floor_plan *plan, uint32_t cell)
{
    plan->cells = 0;
    pdk_floor_start_wave(plan, cell);
    pdk_floor_spread(plan);
}

uint32_t pdk_floor_send_wave(pdk_floor_plan *plan, uint32_t from)
{
    pdk_floor_forget_waves(plan);
    spread_from(plan, from);
    return plan->queue[plan->cells - 1];
}

uint32_t pdk_floor_largest_part(pdk_floor_plan *plan)
{
    size_t most = 0;
    uint32_t best = 0;
    pdk_floor_forget_waves(plan);
    for (size_t i = 0; i < plan->across * plan->along; i++) {
        if (plan->covered[i] != 1 || plan->reached[i] != NEVER) continue;
        spread_from(plan, (uint32_t)i);
        if (plan->cells > most) best = (uint32_t)i;
        if (plan->cells > most) most = plan->cells;
    }
    return best;
}

void pdk_floor_centre_of(const pdk_floor_plan *plan, uint32_t cell, double centre[2])
{
    centre[0] = plan->minimum[0] + ((double)(cell % plan->across) + 0.5) * plan->size;
    centre[1] = plan->minimum[1] + ((double)(cell / plan->across) + 0.5) * plan->size;
}

pdk_status pdk_floor_open(pdk_floor_plan *plan, const pdk_crg *crg, pdk_export *job, const float *positions,
                          pdk_error *error)
{
    *plan = (pdk_floor_plan){ .job = job };
    pdk_status status = choose_cells(plan, crg, positions, error);
    return status == PDK_OK ? cover_all(plan, positions, error) : status;
}

void pdk_floor_close(pdk_floor_plan *plan)
{
    pdk_free(plan->job->memory, plan->covered);
    pdk_free(plan->job->memory, plan->reached);
    pdk_free(plan->job->memory, plan->queue);
}
