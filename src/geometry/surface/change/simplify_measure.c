/* Measures how far the source's points are from the result. Each point that is no corner of it is near the triangle
 * that carries it: the search for the nearest one begins there. */
#include "surface/change/simplify_parts.h"

typedef struct measure_step {
    const pdk_simplifying *all;
    const float *positions;
    pdk_triangle_tree tree;
    uint32_t *places;         /* of triangles in the tree's order */
    pdk_carried_list carried; /* by these places */
    pdk_deviation *pieces;
} measure_step;

static void find_places(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const measure_step *step = user;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) step->places[step->tree.order[i]] = (uint32_t)i;
}

static uint64_t leaf_of(uint64_t key)
{
    return (key >> 32) / PDK_TREE_LEAF;
}

/* Points that the same leaf carries; returns how many. */
static size_t measure_group(const measure_step *step, const uint64_t *keys, uint64_t most, pdk_deviation *sum)
{
    double points[PDK_TREE_GROUP][3], squares[PDK_TREE_GROUP];
    size_t count = 0;
    for (; count < PDK_TREE_GROUP && count < most && leaf_of(keys[count]) == leaf_of(keys[0]); count++) {
        const float *position = step->positions + 3 * (uint64_t)(uint32_t)keys[count];
        for (int axis = 0; axis < 3; axis++) points[count][axis] = (double)position[axis];
    }
    pdk_tree_nearest_of(&step->tree, leaf_of(keys[0]), (const double(*)[3])points, count, squares);
    for (size_t i = 0; i < count; i++) {
        sum->squares += squares[i];
        if (squares[i] > sum->max) sum->max = squares[i];
    }
    return count;
}

static void measure_piece(void *user, size_t thread, uint64_t piece, uint64_t count)
{
    const measure_step *step = user;
    uint64_t at = piece * PDK_SURFACE_PIECE, end = at + PDK_SURFACE_PIECE;
    if (end > step->carried.count) end = step->carried.count;
    (void)thread;
    (void)count; /* one at a time */
    pdk_deviation sum = { 0 };
    while (at < end) at += measure_group(step, step->carried.keys + at, end - at, &sum);
    step->pieces[piece] = sum;
}

static void add_up(const pdk_deviation *pieces, uint64_t count, pdk_deviation *sum)
{
    for (uint64_t i = 0; i < count; i++) {
        sum->max = fmax(sum->max, pieces[i].max);
        sum->squares += pieces[i].squares;
    }
    sum->max = sqrt(sum->max);
}

static pdk_status find_tree(measure_step *step, double share, pdk_error *error)
{
    pdk_surface_work *work = &step->all->change->work;
    pdk_triangle_list triangles = { step->positions, step->all->triangles, step->all->count };
    step->places = pdk_surface_alloc(work, triangles.count, sizeof *step->places);
    if (step->places == NULL) return pdk_surface_fail_memory(work, error);
    pdk_status status = pdk_tree_build(&step->tree, work, share * 0.9, triangles, error);
    if (status != PDK_OK) return status;
    pdk_surface_pass pass = { share * 0.1, triangles.count, PDK_SURFACE_PIECE };
    return pdk_surface_run(work, pass, find_places, step, error);
}

static pdk_status measure(measure_step *step, double share, pdk_deviation *sum, pdk_error *error)
{
    pdk_surface_work *work = &step->all->change->work;
    pdk_status status = find_tree(step, share * 0.3, error);
    if (status == PDK_OK)
        status = pdk_simplify_list_carried(step->all, step->places, share * 0.2, &step->carried, error);
    if (status != PDK_OK) return status;
    uint64_t pieces = pdk_surface_pieces(step->carried.count);
    step->pieces = pdk_surface_alloc(work, pieces, sizeof *step->pieces);
    if (step->pieces == NULL) return pdk_surface_fail_memory(work, error);
    status = pdk_surface_run(work, (pdk_surface_pass){ share * 0.5, pieces, 1 }, measure_piece, step, error);
    if (status == PDK_OK) add_up(step->pieces, pieces, sum);
    return status;
}

pdk_status pdk_simplify_measure(pdk_simplifying *all, double share, pdk_deviation *deviation, pdk_error *error)
{
    pdk_surface_work *work = &all->change->work;
    const pdk_surface *surface = &all->change->whole.surface;
    measure_step step = { .all = all, .positions = surface->positions };
    *deviation = (pdk_deviation){ .points = pdk_count_bits(all->used, surface->vertex_count) };
    pdk_status status = measure(&step, share, deviation, error);
    pdk_tree_free(&step.tree, work);
    void *arrays[] = { step.places, step.carried.keys, step.pieces };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) pdk_free(&work->memory, arrays[i]);
    return status;
}
