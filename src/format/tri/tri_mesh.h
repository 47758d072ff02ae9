/* Collecting a surface whose triangles are grouped by image. The same filling function runs twice: first only counting,
 * then into arrays of exactly that size. */
#ifndef PADDOCK_FORMAT_TRI_TRI_MESH_H
#define PADDOCK_FORMAT_TRI_TRI_MESH_H

#include "format/tri/tri_track.h"

enum { PDK_TRI_GROUPS = 256 };

typedef struct pdk_tri_mesh {
    float *positions, *coordinates; /* NULL: only count */
    uint32_t *triangles;
    uint32_t vertex_count, triangle_count;
    uint32_t group_size[PDK_TRI_GROUPS];  /* triangles of each group, by its number */
    uint32_t group_start[PDK_TRI_GROUPS]; /* where the next of its triangles goes */
} pdk_tri_mesh;

/* A surface of a track: how it is filled and how its groups are called. */
typedef struct pdk_tri_part {
    const char *name;
    const char *group; /* "texture": groups become "texture 12" */
    pdk_certainty certainty;
    void (*fill)(const pdk_tri_track *track, pdk_tri_mesh *mesh);
    /* The path of a group's image in the FAM, in document memory; NULL when out of memory. */
    char *(*image)(pdk_memory *memory, const pdk_tri_track *track, uint32_t group);
} pdk_tri_part;

extern const pdk_tri_part pdk_tri_road, pdk_tri_fences, pdk_tri_props;

/* Returns the vertex's number. */
uint32_t pdk_tri_mesh_vertex(pdk_tri_mesh *mesh, const double place[3], double u, double v);
/* Counter-clockwise seen from outside. */
void pdk_tri_mesh_triangle(pdk_tri_mesh *mesh, uint32_t group, uint32_t a, uint32_t b, uint32_t c);

/* The path of a terrain texture in the FAM. */
char *pdk_tri_texture_path(pdk_memory *memory, const pdk_tri_track *track, uint32_t texture);

#endif
