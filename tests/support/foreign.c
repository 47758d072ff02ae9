#include "foreign.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

pdk_document *open_mesh(const void *data, size_t size, const char *format, bool partial)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document = NULL;
    pdk_error error;
    options.format = format;
    options.partial = partial;
    assert_ok(pdk_open_memory(data, size, &options, &document, &error), error);
    return document;
}

static void refuse(const void *data, size_t size, const char *format, const refusal *how, const char *call,
                   const char *file, int line)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document = NULL;
    pdk_error error;
    options.format = format;
    assert_fails_at(pdk_open_memory(data, size, &options, &document, &error), &error, how->status, how->code,
                    how->offset, call, file, line);
}

void assert_refused_at(const void *data, size_t size, const char *format, pdk_status status, const char *code,
                       uint64_t offset, const char *file, int line)
{
    refuse(data, size, format, &(refusal){ .status = status, .code = code, .offset = offset }, "open", file, line);
}

void assert_all_refused_at(const refusal *cases, size_t count, const char *format, const char *file, int line)
{
    for (size_t i = 0; i < count; i++)
        refuse(cases[i].text, strlen(cases[i].text), format, &cases[i], cases[i].text, file, line);
}

static const pdk_mesh *mesh_of(const pdk_document *document)
{
    assert_non_null(document->mesh);
    return document->mesh;
}

double (*mesh_points(const pdk_document *document, size_t run))[3]
{
    const pdk_mesh *mesh = mesh_of(document);
    double(*points)[3] = malloc((size_t)mesh->point_count * sizeof *points + 1);
    assert_non_null(points);
    if (run == 0) run = (size_t)mesh->point_count + 1;
    for (uint64_t at = 0; at < mesh->point_count; at += run) {
        size_t count = mesh->point_count - at < run ? (size_t)(mesh->point_count - at) : run;
        pdk_error error;
        assert_ok(mesh->read_points(mesh, at, count, points + at, &error), error);
    }
    return points;
}

uint32_t (*mesh_triangles(const pdk_document *document, size_t run))[3]
{
    const pdk_mesh *mesh = mesh_of(document);
    uint32_t(*triangles)[3] = malloc((size_t)mesh->triangle_count * sizeof *triangles + 1);
    assert_non_null(triangles);
    if (run == 0) run = (size_t)mesh->triangle_count + 1;
    for (uint64_t at = 0; at < mesh->triangle_count; at += run) {
        size_t count = mesh->triangle_count - at < run ? (size_t)(mesh->triangle_count - at) : run;
        pdk_error error;
        assert_ok(mesh->read_triangles(mesh, at, count, triangles + at, &error), error);
    }
    return triangles;
}

void assert_mesh_points_at(const pdk_document *document, const double *wanted, size_t count, const char *file, int line)
{
    _assert_int_equal(mesh_of(document)->point_count, count / 3, file, line);
    for (size_t run = 0; run < 3; run++) {
        double(*points)[3] = mesh_points(document, run);
        for (size_t i = 0; i < count; i++) {
            double got = points[i / 3][i % 3];
            if (isnan(wanted[i])) _assert_true(isnan(got) ? 1UL : 0UL, "is a NaN", file, line);
            else assert_near_at(got, wanted[i], 0, file, line);
        }
        free(points);
    }
}

void assert_mesh_triangles_at(const pdk_document *document, const uint32_t *wanted, size_t count, const char *file,
                              int line)
{
    _assert_int_equal(mesh_of(document)->triangle_count, count / 3, file, line);
    for (size_t run = 0; run < 3; run++) {
        uint32_t(*triangles)[3] = mesh_triangles(document, run);
        for (size_t i = 0; i < count; i++) _assert_int_equal(triangles[i / 3][i % 3], wanted[i], file, line);
        free(triangles);
    }
}
