/* How the triangles of a mesh look, and the tree of names that its blocks are in. */
#ifndef PADDOCK_MODEL_MATERIAL_H
#define PADDOCK_MODEL_MATERIAL_H

#include "paddock/core.h"

#define PDK_MESH_NONE SIZE_MAX

typedef enum pdk_alpha_mode { PDK_ALPHA_OPAQUE, PDK_ALPHA_MASK, PDK_ALPHA_BLEND } pdk_alpha_mode;

typedef struct pdk_mesh_material {
    const char *name; /* NULL = none */
    double color[4];  /* linear, the last is opacity; what the image shows is multiplied by it */
    size_t image;     /* number of an image of the document; PDK_MESH_NONE = none */
    bool clamped[2];  /* the image ends at its edges along u, along v; otherwise it repeats */
    bool two_sided;
    bool unlit; /* to be shown as it is, without light and shadow */
    pdk_alpha_mode alpha;
    double cutoff; /* of PDK_ALPHA_MASK: what is less opaque is not drawn */
    double metallic, roughness, emissive[3];
} pdk_mesh_material;

/* A node of a scene. Parents come before their children. */
typedef struct pdk_mesh_node {
    const char *name; /* NULL = none */
    size_t parent;    /* PDK_MESH_NONE = at the top */
    size_t block;     /* the block of points that it shows; PDK_MESH_NONE = none */
} pdk_mesh_node;

#endif
