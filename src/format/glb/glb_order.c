/*
 * Millions of triangles are put in order a piece at a time: all at once would take many seconds in which nothing is
 * heard. A piece has points of its own numbers, so that what is needed for it does not grow with the mesh. Where a file
 * has its triangles in no order pieces have nothing to share; then they are ordered at once.
 */
#include <string.h>

#include "format/glb/glb_packing.h"

enum { PIECE = 1 << 20 };

typedef struct ordering {
    const pdk_mesh_part_table *mesh_part;
    pdk_memory *memory;
    uint32_t *numbers; /* of each point: in this piece, from `base` on; less = it is in none */
    uint32_t base, next;
    uint32_t *names; /* of each number, and corners before and after */
    uint32_t *before, *after;
    uint64_t points;
} ordering;

/* Numbers begin after those of the piece before. */
static void begin_piece(ordering *all, size_t corners)
{
    all->base = all->next;
    if (all->base <= UINT32_MAX - corners) return;
    memset(all->numbers, 0, (size_t)all->points * sizeof *all->numbers);
    all->base = all->next = 1;
}

static uint32_t number_of(ordering *all, uint32_t point)
{
    if (all->numbers[point] < all->base) {
        all->names[all->next - all->base] = point;
        all->numbers[point] = all->next++;
    }
    return all->numbers[point] - all->base;
}

/* False when there is no memory for it. */
static bool order(ordering *all, uint32_t *to, const uint32_t *from, size_t corners, size_t points)
{
    uint64_t bytes = pdk_mesh_order_bytes(corners, points);
    if (!pdk_memory_book(all->memory, bytes)) return false;
    bool done = all->mesh_part->order(to, from, corners, points);
    pdk_memory_unbook(all->memory, bytes);
    return done;
}

static bool order_piece(ordering *all, uint32_t *corners, size_t count)
{
    begin_piece(all, count);
    for (size_t i = 0; i < count; i++) all->before[i] = number_of(all, corners[i]);
    if (!order(all, all->after, all->before, count, all->next - all->base)) return false;
    for (size_t i = 0; i < count; i++) corners[i] = all->names[all->after[i]];
    return true;
}

/* Do pieces have few points in common? */
static bool is_in_order(ordering *all, const uint32_t *corners, uint64_t count)
{
    uint64_t own = 0;
    for (uint64_t at = 0; at < count; at += 3 * PIECE) {
        begin_piece(all, 3 * PIECE);
        for (uint64_t i = at; i < count && i < at + 3 * PIECE; i++) number_of(all, corners[i]);
        own += all->next - all->base;
    }
    return own <= all->points + all->points / 4;
}

static pdk_status order_at_once(ordering *all, uint32_t *corners, uint64_t count, pdk_error *error)
{
    uint32_t *copy = pdk_alloc_raw(all->memory, (size_t)count * sizeof *copy);
    if (copy == NULL) return pdk_fail_memory(error, all->memory, "the order of triangles");
    memcpy(copy, corners, (size_t)count * sizeof *copy);
    bool done = order(all, corners, copy, (size_t)count, (size_t)all->points);
    pdk_free(all->memory, copy);
    return done ? PDK_OK : pdk_fail_memory(error, all->memory, "the order of triangles");
}

static pdk_status order_pieces(ordering *all, pdk_glb_packing *packing, uint32_t *corners, uint64_t count,
                               pdk_error *error)
{
    for (uint64_t at = 0; at < count; at += 3 * PIECE) {
        size_t some = count - at < 3 * PIECE ? (size_t)(count - at) : 3 * PIECE;
        if (!order_piece(all, corners + at, some)) return pdk_fail_memory(error, all->memory, "the order of triangles");
        pdk_status status = pdk_glb_packed(packing, some / 3 * PDK_GLB_ORDER_WORTH, error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

pdk_status pdk_glb_order(pdk_glb_packing *packing, uint32_t *corners, uint64_t triangles, uint64_t points,
                         pdk_error *error)
{
    pdk_memory *memory = packing->glb->job->memory;
    ordering all = { .mesh_part = packing->mesh_part, .memory = memory, .points = points, .next = 1 };
    bool many = triangles > PIECE;
    if (many) {
        all.numbers = pdk_alloc_array(memory, points, sizeof *all.numbers);
        all.names = pdk_alloc_raw(memory, 9 * (size_t)PIECE * sizeof *all.names);
        if (all.numbers == NULL || all.names == NULL) return pdk_fail_memory(error, memory, "the order of triangles");
        all.before = all.names + 3 * (size_t)PIECE;
        all.after = all.before + 3 * (size_t)PIECE;
        many = is_in_order(&all, corners, 3 * triangles);
    }
    pdk_status status = pdk_glb_packed(packing, 0, error);
    if (status == PDK_OK && many) {
        status = order_pieces(&all, packing, corners, 3 * triangles, error);
    } else if (status == PDK_OK) {
        status = order_at_once(&all, corners, 3 * triangles, error);
        if (status == PDK_OK) status = pdk_glb_packed(packing, triangles * PDK_GLB_ORDER_WORTH, error);
    }
    pdk_free(memory, all.numbers);
    pdk_free(memory, all.names);
    return status;
}
