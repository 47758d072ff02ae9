/* Chunks as large as the processor's large pages, which are requested from the system: in an index of many
 * megabytes, looking up page addresses takes a query as long as reading the data. */
#include "platform/memory_pages.h"
#include "surface/index/height_build.h"

void *pdk_alloc_in_large_pages(pdk_memory *memory, size_t size)
{
    void *bytes = pdk_alloc_raw(memory, size);
    if (bytes != NULL) pdk_request_large_pages(bytes, size);
    return bytes;
}

/* Call with the lock held. */
static void *take(pdk_arena *arena, size_t size)
{
    if (size > arena->chunk / 4) return pdk_alloc_in_large_pages(arena->memory, size);
    if (size > arena->left) {
        arena->free_bytes = pdk_alloc_in_large_pages(arena->memory, arena->chunk);
        arena->left = arena->free_bytes != NULL ? arena->chunk : 0;
        if (arena->free_bytes == NULL) return NULL;
    }
    void *bytes = arena->free_bytes;
    arena->free_bytes += size;
    arena->left -= size;
    return bytes;
}

void *pdk_arena_allocate(pdk_arena *arena, size_t size)
{
    pdk_mutex_lock(&arena->lock);
    void *bytes = take(arena, (size + 7) / 8 * 8);
    pdk_mutex_unlock(&arena->lock);
    return bytes;
}

void pdk_arena_begin(pdk_arena *arena, pdk_memory *memory, uint64_t expected)
{
    enum {
        CHUNKS = 12,
        MIN_CHUNK = 4096,
        MAX_CHUNK = 32 * PDK_LARGE_PAGE,
        ALLOCATOR_OVERHEAD = 128 /* what allocators keep with it */
    };
    uint64_t chunk = expected / CHUNKS + MIN_CHUNK;
    if (chunk > MAX_CHUNK) chunk = MAX_CHUNK;
    if (chunk > PDK_LARGE_PAGE) chunk = chunk / PDK_LARGE_PAGE * PDK_LARGE_PAGE - ALLOCATOR_OVERHEAD;
    *arena = (pdk_arena){ .memory = memory, .chunk = (size_t)chunk };
    pdk_mutex_init(&arena->lock);
}

void pdk_arena_end(pdk_arena *arena)
{
    pdk_mutex_destroy(&arena->lock);
}
