/* Chunks as large as the processor's large pages, which are requested from the system: in an index of many
 * megabytes, looking up page addresses takes a query as long as reading the data. */
#define _DEFAULT_SOURCE /* madvise */
#include <sys/mman.h>

#include "surface/index/height_build.h"

enum { PAGE = 4096, LARGE_PAGE = 1 << 21 };

/* A request only: nothing depends on it. */
static void request_large_pages(void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
    if (size < LARGE_PAGE / 2) return;
    uintptr_t first = (uintptr_t)memory / PAGE * PAGE, end = ((uintptr_t)memory + size + PAGE - 1) / PAGE * PAGE;
    madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)size;
#endif
}

static void *allocate(pdk_arena *arena, size_t size)
{
    void *memory = pdk_alloc_raw(arena->memory, size);
    if (memory != NULL) request_large_pages(memory, size);
    return memory;
}

/* Call with the lock held. */
static void *take(pdk_arena *arena, size_t size)
{
    if (size > arena->chunk / 4) return allocate(arena, size);
    if (size > arena->left) {
        arena->free_bytes = allocate(arena, arena->chunk);
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
    pthread_mutex_lock(&arena->lock);
    void *bytes = take(arena, (size + 7) / 8 * 8);
    pthread_mutex_unlock(&arena->lock);
    return bytes;
}

void pdk_arena_begin(pdk_arena *arena, pdk_memory *memory, uint64_t expected)
{
    enum {
        CHUNKS = 12,
        MIN_CHUNK = 4096,
        MAX_CHUNK = 32 * LARGE_PAGE,
        ALLOCATOR_OVERHEAD = 128 /* what allocators keep with it */
    };
    uint64_t chunk = expected / CHUNKS + MIN_CHUNK;
    if (chunk > MAX_CHUNK) chunk = MAX_CHUNK;
    if (chunk > LARGE_PAGE) chunk = chunk / LARGE_PAGE * LARGE_PAGE - ALLOCATOR_OVERHEAD;
    *arena = (pdk_arena){ .memory = memory, .chunk = (size_t)chunk };
    pthread_mutex_init(&arena->lock, NULL);
}

void pdk_arena_end(pdk_arena *arena)
{
    pthread_mutex_destroy(&arena->lock);
}
