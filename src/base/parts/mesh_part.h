/* What the library asks of its part for meshes (meshoptimizer, in parts/mesh/). The part calls nothing of the library.
 * meshoptimizer allocates with C++'s `new`, past the library's own count: callers book what a call needs at most with
 * pdk_memory_book before it. */
#ifndef PADDOCK_PARTS_MESH_PART_H
#define PADDOCK_PARTS_MESH_PART_H

#include "parts/part.h"

typedef struct pdk_mesh_part_table {
    pdk_part_head head;
    size_t (*index_bound)(size_t corners, size_t points);
    /* Bytes written; 0 when they do not fit. */
    size_t (*encode_index)(void *to, size_t size, const uint32_t *from, size_t corners);
    size_t (*vertex_bound)(size_t count, size_t stride);
    size_t (*encode_vertices)(void *to, size_t size, const void *from, size_t count, size_t stride);
    /* False when memory ran out, here and below. */
    bool (*order)(uint32_t *to, const uint32_t *from, size_t corners, size_t points);
    float (*scale)(const float *positions, size_t points);
    bool (*simplify)(uint32_t *to, const uint32_t *from, size_t corners, const float *positions, size_t points,
                     size_t minimum, float error, bool lock_border, size_t *left);
} pdk_mesh_part_table;

/* Bytes that a call allocates at most (meshoptimizer 0.18, rounded up; test_mesh_part measures them). */
static inline uint64_t pdk_mesh_order_bytes(uint64_t corners, uint64_t points)
{
    return 16 * points + 12 * corners + 4096;
}
static inline uint64_t pdk_mesh_simplify_bytes(uint64_t corners, uint64_t points)
{
    return 160 * points + 32 * corners + 4096;
}

#endif
