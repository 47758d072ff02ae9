/* What the parts of the RLD reader share. */
#ifndef PADDOCK_FORMAT_RLD_RLD_H
#define PADDOCK_FORMAT_RLD_RLD_H

#include "format/format.h"
#include "model/block_span.h"
#include "model/mesh.h"

/* A file's sections. The counts are of what is there: with `partial` perhaps fewer than the header says. */
typedef struct pdk_rld {
    uint64_t point_count, triangle_count, block_count;
    uint64_t points_at, triangles_at; /* offsets */
    const uint8_t *points, *triangles;
    uint64_t blocks_at;             /* of the tag BLKI; PDK_NO_OFFSET when it is missing */
    const uint8_t *starts, *counts; /* the first block's, `block_stride` apart */
    uint64_t block_stride;
    bool block_pairs; /* start and count stand together, not in two arrays */
    pdk_block_spans spans;
    bool displaced; /* with `partial`: the sections were found by their tags, not where the counts put them ... */
    bool unsure;    /*   ... and somewhere in them bytes are missing or too many: records after that are shifted */
    uint64_t sound_triangles; /* with `partial`: those the surface holds */
} pdk_rld;

/* --- rld_shape.c: header and sections against the file's size --- */
pdk_status pdk_rld_read_shape(pdk_document *document, pdk_rld *rld, pdk_error *error);

/* --- rld_places.c: sections by their tags --- */
/* For `partial`: where tags are not at the places that the counts give, fills in what follows from the tags, adds a
 * finding, and is true. The header must be whole. */
bool pdk_rld_find_displaced(pdk_document *document, pdk_rld *rld);
/* Can an unknown section begin here? */
bool pdk_rld_is_section(pdk_bytes bytes, uint64_t at);

/* --- rld_blocks.c: which reading of BLKI, and which block a point is in --- */
/* Chooses the reading and indexes the blocks; what is odd about them becomes findings. */
void pdk_rld_read_blocks(pdk_document *document, pdk_rld *rld);
/* For a file without usable blocks: one that has every point. */
void pdk_rld_assume_block(pdk_document *document, pdk_rld *rld);
/* The blocks as a mesh has them; none where one of them does not fit its points. */
pdk_status pdk_rld_list_blocks(const pdk_document *document, pdk_memory *memory, pdk_mesh *mesh, pdk_error *error);

/* --- rld_arrays.c: the file's arrays as C arrays --- */
/* `count` numbers at `bytes` in the host's order: in place where that can be, else copied into `buffer`. */
const float *pdk_rld_floats(const uint8_t *bytes, size_t count, float *buffer);
const uint32_t *pdk_rld_numbers(const uint8_t *bytes, size_t count, uint32_t *buffer);
/* Triangles whose corners are all points of the file. Gives pages back on the way. */
uint64_t pdk_rld_count_sound(const pdk_document *document, const pdk_rld *rld);
/* True for a triangle without area; its three points must be there. */
bool pdk_rld_is_flat(const uint8_t *points, const uint32_t numbers[3]);
pdk_status pdk_rld_build_surface(pdk_document *document, const void *state, pdk_surface *surface, pdk_error *error);

/* --- rld_check.c, rld_repair.c, rld_synth.c --- */
pdk_status pdk_rld_repair_surface(const pdk_document *document, const pdk_repair_options *options,
                                  pdk_repair_report *report, pdk_output *output, pdk_error *error);
pdk_status pdk_rld_check(const pdk_document *document, pdk_report *report, pdk_error *error);
pdk_status pdk_rld_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error);

#endif
