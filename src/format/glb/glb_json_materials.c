/* The JSON part of a GLB: materials, and the pictures on them. */
#include <stdio.h>

#include "format/glb/glb_json.h"

enum { /* glTF's numbers */
       LINEAR = 9729,
       MIPMAPS = 9987,
       REPEAT = 10497,
       CLAMP = 33071,
};

/* How pictures continue at their edges: along u in bit 0, along v in bit 1, set = they repeat. */
static unsigned sampler_of(const pdk_scene_material *material)
{
    if (material->source == NULL) return material->repeats ? 1 : 0;
    return (material->source->clamped[0] ? 0 : 1u) | (material->source->clamped[1] ? 0 : 2u);
}

static unsigned count_samplers(const pdk_scene *scene)
{
    unsigned count = 2;
    for (size_t i = 0; i < scene->materials.count; i++) {
        if (sampler_of(pdk_scene_material_at(scene, i)) >= count) count = 4;
    }
    return count;
}

/* The picture of a material in a frame; PDK_SCENE_NONE = it has none. */
static size_t picture_of(const pdk_scene_material *material, size_t frame)
{
    return pdk_scene_frame_count(material) > 1 ? material->frames[frame] : material->texture;
}

/* A glTF texture is a picture and how it is taken. */
void pdk_glb_put_textures(pdk_json *json, const pdk_glb_export *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    if (scene->textures.count == 0) return;
    pdk_member_begin(json, "samplers", '[');
    for (unsigned sampler = 0; sampler < count_samplers(scene); sampler++) {
        pdk_json_begin(json, '{');
        pdk_member_natural(json, "magFilter", LINEAR);
        pdk_member_natural(json, "minFilter", MIPMAPS);
        pdk_member_natural(json, "wrapS", (sampler & 1) != 0 ? REPEAT : CLAMP);
        pdk_member_natural(json, "wrapT", (sampler & 2) != 0 ? REPEAT : CLAMP);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    pdk_member_begin(json, "images", '[');
    for (size_t i = 0; i < scene->textures.count; i++) {
        pdk_json_begin(json, '{');
        pdk_member_text(json, "name", pdk_scene_texture_at(scene, i)->name);
        pdk_member_natural(json, "bufferView", glb->picture_views[i]);
        pdk_member_text(json, "mimeType", glb->pictures[i].media_type);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    pdk_member_begin(json, "textures", '[');
    for (size_t i = 0; i < scene->materials.count; i++) {
        const pdk_scene_material *material = pdk_scene_material_at(scene, i);
        for (size_t f = 0; material->texture != PDK_SCENE_NONE && f < pdk_scene_frame_count(material); f++) {
            pdk_json_begin(json, '{');
            pdk_member_natural(json, "source", picture_of(material, f));
            pdk_member_natural(json, "sampler", sampler_of(material));
            pdk_json_end(json, '}');
        }
    }
    pdk_json_end(json, ']');
}

static void put_texture(pdk_json *json, const pdk_scene_material *material, size_t *texture)
{
    if (material->texture == PDK_SCENE_NONE) return;
    pdk_member_begin(json, "baseColorTexture", '{');
    pdk_member_natural(json, "index", (*texture)++);
    pdk_json_end(json, '}');
}

/* What the source says about its material. */
static void put_source(pdk_json *json, const pdk_scene_material *material, size_t *texture)
{
    static const char *const modes[] = { "OPAQUE", "MASK", "BLEND" };
    const pdk_mesh_material *source = material->source;
    pdk_member_begin(json, "pbrMetallicRoughness", '{');
    put_texture(json, material, texture);
    pdk_member_numbers(json, "baseColorFactor", source->color, 4);
    pdk_member_number(json, "metallicFactor", source->metallic);
    pdk_member_number(json, "roughnessFactor", source->roughness);
    pdk_json_end(json, '}');
    bool glows = source->emissive[0] > 0 || source->emissive[1] > 0 || source->emissive[2] > 0;
    if (glows) pdk_member_numbers(json, "emissiveFactor", source->emissive, 3);
    if (source->alpha != PDK_ALPHA_OPAQUE) pdk_member_text(json, "alphaMode", modes[source->alpha]);
    if (source->alpha == PDK_ALPHA_MASK) pdk_member_number(json, "alphaCutoff", source->cutoff);
}

static void put_dull(pdk_json *json, const pdk_glb_export *glb, const pdk_scene_material *material, size_t frame,
                     size_t *texture)
{
    pdk_member_begin(json, "pbrMetallicRoughness", '{');
    put_texture(json, material, texture);
    if (material->texture == PDK_SCENE_NONE) {
        const double color[4] = { material->color[0], material->color[1], material->color[2], 1 };
        pdk_member_numbers(json, "baseColorFactor", color, 4);
    }
    pdk_member_natural(json, "metallicFactor", 0);
    pdk_member_natural(json, "roughnessFactor", 1);
    pdk_json_end(json, '}');
    size_t picture = picture_of(material, frame);
    bool cut_out = picture != PDK_SCENE_NONE && glb->pictures[picture].cut_out;
    if (cut_out) pdk_member_text(json, "alphaMode", "MASK");
}

static void put_material(pdk_json *json, const pdk_glb_export *glb, const pdk_scene_material *material, size_t frame,
                         size_t *texture)
{
    pdk_json_begin(json, '{');
    char name[128];
    snprintf(name, sizeof name, "%s, frame %zu", material->name, frame + 1);
    pdk_member_text(json, "name", frame > 0 ? name : material->name);
    if (material->source != NULL) put_source(json, material, texture);
    else put_dull(json, glb, material, frame, texture);
    if (material->two_sided) pdk_member_boolean(json, "doubleSided", true);
    if (material->prelit) {
        pdk_member_begin(json, "extensions", '{');
        pdk_member_begin(json, PDK_GLB_UNLIT, '{');
        pdk_json_end(json, '}');
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, '}');
}

void pdk_glb_put_materials(pdk_json *json, const pdk_glb_export *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    size_t texture = 0;
    if (scene->materials.count == 0) return;
    pdk_member_begin(json, "materials", '[');
    for (size_t i = 0; i < scene->materials.count; i++) {
        const pdk_scene_material *material = pdk_scene_material_at(scene, i);
        for (size_t f = 0; f < pdk_scene_frame_count(material); f++) put_material(json, glb, material, f, &texture);
    }
    pdk_json_end(json, ']');
}
