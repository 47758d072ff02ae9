/* Primitives: arrays of points, and the triangles between them. */
#include <string.h>

#include "format/glb/glb_reader.h"

enum { POINTS = 0, TRIANGLES = 4, STRIP = 5, FAN = 6 }; /* glTF's modes */

/* ----------------------------------------------------------------------------------------------------- points */

static pdk_status add_positions(pdk_glb *glb, pdk_json_found accessor, const pdk_glb_matrix *place, uint64_t *count,
                                pdk_error *error)
{
    pdk_glb_numbers numbers;
    pdk_status status = pdk_glb_find_numbers(glb, accessor, 3, &numbers, error);
    if (status == PDK_OK) status = pdk_glb_count_sparse(glb, &numbers, error);
    if (status == PDK_OK) status = pdk_glb_check_size(glb, numbers.count, error);
    if (status != PDK_OK) return status;
    double(*points)[3] = pdk_alloc_array(&glb->document->memory, numbers.count, sizeof *points);
    if (points == NULL) return pdk_glb_no_memory(glb, error);
    for (uint64_t i = 0; i < numbers.count; i++) {
        for (uint32_t k = 0; k < 3; k++) points[i][k] = pdk_glb_value(&numbers, i, k);
    }
    status = pdk_glb_put_sparse(glb, &numbers, numbers.count > 0 ? points[0] : NULL, error);
    for (uint64_t i = 0; i < numbers.count && status == PDK_OK; i++) {
        double(*to)[3] = pdk_vector_push(&glb->points);
        if (to == NULL) return pdk_glb_no_memory(glb, error);
        pdk_glb_matrix_apply(place, points[i], *to);
    }
    pdk_free(&glb->document->memory, points);
    *count = numbers.count;
    return status;
}

/* The points of a primitive. Several of a mesh may share them: then they are there once. */
static pdk_status add_points(pdk_glb *glb, pdk_json_found attributes, const pdk_glb_matrix *place,
                             pdk_glb_array *points, pdk_error *error)
{
    pdk_json_found position = pdk_json_member(attributes, "POSITION");
    uint64_t number = pdk_glb_whole(position);
    *points = (pdk_glb_array){ .node = glb->node_number, .first = glb->points.count };
    for (int i = 0; i < PDK_GLB_ATTRIBUTES; i++)
        points->accessors[i] = pdk_glb_number(attributes, pdk_glb_attribute_names[i], UINT64_MAX);
    uint32_t *last = number < glb->accessors.count ? &glb->last_arrays[number] : NULL;
    const pdk_glb_array *known = last != NULL && *last > 0 ? (pdk_glb_array *)glb->arrays.items + *last - 1 : NULL;
    if (known != NULL && known->node == points->node &&
        memcmp(known->accessors, points->accessors, sizeof known->accessors) == 0) {
        *points = *known;
        return PDK_OK;
    }
    pdk_status status = add_positions(glb, position, place, &points->count, error);
    if (status == PDK_OK) status = pdk_glb_add_attributes(glb, attributes, place, points, error);
    pdk_glb_array *kept = status == PDK_OK ? pdk_vector_push(&glb->arrays) : NULL;
    if (status != PDK_OK) return status;
    if (kept == NULL) return pdk_glb_no_memory(glb, error);
    *kept = *points;
    if (last != NULL) *last = (uint32_t)glb->arrays.count;
    return PDK_OK;
}

/* -------------------------------------------------------------------------------------------------- triangles */

/* The corners of a primitive one after the other: its indices, or all points in order. */
static pdk_status read_corners(pdk_glb *glb, pdk_json_found accessor, uint64_t points, uint32_t **corners,
                               uint64_t *count, pdk_error *error)
{
    pdk_glb_numbers numbers = { .count = points };
    pdk_memory *memory = &glb->document->memory;
    pdk_status status = accessor.tree != NULL ? pdk_glb_find_numbers(glb, accessor, 1, &numbers, error) : PDK_OK;
    if (status == PDK_OK && accessor.tree != NULL) status = pdk_glb_count_sparse(glb, &numbers, error);
    if (status == PDK_OK) status = pdk_glb_check_size(glb, numbers.count, error);
    if (status != PDK_OK) return status;
    double *buffer = pdk_alloc_array(memory, numbers.count, sizeof *buffer);
    *corners = pdk_alloc_array(memory, numbers.count, sizeof **corners);
    if (*corners == NULL || buffer == NULL) return pdk_glb_no_memory(glb, error);
    for (uint64_t i = 0; i < numbers.count; i++)
        buffer[i] = accessor.tree != NULL ? pdk_glb_value(&numbers, i, 0) : (double)i;
    if (accessor.tree != NULL) status = pdk_glb_put_sparse(glb, &numbers, buffer, error);
    for (uint64_t i = 0; i < numbers.count && status == PDK_OK; i++) {
        if (!(buffer[i] >= 0 && buffer[i] < (double)points)) {
            uint64_t number = accessor.tree != NULL ? pdk_glb_whole(accessor) : 0;
            status = pdk_glb_fail(glb, error, "glb.index", "accessors", number,
                                  "an index refers to a point that does not exist");
        }
        if (status == PDK_OK) (*corners)[i] = (uint32_t)buffer[i];
    }
    pdk_free(memory, buffer);
    *count = numbers.count;
    return status;
}

typedef struct triple {
    uint32_t a, b, c;
} triple;

static pdk_status add_triangle(pdk_glb *glb, uint64_t first, triple of, bool mirrored, pdk_error *error)
{
    uint32_t(*to)[3] = pdk_vector_push(&glb->triangles);
    if (to == NULL) return pdk_glb_no_memory(glb, error);
    (*to)[0] = (uint32_t)first + of.a;
    (*to)[1] = (uint32_t)first + (mirrored ? of.c : of.b);
    (*to)[2] = (uint32_t)first + (mirrored ? of.b : of.c);
    return PDK_OK;
}

static pdk_status add_triangles(pdk_glb *glb, pdk_json_found primitive, uint64_t mode, const pdk_glb_array *points,
                                bool mirrored, pdk_error *error)
{
    uint32_t *corners = NULL;
    uint64_t count = 0, step = mode == TRIANGLES ? 3 : 1;
    pdk_status status =
        read_corners(glb, pdk_json_member(primitive, "indices"), points->count, &corners, &count, error);
    for (uint64_t i = 0; i + 2 < count && status == PDK_OK; i += step) {
        uint32_t a = corners[mode == FAN ? 0 : i], b = corners[i + 1], c = corners[i + 2];
        bool odd = mode == STRIP && (i & 1) != 0;
        if (mode != TRIANGLES && (a == b || b == c || a == c)) continue; /* how strips are joined */
        status = add_triangle(glb, points->first, (triple){ a, b, c }, mirrored != odd, error);
    }
    pdk_free(&glb->document->memory, corners);
    return status;
}

static bool is_large(pdk_json_found object)
{
    return pdk_json_kind(object) == '{' && pdk_glb_small(object).tree == NULL;
}

/* Are the numbers of a part in the file? Where it is cut, some are not. */
static bool is_whole(const pdk_glb *glb, pdk_json_found primitive, pdk_json_found attributes)
{
    pdk_json_found position = pdk_json_member(attributes, "POSITION"), corners = pdk_json_member(primitive, "indices");
    pdk_glb_numbers numbers;
    pdk_error reason;
    return pdk_glb_find_numbers(glb, position, 3, &numbers, &reason) == PDK_OK &&
           (corners.tree == NULL || pdk_glb_find_numbers(glb, corners, 1, &numbers, &reason) == PDK_OK);
}

pdk_status pdk_glb_add_primitive(pdk_glb *glb, pdk_json_found primitive, const pdk_glb_matrix *place, pdk_error *error)
{
    pdk_json_found attributes = pdk_json_member(pdk_glb_small(primitive), "attributes");
    if (is_large(primitive) || is_large(attributes)) {
        return pdk_glb_fail(glb, error, "glb.mesh", "meshes", 0, "a part of a mesh has more members than glTF defines");
    }
    uint64_t mode = pdk_glb_number(primitive, "mode", TRIANGLES);
    bool lines = mode > POINTS && mode < TRIANGLES;
    if (pdk_json_member(attributes, "POSITION").tree == NULL || mode > FAN || lines) {
        if (lines) glb->lines++;
        else glb->no_shape++;
        return PDK_OK;
    }
    if (glb->document->partial && !is_whole(glb, primitive, attributes)) {
        glb->cut_off++;
        return PDK_OK;
    }
    pdk_glb_array points;
    pdk_status status = add_points(glb, attributes, place, &points, error);
    if (status != PDK_OK || mode == POINTS) return status; /* all of them, whichever are named */
    glb->morphs += pdk_json_first(pdk_json_member(primitive, "targets")).tree != NULL;
    status = add_triangles(glb, primitive, mode, &points, pdk_glb_matrix_determinant(place) < 0, error);
    return status == PDK_OK ? pdk_glb_set_material(glb, primitive, error) : status;
}
