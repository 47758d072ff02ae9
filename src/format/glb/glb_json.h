/* The JSON part of a GLB, piece by piece: each writes its members of the outermost object, where there is anything to
 * say. */
#ifndef PADDOCK_FORMAT_GLB_GLB_JSON_H
#define PADDOCK_FORMAT_GLB_GLB_JSON_H

#include "format/glb/glb_export.h"
#include "json/json.h"

#define PDK_GLB_COMPRESSION "EXT_meshopt_compression"
#define PDK_GLB_QUANTIZATION "KHR_mesh_quantization"
#define PDK_GLB_UNLIT "KHR_materials_unlit"

/* glb_json_nodes.c */
void pdk_glb_put_nodes(pdk_json *json, const pdk_glb_export *glb);
void pdk_glb_put_scenes(pdk_json *json, const pdk_glb_export *glb);
/* glb_channels.c */
void pdk_glb_put_animations(pdk_json *json, const pdk_glb_export *glb);
void pdk_glb_put_channel(pdk_json *json, size_t sampler, size_t node, const char *property);
void pdk_glb_put_sampler(pdk_json *json, size_t input, size_t output, const char *interpolation);
/* glb_frames.c: nodes, channels and samplers that follow the others; `samplers` is how many those are. */
void pdk_glb_put_frame_nodes(pdk_json *json, const pdk_glb_export *glb);
void pdk_glb_put_frame_channels(pdk_json *json, const pdk_glb_export *glb, size_t samplers);
void pdk_glb_put_frame_samplers(pdk_json *json, const pdk_glb_export *glb);
/* glb_json_meshes.c */
void pdk_glb_put_meshes(pdk_json *json, const pdk_glb_export *glb);
/* glb_json_materials.c */
void pdk_glb_put_materials(pdk_json *json, const pdk_glb_export *glb);
void pdk_glb_put_textures(pdk_json *json, const pdk_glb_export *glb);
/* glb_json_buffers.c */
void pdk_glb_put_buffers(pdk_json *json, const pdk_glb_export *glb);

#endif
