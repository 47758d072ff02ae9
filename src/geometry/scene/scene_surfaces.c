/* Surfaces as they are: a mesh that is read by ranges, or the 3D parts of a family, with their pictures. */
#include <string.h>

#include "scene/scene_build.h"

/* ------------------------------------------------------------------------------------------------ 3D parts */

/* The material of a texture is made once for all parts that show it. */
static bool part_material(pdk_scene *scene, pdk_scene_album *album, const pdk_surface_group *group, size_t *material)
{
    size_t texture;
    if (!pdk_scene_find_texture(scene, album, group->image, &texture)) return false;
    size_t *known = texture != PDK_SCENE_NONE ? &album->materials[pdk_scene_texture_at(scene, texture)->image] : NULL;
    if (known != NULL && *known != 0) {
        *material = *known - 1;
        return true;
    }
    pdk_scene_material *added = pdk_scene_add_material(scene);
    if (added == NULL) return false;
    *material = scene->materials.count - 1;
    if (known == NULL) {
        pdk_scene_plain(added, 0);
        added->name = group->name[0] != '\0' ? group->name : "plain";
        return true;
    }
    *known = scene->materials.count;
    added->texture = texture;
    added->name = pdk_scene_texture_at(scene, texture)->name;
    added->prelit = true;
    return true;
}

pdk_status pdk_scene_add_part(pdk_scene *scene, const pdk_document *document, size_t number, const char *name,
                              pdk_scene_album *album, size_t *mesh, pdk_error *error)
{
    pdk_surface surface;
    pdk_scene_arrays arrays;
    *mesh = PDK_SCENE_NONE;
    pdk_status status = pdk_document_surface_read(document, number, &surface, error);
    if (status != PDK_OK || surface.triangle_count == 0) return status;
    pdk_scene_run *runs = pdk_alloc_array(scene->memory, surface.group_count, sizeof *runs);
    if (runs == NULL || !pdk_scene_flat(scene, &surface, &arrays))
        return pdk_fail_memory(error, scene->memory, "a 3D part");
    for (size_t i = 0; i < surface.group_count; i++) {
        const pdk_surface_group *group = &surface.groups[i];
        runs[i] = (pdk_scene_run){ group->first_triangle, group->triangle_count, PDK_SCENE_NONE, NULL };
        if (!part_material(scene, album, group, &runs[i].material))
            return pdk_fail_memory(error, scene->memory, "a 3D part");
    }
    pdk_scene_mesh *added = pdk_scene_add_mesh(scene);
    if (added == NULL) return pdk_fail_memory(error, scene->memory, "a 3D part");
    added->name = name;
    added->runs = runs;
    added->run_count = surface.group_count;
    added->shared = true;
    added->sources = arrays.sources;
    pdk_scene_put_arrays(&arrays, pdk_document_surface_at(document, number)->frame, added);
    *mesh = scene->meshes.count - 1;
    return PDK_OK;
}

/* Every surface as a part under its own name. */
static pdk_status add_parts(pdk_scene *scene, const pdk_document *document, pdk_error *error)
{
    pdk_scene_album album;
    if (!pdk_scene_open_album(scene, document, &album)) return pdk_fail_memory(error, scene->memory, "a scene");
    for (size_t i = 0; i < pdk_document_surface_count(document); i++) {
        size_t mesh;
        const char *name = pdk_document_surface_at(document, i)->name;
        pdk_status status = pdk_scene_add_part(scene, document, i, name, &album, &mesh, error);
        if (status != PDK_OK) return status;
        pdk_scene_node *node = pdk_scene_add_node(scene, name, PDK_SCENE_NONE);
        if (node == NULL) return pdk_fail_memory(error, scene->memory, "a scene");
        node->mesh = mesh;
    }
    return PDK_OK;
}

pdk_status pdk_scene_make_surfaces(pdk_scene *scene, const pdk_document *document, const pdk_mesh *content,
                                   pdk_error *error)
{
    bool one = pdk_scene_is_whole(document);
    return one ? pdk_scene_add_content(scene, document, content, error) : add_parts(scene, document, error);
}

bool pdk_scene_is_whole(const pdk_document *document)
{
    if (document->services != NULL && document->services->scene != NULL) return false;
    return document->mesh != NULL ||
           (pdk_document_surface_count(document) == 1 && pdk_document_image_count(document) == 0);
}
