/* glTF: containers, accessors of every kind, nodes in each other, and what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "foreign.h"

/* Two points' worth of everything: floats at 0, bytes from 48 on. */
typedef struct maker {
    uint8_t bytes[8192];
    size_t size;
} maker;

static const float square[4][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 0, -1 }, { 0, 0, -1 } };
static const uint8_t extra[] = { 0,   1,   2,    0,    2,   3, 0,    0, /* indices at 48 */
                                 0,   0,   0,    0,    127, 0, 0,    0,
                                 127, 129, 0,    0, /* three points of bytes at 56, 4 apart */
                                 2,   0,   0,    0, /* a sparse index at 68 */
                                 0,   0,   0x40, 0x40, 0,   0, 0x80, 0x40,
                                 0,   0,   0xA0, 0x40 /* 3, 4, 5 at 72 */ };

static maker make(const char *json)
{
    maker to = { 0 };
    size_t length = strlen(json), padded = (length + 3) / 4 * 4, binary = sizeof square + sizeof extra;
    memcpy(to.bytes, "glTF", 4);
    pdk_store_u32(to.bytes + 4, 2);
    pdk_store_u32(to.bytes + 12, (uint32_t)padded);
    memcpy(to.bytes + 16, "JSON", 4);
    memset(to.bytes + 20, ' ', padded);
    memcpy(to.bytes + 20, json, length);
    uint8_t *at = to.bytes + 20 + padded;
    pdk_store_u32(at, (uint32_t)binary);
    memcpy(at + 4, "BIN", 4);
    for (size_t i = 0; i < 12; i++) pdk_store_f32(at + 8 + 4 * i, square[i / 3][i % 3]);
    memcpy(at + 8 + sizeof square, extra, sizeof extra);
    to.size = 20 + padded + 8 + binary;
    pdk_store_u32(to.bytes + 8, (uint32_t)to.size);
    return to;
}

#define START "{\"asset\":{\"version\":\"2.0\",\"generator\":\"hand\"},\"scene\":0,\"buffers\":[{\"byteLength\":84}],"
#define VIEWS                                                                                              \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":6}," \
    "{\"buffer\":0,\"byteOffset\":56,\"byteLength\":12,\"byteStride\":4},{\"buffer\":0,\"byteOffset\":68," \
    "\"byteLength\":4},"                                                                                   \
    "{\"buffer\":0,\"byteOffset\":72,\"byteLength\":12}],"
#define ACCESSORS                                                                                  \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"      \
    "{\"bufferView\":1,\"componentType\":5121,\"count\":6,\"type\":\"SCALAR\"},"                   \
    "{\"bufferView\":2,\"componentType\":5120,\"count\":3,\"type\":\"VEC3\",\"normalized\":true}," \
    "{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":1,"               \
    "\"indices\":{\"bufferView\":3,\"componentType\":5125},"                                       \
    "\"values\":{\"bufferView\":4}}}],"
#define MESHES                                                                                                \
    "\"meshes\":[{\"name\":\"plate\",\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]},"      \
    "{\"primitives\":[{\"attributes\":{\"POSITION\":2}},{\"attributes\":{\"POSITION\":0},\"mode\":1}]},"      \
    "{\"primitives\":[{\"attributes\":{\"POSITION\":3}}]},{\"primitives\":[{\"attributes\":{\"POSITION\":0}," \
    "\"mode\":5}]},"                                                                                          \
    "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"mode\":6}]},"                                        \
    "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"mode\":0}]}],"
#define NODES(scene, nodes) "\"scenes\":[{\"nodes\":" scene "}],\"nodes\":" nodes "}"
#define WHOLE(scene, nodes) START VIEWS ACCESSORS MESHES NODES(scene, nodes)

static pdk_document *open_json(const char *json)
{
    static maker file;
    file = make(json);
    return open_mesh(file.bytes, file.size, NULL, false);
}

static void a_plate(void **state)
{
    (void)state;
    pdk_document *document = open_json(WHOLE("[0]", "[{\"mesh\":0,\"name\":\"road\"}]"));
    assert_string_equal(pdk_document_format(document)->id, "glb");
    assert_mesh_points(document, 0, 0, 0, 1, 0, 0, 1, 0, -1, 0, 0, -1);
    assert_mesh_triangles(document, 0, 1, 2, 0, 2, 3);
    assert_string_equal(document->mesh->blocks[0].name, "road");
    assert_true(document->mesh->single);
    read_everything(document);
    pdk_close(document);
}

static void kinds_of_numbers(void **state)
{
    (void)state;
    pdk_document *document = open_json(WHOLE("[0]", "[{\"mesh\":1}]"));
    assert_mesh_points(document, 0, 0, 0, 1, 0, 0, 1, -1, 0); /* 129 is -127 */
    assert_mesh_triangles(document, 0, 1, 2);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "glb.primitives"), 1);
    pdk_close(document);
    document = open_json(WHOLE("[0]", "[{\"mesh\":2}]"));
    assert_mesh_points(document, 0, 0, 0, 0, 0, 0, 3, 4, 5);
    pdk_close(document);
    document = open_json(WHOLE("[0]", "[{\"mesh\":5}]"));
    assert_mesh_points(document, 0, 0, 0, 1, 0, 0, 1, 0, -1, 0, 0, -1);
    assert_int_equal(document->mesh->triangle_count, 0);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "glb.primitives"), 0);
    pdk_close(document);
    document = open_json(WHOLE("[0]", "[{\"mesh\":3}]"));
    assert_mesh_triangles(document, 0, 1, 2, 1, 3, 2);
    pdk_close(document);
    document = open_json(WHOLE("[0]", "[{\"mesh\":4}]"));
    assert_mesh_triangles(document, 0, 1, 2, 0, 2, 3);
    pdk_close(document);
}

/* A quarter turn about y, half the size, in a node moved by 10; beside it one that mirrors. */
static void places(void **state)
{
    (void)state;
    pdk_document *document = open_json(
        WHOLE("[0]", "[{\"translation\":[10,0,0],\"children\":[1,2]},"
                     "{\"mesh\":0,\"rotation\":[0,0.7071067811865476,0,0.7071067811865476],\"scale\":[0.5,0.5,0.5]},"
                     "{\"mesh\":0,\"matrix\":[-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,2,0,1]}]"));
    double(*points)[3] = mesh_points(document, 0);
    static const double wanted[8][3] = { { 10, 0, 0 }, { 10, 0, -0.5 }, { 9.5, 0, -0.5 }, { 9.5, 0, 0 },
                                         { 10, 2, 0 }, { 9, 2, 0 },     { 9, 2, -1 },     { 10, 2, -1 } };
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 3; k++) assert_near(points[i][k], wanted[i][k], 1e-12);
    }
    free(points);
    assert_mesh_triangles(document, 0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6); /* turned over, so that they still face up */
    assert_int_equal(document->mesh->block_count, 2);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "glb.mirrored"), 1);
    pdk_close(document);
}

static void assert_row(const pdk_document *document, uint64_t row, const char *const *columns, const double *values)
{
    const pdk_table *nodes = pdk_document_own_table(document, "nodes");
    for (size_t i = 0; columns[i] != NULL; i++) {
        double value = pdk_table_number_at(nodes, columns[i], row);
        assert_int_equal(isnan(value), isnan(values[i]));
        if (!isnan(value)) assert_near(value, values[i], 1e-12);
    }
}

/* The same nodes, another one that has only a name, and one beyond doubles. */
static void nodes_are_a_table(void **state)
{
    (void)state;
    pdk_document *document = open_json(
        WHOLE("[0,4]", "[{\"name\":\"group\",\"translation\":[10,0,0],\"children\":[1,2,3]},"
                       "{\"name\":\"turned\",\"mesh\":0,\"rotation\":[0,0.7071067811865476,0,0.7071067811865476],"
                       "\"scale\":[0.5,0.5,0.5]},"
                       "{\"mesh\":0,\"matrix\":[-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,2,0,1]},{\"name\":\"still\"},"
                       "{\"scale\":[1e200,1,1],\"children\":[5]},{\"translation\":[1e200,3,0]}]"));
    static const char *const columns[] = { "parent",   "block",    "x",        "y",        "z",        "x_axis_x",
                                           "x_axis_y", "x_axis_z", "y_axis_y", "z_axis_x", "z_axis_z", NULL };
    const pdk_table *nodes = pdk_document_own_table(document, "nodes");
    assert_int_equal(pdk_table_rows(nodes), 6);
    assert_text(pdk_table_text_at(nodes, "name", 1), "turned");
    assert_null(pdk_table_text_at(nodes, "name", 2).data);
    assert_text(pdk_table_text_at(nodes, "name", 3), "still");
    assert_row(document, 0, columns, (const double[]){ NAN, NAN, 10, 0, 0, 1, 0, 0, 1, 0, 1 });
    assert_row(document, 1, columns, (const double[]){ 0, 0, 10, 0, 0, 0, 0, -0.5, 0.5, 0.5, 0 });
    assert_row(document, 2, columns, (const double[]){ 0, 1, 10, 2, 0, -1, 0, 0, 1, 0, 1 });
    assert_row(document, 3, columns, (const double[]){ 0, NAN, 10, 0, 0, 1, 0, 0, 1, 0, 1 });
    assert_row(document, 4, columns, (const double[]){ NAN, NAN, 0, 0, 0, 1e200, 0, 0, 1, 0, 1 });
    assert_row(document, 5, columns, (const double[]){ 4, NAN, NAN, 3, 0, 1e200, 0, 0, 1, 0, 1 });
    pdk_close(document);
}

static void plain_json(void **state)
{
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\",\"generator\":\"by hand\"},\"buffers\":[{\"byteLength\":36,"
        "\"uri\":\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
        "\"count\":3,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
        "\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}]}";
    pdk_document *document = open_mesh(text, sizeof text - 1, "glb", false);
    assert_mesh_points(document, 0, 0, 0, 1, 0, 0, 0, 1, 0);
    assert_property_text(document, "generator", "by hand");
    pdk_close(document);
}

static void refused_json(const char *json, pdk_status status, const char *code)
{
    maker file = make(json);
    assert_refused(file.bytes, file.size, "glb", status, code, 20);
}

static void refused(void **state)
{
    (void)state;
    refused_json("{\"asset\":{\"version\":\"1.0\"}}", PDK_E_UNSUPPORTED, "glb.version");
    refused_json("{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"EXT_meshopt_compression\"]}",
                 PDK_E_UNSUPPORTED, "glb.extension");
    refused_json("{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":85}]}", PDK_E_CORRUPT, "glb.buffer");
    refused_json(START VIEWS ACCESSORS MESHES "\"nodes\":[]}", PDK_E_UNSUPPORTED, "glb.scene");
    refused_json(WHOLE("[0]", "[{\"mesh\":9}]"), PDK_E_CORRUPT, "glb.mesh");
    refused_json(WHOLE("[7]", "[{\"mesh\":0}]"), PDK_E_CORRUPT, "glb.node");
    refused_json(WHOLE("[0]", "[{\"children\":[0]}]"), PDK_E_CORRUPT, "glb.node");
    refused_json(WHOLE("[0]", "[{\"children\":[1]},{\"children\":[0]}]"), PDK_E_CORRUPT, "glb.node");
    static const char with[] =
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":0}]}],\"scenes\":[{\"nodes\":[0]}"
        "],\"nodes\":[{\"mesh\":0}]}";
    static const char *const accessors[] = {
        "{\"bufferView\":0,\"componentType\":5126,\"count\":5,\"type\":\"VEC3\"}",
        "{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"byteOffset\":4}",
        "{\"bufferView\":0,\"componentType\":5126,\"count\":-1,\"type\":\"VEC3\"}",
        "{\"bufferView\":9,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"}",
        "{\"bufferView\":0,\"componentType\":5130,\"count\":1,\"type\":\"VEC3\"}",
        "{\"bufferView\":0,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"}",
        "{\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"}",
    };
    for (size_t i = 0; i < sizeof accessors / sizeof accessors[0]; i++) {
        char json[2048];
        snprintf(json, sizeof json, "%s%s\"accessors\":[%s],%s", START, VIEWS, accessors[i], with);
        refused_json(json, PDK_E_CORRUPT, "glb.accessor"); /* the last but one as indices */
    }
    char json[2048]; /* six indices, and three points */
    snprintf(
        json, sizeof json, "%s%s%s%s", START, VIEWS,
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},{\"bufferView\":1,"
        "\"componentType\":5121,\"count\":6,\"type\":\"SCALAR\"}],",
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\"scenes\":[{\"nodes\":[0]}"
        "],\"nodes\":[{\"mesh\":0}]}");
    refused_json(json, PDK_E_CORRUPT, "glb.index");
    maker file = make("{\"asset\": nothing}");
    assert_refused(file.bytes, file.size, "glb", PDK_E_CORRUPT, "glb.json", 20 + 10);
    file = make(WHOLE("[0]", "[{\"mesh\":0}]"));
    assert_refused(file.bytes, file.size - 1, "glb", PDK_E_TRUNCATED, "glb.length", file.size - 1);
    assert_refused(file.bytes, 12, "glb", PDK_E_TRUNCATED, "glb.header", 12);
    pdk_store_u32(file.bytes + 4, 1);
    assert_refused(file.bytes, file.size, "glb", PDK_E_UNSUPPORTED, "glb.version", 4);
    pdk_store_u32(file.bytes + 4, 2);
    pdk_store_u32(file.bytes + 12, 1 << 30);
    assert_refused(file.bytes, file.size, "glb", PDK_E_CORRUPT, "glb.chunk", 12);
}

/* Cut in its numbers: with `partial` the parts of meshes that are whole stay, and the rest is counted. */
static void cut_files(void **state)
{
    (void)state;
    FILE *in = fopen(PADDOCK_FILES "/blender.glb", "rb");
    assert_non_null(in);
    static uint8_t bytes[1 << 14];
    size_t size = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    pdk_document *whole = open_mesh(bytes, size, "glb", false);
    pdk_document *cut = open_mesh(bytes, size - 4, "glb", true);
    assert_true(cut->mesh->triangle_count < whole->mesh->triangle_count);
    assert_int_equal(count_findings(cut, PDK_CHECK_STRUCTURE, "glb.length"), 1);
    assert_int_equal(count_findings(cut, PDK_CHECK_STRUCTURE, "glb.primitives"), 1);
    read_everything(cut);
    pdk_close(cut);
    pdk_close(whole);
}

/* A node of 100 000 that all use one mesh of many points must not fill the memory. */
static void copies_are_limited(void **state)
{
    (void)state;
    size_t nodes = 40000, points = 20000, size = 0, capacity = 64 * nodes + 16 * points + 4096;
    char *json = malloc(capacity);
    assert_non_null(json);
    size += (size_t)snprintf(
        json, capacity,
        "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,\"count\":%zu,\"type\":\"VEC3\"}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"scenes\":[{\"nodes\":[0",
        points);
    for (size_t i = 1; i < nodes; i++) size += (size_t)snprintf(json + size, capacity - size, ",%zu", i);
    size += (size_t)snprintf(json + size, capacity - size, "]}],\"nodes\":[{\"mesh\":0}");
    for (size_t i = 1; i < nodes; i++) size += (size_t)snprintf(json + size, capacity - size, ",{\"mesh\":0}");
    size += (size_t)snprintf(json + size, capacity - size, "]}");
    assert_refused(json, size, "glb", PDK_E_LIMIT, "glb.instances", 0);
    free(json);
}

static size_t power_above(size_t size)
{
    size_t power = 1 << 16;
    while (power <= size) power *= 2;
    return power;
}

static char *extend(char *json, size_t *size, const char *piece, size_t count)
{
    size_t length = strlen(piece), capacity = power_above(*size + length * count);
    if (json == NULL || capacity != power_above(*size)) json = realloc(json, capacity);
    assert_non_null(json);
    for (size_t i = 0; i < count; i++, *size += length) memcpy(json + *size, piece, length);
    return json;
}

/* Nodes that place a mesh of many parts, or of one accessor with many numbers put in: as many looks as nodes times
 * parts, of which no point comes. */
static void looks_are_limited(void **state)
{
    (void)state;
    enum { NODES = 60000, PARTS = 30000 };
    for (int sparse = 0; sparse < 2; sparse++) {
        size_t size = 0;
        char *json = extend(NULL, &size, "{\"asset\":{\"version\":\"2.0\"},", 1);
        if (sparse) {
            json = extend(json, &size, "\"buffers\":[{\"byteLength\":30000,\"uri\":\"data:;base64,", 1);
            json = extend(json, &size, "AAAA", 10000);
            json = extend(
                json, &size,
                "\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":30000}],\"accessors\":[{\"componentType\":5121,"
                "\"count\":1,\"type\":\"VEC3\",\"sparse\":{\"count\":10000,\"indices\":{\"bufferView\":0,"
                "\"componentType\":5121},\"values\":{\"bufferView\":0}}}],",
                1);
        }
        json = extend(json, &size, "\"meshes\":[{\"primitives\":[", 1);
        json = extend(json, &size, sparse ? "{\"attributes\":{\"POSITION\":0}}," : "{},", sparse ? 1 : PARTS);
        json = extend(json, &size, "{}]}],\"nodes\":[", 1);
        json = extend(json, &size, "{\"mesh\":0},", NODES);
        json = extend(json, &size, "{}],\"scenes\":[{\"nodes\":[", 1);
        for (int i = 0; i < NODES; i++) {
            char number[16];
            snprintf(number, sizeof number, "%d,", i);
            json = extend(json, &size, number, 1);
        }
        json = extend(json, &size, "60000]}]}", 1);
        assert_refused(json, size, "glb", PDK_E_LIMIT, "glb.instances", 0);
        free(json);
    }
}

/* Items that are named again and again would be looked through again and again. */
static void items_are_small(void **state)
{
    (void)state;
    static const char *const before[] = { "\"meshes\":[{", "\"meshes\":[{\"primitives\":[{",
                                          "\"meshes\":[{\"primitives\":[{\"attributes\":{" };
    static const char *const behind[] = { "\"x\":1}]", "\"x\":1}]}]", "\"x\":1}}]}]" };
    for (int large = 0; large < 2; large++) {
        for (size_t i = 0; i < 3; i++) {
            size_t size = 0;
            char *json =
                extend(NULL, &size,
                       "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}],", 1);
            json = extend(json, &size, before[i], 1);
            json = extend(json, &size, "\"y\":[{}],", large ? 64 : 63);
            json = extend(json, &size, behind[i], 1);
            json = extend(json, &size, "}", 1);
            assert_refused(json, size, "glb", large ? PDK_E_CORRUPT : PDK_E_UNSUPPORTED,
                           large ? "glb.mesh" : "glb.scene", 0);
            free(json);
        }
    }
}

static void depth_is_limited(void **state)
{
    (void)state;
    for (int nodes = 4096; nodes <= 4097; nodes++) {
        size_t size = 0;
        char *json =
                 extend(NULL, &size, "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[", 1),
             piece[40];
        for (int i = 1; i < nodes; i++) {
            snprintf(piece, sizeof piece, "{\"children\":[%d]},", i);
            json = extend(json, &size, piece, 1);
        }
        json = extend(json, &size, "{}]}", 1);
        assert_refused(json, size, "glb", nodes == 4096 ? PDK_E_UNSUPPORTED : PDK_E_LIMIT,
                       nodes == 4096 ? "glb.scene" : "glb.depth", 0);
        free(json);
    }
}

/* The JSON counts against the limit of memory, and takes little for each of its bytes. */
static void json_is_counted(void **state)
{
    (void)state;
    static const char *const pieces[] = { "{},", "1,", "{\"a\":1},", "\"\\n\"," };
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        size_t size = 0;
        char *json = extend(NULL, &size, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[", 1);
        json = extend(json, &size, pieces[i], 100000);
        json = extend(json, &size, "0]}", 1);
        for (int enough = 0; enough < 2; enough++) {
            pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
            pdk_document *document = NULL;
            pdk_error error;
            options.format = "glb";
            options.limits.memory = enough ? 5 * size : size;
            pdk_status status = pdk_open_memory(json, size, &options, &document, &error);
            assert_fails(status, error, enough ? PDK_E_UNSUPPORTED : PDK_E_LIMIT, enough ? "glb.scene" : "memory.limit",
                         enough ? 0 : PDK_NO_OFFSET);
        }
        free(json);
    }
}

static void hostile(void **state)
{
    (void)state;
    maker file = make(WHOLE("[0]", "[{\"children\":[1,2]},{\"mesh\":2},{\"mesh\":0,\"scale\":[1,2,-3]}]"));
    sweep_truncation(file.bytes, file.size, 5, "glb");
    sweep_mutation(file.bytes, file.size, 0, file.size, 3, "glb");
    assert_true(sweep_allocation(file.bytes, file.size) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plate),           cmocka_unit_test(kinds_of_numbers),   cmocka_unit_test(places),
        cmocka_unit_test(nodes_are_a_table), cmocka_unit_test(plain_json),         cmocka_unit_test(refused),
        cmocka_unit_test(cut_files),         cmocka_unit_test(copies_are_limited), cmocka_unit_test(hostile),
        cmocka_unit_test(looks_are_limited), cmocka_unit_test(items_are_small),    cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(json_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
