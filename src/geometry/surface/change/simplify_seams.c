/* Two tiles may each have made an edge between the same two points that they share, so that more than two triangles
 * meet there: neither tile sees that (simplify_edges.c looks into one). Tiles with such an edge become again what they
 * were, and are tried again with a quarter of the error, some times. Seen from above, triangles that face up cannot do
 * this: surfaces without any that face down are not looked at. */
#include <string.h>

#include "surface/change/simplify_parts.h"

typedef struct seam_step {
    pdk_simplify_round *round;
    uint64_t *firsts; /* of each tile among the keys; one more at the end */
    uint64_t *keys;   /* directed edges between shared points: from << 32 | to */
    uint64_t count;
    uint64_t *again; /* tiles to be tried again */
    uint64_t again_count, reverted;
} seam_step;

/* What a tile was may not fit what its neighbours became, so that they follow. If that takes long, the round is given
 * up: all its tiles become what they were. */
enum { MOST_TRIES = 8, MOST_PASSES = 16 };

static uint64_t edge_of(const uint32_t *triangles, uint64_t number)
{
    const uint32_t *corners = triangles + number / 3 * 3;
    return (uint64_t)corners[number % 3] << 32 | corners[(number + 1) % 3];
}

static bool is_shared(const pdk_simplify_round *round, uint64_t edge)
{
    return pdk_atomic_has_bit(round->shared, edge >> 32) && pdk_atomic_has_bit(round->shared, (uint32_t)edge);
}

/* Counts a tile's edges between shared points, and lists them where `to` is not NULL. */
static uint64_t walk(const pdk_simplify_round *round, uint64_t tile, uint64_t *to)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < 3 * round->left[tile]; i++) {
        uint64_t edge = edge_of(round->next + 3 * round->firsts[tile], i);
        if (!is_shared(round, edge)) continue;
        if (to != NULL) to[sum] = edge;
        sum++;
    }
    return sum;
}

static void count_edges(void *user, size_t thread, uint64_t tile, uint64_t count)
{
    const seam_step *step = user;
    (void)thread;
    (void)count; /* one at a time, here and below */
    step->firsts[tile + 1] = walk(step->round, tile, NULL);
}

static void list_edges(void *user, size_t thread, uint64_t tile, uint64_t count)
{
    const seam_step *step = user;
    (void)thread;
    (void)count;
    walk(step->round, tile, step->keys + step->firsts[tile]);
}

/* Leaves those that are there more than once, each once. */
static void keep_repeated(seam_step *step)
{
    uint64_t repeated = 0;
    for (uint64_t i = 1; i < step->count; i++) {
        uint64_t edge = step->keys[i]; /* what is written is before it */
        if (edge == step->keys[i - 1] && (repeated == 0 || step->keys[repeated - 1] != edge))
            step->keys[repeated++] = edge;
    }
    step->count = repeated;
}

static pdk_status find_repeated(seam_step *step, pdk_error *error)
{
    pdk_surface_work *work = &step->round->all->change->work;
    uint64_t tiles = step->round->tile_count;
    step->firsts = pdk_surface_alloc(work, tiles + 1, sizeof *step->firsts);
    if (step->firsts == NULL) return pdk_surface_fail_memory(work, error);
    pdk_status status = pdk_surface_run(work, (pdk_surface_pass){ 0, tiles, 1 }, count_edges, step, error);
    if (status != PDK_OK) return status;
    for (uint64_t tile = 0; tile < tiles; tile++) step->firsts[tile + 1] += step->firsts[tile];
    step->count = step->firsts[tiles];
    step->keys = pdk_surface_alloc(work, step->count, sizeof *step->keys);
    if (step->keys == NULL) return pdk_surface_fail_memory(work, error);
    status = pdk_surface_run(work, (pdk_surface_pass){ 0, tiles, 1 }, list_edges, step, error);
    if (status == PDK_OK) {
        unsigned bits = pdk_simplify_bits_of(step->keys, step->count);
        status = pdk_surface_sort(work, 0, step->keys, step->count, bits, error);
    }
    if (status == PDK_OK) keep_repeated(step);
    return status;
}

static bool is_repeated(const seam_step *step, uint64_t edge)
{
    uint64_t low = 0, high = step->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (step->keys[middle] < edge) low = middle + 1;
        else high = middle;
    }
    return low < step->count && step->keys[low] == edge;
}

static bool has_repeated(const seam_step *step, uint64_t tile)
{
    const pdk_simplify_round *round = step->round;
    for (uint64_t i = 0; i < 3 * round->left[tile]; i++) {
        if (is_repeated(step, edge_of(round->next + 3 * round->firsts[tile], i))) return true;
    }
    return false;
}

/* A carried point's key has the place of the triangle that carried it, which is where that triangle goes again. */
static void revert(seam_step *step, uint64_t tile, bool again)
{
    pdk_simplify_round *round = step->round;
    uint32_t *carriers = round->all->carriers;
    for (uint64_t i = round->firsts[tile]; i < round->firsts[tile + 1]; i++) {
        const uint32_t *corners = round->now.triangles + 3 * (uint64_t)(uint32_t)round->order[i];
        memcpy(round->next + 3 * i, corners, 12);
        for (int k = 0; k < 3; k++) carriers[corners[k]] = PDK_NO_CARRIER;
    }
    for (uint64_t i = round->carried_firsts[tile]; i < round->carried_firsts[tile + 1]; i++)
        carriers[(uint32_t)round->carried.keys[i]] = (uint32_t)(round->carried.keys[i] >> 32);
    round->left[tile] = round->firsts[tile + 1] - round->firsts[tile];
    step->reverted++;
    if (again && ++round->tries[tile] <= MOST_TRIES) step->again[step->again_count++] = tile;
}

static void try_again(void *user, size_t thread, uint64_t number, uint64_t count)
{
    const seam_step *step = user;
    pdk_simplify_work_on_tile(step->round, thread, step->again[number], count);
}

static pdk_status revert_some(seam_step *step, bool every, pdk_error *error)
{
    const pdk_simplify_round *round = step->round;
    pdk_surface_work *work = &round->all->change->work;
    pdk_status status = find_repeated(step, error);
    if (status != PDK_OK || step->count == 0) return status;
    step->again = pdk_surface_alloc(work, round->tile_count, sizeof *step->again);
    if (step->again == NULL) return pdk_surface_fail_memory(work, error);
    for (uint64_t tile = 0; tile < round->tile_count; tile++) {
        bool changed = round->left[tile] != round->firsts[tile + 1] - round->firsts[tile];
        if (changed && (every || has_repeated(step, tile))) revert(step, tile, !every);
    }
    return pdk_surface_run(work, (pdk_surface_pass){ 0, step->again_count, 1 }, try_again, step, error);
}

/* Until nothing changes: the source may have such edges too. */
pdk_status pdk_simplify_check_seams(pdk_simplify_round *round, pdk_error *error)
{
    pdk_memory *memory = &round->all->change->work.memory;
    pdk_status status = PDK_OK;
    uint64_t reverted = 1;
    for (int pass = 0; status == PDK_OK && reverted > 0; pass++) {
        seam_step step = { .round = round };
        status = revert_some(&step, pass >= MOST_PASSES, error);
        reverted = step.reverted;
        void *arrays[] = { step.firsts, step.keys, step.again };
        for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) pdk_free(memory, arrays[i]);
    }
    return status;
}
