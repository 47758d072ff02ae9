/* What the parts of the SMX reader share. */
#ifndef PADDOCK_FORMAT_SMX_SMX_H
#define PADDOCK_FORMAT_SMX_SMX_H

#include "format/format.h"
#include "format/smx/smx_layout.h"
#include "model/mesh.h"

/* The objects that are there: with `partial` perhaps fewer than the header says. The arrays have one entry more than
 * there are objects: where the last one ends. */
typedef struct pdk_smx {
    pdk_bytes bytes;
    uint64_t object_count;
    uint64_t *offsets; /* of each object's record */
    uint64_t *first_point, *first_triangle;
    uint64_t checkpoints_at; /* offset of their count; PDK_NO_OFFSET = it is not there */
    uint64_t checkpoint_count;
    pdk_mesh mesh;
    pdk_attribute color;
} pdk_smx;

/* Which object a point or triangle is in, and where its records are. */
size_t pdk_smx_object_of(const pdk_smx *smx, const uint64_t *firsts, uint64_t number);
const uint8_t *pdk_smx_points_of(const pdk_smx *smx, size_t object);
const uint8_t *pdk_smx_triangles_of(const pdk_smx *smx, size_t object);
/* Number `number` of all, as a record. */
const uint8_t *pdk_smx_point_at(const pdk_smx *smx, uint64_t number);
const uint8_t *pdk_smx_triangle_at(const pdk_smx *smx, uint64_t number);

/* --- smx_read.c: header, objects and checkpoints against the file's size --- */
pdk_status pdk_smx_read(pdk_document *document, pdk_smx *smx, pdk_error *error);

/* --- smx_mesh.c: all objects as one mesh, each a block of it --- */
pdk_status pdk_smx_make_mesh(pdk_document *document, pdk_smx *smx, pdk_error *error);

/* --- smx_tables.c --- */
void pdk_smx_add_tables(pdk_document *document, const pdk_smx *smx);

/* --- smx_check.c --- */
pdk_status pdk_smx_check(const pdk_document *document, pdk_report *report, pdk_error *error);

/* --- smx_synth.c --- */
/* The generated track of the seed with its verges and the land around, as a lap of the same seed drives on it. */
pdk_status pdk_smx_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error);

#endif
