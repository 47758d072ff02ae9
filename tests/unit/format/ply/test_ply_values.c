/* PLY: colours and other numbers of vertices and faces, comments; headers as programs write them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "foreign.h"
#include "mesh.h"
#include "model/mesh.h"

#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define FACES "element face 2\nproperty list uchar int vertex_indices\n"

static const char colored[] =
    "ply\nformat ascii 1.0\ncomment made by hand\nobj_info of a house\nelement vertex 4\n" XYZ
    "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty uchar alpha\nproperty double time\n"
    "property short quality\nproperty uint intensity\n" FACES "property ushort patch\nproperty float area\nend_header\n"
    "0 0 0 255 0 1 128 0.1 -5 4000000000\n1 0 0 0 255 2 129 81616201.91035877 -32768 7\n"
    "0 1 0 3 4 5 130 1e300 32767 0\n1 1 0 6 7 8 131 nan 0 1\n3 0 1 2 65535 0.5\n3 1 3 2 0 1e-30\n";

static const pdk_attribute *attribute_of(const pdk_document *document, const char *name)
{
    const pdk_mesh *mesh = document->mesh;
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        if (strcmp(mesh->attributes[i].name, name) == 0) return &mesh->attributes[i];
    }
    fail_msg("no attribute %s", name);
    return NULL;
}

static double value_of(const pdk_document *document, const char *name, uint32_t component, uint64_t row)
{
    double value;
    pdk_error error;
    assert_ok(pdk_attribute_read_doubles(attribute_of(document, name), component, row, 1, &value, &error), error);
    return value;
}

static void assert_colored(const pdk_document *document)
{
    assert_int_equal(attribute_of(document, "color")->role, PDK_ATTRIBUTE_COLOR);
    assert_int_equal(attribute_of(document, "color")->type, PDK_UINT8);
    assert_int_equal(attribute_of(document, "color")->components, 4);
    assert_int_equal(attribute_of(document, "intensity")->role, PDK_ATTRIBUTE_INTENSITY);
    assert_near(value_of(document, "color", 0, 0), 255, 0);
    assert_near(value_of(document, "color", 3, 3), 131, 0);
    assert_near(value_of(document, "time", 0, 1), 81616201.91035877, 0);
    assert_true(isnan(value_of(document, "time", 0, 3)));
    assert_near(value_of(document, "quality", 0, 1), -32768, 0);
    assert_near(value_of(document, "intensity", 0, 0), 4000000000.0, 0);
    assert_true(attribute_of(document, "patch")->of_triangles);
    assert_near(value_of(document, "patch", 0, 0), 65535, 0);
    assert_near(value_of(document, "area", 0, 1), (double)1e-30f, 0);
    float rgba[4][4];
    pdk_error error;
    assert_ok(pdk_attribute_read_color(attribute_of(document, "color"), 0, 4, rgba, &error), error);
    assert_near((double)rgba[0][0], 1, 0);
    assert_near((double)rgba[1][1], 1, 0);
    assert_near((double)rgba[2][2], 5 / 255.0, 1e-7);
}

/* Text to binary to text, and the same each time. */
static void values_are_kept(void **state)
{
    (void)state;
    pdk_document *document = open_mesh(colored, sizeof colored - 1, "ply", false);
    assert_colored(document);
    for (int round = 0; round < 3; round++) {
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        pdk_convert_report report;
        const pdk_ply_options ply_options = { .struct_size = sizeof ply_options, .ascii = round == 1 };
        options.ply = &ply_options;
        pdk_output *output = convert_or_fail(document, "ply", &options, &report);
        assert_int_equal(report.left_out, 0);
        pdk_bytes ply = pdk_output_bytes(output);
        uint8_t *kept = malloc(ply.size + 1);
        memcpy(kept, ply.data, ply.size);
        kept[ply.size] = '\0';
        assert_non_null(strstr((const char *)kept, "\ncomment made by hand\nobj_info of a house\n"));
        assert_non_null(
            strstr((const char *)kept, "property uchar alpha\nproperty double time\nproperty short quality\n"));
        pdk_document *again = open_mesh(kept, ply.size, "ply", false);
        assert_colored(again);
        assert_int_equal(again->mesh->fact_count, 2);
        pdk_output_close(output);
        pdk_close(again);
        free(kept);
    }
    sweep_convert(document, "ply");
    pdk_close(document);
}

/* Points that are no numbers go with their values, and so do triangles. */
static void values_of_some_points(void **state)
{
    (void)state;
    static const char text[] =
        "ply\nformat ascii 1.0\nelement vertex 5\n" XYZ "property uchar mark\n"
        "element face 3\nproperty list uchar int vertex_indices\nproperty uchar side\nend_header\n"
        "0 0 0 1\nnan 0 0 2\n1 0 0 3\n0 1 0 4\n1 1 0 5\n3 0 2 3 10\n3 0 1 2 11\n3 2 4 3 12\n";
    static const double marks[] = { 1, 3, 4, 5 }, sides[] = { 10, 12 };
    pdk_document *document = open_mesh(text, sizeof text - 1, "ply", false);
    pdk_output *output = convert_or_fail(document, "ply", NULL, NULL);
    pdk_bytes ply = pdk_output_bytes(output);
    pdk_document *again = open_mesh(ply.data, ply.size, "ply", false);
    assert_int_equal(again->mesh->point_count, 4);
    assert_int_equal(again->mesh->triangle_count, 2);
    for (size_t i = 0; i < 4; i++) assert_near(value_of(again, "mark", 0, i), marks[i], 0);
    for (size_t i = 0; i < 2; i++) assert_near(value_of(again, "side", 0, i), sides[i], 0);
    pdk_close(again);
    pdk_output_close(output);
    pdk_close(document);
}

/* Into LAS: fields where there are some, extra bytes otherwise; and back. */
static void values_in_las(void **state)
{
    (void)state;
    pdk_document *document = open_mesh(colored, sizeof colored - 1, "ply", false);
    notes said = { 0 };
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_convert_report report;
    options.note = take_note;
    options.note_user = &said;
    pdk_output *output = convert_or_fail(document, "las", &options, &report);
    assert_true(has_note(&said, "convert.left_out.attributes")); /* of the triangles */
    assert_true(has_note(&said, "convert.left_out.comments"));
    assert_true(has_note(&said, "convert.left_out.alpha"));
    assert_true(has_note(&said, "las.range")); /* an intensity of 4000000000 */
    pdk_bytes las = pdk_output_bytes(output);
    pdk_document *again = open_mesh(las.data, las.size, "las", false);
    assert_near(value_of(again, "color", 0, 0), 65535, 0);
    assert_near(value_of(again, "color", 2, 3), 8 * 257, 0);
    assert_near(value_of(again, "intensity", 0, 0), 65535, 0);
    assert_near(value_of(again, "intensity", 0, 1), 7, 0);
    assert_near(value_of(again, "quality", 0, 1), -32768, 0);
    assert_near(value_of(again, "time", 0, 1), 81616201.91035877, 0);
    assert_int_equal(count_findings(again, PDK_CHECK_FULL, "las.bounds"), 0);
    pdk_close(again);
    pdk_output_close(output);
    pdk_close(document);
}

static void notes_of_what_goes(void **state)
{
    (void)state;
    static const char text[] =
        "ply\nformat ascii 1.0\ncomment c\nelement vertex 3\n" XYZ
        "property float nx\nproperty float ny\nproperty float nz\nproperty float s\nproperty float t\n"
        "property float red\nproperty float green\nproperty float blue\n"
        "property list uchar int rings\n"
        "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
        "0 0 0 0 0 1 0 0 1 1 1 0\n1 0 0 0 0 1 0 0 1 1 1 0\n0 1 0 0 0 1 0 0 1 1 1 0\n3 0 1 2\n";
    static const char *const codes[] = { "convert.left_out.normals", "convert.left_out.coordinates",
                                         "convert.left_out.color", "convert.left_out.comments",
                                         "convert.left_out.other" };
    pdk_document *document = open_mesh(text, sizeof text - 1, "ply", false);
    for (int known = 0; known < 2; known++) {
        notes said = { 0 };
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        pdk_convert_report report;
        options.note = take_note;
        options.note_user = &said;
        pdk_output_close(convert_or_fail(document, known ? "ply" : "rld", &options, &report));
        assert_int_equal(report.left_out, known ? 1 : 5);
        for (int i = 0; i < 5; i++) assert_int_equal(has_note(&said, codes[i]), !known || i == 4);
    }
    pdk_close(document);
}

/* ---------------------------------------------------------------------------------------------------- headers */

static void line_ends(void **state)
{
    (void)state;
    static const char lines[][48] = { "ply",
                                      "format binary_little_endian 1.0",
                                      "element vertex 1",
                                      "property uchar x",
                                      "property uchar y",
                                      "property uchar z",
                                      "end_header" };
    enum { LINES = sizeof lines / sizeof lines[0] };
    static const char *const ends[] = { "\n", "\r\n" };
    for (unsigned mix = 0; mix < 1u << LINES; mix++) { /* every mix of both */
        char text[512] = "";
        for (unsigned i = 0; i < LINES; i++) {
            strcat(text, lines[i]);
            strcat(text, ends[mix >> i & 1]);
        }
        size_t size = strlen(text);
        memcpy(text + size, "\n\r\n", 3); /* the vertex */
        pdk_document *document = open_mesh(text, size + 3, "ply", false);
        assert_mesh_points(document, 10, 13, 10);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ply.trailing"), 0);
        pdk_close(document);
    }
    const char *path = real_file("mesh/ply/cube_binary_header_with_RN_newline.ply");
    if (path == NULL) skip();
    pdk_document *document = open_or_fail(path), *usual = open_or_fail(real_file("mesh/ply/cube_binary.ply"));
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ply.trailing"), 0);
    double(*points)[3] = mesh_points(document, 0), (*wanted)[3] = mesh_points(usual, 0);
    assert_int_equal(document->mesh->point_count, usual->mesh->point_count);
    assert_memory_equal(points, wanted, document->mesh->point_count * sizeof *points);
    free(points);
    free(wanted);
    pdk_close(usual);
    pdk_close(document);
}

static void unknown_lines(void **state)
{
    (void)state;
    static const char text[] =
        "ply\nformat ascii 1.0\nCreated by Blender3D 249\nelement vertex 1\n" XYZ "end_header\n1 2 3\n";
    pdk_document *document = open_mesh(text, sizeof text - 1, "ply", false);
    assert_mesh_points(document, 1, 2, 3);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ply.header"), 1);
    pdk_close(document);
}

static void surplus_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *vertex, *face;
        uint64_t told;
    } cases[] = { { "1 1 0", "3 0 1 2", 0 },       { "1 1 0", "3 0 1 2 7", 1 }, { "1 1 0 5", "3 0 1 2", 1 },
                  { "1 1 0 5", "3 0 1 2 9 9", 1 }, { "1 1 0", "4 0 1 3 2", 0 }, { "1 1 0", "4 0 1 3 2 1", 1 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "ply\nformat ascii 1.0\nelement vertex 4\n" XYZ
                 "element face 1\nproperty list uchar int vertex_indices\n"
                 "end_header\n0 0 0\n1 0 0\n0 1 0\n%s\n%s\n",
                 cases[i].vertex, cases[i].face);
        pdk_document *document = open_mesh(text, strlen(text), "ply", false);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ply.surplus"), cases[i].told);
        pdk_close(document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_kept), cmocka_unit_test(values_of_some_points),
        cmocka_unit_test(values_in_las),   cmocka_unit_test(notes_of_what_goes),
        cmocka_unit_test(line_ends),       cmocka_unit_test(unknown_lines),
        cmocka_unit_test(surplus_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
