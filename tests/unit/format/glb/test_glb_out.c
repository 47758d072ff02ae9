/* GLB: what the JSON part says must be so in the binary part, and what is there must be the document's. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "glb_look.h"
#include "model/document.h"
#include "model/mesh.h"

/* ------------------------------------------------------------------------------------------------- surfaces */

static void surfaces_keep_points_and_windings(void **state)
{
    (void)state;
    made rld = make_file("rld", NULL, 20000);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    glb file = glb_convert(rld.document, &options);
    pdk_surface surface = surface_or_fail(rld.document, 0);
    assert_glb(&file);
    const json_t *mesh = glb_mesh(&file, pdk_document_surface_at(rld.document, 0)->name);
    access points = glb_attribute(&file, mesh, "POSITION"),
           corners = glb_accessor(&file, glb_number(item_at(json_object_get(mesh, "primitives"), 0), "indices"));
    assert_int_equal(points.count, surface.vertex_count);
    assert_int_equal(corners.count, 3 * surface.triangle_count);
    for (size_t i = 0; i < points.count; i++) { /* x, y, z becomes y, z, x */
        for (size_t k = 0; k < 3; k++)
            assert_true((float)glb_component(&points, i, k) == surface.positions[3 * i + (k + 1) % 3]);
    }
    for (size_t i = 0; i < corners.count; i++)
        assert_int_equal((uint32_t)glb_component(&corners, i, 0), surface.triangles[i]);
    assert_int_equal(corners.type, 5123);
    assert_int_equal(file.report.triangles, surface.triangle_count);
    assert_string_equal(file.notes, "");
    glb_forget(&file);
    drop_file(&rld);
}

static void large_meshes_have_large_numbers(void **state)
{
    (void)state;
    made rld = make_file("rld", NULL, 70000);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    glb file = glb_convert(rld.document, &options);
    assert_glb(&file);
    const json_t *primitive = item_at(json_object_get(item_at(glb_list(&file, "meshes"), 0), "primitives"), 0);
    assert_int_equal(glb_accessor(&file, glb_number(primitive, "indices")).type, 5125);
    glb_forget(&file);
    drop_file(&rld);
}

/* Triangles with a corner that is not there, or on a point that is no number, are left out and counted. */
static void damage_is_left_out(void **state)
{
    (void)state;
    made rld = make_file("rld", NULL, 500);
    pdk_bytes content = pdk_document_content(rld.document);
    uint32_t points = pdk_load_u32(content.data + 8), triangles = pdk_load_u32(content.data + 12), used = 0;
    uint8_t *first = rld.bytes + 24 + (size_t)points * 12;
    for (uint32_t t = 1; t < triangles; t++) {
        for (uint32_t k = 0; k < 3; k++) {
            if (pdk_load_u32(first + 12 * (size_t)t + 4 * (size_t)k) != 7) continue;
            used++;
            break;
        }
    }
    bool both = pdk_load_u32(first) == 7 || pdk_load_u32(first + 4) == 7 || pdk_load_u32(first + 8) == 7;
    assert_false(both);
    pdk_store_u32(first, points);                       /* no such point */
    pdk_store_u32(rld.bytes + 20 + 7 * 12, 0x7FC00000); /* no number */
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    glb file = glb_convert(rld.document, &options);
    assert_glb(&file);
    assert_int_equal(file.report.triangles, triangles - 1 - used);
    assert_int_equal(file.report.dropped, 1 + used + 1);
    assert_string_equal(file.notes, "scene.triangles scene.points ");
    glb_forget(&file);
    drop_file(&rld);
}

static void an_origin_is_subtracted(void **state)
{
    (void)state;
    made rld = make_file("rld", NULL, 500);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    glb plain = glb_convert(rld.document, &options);
    options.origin = PDK_ORIGIN_GIVEN;
    options.origin_given[0] = 10;
    options.origin_given[1] = -20;
    options.origin_given[2] = 30;
    options.scale = 2;
    glb moved = glb_convert(rld.document, &options);
    access a = glb_attribute(&plain, item_at(glb_list(&plain, "meshes"), 0), "POSITION"),
           b = glb_attribute(&moved, item_at(glb_list(&moved, "meshes"), 0), "POSITION");
    for (size_t i = 0; i < a.count; i++) {
        for (size_t k = 0; k < 3; k++)
            assert_near(glb_component(&b, i, k), 2 * glb_component(&a, i, k) - options.origin_given[k], 1e-4);
    }
    assert_true(moved.report.moved);
    glb_forget(&plain);
    glb_forget(&moved);
    drop_file(&rld);
}

/* Quantised and put back by its node a point is at most half a step off. */
static void quantised_points_are_near(void **state)
{
    (void)state;
    quantized both = glb_quantized("POSITION");
    const json_t *node = item_at(glb_list(&both.coarse, "nodes"), 0), *move = json_object_get(node, "translation"),
                 *stretch = json_object_get(node, "scale");
    for (size_t i = 0; i < both.exact.count; i++) {
        for (size_t k = 0; k < 3; k++) {
            double width = json_number_value(item_at(stretch, k)),
                   back = glb_component(&both.steps, i, k) / 65535 * width + json_number_value(item_at(move, k));
            assert_near(back, glb_component(&both.exact, i, k), width / 65535 / 2 + 1e-5);
        }
    }
    assert_string_equal(json_string_value(item_at(glb_list(&both.coarse, "extensionsRequired"), 0)),
                        "KHR_mesh_quantization");
    drop_quantized(&both);
}

static void nothing_is_refused(void **state)
{
    (void)state;
    static const uint8_t empty[32] = "RLD0HEAD\0\0\0\0\0\0\0\0VERTTRISBLKI";
    for (int packed = 0; packed < 2; packed++) {
        pdk_document *document = open_bytes_or_fail(empty, 32);
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        const pdk_glb_options how = { .struct_size = sizeof how, .quantize = packed != 0, .compress = packed != 0 };
        options.glb = &how;
        assert_fails(pdk_convert(document, "glb", &options, NULL, output, &error), error, PDK_E_UNSUPPORTED,
                     "convert.empty", PDK_NO_OFFSET);
        assert_int_equal(pdk_output_bytes(output).size, 0);
        pdk_output_close(output);
        pdk_close(document);
    }
}

static pdk_status no_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3], pdk_error *error)
{
    (void)mesh;
    (void)first;
    memset(points, 0, count * sizeof *points);
    (void)error;
    return PDK_OK;
}

static pdk_status no_triangles(const pdk_mesh *mesh, uint64_t first, size_t count, uint32_t (*corners)[3],
                               pdk_error *error)
{
    (void)mesh;
    (void)first;
    memset(corners, 0, count * sizeof *corners);
    (void)error;
    return PDK_OK;
}

static pdk_status forget_bytes(void *user, const void *data, size_t size)
{
    (void)data;
    *(uint64_t *)user += size;
    return PDK_OK;
}

/* More than fits is refused before anything is written. */
static void too_much_is_refused(void **state)
{
    (void)state;
    made rld = make_file("rld", NULL, 100);
    pdk_mesh mesh = { .point_count = UINT64_C(1) << 32,
                      .frame = PDK_FRAME_ROAD,
                      .single = true,
                      .read_points = no_points,
                      .read_triangles = no_triangles };
    uint64_t written = 0;
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    rld.document->mesh = &mesh;
    assert_ok(pdk_output_callback(forget_bytes, &written, &output, &error), error);
    assert_fails(pdk_convert(rld.document, "glb", NULL, NULL, output, &error), error, PDK_E_LIMIT, "glb.points",
                 PDK_NO_OFFSET);
    mesh.point_count = 3;
    mesh.triangle_count = 360 * 1000 * 1000; /* 12 bytes each */
    mesh.point_count = 70000;
    assert_fails(pdk_convert(rld.document, "glb", NULL, NULL, output, &error), error, PDK_E_LIMIT, "glb.size",
                 PDK_NO_OFFSET);
    assert_int_equal(written, 0);
    pdk_output_close(output);
    drop_file(&rld);
}

/* --------------------------------------------------------------------------------------------------- tracks */

static double table_value(const pdk_document *document, const char *table, const char *column, size_t row)
{
    size_t count;
    double *values = column_f64(document, table, column, &count);
    double value = values[row];
    free(values);
    return value;
}

/* Its name ends with characters that are different for each road. */
static const json_t *node_of_props(const glb *file)
{
    size_t i;
    json_t *node;
    json_array_foreach(glb_list(file, "nodes"), i, node)
    {
        const char *name = json_string_value(json_object_get(node, "name"));
        if (strncmp(name, "props ", 6) == 0 && strlen(name) == strlen("props 01234567")) return node;
    }
    fail_msg("no node of props");
    return NULL;
}

static void assert_track(bool closed, bool quantize)
{
    made track = make_file("tri", closed ? "closed" : "open", 0),
         art = make_file("wwww", closed ? "closed" : "open", 0);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    const pdk_scene_options scene = { .struct_size = sizeof scene, .art = art.document };
    const pdk_glb_options how = { .struct_size = sizeof how, .quantize = quantize };
    options.scene = &scene;
    options.glb = &how;
    glb file = glb_convert(track.document, &options);
    assert_glb(&file);
    assert_string_equal(file.notes, quantize ? "glb.steps " : "");
    assert_int_equal(file.report.dropped, 0);
    size_t props = (size_t)pdk_table_rows(pdk_document_find_table(track.document, "props"));
    assert_int_equal(json_array_size(json_object_get(node_of_props(&file), "children")), props);
    json_t *place = json_object_get(glb_node(&file, "prop 3"), "translation");
    if (!quantize) {
        assert_near(json_number_value(item_at(place, 0)), -table_value(track.document, "props", "x", 3), 1e-6);
        assert_near(json_number_value(item_at(place, 1)), table_value(track.document, "props", "z", 3), 1e-6);
        assert_near(json_number_value(item_at(place, 2)), table_value(track.document, "props", "y", 3), 1e-6);
        json_t *turn = json_object_get(glb_node(&file, "prop 3"), "rotation");
        double heading = table_value(track.document, "props", "heading", 3);
        assert_near(turn != NULL ? json_number_value(item_at(turn, 1)) : 0, sin(heading / 2), 1e-6);
    }
    access horizon = glb_attribute(&file, glb_mesh(&file, "horizon"), "TEXCOORD_0");
    for (size_t v = 2; v < horizon.count;
         v += v % 4 == 2 ? 1 : 3) /* the sky above the picture has one colour: no rays */
        assert_true(glb_component(&horizon, v, 0) == glb_component(&horizon, 2, 0) &&
                    glb_component(&horizon, v, 1) == 0);
    const json_t *line = glb_mesh(&file, "node line");
    access points = glb_attribute(&file, line, "POSITION"), speeds = glb_attribute(&file, line, "_LEGAL_SPEED");
    size_t nodes = (size_t)pdk_table_rows(pdk_document_find_table(track.document, "nodes"));
    assert_int_equal(points.count, nodes + closed);
    assert_true(glb_component(&speeds, 9, 0) == table_value(track.document, "speeds", "legal_speed", 2));
    assert_true(glb_component(&points, 5, 2) == (double)(float)table_value(track.document, "nodes", "y", 5));
    for (size_t k = 0; k < 3 && closed; k++)
        assert_true(glb_component(&points, 0, k) == glb_component(&points, nodes, k));
    json_t *materials = glb_list(&file, "materials"), *material;
    size_t i;
    json_array_foreach(materials, i, material)
    { /* everything has its picture, and its light painted */
        assert_non_null(json_object_get(json_object_get(material, "pbrMetallicRoughness"), "baseColorTexture"));
        assert_non_null(json_object_get(json_object_get(material, "extensions"), "KHR_materials_unlit"));
    }
    glb_forget(&file);
    drop_file(&track);
    drop_file(&art);
}

static void tracks_are_whole(void **state)
{
    (void)state;
    assert_track(false, false);
    assert_track(true, false);
    assert_track(true, true);
}

typedef struct side {
    float ends[6];
} side;

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(side));
}

enum { TUNNEL = 4 };

/* On a closed road every edge is shared by two triangles but those along its outer sides: twice as many as rows. In
 * tunnels the outer sides meet. */
static void closed_roads_have_no_gap(void **state)
{
    (void)state;
    made track = make_file("tri", "closed", 0);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    glb file = glb_convert(track.document, &options);
    const json_t *mesh = glb_mesh(&file, "road");
    access points = glb_attribute(&file, mesh, "POSITION");
    side *sides = calloc((size_t)file.report.triangles * 3, sizeof *sides);
    assert_non_null(sides);
    size_t count = 0, p, open = 0;
    json_t *primitive;
    json_array_foreach(json_object_get(mesh, "primitives"), p, primitive)
    {
        access corners = glb_accessor(&file, glb_number(primitive, "indices"));
        for (size_t i = 0; i < corners.count; i++) {
            size_t next = i % 3 == 2 ? i - 2 : i + 1;
            float ends[2][3];
            for (size_t k = 0; k < 3; k++) {
                ends[0][k] = (float)glb_component(&points, (size_t)glb_component(&corners, i, 0), k);
                ends[1][k] = (float)glb_component(&points, (size_t)glb_component(&corners, next, 0), k);
            }
            bool swap = memcmp(ends[0], ends[1], sizeof ends[0]) > 0;
            memcpy(sides[count].ends, ends[swap], sizeof ends[0]);
            memcpy(sides[count++].ends + 3, ends[!swap], sizeof ends[0]);
        }
    }
    qsort(sides, count, sizeof *sides, by_bytes);
    for (size_t i = 0, run; i < count; i += run) {
        for (run = 1; i + run < count && by_bytes(&sides[i], &sides[i + run]) == 0; run++) {
        }
        open += run == 1;
    }
    size_t nodes, joined = 0;
    double *modes = column_f64(track.document, "nodes", "mode", &nodes);
    for (size_t i = 0; i + 1 < nodes; i++) joined += modes[i] == TUNNEL && modes[i + 1] == TUNNEL;
    assert_true(joined > 0);
    assert_int_equal(open, 2 * (nodes - joined));
    free(modes);
    free(sides);
    glb_forget(&file);
    drop_file(&track);
}

static void what_art_lacks_is_said(void **state)
{
    (void)state;
    made track = make_file("tri", "open", 0), art = make_file("wwww", "car", 0);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    glb file = glb_convert(track.document, &options);
    assert_glb(&file);
    assert_null(glb_list(&file, "images"));
    assert_string_equal(file.notes, "scene.model ");
    assert_true(file.report.dropped > 0);
    glb_forget(&file);
    options.scene = &(pdk_scene_options){ .struct_size = sizeof(pdk_scene_options), .art = art.document };
    file = glb_convert(track.document, &options);
    assert_glb(&file);
    assert_non_null(strstr(file.notes, "scene.art "));
    assert_non_null(strstr(file.notes, "scene.texture "));
    glb_forget(&file);
    drop_file(&track);
    drop_file(&art);
}

static void cars_have_a_simpler_scene(void **state)
{
    (void)state;
    made car = make_file("wwww", "car", 0);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    glb file = glb_convert(car.document, &options);
    assert_glb(&file);
    assert_int_equal(json_array_size(glb_list(&file, "scenes")), 2);
    assert_int_equal(json_array_size(json_object_get(item_at(glb_list(&file, "scenes"), 0), "nodes")), 1);
    assert_string_equal(json_string_value(json_object_get(item_at(glb_list(&file, "scenes"), 1), "name")), "simpler");
    glb_forget(&file);
    drop_file(&car);
}

/* ------------------------------------------------------------------------------------------------ real files */

static void real_alpine(void **state)
{
    (void)state;
    const char *path = real_file("nfs/AL1.TRI"), *pictures = real_file("nfs/AL1_001.FAM");
    if (path == NULL || pictures == NULL) skip();
    pdk_document *track = open_or_fail(real_file("nfs/AL1.TRI")), *art = open_or_fail(real_file("nfs/AL1_001.FAM"));
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.scene = &(pdk_scene_options){ .struct_size = sizeof(pdk_scene_options), .art = art };
    glb file = glb_convert(track, &options);
    assert_glb(&file);
    assert_string_equal(file.notes, "scene.undrawn "); /* texture 44 */
    assert_int_equal(json_array_size(json_object_get(node_of_props(&file), "children")), 998);
    assert_int_equal(json_array_size(json_object_get(glb_mesh(&file, "road"), "primitives")), 26);
    glb_mesh(&file, "horizon");
    const json_t *trestle = glb_mesh(&file, "prop 874");
    assert_string_equal(json_string_value(json_object_get(trestle, "name")), "prop type 32: model 0");
    glb_forget(&file);
    pdk_close(track);
    pdk_close(art);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surfaces_keep_points_and_windings),
        cmocka_unit_test(large_meshes_have_large_numbers),
        cmocka_unit_test(damage_is_left_out),
        cmocka_unit_test(an_origin_is_subtracted),
        cmocka_unit_test(quantised_points_are_near),
        cmocka_unit_test(nothing_is_refused),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(tracks_are_whole),
        cmocka_unit_test(closed_roads_have_no_gap),
        cmocka_unit_test(what_art_lacks_is_said),
        cmocka_unit_test(cars_have_a_simpler_scene),
        cmocka_unit_test(real_alpine),
    };
    return cmocka_run_group_tests_name("glb", tests, NULL, NULL);
}
