/* Nodes stand in each other: their matrices are multiplied on the way down, without recursion. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "import/glb/glb_reader.h"

/* Columns one behind the other, as glTF has them; the last row is 0 0 0 1. */
typedef struct matrix {
    double m[4][3];
} matrix;

typedef struct visit {
    size_t node;
    matrix place;
} visit;

static const matrix unmoved = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 0, 0, 0 } } };

static matrix multiply(const matrix *a, const matrix *b)
{
    matrix product;
    for (int c = 0; c < 4; c++) {
        for (int r = 0; r < 3; r++) {
            product.m[c][r] = c == 3 ? a->m[3][r] : 0;
            for (int k = 0; k < 3; k++) product.m[c][r] += a->m[k][r] * b->m[c][k];
        }
    }
    return product;
}

static void apply(const matrix *place, const double from[3], double to[3])
{
    for (int r = 0; r < 3; r++) {
        to[r] = place->m[3][r];
        for (int k = 0; k < 3; k++) to[r] += place->m[k][r] * from[k];
    }
}

static double determinant(const matrix *place)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, n = (k + 2) % 3;
        sum += place->m[0][k] * (place->m[1][l] * place->m[2][n] - place->m[1][n] * place->m[2][l]);
    }
    return sum;
}

static bool read_numbers(const json_t *array, size_t count, double *to)
{
    if (json_array_size(array) != count) return false;
    for (size_t i = 0; i < count; i++) to[i] = json_number_value(json_array_get(array, i));
    return true;
}

/* A node's own matrix, or the one its translation, rotation and scale make. */
static matrix matrix_of(const json_t *node)
{
    double whole[16], move[3] = { 0 }, q[4] = { 0, 0, 0, 1 }, scale[3] = { 1, 1, 1 };
    matrix own;
    if (read_numbers(json_object_get(node, "matrix"), 16, whole)) {
        for (int c = 0; c < 4; c++) memcpy(own.m[c], whole + 4 * c, sizeof own.m[c]);
        return own;
    }
    read_numbers(json_object_get(node, "translation"), 3, move);
    read_numbers(json_object_get(node, "rotation"), 4, q);
    read_numbers(json_object_get(node, "scale"), 3, scale);
    double x = q[0], y = q[1], z = q[2], w = q[3];
    const double turned[3][3] = { { 1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w) },
                                  { 2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w) },
                                  { 2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y) } };
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) own.m[c][r] = turned[c][r] * scale[c];
    }
    memcpy(own.m[3], move, sizeof own.m[3]);
    return own;
}

/* ------------------------------------------------------------------------------------------------- primitives */

static pdk_status no_memory(const pdk_glb *glb, pdk_error *error) { return pdk_fail_memory(error, &glb->document->memory, "a mesh"); }

/* Nodes may use a mesh again and again: what comes of it stays in proportion to the file. */
static pdk_status check_size(const pdk_glb *glb, uint64_t more, pdk_error *error)
{
    uint64_t most = (UINT64_C(1) << 24) + 16 * (uint64_t)glb->document->content.size, all = glb->points.count + glb->triangles.count + more;
    if (all < most && glb->points.count + more < UINT32_MAX) return PDK_OK;
    return pdk_fail(error, PDK_E_LIMIT, glb->json_at, "glb.instances", "the nodes place so many copies of meshes that they are too many for one");
}

static pdk_status add_points(pdk_glb *glb, json_t *accessor, const matrix *place, uint64_t *count, pdk_error *error)
{
    pdk_glb_numbers numbers;
    pdk_status status = pdk_glb_find_numbers(glb, accessor, 3, &numbers, error);
    if (status == PDK_OK) status = check_size(glb, numbers.count, error);
    if (status != PDK_OK) return status;
    double(*points)[3] = pdk_alloc_array(&glb->document->memory, numbers.count, sizeof *points);
    if (points == NULL) return no_memory(glb, error);
    for (uint64_t i = 0; i < numbers.count; i++) {
        for (uint32_t k = 0; k < 3; k++) points[i][k] = pdk_glb_value(&numbers, i, k);
    }
    status = pdk_glb_put_sparse(glb, &numbers, numbers.count > 0 ? points[0] : NULL, error);
    for (uint64_t i = 0; i < numbers.count && status == PDK_OK; i++) {
        double(*to)[3] = pdk_vector_push(&glb->points);
        if (to == NULL) return no_memory(glb, error);
        apply(place, points[i], *to);
    }
    pdk_free(&glb->document->memory, points);
    *count = numbers.count;
    return status;
}

/* The corners of a primitive one after the other: its indices, or all points in order. */
static pdk_status read_corners(pdk_glb *glb, json_t *accessor, uint64_t points, uint32_t **corners, uint64_t *count, pdk_error *error)
{
    pdk_glb_numbers numbers = { .count = points };
    pdk_memory *memory = &glb->document->memory;
    pdk_status status = accessor != NULL ? pdk_glb_find_numbers(glb, accessor, 1, &numbers, error) : PDK_OK;
    if (status == PDK_OK) status = check_size(glb, numbers.count, error);
    if (status != PDK_OK) return status;
    double *room = pdk_alloc_array(memory, numbers.count, sizeof *room);
    *corners = pdk_alloc_array(memory, numbers.count, sizeof **corners);
    if (*corners == NULL || room == NULL) return no_memory(glb, error);
    for (uint64_t i = 0; i < numbers.count; i++) room[i] = accessor != NULL ? pdk_glb_value(&numbers, i, 0) : (double)i;
    if (accessor != NULL) status = pdk_glb_put_sparse(glb, &numbers, room, error);
    for (uint64_t i = 0; i < numbers.count && status == PDK_OK; i++) {
        if (!(room[i] >= 0 && room[i] < (double)points)) {
            uint64_t number = accessor != NULL ? (uint64_t)json_integer_value(accessor) : 0;
            status = pdk_glb_fail(glb, error, "glb.index", "accessors", number, "an index names a point that is not there");
        }
        if (status == PDK_OK) (*corners)[i] = (uint32_t)room[i];
    }
    pdk_free(memory, room);
    *count = numbers.count;
    return status;
}

static pdk_status add_triangle(pdk_glb *glb, uint64_t first, uint32_t a, uint32_t b, uint32_t c, bool mirrored, pdk_error *error)
{
    uint32_t(*to)[3] = pdk_vector_push(&glb->triangles);
    if (to == NULL) return no_memory(glb, error);
    (*to)[0] = (uint32_t)first + a;
    (*to)[1] = (uint32_t)first + (mirrored ? c : b);
    (*to)[2] = (uint32_t)first + (mirrored ? b : c);
    return PDK_OK;
}

static pdk_status add_primitive(pdk_glb *glb, const json_t *primitive, const matrix *place, pdk_error *error)
{
    enum { TRIANGLES = 4, STRIP = 5, FAN = 6 };
    uint64_t mode = pdk_glb_number(primitive, "mode", TRIANGLES), first = glb->points.count, points = 0, count = 0;
    json_t *position = json_object_get(json_object_get(primitive, "attributes"), "POSITION");
    uint32_t *corners = NULL;
    if (position == NULL || mode < TRIANGLES || mode > FAN) {
        glb->other_primitives++;
        return PDK_OK;
    }
    glb->morphs += json_array_size(json_object_get(primitive, "targets")) > 0;
    bool mirrored = determinant(place) < 0;
    pdk_status status = add_points(glb, position, place, &points, error);
    if (status == PDK_OK) status = read_corners(glb, json_object_get(primitive, "indices"), points, &corners, &count, error);
    uint64_t step = mode == TRIANGLES ? 3 : 1;
    for (uint64_t i = 0; i + 2 < count && status == PDK_OK; i += step) {
        uint32_t a = corners[mode == FAN ? 0 : i], b = corners[i + 1], c = corners[i + 2];
        bool odd = mode == STRIP && (i & 1) != 0;
        if (mode != TRIANGLES && (a == b || b == c || a == c)) continue; /* how strips are joined */
        status = add_triangle(glb, first, a, b, c, mirrored != odd, error);
    }
    pdk_free(&glb->document->memory, corners);
    return status;
}

/* ------------------------------------------------------------------------------------------------------ nodes */

static pdk_status add_block(pdk_glb *glb, const json_t *node, const json_t *mesh, uint64_t first, pdk_error *error)
{
    const char *name = json_string_value(json_object_get(node, "name"));
    if (name == NULL) name = json_string_value(json_object_get(mesh, "name"));
    if (glb->points.count == first) return PDK_OK;
    char *kept = pdk_strdup(&glb->document->memory, name != NULL ? name : "");
    pdk_mesh_block *block = pdk_vector_push(&glb->blocks);
    if (kept == NULL || block == NULL) return no_memory(glb, error);
    *block = (pdk_mesh_block){ kept, first, glb->points.count - first };
    return PDK_OK;
}

static pdk_status add_node(pdk_glb *glb, const json_t *node, const matrix *place, pdk_error *error)
{
    json_t *index = json_object_get(node, "mesh"), *primitive;
    const json_t *mesh = pdk_glb_item(glb, "meshes", index);
    size_t number;
    uint64_t first = glb->points.count;
    if (index == NULL) return PDK_OK;
    if (mesh == NULL) return pdk_glb_fail(glb, error, "glb.mesh", "nodes", 0, "a node names a mesh that is not there");
    glb->skins += json_object_get(node, "skin") != NULL;
    glb->moved = glb->moved || memcmp(place, &unmoved, sizeof unmoved) != 0;
    glb->mirrored += determinant(place) < 0;
    json_array_foreach(json_object_get(mesh, "primitives"), number, primitive) {
        pdk_status status = add_primitive(glb, primitive, place, error);
        if (status != PDK_OK) return status;
    }
    return add_block(glb, node, mesh, first, error);
}

/* A node in two places, or in itself, is not allowed: so each is visited once. */
static pdk_status push_nodes(pdk_glb *glb, const json_t *children, const matrix *place, uint8_t *seen, pdk_vector *open, pdk_error *error)
{
    size_t nodes = json_array_size(json_object_get(glb->root, "nodes"));
    for (size_t i = json_array_size(children); i-- > 0;) { /* the last one first: the first is taken next */
        const json_t *child = json_array_get(children, i);
        json_int_t number = json_is_integer(child) ? json_integer_value(child) : -1;
        if (number < 0 || (size_t)number >= nodes || seen[number] != 0) {
            return pdk_glb_fail(glb, error, "glb.node", "nodes", number >= 0 ? (uint64_t)number : 0, "this node is not there, or in two places");
        }
        seen[number] = 1;
        visit *next = pdk_vector_push(open);
        if (next == NULL) return no_memory(glb, error);
        *next = (visit){ (size_t)number, *place };
    }
    return PDK_OK;
}

pdk_status pdk_glb_read_scene(pdk_glb *glb, pdk_error *error)
{
    pdk_memory *memory = &glb->document->memory;
    json_t *nodes = json_object_get(glb->root, "nodes"), *scenes = json_object_get(glb->root, "scenes");
    uint64_t chosen = pdk_glb_number(glb->root, "scene", 0);
    const json_t *scene = json_array_get(scenes, chosen < json_array_size(scenes) ? (size_t)chosen : 0);
    uint8_t *seen = pdk_alloc(memory, json_array_size(nodes) + 1);
    pdk_vector open = pdk_vector_of(memory, sizeof(visit));
    if (seen == NULL) return no_memory(glb, error);
    pdk_status status = push_nodes(glb, json_object_get(scene, "nodes"), &unmoved, seen, &open, error);
    while (open.count > 0 && status == PDK_OK) {
        visit now = ((const visit *)open.items)[--open.count];
        const json_t *node = json_array_get(nodes, now.node);
        matrix own = matrix_of(node), place = multiply(&now.place, &own);
        status = add_node(glb, node, &place, error);
        if (status == PDK_OK) status = push_nodes(glb, json_object_get(node, "children"), &place, seen, &open, error);
    }
    return status;
}
