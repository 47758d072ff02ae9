/* Wavefront OBJ, with MTL and PNG files. */
#include <stdio.h>
#include <string.h>

#include "format/obj/obj_export.h"

static void note_frames(const pdk_obj_export *obj)
{
    size_t count = 0;
    for (size_t i = 0; i < obj->scene.scene.materials.count; i++)
        count += pdk_scene_frame_count(pdk_scene_material_at(&obj->scene.scene, i)) > 1;
    if (count == 0) return;
    char text[48];
    snprintf(text, sizeof text, count == 1 ? "a bitmap is" : "%zu bitmaps are", count);
    pdk_export_note(obj->job, PDK_NOTE, "obj.frames",
                    "%s animated: only the first picture is shown, as OBJ has no others", text);
}

static pdk_status write_parts(pdk_obj_export *obj, pdk_error *error)
{
    const pdk_scene *scene = &obj->scene.scene;
    pdk_status status = PDK_OK;
    if (scene->textures.count > 0 && obj->job->companion != NULL)
        status = pdk_scene_pictures_make(&obj->scene, &obj->pictures, error);
    if (status == PDK_OK) status = pdk_obj_write_materials(obj, error);
    if (status == PDK_OK) pdk_export_put_place(obj->job, &obj->lines, "# ");
    for (size_t i = 0; i < scene->nodes.count && status == PDK_OK; i++) {
        status = pdk_obj_write_node(obj, pdk_scene_node_at(scene, i), error);
    }
    return status == PDK_OK ? pdk_obj_flush(obj, obj->job->output, error) : status;
}

static pdk_status write_obj(pdk_export *job, pdk_error *error)
{
    pdk_obj_export obj = { .job = job };
    if (!pdk_text_buffer_init(&obj.lines, job->memory)) return pdk_fail_memory(error, job->memory, "lines of an OBJ");
    pdk_status status = pdk_scene_view_open(job, &obj.scene, error);
    if (status == PDK_OK) note_frames(&obj);
    if (status == PDK_OK) status = write_parts(&obj, error);
    pdk_scene_pictures_free(&obj.scene, obj.pictures);
    return status;
}

static bool holds(const pdk_export *job, const pdk_attribute *attribute)
{
    (void)job;
    return attribute->role == (attribute->of_triangles ? PDK_ATTRIBUTE_MATERIAL : PDK_ATTRIBUTE_COLOR);
}

static bool holds_fact(const pdk_export *job, const pdk_mesh_fact *fact)
{
    (void)job;
    return fact->kind == PDK_FACT_OTHER && strcmp(fact->name, "names of objects") == 0;
}

const pdk_exporter pdk_exporter_obj = {
    .info = { .id = "obj",
              .title = "Wavefront OBJ, with MTL and PNG files",
              .extensions = ".obj",
              .frame = PDK_FRAME_Y_UP,
              .pictures = true,
              .beside = ".mtl" },
    .states_place = true,
    .normals = true,
    .coordinates = true,
    .groups = true,
    .holds = holds,
    .holds_fact = holds_fact,
    .accept = pdk_scene_view_accept,
    .write = write_obj,
};
