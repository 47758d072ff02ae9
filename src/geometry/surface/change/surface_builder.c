#include <string.h>

#include "surface/change/surface_builder.h"

#include "model/float_loss.h"

/* -------------------------------------------------------------------------------------------------- what is there */

enum { RUN = 1024 };

/* Copies a document's surfaces, or one that is read by ranges, into arrays. */
static pdk_status copy_arrays(const pdk_mesh *mesh, pdk_memory *memory, pdk_surface *surface, pdk_error *error)
{
    float *positions = pdk_alloc_array(memory, mesh->point_count, 3 * sizeof *positions);
    uint32_t(*triangles)[3] = pdk_alloc_array(memory, mesh->triangle_count, sizeof *triangles);
    double points[RUN][3];
    if (positions == NULL || triangles == NULL) return pdk_fail_memory(error, memory, "a copy of the surface");
    for (uint64_t at = 0; at < mesh->point_count; at += RUN) {
        size_t count = mesh->point_count - at < RUN ? (size_t)(mesh->point_count - at) : RUN;
        pdk_status status = mesh->read_points(mesh, at, count, points, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < 3 * count; i++)
            positions[3 * at + i] = (float)(points[i / 3][i % 3] - mesh->origin[i % 3]);
    }
    for (uint64_t at = 0; at < mesh->triangle_count; at += RUN) {
        size_t count = mesh->triangle_count - at < RUN ? (size_t)(mesh->triangle_count - at) : RUN;
        pdk_status status = mesh->read_triangles(mesh, at, count, triangles + at, error);
        if (status != PDK_OK) return status;
    }
    *surface = (pdk_surface){ .positions = positions,
                              .vertex_count = mesh->point_count,
                              .triangle_count = mesh->triangle_count };
    surface->triangles = mesh->triangle_count > 0 ? triangles[0] : NULL;
    return PDK_OK;
}

pdk_status pdk_surface_source_of(const pdk_document *document, pdk_memory *memory, pdk_surface_source *whole,
                                 pdk_error *error)
{
    pdk_mesh mesh;
    pdk_status status = pdk_document_mesh(document, memory, &mesh, error);
    if (status != PDK_OK) return status;
    *whole = (pdk_surface_source){
        .frame = mesh.frame, .rows_down = mesh.rows_down, .blocks = mesh.blocks, .block_count = mesh.block_count
    };
    memcpy(whole->origin, mesh.origin, sizeof whole->origin);
    if (pdk_document_surface_count(document) == 1) {
        status = pdk_document_surface_read(document, 0, &whole->surface, error);
        const pdk_surface_info *info = pdk_document_surface_at(document, 0);
        whole->loss = (pdk_float_loss){ info->inexact_points, info->lost_points, info->largest_error };
        return status;
    }
    return copy_arrays(&mesh, memory, &whole->surface, error);
}

/* --------------------------------------------------------------------------------------------------- what is made */

/* Floats and an origin, as points of doubles. */
static pdk_status moved_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3],
                               pdk_error *error)
{
    (void)error;
    const pdk_surface *surface = mesh->state;
    const float *from = surface->positions + 3 * first;
    for (size_t i = 0; i < 3 * count; i++) points[i / 3][i % 3] = (double)from[i] + mesh->origin[i % 3];
    return PDK_OK;
}

void pdk_surface_move_mesh(pdk_mesh *mesh, const pdk_surface *surface, const double origin[3])
{
    if (origin[0] == 0 && origin[1] == 0 && origin[2] == 0) return;
    memcpy(mesh->origin, origin, sizeof mesh->origin);
    mesh->single = false;
    mesh->state = surface;
    mesh->read_points = moved_points;
}

/* Not zeroed: all of it will be written, and zeroing gigabytes takes seconds during which a caller could not cancel. */
static void *allocate_uninitialised(pdk_memory *memory, uint64_t count, size_t size)
{
    size_t bytes;
    return __builtin_mul_overflow(count, size, &bytes) ? NULL : pdk_alloc_raw(memory, bytes);
}

pdk_status pdk_surface_builder_begin(pdk_surface_builder *made, const pdk_surface_source *like,
                                     const pdk_surface_options *options, pdk_surface_size size, pdk_error *error)
{
    *made = (pdk_surface_builder){ .block_capacity = size.blocks };
    pdk_status status = pdk_document_make(&options->limits, &options->allocator, NULL, &made->document, error);
    if (status != PDK_OK) return status;
    if (options->document != NULL) pdk_document_add_source(made->document, options->document);
    pdk_memory *memory = &made->document->memory;
    made->mesh = pdk_alloc(memory, sizeof *made->mesh);
    pdk_surface *surface = pdk_alloc(memory, sizeof *surface);
    made->positions = allocate_uninitialised(memory, size.points, 3 * sizeof(float));
    made->triangles = allocate_uninitialised(memory, size.triangles, 3 * sizeof(uint32_t));
    made->blocks = pdk_alloc_array(memory, size.blocks, sizeof *made->blocks);
    if (size.normals) made->normals = allocate_uninitialised(memory, size.points, 3 * sizeof(float));
    if (size.coordinates) made->coordinates = allocate_uninitialised(memory, size.points, 2 * sizeof(float));
    if (made->mesh == NULL || surface == NULL || made->positions == NULL || made->triangles == NULL ||
        made->blocks == NULL || (size.normals && made->normals == NULL) ||
        (size.coordinates && made->coordinates == NULL)) {
        return pdk_fail_memory(error, memory, "a new surface");
    }
    made->surface = surface;
    *surface = (pdk_surface){ .positions = made->positions,
                              .normals = made->normals,
                              .coordinates = made->coordinates,
                              .triangles = made->triangles,
                              .vertex_count = size.points,
                              .triangle_count = size.triangles };
    *made->mesh = pdk_mesh_of_surface(surface, like->frame);
    made->mesh->rows_down = like->rows_down;
    made->mesh->loss = like->loss;
    pdk_surface_move_mesh(made->mesh, surface, like->origin);
    return PDK_OK;
}

void pdk_surface_builder_add_block(pdk_surface_builder *made, const char *name, uint64_t first, uint64_t count)
{
    pdk_mesh *mesh = made->mesh;
    if (count == 0 || mesh->block_count == made->block_capacity) return;
    const char *own = name != NULL ? pdk_strdup(&made->document->memory, name) : NULL;
    if (name != NULL && own == NULL) made->document->failed = true;
    made->blocks[mesh->block_count++] = (pdk_mesh_block){ own, first, count };
    mesh->blocks = made->blocks;
}

static void *shrink_array(pdk_document *document, void *array, uint64_t count, size_t size)
{
    if (array == NULL) return NULL;
    void *less = pdk_realloc(&document->memory, array, (size_t)(count > 0 ? count : 1) * size);
    if (less == NULL) document->failed = true;
    return less != NULL ? less : array;
}

void pdk_surface_builder_shrink(pdk_surface_builder *made, uint64_t points, uint64_t triangles)
{
    pdk_document *document = made->document;
    pdk_surface *surface = made->surface;
    surface->positions = made->positions = shrink_array(document, made->positions, points, 3 * sizeof(float));
    surface->normals = made->normals = shrink_array(document, made->normals, points, 3 * sizeof(float));
    surface->coordinates = made->coordinates = shrink_array(document, made->coordinates, points, 2 * sizeof(float));
    surface->triangles = made->triangles = shrink_array(document, made->triangles, triangles, 3 * sizeof(uint32_t));
    surface->vertex_count = made->mesh->point_count = points;
    surface->triangle_count = made->mesh->triangle_count = triangles;
    made->mesh->arrays = *surface;
}

pdk_status pdk_surface_builder_end(pdk_surface_builder *made, pdk_document **result, pdk_error *error)
{
    pdk_document_add_float_loss(made->document, &made->mesh->loss);
    pdk_document_add_mesh(made->document, "surface", made->mesh, PDK_CONFIRMED);
    pdk_status status = pdk_document_built(made->document, error);
    if (status == PDK_OK) *result = made->document;
    return status;
}

void pdk_surface_builder_drop(pdk_surface_builder *made)
{
    pdk_close(made->document);
    made->document = NULL;
}

/* ------------------------------------------------------------------------------------------------- part of one */

/* Any thread copies any piece: where each begins in the new arrays is known before. */
typedef struct part_step {
    const pdk_surface *surface;
    pdk_surface_builder made;
    const uint8_t *points, *triangles;        /* bits; NULL = all */
    uint64_t *first_points, *first_triangles; /* by piece: kept before it; one more at the end */
    uint32_t *numbers;                        /* new ones, of points; one more at the end */
} part_step;

static uint64_t *count_before(pdk_surface_work *work, const uint8_t *bits, uint64_t count)
{
    uint64_t pieces = pdk_surface_pieces(count), *before = pdk_surface_alloc(work, pieces + 1, sizeof *before);
    for (uint64_t i = 0; i < pieces && before != NULL; i++) {
        uint64_t first = i * PDK_SURFACE_PIECE,
                 end = first + PDK_SURFACE_PIECE < count ? first + PDK_SURFACE_PIECE : count;
        uint64_t kept = 0;
        for (uint64_t byte = first / 8; byte < (end + 7) / 8 && bits != NULL; byte++)
            kept += (uint64_t)__builtin_popcount(bits[byte]);
        before[i + 1] = before[i] + (bits != NULL ? kept : end - first);
    }
    return before;
}

static void copy_points_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const part_step *step = user;
    const pdk_surface *surface = step->surface;
    const pdk_surface_builder *made = &step->made;
    uint64_t to = step->first_points[first / PDK_SURFACE_PIECE];
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        step->numbers[i] = (uint32_t)to;
        if (!pdk_has_bit(step->points, i)) continue;
        memcpy(made->positions + 3 * to, surface->positions + 3 * i, 3 * sizeof(float));
        if (made->normals != NULL) memcpy(made->normals + 3 * to, surface->normals + 3 * i, 3 * sizeof(float));
        if (made->coordinates != NULL)
            memcpy(made->coordinates + 2 * to, surface->coordinates + 2 * i, 2 * sizeof(float));
        to++;
    }
}

static void copy_triangles_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const part_step *step = user;
    uint32_t *to = step->made.triangles + 3 * step->first_triangles[first / PDK_SURFACE_PIECE];
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        if (!pdk_has_bit(step->triangles, i)) continue;
        for (uint64_t k = 0; k < 3; k++) *to++ = step->numbers[step->surface->triangles[3 * i + k]];
    }
}

static pdk_status copy_part(part_step *step, const pdk_surface_source *whole, pdk_surface_work *work, double share,
                            pdk_error *error)
{
    const pdk_surface *surface = step->surface;
    uint64_t points = surface->vertex_count, triangles = surface->triangle_count;
    step->first_points = count_before(work, step->points, points);
    step->first_triangles = count_before(work, step->triangles, triangles);
    step->numbers = pdk_alloc_raw(&work->memory, (size_t)(points + 1) * sizeof *step->numbers);
    if (step->first_points == NULL || step->first_triangles == NULL || step->numbers == NULL) {
        return pdk_fail_memory(error, &work->memory, "new numbers of points");
    }
    uint64_t kept = step->first_points[pdk_surface_pieces(points)];
    step->numbers[points] = (uint32_t)kept;
    pdk_status status = pdk_surface_builder_begin(
        &step->made, whole, work->options,
        (pdk_surface_size){ kept, step->first_triangles[pdk_surface_pieces(triangles)], surface->normals != NULL,
                            surface->coordinates != NULL, whole->block_count },
        error);
    if (status == PDK_OK)
        status = pdk_surface_run(work, (pdk_surface_pass){ 0.4 * share, points, PDK_SURFACE_PIECE }, copy_points_piece,
                                 step, error);
    if (status == PDK_OK)
        status = pdk_surface_run(work, (pdk_surface_pass){ 0.6 * share, triangles, PDK_SURFACE_PIECE },
                                 copy_triangles_piece, step, error);
    return status;
}

pdk_status pdk_surface_builder_part(const pdk_surface_source *whole, pdk_surface_work *work, double share,
                                    const uint8_t *points, const uint8_t *triangles, pdk_document **result,
                                    pdk_error *error)
{
    part_step step = { .surface = &whole->surface, .points = points, .triangles = triangles };
    pdk_status status = copy_part(&step, whole, work, share, error);
    if (status == PDK_OK) {
        for (size_t i = 0; i < whole->block_count; i++) {
            const pdk_mesh_block *block = &whole->blocks[i];
            uint32_t first = step.numbers[block->first_point],
                     end = step.numbers[block->first_point + block->point_count];
            pdk_surface_builder_add_block(&step.made, block->name, first, end - first);
        }
        status = pdk_surface_builder_end(&step.made, result, error);
    }
    if (status != PDK_OK) pdk_surface_builder_drop(&step.made);
    pdk_free(&work->memory, step.numbers);
    pdk_free(&work->memory, step.first_points);
    pdk_free(&work->memory, step.first_triangles);
    return status;
}
