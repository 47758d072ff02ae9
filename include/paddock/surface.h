/* Surfaces of a document: points and triangles.
 *
 *     pdk_surface surface;
 *     if (pdk_document_surface_read(document, 0, &surface, &error) != PDK_OK) { ... }
 *     for (uint64_t i = 0; i < surface.vertex_count; i++) printf("%g\n", surface.positions[3 * i + 2]);
 */
#ifndef PADDOCK_SURFACE_H
#define PADDOCK_SURFACE_H

#include "document.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_surface_info {
    const char *name;
    pdk_frame frame; /* the file's own axes */
    uint64_t vertices;
    uint64_t triangles;
    pdk_certainty certainty;
    const char *unit; /* of the coordinates: "US survey ft"; NULL = metres, or not stated */
    double origin[3]; /* subtracted from the file's coordinates to make floats: position + origin = coordinate */
    /* Errors of positions that were doubles and are floats now. Missing until pdk_document_surface_read has made the
     * surface; for a surface made by pdk_surface_*, from the beginning. */
    uint64_t inexact_points; /* points with a coordinate that is off by more than 0.1 mm ... */
    double largest_error;    /*   ... and by how much at most, metres */
    uint64_t lost_points;    /* points too far from the others for floats: made infinite, so that no tool uses them */
    bool has_precision;      /* these three are there */
} pdk_surface_info;

/* A run of triangles that share a material. */
typedef struct pdk_surface_group {
    const char *name;
    const char *image; /* the name of an image or texture; NULL = none */
    uint64_t first_triangle;
    uint64_t triangle_count;
} pdk_surface_group;

typedef struct pdk_surface {
    const float *positions;    /* x, y, z per vertex */
    const float *normals;      /* x, y, z per vertex; NULL = the file has none */
    const float *coordinates;  /* texture u, v per vertex; NULL = none */
    const uint32_t *triangles; /* three vertex numbers each, counter-clockwise seen from outside */
    uint64_t vertex_count;
    uint64_t triangle_count;
    const pdk_surface_group *groups;
    size_t group_count;
} pdk_surface;

PDK_API size_t pdk_document_surface_count(const pdk_document *document);
PDK_API const pdk_surface_info *pdk_document_surface_at(const pdk_document *document, size_t index);
/* The arrays of a surface, zero-copy from the mapped file if its layout allows; owned by the document.
 * Vertex numbers may be out of range in a damaged file: compare them with vertex_count, or run pdk_check (full) first.
 * PDK_E_ARGUMENT when `index` is out of range. */
PDK_API pdk_status pdk_document_surface_read(const pdk_document *document, size_t index, pdk_surface *surface,
                                             pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
