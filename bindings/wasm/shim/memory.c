/* Memory that JavaScript fills: texts and arrays for calls, and room for whole files. */
#include <stdlib.h>

#include "shim.h"

PDK_EXPORT(void *, allocate, size_t size)
{
    return malloc(size > 0 ? size : 1);
}

PDK_EXPORT(void, release, void *memory)
{
    free(memory);
}

/* malloc gives no block of 2 GiB or more, and would keep parts of large ones. From this size on a file has separate
 * pages after everything else. WebAssembly memory never shrinks, so freed pages are used again. */
static const size_t own_pages_from = (size_t)1 << 28;

enum { PAGE = 65536, MOST_ROOMS = 64 };

typedef struct file_room {
    char *start;
    size_t pages;
    bool taken;
} file_room;
static file_room rooms[MOST_ROOMS];
static size_t room_count;

static void *take_pages(size_t size)
{
    size_t pages = size / PAGE + (size % PAGE != 0);
    file_room *best = NULL;
    for (size_t i = 0; i < room_count; i++) {
        if (!rooms[i].taken && rooms[i].pages >= pages && (best == NULL || rooms[i].pages < best->pages))
            best = &rooms[i];
    }
    if (best == NULL) {
        if (room_count == MOST_ROOMS) return NULL;
        /* The first malloc takes all memory there is for its own; what comes later it leaves alone. */
        void *volatile first = malloc(1);
        free(first);
        size_t before = __builtin_wasm_memory_grow(0, pages);
        if (before == SIZE_MAX) return NULL;
        best = &rooms[room_count++];
        *best = (file_room){ .start = (char *)(before * PAGE), .pages = pages };
    }
    best->taken = true;
    return best->start;
}

/* Room for the bytes of a file; NULL where there is not enough. */
PDK_EXPORT(void *, room_for_file, double size)
{
    if (!(size < 4294967296.0)) return NULL;
    return size < (double)own_pages_from ? pdk_wasm_allocate((size_t)size) : take_pages((size_t)size);
}

PDK_EXPORT(void, release_file, void *room)
{
    for (size_t i = 0; i < room_count; i++) {
        if (rooms[i].start != room) continue;
        rooms[i].taken = false;
        return;
    }
    free(room);
}
