/* The JSON part of a GLB: nodes, where they are, and the scenes they are in. */
#include <stdio.h>
#include <string.h>

#include "format/glb/glb_json.h"

/* Quantised points are 0 .. 1 in each direction: the node stretches and moves them back. It turns before it moves. */
static void put_stretch(pdk_json *json, const pdk_glb_export *glb, size_t mesh, const double turn[4], double place[3])
{
    double least[3], size[3], cross[3], twice[3];
    pdk_glb_stretch(glb, mesh, least, size);
    for (int k = 0; k < 3; k++)
        cross[k] = turn[(k + 1) % 3] * least[(k + 2) % 3] - turn[(k + 2) % 3] * least[(k + 1) % 3];
    for (int k = 0; k < 3; k++)
        twice[k] = turn[(k + 1) % 3] * cross[(k + 2) % 3] - turn[(k + 2) % 3] * cross[(k + 1) % 3];
    for (int k = 0; k < 3; k++) place[k] += least[k] + 2 * (turn[3] * cross[k] + twice[k]);
    pdk_member_numbers(json, "scale", size, 3);
}

/* `shows`: it shows a mesh itself, which those with frames leave to others. */
static void put_place(pdk_json *json, const pdk_glb_export *glb, const pdk_scene_node *node, bool shows)
{
    double place[3], turn[4];
    pdk_scene_view_place(&glb->scene, node, place, turn);
    if (glb->quantized && shows) put_stretch(json, glb, node->mesh, turn, place);
    if (place[0] != 0 || place[1] != 0 || place[2] != 0) pdk_member_numbers(json, "translation", place, 3);
    if (turn[0] != 0 || turn[1] != 0 || turn[2] != 0) pdk_member_numbers(json, "rotation", turn, 4);
}

static void put_children(pdk_json *json, const pdk_glb_export *glb, size_t parent)
{
    size_t child = glb->first_children[parent], frame = glb->frame_nodes[parent];
    if (child == PDK_SCENE_NONE && frame == PDK_SCENE_NONE) return;
    pdk_member_begin(json, "children", '[');
    for (; child != PDK_SCENE_NONE; child = glb->next_siblings[child]) pdk_json_natural(json, child);
    size_t frames =
        frame != PDK_SCENE_NONE ? pdk_glb_frame_count(glb, pdk_scene_node_at(&glb->scene.scene, parent)->mesh) : 0;
    for (size_t f = 0; f < frames; f++) pdk_json_natural(json, frame + f);
    pdk_json_end(json, ']');
}

static void put_name(pdk_json *json, const pdk_scene_node *node)
{
    char name[80];
    if (node->name[0] == '\0') return;
    if (node->mark != NULL) snprintf(name, sizeof name, "%s %s", node->name, node->mark);
    pdk_member_text(json, "name", node->mark != NULL ? name : node->name);
}

void pdk_glb_put_nodes(pdk_json *json, const pdk_glb_export *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    size_t meshes = glb->mesh_count;
    if (scene->nodes.count == 0) return;
    pdk_member_begin(json, "nodes", '[');
    for (size_t i = 0; i < scene->nodes.count; i++) {
        const pdk_scene_node *node = pdk_scene_node_at(scene, i);
        bool shows = node->mesh != PDK_SCENE_NONE && glb->frame_nodes[i] == PDK_SCENE_NONE;
        size_t mesh = shows ? glb->mesh_numbers[node->mesh] : PDK_SCENE_NONE;
        pdk_json_begin(json, '{');
        put_name(json, node);
        if (node->line != PDK_SCENE_NONE) mesh = meshes + node->line;
        if (mesh != PDK_SCENE_NONE) pdk_member_natural(json, "mesh", mesh);
        put_place(json, glb, node, shows);
        put_children(json, glb, i);
        if (node->movement != NULL && node->movement->driver != NULL) {
            pdk_member_begin(json, "extras", '{');
            pdk_member_text(json, "driver", node->movement->driver);
            pdk_member_natural(json, "slot", node->movement->slot);
            pdk_json_end(json, '}');
        }
        pdk_json_end(json, '}');
    }
    pdk_glb_put_frame_nodes(json, glb);
    pdk_json_end(json, ']');
}

/* The nodes at the top of the main scene, or of the one of this name. */
static void put_scene(pdk_json *json, const pdk_scene *scene, const char *name, const char *aside)
{
    bool any = false;
    pdk_json_begin(json, '{');
    pdk_member_text(json, "name", name);
    for (size_t i = 0; i < scene->nodes.count; i++) {
        const pdk_scene_node *node = pdk_scene_node_at(scene, i);
        bool here = aside == NULL ? node->aside == NULL : node->aside != NULL && strcmp(node->aside, aside) == 0;
        if (node->parent != PDK_SCENE_NONE || !here) continue;
        if (!any) pdk_member_begin(json, "nodes", '[');
        any = true;
        pdk_json_natural(json, i);
    }
    if (any) pdk_json_end(json, ']');
    pdk_json_end(json, '}');
}

/* Meshes that do not belong to the main scene make separate scenes, so that viewers do not draw them over the rest. */
void pdk_glb_put_scenes(pdk_json *json, const pdk_glb_export *glb)
{
    static const char *const asides[] = { "simpler", "lines" };
    const pdk_scene *scene = &glb->scene.scene;
    pdk_member_natural(json, "scene", 0);
    pdk_member_begin(json, "scenes", '[');
    put_scene(json, scene, glb->job->document->info->title, NULL);
    for (size_t a = 0; a < sizeof asides / sizeof asides[0]; a++) {
        for (size_t i = 0; i < scene->nodes.count; i++) {
            const char *aside = pdk_scene_node_at(scene, i)->aside;
            if (aside == NULL || strcmp(aside, asides[a]) != 0) continue;
            put_scene(json, scene, asides[a], asides[a]);
            break;
        }
    }
    pdk_json_end(json, ']');
}
