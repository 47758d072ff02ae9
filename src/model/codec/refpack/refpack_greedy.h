/* The rule of the games' own packer (1998 and before): gives the same files, byte for byte. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_GREEDY_H
#define PADDOCK_CODEC_REFPACK_REFPACK_GREEDY_H

#include "codec/refpack/refpack_tree.h"
#include "codec/refpack/refpack_write.h"

/* PDK_OK or PDK_E_CANCELLED. */
pdk_status pdk_refpack_greedy(pdk_refpack_tree *tree, pdk_refpack_writer *writer, pdk_progress progress,
                              void *progress_user, pdk_error *error);

#endif
