#include "far_scan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/load.h"

enum { CAPACITY = 1 << 19, TRIANGLES = 2 * (FAR_COLUMNS - 1) * (FAR_ROWS - 1) };

const char *const far_formats[] = { "ply", "obj", "stl", "xyz", "las", "glb" };
const size_t far_format_count = sizeof far_formats / sizeof far_formats[0];

bool far_is_cloud(const char *format)
{
    return strcmp(format, "xyz") == 0 || strcmp(format, "las") == 0;
}

const double *far_point(int kind)
{
    static const double points[FAR_KINDS][3] = {
        { 0 },
        { 0, 0, 0 },
        { 691234.5, 5334321.25 + 214001.06, 500 },
        { 1e9, 1e9, 1e9 },
        { 1e155, 1e155, 1e155 },
        { NAN, NAN, NAN },
        { INFINITY, -INFINITY, INFINITY },
    };
    return kind == 0 ? NULL : points[kind];
}

bool far_fits(const char *format, int kind)
{
    if (strcmp(format, "las") == 0) return kind <= 2;
    if (strcmp(format, "glb") == 0) return kind != 4; /* floats */
    return true;
}

static const double glb_place[3] = { 691234.5, 5334321.25, 500 };

void far_stored(const char *format, int kind, double point[3])
{
    memcpy(point, far_point(kind), 3 * sizeof *point);
    for (int k = 0; k < 3 && strcmp(format, "glb") == 0; k++)
        point[k] = (double)(float)(point[k] - glb_place[k]) + glb_place[k];
}

pdk_document *far_open(const char *format, const void *bytes, size_t size)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document = NULL;
    pdk_error error;
    options.format = format; /* text of numbers is nothing without a name */
    assert_ok(pdk_open_memory(bytes, size, &options, &document, &error), error);
    return document;
}

void far_scan_point(size_t number, double point[3])
{
    double u = (double)(number % FAR_COLUMNS), v = (double)(number / FAR_COLUMNS);
    point[0] = 691234.5 + u / 2;
    point[1] = 5334321.25 + v / 2;
    point[2] = 500 + 0.0625 * (double)(number * 7 % 5) + u / 64;
}

static void triangle_of(size_t number, size_t corners[3])
{
    size_t square = number / 2, a = square / (FAR_COLUMNS - 1) * FAR_COLUMNS + square % (FAR_COLUMNS - 1);
    corners[0] = a;
    corners[1] = number % 2 == 0 ? a + 1 : a + FAR_COLUMNS + 1;
    corners[2] = number % 2 == 0 ? a + FAR_COLUMNS + 1 : a + FAR_COLUMNS;
}

/* ---------------------------------------------------------------------------------------------------- text */

typedef struct text {
    char *bytes;
    size_t size;
} text;

static void put(text *to, const char *format, ...) PDK_PRINTF(2, 3);
static void put(text *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to->bytes + to->size, CAPACITY - to->size, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && to->size + (size_t)length < CAPACITY);
    to->size += (size_t)length;
}

static void put_point(text *to, const char *before, const double p[3])
{
    put(to, "%s%.17g %.17g %.17g\n", before, p[0], p[1], p[2]);
}

static size_t points_of(int kind)
{
    return FAR_POINTS + (kind > 0);
}

static void point_of(size_t number, int kind, double point[3])
{
    if (number == FAR_POINTS) memcpy(point, far_point(kind), 3 * sizeof *point);
    else far_scan_point(number, point);
}

static void put_ply(text *to, int kind)
{
    put(to,
        "ply\nformat ascii 1.0\nelement vertex %zu\nproperty double x\nproperty double y\nproperty double z\n"
        "element face %d\nproperty list uchar int vertex_indices\nend_header\n",
        points_of(kind), TRIANGLES);
    for (size_t i = 0; i < points_of(kind); i++) {
        double p[3];
        point_of(i, kind, p);
        put_point(to, "", p);
    }
    for (size_t i = 0; i < TRIANGLES; i++) {
        size_t c[3];
        triangle_of(i, c);
        put(to, "3 %zu %zu %zu\n", c[0], c[1], c[2]);
    }
}

static void put_obj(text *to, int kind)
{
    for (size_t i = 0; i < points_of(kind); i++) {
        double p[3];
        point_of(i, kind, p);
        put_point(to, "v ", (double[3]){ p[1], p[2], p[0] }); /* y is up */
    }
    for (size_t i = 0; i < TRIANGLES; i++) {
        size_t c[3];
        triangle_of(i, c);
        put(to, "f %zu %zu %zu\n", c[0] + 1, c[1] + 1, c[2] + 1);
    }
}

/* A far point has a triangle without area: STL has no other points. */
static void put_stl(text *to, int kind)
{
    put(to, "solid scan\n");
    for (size_t i = 0; i < TRIANGLES + (size_t)(kind > 0); i++) {
        size_t c[3] = { FAR_POINTS, FAR_POINTS, FAR_POINTS };
        if (i < TRIANGLES) triangle_of(i, c);
        put(to, "facet normal 0 0 1\nouter loop\n");
        for (int k = 0; k < 3; k++) {
            double p[3];
            point_of(c[k], kind, p);
            put_point(to, "vertex ", p);
        }
        put(to, "endloop\nendfacet\n");
    }
    put(to, "endsolid scan\n");
}

static void put_xyz(text *to, int kind)
{
    for (size_t i = 0; i < points_of(kind); i++) {
        double p[3];
        point_of(i, kind, p);
        put_point(to, "", p);
    }
}

/* -------------------------------------------------------------------------------------------------- binary */

/* The library's own LAS of the scan in centimetres, with a point that the header's bounds do not have. */
static uint8_t *las(int kind, size_t *size)
{
    enum { HEADER = 375, RECORD = 20, SCALES = 131, OFFSETS = 155 };
    text cloud = { malloc(CAPACITY), 0 };
    assert_non_null(cloud.bytes);
    put_xyz(&cloud, 0);
    if (kind > 0) put(&cloud, "691240 5334325 500\n"); /* for the time being */
    pdk_document *document = far_open("xyz", cloud.bytes, cloud.size);
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_ok(pdk_convert(document, "las", NULL, NULL, output, &error), error);
    uint8_t *bytes = take_bytes(output, size);
    pdk_close(document);
    free(cloud.bytes);
    assert_int_equal(*size, HEADER + RECORD * points_of(kind));
    for (size_t k = 0; k < 3; k++) {
        double scale = pdk_load_f64(bytes + SCALES + 8 * k), offset = pdk_load_f64(bytes + OFFSETS + 8 * k);
        for (size_t i = 0; i < points_of(kind); i++) {
            uint8_t *at = bytes + HEADER + RECORD * i + 4 * k;
            double place = (double)(int32_t)pdk_load_u32(at) * scale;
            if (i == FAR_POINTS) place = far_point(kind)[k] - offset;
            pdk_store_u32(at, (uint32_t)(int32_t)lround(place * 100));
        }
        pdk_store_f64(bytes + SCALES + 8 * k, 0.01);
    }
    return bytes;
}

/* Floats beside the node's place, with y up. */
static uint8_t *glb(int kind, size_t *size)
{
    size_t points = points_of(kind), length = 12 * points + 12 * TRIANGLES;
    text json = { malloc(CAPACITY), 0 };
    assert_non_null(json.bytes);
    put(&json,
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0,"
        "\"translation\":[5334321.25,500,691234.5]}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
        "\"indices\":1}]}],\"buffers\":[{\"byteLength\":%zu}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu},"
        "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%d}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
        "\"count\":%zu,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,1]},{\"bufferView\":1,\"componentType\":5125,"
        "\"count\":%d,\"type\":\"SCALAR\"}]}",
        length, 12 * points, 12 * points, 12 * TRIANGLES, points, 3 * TRIANGLES);
    while (json.size % 4 != 0) put(&json, " ");
    *size = 12 + 8 + json.size + 8 + length;
    uint8_t *bytes = calloc(*size, 1), *at = bytes + 20 + json.size;
    assert_non_null(bytes);
    memcpy(bytes, "glTF", 4);
    pdk_store_u32(bytes + 4, 2);
    pdk_store_u32(bytes + 8, (uint32_t)*size);
    pdk_store_u32(bytes + 12, (uint32_t)json.size);
    memcpy(bytes + 16, "JSON", 4);
    memcpy(bytes + 20, json.bytes, json.size);
    pdk_store_u32(at, (uint32_t)length);
    memcpy(at + 4, "BIN", 4);
    at += 8;
    for (size_t i = 0; i < points; i++, at += 12) {
        double p[3];
        point_of(i, kind, p);
        pdk_store_f32(at, (float)(p[1] - glb_place[1]));
        pdk_store_f32(at + 4, (float)(p[2] - glb_place[2]));
        pdk_store_f32(at + 8, (float)(p[0] - glb_place[0]));
    }
    for (size_t i = 0; i < TRIANGLES; i++, at += 12) {
        size_t c[3];
        triangle_of(i, c);
        for (size_t k = 0; k < 3; k++) pdk_store_u32(at + 4 * k, (uint32_t)c[k]);
    }
    free(json.bytes);
    return bytes;
}

uint8_t *far_scan(const char *format, int kind, size_t *size)
{
    if (strcmp(format, "las") == 0) return las(kind, size);
    if (strcmp(format, "glb") == 0) return glb(kind, size);
    text made = { malloc(CAPACITY), 0 };
    assert_non_null(made.bytes);
    if (strcmp(format, "ply") == 0) put_ply(&made, kind);
    else if (strcmp(format, "obj") == 0) put_obj(&made, kind);
    else if (strcmp(format, "stl") == 0) put_stl(&made, kind);
    else put_xyz(&made, kind);
    *size = made.size;
    return (uint8_t *)made.bytes;
}
