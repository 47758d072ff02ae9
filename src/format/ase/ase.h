/* ASE, the text export of 3ds Max: objects with a mesh each, as blocks in braces of lines "*KEY values".
 *
 *     ase_text.c     UTF-16
 *     ase_read.c     lines into points and triangles
 *     ase_normals.c  normals of corners into those of points
 *     ase_import.c   the document
 */
#ifndef PADDOCK_FORMAT_ASE_ASE_H
#define PADDOCK_FORMAT_ASE_ASE_H

#include "mesh/mesh_arrays.h"
#include "mesh/text_lines.h"

/* The normal of a point, as the corners of its faces say it. */
typedef struct pdk_ase_normal {
    float normal[3];
    bool known;
} pdk_ase_normal;

typedef struct pdk_ase {
    pdk_document *document;
    pdk_bytes text;                              /* UTF-8 */
    pdk_vector points;                           /* double[3] */
    pdk_vector triangles;                        /* uint32_t[3] */
    pdk_vector blocks;                           /* pdk_mesh_block */
    uint64_t meshes, frames;                     /* meshes taken, and those of animations, which are not */
    uint64_t bad_texture;                        /* triangles with a texture coordinate that is not there */
    pdk_line_faults normal_lines, texture_lines; /* not the numbers that are expected; in the text */
    bool has_texture;
    uint64_t animations; /* of where objects are */
    uint64_t materials;  /* blocks *MATERIAL */
    pdk_vector normals;  /* pdk_ase_normal of each point; empty = there are none */
    bool several;        /* some point has two normals */
    float (*point_normals)[3];
    pdk_mesh_fact facts[5];
    size_t fact_count;
    pdk_mesh_arrays arrays;
    pdk_mesh mesh;
} pdk_ase;

/* ase_normals.c: a corner's normal, in the axes that `rows` turn into those of the points. false = memory ran out. */
bool pdk_ase_add_normal(pdk_ase *ase, uint64_t point, const double normal[3], const double rows[3][3]);
/* Once all is read: where every point has one normal they become the mesh's. */
pdk_status pdk_ase_end_normals(pdk_ase *ase, pdk_error *error);

pdk_status pdk_ase_read(pdk_ase *ase, pdk_error *error);

#endif
