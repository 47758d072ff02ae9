/* How far the source's points are from what came out. Points the result still has are on it. */
#include "analysis/surface/simplify.h"
#include "analysis/surface/triangle_tree.h"

typedef struct verify_step {
    pdk_simplifying *all;
    pdk_triangle_tree tree;
    _Atomic uint8_t *kept; /* bits: points of the result */
    pdk_deviation *pieces;
} verify_step;

static void look(void *user, size_t thread, uint64_t piece, uint64_t count)
{
    const verify_step *step = user;
    pdk_simplifying *all = step->all;
    const pdk_surface *surface = &all->change->whole.surface;
    uint64_t first = piece * PDK_SURFACE_PIECE, end = first + PDK_SURFACE_PIECE;
    if (end > surface->vertex_count) end = surface->vertex_count;
    (void)thread;
    (void)count; /* one at a time */
    pdk_deviation sum = { 0 };
    uint32_t nearest = UINT32_MAX; /* of the point before: it is mostly near */
    for (uint64_t i = first; i < end; i++) {
        if (!pdk_is_marked(all->used, i)) continue;
        sum.points++;
        if (pdk_is_marked(step->kept, i)) continue;
        const float *p = surface->positions + 3 * i;
        const double point[3] = { (double)p[0], (double)p[1], (double)p[2] };
        double square = pdk_tree_nearest(&step->tree, point, &nearest);
        sum.squares += square;
        if (square > sum.most) sum.most = square;
        if (!(sqrt(square) > all->how->error)) continue;
        sum.beyond++;
        pdk_mark(all->frozen, i);
    }
    step->pieces[piece] = sum;
}

pdk_status pdk_simplify_verify(pdk_simplifying *all, double share, pdk_deviation *deviation, pdk_error *error)
{
    pdk_surface_work *work = &all->change->work;
    const pdk_surface *surface = &all->change->whole.surface;
    uint64_t pieces = pdk_surface_pieces(surface->vertex_count);
    verify_step step = { .all = all };
    step.kept = pdk_surface_room(work, surface->vertex_count / 8 + 1, 1);
    step.pieces = pdk_surface_room(work, pieces, sizeof *step.pieces);
    if (step.kept == NULL || step.pieces == NULL) return pdk_surface_no_room(work, error);
    for (uint64_t i = 0; i < 3 * all->count; i++) pdk_mark(step.kept, all->triangles[i]);
    if (!pdk_tree_build(&step.tree, work, surface->positions, all->triangles, all->count)) return pdk_surface_no_room(work, error);
    pdk_status status = pdk_surface_run(work, share, pieces, 1, look, &step, error);
    *deviation = (pdk_deviation){ 0 };
    for (uint64_t i = 0; i < pieces && status == PDK_OK; i++) {
        deviation->most = fmax(deviation->most, step.pieces[i].most);
        deviation->squares += step.pieces[i].squares;
        deviation->points += step.pieces[i].points;
        deviation->beyond += step.pieces[i].beyond;
    }
    deviation->most = sqrt(deviation->most);
    pdk_tree_free(&step.tree, work);
    pdk_free(&work->memory, (void *)step.kept);
    pdk_free(&work->memory, step.pieces);
    return status;
}
