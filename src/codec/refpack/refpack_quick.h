/* Packs at once, without a plan: takes what saves most here, or waits one byte when that saves more. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_QUICK_H
#define PADDOCK_CODEC_REFPACK_REFPACK_QUICK_H

#include "base/memory.h"
#include "codec/refpack/refpack_write.h"

/* `bits` of the tables of places: more finds more and takes longer, 15 and 17 are sensible.
 * PDK_OK, PDK_E_CANCELLED or a failure of memory. */
pdk_status pdk_refpack_quick(const uint8_t *data, uint32_t size, unsigned bits, pdk_refpack_writer *writer,
                             pdk_progress progress, void *progress_user, pdk_memory *memory, pdk_error *error);

#endif
