/* Measures how far the source's points are from the result; points that the result still has are on it. A triangle
 * offends if a source point is too far from it, or if it faces down where the source had no such triangle. The
 * points around it that are further away than part of the error are frozen, so that the next attempt does not fail
 * at the same place. */
#include "surface/change/simplify_parts.h"
#include "surface/index/triangle_tree.h"

static const double good_part = 0.4;

typedef struct verify_step {
    pdk_simplifying *all;
    pdk_surface result;
    pdk_triangle_tree tree;
    _Atomic uint8_t *kept;      /* bits: points of the result */
    _Atomic uint8_t *offending; /* bits: triangles of the result */
    uint32_t *nearest;          /* of each point */
    pdk_deviation *pieces;
    bool exact; /* the nearest triangle of each point is wanted; else any that is near enough will do */
} verify_step;

static void point_at(const pdk_surface *surface, uint64_t number, double point[3])
{
    for (uint64_t axis = 0; axis < 3; axis++) point[axis] = (double)surface->positions[3 * number + axis];
}

static void measure_points(void *user, size_t thread, uint64_t piece, uint64_t count)
{
    const verify_step *step = user;
    pdk_simplifying *all = step->all;
    uint64_t first = piece * PDK_SURFACE_PIECE, end = first + PDK_SURFACE_PIECE;
    if (end > step->result.vertex_count) end = step->result.vertex_count;
    (void)thread;
    (void)count; /* one at a time */
    pdk_deviation sum = { 0 };
    uint32_t nearest = UINT32_MAX; /* of the point before: it is mostly near */
    for (uint64_t i = first; i < end; i++) {
        step->nearest[i] = UINT32_MAX;
        if (!pdk_atomic_has_bit(all->used, i)) continue;
        sum.points++;
        if (pdk_atomic_has_bit(step->kept, i)) continue;
        double point[3];
        point_at(&step->result, i, point);
        bool near = !step->exact && nearest != UINT32_MAX &&
                    sqrt(pdk_tree_distance(&step->tree, nearest, point)) <= all->how->error;
        if (near) continue;
        double square = pdk_tree_nearest(&step->tree, point, &nearest);
        step->nearest[i] = nearest;
        sum.squares += square;
        if (square > sum.max) sum.max = square;
        if (sqrt(square) <= all->how->error) continue;
        sum.beyond++;
        if (nearest != UINT32_MAX)
            pdk_atomic_set_bit(step->offending, nearest); /* UINT32_MAX when no triangle remains */
        pdk_atomic_set_bit(all->frozen, i);
    }
    step->pieces[piece] = sum;
}

/* Freezes points around offending triangles for the next attempt. */
static void freeze(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const verify_step *step = user;
    const pdk_simplifying *all = step->all;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        if (step->nearest[i] == UINT32_MAX || !pdk_atomic_has_bit(step->offending, step->nearest[i])) continue;
        double point[3];
        point_at(&step->result, i, point);
        if (sqrt(pdk_tree_distance(&step->tree, step->nearest[i], point)) > good_part * all->how->error)
            pdk_atomic_set_bit(all->frozen, i);
    }
}

static pdk_status freeze_around(verify_step *step, uint64_t pieces, pdk_error *error)
{
    pdk_surface_work *work = &step->all->change->work;
    pdk_status status = PDK_OK;
    if (!step->exact) {
        step->exact = true;
        status = pdk_surface_run(work, (pdk_surface_pass){ 0, pieces, 1 }, measure_points, step, error);
    }
    if (status != PDK_OK) return status;
    return pdk_surface_run(work, (pdk_surface_pass){ 0, step->result.vertex_count, PDK_SURFACE_PIECE }, freeze, step,
                           error);
}

/* Counts folds and adds them to `beyond`. False when cancelled. */
static bool find_folds(verify_step *step, pdk_deviation *deviation)
{
    const pdk_simplifying *all = step->all;
    for (uint64_t i = 0; i < all->count && all->upright; i++) {
        double cross[3];
        if (!pdk_surface_progress_at(&all->change->work, i, all->count)) return false;
        pdk_triangle_cross(&step->result, i, cross);
        if (cross[all->change->work.up] >= 0) continue;
        deviation->beyond++;
        pdk_atomic_set_bit(step->offending, i);
        for (uint64_t k = 0; k < 3; k++) pdk_atomic_set_bit(all->frozen, all->triangles[3 * i + k]);
    }
    return true;
}

static void mark_kept(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const verify_step *step = user;
    (void)thread;
    for (uint64_t i = 3 * first; i < 3 * (first + count); i++)
        pdk_atomic_set_bit(step->kept, step->result.triangles[i]);
}

static bool allocate(verify_step *step, uint64_t pieces)
{
    pdk_surface_work *work = &step->all->change->work;
    step->kept = pdk_surface_alloc(work, step->result.vertex_count / 8 + 1, 1);
    step->offending = pdk_surface_alloc(work, step->result.triangle_count / 8 + 1, 1);
    step->nearest = pdk_alloc_raw(&work->memory, (size_t)step->result.vertex_count * sizeof *step->nearest);
    step->pieces = pdk_surface_alloc(work, pieces, sizeof *step->pieces);
    return step->kept != NULL && step->offending != NULL && step->nearest != NULL && step->pieces != NULL;
}

static void add_up(const pdk_deviation *pieces, uint64_t count, pdk_deviation *sum)
{
    *sum = (pdk_deviation){ 0 };
    for (uint64_t i = 0; i < count; i++) {
        sum->max = fmax(sum->max, pieces[i].max);
        sum->squares += pieces[i].squares;
        sum->points += pieces[i].points;
        sum->beyond += pieces[i].beyond;
    }
    sum->max = sqrt(sum->max);
}

pdk_status pdk_simplify_verify(pdk_simplifying *all, double share, pdk_deviation *deviation, pdk_error *error)
{
    pdk_surface_work *work = &all->change->work;
    verify_step step = { .all = all, .result = all->change->whole.surface, .exact = all->measured };
    uint64_t pieces = pdk_surface_pieces(step.result.vertex_count);
    step.result.triangles = all->triangles;
    step.result.triangle_count = all->count;
    if (!allocate(&step, pieces)) return pdk_surface_fail_memory(work, error);
    pdk_status status = pdk_surface_run(work, (pdk_surface_pass){ share * 0.05, all->count, PDK_SURFACE_PIECE },
                                        mark_kept, &step, error);
    if (status == PDK_OK) {
        status = pdk_tree_build(&step.tree, work, share * 0.25,
                                (pdk_triangle_list){ step.result.positions, all->triangles, all->count }, error);
    }
    if (status == PDK_OK)
        status = pdk_surface_run(work, (pdk_surface_pass){ share * 0.7, pieces, 1 }, measure_points, &step, error);
    if (status == PDK_OK) {
        add_up(step.pieces, pieces, deviation);
        pdk_surface_begin_step(work, 0);
        if (!find_folds(&step, deviation)) status = pdk_fail_cancelled(error);
        if (status == PDK_OK && deviation->beyond > 0) status = freeze_around(&step, pieces, error);
    }
    pdk_tree_free(&step.tree, work);
    void *arrays[] = { (void *)step.kept, (void *)step.offending, step.nearest, step.pieces };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) pdk_free(&work->memory, arrays[i]);
    return status;
}
