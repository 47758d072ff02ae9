/*
 * Bitmaps that get another size: the file is laid out again.
 *
 *     fam_resize.c        the call: what may change, the new file
 *     fam_resize_blocks.c where blocks begin, and which distances lead from one to another
 *     fam_resize_plan.c   which bytes are replaced by how many
 *     fam_resize_move.c   lengths, offsets and distances in the new file
 */
#ifndef PADDOCK_FORMAT_FAM_FAM_RESIZE_H
#define PADDOCK_FORMAT_FAM_FAM_RESIZE_H

#include "format/fam/fam_index.h"
#include "format/format.h"

/* pdk_format.resize */
pdk_status pdk_fam_resize(const pdk_document *document, const pdk_new_size *sizes, size_t count, pdk_output *output,
                          pdk_error *error);

/* A place where a block of a set begins. */
typedef struct pdk_fam_start {
    uint64_t offset;
    uint64_t reach; /* where the blocks that begin before it end: not after it, unless blocks share bytes */
} pdk_fam_start;

/* A distance stored in the block at `from`. */
typedef struct pdk_fam_link {
    uint64_t from, to;
} pdk_fam_link;

/* Bytes of the old file that are replaced: `removed` from `at` on by `added`. */
typedef struct pdk_fam_splice {
    uint64_t at, removed, added;
    const pdk_fam_entry *entry; /* the bitmap whose pixels and filling these are; NULL = what follows a set */
    uint32_t part;              /* the set */
    uint32_t width, height;     /* new ones */
    uint64_t filling;           /* old bytes after the pixels that are kept, as far as there is room */
} pdk_fam_splice;

/* A file on its way to another layout. */
typedef struct pdk_fam_resizing {
    const pdk_document *document;
    const pdk_fam *fam;
    pdk_fam_start *starts; /* of one set at a time, sorted */
    size_t start_count;
    const pdk_fam_entry *endless; /* an entry of it whose attached blocks do not end inside; NULL = none */
    pdk_vector links;             /* pdk_fam_link, of all sets that change */
    uint32_t file_alignment;      /* a power of two: blocks after filling begin at multiples of it, from their set on */
    uint32_t set_alignment;       /* the same for that set, if all of its blocks do; otherwise a smaller one */
    uint32_t family_alignment;    /* and one for children of families */
    pdk_fam_splice *splices;      /* sorted */
    size_t splice_count;
    int64_t *growth; /* of the file before each splice, one more for its end */
    pdk_memory *memory;
    pdk_error *error;
} pdk_fam_resizing;

/* --- fam_resize_blocks.c --- */

/* Finds file_alignment. */
pdk_status pdk_fam_find_alignment(pdk_fam_resizing *all);
/* Fills starts, links and set_alignment with those of a set. */
pdk_status pdk_fam_find_blocks(pdk_fam_resizing *all, uint32_t part);
/* The largest power of two up to 16 that all these are multiples of. */
uint32_t pdk_fam_alignment(uint64_t together);

/* --- fam_resize_plan.c --- */

/* Fills splices and growth. `sizes` are sorted by the place of their bitmaps, each once. */
pdk_status pdk_fam_plan_resize(pdk_fam_resizing *all, const pdk_new_size *sizes, size_t count);
pdk_status pdk_fam_fail_resize(const pdk_fam_resizing *all, const pdk_fam_entry *entry, const char *code,
                               const char *why);
/* Bytes of a bitmap's pixels. */
uint64_t pdk_fam_stored_size(const pdk_fam_entry *entry, uint32_t width, uint32_t height);

/* --- fam_resize_move.c --- */

/* Puts what follows from the plan into the new file. */
pdk_status pdk_fam_move_references(const pdk_fam_resizing *all, uint8_t *file);

#endif
