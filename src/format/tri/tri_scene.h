/* What a track gives to exporters of scenes, and the parts it is made of. */
#ifndef PADDOCK_FORMAT_TRI_TRI_SCENE_H
#define PADDOCK_FORMAT_TRI_TRI_SCENE_H

#include "format/tri/tri_track.h"
#include "scene/scene_build.h"

pdk_status pdk_tri_make_scene(pdk_scene *scene, const pdk_document *document, const pdk_document *art,
                              pdk_error *error);

/* A track being made (tri_scene_track.c) and its parts. */
typedef struct pdk_tri_scene {
    pdk_scene *scene;
    const pdk_document *document, *art;
    pdk_scene_album album; /* of the art */
    bool closed;
    uint64_t node_count;
} pdk_tri_scene;

/* All rows of a column as doubles; NULL and *status where that fails. */
double *pdk_tri_scene_column(const pdk_tri_scene *track, const char *table, const char *column, pdk_status *status,
                             pdk_error *error);
/* A material that shows this image, or is plain; "road: texture 12" of "road", "texture 12". */
bool pdk_tri_scene_material(pdk_tri_scene *track, const char *name, const char *image, uint32_t number,
                            const pdk_scene_material *kind, size_t *material);

/* tri_scene_mark.c: eight letters that are others when a node is elsewhere, or a prop has another node or type. NULL
 * when out of memory. */
char *pdk_tri_scene_mark(pdk_memory *memory, const pdk_tri_track *track);

pdk_status pdk_tri_scene_add_road(pdk_tri_scene *track, size_t surface, pdk_error *error);
pdk_status pdk_tri_scene_add_fences(pdk_tri_scene *track, size_t surface, pdk_error *error);
pdk_status pdk_tri_scene_add_props(pdk_tri_scene *track, const pdk_surface *cards, pdk_error *error);
pdk_status pdk_tri_scene_add_horizon(pdk_tri_scene *track, const pdk_surface *road, pdk_error *error);
pdk_status pdk_tri_scene_add_lines(pdk_tri_scene *track, pdk_error *error);

#endif
