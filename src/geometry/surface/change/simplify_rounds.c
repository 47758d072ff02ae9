/* Rounds over square tiles. Tiles are small for three reasons: meshoptimizer computes in floats, which cannot
 * resolve millimetres over a wide tile; every processor gets work; memory does not grow with the surface. Points
 * that several tiles share do not move in a round, so that tiles fit together. In the next round the tiles are
 * larger and lie elsewhere. */
#include <string.h>

#include "surface/key_sort.h"
#include "surface/change/simplify_parts.h"
#include "surface/change/surface_crop.h"

/* A tile is this many times the error wide (a float's rounding is then a quarter of the error), but holds some
 * triangles. */
static const double width_of_error = 1000, least_triangles = 2000, most_triangles = 16000, most_later = 50000,
                    growth = 1.5, worth = 0.97;
enum { MAX_ROUNDS = 6 };

typedef struct tile_buffers {
    pdk_simplify_tile tile;
    uint64_t *keys;
    size_t triangles; /* capacity */
} tile_buffers;

typedef struct round_step {
    pdk_simplifying *all;
    pdk_surface now;        /* the triangles as they are */
    double origin[2], size; /* of tiles */
    uint64_t across;
    uint64_t *order;  /* tile << 32 | triangle, ascending */
    uint64_t *firsts; /* of each tile in `order`; one more at the end */
    uint64_t tile_count;
    _Atomic uint32_t *owners; /* the tile that has a point, by point */
    _Atomic uint8_t *shared;  /* bits: points of several tiles */
    uint32_t *next;           /* remaining triangles, in the places of the original ones */
    uint64_t *left;           /* by tile */
    double ratio;             /* of triangles to be left; 0 = as few as can be */
    tile_buffers buffers[PDK_MAX_THREADS];
} round_step;

static void find_tiles(void *user, size_t thread, uint64_t first, uint64_t count)
{
    round_step *step = user;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        double middle[2];
        uint64_t place[2];
        pdk_triangle_middle(&step->now, i, step->all->change->work.up, middle);
        for (int k = 0; k < 2; k++) {
            double number = floor((middle[k] - step->origin[k]) / step->size);
            place[k] = number > 0 ? number < 65535 ? (uint64_t)number : 65535 : 0;
        }
        step->order[i] = (place[1] << 16 | place[0]) << 32 | i;
    }
}

static void find_shared(void *user, size_t thread, uint64_t first, uint64_t count)
{
    round_step *step = user;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        const uint32_t *c = step->now.triangles + 3 * (uint64_t)(uint32_t)step->order[i];
        uint32_t tile = (uint32_t)(step->order[i] >> 32) + 1; /* 0 = none; tile numbers are below 2^32 - 1 */
        for (int k = 0; k < 3; k++) {
            uint32_t owner = atomic_load_explicit(&step->owners[c[k]], memory_order_relaxed);
            if (owner == 0) atomic_compare_exchange_strong(&step->owners[c[k]], &owner, tile);
            if (owner != 0 && owner != tile) pdk_atomic_set_bit(step->shared, c[k]);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------ one tile */

static bool grow_buffers(tile_buffers *buffers, pdk_memory *memory, size_t triangles)
{
    if (triangles <= buffers->triangles && buffers->keys != NULL) return true;
    pdk_simplify_tile *tile = &buffers->tile;
    void *old[] = {
        buffers->keys, tile->points, tile->positions, tile->indices, tile->result, tile->locked, tile->marks
    };
    for (size_t i = 0; i < sizeof old / sizeof old[0]; i++) pdk_free(memory, old[i]);
    size_t corners = 3 * triangles, all = corners + 3 * pdk_simplify_extra_triangles(corners);
    buffers->triangles = triangles;
    buffers->keys = tile->scratch = pdk_alloc_raw(memory, corners * sizeof *buffers->keys);
    tile->points = pdk_alloc_raw(memory, corners * sizeof *tile->points);
    tile->positions = pdk_alloc_raw(memory, 3 * corners * sizeof *tile->positions);
    tile->indices = pdk_alloc_raw(memory, all * sizeof *tile->indices);
    tile->result = pdk_alloc_raw(memory, all * sizeof *tile->result);
    tile->locked = pdk_alloc_raw(memory, corners * sizeof *tile->locked);
    tile->marks = pdk_alloc_raw(memory, corners);
    return buffers->keys != NULL && tile->points != NULL && tile->positions != NULL && tile->indices != NULL &&
           tile->result != NULL && tile->locked != NULL && tile->marks != NULL;
}

/* The number of low bits in which keys differ. */
static unsigned bits_of(const uint64_t *keys, uint64_t count)
{
    uint64_t any = 1;
    for (uint64_t i = 0; i < count; i++) any |= keys[i];
    return 64 - (unsigned)__builtin_clzll(any);
}

/* Numbers the tile's points, ascending. */
static void number_points(const round_step *step, tile_buffers *buffers, uint64_t first, size_t triangles)
{
    pdk_simplify_tile *tile = &buffers->tile;
    for (size_t i = 0; i < triangles; i++) {
        const uint32_t *c = step->now.triangles + 3 * (uint64_t)(uint32_t)step->order[first + i];
        for (size_t k = 0; k < 3; k++) buffers->keys[3 * i + k] = (uint64_t)c[k] << 32 | (3 * i + k);
    }
    pdk_sort_keys(buffers->keys, 3 * triangles, bits_of(buffers->keys, 3 * triangles));
    tile->point_count = 0;
    for (size_t i = 0; i < 3 * triangles; i++) {
        uint32_t point = (uint32_t)(buffers->keys[i] >> 32);
        if (i == 0 || point != tile->points[tile->point_count - 1]) tile->points[tile->point_count++] = point;
        tile->indices[(uint32_t)buffers->keys[i]] = (uint32_t)tile->point_count - 1;
    }
    tile->triangle_count = triangles;
}

static void place_points(const round_step *step, pdk_simplify_tile *tile)
{
    const float *positions = step->now.positions, *origin = positions + 3 * (uint64_t)tile->points[0];
    tile->locked_count = 0;
    tile->source = positions;
    for (size_t i = 0; i < tile->point_count; i++) {
        const float *position = positions + 3 * (uint64_t)tile->points[i];
        for (size_t axis = 0; axis < 3; axis++) {
            double scale = (int)axis == tile->up ? PDK_FLATTENING : 1;
            tile->positions[3 * i + axis] = (float)(((double)position[axis] - (double)origin[axis]) * scale);
        }
        bool stays =
            pdk_atomic_has_bit(step->shared, tile->points[i]) || pdk_atomic_has_bit(step->all->frozen, tile->points[i]);
        if (stays) tile->locked[tile->locked_count++] = (uint32_t)i;
    }
}

static void do_tile(void *user, size_t thread, uint64_t number, uint64_t count)
{
    round_step *step = user;
    pdk_surface_work *work = &step->all->change->work;
    tile_buffers *buffers = &step->buffers[thread];
    pdk_simplify_tile *tile = &buffers->tile;
    uint64_t first = step->firsts[number];
    size_t triangles = (size_t)(step->firsts[number + 1] - first);
    (void)count; /* one at a time */
    if (atomic_load(&work->short_of_memory)) return;
    if (!grow_buffers(buffers, &work->memory, triangles)) {
        atomic_store(&work->short_of_memory, true);
        return;
    }
    number_points(step, buffers, first, triangles);
    tile->lock_border = step->all->how->lock_border;
    tile->mesh_part = step->all->mesh_part;
    tile->memory = &work->memory;
    tile->up = step->all->upright ? step->all->change->work.up : -1;
    place_points(step, tile);
    size_t left = pdk_simplify_run_tile(tile, step->all->error * (tile->up >= 0 ? PDK_FLATTENING : 1),
                                        (size_t)(step->ratio * (double)triangles));
    if (tile->out_of_memory) atomic_store(&work->short_of_memory, true);
    for (size_t i = 0; i < 3 * left; i++) step->next[3 * first + i] = tile->points[tile->indices[i]];
    step->left[number] = left;
}

/* ----------------------------------------------------------------------------------------------------- one round */

static pdk_status sort_tiles(round_step *step, double share, pdk_error *error)
{
    pdk_surface_work *work = &step->all->change->work;
    uint64_t count = step->all->count;
    pdk_status status =
        pdk_surface_run(work, (pdk_surface_pass){ share * 0.1, count, PDK_SURFACE_PIECE }, find_tiles, step, error);
    if (status == PDK_OK)
        status = pdk_surface_sort(work, share * 0.1, step->order, count, bits_of(step->order, count), error);
    if (status != PDK_OK) return status;
    step->tile_count = 0;
    for (uint64_t i = 0; i < count; i++) step->tile_count += i == 0 || step->order[i] >> 32 != step->order[i - 1] >> 32;
    step->firsts = pdk_surface_alloc(work, step->tile_count + 1, sizeof *step->firsts);
    step->left = pdk_surface_alloc(work, step->tile_count, sizeof *step->left);
    if (step->firsts == NULL || step->left == NULL) return pdk_surface_fail_memory(work, error);
    uint64_t tile = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (i == 0 || step->order[i] >> 32 != step->order[i - 1] >> 32) step->firsts[tile++] = i;
    }
    step->firsts[tile] = count;
    return pdk_surface_run(work, (pdk_surface_pass){ share * 0.1, count, PDK_SURFACE_PIECE }, find_shared, step, error);
}

static void take_left(round_step *step)
{
    pdk_simplifying *all = step->all;
    uint64_t count = 0;
    for (uint64_t tile = 0; tile < step->tile_count; tile++) {
        memcpy(all->triangles + 3 * count, step->next + 3 * step->firsts[tile], 12 * (size_t)step->left[tile]);
        count += step->left[tile];
    }
    all->count = count;
}

static bool begin_round(round_step *step)
{
    pdk_surface_work *work = &step->all->change->work;
    uint64_t points = step->all->change->whole.surface.vertex_count, count = step->all->count;
    step->now = step->all->change->whole.surface;
    step->now.triangles = step->all->triangles;
    step->now.triangle_count = count;
    step->order = pdk_surface_alloc(work, count, sizeof *step->order);
    step->owners = pdk_surface_alloc(work, points, sizeof *step->owners);
    step->shared = pdk_surface_alloc(work, points / 8 + 1, 1);
    step->next = pdk_alloc_raw(&work->memory, 12 * (size_t)count);
    return step->order != NULL && step->owners != NULL && step->shared != NULL && step->next != NULL;
}

static void end_round(round_step *step)
{
    pdk_memory *memory = &step->all->change->work.memory;
    void *buffers[] = { step->order, (void *)step->owners, (void *)step->shared, step->next, step->firsts, step->left };
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) pdk_free(memory, buffers[i]);
    for (size_t t = 0; t < PDK_MAX_THREADS; t++) {
        pdk_simplify_tile *tile = &step->buffers[t].tile;
        void *own[] = { step->buffers[t].keys, tile->points, tile->positions, tile->indices,
                        tile->result,          tile->locked, tile->marks };
        for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) pdk_free(memory, own[i]);
    }
}

static pdk_status do_round(round_step *step, double share, pdk_error *error)
{
    pdk_surface_work *work = &step->all->change->work;
    if (!begin_round(step)) return pdk_surface_fail_memory(work, error);
    pdk_status status = sort_tiles(step, share, error);
    if (status == PDK_OK)
        status = pdk_surface_run(work, (pdk_surface_pass){ share * 0.7, step->tile_count, 1 }, do_tile, step, error);
    if (status == PDK_OK) take_left(step);
    return status;
}

/* The surface seen from above: its low corner, its longer side, and the area it covers. */
typedef struct surface_footprint {
    double low[2], wide, area;
} surface_footprint;

static pdk_status measure_footprint(const pdk_simplifying *all, double share, surface_footprint *footprint,
                                    pdk_error *error)
{
    const pdk_surface *surface = &all->change->whole.surface;
    pdk_surface_work *work = &all->change->work;
    int axes[2] = { 0, 3 - work->up };
    surface_footprint sum = { .low = { INFINITY, INFINITY } };
    pdk_surface_begin_step(work, share);
    double high[2] = { -INFINITY, -INFINITY };
    for (uint64_t i = 0; i < all->count; i++) {
        if (!pdk_surface_progress_at(work, i, all->count)) return pdk_fail_cancelled(error);
        const uint32_t *c = all->triangles + 3 * i;
        double at[3][2];
        for (int k = 0; k < 6; k++)
            at[k / 2][k % 2] = (double)surface->positions[3 * (uint64_t)c[k / 2] + (uint64_t)axes[k % 2]];
        for (int k = 0; k < 6; k++) {
            sum.low[k % 2] = fmin(sum.low[k % 2], at[k / 2][k % 2]);
            high[k % 2] = fmax(high[k % 2], at[k / 2][k % 2]);
        }
        sum.area +=
            fabs((at[1][0] - at[0][0]) * (at[2][1] - at[0][1]) - (at[1][1] - at[0][1]) * (at[2][0] - at[0][0])) / 2;
    }
    sum.wide = fmax(high[0] - sum.low[0], high[1] - sum.low[1]);
    *footprint = sum;
    return PDK_OK;
}

static double tile_size(const surface_footprint *footprint, double error, uint64_t triangles)
{
    double each = footprint->area / (double)triangles, size = width_of_error * error;
    size = fmin(fmax(size, sqrt(least_triangles * each)), sqrt(most_triangles * each));
    size = fmax(size, footprint->wide / 60000); /* tiles are numbered by 16 bits either way */
    return size > 0 ? size : 1;
}

/* The next round's tile size, limited so that the triangles which could not be reduced take little time. */
static double larger_tiles(const surface_footprint *footprint, double size, uint64_t triangles)
{
    return fmin(size * growth, fmax(size, sqrt(most_later * footprint->area / (double)triangles)));
}

pdk_status pdk_simplify_rounds(pdk_simplifying *all, double share, pdk_error *error)
{
    surface_footprint footprint = { .area = 0 };
    pdk_status status = measure_footprint(all, share * 0.04, &footprint, error);
    if (status != PDK_OK) return status;
    double size = all->count > 0 ? tile_size(&footprint, all->error, all->count) : 1;
    for (int round = 0; round < MAX_ROUNDS && status == PDK_OK && all->count > all->min_triangles; round++) {
        uint64_t before = all->count;
        round_step step = { .all = all, .size = size };
        for (int k = 0; k < 2; k++) step.origin[k] = footprint.low[k] - (round % 2 == 0 ? 0.25 : 0.75) * size;
        step.ratio = all->min_triangles > 0 ? (double)all->min_triangles / (double)before : 0;
        status = do_round(&step, share * 0.96 / MAX_ROUNDS, error);
        end_round(&step);
        if (status == PDK_OK && (double)all->count > worth * (double)before && round > 0) break;
        size = larger_tiles(&footprint, size, all->count);
    }
    return status;
}
