/* ASE, the text export of 3ds Max: objects with a mesh each, as blocks in braces of lines "*KEY values".
 *
 *     ase_text.c     UTF-16
 *     ase_read.c     lines into points and triangles
 *     ase_import.c   the document
 */
#ifndef PADDOCK_FORMAT_ASE_ASE_H
#define PADDOCK_FORMAT_ASE_ASE_H

#include "mesh/mesh_arrays.h"
#include "mesh/text_lines.h"

typedef struct pdk_ase {
    pdk_document *document;
    pdk_bytes text;          /* UTF-8 */
    pdk_vector points;       /* double[3] */
    pdk_vector triangles;    /* uint32_t[3] */
    pdk_vector blocks;       /* pdk_mesh_block */
    uint64_t meshes, frames; /* meshes taken, and those of animations, which are not */
    uint64_t bad_texture;    /* triangles with a texture coordinate that is not there */
    bool has_texture;
    pdk_mesh_arrays held;
    pdk_mesh mesh;
} pdk_ase;

pdk_status pdk_ase_read(pdk_ase *ase, pdk_error *error);

#endif
