/* A scene is begun, and made from a document: by its format, or from its surfaces. */

#include "scene/scene_build.h"

void pdk_scene_begin(pdk_finding_handler note, void *note_user, pdk_memory *memory, pdk_scene *scene)
{
    *scene = (pdk_scene){ .memory = memory,
                          .textures = pdk_vector_of(memory, sizeof(pdk_scene_texture)),
                          .materials = pdk_vector_of(memory, sizeof(pdk_scene_material)),
                          .meshes = pdk_vector_of(memory, sizeof(pdk_scene_mesh)),
                          .lines = pdk_vector_of(memory, sizeof(pdk_scene_line)),
                          .nodes = pdk_vector_of(memory, sizeof(pdk_scene_node)),
                          .note = note,
                          .note_user = note_user };
}

pdk_status pdk_scene_make(const pdk_document *document, const pdk_mesh *content, const pdk_document *art,
                          pdk_finding_handler note, void *note_user, pdk_memory *memory, pdk_scene *scene,
                          pdk_error *error)
{
    pdk_scene_begin(note, note_user, memory, scene);
    if (document->services != NULL && document->services->scene != NULL)
        return document->services->scene(scene, document, art, error);
    return pdk_scene_make_surfaces(scene, document, content, error);
}
