/* One tile of a round: its points are numbered, those that must stay are locked, meshoptimizer makes triangles fewer,
 * and the result is checked. A tile with points that are too far off is tried again, with these points frozen. */
#include <string.h>

#include "surface/key_sort.h"
#include "surface/change/simplify_parts.h"

/* meshoptimizer's error is an average over the merged planes, so points may be further off. When more than many_share
 * of them are, the next try gets this reduction: frozen points would be everywhere. */
static const double many_share = 0.01, reduction = 0.6;
/* Where triangles may face anywhere, the first try gets less: with the full error, rough surfaces would fold. */
static const double share_of_any_surface = 0.5;
enum { MANY = 8, MAX_TRIES = 10, FULL_ERROR_TRIES = 6 };

/* ---------------------------------------------------------------------------------------------------------- arrays */

static void *renew(pdk_memory *memory, void *old, size_t count, size_t size)
{
    pdk_free(memory, old);
    return pdk_alloc_raw(memory, count * size);
}

static bool grow_for_triangles(pdk_tile_buffers *buffers, pdk_memory *memory, size_t triangles)
{
    if (triangles <= buffers->triangles && buffers->keys != NULL) return true;
    pdk_simplify_tile *tile = &buffers->tile;
    size_t corners = 3 * triangles, all = corners + 3 * pdk_simplify_extra_triangles(corners);
    buffers->triangles = triangles;
    buffers->keys = renew(memory, buffers->keys, corners, sizeof *buffers->keys);
    tile->scratch = tile->room.keys = buffers->keys;
    tile->points = renew(memory, tile->points, corners, sizeof *tile->points);
    tile->source = renew(memory, tile->source, 3 * corners, sizeof *tile->source);
    tile->positions = renew(memory, tile->positions, 3 * corners, sizeof *tile->positions);
    tile->indices = renew(memory, tile->indices, all, sizeof *tile->indices);
    tile->result = renew(memory, tile->result, all, sizeof *tile->result);
    tile->locked = renew(memory, tile->locked, corners, sizeof *tile->locked);
    tile->carriers = renew(memory, tile->carriers, corners, sizeof *tile->carriers);
    tile->marks = renew(memory, tile->marks, corners, 1);
    tile->room.order = renew(memory, tile->room.order, triangles, sizeof *tile->room.order);
    tile->room.boxes = renew(memory, tile->room.boxes, pdk_tree_boxes(triangles), sizeof *tile->room.boxes);
    return buffers->keys != NULL && tile->points != NULL && tile->source != NULL && tile->positions != NULL &&
           tile->indices != NULL && tile->result != NULL && tile->locked != NULL && tile->carriers != NULL &&
           tile->marks != NULL && tile->room.order != NULL && tile->room.boxes != NULL;
}

static bool grow_for_carried(pdk_tile_buffers *buffers, pdk_memory *memory, size_t points)
{
    pdk_simplify_tile *tile = &buffers->tile;
    if (points <= buffers->carried) return true;
    buffers->carried = points;
    tile->carried = renew(memory, tile->carried, points, sizeof *tile->carried);
    return tile->carried != NULL;
}

void pdk_simplify_free_buffers(pdk_tile_buffers *buffers, pdk_memory *memory)
{
    pdk_simplify_tile *tile = &buffers->tile;
    void *own[] = { buffers->keys, tile->points, tile->source,     tile->positions,  tile->indices, tile->result,
                    tile->locked,  tile->marks,  tile->room.order, tile->room.boxes, tile->carried, tile->carriers };
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) pdk_free(memory, own[i]);
}

/* ----------------------------------------------------------------------------------------------- a tile's contents */

/* Numbers the tile's points, ascending. */
static void number_points(const pdk_simplify_round *round, pdk_tile_buffers *buffers, uint64_t first, size_t triangles)
{
    pdk_simplify_tile *tile = &buffers->tile;
    for (size_t i = 0; i < triangles; i++) {
        const uint32_t *c = round->now.triangles + 3 * (uint64_t)(uint32_t)round->order[first + i];
        for (size_t k = 0; k < 3; k++) buffers->keys[3 * i + k] = (uint64_t)c[k] << 32 | (3 * i + k);
    }
    pdk_sort_keys(buffers->keys, 3 * triangles, pdk_simplify_bits_of(buffers->keys, 3 * triangles));
    tile->point_count = 0;
    for (size_t i = 0; i < 3 * triangles; i++) {
        uint32_t point = (uint32_t)(buffers->keys[i] >> 32);
        if (i == 0 || point != tile->points[tile->point_count - 1]) tile->points[tile->point_count++] = point;
        tile->indices[(uint32_t)buffers->keys[i]] = (uint32_t)tile->point_count - 1;
    }
    tile->triangle_count = triangles;
}

static void place_points(const pdk_simplify_round *round, pdk_simplify_tile *tile)
{
    const float *origin = tile->source;
    for (size_t i = 0; i < tile->point_count; i++) {
        memcpy(tile->source + 3 * i, round->now.positions + 3 * (uint64_t)tile->points[i], 12);
        for (size_t axis = 0; axis < 3; axis++) {
            double scale = (int)axis == tile->up ? PDK_FLATTENING : 1;
            double off = (double)tile->source[3 * i + axis] - (double)origin[axis];
            tile->positions[3 * i + axis] = (float)(off * scale);
        }
    }
}

static void lock_points(const pdk_simplify_round *round, pdk_simplify_tile *tile)
{
    tile->locked_count = 0;
    for (size_t i = 0; i < tile->point_count; i++) {
        bool stays = pdk_atomic_has_bit(round->shared, tile->points[i]) ||
                     pdk_atomic_has_bit(round->all->frozen, tile->points[i]);
        if (stays) tile->locked[tile->locked_count++] = (uint32_t)i;
    }
}

static void take_carried(const pdk_simplify_round *round, pdk_simplify_tile *tile, uint64_t number)
{
    uint64_t first = round->firsts[number];
    const uint64_t *keys = round->carried.keys + round->carried_firsts[number];
    for (size_t i = 0; i < tile->carried_count; i++) {
        uint32_t before = (uint32_t)((keys[i] >> 32) - first);
        tile->carried[i] = (pdk_carried_point){ .point = (uint32_t)keys[i], .before = before };
    }
}

static bool take_tile(pdk_simplify_round *round, pdk_tile_buffers *buffers, uint64_t number)
{
    pdk_simplifying *all = round->all;
    pdk_memory *memory = &all->change->work.memory;
    pdk_simplify_tile *tile = &buffers->tile;
    uint64_t first = round->firsts[number];
    size_t triangles = (size_t)(round->firsts[number + 1] - first);
    tile->carried_count = (size_t)(round->carried_firsts[number + 1] - round->carried_firsts[number]);
    if (!grow_for_triangles(buffers, memory, triangles) || !grow_for_carried(buffers, memory, tile->carried_count))
        return false;
    tile->lock_border = all->how->lock_border;
    tile->mesh_part = all->mesh_part;
    tile->memory = memory;
    tile->up = all->upright ? all->change->work.up : -1;
    number_points(round, buffers, first, triangles);
    place_points(round, tile);
    take_carried(round, tile, number);
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ tries */

static size_t leave_as_it_is(pdk_simplify_tile *tile)
{
    memcpy(tile->result, tile->indices, 12 * tile->triangle_count);
    for (size_t i = 0; i < tile->point_count; i++) tile->carriers[i] = PDK_NO_CARRIER;
    for (size_t i = 0; i < tile->carried_count; i++) tile->carried[i].now = tile->carried[i].before;
    return tile->triangle_count;
}

/* The last try changes only what lies exactly in the plane of its neighbours. Returns how many triangles are left. */
static size_t reduce(const pdk_simplify_round *round, pdk_simplify_tile *tile, uint8_t reverted)
{
    double error =
        round->all->how->error * (tile->up >= 0 ? PDK_FLATTENING : share_of_any_surface) / (1 << 2 * reverted);
    size_t min_triangles = (size_t)(round->ratio * (double)tile->triangle_count);
    for (int number = 1; number <= MAX_TRIES; number++) {
        lock_points(round, tile);
        size_t left = pdk_simplify_run_tile(tile, number < MAX_TRIES ? error : 0, min_triangles);
        if (left == tile->triangle_count || tile->out_of_memory) break;
        size_t wrong = pdk_simplify_check_tile(round->all, tile, left);
        if (wrong == 0) return left;
        bool many = wrong > MANY && (double)wrong > many_share * (double)(tile->point_count + tile->carried_count);
        if (many || number >= FULL_ERROR_TRIES) error *= reduction;
    }
    return leave_as_it_is(tile);
}

static void store(pdk_simplify_round *round, const pdk_simplify_tile *tile, uint64_t number, size_t left)
{
    uint64_t first = round->firsts[number];
    uint32_t *next = round->next + 3 * first, *carriers = round->all->carriers;
    for (size_t i = 0; i < 3 * left; i++) next[i] = tile->points[tile->result[i]];
    for (size_t i = 0; i < tile->point_count; i++) {
        if (tile->carriers[i] != PDK_NO_CARRIER) carriers[tile->points[i]] = (uint32_t)first + tile->carriers[i];
    }
    for (size_t i = 0; i < tile->carried_count; i++)
        carriers[tile->carried[i].point] = (uint32_t)first + tile->carried[i].now;
    round->left[number] = left;
}

void pdk_simplify_work_on_tile(void *user, size_t thread, uint64_t number, uint64_t count)
{
    pdk_simplify_round *round = user;
    pdk_surface_work *work = &round->all->change->work;
    pdk_simplify_tile *tile = &round->buffers[thread].tile;
    (void)count; /* one at a time */
    if (atomic_load(&work->short_of_memory)) return;
    bool taken = take_tile(round, &round->buffers[thread], number);
    if (taken) store(round, tile, number, reduce(round, tile, round->tries[number]));
    if (!taken || tile->out_of_memory) atomic_store(&work->short_of_memory, true);
}
