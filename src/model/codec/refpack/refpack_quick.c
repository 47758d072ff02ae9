#include "codec/refpack/refpack_quick.h"

#include "base/callback.h"
#include "codec/refpack/refpack_hash.h"

enum {
    LOADED = 8,      /* bytes that a search reads */
    FEWER = 4,       /* bits of the table for three bytes */
    PATIENCE = 8,    /* after 2^this bytes without a copy the steps grow */
    CONTENT = 32,    /* a copy this long is taken at once */
    SPARSE = 16,     /* of copies longer than this every second position is entered */
    REPORT = 1 << 20 /* bytes between two reports */
};

typedef struct quick {
    const uint8_t *data;
    uint32_t size;
    unsigned bits, depth;
    uint32_t *three, *four, *six; /* newest positions + 1 by the hashes of three, four and six bytes */
    uint32_t *older; /* by position modulo the window: the one before of the same six bytes; NULL = unused */
} quick;

static inline void enter(quick *state, uint32_t at)
{
    const uint8_t *here = state->data + at;
    uint32_t *six = &state->six[pdk_refpack_hash_six(here, state->bits)];
    if (state->older != NULL) state->older[at % PDK_REFPACK_WINDOW] = *six;
    *six = at + 1;
    state->four[pdk_refpack_hash_four(here, state->bits)] = at + 1;
    state->three[pdk_refpack_hash_three(here, state->bits - FEWER)] = at + 1;
}

/* Bytes that a copy saves, minus its command. */
static inline int32_t saving(pdk_refpack_copy copy)
{
    return copy.length == 0 ? 0 : (int32_t)copy.length - (int32_t)pdk_refpack_cost(copy.length, copy.distance);
}

/* Takes the copy of at least four bytes from there when it saves more than the best so far. */
static inline void consider(const uint8_t *here, uint32_t distance, uint32_t limit, pdk_refpack_copy *best)
{
    const uint8_t *there = here - distance;
    if (pdk_load_u32(there) != pdk_load_u32(here)) return;
    bool is_longer = best->length < limit && there[best->length] == here[best->length];
    if (!is_longer && distance >= best->distance) return;
    pdk_refpack_copy copy = { pdk_refpack_common(there, here, 4, limit), distance };
    if (copy.length < 5 && distance > PDK_REFPACK_WINDOW_MIDDLE) return;
    if (saving(copy) > saving(*best)) *best = copy;
}

/* The best of the newest places of six bytes, as many as the depth, and the newest of four and of three; its length is
 * 0 when none saves anything. */
static inline pdk_refpack_copy find_copy(quick *state, uint32_t at)
{
    const uint8_t *here = state->data + at;
    uint32_t left = state->size - at, limit = left < PDK_REFPACK_MAX_COPY ? left : PDK_REFPACK_MAX_COPY;
    uint32_t three = state->three[pdk_refpack_hash_three(here, state->bits - FEWER)];
    uint32_t four = state->four[pdk_refpack_hash_four(here, state->bits)];
    uint32_t six = state->six[pdk_refpack_hash_six(here, state->bits)];
    enter(state, at);
    pdk_refpack_copy best = { 0, PDK_REFPACK_WINDOW + 1 };
    uint32_t place = six, distance = pdk_refpack_distance(place, at, PDK_REFPACK_WINDOW);
    for (unsigned left_depth = state->depth; distance != 0; left_depth--) {
        consider(here, distance, limit, &best);
        if (left_depth == 1) break;
        uint32_t older = state->older[(place - 1) % PDK_REFPACK_WINDOW];
        if (older >= place) break; /* its place was taken by a newer one: it was too far */
        place = older;
        distance = pdk_refpack_distance(place, at, PDK_REFPACK_WINDOW);
    }
    distance = pdk_refpack_distance(four, at, PDK_REFPACK_WINDOW);
    if (distance != 0 && four != six) consider(here, distance, limit, &best);
    distance = pdk_refpack_distance(three, at, PDK_REFPACK_WINDOW_SHORT);
    if (distance != 0 && three != four && pdk_load_u24(here) == pdk_load_u24(here - distance)) {
        pdk_refpack_copy near = { pdk_refpack_common(here - distance, here, 3, limit), distance };
        if (saving(near) > saving(best)) best = near;
    }
    return best;
}

/* Looks on from a copy found at *at, byte by byte, while that saves more. */
static inline pdk_refpack_copy try_later(quick *state, uint32_t *at, pdk_refpack_copy copy)
{
    while (copy.length < CONTENT && state->size - *at > LOADED) {
        pdk_refpack_copy next = find_copy(state, *at + 1);
        if (saving(next) <= saving(copy)) break;
        copy = next;
        ++*at;
    }
    return copy;
}

/* The copy at or right after `at`; returns where it ends, or where to continue without one. */
static inline uint32_t take(quick *state, uint32_t at, pdk_refpack_writer *writer)
{
    pdk_refpack_copy copy = find_copy(state, at);
    if (saving(copy) <= 0) {
        uint32_t step = 1 + ((at - writer->said) >> PATIENCE);
        return state->size - at > step ? at + step : state->size;
    }
    copy = try_later(state, &at, copy);
    pdk_refpack_write_copy(writer, at, copy.length, copy.distance);
    uint32_t end = at + copy.length, last = state->size - LOADED, step = copy.length > SPARSE ? 2 : 1;
    for (uint32_t inside = at + 1; inside < end && inside <= last; inside += step) enter(state, inside);
    return end;
}

pdk_status pdk_refpack_quick(const uint8_t *data, uint32_t size, pdk_refpack_effort effort, pdk_refpack_writer *writer,
                             pdk_progress progress, void *progress_user, pdk_memory *memory, pdk_error *error)
{
    quick state = { .data = data, .size = size, .bits = effort.bits, .depth = effort.depth };
    state.three = pdk_alloc_array(memory, UINT64_C(1) << (effort.bits - FEWER), sizeof *state.three);
    state.four = pdk_alloc_array(memory, UINT64_C(1) << effort.bits, sizeof *state.four);
    state.six = pdk_alloc_array(memory, UINT64_C(1) << effort.bits, sizeof *state.six);
    if (effort.depth > 1) state.older = pdk_alloc_array(memory, PDK_REFPACK_WINDOW, sizeof *state.older);
    bool has_older = effort.depth == 1 || state.older != NULL;
    if (state.three == NULL || state.four == NULL || state.six == NULL || !has_older) {
        return pdk_fail_memory(error, memory, "packing");
    }
    uint32_t at = 0;
    while (size - at >= LOADED) {
        uint32_t report = size - at > REPORT ? at + REPORT : size;
        if (!pdk_tell_progress(progress, progress_user, at, size)) return pdk_fail_cancelled(error);
        while (at < report && size - at >= LOADED) at = take(&state, at, writer);
    }
    pdk_refpack_write_stop(writer, size);
    pdk_free(memory, state.three);
    pdk_free(memory, state.four);
    pdk_free(memory, state.six);
    pdk_free(memory, state.older);
    return PDK_OK;
}
