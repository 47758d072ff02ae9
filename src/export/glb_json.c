/* The JSON part of a GLB. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "export/glb.h"

enum { /* glTF's numbers */
       POINTS = 0,
       LINE_STRIP = 3,
       SHORT = 5122,
       UNSIGNED_SHORT = 5123,
       UNSIGNED_INT = 5125,
       FLOAT = 5126,
       LINEAR = 9729,
       MIPMAPS = 9987,
       REPEAT = 10497,
       CLAMP = 33071,
       ARRAY = 34962,
       ELEMENTS = 34963,
};

static const char compression[] = "EXT_meshopt_compression", quantization[] = "KHR_mesh_quantization",
                  unlit[] = "KHR_materials_unlit";

static void put_natural(pdk_json *json, const char *key, uint64_t value)
{
    pdk_json_key(json, key);
    pdk_json_natural(json, value);
}

static void put_text(pdk_json *json, const char *key, const char *text)
{
    pdk_json_key(json, key);
    pdk_json_text(json, text);
}

static void put_numbers(pdk_json *json, const char *key, const double *numbers, size_t count)
{
    pdk_json_key(json, key);
    pdk_json_begin(json, '[');
    for (size_t i = 0; i < count; i++) pdk_json_number(json, numbers[i]);
    pdk_json_end(json, ']');
}

static void begin_list(pdk_json *json, const char *key)
{
    pdk_json_key(json, key);
    pdk_json_begin(json, '[');
}

/* ---------------------------------------------------------------------------------- buffers and accessors */

static bool is_packed(const pdk_glb *glb, const pdk_glb_view *view)
{
    return glb->compressed && view->kind != PDK_GLB_PICTURE;
}

static bool is_attribute(const pdk_glb_view *view)
{
    return view->kind != PDK_GLB_PICTURE && view->kind != PDK_GLB_CORNERS;
}

static void put_view(pdk_json *json, const pdk_glb *glb, const pdk_glb_view *view)
{
    bool packed = is_packed(glb, view);
    pdk_json_begin(json, '{');
    put_natural(json, "buffer", packed ? 1 : 0);
    put_natural(json, "byteOffset", view->offset);
    put_natural(json, "byteLength", view->count * view->size);
    if (is_attribute(view)) put_natural(json, "byteStride", view->size);
    if (view->kind != PDK_GLB_PICTURE) put_natural(json, "target", is_attribute(view) ? ARRAY : ELEMENTS);
    if (packed) {
        pdk_json_key(json, "extensions");
        pdk_json_begin(json, '{');
        pdk_json_key(json, compression);
        pdk_json_begin(json, '{');
        put_natural(json, "buffer", 0);
        put_natural(json, "byteOffset", view->packed_offset);
        put_natural(json, "byteLength", view->packed.size);
        put_natural(json, "byteStride", view->size);
        put_natural(json, "count", view->count);
        put_text(json, "mode", is_attribute(view) ? "ATTRIBUTES" : "TRIANGLES");
        pdk_json_end(json, '}');
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, '}');
}

static void put_bound(pdk_json *json, const char *key, const float bound[3])
{
    pdk_json_key(json, key);
    pdk_json_begin(json, '[');
    for (int k = 0; k < 3; k++)
        pdk_json_value(json, &(pdk_value){ .type = PDK_FLOAT32, .as.number = (double)bound[k] });
    pdk_json_end(json, ']');
}

static void put_accessor(pdk_json *json, const pdk_glb *glb, const pdk_glb_view *view, size_t number)
{
    bool points = view->kind == PDK_GLB_POINTS || view->kind == PDK_GLB_LINE_POINTS;
    bool normals = view->kind == PDK_GLB_NORMALS, corners = view->kind == PDK_GLB_CORNERS;
    bool steps = glb->quantized && (normals || view->kind == PDK_GLB_POINTS);
    int type = FLOAT;
    if (steps) type = normals ? SHORT : UNSIGNED_SHORT;
    if (corners) type = view->size == sizeof(uint16_t) ? UNSIGNED_SHORT : UNSIGNED_INT;
    pdk_json_begin(json, '{');
    put_natural(json, "bufferView", number);
    put_natural(json, "componentType", (uint64_t)type);
    if (steps) {
        pdk_json_key(json, "normalized");
        pdk_json_boolean(json, true);
    }
    put_natural(json, "count", view->count);
    bool single = corners || view->kind == PDK_GLB_LINE_VALUES;
    put_text(json, "type", single ? "SCALAR" : view->kind == PDK_GLB_COORDINATES ? "VEC2" : "VEC3");
    if (points) {
        put_bound(json, "min", view->minimum);
        put_bound(json, "max", view->maximum);
    }
    pdk_json_end(json, '}');
}

static void put_buffers(pdk_json *json, const pdk_glb *glb)
{
    if (glb->views.count == 0) return;
    begin_list(json, "accessors");
    for (size_t i = 0; i < glb->accessor_count; i++) put_accessor(json, glb, pdk_glb_view_at(glb, i), i);
    pdk_json_end(json, ']');
    begin_list(json, "bufferViews");
    for (size_t i = 0; i < glb->views.count; i++) put_view(json, glb, pdk_glb_view_at(glb, i));
    pdk_json_end(json, ']');
    begin_list(json, "buffers");
    pdk_json_begin(json, '{');
    put_natural(json, "byteLength", glb->size);
    pdk_json_end(json, '}');
    if (glb->compressed) {
        pdk_json_begin(json, '{');
        put_natural(json, "byteLength", glb->unpacked_size);
        pdk_json_key(json, "extensions");
        pdk_json_begin(json, '{');
        pdk_json_key(json, compression);
        pdk_json_begin(json, '{');
        pdk_json_key(json, "fallback");
        pdk_json_boolean(json, true);
        pdk_json_end(json, '}');
        pdk_json_end(json, '}');
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

/* ------------------------------------------------------------------------------------------------ materials */

/* A glTF texture is a picture and how it is taken: two for each picture, that which ends at its edges and that which
 * repeats along u. */
static void put_textures(pdk_json *json, const pdk_glb *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    if (scene->textures.count == 0) return;
    begin_list(json, "samplers");
    for (int repeats = 0; repeats < 2; repeats++) {
        pdk_json_begin(json, '{');
        put_natural(json, "magFilter", LINEAR);
        put_natural(json, "minFilter", MIPMAPS);
        put_natural(json, "wrapS", repeats ? REPEAT : CLAMP);
        put_natural(json, "wrapT", CLAMP);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    begin_list(json, "images");
    for (size_t i = 0; i < scene->textures.count; i++) {
        pdk_json_begin(json, '{');
        put_text(json, "name", pdk_scene_texture_at(scene, i)->name);
        put_natural(json, "bufferView", glb->picture_views[i]);
        put_text(json, "mimeType", "image/png");
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    begin_list(json, "textures");
    for (size_t i = 0; i < scene->materials.count; i++) {
        const pdk_scene_material *material = pdk_scene_material_at(scene, i);
        if (material->texture == PDK_SCENE_NONE) continue;
        pdk_json_begin(json, '{');
        put_natural(json, "source", material->texture);
        put_natural(json, "sampler", material->repeats ? 1 : 0);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_material(pdk_json *json, const pdk_glb *glb, const pdk_scene_material *material, size_t *texture)
{
    bool shows = material->texture != PDK_SCENE_NONE;
    pdk_json_begin(json, '{');
    put_text(json, "name", material->name);
    pdk_json_key(json, "pbrMetallicRoughness");
    pdk_json_begin(json, '{');
    if (shows) {
        pdk_json_key(json, "baseColorTexture");
        pdk_json_begin(json, '{');
        put_natural(json, "index", (*texture)++);
        pdk_json_end(json, '}');
    } else {
        const double color[4] = { material->color[0], material->color[1], material->color[2], 1 };
        put_numbers(json, "baseColorFactor", color, 4);
    }
    put_natural(json, "metallicFactor", 0);
    put_natural(json, "roughnessFactor", 1);
    pdk_json_end(json, '}');
    if (shows && glb->pictures[material->texture].cut_out) put_text(json, "alphaMode", "MASK");
    if (material->two_sided) {
        pdk_json_key(json, "doubleSided");
        pdk_json_boolean(json, true);
    }
    if (material->prelit) {
        pdk_json_key(json, "extensions");
        pdk_json_begin(json, '{');
        pdk_json_key(json, unlit);
        pdk_json_begin(json, '{');
        pdk_json_end(json, '}');
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, '}');
}

static void put_materials(pdk_json *json, const pdk_glb *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    size_t texture = 0;
    if (scene->materials.count == 0) return;
    begin_list(json, "materials");
    for (size_t i = 0; i < scene->materials.count; i++)
        put_material(json, glb, pdk_scene_material_at(scene, i), &texture);
    pdk_json_end(json, ']');
}

/* --------------------------------------------------------------------------------------------------- meshes */

static const char *attribute_of(pdk_glb_kind kind)
{
    return kind == PDK_GLB_POINTS ? "POSITION" : kind == PDK_GLB_NORMALS ? "NORMAL" : "TEXCOORD_0";
}

/* The views of a mesh: attributes first, then the corners of its runs. */
static void put_primitive(pdk_json *json, const pdk_glb *glb, size_t first, size_t corners, size_t material)
{
    pdk_json_begin(json, '{');
    pdk_json_key(json, "attributes");
    pdk_json_begin(json, '{');
    size_t item = pdk_glb_view_at(glb, first)->item;
    for (size_t v = first; v < glb->accessor_count; v++) {
        const pdk_glb_view *view = pdk_glb_view_at(glb, v);
        if (view->item != item || view->kind > PDK_GLB_COORDINATES || (v > first && view->kind == PDK_GLB_POINTS))
            break;
        put_natural(json, attribute_of(view->kind), v);
    }
    pdk_json_end(json, '}');
    if (corners != PDK_SCENE_NONE) put_natural(json, "indices", corners);
    else put_natural(json, "mode", POINTS);
    if (material != PDK_SCENE_NONE) put_natural(json, "material", material);
    pdk_json_end(json, '}');
}

static void put_mesh(pdk_json *json, const pdk_glb *glb, size_t number)
{
    const pdk_scene_mesh *mesh = pdk_scene_mesh_at(&glb->scene.scene, number);
    size_t first = glb->mesh_views[number];
    pdk_json_begin(json, '{');
    put_text(json, "name", mesh->name);
    begin_list(json, "primitives");
    if (mesh->mesh.triangle_count == 0) put_primitive(json, glb, first, PDK_SCENE_NONE, mesh->runs[0].material);
    for (size_t v = first; v < glb->accessor_count; v++) {
        const pdk_glb_view *view = pdk_glb_view_at(glb, v);
        if (view->kind > PDK_GLB_CORNERS || view->item != number) break;
        if (view->kind == PDK_GLB_CORNERS) put_primitive(json, glb, first, v, mesh->runs[view->part].material);
    }
    pdk_json_end(json, ']');
    pdk_json_end(json, '}');
}

/* "legal_speed" becomes _LEGAL_SPEED: attributes of one's own begin so. */
static void put_value_attribute(pdk_json *json, const char *name, size_t accessor)
{
    char key[64] = "_";
    size_t length = 1;
    for (; *name != '\0' && length + 1 < sizeof key; name++) {
        key[length++] = *name >= 'a' && *name <= 'z' ? (char)(*name - 32) : *name;
    }
    put_natural(json, key, accessor);
}

static void put_line(pdk_json *json, const pdk_glb *glb, size_t number)
{
    const pdk_scene_line *line = pdk_scene_line_at(&glb->scene.scene, number);
    size_t first = glb->line_views[number];
    pdk_json_begin(json, '{');
    put_text(json, "name", line->name);
    begin_list(json, "primitives");
    pdk_json_begin(json, '{');
    pdk_json_key(json, "attributes");
    pdk_json_begin(json, '{');
    put_natural(json, "POSITION", first);
    for (size_t v = 0; v < line->value_count; v++) put_value_attribute(json, line->values[v].name, first + 1 + v);
    pdk_json_end(json, '}');
    put_natural(json, "mode", LINE_STRIP);
    pdk_json_end(json, '}');
    pdk_json_end(json, ']');
    if (line->value_count > 0) {
        pdk_json_key(json, "extras");
        pdk_json_begin(json, '{');
        pdk_json_key(json, "units");
        pdk_json_begin(json, '{');
        for (size_t v = 0; v < line->value_count; v++) put_text(json, line->values[v].name, line->values[v].unit);
        pdk_json_end(json, '}');
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, '}');
}

static void put_meshes(pdk_json *json, const pdk_glb *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    if (glb->mesh_count + scene->lines.count == 0) return;
    begin_list(json, "meshes");
    for (size_t i = 0; i < scene->meshes.count; i++) {
        if (glb->mesh_views[i] != PDK_SCENE_NONE) put_mesh(json, glb, i);
    }
    for (size_t i = 0; i < scene->lines.count; i++) put_line(json, glb, i);
    pdk_json_end(json, ']');
}

/* ---------------------------------------------------------------------------------------------------- nodes */

/* Quantised points are 0 .. 1 in each direction: the node stretches and moves them back. It turns before it moves. */
static void put_place(pdk_json *json, const pdk_glb *glb, const pdk_scene_node *node)
{
    double place[3], turn[4];
    pdk_scene_view_place(&glb->scene, node, place, turn);
    if (glb->quantized && node->mesh != PDK_SCENE_NONE) {
        const pdk_scene_extent *extent = &glb->scene.extents[node->mesh];
        double least[3], cross[3], twice[3], room[3];
        for (int k = 0; k < 3; k++) {
            least[k] = (double)extent->minimum[k];
            room[k] = (double)extent->maximum[k] - least[k];
            if (!(room[k] > 0)) room[k] = 1;
        }
        for (int k = 0; k < 3; k++)
            cross[k] = turn[(k + 1) % 3] * least[(k + 2) % 3] - turn[(k + 2) % 3] * least[(k + 1) % 3];
        for (int k = 0; k < 3; k++)
            twice[k] = turn[(k + 1) % 3] * cross[(k + 2) % 3] - turn[(k + 2) % 3] * cross[(k + 1) % 3];
        for (int k = 0; k < 3; k++) place[k] += least[k] + 2 * (turn[3] * cross[k] + twice[k]);
        put_numbers(json, "scale", room, 3);
    }
    if (place[0] != 0 || place[1] != 0 || place[2] != 0) put_numbers(json, "translation", place, 3);
    if (turn[0] != 0 || turn[1] != 0 || turn[2] != 0) put_numbers(json, "rotation", turn, 4);
}

static void put_children(pdk_json *json, const pdk_scene *scene, size_t parent)
{
    bool any = false;
    for (size_t i = parent + 1; i < scene->nodes.count && pdk_scene_node_at(scene, i)->parent != PDK_SCENE_NONE; i++) {
        if (pdk_scene_node_at(scene, i)->parent != parent) continue;
        if (!any) begin_list(json, "children");
        any = true;
        pdk_json_natural(json, i);
    }
    if (any) pdk_json_end(json, ']');
}

static void put_nodes(pdk_json *json, const pdk_glb *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    size_t meshes = glb->mesh_count;
    if (scene->nodes.count == 0) return;
    begin_list(json, "nodes");
    for (size_t i = 0; i < scene->nodes.count; i++) {
        const pdk_scene_node *node = pdk_scene_node_at(scene, i);
        size_t mesh = node->mesh != PDK_SCENE_NONE ? glb->mesh_numbers[node->mesh] : PDK_SCENE_NONE;
        pdk_json_begin(json, '{');
        put_text(json, "name", node->name);
        if (node->line != PDK_SCENE_NONE) mesh = meshes + node->line;
        if (mesh != PDK_SCENE_NONE) put_natural(json, "mesh", mesh);
        put_place(json, glb, node);
        put_children(json, scene, i);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

/* The nodes at the top of the main scene, or of the one of this name. */
static void put_scene(pdk_json *json, const pdk_scene *scene, const char *name, const char *aside)
{
    bool any = false;
    pdk_json_begin(json, '{');
    put_text(json, "name", name);
    for (size_t i = 0; i < scene->nodes.count; i++) {
        const pdk_scene_node *node = pdk_scene_node_at(scene, i);
        bool here = aside == NULL ? node->aside == NULL : node->aside != NULL && strcmp(node->aside, aside) == 0;
        if (node->parent != PDK_SCENE_NONE || !here) continue;
        if (!any) begin_list(json, "nodes");
        any = true;
        pdk_json_natural(json, i);
    }
    if (any) pdk_json_end(json, ']');
    pdk_json_end(json, '}');
}

/* What stands aside makes scenes of its own, so that viewers do not draw it over the rest. */
static void put_scenes(pdk_json *json, const pdk_glb *glb)
{
    static const char *const asides[] = { "simpler", "lines" };
    const pdk_scene *scene = &glb->scene.scene;
    put_natural(json, "scene", 0);
    begin_list(json, "scenes");
    put_scene(json, scene, glb->job->document->info->title, NULL);
    for (size_t a = 0; a < sizeof asides / sizeof asides[0]; a++) {
        for (size_t i = 0; i < scene->nodes.count; i++) {
            const char *aside = pdk_scene_node_at(scene, i)->aside;
            if (aside == NULL || strcmp(aside, asides[a]) != 0) continue;
            put_scene(json, scene, asides[a], asides[a]);
            break;
        }
    }
    pdk_json_end(json, ']');
}

static void put_extensions(pdk_json *json, const pdk_glb *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    bool prelit = false, meshes = glb->mesh_count > 0, packed = glb->compressed && glb->accessor_count > 0;
    for (size_t i = 0; i < scene->materials.count; i++) prelit = prelit || pdk_scene_material_at(scene, i)->prelit;
    for (int required = 0; required < 2; required++) {
        bool any = (glb->quantized && meshes) || packed || (prelit && !required);
        if (!any) continue;
        begin_list(json, required ? "extensionsRequired" : "extensionsUsed");
        if (prelit && !required) pdk_json_text(json, unlit);
        if (glb->quantized && meshes) pdk_json_text(json, quantization);
        if (packed) pdk_json_text(json, compression);
        pdk_json_end(json, ']');
    }
}

pdk_status pdk_glb_write_json(const pdk_glb *glb, pdk_output *output, pdk_error *error)
{
    pdk_json json = { .output = output };
    char generator[32];
    snprintf(generator, sizeof generator, "paddock %s", pdk_version());
    pdk_json_begin(&json, '{');
    pdk_json_key(&json, "asset");
    pdk_json_begin(&json, '{');
    put_text(&json, "version", "2.0");
    put_text(&json, "generator", generator);
    pdk_json_end(&json, '}');
    put_extensions(&json, glb);
    put_scenes(&json, glb);
    put_nodes(&json, glb);
    put_meshes(&json, glb);
    put_materials(&json, glb);
    put_textures(&json, glb);
    put_buffers(&json, glb);
    pdk_json_end(&json, '}');
    static const char blanks[] = "   ";
    return pdk_output_write(output, blanks, (4 - pdk_output_position(output) % 4) % 4, error);
}
