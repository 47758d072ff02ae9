/* The parts of a repair: what is removed (rld_repair.c, rld_duplicates.c), and writing the rest (rld_rewrite.c). */
#ifndef PADDOCK_FORMAT_RLD_RLD_REPAIR_H
#define PADDOCK_FORMAT_RLD_RLD_REPAIR_H

#include "format/rld/rld.h"

/* Which of many things stay: a bit each, and how many stay before each word of bits. */
typedef struct pdk_rld_kept {
    uint64_t *words;       /* one more than needed, of no bits */
    uint32_t *before;      /* made once all that is removed has been removed */
    uint64_t total, count; /* of all, and of those that stay */
} pdk_rld_kept;

static inline bool pdk_rld_is_kept(const pdk_rld_kept *kept, uint64_t i)
{
    return (kept->words[i / 64] >> i % 64 & 1) != 0;
}
static inline void pdk_rld_drop(pdk_rld_kept *kept, uint64_t i)
{
    kept->words[i / 64] &= ~(UINT64_C(1) << i % 64);
}
/* How many stay before the i-th: its new number, when it stays. */
static inline uint32_t pdk_rld_rank(const pdk_rld_kept *kept, uint64_t i)
{
    return kept->before[i / 64] + (uint32_t)__builtin_popcountll(kept->words[i / 64] & ((UINT64_C(1) << i % 64) - 1));
}

typedef struct pdk_rld_repair {
    const pdk_document *document;
    const pdk_rld *rld;
    const pdk_repair_options *options;
    pdk_repair_report *report;
    pdk_memory *memory;
    pdk_rld_kept points, triangles;
    uint64_t announced_points, announced_triangles; /* by the header */
    uint64_t triangles_end;                         /* after the last triangle (or point) there is */
    bool blocks_sound;                              /* every point in one block */
    bool keeps_unknown; /* bytes of unknown meaning are written again: the points they may be about are all there */
    uint64_t done, total, trimmed; /* bytes walked over */
} pdk_rld_repair;

/* After each stretch: gives pages back now and then, reports progress. False = stop. */
bool pdk_rld_repair_step(pdk_rld_repair *repair, uint64_t bytes);
/* Drops every triangle that has the corners of an earlier one in the same order round; *dropped is how many. */
pdk_status pdk_rld_drop_duplicates(pdk_rld_repair *repair, uint64_t *dropped, pdk_error *error);

/* Blocks of the new file. */
uint64_t pdk_rld_new_block_count(const pdk_rld_repair *repair);
pdk_status pdk_rld_rewrite(pdk_rld_repair *repair, pdk_output *output, pdk_error *error);

#endif
