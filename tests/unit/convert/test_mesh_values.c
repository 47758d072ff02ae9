/* STL and points as text: numbers as exact as their digits, titles, attributes, intensity and colours; and what merged
 * surfaces no longer have. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "foreign.h"
#include "mesh.h"
#include "model/mesh.h"

static double value_of(const pdk_document *document, const char *name, uint32_t component, uint64_t row)
{
    const pdk_mesh *mesh = document->mesh;
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        double value;
        pdk_error error;
        if (strcmp(mesh->attributes[i].name, name) != 0) continue;
        assert_ok(pdk_attribute_read_doubles(&mesh->attributes[i], component, row, 1, &value, &error), error);
        return value;
    }
    fail_msg("no attribute %s", name);
    return NAN;
}

/* ------------------------------------------------------------------------------------------------------- STL */

static pdk_document *stl_text(const char *vertex, const char *name)
{
    char text[512];
    snprintf(text, sizeof text,
             "solid %s\nfacet normal 0 0 1\nouter loop\nvertex %s\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
             "endsolid %s\n",
             name, vertex, name);
    return open_mesh(text, strlen(text), "stl", false);
}

/* Text has digits that floats have not. */
static void stl_digits(void **state)
{
    (void)state;
    pdk_document *document = stl_text("637012.24 849028.31 0.1", "road");
    double(*points)[3] = mesh_points(document, 0);
    assert_true(points[0][0] >= 637012.24 && points[0][0] <= 637012.24);
    assert_true(points[0][2] >= 0.1 && points[0][2] <= 0.1);
    assert_false(document->mesh->single);
    free(points);
    pdk_output *output = convert_or_fail(document, "xyz", NULL, NULL);
    assert_non_null(behind(pdk_output_bytes(output), "637012.24 849028.31 0.1\n"));
    pdk_output_close(output);
    pdk_close(document);
    document = stl_text("0.5 0.25 -8", "road"); /* floats are enough */
    assert_true(document->mesh->single);
    assert_mesh_points(document, 0.5, 0.25, -8, 1, 0, 0, 0, 1, 0);
    pdk_close(document);
}

enum { FACETS = 2 };

static void stl_of(uint8_t bytes[84 + 50 * FACETS], const char *title, const uint16_t words[FACETS])
{
    memset(bytes, 0, 84 + 50 * FACETS);
    memcpy(bytes, title, strlen(title));
    pdk_store_u32(bytes + 80, FACETS);
    for (size_t i = 0; i < FACETS; i++) {
        uint8_t *facet = bytes + 84 + 50 * i;
        pdk_store_f32(facet + 8, 1);
        pdk_store_f32(facet + 12 + 12, 1);
        pdk_store_f32(facet + 12 + 24 + 4, 1);
        pdk_store_f32(facet + 12 + 8, (float)i);
        pdk_store_u16(facet + 48, words[i]);
    }
}

static void stl_words_and_title(void **state)
{
    (void)state;
    static const char *const titles[] = { "COLOR=made by hand", "solid it is not" };
    for (size_t t = 0; t < 2; t++) {
        uint8_t bytes[84 + 50 * FACETS];
        stl_of(bytes, titles[t], (const uint16_t[]){ 0x8001, 31 });
        pdk_document *document = open_mesh(bytes, sizeof bytes, "stl", false);
        pdk_convert_report report;
        pdk_output *output = convert_or_fail(document, "stl", NULL, &report);
        pdk_bytes stl = pdk_output_bytes(output);
        assert_int_equal(report.left_out, 0);
        assert_int_equal(stl.size, sizeof bytes);
        assert_memory_equal(stl.data + (t == 1), titles[t], strlen(titles[t])); /* never "solid" at the beginning */
        for (size_t i = 0; i < FACETS; i++)                                     /* normals are made again */
            assert_memory_equal(stl.data + 84 + 50 * i + 12, bytes + 84 + 50 * i + 12, 38);
        pdk_output_close(output);
        output = convert_or_fail(document, "ply", NULL, &report);
        pdk_bytes ply = pdk_output_bytes(output);
        pdk_document *again = open_mesh(ply.data, ply.size, "ply", false);
        assert_near(value_of(again, "attribute", 0, 0), 0x8001, 0);
        assert_near(value_of(again, "attribute", 0, 1), 31, 0);
        assert_int_equal(report.left_out, 1); /* the title */
        pdk_close(again);
        pdk_output_close(output);
        sweep_convert(document, "stl");
        pdk_close(document);
    }
    uint8_t plain[84 + 50 * FACETS]; /* nothing to report */
    stl_of(plain, "", (const uint16_t[]){ 0, 0 });
    pdk_document *document = open_mesh(plain, sizeof plain, "stl", false);
    assert_int_equal(document->mesh->attribute_count + document->mesh->fact_count, 0);
    pdk_close(document);
}

static void stl_solids(void **state)
{
    (void)state;
    static const char facet[] = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
                                "endfacet\n";
    pdk_document *document = stl_text("0 0 0", "a road");
    pdk_output *output = convert_or_fail(document, "stl", NULL, NULL);
    assert_memory_equal(pdk_output_bytes(output).data, "a road\0", 7);
    pdk_output_close(output);
    pdk_close(document);
    char text[1024];
    snprintf(text, sizeof text, "solid kerb\n%s%sendsolid kerb\nsolid\n%sendsolid\n", facet, facet, facet);
    document = open_mesh(text, strlen(text), "stl", false);
    assert_int_equal(document->mesh->group_count, 2);
    assert_string_equal(document->mesh->groups[0].name, "kerb");
    assert_int_equal(document->mesh->groups[0].triangle_count, 2);
    assert_int_equal(document->mesh->groups[1].first_triangle, 2);
    assert_int_equal(document->mesh->groups[1].triangle_count, 1);
    notes said = { 0 };
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.note = take_note;
    options.note_user = &said;
    pdk_output_close(convert_or_fail(document, "stl", &options, NULL));
    assert_true(has_note(&said, "convert.left_out.groups"));
    pdk_close(document);
}

/* ------------------------------------------------------------------------------------------- points as text */

static void xyz_values(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double intensity, red, green; /* of the second point; NAN = none is known */
        pdk_type color;
    } cases[] = {
        { "x y z intensity red green blue\n1 2 3 4 5 6 7\n1 2 4 65535 255 0 9\n", 65535, 255, 0, PDK_UINT8 },
        { "//X Y Z R G B I\n1 2 3 4 5 6 7\n1 2 4 65535 255 0 0.5\n", 0.5, 65535, 255, PDK_UINT16 },
        { "2\n1 2 3 100 5 6 7\n1 2 4 300 256 0 9\n", 300, 256, 0, PDK_UINT16 },
        { "2\n1 2 3 -100\n1 2 4 0.25\n", 0.25, NAN, NAN, PDK_TYPE_NONE },
        { "x;y;z;r;g;b\n1;2;3;0;0;0\n1;2;4;0.5;1;0\n", NAN, 0.5, 1, PDK_FLOAT64 },
        { "x;y;z;r;g;b\n1;2;3;0;0;\n1;2;4;0.5;1;0\n", NAN, NAN, NAN, PDK_TYPE_NONE }, /* a gap: no colours */
        { "1 2 3 4 5 6 7\n1 2 4 5 6 7 8\n", NAN, NAN, NAN, PDK_TYPE_NONE },           /* nobody says what they are */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_document *document = open_mesh(cases[i].text, strlen(cases[i].text), "xyz", false);
        const pdk_attribute *color = pdk_mesh_attribute(document->mesh, PDK_ATTRIBUTE_COLOR);
        const pdk_attribute *intensity = pdk_mesh_attribute(document->mesh, PDK_ATTRIBUTE_INTENSITY);
        assert_int_equal(color != NULL ? color->type : PDK_TYPE_NONE, cases[i].color);
        assert_int_equal(intensity != NULL, !isnan(cases[i].intensity));
        if (intensity != NULL) assert_near(value_of(document, "intensity", 0, 1), cases[i].intensity, 0);
        if (color != NULL) assert_near(value_of(document, "color", 0, 1), cases[i].red, 0);
        pdk_convert_report report;
        pdk_output *output = convert_or_fail(document, "xyz", NULL, &report);
        pdk_bytes xyz = pdk_output_bytes(output);
        pdk_document *again = open_mesh(xyz.data, xyz.size, "xyz", false);
        assert_int_equal(again->mesh->point_count, 2);
        if (intensity != NULL) assert_near(value_of(again, "intensity", 0, 1), cases[i].intensity, 0);
        if (color != NULL) {
            assert_near(value_of(again, "color", 1, 1), i == 1 ? 0 : cases[i].green, i == 1 ? 1e9 : 0);
            assert_int_equal(pdk_mesh_attribute(again->mesh, PDK_ATTRIBUTE_COLOR)->type, cases[i].color);
        }
        assert_int_equal(report.left_out > 0, intensity == NULL && color == NULL);
        pdk_close(again);
        pdk_output_close(output);
        read_everything(document);
        pdk_close(document);
    }
}

/* From text to LAS and back. */
static void xyz_in_las(void **state)
{
    (void)state;
    static const char text[] = "x y z intensity red green blue\n1 2 3 4 5 6 7\n1 2 4 65535 255 0 9\n";
    pdk_document *document = open_mesh(text, sizeof text - 1, "xyz", false);
    pdk_convert_report report;
    pdk_output *output = convert_or_fail(document, "las", NULL, &report);
    pdk_bytes las = pdk_output_bytes(output);
    assert_int_equal(report.left_out, 0);
    pdk_document *again = open_mesh(las.data, las.size, "las", false);
    assert_near(value_of(again, "intensity", 0, 1), 65535, 0);
    assert_near(value_of(again, "color", 0, 1), 65535, 0);
    assert_near(value_of(again, "color", 2, 1), 9 * 257, 0);
    pdk_output *back = convert_or_fail(again, "xyz", NULL, NULL);
    assert_non_null(behind(pdk_output_bytes(back), "//x y z intensity red green blue\n1 2 3 4 1285 1542 1799\n"));
    pdk_output_close(back);
    pdk_close(again);
    pdk_output_close(output);
    pdk_close(document);
}

/* -------------------------------------------------------------------------------------------- changed surfaces */

static void merged_surfaces(void **state)
{
    (void)state;
    uint8_t bytes[84 + 50 * FACETS];
    static const char ply[] = "ply\nformat ascii 1.0\ncomment a\ncomment b\nelement vertex 3\nproperty float x\n"
                              "property float y\nproperty float z\nproperty float nx\nproperty float ny\n"
                              "property float nz\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n"
                              "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
                              "5 0 0 0 0 1 1 2 3\n6 0 0 0 0 1 1 2 3\n5 1 0 0 0 1 1 2 3\n3 0 1 2\n";
    stl_of(bytes, "", (const uint16_t[]){ 1, 2 });
    pdk_document *documents[] = { open_mesh(bytes, sizeof bytes, "stl", false),
                                  open_mesh(ply, sizeof ply - 1, "ply", false) };
    pdk_document *made;
    pdk_error error;
    assert_ok(pdk_surface_merge((const pdk_document *const *)documents, 2, NULL, -1, &made, NULL, &error), error);
    /* colours, attributes of triangles, comments once, normals */
    assert_int_equal(count_findings(made, PDK_CHECK_STRUCTURE, "surface.left_out"), 4);
    notes said = { 0 };
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.note = take_note;
    options.note_user = &said;
    pdk_output_close(convert_or_fail(made, "ply", &options, NULL));
    assert_true(has_note(&said, "surface.left_out"));
    pdk_close(made);
    const double box[4] = { 0, -1, 10, 10 };
    assert_ok(pdk_surface_crop(documents[1], NULL, box, &made, NULL, &error), error);
    assert_int_equal(count_findings(made, PDK_CHECK_STRUCTURE, "surface.left_out"), 2); /* colours, comments */
    pdk_close(made);
    pdk_close(documents[0]);
    pdk_close(documents[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stl_digits), cmocka_unit_test(stl_words_and_title), cmocka_unit_test(stl_solids),
        cmocka_unit_test(xyz_values), cmocka_unit_test(xyz_in_las),          cmocka_unit_test(merged_surfaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
