/* The JSON part of a GLB: meshes of triangles, points and lines. */
#include "format/glb/glb_json.h"

enum { POINTS = 0, LINE_STRIP = 3 }; /* glTF's numbers */

static const char *attribute_of(pdk_glb_kind kind)
{
    static const char *const names[] = { "POSITION", "NORMAL", "TEXCOORD_0", "COLOR_0", "TEXCOORD_1" };
    return names[kind];
}

/* Which glTF material a run shows in a frame of its mesh. */
static size_t material_of(const pdk_glb_export *glb, const pdk_scene_run *run, size_t frame)
{
    size_t count = pdk_scene_frame_count(pdk_scene_material_at(&glb->scene.scene, run->material));
    return glb->material_numbers[run->material] + frame % count;
}

/* The views of a mesh: attributes first, then the corners of its runs. */
static void put_primitive(pdk_json *json, const pdk_glb_export *glb, size_t first, size_t corners,
                          const pdk_scene_run *run, size_t frame)
{
    pdk_json_begin(json, '{');
    pdk_member_begin(json, "attributes", '{');
    size_t item = pdk_glb_view_at(glb, first)->item;
    for (size_t v = first; v < glb->accessor_count; v++) {
        const pdk_glb_view *view = pdk_glb_view_at(glb, v);
        if (view->item != item || view->kind > PDK_GLB_NUMBERS || (v > first && view->kind == PDK_GLB_POINTS)) break;
        pdk_member_natural(json, attribute_of(view->kind), v);
    }
    pdk_json_end(json, '}');
    if (corners != PDK_SCENE_NONE) pdk_member_natural(json, "indices", corners);
    else pdk_member_natural(json, "mode", POINTS);
    if (run->material != PDK_SCENE_NONE) pdk_member_natural(json, "material", material_of(glb, run, frame));
    if (run->name != NULL) { /* primitives themselves have no names */
        pdk_member_begin(json, "extras", '{');
        pdk_member_text(json, "name", run->name);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, '}');
}

/* Frames of a mesh share its points. */
static void put_mesh(pdk_json *json, const pdk_glb_export *glb, size_t number, size_t frame)
{
    const pdk_scene_mesh *mesh = pdk_scene_mesh_at(&glb->scene.scene, number);
    size_t first = glb->mesh_views[number];
    pdk_json_begin(json, '{');
    pdk_member_text(json, "name", mesh->name);
    pdk_member_begin(json, "primitives", '[');
    if (mesh->mesh.triangle_count == 0) put_primitive(json, glb, first, PDK_SCENE_NONE, &mesh->runs[0], frame);
    for (size_t v = first; v < glb->accessor_count; v++) {
        const pdk_glb_view *view = pdk_glb_view_at(glb, v);
        if (view->kind > PDK_GLB_CORNERS || view->item != number) break;
        if (view->kind == PDK_GLB_CORNERS) put_primitive(json, glb, first, v, &mesh->runs[view->part], frame);
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
    pdk_member_natural(json, key, accessor);
}

static void put_line(pdk_json *json, const pdk_glb_export *glb, size_t number)
{
    const pdk_scene_line *line = pdk_scene_line_at(&glb->scene.scene, number);
    size_t first = glb->line_views[number];
    pdk_json_begin(json, '{');
    pdk_member_text(json, "name", line->name);
    pdk_member_begin(json, "primitives", '[');
    pdk_json_begin(json, '{');
    pdk_member_begin(json, "attributes", '{');
    pdk_member_natural(json, "POSITION", first);
    for (size_t v = 0; v < line->value_count; v++) put_value_attribute(json, line->values[v].name, first + 1 + v);
    pdk_json_end(json, '}');
    pdk_member_natural(json, "mode", LINE_STRIP);
    pdk_json_end(json, '}');
    pdk_json_end(json, ']');
    if (line->value_count > 0) {
        pdk_member_begin(json, "extras", '{');
        pdk_member_begin(json, "units", '{');
        for (size_t v = 0; v < line->value_count; v++)
            pdk_member_text(json, line->values[v].name, line->values[v].unit);
        pdk_json_end(json, '}');
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, '}');
}

void pdk_glb_put_meshes(pdk_json *json, const pdk_glb_export *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    if (glb->mesh_count + scene->lines.count == 0) return;
    pdk_member_begin(json, "meshes", '[');
    for (size_t i = 0; i < scene->meshes.count; i++) {
        size_t frames = glb->mesh_views[i] != PDK_SCENE_NONE ? pdk_glb_frame_count(glb, i) : 0;
        for (size_t f = 0; f < frames; f++) put_mesh(json, glb, i, f);
    }
    for (size_t i = 0; i < scene->lines.count; i++) put_line(json, glb, i);
    pdk_json_end(json, ']');
}
