/* Few colours for many: a tally of the colours of pictures, and a palette for it. */
#ifndef PADDOCK_FORMAT_FAM_FAM_QUANTISE_H
#define PADDOCK_FORMAT_FAM_FAM_QUANTISE_H

#include "format/fam/fam_pixels.h"

/* Colours that a tally keeps apart: as many as there are with 5 bits a channel. */
enum { PDK_FAM_TALLY = 1 << 15 };

/* A colour and how many pixels have it; of colours that are counted together, their mean. */
typedef struct pdk_fam_shade {
    uint8_t rgba[4];
    uint32_t center;   /* where the quantiser has put it ... */
    uint64_t distance; /*   ... and how far off that is */
    uint64_t count;
} pdk_fam_shade;

/* One place of a tally. */
typedef struct pdk_fam_cell {
    uint32_t key;
    uint64_t count, sums[4];
} pdk_fam_cell;

/* --- fam_tally.c --- */

typedef struct pdk_fam_tally {
    pdk_fam_cell *cells; /* twice PDK_FAM_TALLY of them; those without a count are free */
    pdk_fam_cell *spare;
    uint32_t used;
    uint32_t dropped; /* low bits of each channel that no longer keep colours apart; 0 = every colour is counted */
} pdk_fam_tally;

pdk_status pdk_fam_tally_begin(pdk_fam_tally *tally, pdk_memory *memory, pdk_error *error);
/* Counts one pixel. When there are too many colours, those that differ least are counted together from then on. */
void pdk_fam_tally_add(pdk_fam_tally *tally, const uint8_t rgba[4]);
/* The colours in the order of their values, in `memory`. `tally->used` says how many;
 * NULL when out of memory. */
pdk_fam_shade *pdk_fam_tally_end(pdk_fam_tally *tally, pdk_memory *memory);

/* --- fam_quantise.c --- */

/* What a palette stores for each value of each channel, as 8 bits. */
typedef uint8_t pdk_fam_rounding[4][256];

/* `limit` colours, 1 to 256, for `count` shades, which are more: median cut, then k-means by pdk_fam_distance. The
 * shades are put into another order. The same shades give the same colours. */
void pdk_fam_quantise(pdk_fam_shade *shades, size_t count, pdk_fam_rounding rounding, uint8_t (*colors)[4],
                      size_t limit);

#endif
