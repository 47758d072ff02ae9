/* Packs without a plan: uses the copy that saves most here, or that of the next byte if it saves more. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_QUICK_H
#define PADDOCK_CODEC_REFPACK_REFPACK_QUICK_H

#include "base/memory.h"
#include "codec/refpack/refpack_write.h"

/* More finds more and takes longer. */
typedef struct pdk_refpack_effort {
    unsigned bits;  /* of the tables of places; 15 to 17 are sensible */
    unsigned depth; /* places of the same six bytes looked at, from 1 */
} pdk_refpack_effort;

/* PDK_OK, PDK_E_CANCELLED or a failure of memory. */
pdk_status pdk_refpack_quick(const uint8_t *data, uint32_t size, pdk_refpack_effort effort, pdk_refpack_writer *writer,
                             pdk_progress progress, void *progress_user, pdk_memory *memory, pdk_error *error);

#endif
