/* What is in the scene of a recording, fixed or moving. */
#ifndef PADDOCK_ANIMATION_SOLIDS_H
#define PADDOCK_ANIMATION_SOLIDS_H

#include "scene/scene_build.h"

/* Each adds one mesh and gives its number; PDK_SCENE_NONE where there is nothing to show. Cars look along x, their
 * place is the origin; tracks are where they are. */

/* car_shape.c: a plain car of 4.5 m, in its own colour. */
pdk_status pdk_add_car_shape(pdk_scene *scene, const char *name, size_t number, size_t *mesh, pdk_error *error);
/* ribbon.c: the part of the track that is driven on, so far under the line that cars' reference points drive. */
#define PDK_RIBBON_BENEATH 0.08 /* m */
pdk_status pdk_add_ribbon(pdk_scene *scene, const pdk_driven_track *track, size_t *mesh, pdk_error *error);
/* solid.c: the points and triangles of a document, turned from its axes into `frame`, in the colours of its points. */
pdk_status pdk_add_solid(pdk_scene *scene, const pdk_document *document, pdk_frame frame, const char *name,
                         size_t *mesh, pdk_error *error);
/* Room for points with normals, and triangles; they count as filled. */
bool pdk_make_arrays(pdk_scene *scene, uint64_t points, uint64_t triangles, pdk_scene_arrays *arrays);
/* A mesh over arrays, with one material or two: the second from triangle `split` on. */
pdk_status pdk_add_arrays(pdk_scene *scene, const char *name, const pdk_scene_arrays *arrays, uint64_t split,
                          const size_t materials[2], size_t *mesh, pdk_error *error);
/* A colour, as light; its number. */
bool pdk_add_color(pdk_scene *scene, const char *name, const double color[3], size_t *material);

#endif
