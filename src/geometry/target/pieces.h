/* What makers of pieces share. */
#ifndef PADDOCK_TARGET_PIECES_H
#define PADDOCK_TARGET_PIECES_H

#include "base/parallel.h"
#include "target/exporter.h"

enum {
    PDK_PIECE = 1 << 15, /* things: some hundred kilobytes, past the output's buffer and within a processor's cache */
    PDK_PIECE_RUN = 1024 /* of what is turned on a thread's stack */
};

/* Pages of the source are returned to the system after about this much of it. */
extern const uint64_t pdk_piece_trim;

/* Of what threads came to, the first failure. */
pdk_status pdk_piece_worst(const pdk_status status[PDK_MAX_THREADS], const pdk_error errors[PDK_MAX_THREADS],
                           pdk_error *error);
/* Words of the host's order into little-endian ones. */
void pdk_piece_swap_words(uint8_t *words, size_t count);

#endif
