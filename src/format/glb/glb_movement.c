/* What moves in a GLB: keys of places and turns, when it can be seen, and the animation made of them. */
#include <math.h>

#include "base/load.h"
#include "format/glb/glb_json.h"

static const pdk_scene_movement *movement_of(const pdk_glb_export *glb, size_t node)
{
    return pdk_scene_node_at(&glb->scene.scene, node)->movement;
}

static bool add(pdk_glb_export *glb, pdk_glb_kind kind, size_t node, size_t count, size_t size, const float *times)
{
    pdk_glb_view *view = pdk_vector_push(&glb->views);
    if (view == NULL) return false;
    *view = (pdk_glb_view){ .kind = kind, .item = node, .count = count, .size = size };
    if (times == NULL) return true;
    view->minimum[0] = times[0];
    view->maximum[0] = times[count - 1];
    return true;
}

bool pdk_glb_plan_movements(pdk_glb_export *glb)
{
    size_t count = glb->scene.scene.nodes.count;
    glb->key_views = pdk_alloc_array(glb->job->memory, count, sizeof *glb->key_views);
    if (glb->key_views == NULL) return false;
    for (size_t i = 0; i < count; i++) {
        const pdk_scene_movement *movement = movement_of(glb, i);
        glb->key_views[i] = movement != NULL ? glb->views.count : PDK_SCENE_NONE;
        if (movement == NULL) continue;
        glb->moving_count++;
        bool all =
            movement->key_count == 0 || (add(glb, PDK_GLB_KEY_TIMES, i, movement->key_count, 4, movement->times) &&
                                         add(glb, PDK_GLB_KEY_PLACES, i, movement->key_count, 12, NULL) &&
                                         add(glb, PDK_GLB_KEY_TURNS, i, movement->key_count, 8, NULL));
        if (all && movement->shown_count > 0)
            all = add(glb, PDK_GLB_SHOWN_TIMES, i, movement->shown_count, 4, movement->shown_times) &&
                  add(glb, PDK_GLB_SHOWN_SCALES, i, movement->shown_count, 12, NULL);
        if (!all) return false;
    }
    return true;
}

static void put_key(const pdk_glb_export *glb, const pdk_glb_view *view, size_t key, uint8_t *bytes)
{
    const pdk_scene_movement *movement = movement_of(glb, view->item);
    double place[3], turn[4];
    pdk_scene_view_key(&glb->scene, movement, key, place, turn);
    for (size_t k = 0; k < 3 && view->kind == PDK_GLB_KEY_PLACES; k++) pdk_store_f32(bytes + 4 * k, (float)place[k]);
    for (size_t k = 0; k < 4 && view->kind == PDK_GLB_KEY_TURNS; k++)
        pdk_store_u16(bytes + 2 * k, (uint16_t)(int16_t)lround(turn[k] * INT16_MAX));
}

void pdk_glb_fill_movement(const pdk_glb_export *glb, const pdk_glb_view *view, uint64_t first, size_t count,
                           uint8_t *bytes)
{
    const pdk_scene_movement *movement = movement_of(glb, view->item);
    for (size_t i = 0; i < count; i++) {
        size_t at = (size_t)first + i;
        uint8_t *to = bytes + i * view->size;
        switch (view->kind) {
        case PDK_GLB_KEY_TIMES: pdk_store_f32(to, movement->times[at]); break;
        case PDK_GLB_SHOWN_TIMES: pdk_store_f32(to, movement->shown_times[at]); break;
        case PDK_GLB_SHOWN_SCALES:
            for (size_t k = 0; k < 3; k++) pdk_store_f32(to + 4 * k, movement->shown[at] ? 1 : 0);
            break;
        default: put_key(glb, view, at, to);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------- JSON */

typedef struct path {
    const char *name, *interpolation;
    size_t input, output; /* from the first view of a node; of the last, from the first after the keys */
} path;

static const path paths[] = { { "translation", "LINEAR", 0, 1 },
                              { "rotation", "LINEAR", 0, 2 },
                              { "scale", "STEP", 0, 1 } };
enum { PLACE, TURN, SHOWN, PATHS, KEY_VIEWS = 3 };

/* Does the node have this? */
static bool has_path(const pdk_glb_export *glb, size_t node, size_t which)
{
    const pdk_scene_movement *movement = movement_of(glb, node);
    if (glb->key_views[node] == PDK_SCENE_NONE) return false;
    return which == SHOWN ? movement->shown_count > 0 : movement->key_count > 0;
}

static size_t first_view(const pdk_glb_export *glb, size_t node, size_t which)
{
    bool behind_keys = which == SHOWN && movement_of(glb, node)->key_count > 0;
    return glb->key_views[node] + (behind_keys ? KEY_VIEWS : 0);
}

static void put_channels(pdk_json *json, const pdk_glb_export *glb)
{
    size_t sampler = 0;
    pdk_member_begin(json, "channels", '[');
    for (size_t i = 0; i < glb->scene.scene.nodes.count; i++) {
        for (size_t p = 0; p < PATHS; p++)
            if (has_path(glb, i, p)) pdk_glb_put_channel(json, sampler++, i, paths[p].name);
    }
    pdk_glb_put_frame_channels(json, glb, sampler);
    pdk_json_end(json, ']');
}

static void put_samplers(pdk_json *json, const pdk_glb_export *glb)
{
    pdk_member_begin(json, "samplers", '[');
    for (size_t i = 0; i < glb->scene.scene.nodes.count; i++) {
        for (size_t p = 0; p < PATHS; p++) {
            if (!has_path(glb, i, p)) continue;
            size_t first = first_view(glb, i, p);
            pdk_glb_put_sampler(json, first + paths[p].input, first + paths[p].output, paths[p].interpolation);
        }
    }
    pdk_glb_put_frame_samplers(json, glb);
    pdk_json_end(json, ']');
}

/* One for all, so that everything starts together. */
void pdk_glb_put_animations(pdk_json *json, const pdk_glb_export *glb)
{
    if (glb->moving_count + glb->animated_count == 0) return;
    pdk_member_begin(json, "animations", '[');
    pdk_json_begin(json, '{');
    pdk_member_text(json, "name", glb->moving_count > 0 ? "session" : "bitmaps");
    put_channels(json, glb);
    put_samplers(json, glb);
    if (glb->moving_count > 0) {
        pdk_member_begin(json, "extras", '{');
        pdk_member_number(json, "start_time", glb->scene.scene.start_time);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, '}');
    pdk_json_end(json, ']');
}
