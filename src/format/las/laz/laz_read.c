/* Points of packed files: windows are unpacked when something in them is requested, and kept while there is room. When
 * one window after the other is read, those that follow are unpacked at the same time, on all processors. */
#include "base/parallel.h"
#include "format/las/laz/laz.h"
#include "platform/threads.h"

enum { MOST_SLOTS = 2 * PDK_MAX_THREADS, MOST_AHEAD = 16, CURSORS = 2 };

typedef enum slot_state { SLOT_FREE, SLOT_BUSY, SLOT_READY } slot_state;

/* What came of unpacking: it is there; there is no slot, or somebody else is at it; out of memory. */
typedef enum outcome { UNPACKED, MUST_WAIT, NO_MEMORY } outcome;

typedef struct slot {
    slot_state state;
    uint64_t window, part; /* a part of a window of one large chunk; otherwise 0 */
    uint32_t users;        /* who reads in it now */
    uint64_t used;         /* when it last was, in reads */
    bool damaged;          /* some of its chunks could not be unpacked */
    uint8_t *records;
    size_t capacity;
} slot;

/* A large chunk is unpacked from its beginning; here it continues. */
typedef struct cursor {
    pdk_laz_decoder *decoder;
    bool busy;
    uint64_t window, part; /* the next one */
    uint64_t used;
} cursor;

struct pdk_laz_cache {
    pdk_mutex lock;
    pdk_condition changed; /* a slot became ready or free */
    slot slots[MOST_SLOTS];
    size_t slot_count, ahead;
    uint64_t reads;
    uint64_t next;     /* the window after those unpacked last */
    uint8_t *troubles; /* of each chunk, a pdk_laz_trouble */
    pdk_laz_decoder *decoders[PDK_MAX_THREADS];
    size_t decoder_count; /* that nobody uses */
    cursor cursors[CURSORS];
};

static const pdk_laz_window *window_at(const pdk_laz *laz, uint64_t window)
{
    return (const pdk_laz_window *)laz->windows.items + window;
}

static const pdk_laz_chunk *chunk_at(const pdk_laz *laz, uint64_t chunk)
{
    return (const pdk_laz_chunk *)laz->chunks.items + chunk;
}

static uint64_t window_points(const pdk_laz *laz, uint64_t window)
{
    return window_at(laz, window + 1)->first - window_at(laz, window)->first;
}

static bool is_large(const pdk_laz *laz, uint64_t window)
{
    return window_points(laz, window) > laz->window_points;
}

pdk_status pdk_laz_make_cache(pdk_laz *laz, pdk_error *error)
{
    pdk_memory *memory = &laz->document->memory;
    pdk_laz_cache *cache = laz->cache = pdk_alloc(memory, sizeof *cache);
    if (cache == NULL) return pdk_fail_memory(error, memory, "unpacked points");
    cache->troubles = pdk_alloc(memory, laz->chunks.count);
    if (cache->troubles == NULL) return pdk_fail_memory(error, memory, "unpacked points");
    size_t processors = pdk_processors();
    cache->ahead = processors < MOST_AHEAD ? processors : MOST_AHEAD;
    cache->slot_count = processors + cache->ahead + 2;
    if (cache->slot_count > MOST_SLOTS) cache->slot_count = MOST_SLOTS;
    cache->next = UINT64_MAX;
    pdk_mutex_init(&cache->lock);
    pdk_condition_init(&cache->changed);
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------- under the lock */

static slot *find_slot(pdk_laz_cache *cache, uint64_t window, uint64_t part)
{
    for (size_t i = 0; i < cache->slot_count; i++) {
        slot *at = &cache->slots[i];
        if (at->state != SLOT_FREE && at->window == window && at->part == part) return at;
    }
    return NULL;
}

/* A slot that is busy from now on; NULL = all are in use. */
static slot *claim_slot(pdk_laz_cache *cache, uint64_t window, uint64_t part)
{
    slot *best = NULL;
    for (size_t i = 0; i < cache->slot_count; i++) {
        slot *at = &cache->slots[i];
        if (at->state == SLOT_BUSY || at->users > 0) continue;
        if (best == NULL || at->state == SLOT_FREE || (best->state != SLOT_FREE && at->used < best->used)) best = at;
        if (best->state == SLOT_FREE) break;
    }
    if (best == NULL) return NULL;
    best->state = SLOT_BUSY;
    best->window = window;
    best->part = part;
    best->damaged = false;
    return best;
}

static void settle(pdk_laz_cache *cache, slot *at, bool fine)
{
    at->state = fine ? SLOT_READY : SLOT_FREE;
    at->used = ++cache->reads;
}

static pdk_laz_decoder *borrow_decoder(const pdk_laz *laz)
{
    pdk_laz_cache *cache = laz->cache;
    pdk_mutex_lock(&cache->lock);
    pdk_laz_decoder *decoder = cache->decoder_count > 0 ? cache->decoders[--cache->decoder_count] : NULL;
    pdk_mutex_unlock(&cache->lock);
    return decoder != NULL ? decoder : pdk_laz_decoder_make(&laz->document->memory, &laz->scheme);
}

static void return_decoder(const pdk_laz *laz, pdk_laz_decoder *decoder)
{
    pdk_laz_cache *cache = laz->cache;
    pdk_mutex_lock(&cache->lock);
    bool kept = cache->decoder_count < PDK_MAX_THREADS;
    if (kept) cache->decoders[cache->decoder_count++] = decoder;
    pdk_mutex_unlock(&cache->lock);
    if (!kept) pdk_laz_decoder_free(decoder);
}

/* ------------------------------------------------------------------------------------- without the lock */

static bool make_room(const pdk_laz *laz, slot *at, uint64_t points)
{
    size_t size = (size_t)points * laz->scheme.size;
    if (at->capacity >= size) return true;
    pdk_free(&laz->document->memory, at->records);
    at->capacity = 0;
    at->records = pdk_alloc_raw(&laz->document->memory, size);
    if (at->records == NULL) return false;
    at->capacity = size;
    return true;
}

/* All chunks of a window; those that cannot be unpacked cost themselves. False when out of memory. */
static bool unpack_chunks(const pdk_laz *laz, pdk_laz_decoder *decoder, slot *at)
{
    const pdk_laz_window *window = window_at(laz, at->window);
    if (!make_room(laz, at, window_points(laz, at->window))) return false;
    for (uint64_t chunk = window->chunk; chunk < window[1].chunk; chunk++) {
        const pdk_laz_chunk *from = chunk_at(laz, chunk);
        size_t points = (size_t)pdk_laz_chunk_points(laz, chunk);
        pdk_laz_trouble trouble =
            pdk_laz_decoder_begin(decoder, (pdk_bytes){ laz->bytes + from->offset, (size_t)from->size }, points);
        if (trouble == PDK_LAZ_FINE) {
            trouble = pdk_laz_decoder_next(decoder, points,
                                           at->records + (size_t)(from->first - window->first) * laz->scheme.size);
        }
        if (trouble == PDK_LAZ_FINE && !laz->scheme.whole) trouble = pdk_laz_decoder_end(decoder);
        if (trouble == PDK_LAZ_NO_MEMORY) return false;
        if (trouble == PDK_LAZ_FINE) continue;
        at->damaged = true;
        laz->cache->troubles[chunk] = (uint8_t)trouble;
    }
    return true;
}

typedef struct unpacking {
    const pdk_laz *laz;
    slot *slots[MOST_AHEAD];
    bool fine[MOST_AHEAD];
} unpacking;

static void unpack_window(void *user, size_t thread, uint64_t first, uint64_t count)
{
    unpacking *all = user;
    (void)thread;
    pdk_laz_decoder *decoder = borrow_decoder(all->laz);
    for (uint64_t i = first; i < first + count; i++)
        all->fine[i] = decoder != NULL && unpack_chunks(all->laz, decoder, all->slots[i]);
    if (decoder != NULL) return_decoder(all->laz, decoder);
}

/* ------------------------------------------------------------------------------------------------- windows */

/* Unpacks this window, and those after it where it is reached from the one before. The lock is released meanwhile.
 */
static outcome unpack_some(const pdk_laz *laz, uint64_t window, bool more)
{
    pdk_laz_cache *cache = laz->cache;
    unpacking all = { .laz = laz };
    size_t count = 0, wanted = more || window == cache->next ? cache->ahead : 1;
    uint64_t last = laz->windows.count - 1;
    for (uint64_t w = window; count < wanted && w < last && !is_large(laz, w); w++) {
        if (find_slot(cache, w, 0) != NULL) break;
        all.slots[count] = claim_slot(cache, w, 0);
        if (all.slots[count] == NULL) break;
        count++;
    }
    if (count == 0) return MUST_WAIT;
    cache->next = window + count;
    pdk_mutex_unlock(&cache->lock);
    pdk_parallel_run(&(pdk_parallel){ .count = count, .piece = 1, .work = unpack_window, .user = &all });
    pdk_mutex_lock(&cache->lock);
    for (size_t i = 0; i < count; i++) settle(cache, all.slots[i], all.fine[i]);
    pdk_condition_broadcast(&cache->changed);
    return all.fine[0] ? UNPACKED : NO_MEMORY;
}

/* The cursor to continue with; NULL = wait: another thread is in this chunk, or all cursors are in use. */
static cursor *find_cursor(pdk_laz_cache *cache, uint64_t window, uint64_t part)
{
    cursor *best = NULL;
    for (size_t i = 0; i < CURSORS; i++) {
        cursor *at = &cache->cursors[i];
        bool here = at->decoder != NULL && at->window == window;
        if (at->busy && here) return NULL;
        if (at->busy) continue;
        if (here && at->part <= part) return at;
        if (best == NULL || at->used < best->used) best = at;
    }
    return best;
}

static uint64_t part_points(const pdk_laz *laz, uint64_t window, uint64_t part)
{
    uint64_t left = window_points(laz, window) - part * laz->window_points;
    return left < laz->window_points ? left : laz->window_points;
}

/* The next part of the cursor's chunk, into a slot. False when out of memory. */
static bool unpack_part(const pdk_laz *laz, cursor *at, slot *to, bool begins)
{
    uint64_t chunk = window_at(laz, at->window)->chunk;
    const pdk_laz_chunk *from = chunk_at(laz, chunk);
    pdk_laz_trouble trouble = PDK_LAZ_FINE;
    if (at->decoder == NULL) at->decoder = pdk_laz_decoder_make(&laz->document->memory, &laz->scheme);
    if (at->decoder == NULL || !make_room(laz, to, laz->window_points)) return false;
    if (begins) {
        trouble = pdk_laz_decoder_begin(at->decoder, (pdk_bytes){ laz->bytes + from->offset, (size_t)from->size },
                                        pdk_laz_chunk_points(laz, chunk));
    }
    if (trouble == PDK_LAZ_FINE)
        trouble = pdk_laz_decoder_next(at->decoder, (size_t)part_points(laz, at->window, at->part), to->records);
    bool last = (at->part + 1) * laz->window_points >= window_points(laz, at->window);
    if (trouble == PDK_LAZ_FINE && last && !laz->scheme.whole) trouble = pdk_laz_decoder_end(at->decoder);
    if (trouble == PDK_LAZ_NO_MEMORY) return false;
    if (trouble == PDK_LAZ_FINE) return true;
    to->damaged = true;
    laz->cache->troubles[chunk] = (uint8_t)trouble;
    return true;
}

/* A part of a large chunk: all before it must be unpacked too, and is kept where there is room. */
static outcome unpack_large(const pdk_laz *laz, uint64_t window, uint64_t part)
{
    pdk_laz_cache *cache = laz->cache;
    cursor *at = find_cursor(cache, window, part);
    slot *wanted = at != NULL ? claim_slot(cache, window, part) : NULL;
    if (wanted == NULL) return MUST_WAIT;
    bool begins = at->decoder == NULL || at->window != window || at->part > part, fine = true, damaged = false;
    at->busy = true;
    at->window = window;
    if (begins) at->part = 0;
    while (fine && !damaged && at->part <= part) {
        bool target = at->part == part || find_slot(cache, window, at->part) != NULL;
        slot *to = target ? NULL : claim_slot(cache, window, at->part);
        slot *into = to != NULL ? to : wanted;
        pdk_mutex_unlock(&cache->lock);
        fine = unpack_part(laz, at, into, begins);
        damaged = into->damaged;
        begins = false;
        pdk_mutex_lock(&cache->lock);
        if (to != NULL) settle(cache, to, fine);
        if (fine) at->part++;
    }
    wanted->damaged = damaged;
    settle(cache, wanted, fine);
    if (!fine || damaged) at->part = UINT64_MAX; /* it is of no more use */
    at->busy = false;
    at->used = ++cache->reads;
    pdk_condition_broadcast(&cache->changed);
    return fine ? UNPACKED : NO_MEMORY;
}

/* --------------------------------------------------------------------------------------------------- points */

static uint64_t find_window(const pdk_laz *laz, uint64_t point)
{
    uint64_t low = 0, high = laz->windows.count - 1; /* low <= it < high */
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (window_at(laz, middle)->first <= point) low = middle;
        else high = middle;
    }
    return low;
}

static uint64_t find_chunk(const pdk_laz *laz, uint64_t window, uint64_t point)
{
    uint64_t chunk = window_at(laz, window)->chunk;
    while (chunk_at(laz, chunk + 1)->first <= point) chunk++;
    return chunk;
}

/* The points of a slot from `first` on; where some are damaged, of one chunk only. */
static pdk_status enter(const pdk_laz *laz, slot *at, uint64_t first, size_t count, pdk_las_run *run, pdk_error *error)
{
    uint64_t begin = window_at(laz, at->window)->first + at->part * laz->window_points,
             end = is_large(laz, at->window) ? begin + part_points(laz, at->window, at->part)
                                             : window_at(laz, at->window + 1)->first;
    if (at->damaged) {
        uint64_t chunk = find_chunk(laz, at->window, first);
        pdk_laz_trouble trouble = (pdk_laz_trouble)laz->cache->troubles[chunk];
        if (trouble != PDK_LAZ_FINE) return pdk_laz_fail_chunk(laz, chunk, trouble, error);
        if (chunk_at(laz, chunk + 1)->first < end) end = chunk_at(laz, chunk + 1)->first;
    }
    at->users++;
    at->used = ++laz->cache->reads;
    run->at = at->records + (size_t)(first - begin) * laz->scheme.size;
    run->count = end - first < count ? (size_t)(end - first) : count;
    run->slot = at;
    return PDK_OK;
}

pdk_status pdk_laz_take(const pdk_laz *laz, uint64_t first, size_t count, pdk_las_run *run, pdk_error *error)
{
    pdk_laz_cache *cache = laz->cache;
    uint64_t window = find_window(laz, first), begin = window_at(laz, window)->first;
    bool large = is_large(laz, window), more = count > window_at(laz, window + 1)->first - first;
    uint64_t part = large ? (first - begin) / laz->window_points : 0;
    pdk_status status = PDK_OK;
    pdk_mutex_lock(&cache->lock);
    for (;;) {
        slot *at = find_slot(cache, window, part);
        if (at != NULL && at->state == SLOT_READY) {
            status = enter(laz, at, first, count, run, error);
            break;
        }
        outcome came = MUST_WAIT;
        if (at == NULL) came = large ? unpack_large(laz, window, part) : unpack_some(laz, window, more);
        if (came == NO_MEMORY) {
            status = pdk_fail_memory(error, &laz->document->memory, "unpacked points");
            break;
        }
        if (came == MUST_WAIT) pdk_condition_wait(&cache->changed, &cache->lock);
    }
    pdk_mutex_unlock(&cache->lock);
    return status;
}

void pdk_laz_give_back(const pdk_laz *laz, const pdk_las_run *run)
{
    pdk_laz_cache *cache = laz->cache;
    slot *at = run->slot;
    pdk_mutex_lock(&cache->lock);
    if (--at->users == 0) pdk_condition_broadcast(&cache->changed);
    pdk_mutex_unlock(&cache->lock);
}
