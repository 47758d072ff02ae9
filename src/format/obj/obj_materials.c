/* MTL: a material each, and the pictures they show. */
#include <string.h>

#include "base/number.h"
#include "format/obj/obj_export.h"
#include "format/obj/obj_names.h"
#include "base/nocase.h"

static void put_number(pdk_obj_export *obj, double value)
{
    char *at = pdk_text_buffer_reserve(&obj->lines, PDK_NUMBER_SPACE);
    if (obj->lines.failed) return;
    *at++ = ' ';
    obj->lines.at = pdk_put_float(at, (float)value);
}

/* A name as one word. */
static char *as_word(char *name)
{
    for (char *at = name; *at != '\0'; at++) {
        bool plain = (unsigned char)*at > ' ' && *at != '/' && *at != '\\' && *at != '#' && *at != 127;
        if (!plain) *at = '_';
    }
    return name;
}

/* The same, which no other has: where it is known already a number goes before it. */
static char *unique(pdk_memory *memory, pdk_obj_names *known, char *name, const char *before, size_t number)
{
    as_word(name);
    if (pdk_obj_names_find(known, name) != SIZE_MAX)
        name = pdk_text_printf(memory, "%s%zu%s%s", before, number, *name != '-' ? "-" : "", name);
    return name != NULL && pdk_obj_names_add(known, name) != SIZE_MAX ? name : NULL;
}

/* The names of all materials in the file. */
static const char **name_materials(const pdk_obj_export *obj)
{
    pdk_memory *memory = obj->job->memory;
    const pdk_scene *scene = &obj->scene.scene;
    pdk_obj_names known;
    pdk_obj_names_init(&known, memory);
    const char **names = pdk_alloc_array(memory, scene->materials.count, sizeof *names);
    for (size_t i = 0; i < scene->materials.count && names != NULL; i++) {
        char *name = pdk_strdup(memory, pdk_scene_material_at(scene, i)->name);
        names[i] = name != NULL ? unique(memory, &known, name, "", i) : NULL;
        if (names[i] == NULL) return NULL;
    }
    return names;
}

/* A name may have any length, a file's name 255 bytes. It is cut between two characters. */
static size_t kept_size(const char *name, size_t size)
{
    enum { MOST = 80 };
    if (size <= MOST) return size;
    size = MOST;
    while (size > 0 && ((unsigned char)name[size] & 0xC0) == 0x80) size--;
    return size;
}

/* "-road.png": the texture's name, and the kind of its file, which the name may have already. */
static char *suffix_of(const pdk_obj_export *obj, size_t texture)
{
    const char *name = pdk_scene_texture_at(&obj->scene.scene, texture)->name;
    bool jpeg = strcmp(obj->pictures[texture].media_type, "image/jpeg") == 0;
    size_t length = strlen(name);
    const char *dot = strrchr(name, '.');
    bool has = dot != NULL && (jpeg ? pdk_compare_nocase(dot, ".jpg") == 0 || pdk_compare_nocase(dot, ".jpeg") == 0
                                    : pdk_compare_nocase(dot, ".png") == 0);
    if (has) length = (size_t)(dot - name);
    length = kept_size(name, length);
    return pdk_text_printf(obj->job->memory, "-%.*s%s", (int)length, name, jpeg ? ".jpg" : ".png");
}

/* What no system takes in a name becomes '_', and A and a are one: on many file systems they are. */
static char *unique_file(pdk_memory *memory, pdk_obj_names *known, char *suffix, size_t number)
{
    for (char *at = suffix; *at != '\0'; at++) {
        if (strchr(":*?\"<>|", *at) != NULL) *at = '_';
    }
    char *folded = pdk_text_printf(memory, "%s", suffix);
    for (char *at = folded; at != NULL && *at != '\0'; at++) {
        if (*at >= 'A' && *at <= 'Z') *at = (char)(*at - 'A' + 'a');
    }
    char *name = folded != NULL ? unique(memory, known, folded, "-", number) : NULL;
    if (name == NULL || strlen(name) == strlen(suffix)) return name != NULL ? as_word(suffix) : NULL;
    return pdk_text_printf(memory, "-%zu%s", number, as_word(suffix));
}

/* Frames of an animated bitmap after the first are on no material here. */
static bool is_shown(const pdk_scene *scene, size_t texture)
{
    for (size_t i = 0; i < scene->materials.count; i++) {
        if (pdk_scene_material_at(scene, i)->texture == texture) return true;
    }
    return false;
}

/* Writes a file for each texture next to the OBJ; `names` gets their names. */
static pdk_status write_pictures(pdk_obj_export *obj, const char **names, pdk_error *error)
{
    pdk_export *job = obj->job;
    pdk_obj_names known;
    pdk_obj_names_init(&known, job->memory);
    for (size_t i = 0; i < obj->scene.scene.textures.count; i++) {
        if (!is_shown(&obj->scene.scene, i)) continue;
        char *suffix = suffix_of(obj, i);
        if (suffix != NULL) suffix = unique_file(job->memory, &known, suffix, i);
        if (suffix == NULL) return pdk_fail_memory(error, job->memory, "a picture's name");
        pdk_output *output = job->companion(job, suffix, &names[i], error);
        if (output == NULL) return error != NULL && error->status != PDK_OK ? error->status : PDK_E_IO;
        pdk_bytes bytes = pdk_output_bytes(obj->pictures[i].output);
        pdk_status status = pdk_output_write(output, bytes.data, bytes.size, error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

/* Opacity, and emitted light. */
static void put_light(pdk_obj_export *obj, const pdk_mesh_material *source)
{
    if (source == NULL) return;
    if (source->color[3] < 1) {
        pdk_obj_put(obj, "\nd");
        put_number(obj, source->color[3]);
    }
    if (!(source->emissive[0] > 0 || source->emissive[1] > 0 || source->emissive[2] > 0)) return;
    pdk_obj_put(obj, "\nKe");
    for (int k = 0; k < 3; k++) put_number(obj, source->emissive[k]);
}

static void put_material(pdk_obj_export *obj, const pdk_scene_material *material, const char *name, const char **names)
{
    pdk_obj_put(obj, "newmtl ");
    pdk_obj_put(obj, name);
    pdk_obj_put(obj, "\nKd");
    const pdk_mesh_material *source = material->source;
    bool white = source == NULL && material->texture != PDK_SCENE_NONE;
    for (int k = 0; k < 3; k++) put_number(obj, white ? 1 : material->color[k]);
    put_light(obj, source);
    pdk_obj_put(obj, "\nKs 0 0 0\nillum "); /* no highlights; the old pictures have their light painted */
    pdk_obj_put(obj, material->prelit ? "0\n" : "1\n");
    if (material->two_sided && source == NULL)
        pdk_obj_put(obj, "# seen from both sides\n"); /* MTL has no word for it */
    if (material->texture != PDK_SCENE_NONE) {
        /* without options like -clamp and -imfchan: many readers take them for part of the name */
        pdk_obj_put(obj, "map_Kd ");
        pdk_obj_put(obj, names[material->texture]);
        bool masked = source != NULL && source->alpha != PDK_ALPHA_OPAQUE;
        if (obj->pictures[material->texture].cut_out || masked) {
            pdk_obj_put(obj, "\nmap_d ");
            pdk_obj_put(obj, names[material->texture]);
        }
        pdk_obj_put(obj, "\n");
    }
    pdk_obj_put(obj, "\n");
}

static pdk_status write_library(pdk_obj_export *obj, pdk_output *output, const char *name, pdk_error *error)
{
    const pdk_scene *scene = &obj->scene.scene;
    const char **names = pdk_alloc_array(obj->job->memory, scene->textures.count, sizeof *names);
    if (names == NULL) return pdk_fail_memory(error, obj->job->memory, "materials");
    pdk_status status = write_pictures(obj, names, error);
    if (status != PDK_OK) return status;
    const char **materials = name_materials(obj);
    if (materials == NULL) return pdk_fail_memory(error, obj->job->memory, "materials");
    for (size_t i = 0; i < scene->materials.count; i++)
        put_material(obj, pdk_scene_material_at(scene, i), materials[i], names);
    status = pdk_obj_flush(obj, output, error);
    obj->materials = materials;
    pdk_obj_put(obj, "mtllib ");
    pdk_obj_put(obj, name);
    pdk_obj_put(obj, "\n");
    return status;
}

pdk_status pdk_obj_write_materials(pdk_obj_export *obj, pdk_error *error)
{
    pdk_export *job = obj->job;
    const char *name = NULL;
    if (obj->scene.scene.materials.count == 0) return PDK_OK;
    if (job->companion == NULL) {
        pdk_export_note(job, PDK_NOTE, "obj.materials",
                        "the materials and pictures of an OBJ are separate files, which this output cannot have");
        return PDK_OK;
    }
    pdk_output *output = job->companion(job, ".mtl", &name, error);
    if (output == NULL) return error != NULL && error->status != PDK_OK ? error->status : PDK_E_IO;
    return write_library(obj, output, name, error);
}
