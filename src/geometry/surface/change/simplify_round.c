/* One round over tiles, in three steps: triangles are sorted by tiles, and so are points that went in earlier
 * rounds, by the triangles that carry them; tiles are reduced (simplify_work.c); what remains is joined. Points that
 * several tiles share do not move, so that tiles fit together. */
#include <string.h>

#include "surface/spread_bits.h"
#include "surface/change/simplify_parts.h"
#include "surface/change/surface_crop.h"

enum { MOST_TRIANGLES = 8000 };

/* -------------------------------------------------------------------------------------------------------- triangles */

static void find_tiles(void *user, size_t thread, uint64_t first, uint64_t count)
{
    pdk_simplify_round *round = user;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        double middle[2];
        uint64_t place[2];
        pdk_triangle_middle(&round->now, i, round->all->change->work.up, middle);
        for (int k = 0; k < 2; k++) {
            double number = floor((middle[k] - round->origin[k]) / round->cell);
            place[k] = number > 0 ? number < 65535 ? (uint64_t)number : 65535 : 0;
        }
        round->order[i] = (pdk_spread_bits(place[0]) | pdk_spread_bits(place[1]) << 1) << 32 | i;
    }
}

/* Cuts a run of triangles into tiles, the cells of a level, and those that have too many into the cells of the level
 * below. Returns how many tiles there are then; `firsts` may be NULL. */
static uint64_t cut(const pdk_simplify_round *round, uint64_t first, uint64_t end, unsigned level, uint64_t *firsts)
{
    uint64_t tiles = 0;
    while (first < end) {
        uint64_t cell = round->order[first] >> 32 >> 2 * level, next = first + 1;
        while (next < end && round->order[next] >> 32 >> 2 * level == cell) next++;
        if (next - first > MOST_TRIANGLES && level > 0) {
            tiles += cut(round, first, next, level - 1, firsts != NULL ? firsts + tiles : NULL);
        } else {
            if (firsts != NULL) firsts[tiles] = first;
            tiles++;
        }
        first = next;
    }
    return tiles;
}

/* Numbers the tiles that have triangles. */
static bool number_tiles(pdk_simplify_round *round)
{
    pdk_surface_work *work = &round->all->change->work;
    uint64_t count = round->all->count, tiles = cut(round, 0, count, round->levels, NULL);
    round->tile_count = tiles;
    round->firsts = pdk_surface_alloc(work, tiles + 1, sizeof *round->firsts);
    round->left = pdk_surface_alloc(work, tiles, sizeof *round->left);
    round->starts = pdk_surface_alloc(work, tiles + 1, sizeof *round->starts);
    round->tries = pdk_surface_alloc(work, tiles, sizeof *round->tries);
    if (round->firsts == NULL || round->left == NULL || round->starts == NULL || round->tries == NULL) return false;
    cut(round, 0, count, round->levels, round->firsts);
    round->firsts[tiles] = count;
    for (uint64_t tile = 0; tile < tiles; tile++) {
        for (uint64_t i = round->firsts[tile]; i < round->firsts[tile + 1]; i++)
            round->order[i] = tile << 32 | (uint32_t)round->order[i];
    }
    return true;
}

static void find_shared(void *user, size_t thread, uint64_t first, uint64_t count)
{
    pdk_simplify_round *round = user;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        uint32_t triangle = (uint32_t)round->order[i], tile = (uint32_t)(round->order[i] >> 32) + 1; /* 0 = none */
        const uint32_t *c = round->now.triangles + 3 * (uint64_t)triangle;
        round->places[triangle] = (uint32_t)i;
        for (int k = 0; k < 3; k++) {
            uint32_t owner = atomic_load_explicit(&round->owners[c[k]], memory_order_relaxed);
            if (owner == 0) atomic_compare_exchange_strong(&round->owners[c[k]], &owner, tile);
            if (owner != 0 && owner != tile) pdk_atomic_set_bit(round->shared, c[k]);
        }
    }
}

static pdk_status sort_triangles(pdk_simplify_round *round, double share, pdk_error *error)
{
    pdk_surface_work *work = &round->all->change->work;
    uint64_t count = round->all->count;
    pdk_status status =
        pdk_surface_run(work, (pdk_surface_pass){ share * 0.3, count, PDK_SURFACE_PIECE }, find_tiles, round, error);
    if (status == PDK_OK) {
        unsigned bits = pdk_simplify_bits_of(round->order, count);
        status = pdk_surface_sort(work, share * 0.4, round->order, count, bits, error);
    }
    if (status != PDK_OK) return status;
    if (!number_tiles(round)) return pdk_surface_fail_memory(work, error);
    return pdk_surface_run(work, (pdk_surface_pass){ share * 0.3, count, PDK_SURFACE_PIECE }, find_shared, round,
                           error);
}

/* Of each tile among points that went, which are in the order of the triangles that carry them. */
static bool find_carried_firsts(pdk_simplify_round *round)
{
    uint64_t *firsts = pdk_surface_alloc(&round->all->change->work, round->tile_count + 1, sizeof *firsts), tile = 0;
    round->carried_firsts = firsts;
    if (firsts == NULL) return false;
    for (uint64_t i = 0; i < round->carried.count; i++) {
        while (round->carried.keys[i] >> 32 >= round->firsts[tile + 1]) firsts[++tile] = i;
    }
    while (tile < round->tile_count) firsts[++tile] = round->carried.count;
    return true;
}

static pdk_status sort_carried(pdk_simplify_round *round, double share, pdk_error *error)
{
    pdk_status status = pdk_simplify_list_carried(round->all, round->places, share, &round->carried, error);
    if (status == PDK_OK && !find_carried_firsts(round))
        status = pdk_surface_fail_memory(&round->all->change->work, error);
    return status;
}

/* ----------------------------------------------------------------------------------------------------- what remains */

static void take_tile(void *user, size_t thread, uint64_t tile, uint64_t count)
{
    const pdk_simplify_round *round = user;
    uint64_t from = round->firsts[tile], to = round->starts[tile];
    (void)thread;
    (void)count; /* one at a time */
    memcpy(round->all->triangles + 3 * to, round->next + 3 * from, 12 * (size_t)round->left[tile]);
    for (uint64_t i = 0; i < round->left[tile]; i++) round->order[from + i] = to + i;
}

static void take_carriers(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const pdk_simplify_round *round = user;
    uint32_t *carriers = round->all->carriers;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        if (carriers[i] != PDK_NO_CARRIER) carriers[i] = (uint32_t)round->order[carriers[i]];
    }
}

static pdk_status take_remaining(pdk_simplify_round *round, double share, pdk_error *error)
{
    pdk_surface_work *work = &round->all->change->work;
    for (uint64_t tile = 0; tile < round->tile_count; tile++)
        round->starts[tile + 1] = round->starts[tile] + round->left[tile];
    pdk_status status =
        pdk_surface_run(work, (pdk_surface_pass){ share * 0.5, round->tile_count, 1 }, take_tile, round, error);
    if (status != PDK_OK) return status;
    round->all->count = round->starts[round->tile_count];
    return pdk_surface_run(work, (pdk_surface_pass){ share * 0.5, round->now.vertex_count, PDK_SURFACE_PIECE },
                           take_carriers, round, error);
}

/* ----------------------------------------------------------------------------------------------------- one round */

static bool begin(pdk_simplify_round *round)
{
    pdk_simplifying *all = round->all;
    pdk_surface_work *work = &all->change->work;
    uint64_t points = all->change->whole.surface.vertex_count;
    round->now = all->change->whole.surface;
    round->now.triangles = all->triangles;
    round->now.triangle_count = all->count;
    round->order = pdk_surface_alloc(work, all->count, sizeof *round->order);
    round->places = pdk_surface_alloc(work, all->count, sizeof *round->places);
    round->owners = pdk_surface_alloc(work, points, sizeof *round->owners);
    round->shared = pdk_surface_alloc(work, points / 8 + 1, 1);
    round->next = pdk_alloc_raw(&work->memory, 12 * (size_t)all->count);
    return round->order != NULL && round->places != NULL && round->owners != NULL && round->shared != NULL &&
           round->next != NULL;
}

static void end(pdk_simplify_round *round)
{
    pdk_memory *memory = &round->all->change->work.memory;
    void *arrays[] = { round->order,          round->places,       (void *)round->owners, (void *)round->shared,
                       round->next,           round->firsts,       round->left,           round->starts,
                       round->carried_firsts, round->carried.keys, round->tries };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) pdk_free(memory, arrays[i]);
    for (size_t t = 0; t < PDK_MAX_THREADS; t++) pdk_simplify_free_buffers(&round->buffers[t], memory);
}

pdk_status pdk_simplify_do_round(pdk_simplify_round *round, double share, pdk_error *error)
{
    pdk_surface_work *work = &round->all->change->work;
    pdk_status status = begin(round) ? PDK_OK : pdk_surface_fail_memory(work, error);
    if (status == PDK_OK) status = sort_triangles(round, share * 0.15, error);
    if (status == PDK_OK) status = sort_carried(round, share * 0.05, error);
    if (status == PDK_OK) {
        pdk_surface_pass pass = { share * 0.75, round->tile_count, 1 };
        status = pdk_surface_run(work, pass, pdk_simplify_work_on_tile, round, error);
    }
    if (status == PDK_OK && !round->all->upright) status = pdk_simplify_check_seams(round, error);
    if (status == PDK_OK) status = take_remaining(round, share * 0.05, error);
    end(round);
    return status;
}
