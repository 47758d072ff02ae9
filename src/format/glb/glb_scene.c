/* Nodes stand in each other: their matrices are multiplied on the way down, without recursion. */
#include <string.h>

#include "base/text.h"
#include "format/glb/glb_reader.h"

/* Columns one behind the other, as glTF has them; the last row is 0 0 0 1. */
typedef struct matrix {
    double m[4][3];
} matrix;

/* Where we are among the children of a node. */
typedef struct level {
    pdk_json_found children, next;
    matrix place; /* the node's */
} level;

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

static bool read_numbers(pdk_json_found array, size_t count, double *to)
{
    if (pdk_json_kind(array) != '[' || pdk_json_count(array, count + 1) != count) return false;
    pdk_json_found item = pdk_json_first(array);
    for (size_t i = 0; i < count; i++, item = pdk_json_next(array, item)) {
        if (!pdk_json_as_number(item, &to[i])) to[i] = 0;
    }
    return true;
}

/* A node's own matrix, or the one its translation, rotation and scale make. */
static matrix matrix_of(pdk_json_found node)
{
    double whole[16], move[3] = { 0 }, q[4] = { 0, 0, 0, 1 }, scale[3] = { 1, 1, 1 };
    matrix own;
    if (read_numbers(pdk_json_member(node, "matrix"), 16, whole)) {
        for (int c = 0; c < 4; c++) memcpy(own.m[c], whole + 4 * c, sizeof own.m[c]);
        return own;
    }
    read_numbers(pdk_json_member(node, "translation"), 3, move);
    read_numbers(pdk_json_member(node, "rotation"), 4, q);
    read_numbers(pdk_json_member(node, "scale"), 3, scale);
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

static pdk_status no_memory(const pdk_glb *glb, pdk_error *error)
{
    return pdk_fail_memory(error, &glb->document->memory, "a mesh");
}

/* Nodes may use a mesh again and again: what comes of it stays in proportion to the file. */
static pdk_status check_size(const pdk_glb *glb, uint64_t more, pdk_error *error)
{
    uint64_t most = (UINT64_C(1) << 24) + 16 * (uint64_t)glb->document->content.size,
             all = glb->points.count + glb->triangles.count + glb->placed + more;
    if (all < most && glb->points.count + more < UINT32_MAX) return PDK_OK;
    return pdk_fail(error, PDK_E_LIMIT, glb->json_at, "glb.instances",
                    "the nodes place so many copies of meshes that they are too many for one");
}

/* Numbers put in one for one count, too, however often: they may all go to the same place. */
static pdk_status count_sparse(pdk_glb *glb, const pdk_glb_numbers *numbers, pdk_error *error)
{
    uint64_t count = pdk_glb_sparse_count(numbers);
    pdk_status status = check_size(glb, count < UINT32_MAX ? count : UINT32_MAX, error);
    if (status == PDK_OK) glb->placed += count;
    return status;
}

static pdk_status add_points(pdk_glb *glb, pdk_json_found accessor, const matrix *place, uint64_t *count,
                             pdk_error *error)
{
    pdk_glb_numbers numbers;
    pdk_status status = pdk_glb_find_numbers(glb, accessor, 3, &numbers, error);
    if (status == PDK_OK) status = count_sparse(glb, &numbers, error);
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
static pdk_status read_corners(pdk_glb *glb, pdk_json_found accessor, uint64_t points, uint32_t **corners,
                               uint64_t *count, pdk_error *error)
{
    pdk_glb_numbers numbers = { .count = points };
    pdk_memory *memory = &glb->document->memory;
    pdk_status status = accessor.tree != NULL ? pdk_glb_find_numbers(glb, accessor, 1, &numbers, error) : PDK_OK;
    if (status == PDK_OK && accessor.tree != NULL) status = count_sparse(glb, &numbers, error);
    if (status == PDK_OK) status = check_size(glb, numbers.count, error);
    if (status != PDK_OK) return status;
    double *room = pdk_alloc_array(memory, numbers.count, sizeof *room);
    *corners = pdk_alloc_array(memory, numbers.count, sizeof **corners);
    if (*corners == NULL || room == NULL) return no_memory(glb, error);
    for (uint64_t i = 0; i < numbers.count; i++)
        room[i] = accessor.tree != NULL ? pdk_glb_value(&numbers, i, 0) : (double)i;
    if (accessor.tree != NULL) status = pdk_glb_put_sparse(glb, &numbers, room, error);
    for (uint64_t i = 0; i < numbers.count && status == PDK_OK; i++) {
        if (!(room[i] >= 0 && room[i] < (double)points)) {
            uint64_t number = accessor.tree != NULL ? pdk_glb_whole(accessor) : 0;
            status =
                pdk_glb_fail(glb, error, "glb.index", "accessors", number, "an index names a point that is not there");
        }
        if (status == PDK_OK) (*corners)[i] = (uint32_t)room[i];
    }
    pdk_free(memory, room);
    *count = numbers.count;
    return status;
}

static pdk_status add_triangle(pdk_glb *glb, uint64_t first, uint32_t a, uint32_t b, uint32_t c, bool mirrored,
                               pdk_error *error)
{
    uint32_t(*to)[3] = pdk_vector_push(&glb->triangles);
    if (to == NULL) return no_memory(glb, error);
    (*to)[0] = (uint32_t)first + a;
    (*to)[1] = (uint32_t)first + (mirrored ? c : b);
    (*to)[2] = (uint32_t)first + (mirrored ? b : c);
    return PDK_OK;
}

static bool is_large(pdk_json_found object)
{
    return pdk_json_kind(object) == '{' && pdk_glb_small(object).tree == NULL;
}

static pdk_status large_part(const pdk_glb *glb, pdk_error *error)
{
    return pdk_glb_fail(glb, error, "glb.mesh", "meshes", 0, "a part of a mesh has more members than glTF knows");
}

static pdk_status add_primitive(pdk_glb *glb, pdk_json_found primitive, const matrix *place, pdk_error *error)
{
    enum { POINTS = 0, TRIANGLES = 4, STRIP = 5, FAN = 6 };
    if (is_large(primitive)) return large_part(glb, error);
    uint64_t mode = pdk_glb_number(primitive, "mode", TRIANGLES), first = glb->points.count, points = 0, count = 0;
    pdk_json_found attributes = pdk_json_member(primitive, "attributes"),
                   position = pdk_json_member(pdk_glb_small(attributes), "POSITION");
    uint32_t *corners = NULL;
    if (is_large(attributes)) return large_part(glb, error);
    if (position.tree == NULL || mode > FAN || (mode != POINTS && mode < TRIANGLES)) {
        glb->other_primitives++;
        return PDK_OK;
    }
    if (mode == POINTS) return add_points(glb, position, place, &points, error); /* all of them, whichever are named */
    glb->morphs += pdk_json_first(pdk_json_member(primitive, "targets")).tree != NULL;
    bool mirrored = determinant(place) < 0;
    pdk_status status = add_points(glb, position, place, &points, error);
    if (status == PDK_OK)
        status = read_corners(glb, pdk_json_member(primitive, "indices"), points, &corners, &count, error);
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

static pdk_status add_block(pdk_glb *glb, pdk_json_found node, pdk_json_found mesh, uint64_t first, pdk_error *error)
{
    pdk_text name = pdk_json_as_text(pdk_json_member(node, "name"));
    if (name.data == NULL) name = pdk_json_as_text(pdk_json_member(mesh, "name"));
    if (glb->points.count == first) return PDK_OK;
    char *kept = pdk_text_printf(&glb->document->memory, "%.*s", (int)name.size, name.data != NULL ? name.data : "");
    pdk_mesh_block *block = pdk_vector_push(&glb->blocks);
    if (kept == NULL || block == NULL) return no_memory(glb, error);
    *block = (pdk_mesh_block){ kept, first, glb->points.count - first };
    return PDK_OK;
}

static pdk_status add_node(pdk_glb *glb, pdk_json_found node, const matrix *place, pdk_error *error)
{
    pdk_json_found index = pdk_json_member(node, "mesh"), mesh = pdk_glb_item(&glb->meshes, index);
    uint64_t first = glb->points.count;
    if (index.tree == NULL) return PDK_OK;
    if (mesh.tree == NULL)
        return pdk_glb_fail(glb, error, "glb.mesh", "nodes", 0, "a node names a mesh that is not there");
    glb->skins += pdk_json_member(node, "skin").tree != NULL;
    glb->moved = glb->moved || memcmp(place, &unmoved, sizeof unmoved) != 0;
    glb->mirrored += determinant(place) < 0;
    pdk_json_found primitives = pdk_json_member(mesh, "primitives");
    for (pdk_json_found at = pdk_json_first(primitives); at.tree != NULL; at = pdk_json_next(primitives, at)) {
        glb->placed++;
        pdk_status status = check_size(glb, 0, error);
        if (status == PDK_OK) status = add_primitive(glb, at, place, error);
        if (status != PDK_OK) return status;
    }
    return add_block(glb, node, mesh, first, error);
}

static pdk_status push_level(pdk_glb *glb, pdk_vector *levels, pdk_json_found children, const matrix *place,
                             pdk_error *error)
{
    enum { DEEPEST = 4096 };
    pdk_json_found first = pdk_json_first(children);
    if (first.tree == NULL) return PDK_OK;
    if (levels->count == DEEPEST)
        return pdk_fail(error, PDK_E_LIMIT, glb->json_at, "glb.depth", "nodes stand in each other %d deep", DEEPEST);
    level *next = pdk_vector_push(levels);
    if (next == NULL) return no_memory(glb, error);
    *next = (level){ children, first, *place };
    return PDK_OK;
}

/* The next child of the innermost level; a node in two places, or in itself, is not allowed: so each is visited once.
 */
static pdk_status visit(pdk_glb *glb, pdk_vector *levels, uint8_t *seen, pdk_error *error)
{
    level *top = (level *)levels->items + levels->count - 1;
    pdk_json_found child = top->next;
    if (child.tree == NULL) {
        levels->count--;
        return PDK_OK;
    }
    top->next = pdk_json_next(top->children, child);
    uint64_t number = pdk_glb_whole(child);
    if (number >= glb->nodes.count || seen[number] != 0) {
        return pdk_glb_fail(glb, error, "glb.node", "nodes", number != UINT64_MAX ? number : 0,
                            "this node is not there, or in two places");
    }
    seen[number] = 1;
    pdk_json_found node = pdk_glb_at(&glb->nodes, child);
    matrix own = matrix_of(node), place = multiply(&top->place, &own);
    pdk_status status = add_node(glb, node, &place, error);
    return status == PDK_OK ? push_level(glb, levels, pdk_json_member(node, "children"), &place, error) : status;
}

pdk_status pdk_glb_read_scene(pdk_glb *glb, pdk_error *error)
{
    pdk_memory *memory = &glb->document->memory;
    pdk_json_found root = pdk_json_root(&glb->json), scenes = pdk_json_member(root, "scenes");
    uint64_t chosen = pdk_glb_number(root, "scene", 0);
    pdk_json_found scene = pdk_json_item(scenes, chosen < SIZE_MAX ? (size_t)chosen : SIZE_MAX);
    if (scene.tree == NULL) scene = pdk_json_item(scenes, 0);
    uint8_t *seen = pdk_alloc(memory, glb->nodes.count + 1);
    pdk_vector levels = pdk_vector_of(memory, sizeof(level));
    if (seen == NULL) return no_memory(glb, error);
    pdk_status status = push_level(glb, &levels, pdk_json_member(scene, "nodes"), &unmoved, error);
    while (levels.count > 0 && status == PDK_OK) status = visit(glb, &levels, seen, error);
    pdk_free(memory, levels.items);
    pdk_free(memory, seen);
    return status;
}
