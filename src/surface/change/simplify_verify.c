/* How far the source's points are from what came out; points the result still has are on it. A triangle from which a
 * point is too far is spoilt, and so is one that faces down where the source had none: the points around it are frozen,
 * all that are further from it than a good part of the error, so that the next attempt does not go wrong beside the
 * same place. */
#include "surface/change/simplify.h"
#include "surface/index/triangle_tree.h"

static const double good_part = 0.4;

typedef struct verify_step {
    pdk_simplifying *all;
    pdk_surface result;
    pdk_triangle_tree tree;
    _Atomic uint8_t *kept;   /* bits: points of the result */
    _Atomic uint8_t *spoilt; /* bits: triangles of the result */
    uint32_t *nearest;       /* of each point */
    pdk_deviation *pieces;
} verify_step;

static void point_at(const pdk_surface *surface, uint64_t number, double point[3])
{
    for (uint64_t axis = 0; axis < 3; axis++) point[axis] = (double)surface->positions[3 * number + axis];
}

static void look(void *user, size_t thread, uint64_t piece, uint64_t count)
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
        if (!pdk_is_marked(all->used, i)) continue;
        sum.points++;
        if (pdk_is_marked(step->kept, i)) continue;
        double point[3];
        point_at(&step->result, i, point);
        double square = pdk_tree_nearest(&step->tree, point, &nearest);
        step->nearest[i] = nearest;
        sum.squares += square;
        if (square > sum.most) sum.most = square;
        if (sqrt(square) <= all->how->error) continue;
        sum.beyond++;
        if (nearest != UINT32_MAX) pdk_mark(step->spoilt, nearest); /* nothing may be left to be near to */
        pdk_mark(all->frozen, i);
    }
    step->pieces[piece] = sum;
}

/* Which points around spoilt triangles stay in the next attempt. */
static void freeze(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const verify_step *step = user;
    const pdk_simplifying *all = step->all;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        if (step->nearest[i] == UINT32_MAX || !pdk_is_marked(step->spoilt, step->nearest[i])) continue;
        double point[3];
        point_at(&step->result, i, point);
        if (sqrt(pdk_tree_distance(&step->tree, step->nearest[i], point)) > good_part * all->how->error)
            pdk_mark(all->frozen, i);
    }
}

/* Folds: how many there are is added to those beyond. False when told to stop. */
static bool find_folds(verify_step *step, pdk_deviation *deviation)
{
    const pdk_simplifying *all = step->all;
    for (uint64_t i = 0; i < all->count && all->upright; i++) {
        double cross[3];
        if (!pdk_surface_tell_at(&all->change->work, i, all->count)) return false;
        pdk_triangle_cross(&step->result, i, cross);
        if (cross[all->change->work.up] >= 0) continue;
        deviation->beyond++;
        pdk_mark(step->spoilt, i);
        for (uint64_t k = 0; k < 3; k++) pdk_mark(all->frozen, all->triangles[3 * i + k]);
    }
    return true;
}

static void mark_kept(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const verify_step *step = user;
    (void)thread;
    for (uint64_t i = 3 * first; i < 3 * (first + count); i++) pdk_mark(step->kept, step->result.triangles[i]);
}

static bool make_room(verify_step *step, uint64_t pieces)
{
    pdk_surface_work *work = &step->all->change->work;
    step->kept = pdk_surface_room(work, step->result.vertex_count / 8 + 1, 1);
    step->spoilt = pdk_surface_room(work, step->result.triangle_count / 8 + 1, 1);
    step->nearest = pdk_alloc_raw(&work->memory, (size_t)step->result.vertex_count * sizeof *step->nearest);
    step->pieces = pdk_surface_room(work, pieces, sizeof *step->pieces);
    return step->kept != NULL && step->spoilt != NULL && step->nearest != NULL && step->pieces != NULL;
}

static void add_up(const pdk_deviation *pieces, uint64_t count, pdk_deviation *sum)
{
    *sum = (pdk_deviation){ 0 };
    for (uint64_t i = 0; i < count; i++) {
        sum->most = fmax(sum->most, pieces[i].most);
        sum->squares += pieces[i].squares;
        sum->points += pieces[i].points;
        sum->beyond += pieces[i].beyond;
    }
    sum->most = sqrt(sum->most);
}

pdk_status pdk_simplify_verify(pdk_simplifying *all, double share, pdk_deviation *deviation, pdk_error *error)
{
    pdk_surface_work *work = &all->change->work;
    verify_step step = { .all = all, .result = all->change->whole.surface };
    uint64_t pieces = pdk_surface_pieces(step.result.vertex_count);
    step.result.triangles = all->triangles;
    step.result.triangle_count = all->count;
    if (!make_room(&step, pieces)) return pdk_surface_no_room(work, error);
    pdk_status status = pdk_surface_run(work, share * 0.05, all->count, PDK_SURFACE_PIECE, mark_kept, &step, error);
    if (status == PDK_OK) {
        status =
            pdk_tree_build(&step.tree, work, share * 0.25, step.result.positions, all->triangles, all->count, error);
    }
    if (status == PDK_OK) status = pdk_surface_run(work, share * 0.7, pieces, 1, look, &step, error);
    if (status == PDK_OK) {
        add_up(step.pieces, pieces, deviation);
        pdk_surface_next(work, 0);
        if (!find_folds(&step, deviation)) status = pdk_fail_cancelled(error);
        if (status == PDK_OK && deviation->beyond > 0) {
            status = pdk_surface_run(work, 0, step.result.vertex_count, PDK_SURFACE_PIECE, freeze, &step, error);
        }
    }
    pdk_tree_free(&step.tree, work);
    void *rooms[] = { (void *)step.kept, (void *)step.spoilt, step.nearest, step.pieces };
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) pdk_free(&work->memory, rooms[i]);
    return status;
}
