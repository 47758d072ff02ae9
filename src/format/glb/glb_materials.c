/* Materials: the colour, picture and kind of surface that triangles have. */
#include <math.h>
#include <string.h>

#include "format/glb/glb_reader.h"

enum { CLAMP_TO_EDGE = 33071 }; /* glTF's number */

static double number_of(pdk_json_found object, const char *name, double otherwise)
{
    double value;
    return pdk_json_as_number(pdk_json_member(object, name), &value) && isfinite(value) ? value : otherwise;
}

static void read_numbers(pdk_json_found array, double *to, size_t count)
{
    if (pdk_json_kind(array) != '[' || pdk_json_count(array, count + 1) != count) return;
    pdk_json_found item = pdk_json_first(array);
    for (size_t i = 0; i < count; i++, item = pdk_json_next(array, item)) {
        double value;
        if (pdk_json_as_number(item, &value) && value >= 0 && value <= 1) to[i] = value;
    }
}

/* The image of a texture and how it continues at its edges. */
static void read_texture(const pdk_glb *glb, pdk_json_found reference, pdk_mesh_material *to)
{
    pdk_json_found texture = pdk_glb_item(&glb->textures, pdk_json_member(reference, "index"));
    uint64_t source = pdk_glb_number(texture, "source", UINT64_MAX);
    if (source < glb->image_count) to->image = glb->image_numbers[source];
    pdk_json_found sampler = pdk_glb_item(&glb->samplers, pdk_json_member(texture, "sampler"));
    to->clamped[0] = pdk_glb_number(sampler, "wrapS", 0) == CLAMP_TO_EDGE;
    to->clamped[1] = pdk_glb_number(sampler, "wrapT", 0) == CLAMP_TO_EDGE;
}

static bool read_name(const pdk_glb *glb, pdk_json_found object, const char **name)
{
    pdk_text text = pdk_json_as_text(pdk_json_member(object, "name"));
    if (text.data == NULL || text.size == 0) return true;
    *name = pdk_keep_printf(&glb->document->memory, "%.*s", (int)text.size, text.data);
    return *name != NULL;
}

static bool read_material(const pdk_glb *glb, pdk_json_found from, pdk_mesh_material *to)
{
    *to = (pdk_mesh_material){
        .color = { 1, 1, 1, 1 }, .image = PDK_MESH_NONE, .cutoff = 0.5, .metallic = 1, .roughness = 1
    };
    from = pdk_glb_small(from);
    pdk_json_found paint = pdk_glb_small(pdk_json_member(from, "pbrMetallicRoughness")),
                   alpha = pdk_json_member(from, "alphaMode"),
                   extensions = pdk_glb_small(pdk_json_member(from, "extensions"));
    read_numbers(pdk_json_member(paint, "baseColorFactor"), to->color, 4);
    read_numbers(pdk_json_member(from, "emissiveFactor"), to->emissive, 3);
    to->metallic = fmin(fmax(number_of(paint, "metallicFactor", 1), 0), 1);
    to->roughness = fmin(fmax(number_of(paint, "roughnessFactor", 1), 0), 1);
    pdk_json_found texture = pdk_glb_small(pdk_json_member(paint, "baseColorTexture"));
    if (texture.tree != NULL) read_texture(glb, texture, to);
    to->two_sided = pdk_json_kind(pdk_json_member(from, "doubleSided")) == 't';
    to->unlit = pdk_json_member(extensions, "KHR_materials_unlit").tree != NULL;
    if (pdk_json_is(alpha, "MASK")) to->alpha = PDK_ALPHA_MASK;
    if (pdk_json_is(alpha, "BLEND")) to->alpha = PDK_ALPHA_BLEND;
    to->cutoff = fmin(fmax(number_of(from, "alphaCutoff", 0.5), 0), 1);
    return read_name(glb, from, &to->name);
}

pdk_status pdk_glb_read_materials(pdk_glb *glb, pdk_error *error)
{
    pdk_json_found materials = pdk_json_member(pdk_json_root(&glb->json), "materials");
    if (pdk_json_kind(materials) != '[') return PDK_OK;
    size_t all = pdk_json_count(materials, UINT32_MAX - 1), most = pdk_document_most_of_kind(glb->document);
    glb->material_count = all < most ? all : most;
    pdk_document_note_left_out(glb->document, "glb.materials", all - glb->material_count, "materials");
    glb->materials = pdk_alloc_array(&glb->document->memory, glb->material_count, sizeof *glb->materials);
    if (glb->materials == NULL) return pdk_fail_memory(error, &glb->document->memory, "materials");
    size_t i = 0;
    for (pdk_json_found at = pdk_json_first(materials); at.tree != NULL && i < glb->material_count;
         at = pdk_json_next(materials, at), i++) {
        if (!read_material(glb, at, &glb->materials[i]))
            return pdk_fail_memory(error, &glb->document->memory, "materials");
    }
    return PDK_OK;
}

pdk_status pdk_glb_set_material(pdk_glb *glb, pdk_json_found primitive, pdk_error *error)
{
    uint64_t number = pdk_glb_number(primitive, "material", UINT64_MAX);
    if (glb->material_count == 0) return PDK_OK;
    while (glb->triangle_materials.count < glb->triangles.count) {
        uint32_t *to = pdk_vector_push(&glb->triangle_materials);
        if (to == NULL) return pdk_glb_no_memory(glb, error);
        *to = number < glb->material_count ? (uint32_t)number + 1 : 0;
    }
    return PDK_OK;
}
