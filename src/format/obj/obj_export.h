/* A Wavefront OBJ being written: the file itself, its materials, its pictures. */
#ifndef PADDOCK_FORMAT_OBJ_OBJ_EXPORT_H
#define PADDOCK_FORMAT_OBJ_OBJ_EXPORT_H

#include "target/text_buffer.h"
#include "target/scene_view.h"

/* Numbers of points in v: each a step further inward. Eleven are less than a texel of 256, and no such step is a whole
 * part of a picture's size. Six digits after the point, which programs write, are a fraction of it. */
#define PDK_OBJ_NUMBER_STEP 0.00023F

typedef struct pdk_obj_export {
    pdk_export *job;
    pdk_scene_view scene;
    pdk_scene_picture_file *pictures;
    pdk_text_buffer lines;
    const char **materials;                /* their names in the file for them, each once; NULL = there is no file */
    uint64_t points, normals, coordinates; /* written so far: OBJ numbers them through, each from 1 */
} pdk_obj_export;

/* A name as one word. */
void pdk_obj_put_name(pdk_obj_export *obj, const char *prefix, const char *name);
void pdk_obj_put(pdk_obj_export *obj, const char *text);
/* Writes what has gathered. */
pdk_status pdk_obj_flush(pdk_obj_export *obj, pdk_output *output, pdk_error *error);

/* obj_materials.c: the MTL and PNG files next to it, and the line that names them. */
pdk_status pdk_obj_write_materials(pdk_obj_export *obj, pdk_error *error);
/* obj_mesh.c: a node's mesh or line, in its place. */
pdk_status pdk_obj_write_node(pdk_obj_export *obj, const pdk_scene_node *node, pdk_error *error);

#endif
