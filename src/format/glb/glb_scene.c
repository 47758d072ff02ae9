/* Nodes are in each other: their matrices are multiplied on the way down, without recursion. */
#include <string.h>

#include "format/glb/glb_reader.h"

/* Where we are among the children of a node. */
typedef struct level {
    pdk_json_found children, next;
    pdk_glb_matrix place;  /* the node's */
    uint32_t place_number; /* of those that are kept */
    size_t node;           /* its number in the tree; PDK_MESH_NONE = the scene */
} level;

static pdk_status add_block(pdk_glb *glb, pdk_json_found node, pdk_json_found mesh, uint64_t first, pdk_error *error)
{
    pdk_text name = pdk_json_as_text(pdk_json_member(node, "name"));
    if (name.data == NULL) name = pdk_json_as_text(pdk_json_member(mesh, "name"));
    if (glb->points.count == first) return PDK_OK;
    char *kept = pdk_text_printf(&glb->document->memory, "%.*s", (int)name.size, name.data != NULL ? name.data : "");
    pdk_mesh_block *block = pdk_vector_push(&glb->blocks);
    if (kept == NULL || block == NULL) return pdk_glb_no_memory(glb, error);
    *block = (pdk_mesh_block){ kept, first, glb->points.count - first };
    return PDK_OK;
}

/* Exporters hide nodes so, as those of frames that are not the first of an animated bitmap. */
static bool is_nothing(const pdk_glb_matrix *place)
{
    for (int i = 0; i < 9; i++) {
        if (place->m[i / 3][i % 3] != 0) return false;
    }
    return true;
}

static pdk_status add_node(pdk_glb *glb, pdk_json_found node, const pdk_glb_matrix *place, pdk_error *error)
{
    pdk_json_found index = pdk_json_member(node, "mesh"), mesh = pdk_glb_item(&glb->meshes, index);
    uint64_t first = glb->points.count;
    if (index.tree == NULL) return PDK_OK;
    if (mesh.tree == NULL)
        return pdk_glb_fail(glb, error, "glb.mesh", "nodes", 0, "a node refers to a mesh that does not exist");
    glb->node_number++;
    if (is_nothing(place)) {
        glb->hidden++;
        return PDK_OK;
    }
    glb->skins += pdk_json_member(node, "skin").tree != NULL;
    glb->moved = glb->moved || memcmp(place, &pdk_glb_unmoved, sizeof pdk_glb_unmoved) != 0;
    glb->mirrored += pdk_glb_matrix_determinant(place) < 0;
    pdk_json_found primitives = pdk_json_member(mesh, "primitives");
    for (pdk_json_found at = pdk_json_first(primitives); at.tree != NULL; at = pdk_json_next(primitives, at)) {
        glb->placed++;
        pdk_status status = pdk_glb_check_size(glb, 0, error);
        if (status == PDK_OK) status = pdk_glb_add_primitive(glb, at, place, error);
        if (status != PDK_OK) return status;
    }
    return add_block(glb, node, mesh, first, error);
}

/* The node itself: a name, its parent and the block it shows, which is the last one if it added one. */
static pdk_status add_to_tree(pdk_glb *glb, pdk_json_found node, const level *in, size_t blocks_before,
                              pdk_error *error)
{
    pdk_text name = pdk_json_as_text(pdk_json_member(node, "name"));
    pdk_mesh_node *to = pdk_vector_push(&glb->tree);
    uint32_t *place = pdk_vector_push(&glb->node_places);
    if (to == NULL || place == NULL) return pdk_glb_no_memory(glb, error);
    *to = (pdk_mesh_node){ NULL, in->node, glb->blocks.count > blocks_before ? blocks_before : PDK_MESH_NONE };
    *place = in->place_number;
    if (name.data == NULL) return PDK_OK;
    to->name = pdk_keep_printf(&glb->document->memory, "%.*s", (int)name.size, name.data);
    return to->name != NULL ? PDK_OK : pdk_glb_no_memory(glb, error);
}

/* `in` with the children that are still to be visited. */
static pdk_status push_level(pdk_glb *glb, pdk_vector *levels, pdk_json_found children, level in, pdk_error *error)
{
    enum { DEEPEST = 4096 };
    in.children = children;
    in.next = pdk_json_first(children);
    if (in.next.tree == NULL) return PDK_OK;
    if (levels->count == DEEPEST)
        return pdk_fail(error, PDK_E_LIMIT, glb->json_at, "glb.depth", "nodes are nested %d deep", DEEPEST);
    level *next = pdk_vector_push(levels);
    if (next == NULL) return pdk_glb_no_memory(glb, error);
    *next = in;
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
    bool shown_before = number < glb->nodes.count && seen[number] != 0;
    if (shown_before && top->node == PDK_MESH_NONE && glb->document->every_scene) return PDK_OK; /* by another scene */
    if (number >= glb->nodes.count || shown_before) {
        return pdk_glb_fail(glb, error, "glb.node", "nodes", number != UINT64_MAX ? number : 0,
                            "this node does not exist, or is the child of two nodes");
    }
    seen[number] = 1;
    pdk_json_found node = pdk_glb_at(&glb->nodes, child);
    pdk_glb_matrix own = pdk_glb_matrix_of(node);
    size_t blocks = glb->blocks.count;
    level in = *top;
    in.place = pdk_glb_matrix_multiply(&top->place, &own);
    pdk_status status = add_node(glb, node, &in.place, error);
    if (status == PDK_OK) status = pdk_glb_keep_place(glb, &own, &in.place, &in.place_number, error);
    if (status == PDK_OK) status = add_to_tree(glb, node, &in, blocks, error);
    if (status != PDK_OK) return status;
    in.node = glb->tree.count - 1;
    return push_level(glb, levels, pdk_json_member(node, "children"), in, error);
}

static pdk_status walk_scene(pdk_glb *glb, pdk_json_found scene, uint8_t *seen, pdk_error *error)
{
    pdk_vector levels = pdk_vector_of(&glb->document->memory, sizeof(level));
    level top = { .place = pdk_glb_unmoved, .node = PDK_MESH_NONE };
    pdk_status status = pdk_glb_keep_place(glb, &pdk_glb_unmoved, &pdk_glb_unmoved, &top.place_number, error);
    if (status == PDK_OK) status = push_level(glb, &levels, pdk_json_member(scene, "nodes"), top, error);
    while (levels.count > 0 && status == PDK_OK) status = visit(glb, &levels, seen, error);
    pdk_free(&glb->document->memory, levels.items);
    return status;
}

pdk_status pdk_glb_read_scene(pdk_glb *glb, pdk_error *error)
{
    pdk_memory *memory = &glb->document->memory;
    pdk_json_found root = pdk_json_root(&glb->json), scenes = pdk_json_member(root, "scenes");
    uint64_t chosen = pdk_glb_number(root, "scene", 0);
    pdk_json_found scene = pdk_json_item(scenes, chosen < SIZE_MAX ? (size_t)chosen : SIZE_MAX);
    if (scene.tree == NULL) scene = pdk_json_item(scenes, 0);
    uint8_t *seen = pdk_alloc(memory, glb->nodes.count + 1);
    glb->last_arrays = pdk_alloc_array(memory, glb->accessors.count, sizeof *glb->last_arrays);
    if (seen == NULL || glb->last_arrays == NULL) return pdk_glb_no_memory(glb, error);
    pdk_status status = walk_scene(glb, scene, seen, error);
    pdk_json_found other = glb->document->every_scene ? pdk_json_first(scenes) : (pdk_json_found){ NULL, 0 };
    for (; other.tree != NULL && status == PDK_OK; other = pdk_json_next(scenes, other))
        status = walk_scene(glb, other, seen, error);
    pdk_free(memory, seen);
    pdk_free(memory, glb->last_arrays);
    pdk_free(memory, glb->arrays.items);
    return status == PDK_OK ? pdk_glb_end_attributes(glb, error) : status;
}
