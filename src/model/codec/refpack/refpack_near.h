/* Copies of three bytes, which save bytes only from at most 1024 bytes back. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_NEAR_H
#define PADDOCK_CODEC_REFPACK_REFPACK_NEAR_H

#include "base/load.h"
#include "codec/refpack/refpack_copy.h"

enum { PDK_REFPACK_NEAR_BITS = 12, PDK_REFPACK_NEAR_MASK = PDK_REFPACK_WINDOW_SHORT - 1 };

typedef struct pdk_refpack_near {
    uint32_t newest[1 << PDK_REFPACK_NEAR_BITS]; /* by the hash of three bytes: the position + 1 */
    uint32_t older[PDK_REFPACK_WINDOW_SHORT];    /* by position modulo the window: the one before of the same hash */
} pdk_refpack_near;

/* Enters the three bytes at `at`, which must be there; returns the newest position of their hash before, + 1. */
static inline uint32_t pdk_refpack_near_enter(pdk_refpack_near *near, const uint8_t *data, uint32_t at)
{
    uint32_t hash = (pdk_load_u24(data + at) * UINT32_C(506832829)) >> (32 - PDK_REFPACK_NEAR_BITS);
    uint32_t next = near->newest[hash];
    near->newest[hash] = at + 1;
    near->older[at & PDK_REFPACK_NEAR_MASK] = next;
    return next;
}

/* How far back the nearest place of the three bytes at `at` is, 0 = too far; `next` is what entering them gave. */
static inline uint32_t pdk_refpack_near_find(const pdk_refpack_near *near, const uint8_t *data, uint32_t at,
                                             uint32_t next)
{
    uint32_t wanted = pdk_load_u24(data + at);
    while (next != 0 && at + 1 - next <= PDK_REFPACK_WINDOW_SHORT) {
        if (pdk_load_u24(data + next - 1) == wanted) return at + 1 - next;
        uint32_t older = near->older[(next - 1) & PDK_REFPACK_NEAR_MASK];
        if (older >= next) return 0; /* its place was taken by a newer one: it was too far */
        next = older;
    }
    return 0;
}

#endif
