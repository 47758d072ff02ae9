/* MTL: a material each, and the pictures they show. */
#include "base/number.h"
#include "format/obj/obj_export.h"

static void put_number(pdk_obj *obj, double value)
{
    char *at = pdk_text_buffer_reserve(&obj->lines, PDK_NUMBER_SPACE);
    if (obj->lines.failed) return;
    *at++ = ' ';
    obj->lines.at = pdk_put_float(at, (float)value);
}

/* The file of each texture, beside; the names they got go to `names`. */
static pdk_status write_pictures(pdk_obj *obj, const char **names, pdk_error *error)
{
    pdk_export *job = obj->job;
    for (size_t i = 0; i < obj->scene.scene.textures.count; i++) {
        char *suffix = pdk_text_printf(job->memory, "-%s.png", pdk_scene_texture_at(&obj->scene.scene, i)->name);
        if (suffix == NULL) return pdk_fail_memory(error, job->memory, "a picture's name");
        for (char *at = suffix; *at != '\0'; at++) {
            if ((unsigned char)*at <= ' ' || *at == '/' || *at == '\\') *at = '_';
        }
        pdk_output *output = job->companion(job, suffix, &names[i], error);
        if (output == NULL) return error != NULL && error->status != PDK_OK ? error->status : PDK_E_IO;
        pdk_bytes bytes = pdk_output_bytes(obj->pictures[i].output);
        pdk_status status = pdk_output_write(output, bytes.data, bytes.size, error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

static void put_material(pdk_obj *obj, const pdk_scene_material *material, const char **names)
{
    pdk_obj_put_name(obj, "newmtl ", material->name);
    pdk_obj_put(obj, "\nKd");
    for (int k = 0; k < 3; k++) put_number(obj, material->texture != PDK_SCENE_NONE ? 1 : material->color[k]);
    pdk_obj_put(obj, "\nKs 0 0 0\nillum "); /* no highlights; the old pictures have their light painted */
    pdk_obj_put(obj, material->prelit ? "0\n" : "1\n");
    if (material->two_sided) pdk_obj_put(obj, "# seen from both sides\n"); /* MTL has no word for it */
    if (material->texture != PDK_SCENE_NONE) {
        /* without options like -clamp and -imfchan: many readers take them for part of the name */
        pdk_obj_put(obj, "map_Kd ");
        pdk_obj_put(obj, names[material->texture]);
        if (obj->pictures[material->texture].cut_out) {
            pdk_obj_put(obj, "\nmap_d ");
            pdk_obj_put(obj, names[material->texture]);
        }
        pdk_obj_put(obj, "\n");
    }
    pdk_obj_put(obj, "\n");
}

static pdk_status write_library(pdk_obj *obj, pdk_output *output, const char *name, pdk_error *error)
{
    const pdk_scene *scene = &obj->scene.scene;
    const char **names = pdk_alloc_array(obj->job->memory, scene->textures.count, sizeof *names);
    if (names == NULL) return pdk_fail_memory(error, obj->job->memory, "materials");
    pdk_status status = write_pictures(obj, names, error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < scene->materials.count; i++) put_material(obj, pdk_scene_material_at(scene, i), names);
    status = pdk_obj_flush(obj, output, error);
    obj->materials = true;
    pdk_obj_put(obj, "mtllib ");
    pdk_obj_put(obj, name);
    pdk_obj_put(obj, "\n");
    return status;
}

pdk_status pdk_obj_write_materials(pdk_obj *obj, pdk_error *error)
{
    pdk_export *job = obj->job;
    const char *name = NULL;
    if (obj->scene.scene.materials.count == 0) return PDK_OK;
    if (job->companion == NULL) {
        pdk_export_note(job, PDK_NOTE, "obj.materials",
                        "an OBJ's materials and pictures are files beside it: there are none for this output");
        return PDK_OK;
    }
    pdk_output *output = job->companion(job, ".mtl", &name, error);
    if (output == NULL) return error != NULL && error->status != PDK_OK ? error->status : PDK_E_IO;
    return write_library(obj, output, name, error);
}
