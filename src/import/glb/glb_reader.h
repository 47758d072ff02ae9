/* glTF 2.0, as one binary file (GLB) or as JSON with its data inside.
 *
 *     glb_container.c  chunks, JSON, buffers
 *     glb_accessor.c   numbers out of buffers
 *     glb_scene.c      nodes, meshes, primitives
 *     glb_import.c     the document
 *     glb_without.c    in builds without a reader of JSON
 */
#ifndef PADDOCK_IMPORT_GLB_GLB_H
#define PADDOCK_IMPORT_GLB_GLB_H

#include <jansson.h>

#include "import/held.h"

typedef struct pdk_glb {
    pdk_document *document;
    json_t *root;
    uint64_t json_at;    /* where the text begins */
    pdk_bytes *buffers;
    size_t buffer_count;
    pdk_vector points;   /* double[3] */
    pdk_vector triangles; /* uint32_t[3] */
    pdk_vector blocks;   /* pdk_mesh_block */
    bool moved;          /* some node has a matrix of its own */
    uint64_t other_primitives, skins, morphs, mirrored;
    pdk_held held;
    pdk_mesh mesh;
} pdk_glb;

/* --- glb_container.c --- */
bool pdk_glb_is_binary(pdk_bytes bytes);
pdk_status pdk_glb_open_container(pdk_glb *glb, pdk_error *error);

/* --- glb_accessor.c --- */
/* Item `index` of the array root[name]; NULL when there is none. */
json_t *pdk_glb_item(const pdk_glb *glb, const char *name, json_t *index);
/* A whole number of an object, 0 or more; `otherwise` when it is not there, UINT64_MAX when it is none. */
uint64_t pdk_glb_number(const json_t *object, const char *name, uint64_t otherwise);
/* Numbers of an accessor, `components` each (1 or 3): as doubles, normalised where it says so; sparse ones replaced. */
typedef struct pdk_glb_numbers {
    const json_t *accessor;
    pdk_bytes bytes;       /* of its view, from its offset; size 0 = all zeros */
    uint64_t count, stride;
    unsigned type;         /* glTF's componentType */
    uint32_t components;
    bool normalized;
} pdk_glb_numbers;
pdk_status pdk_glb_find_numbers(const pdk_glb *glb, json_t *accessor, uint32_t components, pdk_glb_numbers *numbers, pdk_error *error);
double pdk_glb_value(const pdk_glb_numbers *numbers, uint64_t item, uint32_t component);
/* Writes what is sparse over `items` (count * components doubles). */
pdk_status pdk_glb_put_sparse(const pdk_glb *glb, const pdk_glb_numbers *numbers, double *items, pdk_error *error);

/* --- glb_scene.c --- */
pdk_status pdk_glb_read_scene(pdk_glb *glb, pdk_error *error);

/* All of this module's failures in the JSON are told with where the text begins: jansson keeps no places. */
pdk_status pdk_glb_fail(const pdk_glb *glb, pdk_error *error, const char *code, const char *where, uint64_t number, const char *what);

#endif
