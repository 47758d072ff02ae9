/* The JSON part of a GLB: buffers, views of them, and what the views hold. */
#include "format/glb/glb_json.h"

enum { /* glTF's numbers */
       UNSIGNED_BYTE = 5121,
       SHORT = 5122,
       UNSIGNED_SHORT = 5123,
       UNSIGNED_INT = 5125,
       FLOAT = 5126,
       ARRAY = 34962,
       ELEMENTS = 34963,
};

static bool is_attribute(const pdk_glb_view *view)
{
    return view->kind != PDK_GLB_PICTURE && view->kind != PDK_GLB_CORNERS && !pdk_glb_is_movement(view);
}

static void put_view(pdk_json *json, const pdk_glb_export *glb, const pdk_glb_view *view)
{
    bool packed = pdk_glb_is_packed(glb, view);
    pdk_json_begin(json, '{');
    pdk_member_natural(json, "buffer", packed ? 1 : 0);
    pdk_member_natural(json, "byteOffset", view->offset);
    pdk_member_natural(json, "byteLength", view->count * view->size);
    if (is_attribute(view)) pdk_member_natural(json, "byteStride", view->size);
    if (view->kind != PDK_GLB_PICTURE && !pdk_glb_is_movement(view))
        pdk_member_natural(json, "target", is_attribute(view) ? ARRAY : ELEMENTS);
    if (packed) {
        pdk_member_begin(json, "extensions", '{');
        pdk_member_begin(json, PDK_GLB_COMPRESSION, '{');
        pdk_member_natural(json, "buffer", 0);
        pdk_member_natural(json, "byteOffset", view->packed_offset);
        pdk_member_natural(json, "byteLength", view->packed.size);
        pdk_member_natural(json, "byteStride", view->size);
        pdk_member_natural(json, "count", view->count);
        pdk_member_text(json, "mode", is_attribute(view) ? "ATTRIBUTES" : "TRIANGLES");
        pdk_json_end(json, '}');
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, '}');
}

static void put_accessor(pdk_json *json, const pdk_glb_export *glb, const pdk_glb_view *view, size_t number)
{
    bool points = view->kind == PDK_GLB_POINTS || view->kind == PDK_GLB_LINE_POINTS;
    bool normals = view->kind == PDK_GLB_NORMALS, corners = view->kind == PDK_GLB_CORNERS;
    bool colors = view->kind == PDK_GLB_COLORS, turns = view->kind == PDK_GLB_KEY_TURNS;
    bool times =
        view->kind == PDK_GLB_KEY_TIMES || view->kind == PDK_GLB_SHOWN_TIMES || view->kind == PDK_GLB_FRAME_TIMES;
    bool steps = glb->quantized && (normals || view->kind == PDK_GLB_POINTS);
    int type = FLOAT;
    if (steps) type = normals ? SHORT : UNSIGNED_SHORT;
    if (corners) type = view->size == sizeof(uint16_t) ? UNSIGNED_SHORT : UNSIGNED_INT;
    if (colors) type = view->size == 4 ? UNSIGNED_BYTE : view->size == 8 ? UNSIGNED_SHORT : FLOAT;
    if (turns) type = SHORT;
    pdk_json_begin(json, '{');
    pdk_member_natural(json, "bufferView", number);
    pdk_member_natural(json, "componentType", (uint64_t)type);
    if (steps || turns || (colors && type != FLOAT)) {
        pdk_member_boolean(json, "normalized", true);
    }
    pdk_member_natural(json, "count", view->count);
    bool pairs = view->kind == PDK_GLB_COORDINATES || view->kind == PDK_GLB_NUMBERS;
    bool single = corners || times || view->kind == PDK_GLB_LINE_VALUES;
    pdk_member_text(json, "type", single ? "SCALAR" : pairs ? "VEC2" : colors || turns ? "VEC4" : "VEC3");
    if (points || times) {
        pdk_member_floats(json, "min", view->minimum, times ? 1 : 3);
        pdk_member_floats(json, "max", view->maximum, times ? 1 : 3);
    }
    pdk_json_end(json, '}');
}

void pdk_glb_put_buffers(pdk_json *json, const pdk_glb_export *glb)
{
    if (glb->views.count == 0) return;
    pdk_member_begin(json, "accessors", '[');
    for (size_t i = 0; i < glb->accessor_count; i++) put_accessor(json, glb, pdk_glb_view_at(glb, i), i);
    pdk_json_end(json, ']');
    pdk_member_begin(json, "bufferViews", '[');
    for (size_t i = 0; i < glb->views.count; i++) put_view(json, glb, pdk_glb_view_at(glb, i));
    pdk_json_end(json, ']');
    pdk_member_begin(json, "buffers", '[');
    pdk_json_begin(json, '{');
    pdk_member_natural(json, "byteLength", glb->size);
    pdk_json_end(json, '}');
    if (glb->compressed) {
        pdk_json_begin(json, '{');
        pdk_member_natural(json, "byteLength", glb->unpacked_size);
        pdk_member_begin(json, "extensions", '{');
        pdk_member_begin(json, PDK_GLB_COMPRESSION, '{');
        pdk_member_boolean(json, "fallback", true);
        pdk_json_end(json, '}');
        pdk_json_end(json, '}');
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}
