/* A scene while it is filled: materials, meshes, nodes. */
#include "scene/scene_build.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"

void pdk_scene_note(pdk_scene *scene, pdk_severity severity, const char *code, const char *format, ...)
{
    char message[256];
    va_list arguments;
    if (scene->note == NULL) return;
    va_start(arguments, format);
    pdk_print_message(message, sizeof message, format, arguments);
    va_end(arguments);
    pdk_tell_finding(
        scene->note, scene->note_user,
        &(pdk_finding){ .severity = severity, .code = code, .offset = PDK_NO_OFFSET, .where = "", .message = message });
}

pdk_scene_material *pdk_scene_add_material(pdk_scene *scene)
{
    pdk_scene_material *material = pdk_vector_push(&scene->materials);
    if (material != NULL) material->texture = PDK_SCENE_NONE;
    return material;
}

void pdk_scene_plain(pdk_scene_material *material, uint32_t number)
{
    /* steps of the golden ratio keep neighbours apart; greys that stay calm beside each other */
    double step = fmod(number * 0.618034, 1.0);
    material->texture = PDK_SCENE_NONE;
    material->color[0] = 0.22 + 0.20 * step;
    material->color[1] = 0.24 + 0.18 * step;
    material->color[2] = 0.22 + 0.14 * step;
}

pdk_scene_mesh *pdk_scene_add_mesh(pdk_scene *scene)
{
    return pdk_vector_push(&scene->meshes);
}

pdk_scene_node *pdk_scene_add_node(pdk_scene *scene, const char *name, size_t parent)
{
    pdk_scene_node *node = pdk_vector_push(&scene->nodes);
    if (node != NULL)
        *node = (pdk_scene_node){ .name = name, .parent = parent, .mesh = PDK_SCENE_NONE, .line = PDK_SCENE_NONE };
    return node;
}

bool pdk_scene_allocate(pdk_scene *scene, uint64_t vertices, uint64_t triangles, pdk_scene_arrays *arrays)
{
    *arrays = (pdk_scene_arrays){ .positions = pdk_alloc_array(scene->memory, vertices, sizeof *arrays->positions),
                                  .normals = pdk_alloc_array(scene->memory, vertices, sizeof *arrays->normals),
                                  .coordinates = pdk_alloc_array(scene->memory, vertices, sizeof *arrays->coordinates),
                                  .triangles = pdk_alloc_array(scene->memory, triangles, sizeof *arrays->triangles) };
    return arrays->positions != NULL && arrays->normals != NULL && arrays->coordinates != NULL &&
           arrays->triangles != NULL;
}

void pdk_scene_put_arrays(const pdk_scene_arrays *arrays, pdk_frame frame, pdk_scene_mesh *mesh)
{
    const pdk_surface surface = { .positions = arrays->positions[0],
                                  .normals = arrays->normals != NULL ? arrays->normals[0] : NULL,
                                  .coordinates = arrays->coordinates != NULL ? arrays->coordinates[0] : NULL,
                                  .triangles = arrays->triangles[0],
                                  .vertex_count = arrays->vertex_count,
                                  .triangle_count = arrays->triangle_count };
    mesh->mesh = pdk_mesh_of_surface(&surface, frame);
}
