/* The JSON part of a GLB: materials, and the pictures on them. */
#include "format/glb/glb_json.h"

enum { /* glTF's numbers */
       LINEAR = 9729,
       MIPMAPS = 9987,
       REPEAT = 10497,
       CLAMP = 33071,
};

/* A glTF texture is a picture and how it is taken: two for each picture, that which ends at its edges and that which
 * repeats along u. */
void pdk_glb_put_textures(pdk_json *json, const pdk_glb *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    if (scene->textures.count == 0) return;
    pdk_member_begin(json, "samplers", '[');
    for (int repeats = 0; repeats < 2; repeats++) {
        pdk_json_begin(json, '{');
        pdk_member_natural(json, "magFilter", LINEAR);
        pdk_member_natural(json, "minFilter", MIPMAPS);
        pdk_member_natural(json, "wrapS", repeats ? REPEAT : CLAMP);
        pdk_member_natural(json, "wrapT", CLAMP);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    pdk_member_begin(json, "images", '[');
    for (size_t i = 0; i < scene->textures.count; i++) {
        pdk_json_begin(json, '{');
        pdk_member_text(json, "name", pdk_scene_texture_at(scene, i)->name);
        pdk_member_natural(json, "bufferView", glb->picture_views[i]);
        pdk_member_text(json, "mimeType", "image/png");
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    pdk_member_begin(json, "textures", '[');
    for (size_t i = 0; i < scene->materials.count; i++) {
        const pdk_scene_material *material = pdk_scene_material_at(scene, i);
        if (material->texture == PDK_SCENE_NONE) continue;
        pdk_json_begin(json, '{');
        pdk_member_natural(json, "source", material->texture);
        pdk_member_natural(json, "sampler", material->repeats ? 1 : 0);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_material(pdk_json *json, const pdk_glb *glb, const pdk_scene_material *material, size_t *texture)
{
    bool shows = material->texture != PDK_SCENE_NONE;
    pdk_json_begin(json, '{');
    pdk_member_text(json, "name", material->name);
    pdk_member_begin(json, "pbrMetallicRoughness", '{');
    if (shows) {
        pdk_member_begin(json, "baseColorTexture", '{');
        pdk_member_natural(json, "index", (*texture)++);
        pdk_json_end(json, '}');
    } else {
        const double color[4] = { material->color[0], material->color[1], material->color[2], 1 };
        pdk_member_numbers(json, "baseColorFactor", color, 4);
    }
    pdk_member_natural(json, "metallicFactor", 0);
    pdk_member_natural(json, "roughnessFactor", 1);
    pdk_json_end(json, '}');
    if (shows && glb->pictures[material->texture].cut_out) pdk_member_text(json, "alphaMode", "MASK");
    if (material->two_sided) {
        pdk_member_boolean(json, "doubleSided", true);
    }
    if (material->prelit) {
        pdk_member_begin(json, "extensions", '{');
        pdk_member_begin(json, PDK_GLB_UNLIT, '{');
        pdk_json_end(json, '}');
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, '}');
}

void pdk_glb_put_materials(pdk_json *json, const pdk_glb *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    size_t texture = 0;
    if (scene->materials.count == 0) return;
    pdk_member_begin(json, "materials", '[');
    for (size_t i = 0; i < scene->materials.count; i++)
        put_material(json, glb, pdk_scene_material_at(scene, i), &texture);
    pdk_json_end(json, ']');
}
