/* OBJ and STL: every way to say a face, welding, the text that is none, and what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "foreign.h"
#include "mesh/weld_points.h"

static pdk_document *open_obj(const char *text, bool partial)
{
    return open_mesh(text, strlen(text), "obj", partial);
}

#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static void faces(void **state)
{
    (void)state;
    static const char *const texts[] = {
        SQUARE "f 1 2 3 4\n",
        SQUARE "f 1 2 3\nf 1 3 4",
        SQUARE "f -4 -3 -2 -1\r\n",
        SQUARE "vt 0 0\nf 1/1 2/1 3/-1 4/1\n",
        SQUARE "vn 0 0 1\nf 1//1 2//-1 3//1 4//1 # all\n",
        SQUARE "vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1 4/1/1\n",
        SQUARE "f 1 2 \\\n 3 \\\r\n4\n",
        "f 1 2 3 4\n" SQUARE,
        "# remark\nmtllib a.mtl\n" SQUARE "usemtl b\ns off\nf 1 2 3 4\nl 1 2\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        pdk_document *document = open_obj(texts[i], false);
        assert_mesh_points(document, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
        assert_mesh_triangles(document, 0, 1, 2, 0, 2, 3);
        read_everything(document);
        pdk_close(document);
    }
}

static void attributes(void **state)
{
    (void)state;
    pdk_document *document =
        open_obj(SQUARE "vn 0 0 1\nvn 0 1 0\nvn 0 0 1\nvt .5 1\nf 1/1/1 2/1/2 3/1/1\nf 1/1/3 3/1/3 4/1/1\n", false);
    pdk_surface surface = surface_or_fail(document, 0);
    assert_non_null(surface.normals);
    assert_true(surface.normals[4] == 1 && surface.normals[2] == 1);
    assert_true(surface.coordinates[6] == 0.5F && surface.coordinates[7] == 1);
    pdk_close(document);
    /* a point with two normals keeps neither, and is not doubled */
    document = open_obj(SQUARE "vn 0 0 1\nvn 0 1 0\nf 1//1 2//1 3//1\nf 1//2 3//2 4//2\n", false);
    surface = surface_or_fail(document, 0);
    assert_null(surface.normals);
    assert_int_equal(surface.vertex_count, 4);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "obj.normals"), 1);
    pdk_close(document);
}

/* A texture coordinate or normal that is not there costs this attribute, not the face and not the other one. */
/* A point may have other texture coordinates in each face, or none: corners keep them. */
static void corners(void **state)
{
    (void)state;
    static const double wanted[][4] = { { 0, 0, 0.25, 1 },  { 0, 1, 0, 0.75 }, { 0, 2, 0.25, 1 }, { 1, 0, 0, 0.75 },
                                        { 1, 2, NAN, NAN }, { 1, 3, 0.25, 1 }, { 1, 1, NAN, NAN } };
    static const char *const names[] = { "face", "point", "u", "v" };
    pdk_document *document = open_obj(SQUARE "vt .25 1\nvt 0 .75\nf 1/1 2/2 3/1\nf 1/2 3 4/1 2/9\n", false);
    const pdk_table *table = pdk_document_own_table(document, "corners");
    assert_int_equal(pdk_table_rows(table), 7);
    for (size_t i = 0; i < 7; i++) {
        for (size_t c = 0; c < 4; c++) {
            double value;
            pdk_error error;
            size_t column = pdk_table_find_column(table, names[c]);
            assert_int_equal(pdk_table_read_f64(table, column, i, 1, &value, &error), PDK_OK);
            if (isnan(wanted[i][c])) assert_true(isnan(value));
            else assert_true(value == wanted[i][c]);
        }
    }
    pdk_close(document);
}

static void dangling(void **state)
{
    (void)state;
    static const char *const texts[] = {
        SQUARE "vn 0 0 1\nf 1/1/1 2/2/1 3/3/1 4/4/1\n",
        SQUARE "vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1 4/2/1\n",
        SQUARE "vt 0 0\nvn 0 0 1\nf 1/-2/1 2/1/1 3/1/1 4/1/1\n",
        SQUARE "vt 0 0\nvn 0 0 1\nf 1/0/1 2/1/1 3/1/1 4/1/1\n",
        SQUARE "vt 0 0\nvn 0 0 1\nf 1/4294967296/1 2/1/1 3/1/1 4/1/1\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        pdk_document *document = open_obj(texts[i], false);
        assert_mesh_triangles(document, 0, 1, 2, 0, 2, 3);
        pdk_surface surface = surface_or_fail(document, 0);
        assert_null(surface.coordinates);
        assert_non_null(surface.normals);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "obj.face.coordinate"), 1);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "obj.face.normal"), 0);
        read_everything(document);
        pdk_close(document);
    }
    pdk_document *document = open_obj(SQUARE "vt 0 0\nf 1/1/7 2/1/7 3/1/7 4/1/7\n", false);
    assert_non_null(surface_or_fail(document, 0).coordinates);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "obj.face.normal"), 1);
    pdk_close(document);
}

static const char *format_of(const char *text, const char *name)
{
    static char id[16];
    pdk_document *document;
    pdk_error error;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.name = name;
    id[0] = '\0';
    if (pdk_open_memory(text, strlen(text), &options, &document, &error) != PDK_OK) return id;
    strcpy(id, pdk_document_format(document)->id);
    pdk_close(document);
    return id;
}

/* Keywords of one program or another stop nothing. */
static void keywords(void **state)
{
    (void)state;
    static const char *const words[] = { "vw 0 0 1.0",  "lod 1",       "bevel off", "mg 1 0.5",     "usemap x.jpg",
                                         "c_interp on", "d_interp on", "mtl x",     "anything 1 2", "call a.obj" };
    char text[2048] = "";
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        strcat(text, words[i]);
        strcat(text, "\n");
    }
    strcat(text, SQUARE "f 1 2 3 4\n");
    assert_string_equal(format_of(text, "a.obj"), "obj");
    assert_string_equal(format_of(SQUARE "vw 0 0 1.0\nf 1 2 3 4\n", "a"), "obj"); /* without a name, too */
    char remarks[70 * 8 + 128] = "";
    for (int i = 0; i < 70; i++) strcat(remarks, "# more\n");
    strcat(remarks, SQUARE "f 1 2 3 4\n");
    assert_string_equal(format_of(remarks, "a.obj"), "obj");
    char strange[70 * 8 + 128] = ""; /* the name says what it is, and its points come in the end */
    for (int i = 0; i < 70; i++) strcat(strange, "lod 1\n");
    assert_string_equal(format_of(strange, "a.obj"), "");
    strcat(strange, SQUARE "f 1 2 3 4\n");
    assert_string_equal(format_of(strange, "a.obj"), "obj");
    assert_string_equal(format_of(strange, "a"), "");
    assert_string_equal(format_of("a word\nv of words\nand more\n", "a.obj"), "");
    assert_string_equal(format_of("v 1 2 3\nsome prose\nand more of it\n", "a"), "");
}

static void real_ones(void **state)
{
    (void)state;
    const char *path = real_file("mesh/obj/cubevt.obj");
    if (path == NULL) skip();
    pdk_document *document = open_or_fail(path);
    assert_int_equal(document->mesh->triangle_count, 12);
    assert_int_equal(document->mesh->point_count, 24);
    assert_non_null(surface_or_fail(document, 0).normals);
    pdk_close(document);
    document = open_or_fail(real_file("mesh/obj/skin-weight.obj"));
    assert_int_equal(document->mesh->triangle_count, 12);
    assert_int_equal(document->mesh->point_count, 8);
    pdk_close(document);
}

/* A surface that lies across z was written with z up: reported, as y is taken for it. */
static void up(void **state)
{
    (void)state;
    static const char *const texts[] = { SQUARE "f 1 2 3 4\n", "v 0 0 0\nv 0 0 1\nv 1 0 1\nf 1 2 3\n",
                                         "v 0 0 0\nv 1 1 0\nv 0 0 1\nf 1 2 3\n", SQUARE "f 1 1 2\n" };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        pdk_document *document = open_obj(texts[i], false);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "obj.up"), i == 0);
        pdk_close(document);
    }
}

/* Objects become the blocks of an RLD. */
static void blocks(void **state)
{
    (void)state;
    pdk_document *document = open_obj(
        "o first\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no empty\no second one\nv 5 0 0\nv 6 0 0\nv 5 1 0\nf -3 -2 -1\n",
        false);
    assert_int_equal(document->mesh->block_count, 2);
    assert_string_equal(document->mesh->blocks[1].name, "second one");
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_ok(pdk_convert(document, "rld", NULL, NULL, output, &error), error);
    pdk_bytes rld = pdk_output_bytes(output);
    pdk_document *written = open_bytes_or_fail(rld.data, rld.size);
    size_t count;
    double *starts = column_f64(written, "blocks", "start", &count);
    assert_int_equal(count, 2);
    assert_true(starts[0] == 0 && starts[1] == 3);
    free(starts);
    /* y up: (x, y, z) of the OBJ is (z, x, y) on the road */
    assert_near((double)pdk_load_f32(rld.data + 20 + 12 * 3 + 4), 5, 0);
    pdk_close(written);
    pdk_output_close(output);
    pdk_close(document);
}

static void refused(void **state)
{
    (void)state;
    static const refusal cases[] = {
        { "# nothing\n", PDK_E_TRUNCATED, "obj.points", 10 },
        { "v 1 2\n", PDK_E_CORRUPT, "obj.numbers", 0 },
        { "v 1 2 3\nvt x\n", PDK_E_CORRUPT, "obj.numbers", 8 },
        { "v 1 2 3\nvn 1 2\n", PDK_E_CORRUPT, "obj.numbers", 8 },
        { SQUARE "f 1 2 5\n", PDK_E_CORRUPT, "obj.face.index", 32 },
        { SQUARE "f 1 2 0\n", PDK_E_CORRUPT, "obj.face", 32 },
        { SQUARE "f 1 2 -5\n", PDK_E_CORRUPT, "obj.face", 32 },
        { SQUARE "f 1 2 3/1/1/1\n", PDK_E_CORRUPT, "obj.face", 32 },
        { SQUARE "f 1 2 99999999999999999999\n", PDK_E_CORRUPT, "obj.face", 32 },
        { SQUARE "f 1 2\n", PDK_E_CORRUPT, "obj.face.few", 32 },
        { "\xFF\xFEv", PDK_E_UNSUPPORTED, "obj.encoding", 0 },
        { "v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r", PDK_E_UNSUPPORTED, "obj.line_ends", 0 },
        { "v 0 0 0\nv 1 0 0\n# two\rv 0 1 0\nf 1 2 3\n", PDK_E_UNSUPPORTED, "obj.line_ends", 16 },
    };
    assert_all_refused(cases, "obj");
    pdk_document *document = open_obj(SQUARE "f 1 2 9\nf 1 2 3\nf 1 x 3\n", true);
    assert_mesh_triangles(document, 0, 1, 2);
    pdk_close(document);
}

/* As Notepad writes it: a mark before the text, both characters at line ends; one line continues on the next. */
static void marked_text(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBFv 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 \\\r\n 2 3\r\n";
    pdk_document *document = open_mesh(text, sizeof text - 1, NULL, false);
    assert_string_equal(pdk_document_format(document)->id, "obj");
    assert_int_equal(document->mesh->point_count, 3);
    assert_mesh_triangles(document, 0, 1, 2);
    pdk_close(document);
}

/* --------------------------------------------------------------------------------------------------- STL */

typedef struct maker {
    uint8_t bytes[1024];
    size_t size;
} maker;

static maker binary_stl(const char *text, uint32_t facets)
{
    maker to = { .size = 84 };
    memcpy(to.bytes, text, strlen(text));
    pdk_store_u32(to.bytes + 80, facets);
    static const float corners[2][9] = { { 0, 0, 0, 1, 0, 0, 1, 1, 0 }, { -0.0F, 0, 0, 1, 1, 0, 0, 1, 0.5F } };
    for (int f = 0; f < 2; f++) {
        pdk_store_f32(to.bytes + to.size + 8, f == 0 ? 1 : -1); /* the second normal is wrong */
        for (int i = 0; i < 9; i++) pdk_store_f32(to.bytes + to.size + 12 + 4 * (size_t)i, corners[f][i]);
        to.size += 50;
    }
    return to;
}

/* A title ends at the first zero byte; what is after it is reported. */
static void bytes_behind_the_title(void **state)
{
    (void)state;
    maker file = binary_stl("part one", 2);
    pdk_document *document = open_mesh(file.bytes, file.size, NULL, false);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "stl.header.rest"), 0);
    pdk_close(document);
    memcpy(file.bytes + 20, "COLOR=", 6);
    document = open_mesh(file.bytes, file.size, NULL, false);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "stl.header.rest"), 1);
    pdk_close(document);
}

static void binary(void **state)
{
    (void)state;
    static const char *const heads[] = { "", "solid looks like text" };
    for (size_t i = 0; i < 2; i++) {
        maker file = binary_stl(heads[i], 2);
        pdk_document *document = open_mesh(file.bytes, file.size, NULL, false);
        assert_string_equal(pdk_document_format(document)->id, "stl");
        assert_string_equal(pdk_document_dialect(document), "binary");
        assert_mesh_points(document, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0.5);
        assert_mesh_triangles(document, 0, 1, 2, 0, 2, 3);
        assert_near(property_number(document, "welded"), 2, 0);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "stl.normal"), 1);
        read_everything(document);
        pdk_close(document);
    }
    maker file = binary_stl("", 3);
    assert_refused(file.bytes, file.size, "stl", PDK_E_TRUNCATED, "stl.facets", file.size);
    pdk_document *document = open_mesh(file.bytes, file.size, "stl", true);
    assert_int_equal(document->mesh->triangle_count, 2);
    pdk_close(document);
    file = binary_stl("", 1);
    document = open_mesh(file.bytes, file.size, "stl", false);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "stl.trailing"), 1);
    pdk_close(document);
    assert_refused("", 0, "stl", PDK_E_TRUNCATED, "stl.header", 0);
}

#define FACET(a, b, c) \
    "facet normal 0 0 1\n outer loop\n  vertex " a "\n  vertex " b "\n  vertex " c "\n endloop\nendfacet\n"

static void text_stl(void **state)
{
    (void)state;
    static const char file[] =
        "solid part one\n" FACET("0 0 0", "1e0 0 0", "1 1 0") FACET("0 0 0", "1 1 0", "0 1 .5") "endsolid part one\n";
    pdk_document *document = open_mesh(file, sizeof file - 1, NULL, false);
    assert_string_equal(pdk_document_dialect(document), "text");
    assert_mesh_triangles(document, 0, 1, 2, 0, 2, 3);
    read_everything(document);
    pdk_close(document);
    static const char cut[] = "solid part\n" FACET("0 0 0", "1 0 0", "1 1 0");
    assert_refused(cut, sizeof cut - 1, "stl", PDK_E_TRUNCATED, "stl.end", sizeof cut - 1);
    static const char wrong[] = "solid part\n" FACET("0 0 0", "1 0 x", "1 1 0") "endsolid\n";
    assert_refused(wrong, sizeof wrong - 1, "stl", PDK_E_CORRUPT, "stl.text", 59);
    static const char four[] =
        "solid part\nfacet normal 0 0 1\nvertex 0 0 0\nvertex 0 0 0\nvertex 0 0 0\nvertex 0 0 0\n";
    assert_refused(four, sizeof four - 1, "stl", PDK_E_CORRUPT, "stl.text", sizeof four - 14);
}

typedef struct seen_findings {
    uint64_t offsets[16], count;
    char where[64], message[256]; /* of the last */
} seen_findings;

static bool see(void *user, const pdk_finding *finding)
{
    seen_findings *seen = user;
    if (strcmp(finding->code, "stl.vertex.finite") != 0 || seen->count == 16) return true;
    seen->offsets[seen->count++] = finding->offset;
    snprintf(seen->where, sizeof seen->where, "%s", finding->where);
    snprintf(seen->message, sizeof seen->message, "%s", finding->message);
    return true;
}

static seen_findings check_corners(const void *bytes, size_t size)
{
    seen_findings seen = { .count = 0 };
    pdk_document *document = open_mesh(bytes, size, "stl", false);
    pdk_error error = { 0 };
    assert_int_equal(pdk_check(document, PDK_CHECK_FULL, see, &seen, NULL, &error), PDK_OK);
    pdk_close(document);
    return seen;
}

/* Each coordinate with its place, up to ten; then how many more there are. */
static void not_finite(void **state)
{
    (void)state;
    maker file = binary_stl("", 2);
    assert_int_equal(check_corners(file.bytes, file.size).count, 0);
    size_t second_z = 84 + 50 + 24 + 8;
    pdk_store_f32(file.bytes + second_z, NAN);
    seen_findings seen = check_corners(file.bytes, file.size);
    assert_int_equal(seen.count, 1);
    assert_int_equal(seen.offsets[0], second_z);
    assert_string_equal(seen.where, "stl.facet[1].b[z]");
    assert_non_null(strstr(seen.message, "not a number"));
    pdk_store_f32(file.bytes + second_z, -INFINITY);
    assert_non_null(strstr(check_corners(file.bytes, file.size).message, "infinite"));
    for (size_t i = 0; i < 18; i++) pdk_store_f32(file.bytes + 84 + 50 * (i / 9) + 12 + 4 * (i % 9), NAN);
    seen = check_corners(file.bytes, file.size);
    assert_int_equal(seen.count, 11);
    assert_int_equal(seen.offsets[9], 84 + 50 + 12);
    assert_int_equal(seen.offsets[10], PDK_NO_OFFSET);
    assert_string_equal(seen.message, "8 more coordinates are not finite numbers");
    static const char text[] = "solid part\n" FACET("0 0 0", "1 nan 0", "1 1 0.1") "endsolid part\n";
    seen = check_corners(text, sizeof text - 1);
    assert_int_equal(seen.count, 1);
    assert_string_equal(seen.where, "stl.facet[0].b[y]");
    assert_int_equal(seen.offsets[0], strstr(text, "vertex 1 nan") - text);
}

/* NaN equals nothing, and many of them cost no time. */
static void welding(void **state)
{
    (void)state;
    pdk_memory memory;
    pdk_weld weld;
    pdk_memory_init(&memory, NULL, 0);
    pdk_weld_init(&weld, &memory, 7);
    uint32_t number;
    for (uint32_t i = 0; i < 300000; i++) {
        double point[3] = { i % 3 == 0 ? NAN : (double)(i % 50000), 1, -2 };
        assert_true(pdk_weld_point(&weld, point, &number));
    }
    uint64_t numbers = 0;
    for (uint64_t i = 0; i < weld.count; i++) numbers += isnan(weld.points[i][0]) ? 0 : 1;
    assert_int_equal(weld.count - numbers, 100000);
    assert_int_equal(numbers, 50000); /* of all residues, as 3 does not divide 50000 */
    pdk_memory_destroy(&memory);
}

static void hostile(void **state)
{
    (void)state;
    static const char obj[] = "mtllib a\no b\n" SQUARE "vt 0 1\nvn 0 0 1\nf 1/1/1 2 3//1 \\\n -1\ng c\nv 1 1 1\n";
    static const char stl[] = "solid part\n" FACET("0 0 0", "1 0 0", "1 1 0") "endsolid part one\n";
    maker file = binary_stl("solid", 2);
    sweep_truncation((const uint8_t *)obj, sizeof obj - 1, 1, "obj");
    sweep_mutation((const uint8_t *)obj, sizeof obj - 1, 0, sizeof obj - 1, 1, "obj");
    sweep_truncation((const uint8_t *)stl, sizeof stl - 1, 1, "stl");
    sweep_mutation((const uint8_t *)stl, sizeof stl - 1, 0, sizeof stl - 1, 1, "stl");
    sweep_truncation(file.bytes, file.size, 1, "stl");
    sweep_mutation(file.bytes, file.size, 0, file.size, 1, "stl");
    assert_true(sweep_allocation(file.bytes, file.size) > 5);
    assert_true(sweep_allocation((const uint8_t *)obj, sizeof obj - 1) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces),      cmocka_unit_test(attributes),  cmocka_unit_test(corners),
        cmocka_unit_test(dangling),   cmocka_unit_test(keywords),    cmocka_unit_test(bytes_behind_the_title),
        cmocka_unit_test(real_ones),  cmocka_unit_test(up),          cmocka_unit_test(blocks),
        cmocka_unit_test(refused),    cmocka_unit_test(marked_text), cmocka_unit_test(binary),
        cmocka_unit_test(not_finite), cmocka_unit_test(text_stl),    cmocka_unit_test(welding),
        cmocka_unit_test(hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
