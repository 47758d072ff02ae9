/* The JSON part of a GLB. */
#include <stdio.h>

#include "format/glb/glb_json.h"
#include "mesh/stated_place.h"

static void put_extensions(pdk_json *json, const pdk_glb_export *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    bool prelit = false, meshes = glb->mesh_count > 0, packed = glb->compressed && glb->accessor_count > 0;
    for (size_t i = 0; i < scene->materials.count; i++) prelit = prelit || pdk_scene_material_at(scene, i)->prelit;
    for (int required = 0; required < 2; required++) {
        bool any = (glb->quantized && meshes) || packed || (prelit && !required);
        if (!any) continue;
        pdk_member_begin(json, required ? "extensionsRequired" : "extensionsUsed", '[');
        if (prelit && !required) pdk_json_text(json, PDK_GLB_UNLIT);
        if (glb->quantized && meshes) pdk_json_text(json, PDK_GLB_QUANTIZATION);
        if (packed) pdk_json_text(json, PDK_GLB_COMPRESSION);
        pdk_json_end(json, ']');
    }
}

/* As `extras`, which other programs keep or pass over. In a member of our name, because an "origin" of theirs may mean
 * something else. */
static void put_place(pdk_json *json, const pdk_export *job)
{
    pdk_stated_place place = pdk_export_place(job);
    if (!place.has_origin && place.epsg == 0) return;
    pdk_member_begin(json, "extras", '{');
    pdk_member_begin(json, "paddock", '{');
    if (place.has_origin) pdk_member_numbers(json, "origin", place.origin, 3);
    if (place.epsg != 0) pdk_member_number(json, "epsg", place.epsg);
    pdk_json_end(json, '}');
    pdk_json_end(json, '}');
}

pdk_status pdk_glb_write_json(const pdk_glb_export *glb, pdk_output *output, pdk_error *error)
{
    pdk_json json = { .output = output };
    char generator[32];
    snprintf(generator, sizeof generator, "paddock %s", pdk_version());
    pdk_json_begin(&json, '{');
    pdk_member_begin(&json, "asset", '{');
    pdk_member_text(&json, "version", "2.0");
    pdk_member_text(&json, "generator", generator);
    put_place(&json, glb->job);
    pdk_json_end(&json, '}');
    put_extensions(&json, glb);
    pdk_glb_put_scenes(&json, glb);
    pdk_glb_put_nodes(&json, glb);
    pdk_glb_put_animations(&json, glb);
    pdk_glb_put_meshes(&json, glb);
    pdk_glb_put_materials(&json, glb);
    pdk_glb_put_textures(&json, glb);
    pdk_glb_put_buffers(&json, glb);
    pdk_json_end(&json, '}');
    static const char blanks[] = "   ";
    return pdk_output_write(output, blanks, (4 - pdk_output_position(output) % 4) % 4, error);
}
