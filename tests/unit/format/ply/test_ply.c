/* PLY: encodings, orders and types of properties, faces of every kind, and what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign.h"

static pdk_document *open_text(const char *text, bool partial)
{
    return open_mesh(text, strlen(text), "ply", partial);
}

#define HEAD "ply\nformat ascii 1.0\n"
#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define FACES(n) "element face " #n "\nproperty list uchar int vertex_indices\n"

static const char square[] =
    HEAD "comment made by hand\nelement vertex 4\n" XYZ FACES(1) "end_header\n"
                                                                 "0 0 0\n1 0 0\n1 1 0\n0 1 0.5\n4 0 1 2 3\n";

static void text(void **state)
{
    (void)state;
    pdk_document *document = open_text(square, false);
    assert_string_equal(pdk_document_dialect(document), "ascii 1.0");
    assert_property_text(document, "comment_1", "made by hand");
    assert_mesh_points(document, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0.5);
    assert_mesh_triangles(document, 0, 1, 2, 0, 2, 3);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ply.face.split"), 1);
    read_everything(document);
    pdk_close(document);
}

/* Blank lines, CR LF, properties in any order, lists in the middle of a vertex, elements we do not know. */
static void text_oddities(void **state)
{
    (void)state;
    static const char odd[] =
        "ply\r\nformat ascii 1.0\r\nobj_info scanner 7\r\nelement camera 1\r\nproperty float f\r\n"
        "element vertex 3\r\nproperty uchar red\r\nproperty double z\r\nproperty list uchar int seen_by\r\n"
        "property int y\r\n"
        "property float nx\r\nproperty float x\r\nproperty float ny\r\nproperty float nz\r\n"
        "element face 2\r\nproperty uchar flag\r\nproperty list uchar uint vertex_index\r\nproperty float weight\r\n"
        "end_header\r\n"
        "35.5\r\n255 3e0 2 7 8 2 0.5 1 0 -1\r\n\r\n  1 6 0 5 0 4.25 0 1   \r\n0 9 1 1 8 0 7 0 1\r\n"
        "1 3 0 1 2 0.5\r\n0 3 2 1 0 0.25\r\n";
    pdk_document *document = open_text(odd, false);
    assert_mesh_points(document, 1, 2, 3, 4.25, 5, 6, 7, 8, 9);
    assert_mesh_triangles(document, 0, 1, 2, 2, 1, 0);
    size_t count;
    double *red = column_f64(document, "points", "red", &count);
    assert_int_equal(count, 3);
    assert_true(red[0] == 255 && red[1] == 1 && red[2] == 0);
    free(red);
    pdk_surface surface = surface_or_fail(document, 0);
    assert_non_null(surface.normals);
    assert_near(surface.normals[0], 0.5, 0);
    assert_near(surface.normals[2], -1, 0);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ply.element"), 1);
    read_everything(document);
    pdk_close(document);
}

/* Bytes put together, in either order. */
typedef struct maker {
    uint8_t bytes[4096];
    size_t size;
    bool big;
} maker;

static void put(maker *to, uint64_t bits, size_t size)
{
    for (size_t i = 0; i < size; i++) to->bytes[to->size + i] = (uint8_t)(bits >> 8 * (to->big ? size - 1 - i : i));
    to->size += size;
}

static void put_text(maker *to, const char *text_)
{
    memcpy(to->bytes + to->size, text_, strlen(text_));
    to->size += strlen(text_);
}

static void put_float(maker *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(to, bits, sizeof bits);
}
static void put_double(maker *to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(to, bits, sizeof bits);
}
static void put_i32(maker *to, int32_t value)
{
    put(to, (uint32_t)value, sizeof value);
}
static void put_i16(maker *to, int16_t value)
{
    put(to, (uint16_t)value, sizeof value);
}
static void put_u8(maker *to, uint8_t value)
{
    put(to, value, sizeof value);
}

/* A list in the middle of every vertex, doubles and shorts, a quad among triangles, something after the faces. */
static maker make_mixed(bool big)
{
    maker to = { .big = big };
    put_text(&to, big ? "ply\nformat binary_big_endian 1.0\n" : "ply\nformat binary_little_endian 1.0\n");
    put_text(&to,
             "element vertex 4\nproperty double x\nproperty list uchar short seen\nproperty short y\nproperty float z\n"
             "element face 3\nproperty list int short vertex_indices\nproperty uchar flag\n"
             "element edge 1\nproperty int a\nproperty int b\nend_header\n");
    for (int i = 0; i < 4; i++) {
        put_double(&to, i == 1 || i == 2 ? 2.5 : 0);
        put_u8(&to, (uint8_t)i);
        for (int k = 0; k < i; k++) put_i16(&to, -1);
        put_i16(&to, i >= 2 ? -300 : 0);
        put_float(&to, 0.25F * (float)i);
    }
    static const int16_t faces[][5] = { { 3, 0, 1, 2 }, { 4, 3, 2, 1, 0 }, { 3, 2, 3, 0 } };
    for (int f = 0; f < 3; f++) {
        put_i32(&to, faces[f][0]);
        for (int k = 0; k < faces[f][0]; k++) put_i16(&to, faces[f][1 + k]);
        put_u8(&to, 9);
    }
    put_i32(&to, 0);
    put_i32(&to, 1);
    return to;
}

static void binary(void **state)
{
    (void)state;
    for (int big = 0; big < 2; big++) {
        maker file = make_mixed(big != 0);
        pdk_document *document = open_mesh(file.bytes, file.size, NULL, false);
        assert_string_equal(pdk_document_format(document)->id, "ply");
        assert_mesh_points(document, 0, 0, 0, 2.5, 0, 0.25, 2.5, -300, 0.5, 0, -300, 0.75);
        assert_mesh_triangles(document, 0, 1, 2, 3, 2, 1, 3, 1, 0, 2, 3, 0);
        assert_int_equal(count_findings(document, PDK_CHECK_FULL, "ply.element"), 1);
        assert_int_equal(count_findings(document, PDK_CHECK_FULL, "ply.trailing"), 0);
        read_everything(document);
        pdk_close(document);
    }
}

static maker make_plain(int triangles, int32_t bad)
{
    maker to = { 0 };
    char count[64];
    put_text(&to, "ply\nformat binary_little_endian 1.0\nelement vertex 4\n" XYZ);
    snprintf(count, sizeof count, "element face %d\n", triangles);
    put_text(&to, count);
    put_text(&to, "property uchar before\nproperty list uchar int vertex_indices\nproperty uchar behind\nend_header\n");
    for (int i = 0; i < 12; i++) put_float(&to, (float)i);
    for (int i = 0; i < triangles; i++) {
        put_u8(&to, 1);
        put_u8(&to, 3);
        put_i32(&to, i % 4);
        put_i32(&to, i == triangles - 1 ? bad : (i + 1) % 4);
        put_i32(&to, (i + 2) % 4);
        put_u8(&to, 2);
    }
    return to;
}

static void plain_triangles(void **state)
{
    (void)state;
    maker file = make_plain(5, 1);
    pdk_document *document = open_mesh(file.bytes, file.size, "ply", false);
    assert_mesh_triangles(document, 0, 1, 2, 1, 2, 3, 2, 3, 0, 3, 0, 1, 0, 1, 2);
    read_everything(document);
    pdk_close(document);
}

static void bad_indices(void **state)
{
    (void)state;
    static const int32_t bad[] = { 4, -1, INT32_MAX, INT32_MIN };
    for (size_t i = 0; i < 4; i++) {
        maker file = make_plain(5, bad[i]);
        assert_refused(file.bytes, file.size, "ply", PDK_E_CORRUPT, "ply.face.index", file.size - 15);
        pdk_document *document = open_mesh(file.bytes, file.size, "ply", true);
        assert_mesh_triangles(document, 0, 1, 2, 1, 2, 3, 2, 3, 0, 3, 0, 1);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ply.face.index"), 1);
        read_everything(document);
        pdk_close(document);
    }
}

static void more_faces_than_marks(void **state)
{
    (void)state;
    /* Quads and triangles in turn, so that triangle n begins at no fixed place. */
    size_t capacity = 200000, size;
    char *file = malloc(capacity);
    assert_non_null(file);
    size = (size_t)snprintf(file, capacity,
                            HEAD "element vertex 4\n" XYZ FACES(5000) "end_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n");
    for (int i = 0; i < 5000; i++) {
        size += (size_t)snprintf(file + size, capacity - size,
                                 i % 2 == 0   ? "4 0 1 2 3\n"
                                 : i % 3 == 0 ? "2 0 1\n"
                                              : "3 3 1 2\n");
    }
    pdk_document *document = open_mesh(file, size, "ply", false);
    uint64_t triangles = 5000 + 2500 - 833;
    assert_int_equal(document->mesh->triangle_count, triangles);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ply.face.few"), 1);
    uint32_t(*all)[3] = mesh_triangles(document, 0), (*parts)[3] = mesh_triangles(document, 97);
    assert_memory_equal(all, parts, triangles * sizeof *all);
    for (uint64_t from = triangles; from-- > triangles - 50;) { /* backwards, one by one */
        uint32_t one[1][3];
        pdk_error error;
        assert_ok(document->mesh->read_triangles(document->mesh, from, 1, one, &error), error);
        assert_memory_equal(one[0], all[from], sizeof one[0]);
    }
    free(all);
    free(parts);
    pdk_close(document);
    free(file);
}

static void strips(void **state)
{
    (void)state;
    static const char file[] =
        HEAD "element vertex 5\n" XYZ "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
             "0 0 0\n1 0 0\n0 1 0\n1 1 0\n2 2 0\n10 0 1 2 3 3 4 -1 2 1 4\n";
    pdk_document *document = open_text(file, false);
    assert_mesh_triangles(document, 0, 1, 2, 2, 1, 3, 2, 1, 4);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ply.tristrips.stitches"), 1);
    pdk_close(document);
    static const char bad[] =
        HEAD "element vertex 3\n" XYZ "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
             "0 0 0\n1 0 0\n0 1 0\n4 0 1 2 3\n";
    assert_refused(bad, sizeof bad - 1, "ply", PDK_E_CORRUPT, "ply.tristrips.index", sizeof bad - 3);
}

static void refused(void **state)
{
    (void)state;
    static const refusal cases[] = {
        { "plx\n", PDK_E_CORRUPT, "ply.magic", 0 },
        { HEAD "element vertex 1\n", PDK_E_TRUNCATED, "ply.header.end", 38 },
        { "ply\nformat text 1.0\nend_header\n", PDK_E_CORRUPT, "ply.format", 4 },
        { "ply\nformat ascii 2.0\nend_header\n", PDK_E_CORRUPT, "ply.version", 4 },
        { "ply\nend_header\n", PDK_E_CORRUPT, "ply.format", 4 },
        { HEAD "element vertex -1\n", PDK_E_CORRUPT, "ply.element", 21 },
        { HEAD "element vertex 99999999999999999999\n", PDK_E_CORRUPT, "ply.element", 21 },
        { HEAD "property float x\n", PDK_E_CORRUPT, "ply.property", 21 },
        { HEAD "element vertex 1\nproperty real x\n", PDK_E_CORRUPT, "ply.property", 38 },
        { HEAD "element vertex 1\nproperty list float int x\n", PDK_E_CORRUPT, "ply.property", 38 },
        { HEAD "element vertex 3\nend_header\n", PDK_E_CORRUPT, "ply.element", 49 },
        { HEAD "element point 0\n" XYZ "end_header\n", PDK_E_UNSUPPORTED, "ply.vertex", 99 },
        { HEAD "element vertex 0\nproperty float x\nend_header\n", PDK_E_UNSUPPORTED, "ply.vertex", 66 },
        { HEAD "element vertex 1\n" XYZ "end_header\n1 2\n", PDK_E_CORRUPT, "ply.vertex", 100 },
        { HEAD "element vertex 1\n" XYZ "end_header\n1 2 3,5\n", PDK_E_CORRUPT, "ply.vertex", 100 },
        { HEAD "element vertex 2\n" XYZ "end_header\n1 2 3\n", PDK_E_TRUNCATED, "ply.truncated", 106 },
        { HEAD "element vertex 1\n" XYZ
               "element face 1\nproperty list uchar float vertex_indices\nend_header\n1 2 3\n3 0 0 0\n",
          PDK_E_UNSUPPORTED, "ply.face", 156 },
        { HEAD "element vertex 1\n" XYZ FACES(1) "end_header\n1 2 3\n3 0 0 x\n", PDK_E_CORRUPT, "ply.face", 160 },
        { HEAD "element vertex 1\n" XYZ FACES(1) "end_header\n1 2 3\n3 0 0\n", PDK_E_CORRUPT, "ply.face", 160 },
        { HEAD "element vertex 1\n" XYZ FACES(1) "end_header\n1 2 3\n-3 0 0\n", PDK_E_CORRUPT, "ply.face", 160 },
        { "ply\rformat ascii 1.0\relement vertex 1\r"
          "property float x\rproperty float y\rproperty float z\rend_header\r1 2 3\r",
          PDK_E_UNSUPPORTED, "ply.lines", 89 },
        { HEAD "element vertex 2\n" XYZ "end_header\n1 2 3\n\r4 5 6\r7 8 9\r\n", PDK_E_UNSUPPORTED, "ply.lines", 107 },
        { HEAD "element vertex 1\n" XYZ FACES(1) "end_header\n1 2 3\r4 5 6\n3 0 0 0\n", PDK_E_UNSUPPORTED, "ply.lines",
          154 },
        { HEAD "element vertex 1\n" XYZ "end_header\n1 2 3\n4 5 6\r7 8 9\n", PDK_E_UNSUPPORTED, "ply.lines", 106 },
    };
    assert_all_refused(cases, "ply");
}

static void counts_beyond_the_file(void **state)
{
    (void)state;
    maker file = { 0 };
    put_text(&file, "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\n" XYZ "end_header\n");
    size_t body = file.size;
    for (int i = 0; i < 7; i++) put_float(&file, 1);
    assert_refused(file.bytes, file.size, "ply", PDK_E_TRUNCATED, "ply.truncated", file.size);
    pdk_document *document = open_mesh(file.bytes, file.size, "ply", true);
    assert_mesh_points(document, 1, 1, 1, 1, 1, 1);
    pdk_close(document);
    assert_refused(file.bytes, body, "ply", PDK_E_TRUNCATED, "ply.truncated", body);
    maker lists = { 0 };
    put_text(&lists,
             "ply\nformat binary_big_endian 1.0\nelement vertex 1\n" XYZ FACES(9000000000000000000) "end_header\n");
    lists.big = true;
    for (int i = 0; i < 3; i++) put_float(&lists, 1);
    put_u8(&lists, 255);
    assert_refused(lists.bytes, lists.size, "ply", PDK_E_TRUNCATED, "ply.truncated", lists.size - 1);
}

static void partial_text(void **state)
{
    (void)state;
    static const char file[] =
        HEAD "element vertex 4\n" XYZ FACES(2) "end_header\n0 0 0\n1 0 0\n1 1 0\nx 0 0\n3 0 1 2\n3 1 2 3\n";
    pdk_document *document = open_text(file, true);
    assert_mesh_points(document, 0, 0, 0, 1, 0, 0, 1, 1, 0);
    assert_mesh_triangles(document, 0, 1, 2);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ply.vertex"), 1);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ply.face.index"), 1);
    pdk_close(document);
}

static void hostile(void **state)
{
    (void)state;
    maker mixed = make_mixed(false), plain = make_plain(3, 1);
    sweep_truncation((const uint8_t *)square, sizeof square - 1, 1, "ply");
    sweep_truncation(mixed.bytes, mixed.size, 1, "ply");
    sweep_truncation(plain.bytes, plain.size, 1, "ply");
    sweep_mutation((const uint8_t *)square, sizeof square - 1, 0, sizeof square - 1, 1, "ply");
    sweep_mutation(mixed.bytes, mixed.size, 0, mixed.size, 1, "ply");
    sweep_mutation(plain.bytes, plain.size, 0, plain.size, 1, "ply");
    assert_true(sweep_allocation((const uint8_t *)square, sizeof square - 1) > 10);
    assert_true(sweep_allocation(mixed.bytes, mixed.size) > 10);
}

static void real_cubes(void **state)
{
    (void)state;
    static const char *const names[] = { "mesh/ply/cube.ply", "mesh/ply/cube_binary.ply" };
    for (size_t i = 0; i < 2; i++) {
        const char *path = real_file(names[i]);
        if (path == NULL) skip();
        pdk_document *document = open_or_fail(path);
        assert_int_equal(document->mesh->point_count, 8);
        assert_int_equal(document->mesh->triangle_count, 12);
        double(*points)[3] = mesh_points(document, 0);
        uint32_t(*triangles)[3] = mesh_triangles(document, 0);
        double volume = 0; /* of a closed unit cube whose faces look all outwards, or all inwards */
        for (int t = 0; t < 12; t++) {
            const double *a = points[triangles[t][0]], *b = points[triangles[t][1]], *c = points[triangles[t][2]];
            volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                       a[2] * (b[0] * c[1] - b[1] * c[0])) /
                      6;
        }
        assert_near(fabs(volume), 1, 1e-12);
        free(points);
        free(triangles);
        pdk_close(document);
    }
}

typedef struct place {
    const char *code;
    uint64_t offset;
    char where[64];
} place;

static bool take_first(void *user, const pdk_finding *finding)
{
    place *first = user;
    if (strcmp(finding->code, first->code) != 0 || first->where[0] != '\0') return true;
    first->offset = finding->offset;
    snprintf(first->where, sizeof first->where, "%s", finding->where);
    return true;
}

static void assert_first(const pdk_document *document, const char *code, uint64_t offset, const char *where)
{
    place first = { .code = code };
    pdk_error error = { 0 };
    assert_ok(pdk_check(document, PDK_CHECK_FULL, take_first, &first, NULL, &error), error);
    assert_string_equal(first.where, where);
    assert_int_equal(first.offset, offset);
}

/* Named by a full check, with the place of the number, or of its line. */
static void not_finite(void **state)
{
    (void)state;
    maker file = { 0 };
    put_text(&file, "ply\nformat binary_little_endian 1.0\nelement vertex 30\n" XYZ "end_header\n");
    size_t body = file.size;
    for (int i = 0; i < 90; i++) put_float(&file, i == 4 ? NAN : i >= 60 && i % 2 == 0 ? -INFINITY : (float)i);
    pdk_document *document = open_mesh(file.bytes, file.size, NULL, false);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ply.vertex.finite"), 0);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "ply.vertex.finite"), 11); /* ten, and how many more */
    assert_first(document, "ply.vertex.finite", body + 4 * (size_t)4, "ply.vertex[1].y");
    pdk_close(document);
    static const char lines[] = HEAD "element vertex 3\n" XYZ "end_header\n0 0 0\n1 0 nan\n1 1 0\n";
    document = open_text(lines, false);
    assert_first(document, "ply.vertex.finite", (uint64_t)(strstr(lines, "1 0 nan") - lines), "ply.vertex[1].z");
    pdk_close(document);
}

/* Elements take memory one by one: their number is limited. */
static void elements_are_counted(void **state)
{
    (void)state;
    enum { MAXIMUM = 4096, EACH = 12 };
    char *text = malloc(EACH * (MAXIMUM + 1) + 512);
    assert_non_null(text);
    size_t size = (size_t)sprintf(text, HEAD "element vertex 1\n" XYZ), before = size;
    for (int i = 1; i < MAXIMUM; i++) size += (size_t)sprintf(text + size, "element e 0\n");
    size_t last = size;
    size += (size_t)sprintf(text + size, "element e 0\nend_header\n1 2 3\n");
    assert_int_equal(last, before + (size_t)EACH * (MAXIMUM - 1));
    assert_refused(text, size, "ply", PDK_E_CORRUPT, "ply.element", last);
    size = last + (size_t)sprintf(text + last, "end_header\n1 2 3\n");
    pdk_close(open_mesh(text, size, "ply", false));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_are_counted),
        cmocka_unit_test(text),
        cmocka_unit_test(text_oddities),
        cmocka_unit_test(binary),
        cmocka_unit_test(plain_triangles),
        cmocka_unit_test(bad_indices),
        cmocka_unit_test(more_faces_than_marks),
        cmocka_unit_test(strips),
        cmocka_unit_test(refused),
        cmocka_unit_test(counts_beyond_the_file),
        cmocka_unit_test(partial_text),
        cmocka_unit_test(not_finite),
        cmocka_unit_test(hostile),
        cmocka_unit_test(real_cubes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
