/*
 * Bitmaps that animate. glTF has no pictures that change, and what viewers agree on is nodes that scale: so a mesh with
 * such a bitmap is there once for each frame, all with the same points, and each is at its full size while its frame is
 * shown and at none otherwise (decision 28).
 */
#include <stdio.h>

#include "base/load.h"
#include "format/glb/glb_json.h"

/* A minute. Frames of several lengths begin together again after their least common multiple, or after this. */
enum { MOST_TICKS = 60 * PDK_SCENE_TICKS };

/* The material of a mesh that animates; NULL = none does. Where several do, the one with most frames leads. */
static const pdk_scene_material *leading(const pdk_glb_export *glb, size_t mesh)
{
    const pdk_scene *scene = &glb->scene.scene;
    const pdk_scene_mesh *shown = pdk_scene_mesh_at(scene, mesh);
    const pdk_scene_material *most = NULL;
    for (size_t r = 0; r < shown->run_count; r++) {
        if (shown->runs[r].material == PDK_SCENE_NONE) continue;
        const pdk_scene_material *material = pdk_scene_material_at(scene, shown->runs[r].material);
        if (pdk_scene_frame_count(material) > (most != NULL ? most->frame_count : 1)) most = material;
    }
    return most;
}

size_t pdk_glb_frame_count(const pdk_glb_export *glb, size_t mesh)
{
    const pdk_scene_material *material = leading(glb, mesh);
    return material != NULL ? material->frame_count : 1;
}

/* ------------------------------------------------------------------------------------------------------- keys */

/* Event number `event` of a frame: of even ones it appears, of odd ones it vanishes. */
static uint64_t event_tick(const pdk_scene_material *material, size_t frame, uint64_t event)
{
    uint64_t ticks = material->frame_ticks, period = material->frame_count * ticks;
    return event / 2 * period + (frame + event % 2) * ticks;
}

/* The first frame is there from the beginning. */
static uint64_t first_event(size_t frame)
{
    return frame == 0 ? 1 : 0;
}

/* The beginning, all events before the end, and the end. */
static size_t key_count(const pdk_glb_export *glb, const pdk_scene_material *material, size_t frame)
{
    uint64_t event = first_event(frame);
    while (event_tick(material, frame, event) < glb->frame_ticks) event++;
    return (size_t)(event - first_event(frame)) + 2;
}

static uint64_t key_tick(const pdk_glb_export *glb, const pdk_glb_view *view, size_t key)
{
    if (key == 0) return 0;
    if (key + 1 == view->count) return glb->frame_ticks;
    return event_tick(leading(glb, view->item), view->part, first_event(view->part) + key - 1);
}

/* At the end what was there before is still there: players begin again then. */
static bool is_shown(const pdk_glb_view *view, size_t key)
{
    size_t event = (key + 1 == view->count ? key - 1 : key); /* one after the beginning */
    return event == 0 ? view->part == 0 : (first_event(view->part) + event - 1) % 2 == 0;
}

void pdk_glb_fill_frames(const pdk_glb_export *glb, const pdk_glb_view *view, uint64_t first, size_t count,
                         uint8_t *bytes)
{
    double least[3], full[3];
    pdk_glb_stretch(glb, view->item, least, full);
    for (size_t i = 0; i < count; i++) {
        size_t key = (size_t)first + i;
        uint8_t *to = bytes + i * view->size;
        if (view->kind == PDK_GLB_FRAME_TIMES) {
            pdk_store_f32(to, (float)((double)key_tick(glb, view, key) / PDK_SCENE_TICKS));
            continue;
        }
        for (size_t k = 0; k < 3; k++) pdk_store_f32(to + 4 * k, is_shown(view, key) ? (float)full[k] : 0);
    }
}

/* ------------------------------------------------------------------------------------------------------- plan */

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void choose_length(pdk_glb_export *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    uint64_t ticks = 1;
    for (size_t i = 0; i < scene->materials.count; i++) {
        const pdk_scene_material *material = pdk_scene_material_at(scene, i);
        if (pdk_scene_frame_count(material) == 1) continue;
        uint64_t period = material->frame_count * material->frame_ticks;
        ticks *= period / common_divisor(ticks, period);
        if (ticks <= MOST_TICKS) continue;
        pdk_export_note(glb->job, PDK_NOTE, "glb.frames",
                        "the animated bitmaps would begin together only after more than a minute: all begin again "
                        "after one");
        ticks = MOST_TICKS;
        break;
    }
    glb->frame_ticks = ticks;
}

static bool add(pdk_glb_export *glb, pdk_glb_kind kind, size_t mesh, size_t frame, size_t count, size_t size)
{
    pdk_glb_view *view = pdk_vector_push(&glb->views);
    if (view == NULL) return false;
    *view = (pdk_glb_view){ .kind = kind, .item = mesh, .part = frame, .count = count, .size = size };
    view->maximum[0] = (float)((double)glb->frame_ticks / PDK_SCENE_TICKS); /* of times */
    return true;
}

static bool plan_mesh(pdk_glb_export *glb, size_t mesh)
{
    const pdk_scene_material *material = leading(glb, mesh);
    glb->frame_views[mesh] = PDK_SCENE_NONE;
    if (material == NULL || glb->mesh_views[mesh] == PDK_SCENE_NONE) return true;
    glb->frame_views[mesh] = glb->views.count;
    for (size_t f = 0; f < material->frame_count; f++) {
        size_t keys = key_count(glb, material, f);
        if (!add(glb, PDK_GLB_FRAME_TIMES, mesh, f, keys, sizeof(float)) ||
            !add(glb, PDK_GLB_FRAME_SCALES, mesh, f, keys, 3 * sizeof(float)))
            return false;
    }
    return true;
}

bool pdk_glb_plan_frames(pdk_glb_export *glb)
{
    const pdk_scene *scene = &glb->scene.scene;
    glb->frame_views = pdk_alloc_array(glb->job->memory, scene->meshes.count, sizeof *glb->frame_views);
    glb->frame_nodes = pdk_alloc_array(glb->job->memory, scene->nodes.count, sizeof *glb->frame_nodes);
    if (glb->frame_views == NULL || glb->frame_nodes == NULL) return false;
    choose_length(glb);
    glb->first_frame_view = glb->views.count;
    for (size_t i = 0; i < scene->meshes.count; i++) {
        if (!plan_mesh(glb, i)) return false;
    }
    size_t next = scene->nodes.count;
    for (size_t i = 0; i < scene->nodes.count; i++) {
        size_t mesh = pdk_scene_node_at(scene, i)->mesh;
        bool frames = mesh != PDK_SCENE_NONE && glb->frame_views[mesh] != PDK_SCENE_NONE;
        glb->frame_nodes[i] = frames ? next : PDK_SCENE_NONE;
        if (!frames) continue;
        next += pdk_glb_frame_count(glb, mesh);
        glb->animated_count++;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------- JSON */

static void put_node(pdk_json *json, const pdk_glb_export *glb, size_t mesh, size_t frame)
{
    static const double none[3] = { 0, 0, 0 };
    char name[48];
    double least[3], full[3];
    pdk_glb_stretch(glb, mesh, least, full);
    snprintf(name, sizeof name, "frame %zu of %zu", frame + 1, pdk_glb_frame_count(glb, mesh));
    pdk_json_begin(json, '{');
    pdk_member_text(json, "name", name);
    pdk_member_natural(json, "mesh", glb->mesh_numbers[mesh] + frame);
    if (least[0] != 0 || least[1] != 0 || least[2] != 0) pdk_member_numbers(json, "translation", least, 3);
    if (frame > 0) pdk_member_numbers(json, "scale", none, 3); /* for viewers that do not play */
    else if (glb->quantized) pdk_member_numbers(json, "scale", full, 3);
    pdk_json_end(json, '}');
}

void pdk_glb_put_frame_nodes(pdk_json *json, const pdk_glb_export *glb)
{
    for (size_t i = 0; i < glb->scene.scene.nodes.count; i++) {
        size_t mesh = pdk_scene_node_at(&glb->scene.scene, i)->mesh;
        if (glb->frame_nodes[i] == PDK_SCENE_NONE) continue;
        for (size_t f = 0; f < pdk_glb_frame_count(glb, mesh); f++) put_node(json, glb, mesh, f);
    }
}

void pdk_glb_put_frame_channels(pdk_json *json, const pdk_glb_export *glb, size_t samplers)
{
    for (size_t i = 0; i < glb->scene.scene.nodes.count; i++) {
        size_t mesh = pdk_scene_node_at(&glb->scene.scene, i)->mesh;
        if (glb->frame_nodes[i] == PDK_SCENE_NONE) continue;
        size_t first = samplers + (glb->frame_views[mesh] - glb->first_frame_view) / 2; /* a sampler has two views */
        for (size_t f = 0; f < pdk_glb_frame_count(glb, mesh); f++)
            pdk_glb_put_channel(json, first + f, glb->frame_nodes[i] + f, "scale");
    }
}

void pdk_glb_put_frame_samplers(pdk_json *json, const pdk_glb_export *glb)
{
    for (size_t m = 0; m < glb->scene.scene.meshes.count; m++) {
        for (size_t f = 0; glb->frame_views[m] != PDK_SCENE_NONE && f < pdk_glb_frame_count(glb, m); f++)
            pdk_glb_put_sampler(json, glb->frame_views[m] + 2 * f, glb->frame_views[m] + 2 * f + 1, "STEP");
    }
}
