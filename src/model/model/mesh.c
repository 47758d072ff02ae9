/* Meshes over arrays, of documents, and surfaces made of meshes. */
#include <string.h>

#include "base/binary_search.h"
#include "base/parallel.h"
#include "model/float_loss.h"
#include "model/mesh.h"

/* ------------------------------------------------------------------------------------------- over arrays */

static pdk_status points_of_arrays(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3],
                                   pdk_error *error)
{
    (void)error;
    const float *from = mesh->arrays.positions + 3 * first;
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) points[i][k] = from[3 * i + (size_t)k];
    }
    return PDK_OK;
}

static pdk_status triangles_of_arrays(const pdk_mesh *mesh, uint64_t first, size_t count, uint32_t (*corners)[3],
                                      pdk_error *error)
{
    (void)error;
    if (count > 0) memcpy(corners, mesh->arrays.triangles + 3 * first, count * sizeof *corners);
    return PDK_OK;
}

static pdk_status normals_of_arrays(const pdk_mesh *mesh, uint64_t first, size_t count, float (*normals)[3],
                                    pdk_error *error)
{
    (void)error;
    if (count > 0) memcpy(normals, mesh->arrays.normals + 3 * first, count * sizeof *normals);
    return PDK_OK;
}

static pdk_status coordinates_of_arrays(const pdk_mesh *mesh, uint64_t first, size_t count, float (*coordinates)[2],
                                        pdk_error *error)
{
    (void)error;
    if (count > 0) memcpy(coordinates, mesh->arrays.coordinates + 2 * first, count * sizeof *coordinates);
    return PDK_OK;
}

pdk_status pdk_mesh_no_triangles(const pdk_mesh *mesh, uint64_t first, size_t count, uint32_t (*corners)[3],
                                 pdk_error *error)
{
    (void)mesh;
    (void)first;
    (void)count;
    (void)corners;
    (void)error;
    return PDK_OK;
}

pdk_mesh pdk_mesh_of_surface(const pdk_surface *surface, pdk_frame frame)
{
    return (pdk_mesh){ .point_count = surface->vertex_count,
                       .triangle_count = surface->triangle_count,
                       .frame = frame,
                       .single = true,
                       .arrays = *surface,
                       .read_points = points_of_arrays,
                       .read_triangles = triangles_of_arrays,
                       .read_normals = surface->normals != NULL ? normals_of_arrays : NULL,
                       .read_coordinates = surface->coordinates != NULL ? coordinates_of_arrays : NULL };
}

/* ------------------------------------------------------------------------------------- a surface of a mesh */

/* In runs that stay in the processor's cache. */
enum { RUN = 1024 };

static pdk_status fill_positions(const pdk_mesh *mesh, float *positions, pdk_float_loss *loss, pdk_error *error)
{
    *loss = (pdk_float_loss){ .points = 0 };
    double points[RUN][3];
    for (uint64_t at = 0; at < mesh->point_count; at += RUN) {
        size_t count = mesh->point_count - at < RUN ? (size_t)(mesh->point_count - at) : RUN;
        pdk_status status = mesh->read_points(mesh, at, count, points, error);
        if (status != PDK_OK) return status;
        float *to = positions + 3 * at;
        for (size_t i = 0; i < count; i++) {
            for (int k = 0; k < 3; k++) {
                points[i][k] -= mesh->origin[k];
                to[3 * i + (size_t)k] = (float)points[i][k];
            }
            pdk_float_loss_add(loss, points[i], to + 3 * i);
        }
    }
    return PDK_OK;
}

/* The document has one surface, and its lock is held. */
static void set_float_loss(pdk_document *document, const pdk_float_loss *loss)
{
    pdk_surface_entry *entry = document->surfaces.items;
    entry->info.inexact_points = loss->points;
    entry->info.lost_points = loss->beyond;
    entry->info.largest_error = loss->largest;
    entry->info.has_precision = true;
}

static pdk_status build_surface(pdk_document *document, const void *state, pdk_surface *surface, pdk_error *error)
{
    const pdk_mesh *mesh = state;
    pdk_memory *memory = &document->memory;
    if (mesh->arrays.positions != NULL) {
        *surface = mesh->arrays;
        return PDK_OK;
    }
    float *positions = pdk_alloc_array(memory, mesh->point_count, 3 * sizeof *positions);
    uint32_t(*triangles)[3] = pdk_alloc_array(memory, mesh->triangle_count, sizeof *triangles);
    float(*normals)[3] =
        mesh->read_normals != NULL ? pdk_alloc_array(memory, mesh->point_count, sizeof *normals) : NULL;
    float(*coordinates)[2] =
        mesh->read_coordinates != NULL ? pdk_alloc_array(memory, mesh->point_count, sizeof *coordinates) : NULL;
    pdk_surface_group *whole = pdk_alloc(memory, sizeof *whole);
    bool all = positions != NULL && triangles != NULL && whole != NULL &&
               (normals != NULL) == (mesh->read_normals != NULL) &&
               (coordinates != NULL) == (mesh->read_coordinates != NULL);
    if (!all) return pdk_fail_memory(error, memory, "a surface");
    pdk_float_loss loss;
    pdk_status status = fill_positions(mesh, positions, &loss, error);
    if (status == PDK_OK) status = mesh->read_triangles(mesh, 0, mesh->triangle_count, triangles, error);
    if (status == PDK_OK && normals != NULL) status = mesh->read_normals(mesh, 0, mesh->point_count, normals, error);
    if (status == PDK_OK && coordinates != NULL) {
        status = mesh->read_coordinates(mesh, 0, mesh->point_count, coordinates, error);
    }
    if (status != PDK_OK) return status;
    set_float_loss(document, &loss);
    *whole = (pdk_surface_group){ .name = "surface", .triangle_count = mesh->triangle_count };
    *surface = (pdk_surface){ .positions = positions,
                              .normals = normals != NULL ? normals[0] : NULL,
                              .coordinates = coordinates != NULL ? coordinates[0] : NULL,
                              .triangles = triangles[0],
                              .vertex_count = mesh->point_count,
                              .triangle_count = mesh->triangle_count,
                              .groups = whole,
                              .group_count = 1 };
    return PDK_OK;
}

void pdk_document_add_mesh(pdk_document *document, const char *name, pdk_mesh *mesh, pdk_certainty certainty)
{
    const double *origin = mesh->origin;
    const pdk_float_loss *loss = &mesh->loss;
    document->mesh = mesh;
    pdk_document_add_surface(document,
                             &(pdk_surface_entry){ .info = { .name = name,
                                                             .frame = mesh->frame,
                                                             .unit = mesh->units.text,
                                                             .vertices = mesh->point_count,
                                                             .triangles = mesh->triangle_count,
                                                             .certainty = certainty,
                                                             .origin = { origin[0], origin[1], origin[2] },
                                                             .inexact_points = loss->points,
                                                             .lost_points = loss->beyond,
                                                             .largest_error = loss->largest,
                                                             .has_precision = mesh->arrays.positions != NULL },
                                                   .build = build_surface,
                                                   .state = mesh });
}

/* --------------------------------------------------------------------------------------- of any document */

/* Surfaces one after the other. `first_*` have one more than there are: where the last one ends. */
typedef struct joined {
    size_t count;
    pdk_surface *surfaces;
    uint64_t *first_point, *first_triangle;
} joined;

static pdk_status joined_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3],
                                pdk_error *error)
{
    (void)error;
    const joined *all = mesh->state;
    size_t piece = pdk_last_not_above(all->first_point, all->count, first);
    for (size_t i = 0; i < count; i++) {
        while (first + i >= all->first_point[piece + 1]) piece++;
        const float *from = all->surfaces[piece].positions + 3 * (first + i - all->first_point[piece]);
        for (int k = 0; k < 3; k++) points[i][k] = from[k];
    }
    return PDK_OK;
}

static pdk_status joined_triangles(const pdk_mesh *mesh, uint64_t first, size_t count, uint32_t (*corners)[3],
                                   pdk_error *error)
{
    (void)error;
    const joined *all = mesh->state;
    size_t piece = pdk_last_not_above(all->first_triangle, all->count, first);
    for (size_t i = 0; i < count; i++) {
        while (first + i >= all->first_triangle[piece + 1]) piece++;
        const pdk_surface *surface = &all->surfaces[piece];
        const uint32_t *from = surface->triangles + 3 * (first + i - all->first_triangle[piece]);
        for (int k = 0; k < 3; k++) {
            /* A corner that is not there must not become one of the next surface. */
            corners[i][k] = from[k] < surface->vertex_count ? (uint32_t)all->first_point[piece] + from[k] : UINT32_MAX;
        }
    }
    return PDK_OK;
}

static pdk_status join(const pdk_document *document, pdk_memory *memory, pdk_mesh *mesh, pdk_error *error)
{
    size_t count = pdk_document_surface_count(document);
    joined *all = pdk_alloc(memory, sizeof *all);
    pdk_mesh_block *blocks = pdk_alloc_array(memory, count, sizeof *blocks);
    if (all == NULL || blocks == NULL) return pdk_fail_memory(error, memory, "a mesh");
    *all = (joined){ .count = count,
                     .surfaces = pdk_alloc_array(memory, count, sizeof *all->surfaces),
                     .first_point = pdk_alloc_array(memory, count + 1, sizeof *all->first_point),
                     .first_triangle = pdk_alloc_array(memory, count + 1, sizeof *all->first_triangle) };
    if (all->surfaces == NULL || all->first_point == NULL || all->first_triangle == NULL) {
        return pdk_fail_memory(error, memory, "a mesh");
    }
    for (size_t i = 0; i < count; i++) {
        pdk_surface *surface = &all->surfaces[i];
        pdk_status status = pdk_document_surface_read(document, i, surface, error);
        if (status != PDK_OK) return status;
        blocks[i] =
            (pdk_mesh_block){ pdk_document_surface_at(document, i)->name, all->first_point[i], surface->vertex_count };
        all->first_point[i + 1] = all->first_point[i] + surface->vertex_count;
        all->first_triangle[i + 1] = all->first_triangle[i] + surface->triangle_count;
    }
    if (all->first_point[count] >= UINT32_MAX) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "mesh.points", "the surfaces together have too many points");
    }
    *mesh = (pdk_mesh){ .point_count = all->first_point[count],
                        .triangle_count = all->first_triangle[count],
                        .frame = pdk_document_surface_at(document, 0)->frame,
                        .single = true,
                        .blocks = blocks,
                        .block_count = count,
                        .state = all,
                        .read_points = joined_points,
                        .read_triangles = joined_triangles };
    return PDK_OK;
}

static pdk_status find_mesh(const pdk_document *document, pdk_memory *memory, pdk_mesh *mesh, pdk_error *error)
{
    if (document->mesh != NULL) {
        *mesh = *document->mesh;
        return PDK_OK;
    }
    size_t count = pdk_document_surface_count(document);
    if (count == 0) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "mesh.none", "%s files have no surface",
                        document->info->id);
    }
    if (count > 1) return join(document, memory, mesh, error);
    pdk_surface surface;
    pdk_status status = pdk_document_surface_read(document, 0, &surface, error);
    if (status != PDK_OK) return status;
    *mesh = pdk_mesh_of_surface(&surface, pdk_document_surface_at(document, 0)->frame);
    if (document->services == NULL || document->services->blocks == NULL) return PDK_OK;
    return document->services->blocks(document, memory, mesh, error);
}

pdk_status pdk_document_mesh(const pdk_document *document, pdk_memory *memory, pdk_mesh *mesh, pdk_error *error)
{
    pdk_status status = find_mesh(document, memory, mesh, error);
    if (status == PDK_OK) mesh->input = &document->input;
    return status;
}

/* --------------------------------------------------------------------------------------- how far it reaches */

static const uint64_t trim_every = UINT64_C(16) << 20;

typedef struct extent_job {
    const pdk_mesh *mesh;
    pdk_extent parts[PDK_MAX_THREADS];
    uint64_t walked[PDK_MAX_THREADS]; /* bytes since pages were returned to the system */
    pdk_status status[PDK_MAX_THREADS];
    pdk_error errors[PDK_MAX_THREADS];
} extent_job;

static void extent_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    extent_job *job = user;
    double points[RUN][3];
    for (uint64_t end = first + count; first < end && job->status[thread] == PDK_OK;) {
        size_t some = end - first < RUN ? (size_t)(end - first) : RUN;
        job->status[thread] = job->mesh->read_points(job->mesh, first, some, points, &job->errors[thread]);
        if (job->status[thread] != PDK_OK) return;
        for (size_t i = 0; i < some; i++) pdk_extent_add(&job->parts[thread], points[i]);
        first += some;
    }
    job->walked[thread] += 3 * sizeof(float) * count;
    if (job->walked[thread] < trim_every || job->mesh->input == NULL) return;
    pdk_input_trim(job->mesh->input);
    job->walked[thread] = 0;
}

pdk_status pdk_mesh_extent(const pdk_mesh *mesh, pdk_extent *extent, pdk_error *error)
{
    extent_job job = { .mesh = mesh };
    if (mesh->measured) {
        *extent = mesh->extent;
        return PDK_OK;
    }
    for (int t = 0; t < PDK_MAX_THREADS; t++) job.parts[t] = pdk_extent_none();
    pdk_parallel_run(
        &(pdk_parallel){ .count = mesh->point_count, .piece = 1 << 16, .work = extent_piece, .user = &job });
    *extent = pdk_extent_none();
    for (int t = 0; t < PDK_MAX_THREADS; t++) {
        if (job.status[t] != PDK_OK) {
            if (error != NULL) *error = job.errors[t];
            return job.status[t];
        }
        pdk_extent_join(extent, &job.parts[t]);
    }
    return PDK_OK;
}
