#include "codec/refpack/refpack_quick.h"

#include "codec/refpack/refpack_hash.h"

enum {
    LOADED = 8,      /* bytes a look reads */
    FEWER = 4,       /* bits of the table for three bytes */
    PATIENCE = 8,    /* after 2^this bytes without a copy the steps grow */
    CONTENT = 32,    /* a copy this long is taken at once */
    REPORT = 1 << 20 /* bytes between two reports */
};

typedef struct quick {
    const uint8_t *data;
    uint32_t size;
    unsigned three_bits, six_bits;
    uint32_t *three, *six; /* newest positions + 1 by the hashes of three and of six bytes */
} quick;

static inline void enter(quick *state, uint32_t at)
{
    const uint8_t *here = state->data + at;
    state->three[pdk_refpack_hash_three(here, state->three_bits)] = at + 1;
    state->six[pdk_refpack_hash_six(here, state->six_bits)] = at + 1;
}

/* Bytes a copy saves beside its own command. */
static inline int32_t saving(pdk_refpack_copy copy)
{
    return copy.length == 0 ? 0 : (int32_t)copy.length - (int32_t)pdk_refpack_cost(copy.length, copy.distance);
}

/* The better of the newest places of six bytes and of three; its length is 0 when neither saves anything. */
static inline pdk_refpack_copy look(quick *state, uint32_t at)
{
    const uint8_t *here = state->data + at;
    uint32_t left = state->size - at, limit = left < PDK_REFPACK_MOST ? left : PDK_REFPACK_MOST;
    uint32_t three = state->three[pdk_refpack_hash_three(here, state->three_bits)];
    uint32_t six = state->six[pdk_refpack_hash_six(here, state->six_bits)];
    enter(state, at);
    pdk_refpack_copy best = { 0, 1 };
    uint32_t distance = pdk_refpack_distance(six, at, PDK_REFPACK_WINDOW);
    if (distance != 0 && pdk_load_u32(here) == pdk_load_u32(here - distance)) {
        best = (pdk_refpack_copy){ pdk_refpack_common(here - distance, here, 4, limit), distance };
        if (best.length < 5 && distance > PDK_REFPACK_WINDOW_MIDDLE) best.length = 0;
    }
    distance = pdk_refpack_distance(three, at, PDK_REFPACK_WINDOW_MIDDLE);
    if (distance != 0 && three != six && pdk_load_u24(here) == pdk_load_u24(here - distance)) {
        pdk_refpack_copy near = { pdk_refpack_common(here - distance, here, 3, limit), distance };
        if ((near.length > 3 || distance <= PDK_REFPACK_WINDOW_SHORT) && saving(near) > saving(best)) best = near;
    }
    return best;
}

/* Looks on from a copy found at *at, byte by byte, while that saves more. */
static inline pdk_refpack_copy wait(quick *state, uint32_t *at, pdk_refpack_copy copy)
{
    while (copy.length < CONTENT && state->size - *at > LOADED) {
        pdk_refpack_copy next = look(state, *at + 1);
        if (saving(next) <= saving(copy)) break;
        copy = next;
        ++*at;
    }
    return copy;
}

/* The copy at or right behind `at`; returns where it ends, or where to go on without one. */
static inline uint32_t take(quick *state, uint32_t at, pdk_refpack_writer *writer)
{
    pdk_refpack_copy copy = look(state, at);
    if (saving(copy) <= 0) {
        uint32_t step = 1 + ((at - writer->said) >> PATIENCE);
        return state->size - at > step ? at + step : state->size;
    }
    copy = wait(state, &at, copy);
    pdk_refpack_write_copy(writer, at, copy.length, copy.distance);
    uint32_t end = at + copy.length, last = state->size - LOADED;
    for (uint32_t inside = at + 1; inside < end && inside <= last; inside++) enter(state, inside);
    return end;
}

pdk_status pdk_refpack_quick(const uint8_t *data, uint32_t size, unsigned bits, pdk_refpack_writer *writer,
                             pdk_progress progress, void *progress_user, pdk_memory *memory, pdk_error *error)
{
    quick state = { .data = data, .size = size, .three_bits = bits - FEWER, .six_bits = bits };
    state.three = pdk_alloc_array(memory, UINT64_C(1) << state.three_bits, sizeof *state.three);
    state.six = pdk_alloc_array(memory, UINT64_C(1) << state.six_bits, sizeof *state.six);
    if (state.three == NULL || state.six == NULL) return pdk_fail_memory(error, memory, "packing");
    uint32_t at = 0;
    while (size - at >= LOADED) {
        uint32_t report = size - at > REPORT ? at + REPORT : size;
        if (progress != NULL && !progress(progress_user, at, size)) return pdk_fail_cancelled(error);
        while (at < report && size - at >= LOADED) at = take(&state, at, writer);
    }
    pdk_refpack_write_stop(writer, size);
    pdk_free(memory, state.three);
    pdk_free(memory, state.six);
    return PDK_OK;
}
