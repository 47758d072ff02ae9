/* Points that went in earlier rounds, in the order of the triangles that carry them. */
#include "surface/change/simplify_parts.h"

typedef struct carried_step {
    const pdk_simplifying *all;
    const uint32_t *places;
    uint64_t points;
    uint64_t *firsts; /* of each piece of points among the keys; one more at the end */
    uint64_t *keys;
} carried_step;

unsigned pdk_simplify_bits_of(const uint64_t *keys, uint64_t count)
{
    uint64_t any = 1;
    for (uint64_t i = 0; i < count; i++) any |= keys[i];
    return 64 - (unsigned)__builtin_clzll(any);
}

static uint64_t end_of_piece(const carried_step *step, uint64_t piece)
{
    uint64_t end = (piece + 1) * PDK_SURFACE_PIECE;
    return end < step->points ? end : step->points;
}

static void count_piece(void *user, size_t thread, uint64_t piece, uint64_t count)
{
    const carried_step *step = user;
    uint64_t sum = 0;
    (void)thread;
    (void)count; /* one at a time, here and below */
    for (uint64_t i = piece * PDK_SURFACE_PIECE; i < end_of_piece(step, piece); i++)
        sum += step->all->carriers[i] != PDK_NO_CARRIER;
    step->firsts[piece + 1] = sum;
}

static void list_piece(void *user, size_t thread, uint64_t piece, uint64_t count)
{
    const carried_step *step = user;
    uint64_t *to = step->keys + step->firsts[piece];
    (void)thread;
    (void)count;
    for (uint64_t i = piece * PDK_SURFACE_PIECE; i < end_of_piece(step, piece); i++) {
        uint32_t carrier = step->all->carriers[i];
        if (carrier != PDK_NO_CARRIER) *to++ = (uint64_t)step->places[carrier] << 32 | i;
    }
}

static pdk_status list(carried_step *step, double share, pdk_carried_list *to, pdk_error *error)
{
    pdk_surface_work *work = &step->all->change->work;
    uint64_t pieces = pdk_surface_pieces(step->points);
    step->firsts = pdk_surface_alloc(work, pieces + 1, sizeof *step->firsts);
    if (step->firsts == NULL) return pdk_surface_fail_memory(work, error);
    pdk_status status = pdk_surface_run(work, (pdk_surface_pass){ share * 0.1, pieces, 1 }, count_piece, step, error);
    if (status != PDK_OK) return status;
    for (uint64_t piece = 0; piece < pieces; piece++) step->firsts[piece + 1] += step->firsts[piece];
    to->count = step->firsts[pieces];
    to->keys = step->keys = pdk_surface_alloc(work, to->count, sizeof *step->keys);
    if (step->keys == NULL) return pdk_surface_fail_memory(work, error);
    status = pdk_surface_run(work, (pdk_surface_pass){ share * 0.3, pieces, 1 }, list_piece, step, error);
    if (status != PDK_OK) return status;
    unsigned bits = pdk_simplify_bits_of(to->keys, to->count);
    return pdk_surface_sort(work, share * 0.6, to->keys, to->count, bits, error);
}

pdk_status pdk_simplify_list_carried(const pdk_simplifying *all, const uint32_t *places, double share,
                                     pdk_carried_list *to, pdk_error *error)
{
    carried_step step = { .all = all, .places = places, .points = all->change->whole.surface.vertex_count };
    pdk_status status = list(&step, share, to, error);
    pdk_free(&all->change->work.memory, step.firsts);
    return status;
}
