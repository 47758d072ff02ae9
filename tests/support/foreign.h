/* Looking at what foreign meshes became. */
#ifndef PADDOCK_TESTS_FOREIGN_H
#define PADDOCK_TESTS_FOREIGN_H

#include "model/mesh.h"
#include "support.h"

/* Opens `size` bytes as this format; with `partial` if wanted. Fails the test when it does. The bytes must stay. */
pdk_document *open_mesh(const void *data, size_t size, const char *format, bool partial);
/* For bytes that must be refused. */
#define assert_refused(data, size, format, status, code, offset) \
    assert_refused_at((data), (size), (format), (status), (code), (offset), __FILE__, __LINE__)
void assert_refused_at(const void *data, size_t size, const char *format, pdk_status status, const char *code,
                       uint64_t offset, const char *file, int line);

/* Texts that must be refused, and how. */
typedef struct refusal {
    const char *text;
    pdk_status status;
    const char *code;
    uint64_t offset;
} refusal;
#define assert_all_refused(cases, format) \
    assert_all_refused_at((cases), sizeof(cases) / sizeof *(cases), (format), __FILE__, __LINE__)
void assert_all_refused_at(const refusal *cases, size_t count, const char *format, const char *file, int line);

/* All of it, malloc'd; read in runs of `run` (0 = at once), whatever run gives the same. */
double (*mesh_points(const pdk_document *document, size_t run))[3];
uint32_t (*mesh_triangles(const pdk_document *document, size_t run))[3];

/* Compares with literals: points of three numbers, triangles of three corners. */
#define assert_mesh_points(document, ...)                              \
    assert_mesh_points_at((document), (const double[]){ __VA_ARGS__ }, \
                          sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double), __FILE__, __LINE__)
#define assert_mesh_triangles(document, ...)                                \
    assert_mesh_triangles_at((document), (const uint32_t[]){ __VA_ARGS__ }, \
                             sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t), __FILE__, __LINE__)
void assert_mesh_points_at(const pdk_document *document, const double *wanted, size_t count, const char *file,
                           int line);
void assert_mesh_triangles_at(const pdk_document *document, const uint32_t *wanted, size_t count, const char *file,
                              int line);

#endif
