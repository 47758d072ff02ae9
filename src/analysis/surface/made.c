#include <string.h>

#include "analysis/surface/made.h"

/* -------------------------------------------------------------------------------------------------- what is there */

enum { RUN = 4096 };

/* Several surfaces, or one that is read by ranges: copied. */
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
        for (size_t i = 0; i < 3 * count; i++) positions[3 * at + i] = (float)(points[i / 3][i % 3] - mesh->origin[i % 3]);
    }
    for (uint64_t at = 0; at < mesh->triangle_count; at += RUN) {
        size_t count = mesh->triangle_count - at < RUN ? (size_t)(mesh->triangle_count - at) : RUN;
        pdk_status status = mesh->read_triangles(mesh, at, count, triangles + at, error);
        if (status != PDK_OK) return status;
    }
    *surface = (pdk_surface){ .positions = positions, .vertex_count = mesh->point_count, .triangle_count = mesh->triangle_count };
    surface->triangles = mesh->triangle_count > 0 ? triangles[0] : NULL;
    return PDK_OK;
}

pdk_status pdk_whole_of(const pdk_document *document, pdk_memory *memory, pdk_whole *whole, pdk_error *error)
{
    pdk_mesh mesh;
    pdk_status status = pdk_document_mesh(document, memory, &mesh, error);
    if (status != PDK_OK) return status;
    *whole = (pdk_whole){ .frame = mesh.frame, .blocks = mesh.blocks, .block_count = mesh.block_count };
    memcpy(whole->origin, mesh.origin, sizeof whole->origin);
    if (pdk_document_surface_count(document) == 1) return pdk_document_surface(document, 0, &whole->surface, error);
    return copy_arrays(&mesh, memory, &whole->surface, error);
}

/* --------------------------------------------------------------------------------------------------- what is made */

/* Floats and an origin, as points of doubles. */
static pdk_status moved_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3], pdk_error *error)
{
    (void)error;
    const pdk_surface *surface = mesh->state;
    const float *from = surface->positions + 3 * first;
    for (size_t i = 0; i < 3 * count; i++) points[i / 3][i % 3] = (double)from[i] + mesh->origin[i % 3];
    return PDK_OK;
}

pdk_status pdk_made_begin(pdk_made *made, const pdk_whole *like, const pdk_surface_options *options, uint64_t points,
                          uint64_t triangles, bool normals, bool coordinates, size_t blocks, pdk_error *error)
{
    pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
    *made = (pdk_made){ .block_room = blocks };
    if (options != NULL) {
        opening.limits = options->limits;
        opening.allocator = options->allocator;
    }
    made->document = pdk_document_make(&opening, error);
    if (made->document == NULL) return PDK_E_MEMORY;
    pdk_memory *memory = &made->document->memory;
    made->mesh = pdk_alloc(memory, sizeof *made->mesh);
    pdk_surface *surface = pdk_alloc(memory, sizeof *surface);
    made->positions = pdk_alloc_array(memory, points, 3 * sizeof(float));
    made->triangles = pdk_alloc_array(memory, triangles, 3 * sizeof(uint32_t));
    made->blocks = pdk_alloc_array(memory, blocks, sizeof *made->blocks);
    if (normals) made->normals = pdk_alloc_array(memory, points, 3 * sizeof(float));
    if (coordinates) made->coordinates = pdk_alloc_array(memory, points, 2 * sizeof(float));
    if (made->mesh == NULL || surface == NULL || made->positions == NULL || made->triangles == NULL || made->blocks == NULL ||
        (normals && made->normals == NULL) || (coordinates && made->coordinates == NULL)) {
        return pdk_fail_memory(error, memory, "a new surface");
    }
    *surface = (pdk_surface){ .positions = made->positions, .normals = made->normals, .coordinates = made->coordinates,
                              .triangles = made->triangles, .vertex_count = points, .triangle_count = triangles };
    *made->mesh = pdk_mesh_of_surface(surface, like->frame);
    bool moved = like->origin[0] != 0 || like->origin[1] != 0 || like->origin[2] != 0;
    if (moved) {
        memcpy(made->mesh->origin, like->origin, sizeof like->origin);
        made->mesh->single = false;
        made->mesh->state = surface;
        made->mesh->read_points = moved_points;
    }
    return PDK_OK;
}

void pdk_made_add_block(pdk_made *made, const char *name, uint64_t first, uint64_t count)
{
    pdk_mesh *mesh = made->mesh;
    if (count == 0 || mesh->block_count == made->block_room) return;
    const char *own = name != NULL ? pdk_strdup(&made->document->memory, name) : NULL; /* without room it has no name */
    made->blocks[mesh->block_count++] = (pdk_mesh_block){ own, first, count };
    mesh->blocks = made->blocks;
}

pdk_status pdk_made_end(pdk_made *made, pdk_document **result, pdk_error *error)
{
    pdk_document_add_mesh(made->document, "surface", made->mesh, PDK_CONFIRMED);
    pdk_status status = pdk_document_built(made->document, error);
    if (status == PDK_OK) *result = made->document;
    return status;
}

void pdk_made_drop(pdk_made *made)
{
    pdk_close(made->document);
    made->document = NULL;
}

/* ------------------------------------------------------------------------------------------------- part of one */

/* `new_numbers[i]`: how many are kept before point i; one more at the end. */
static uint32_t *number_anew(pdk_memory *memory, uint64_t points, const uint8_t *kept)
{
    uint32_t *numbers = pdk_alloc_raw(memory, (size_t)(points + 1) * sizeof *numbers), next = 0;
    for (uint64_t i = 0; i < points && numbers != NULL; i++) {
        numbers[i] = next;
        next += pdk_has_bit(kept, i);
    }
    if (numbers != NULL) numbers[points] = next;
    return numbers;
}

static void fill_points(pdk_made *made, const pdk_surface *surface, const uint8_t *kept)
{
    uint64_t to = 0;
    for (uint64_t i = 0; i < surface->vertex_count; i++) {
        if (!pdk_has_bit(kept, i)) continue;
        memcpy(made->positions + 3 * to, surface->positions + 3 * i, 3 * sizeof(float));
        if (made->normals != NULL) memcpy(made->normals + 3 * to, surface->normals + 3 * i, 3 * sizeof(float));
        if (made->coordinates != NULL) memcpy(made->coordinates + 2 * to, surface->coordinates + 2 * i, 2 * sizeof(float));
        to++;
    }
}

static void fill_triangles(pdk_made *made, const pdk_surface *surface, const uint8_t *kept, const uint32_t *numbers)
{
    uint32_t *to = made->triangles;
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        if (!pdk_has_bit(kept, i)) continue;
        for (uint64_t k = 0; k < 3; k++) *to++ = numbers[surface->triangles[3 * i + k]];
    }
}

static uint64_t count_bits(const uint8_t *bits, uint64_t count)
{
    uint64_t sum = 0;
    if (bits == NULL) return count;
    for (uint64_t i = 0; i < (count + 7) / 8; i++) sum += (uint64_t)__builtin_popcount(bits[i]);
    return sum;
}

pdk_status pdk_made_part(const pdk_whole *whole, const pdk_surface_options *options, pdk_memory *memory, const uint8_t *points,
                         const uint8_t *triangles, pdk_document **result, pdk_error *error)
{
    const pdk_surface *surface = &whole->surface;
    pdk_made made;
    uint32_t *numbers = number_anew(memory, surface->vertex_count, points);
    if (numbers == NULL) return pdk_fail_memory(error, memory, "new numbers of points");
    pdk_status status = pdk_made_begin(&made, whole, options, numbers[surface->vertex_count],
                                       count_bits(triangles, surface->triangle_count), surface->normals != NULL,
                                       surface->coordinates != NULL, whole->block_count, error);
    if (status == PDK_OK) {
        fill_points(&made, surface, points);
        fill_triangles(&made, surface, triangles, numbers);
        for (size_t i = 0; i < whole->block_count; i++) {
            const pdk_mesh_block *block = &whole->blocks[i];
            uint32_t first = numbers[block->first_point], end = numbers[block->first_point + block->point_count];
            pdk_made_add_block(&made, block->name, first, end - first);
        }
        status = pdk_made_end(&made, result, error);
    }
    pdk_free(memory, numbers);
    if (status != PDK_OK) pdk_made_drop(&made);
    return status;
}
