/* The smallest sequence of RefPack commands for a file, given the copies at each position. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_PATH_H
#define PADDOCK_CODEC_REFPACK_REFPACK_PATH_H

#include "base/memory.h"
#include "codec/refpack/refpack_copy.h"

/* Says what can be copied at `count` positions from `first`; asked for all of them in order. false = out of memory. */
typedef bool (*pdk_refpack_find)(void *finder, uint32_t first, uint32_t count, pdk_refpack_reach *reaches);

/* One step of the way that ends at a position, and after pdk_refpack_solve of the way that starts there: up to three
 * literals and a copy (28 bits of pdk_refpack_put, two of the literals), or a run of literals (bit 30 and its length).
 */
typedef uint32_t pdk_refpack_choice;
enum { PDK_REFPACK_RUN = 1 << 30, PDK_REFPACK_CARRIED_SHIFT = 28 };

typedef struct pdk_refpack_way {
    pdk_refpack_choice *choices; /* size + 1 of them: the step from each position on the way */
    uint64_t packed_size;        /* of the commands and literals, stop included */
    uint32_t carried;            /* literals that ride on the stop */
} pdk_refpack_way;

/* `progress` may be NULL. PDK_OK, PDK_E_CANCELLED or a failure of memory; way->choices lives in `memory`. */
pdk_status pdk_refpack_solve(uint32_t size, pdk_refpack_find find, void *finder, pdk_progress progress,
                             void *progress_user, pdk_memory *memory, pdk_refpack_way *way, pdk_error *error);

#endif
