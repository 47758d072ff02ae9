/*
 * Two counting sorts: points by their square, triangles by that of their first corner; what is in the same square keeps
 * its order. A square begins at multiples of its size, in the coordinates that are written. It takes 16 bytes a point
 * and 12 a triangle, and 4 for each square there could be; while points are sorted those that are not in memory as they
 * are are there twice.
 */
#include "convert/square_blocks.h"

#include <math.h>
#include <string.h>

enum { RUN = 1024 };

static const double max_squares = 1 << 24; /* room for 16 km2 in squares of a metre */

typedef struct squares {
    pdk_export *job;
    const float (*points)[3];
    uint64_t point_count, triangle_count;
    double size, first[2], wide; /* first: columns and rows before the surface; wide: columns of it */
    uint64_t count;              /* squares, and one for points that are nowhere */
    uint32_t *next;              /* of each square: how many are in it, then where the next of them goes */
    uint32_t *rank;              /* where each point went */
    float (*sorted)[3];
    uint32_t (*triangles)[3];
} squares;

static uint64_t square_of(const squares *all, const float point[3])
{
    double column = floor((double)point[0] / all->size) - all->first[0],
           row = floor((double)point[1] / all->size) - all->first[1];
    if (!isfinite(column) || !isfinite(row)) return all->count - 1;
    return (uint64_t)(row * all->wide + column);
}

/* From how many are in each square to where its first goes. */
static void begin_squares(squares *all)
{
    uint32_t at = 0;
    for (uint64_t i = 0; i < all->count; i++) {
        uint32_t here = all->next[i];
        all->next[i] = at;
        at += here;
    }
}

static pdk_status lay_out(squares *all, pdk_error *error)
{
    double minimum[2] = { INFINITY, INFINITY }, maximum[2] = { -INFINITY, -INFINITY };
    for (uint64_t i = 0; i < all->point_count; i++) {
        const float *point = all->points[i];
        if (!isfinite(point[0]) || !isfinite(point[1])) continue;
        for (int k = 0; k < 2; k++) {
            minimum[k] = fmin(minimum[k], (double)point[k]);
            maximum[k] = fmax(maximum[k], (double)point[k]);
        }
    }
    bool any = minimum[0] <= maximum[0];
    double across[2] = { 0, 0 };
    for (int k = 0; k < 2 && any; k++) {
        all->first[k] = floor(minimum[k] / all->size);
        across[k] = floor(maximum[k] / all->size) - all->first[k] + 1;
    }
    if (!(across[0] * across[1] <= max_squares)) {
        return pdk_fail(
            error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.blocks",
            "the surface has %.3g squares of %g m, but there can be at most %.0f blocks: choose larger squares",
            across[0] * across[1], all->size, max_squares);
    }
    all->wide = across[0];
    all->count = (uint64_t)(across[0] * across[1]) + 1;
    return PDK_OK;
}

static void sort_points(squares *all)
{
    for (uint64_t i = 0; i < all->point_count; i++) all->next[square_of(all, all->points[i])]++;
    begin_squares(all);
    for (uint64_t i = 0; i < all->point_count; i++) {
        uint32_t to = all->next[square_of(all, all->points[i])]++;
        all->rank[i] = to;
        memcpy(all->sorted[to], all->points[i], sizeof *all->sorted);
    }
}

/* The squares with points in them. `next` is where each ends. */
static pdk_status make_blocks(const squares *all, const pdk_mesh_block **blocks, size_t *count, pdk_error *error)
{
    uint64_t used = 0, begin = 0;
    for (uint64_t i = 0; i < all->count; i++) used += all->next[i] > (i > 0 ? all->next[i - 1] : 0);
    pdk_mesh_block *made = pdk_alloc_array(all->job->memory, used, sizeof *made);
    if (made == NULL) return pdk_fail_memory(error, all->job->memory, "blocks");
    for (uint64_t i = 0; i < all->count; begin = all->next[i++]) {
        if (all->next[i] > begin) made[(*count)++] = (pdk_mesh_block){ NULL, begin, all->next[i] - begin };
    }
    *blocks = made;
    return PDK_OK;
}

/* Triangles that name a missing point are reported and left out later: they stay unchanged, after the others. */
static uint64_t square_of_triangle(const squares *all, const uint32_t corners[3])
{
    return corners[0] < all->point_count ? square_of(all, all->sorted[all->rank[corners[0]]]) : all->count - 1;
}

static void put_triangle(squares *all, const uint32_t corners[3])
{
    uint32_t *to = all->triangles[all->next[square_of_triangle(all, corners)]++];
    for (int k = 0; k < 3; k++) to[k] = corners[k] < all->point_count ? all->rank[corners[k]] : corners[k];
}

/* A walk over all triangles: first they are counted, then put in their places. */
static pdk_status walk_triangles(squares *all, bool put, pdk_error *error)
{
    const pdk_mesh *from = &all->job->mesh;
    uint32_t buffer[RUN][3];
    for (uint64_t at = 0; at < all->triangle_count; at += RUN) {
        size_t some = all->triangle_count - at < RUN ? (size_t)(all->triangle_count - at) : RUN;
        pdk_status status = from->read_triangles(from, at, some, buffer, error);
        if (status == PDK_OK && at / RUN % 256 == 255) {
            status =
                pdk_export_progress(all->job, (put ? all->triangle_count : 0) + at, 2 * all->triangle_count, error);
        }
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) {
            if (put) put_triangle(all, buffer[i]);
            else all->next[square_of_triangle(all, buffer[i])]++;
        }
    }
    return PDK_OK;
}

/* The points as floats, sorted; the others go. */
static pdk_status take_points(squares *all, pdk_error *error)
{
    pdk_export *job = all->job;
    const float *points = NULL;
    pdk_status status = pdk_export_positions(job, &points, error);
    all->points = (const float(*)[3])(const void *)points;
    if (status == PDK_OK) status = lay_out(all, error);
    if (status != PDK_OK) return status;
    all->next = pdk_alloc_array(job->memory, all->count, sizeof *all->next);
    all->rank = pdk_alloc_array(job->memory, all->point_count, sizeof *all->rank);
    all->sorted = pdk_alloc_array(job->memory, all->point_count, sizeof *all->sorted);
    if (all->next == NULL || all->rank == NULL || all->sorted == NULL)
        return pdk_fail_memory(error, job->memory, "points in the order of squares");
    sort_points(all);
    if (points != job->mesh.arrays.positions) pdk_free(job->memory, (void *)(uintptr_t)points);
    return PDK_OK;
}

static pdk_status take_triangles(squares *all, pdk_error *error)
{
    all->triangles = pdk_alloc_array(all->job->memory, all->triangle_count, sizeof *all->triangles);
    if (all->triangles == NULL) return pdk_fail_memory(error, all->job->memory, "triangles in the order of squares");
    memset(all->next, 0, all->count * sizeof *all->next);
    pdk_status status = walk_triangles(all, false, error);
    begin_squares(all);
    return status == PDK_OK ? walk_triangles(all, true, error) : status;
}

static void put_mesh(const squares *all, const pdk_mesh_block *blocks, size_t block_count)
{
    const pdk_surface surface = { .positions = all->sorted[0],
                                  .triangles = all->triangles[0],
                                  .vertex_count = all->point_count,
                                  .triangle_count = all->triangle_count };
    pdk_mesh made = pdk_mesh_of_surface(&surface, all->job->mesh.frame);
    made.sound = all->job->mesh.sound;
    made.blocks = blocks;
    made.block_count = block_count;
    all->job->mesh = made;
}

pdk_status pdk_export_square_blocks(pdk_export *job, pdk_error *error)
{
    squares all = { .job = job,
                    .point_count = job->mesh.point_count,
                    .triangle_count = job->mesh.triangle_count,
                    .size = job->options->rld->block_size };
    const pdk_mesh_block *blocks = NULL;
    size_t count = 0, groups = job->mesh.block_count;
    if (!isfinite(all.size) || !(all.size > 0)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.blocks",
                        "the size of squares for blocks must be above 0");
    }
    if (all.point_count > UINT32_MAX || all.triangle_count > UINT32_MAX) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "convert.blocks",
                        "blocks can hold at most 4294967295 points and triangles");
    }
    pdk_status status = take_points(&all, error);
    if (status == PDK_OK) status = make_blocks(&all, &blocks, &count, error);
    if (status == PDK_OK) status = take_triangles(&all, error);
    if (status != PDK_OK) return status;
    put_mesh(&all, blocks, count);
    pdk_free(job->memory, all.rank);
    pdk_free(job->memory, all.next);
    pdk_export_note(job, PDK_NOTE, "convert.blocks", "made %zu blocks, squares of %g m%s", count, all.size,
                    groups > 1 ? ", instead of the source's" : "");
    return PDK_OK;
}
