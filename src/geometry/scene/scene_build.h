/* Making scenes: what the parts of src/scene share. Where a call gives NULL or false, memory ran out. */
#ifndef PADDOCK_SCENE_SCENE_BUILD_H
#define PADDOCK_SCENE_SCENE_BUILD_H

#include "scene/scene.h"

/* The images of a document by name. */
typedef struct pdk_scene_album {
    const pdk_document *document; /* NULL = empty */
    uint32_t *sorted;             /* images by name, whatever its case */
    size_t count;
    size_t *textures;  /* of each image in the scene, plus 1; 0 = none yet */
    size_t *materials; /* of each image on 3D parts, likewise */
} pdk_scene_album;

bool pdk_scene_open_album(pdk_scene *scene, const pdk_document *document, pdk_scene_album *album);
/* The texture that shows an image, added to the scene when it is not there yet; "ga00" finds GA00 where there is no
 * other. PDK_SCENE_NONE goes to *texture where there is no such image. */
bool pdk_scene_find_texture(pdk_scene *scene, pdk_scene_album *album, const char *image, size_t *texture);

/* The texture that shows the album's image of this number. */
bool pdk_scene_take_texture(pdk_scene *scene, pdk_scene_album *album, size_t number, size_t *texture);

void pdk_scene_note(pdk_scene *scene, pdk_severity severity, const char *code, const char *format, ...)
    PDK_PRINTF(4, 5);

/* What is pushed is filled by the caller, names included. */
pdk_scene_material *pdk_scene_add_material(pdk_scene *scene);
pdk_scene_mesh *pdk_scene_add_mesh(pdk_scene *scene);
/* A node at the origin that shows nothing yet. `name` must live as long as the scene. */
pdk_scene_node *pdk_scene_add_node(pdk_scene *scene, const char *name, size_t parent);
/* A plain colour for what has no picture; the same number gives the same. */
void pdk_scene_plain(pdk_scene_material *material, uint32_t number);

/* Arrays a mesh is made of, in the scene's memory. */
typedef struct pdk_scene_arrays {
    float (*positions)[3], (*normals)[3], (*coordinates)[2]; /* the latter two may be NULL */
    uint32_t (*triangles)[3];
    uint32_t *sources; /* of vertices that pdk_scene_flat made: those of the surface; otherwise NULL */
    uint64_t vertex_count, triangle_count;
} pdk_scene_arrays;

/* Twice a triangle's area along its normal. */
void pdk_scene_face(const float *a, const float *b, const float *c, double face[3]);

/* Room for this many. */
bool pdk_scene_allocate(pdk_scene *scene, uint64_t vertices, uint64_t triangles, pdk_scene_arrays *arrays);
/* Makes them the mesh's. */
void pdk_scene_put_arrays(const pdk_scene_arrays *arrays, pdk_frame frame, pdk_scene_mesh *mesh);

/* scene_normals.c: a surface's triangles with their own normals: vertices are doubled where their triangles face
 * different ways. Triangles with a corner that is not there stay in their place, with corners UINT32_MAX. */
bool pdk_scene_flat(pdk_scene *scene, const pdk_surface *surface, pdk_scene_arrays *arrays);
/* Normals for arrays: each the sum of the triangles at its place, as far as they do not face elsewhere than its own
 * triangles by more than some 40 degrees. */
bool pdk_scene_smooth(pdk_scene *scene, pdk_scene_arrays *arrays);

/* scene_shade.c: gives a mesh of a document normals, where it has none and few of its triangles meet at sharp edges. */
pdk_status pdk_scene_shade(pdk_scene *scene, const pdk_document *document, pdk_scene_mesh *mesh, pdk_error *error);

/* scene_parts.c: a document that is one mesh: its blocks, materials and groups. */
pdk_status pdk_scene_add_content(pdk_scene *scene, const pdk_document *document, const pdk_mesh *content,
                                 pdk_error *error);

/* scene_surfaces.c: one 3D part as a mesh with materials; PDK_SCENE_NONE = it has no triangles. */
pdk_status pdk_scene_add_part(pdk_scene *scene, const pdk_document *document, size_t surface, const char *name,
                              pdk_scene_album *album, size_t *mesh, pdk_error *error);

pdk_status pdk_scene_make_surfaces(pdk_scene *scene, const pdk_document *document, const pdk_mesh *content,
                                   pdk_error *error);

#endif
