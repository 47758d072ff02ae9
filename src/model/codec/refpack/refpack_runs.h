/* Runs of one byte: where a general search would test every length again at every position. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_RUNS_H
#define PADDOCK_CODEC_REFPACK_REFPACK_RUNS_H

#include "base/memory.h"
#include "codec/refpack/refpack_copy.h"

enum { PDK_REFPACK_MIN_RUN = 4 };

typedef struct pdk_refpack_run {
    uint32_t end, length;
    uint32_t longer; /* the number of the newest older run of the byte that is longer; 0 = none */
} pdk_refpack_run;

typedef struct pdk_refpack_runs {
    const uint8_t *data;
    uint32_t size;
    uint32_t end;          /* of this run */
    uint32_t count;        /* of runs so far: the number of the last one */
    uint32_t newest[256];  /* the number of the newest run of each byte; 0 = none */
    pdk_refpack_run *runs; /* by number modulo what a window can hold */
} pdk_refpack_runs;

/* false = out of memory. */
bool pdk_refpack_runs_init(pdk_refpack_runs *runs, const uint8_t *data, uint32_t size, pdk_memory *memory);
void pdk_refpack_runs_free(pdk_refpack_runs *runs, pdk_memory *memory);

/* At a position where a run of at least four continues: the copies to be had from runs alone, as pdk_refpack_tree_find
 * gives them; returns how many. *left is how far the run still goes. Copies that go further than the run are only
 * returned where they are the nearest for its whole length. */
uint32_t pdk_refpack_runs_find(pdk_refpack_runs *runs, uint32_t at, uint32_t limit, uint32_t *left,
                               pdk_refpack_copy *copies);

#endif
