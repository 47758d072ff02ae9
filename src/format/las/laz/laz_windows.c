/* Windows: how much is unpacked at once, whatever the chunks are like. */
#include "format/las/laz/laz.h"

enum { TOGETHER = 1 << 16 }; /* points of chunks that share one */

static bool add_window(pdk_laz *laz, uint64_t first, uint64_t chunk)
{
    pdk_laz_window *window = pdk_vector_push(&laz->windows);
    if (window != NULL) *window = (pdk_laz_window){ first, chunk };
    return window != NULL;
}

/* Small chunks share one; a large one is read in parts. */
pdk_status pdk_laz_make_windows(pdk_laz *laz, pdk_error *error)
{
    const pdk_laz_chunk *chunks = laz->chunks.items;
    uint64_t count = laz->chunks.count - 1, most = laz->window_points < TOGETHER ? laz->window_points : TOGETHER;
    laz->windows = pdk_vector_of(&laz->document->memory, sizeof(pdk_laz_window));
    bool fine = true;
    for (uint64_t i = 0, next; i < count && fine; i = next) {
        fine = add_window(laz, chunks[i].first, i);
        for (next = i + 1; next < count && chunks[next + 1].first - chunks[i].first <= most;) next++;
    }
    if (fine) fine = add_window(laz, chunks[count].first, count);
    return fine ? PDK_OK : pdk_fail_memory(error, &laz->document->memory, "a list of chunks");
}
