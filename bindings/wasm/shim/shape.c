/* Surfaces, lines and images of a document, and files made from them. */
#include <string.h>

#include "shim.h"

#include "json/json.h"

/* ---------------------------------------------------------------------------------------------------- surfaces */

static pdk_surface surface;

/* Then surface_positions ... until the next call. */
PDK_EXPORT(pdk_status, document_surface, const pdk_document *document, size_t index)
{
    surface = (pdk_surface){ 0 };
    return pdk_document_surface_read(document, index, &surface, &pdk_wasm_error);
}

PDK_EXPORT(const float *, surface_positions, void)
{
    return surface.positions;
}

PDK_EXPORT(const float *, surface_normals, void)
{
    return surface.normals;
}

PDK_EXPORT(const float *, surface_coordinates, void)
{
    return surface.coordinates;
}

PDK_EXPORT(const uint32_t *, surface_triangles, void)
{
    return surface.triangles;
}

PDK_EXPORT(double, surface_vertex_count, void)
{
    return (double)surface.vertex_count;
}

PDK_EXPORT(double, surface_triangle_count, void)
{
    return (double)surface.triangle_count;
}

PDK_EXPORT(pdk_status, surface_groups, void)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_json json = { .output = output };
    pdk_json_begin(&json, '[');
    for (size_t i = 0; i < surface.group_count; i++) {
        const pdk_surface_group *group = &surface.groups[i];
        pdk_json_begin(&json, '{');
        pdk_member_text(&json, "name", group->name);
        pdk_member_text(&json, "image", group->image);
        pdk_member_natural(&json, "firstTriangle", group->first_triangle);
        pdk_member_natural(&json, "triangleCount", group->triangle_count);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    return pdk_wasm_finish(output, PDK_OK);
}

/* ----------------------------------------------------------------------------------------------- lines, images */

PDK_EXPORT(pdk_status, document_line_read, const pdk_document *document, size_t index, double first, size_t count,
           double (*points)[3])
{
    return pdk_document_line_read(document, index, (uint64_t)first, count, points, &pdk_wasm_error);
}

PDK_EXPORT(pdk_status, document_image, const pdk_document *document, size_t index, uint8_t *rgba, size_t capacity)
{
    return pdk_document_image_read(document, index, rgba, capacity, &pdk_wasm_error);
}

/* -------------------------------------------------------------------------------------------------- converting */

enum { CONVERT_ASCII = 1, CONVERT_DOUBLES = 2, CONVERT_TRIANGULATE = 4, CONVERT_QUANTIZE = 8 };

static const char *origin_name(pdk_origin origin)
{
    static const char *const names[] = { "needed", "none", "auto", "given" };
    return names[origin];
}

static pdk_origin origin_of_name(const char *name)
{
    for (int i = PDK_ORIGIN_NONE; i < PDK_ORIGIN_GIVEN; i++) {
        if (strcmp(origin_name((pdk_origin)i), name) == 0) return (pdk_origin)i;
    }
    return PDK_ORIGIN_NEEDED;
}

static pdk_convert_report report;

/* Options of single targets; they are handed over where they say something. */
typedef struct own_options {
    pdk_scene_options scene;
    pdk_glb_options glb;
    pdk_ply_options ply;
    pdk_crg_options crg;
    pdk_rld_options rld;
} own_options;

static void hand_over(const own_options *own, pdk_convert_options *options)
{
    if (own->scene.art != NULL) options->scene = &own->scene;
    if (own->glb.quantize) options->glb = &own->glb;
    if (own->ply.ascii != 0 || own->ply.doubles != 0) options->ply = &own->ply;
    if (own->crg.ascii || own->crg.line != NULL || own->crg.step > 0) options->crg = &own->crg;
    if (own->rld.block_size > 0) options->rld = &own->rld;
}

/* The file is the result, what was left out the notes. `origin`: three doubles, or NULL where `origin_kind` says. */
PDK_EXPORT(pdk_status, document_convert, const pdk_document *document, const char *target, const pdk_document *art,
           const char *axes, double scale, const char *origin_kind, const double *origin, uint32_t flags,
           double max_edge, double blocks, double step, const double (*line)[2], size_t line_count)
{
    pdk_wasm_findings *notes = pdk_wasm_findings_begin(PDK_WASM_NOTES);
    if (notes == NULL) return pdk_wasm_error.status;
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_findings_end(notes, pdk_wasm_error.status);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    bool ascii = (flags & CONVERT_ASCII) != 0, is_crg = target != NULL && strcmp(target, "crg") == 0;
    const own_options own = {
        .scene = { .struct_size = sizeof own.scene, .art = art },
        .glb = { .struct_size = sizeof own.glb, .quantize = (flags & CONVERT_QUANTIZE) != 0 },
        .ply = { .struct_size = sizeof own.ply, .ascii = ascii && !is_crg, .doubles = (flags & CONVERT_DOUBLES) != 0 },
        .crg = { .struct_size = sizeof own.crg,
                 .ascii = ascii && is_crg,
                 .line = line,
                 .line_count = line_count,
                 .step = step },
        .rld = { .struct_size = sizeof own.rld, .block_size = blocks },
    };
    hand_over(&own, &options);
    options.axes = axes;
    options.scale = scale;
    options.origin = origin != NULL        ? PDK_ORIGIN_GIVEN
                     : origin_kind != NULL ? origin_of_name(origin_kind)
                                           : PDK_ORIGIN_NEEDED;
    for (int i = 0; i < 3 && origin != NULL; i++) options.origin_given[i] = origin[i];
    options.triangulate = (flags & CONVERT_TRIANGULATE) != 0;
    options.max_edge = max_edge;
    options.note = pdk_wasm_findings_add;
    options.note_user = notes;
    options.progress = pdk_wasm_progress();
    pdk_convert_report made = { 0 }; /* progress may convert something else */
    pdk_status status = pdk_convert(document, target, &options, &made, output, &pdk_wasm_error);
    report = made;
    status = pdk_wasm_finish(output, status);
    return pdk_wasm_findings_end(notes, status);
}

/* points, triangles, dropped, moved, origin x, y, z */
PDK_EXPORT(void, convert_report, double numbers[7])
{
    numbers[0] = (double)report.points;
    numbers[1] = (double)report.triangles;
    numbers[2] = (double)report.dropped;
    numbers[3] = report.moved ? 1 : 0;
    for (int i = 0; i < 3; i++) numbers[4 + i] = report.origin[i];
}
