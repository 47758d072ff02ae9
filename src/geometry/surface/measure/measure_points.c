/* Bounds and middle of the points. */
#include "surface/measure/measure.h"
#include "model/surface_scan.h"

typedef struct piece_of_points {
    pdk_bounds bounds;
    double sum[3];
} piece_of_points;

typedef struct point_step {
    pdk_measuring *measuring;
    piece_of_points *pieces;
} point_step;

static void add_piece(void *user, size_t thread, uint64_t piece, uint64_t pieces)
{
    const point_step *step = user;
    const pdk_surface *surface = step->measuring->work.surface;
    (void)pieces; /* one at a time */
    uint64_t first = piece * PDK_SURFACE_PIECE, left = surface->vertex_count - first;
    size_t count = left < PDK_SURFACE_PIECE ? (size_t)left : PDK_SURFACE_PIECE;
    const float *positions = surface->positions + 3 * first;
    piece_of_points result = { .bounds = pdk_bounds_empty() };
    bool all = pdk_bounds_add(&result.bounds, positions, count) == 0;
    for (size_t i = 0; i < count; i++) {
        if (!all && !pdk_is_finite3(positions + 3 * i)) {
            pdk_defects_add(step->measuring->places, thread, PDK_DEFECT_NOT_FINITE, first + i, 0);
            continue;
        }
        for (size_t axis = 0; axis < 3; axis++) result.sum[axis] += (double)positions[3 * i + axis];
    }
    step->pieces[piece] = result;
}

static void add_up(pdk_surface_stats *stats, const piece_of_points *pieces, uint64_t count)
{
    float low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY };
    double sum[3] = { 0 };
    for (uint64_t i = 0; i < count; i++) {
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = fminf(low[axis], pieces[i].bounds.minimum[axis]);
            high[axis] = fmaxf(high[axis], pieces[i].bounds.maximum[axis]);
            sum[axis] += pieces[i].sum[axis];
        }
        stats->points_not_finite += pieces[i].bounds.not_finite;
    }
    uint64_t finite = stats->points - stats->points_not_finite;
    stats->has_bounds = finite > 0;
    for (int axis = 0; axis < 3; axis++) {
        stats->minimum[axis] = finite > 0 ? (double)low[axis] : (double)NAN;
        stats->maximum[axis] = finite > 0 ? (double)high[axis] : (double)NAN;
        stats->mean[axis] = finite > 0 ? sum[axis] / (double)finite : (double)NAN;
    }
}

pdk_status pdk_measure_points(pdk_measuring *measuring, pdk_error *error)
{
    pdk_surface_work *work = &measuring->work;
    uint64_t count = pdk_surface_pieces(work->surface->vertex_count);
    point_step step = { measuring, pdk_surface_alloc(work, count, sizeof *step.pieces) };
    if (step.pieces == NULL) return pdk_surface_fail_memory(work, error);
    pdk_status status = pdk_surface_run(work, (pdk_surface_pass){ 0.05, count, 1 }, add_piece, &step, error);
    if (status == PDK_OK) add_up(measuring->stats, step.pieces, count);
    pdk_free(&work->memory, step.pieces);
    return status;
}
