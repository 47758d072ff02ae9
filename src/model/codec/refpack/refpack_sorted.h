/* Finds every useful copy in bounded time for all data; slower than the trees on ordinary files. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_SORTED_H
#define PADDOCK_CODEC_REFPACK_REFPACK_SORTED_H

#include "base/memory.h"
#include "codec/refpack/refpack_copy.h"

/*
 * A stretch of the file is sorted: all its positions by the bytes that follow them, as far as copies go. The longest
 * copy of a position from within a window is then of the window's position that is next before or next after it in that
 * order. Each kind of command has a set of the places its window holds, as bits with two levels above them, so that the
 * neighbours are found in a few steps.
 */
enum {
    PDK_REFPACK_MAX_SORTED = 1 << 18, /* positions sorted at one time */
    PDK_REFPACK_SORTED_WORDS = PDK_REFPACK_MAX_SORTED / 64,
    PDK_REFPACK_SORTED_ASKED = PDK_REFPACK_WINDOW - PDK_REFPACK_MAX_COPY /* of these, those that are requested */
};

/* Numbers below PDK_REFPACK_MAX_SORTED. */
typedef struct pdk_refpack_set {
    uint64_t low[PDK_REFPACK_SORTED_WORDS], middle[PDK_REFPACK_SORTED_WORDS / 64], top;
} pdk_refpack_set;

typedef struct pdk_refpack_sorted {
    const uint8_t *data;
    uint32_t size;
    uint32_t base, asked, end; /* the stretch: the window before, the positions asked for, and as far as it is sorted */
    uint32_t *sorted, *place;  /* positions less `base` in order, and where in that order each is */
    uint32_t *scratch[2];      /* for sorting */
    pdk_refpack_set *windows;  /* the places of the positions before, by kind */
} pdk_refpack_sorted;

/* false = out of memory. */
bool pdk_refpack_sorted_init(pdk_refpack_sorted *order, const uint8_t *data, uint32_t size, pdk_memory *memory);
void pdk_refpack_sorted_free(pdk_refpack_sorted *order, pdk_memory *memory);

/* What each kind of command can reach from `count` positions from `first`. The first call may begin anywhere; from
 * there on all positions are requested in order. */
void pdk_refpack_sorted_reach(pdk_refpack_sorted *order, uint32_t first, uint32_t count, pdk_refpack_reach *reaches);

#endif
