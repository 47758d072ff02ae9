/* Pieces of marks that are laid within a short time are one mesh, shown from then on; so there are at most some hundred
 * of them, however long a recording is. A puff is a shape that moves. */
#include "animation/skid_shapes.h"

#include <math.h>
#include <string.h>

#include "animation/solids.h"
#include "base/merge_sort.h"
#include "base/trigonometry.h"
#include "model/skid_marks.h"

enum { MOST_WINDOWS = 200, LEVELS = 4, MOST_PUFFS = 500 };
#define NOWHERE SIZE_MAX
#define MOST_LOOKS UINT64_C(2000000000) /* marks times points of the line */

static const double half_width = 0.12, above = 0.02; /* m */
static const double shortest = 0.1;                  /* s: what is laid within it appears at once */
static const double puff_radius = 0.6;               /* m */

/* From one point of a mark to the next. */
typedef struct piece {
    const pdk_skid_point *from, *to;
    const pdk_skid_mark *mark;
    uint32_t level; /* of opacity */
    uint32_t window;
} piece;

typedef struct shaping {
    const pdk_recording *recording;
    pdk_scene *scene;
    pdk_memory *memory;
    pdk_skid_marks marks;
    double start, end, window;
    pdk_driven_track_point *line; /* of the track; NULL = there is none */
    size_t line_count;
    piece *pieces;
    size_t count;
    size_t materials[LEVELS];
} shaping;

static pdk_status no_memory(const shaping *work, pdk_error *error)
{
    return pdk_fail_memory(error, work->memory, "skid marks");
}

/* -------------------------------------------------------------------------------------------------------- places */

/* The point of the track's line that is nearest to a place, looked for around `hint`, or everywhere first. */
static size_t nearest_point(const shaping *work, const double place[3], size_t hint)
{
    enum { STRIDE = 8 };
    size_t best = 0, first = 0, end = work->line_count, step = STRIDE;
    for (int round = 0; round < 2; round++) {
        if (hint != NOWHERE || round > 0) {
            size_t middle = round > 0 ? best : hint;
            first = middle > 2 * STRIDE ? middle - 2 * STRIDE : 0;
            end = middle + 2 * STRIDE < work->line_count ? middle + 2 * STRIDE : work->line_count;
            step = 1;
        }
        double nearest = INFINITY;
        for (size_t k = first; k < end; k += step) {
            double away = pdk_hypot(work->line[k].x - place[0], work->line[k].y - place[1]);
            if (!(away < nearest)) continue;
            nearest = away;
            best = k;
        }
    }
    return best;
}

/* The ribbon of the track is level across, and under the cars' middles, which are where recordings have them; marks are
 * on the road itself. So that they are seen, they get the height of the ribbon. */
static pdk_status lay_on_ribbon(shaping *work, pdk_error *error)
{
    const pdk_driven_track *track = work->recording->job->options->glb->track == NULL ? work->recording->track : NULL;
    work->line_count = track != NULL ? pdk_driven_track_about(track)->points : 0;
    if (work->line_count == 0) return PDK_OK;
    work->line = pdk_alloc_array(work->memory, work->line_count, sizeof *work->line);
    if (work->line == NULL) return no_memory(work, error);
    pdk_status status = pdk_driven_track_read(track, 0, work->line_count, work->line, error);
    if (status != PDK_OK) return status;
    uint64_t looks = (uint64_t)work->marks.mark_count * work->line_count;
    for (size_t m = 0; m < work->marks.mark_count && looks < MOST_LOOKS; m++) {
        const pdk_skid_mark *mark = &work->marks.marks[m];
        size_t at = NOWHERE;
        for (size_t i = mark->first; i < mark->first + mark->count; i++) {
            double *place = work->marks.points[i].place;
            at = nearest_point(work, place, at);
            if (isfinite(work->line[at].z)) place[2] = work->line[at].z - PDK_RIBBON_BENEATH;
        }
    }
    return PDK_OK;
}

/* -------------------------------------------------------------------------------------------------------- pieces */

static pdk_status find_pieces(shaping *work, pdk_error *error)
{
    const pdk_skid_marks *marks = &work->marks;
    work->pieces = pdk_alloc_array(work->memory, marks->point_count, sizeof *work->pieces);
    if (work->pieces == NULL) return no_memory(work, error);
    for (size_t m = 0; m < marks->mark_count; m++) {
        const pdk_skid_mark *mark = &marks->marks[m];
        for (size_t i = 1; i < mark->count; i++) {
            const pdk_skid_point *to = &marks->points[mark->first + i];
            if (!(to->time >= work->start && to->time <= work->end)) continue;
            double level = floor((double)to->opacity * LEVELS);
            work->pieces[work->count++] =
                (piece){ to - 1, to, mark, level < LEVELS - 1 ? (uint32_t)level : LEVELS - 1, 0 };
        }
    }
    return PDK_OK;
}

static int by_window(const void *a, const void *b, void *user)
{
    (void)user;
    const piece *x = a, *y = b;
    if (x->window != y->window) return x->window < y->window ? -1 : 1;
    return (x->level > y->level) - (x->level < y->level);
}

static int by_time(const void *a, const void *b, void *user)
{
    (void)user;
    double x = ((const piece *)a)->to->time, y = ((const piece *)b)->to->time;
    return (x > y) - (x < y);
}

/* Windows so long that there are not too many with something in them. */
static pdk_status find_windows(shaping *work, pdk_error *error)
{
    piece *pieces = work->pieces;
    if (!pdk_merge_sort(work->memory, pieces, work->count, sizeof *pieces, by_time, NULL))
        return no_memory(work, error);
    for (work->window = shortest;; work->window *= 2) {
        size_t windows = 0;
        for (size_t i = 0; i < work->count; i++) {
            pieces[i].window = (uint32_t)fmin(floor((pieces[i].to->time - work->start) / work->window), 4e9);
            windows += i == 0 || pieces[i].window != pieces[i - 1].window;
        }
        if (windows <= MOST_WINDOWS) break;
    }
    return pdk_merge_sort(work->memory, pieces, work->count, sizeof *pieces, by_window, NULL) ? PDK_OK
                                                                                              : no_memory(work, error);
}

/* To the left of the way at a point of a mark: half its width. */
static void aside_at(const shaping *work, const piece *of, const pdk_skid_point *point, double aside[2])
{
    const pdk_skid_point *first = work->marks.points + of->mark->first, *last = first + of->mark->count - 1,
                         *from = point > first ? point - 1 : point, *to = point < last ? point + 1 : point;
    double x = to->place[0] - from->place[0], y = to->place[1] - from->place[1], length = pdk_hypot(x, y);
    aside[0] = length > 0 ? -y / length * half_width : 0;
    aside[1] = length > 0 ? x / length * half_width : half_width;
}

static void put_piece(const shaping *work, const piece *of, pdk_scene_arrays *arrays)
{
    uint32_t first = (uint32_t)arrays->vertex_count;
    const pdk_skid_point *ends[2] = { of->from, of->to };
    for (uint32_t i = 0; i < 4; i++) {
        const pdk_skid_point *point = ends[i / 2];
        double aside[2], sign = i % 2 == 0 ? 1 : -1;
        aside_at(work, of, point, aside);
        float *to = arrays->positions[first + i], *normal = arrays->normals[first + i];
        for (int k = 0; k < 2; k++) to[k] = (float)(point->place[k] + sign * aside[k]);
        to[2] = (float)(point->place[2] + above);
        normal[0] = normal[1] = 0;
        normal[2] = 1;
    }
    const uint32_t corners[2][3] = { { first, first + 1, first + 3 }, { first, first + 3, first + 2 } };
    memcpy(arrays->triangles[arrays->triangle_count], corners, sizeof corners);
    arrays->vertex_count += 4;
    arrays->triangle_count += 2;
}

static bool add_clear_material(shaping *work, const char *name, const double color[4], size_t *number)
{
    pdk_mesh_material *look = pdk_alloc(work->memory, sizeof *look);
    if (look == NULL || !pdk_add_color(work->scene, name, color, number)) return false;
    *look = (pdk_mesh_material){
        .name = name, .image = PDK_MESH_NONE, .two_sided = true, .alpha = PDK_ALPHA_BLEND, .roughness = 1
    };
    memcpy(look->color, color, sizeof look->color);
    pdk_scene_material *material = (pdk_scene_material *)work->scene->materials.items + *number;
    material->source = look;
    material->two_sided = true;
    return true;
}

/* A node that is there from `from` until `to` (infinite = the end), and a child of it that shows the mesh. */
static pdk_scene_movement *add_shown(shaping *work, const char *name, size_t parent, size_t mesh, double from,
                                     double to)
{
    pdk_scene_movement *movement = pdk_alloc(work->scene->memory, sizeof *movement);
    float *times = pdk_alloc_array(work->scene->memory, 3, sizeof *times);
    bool *shown = pdk_alloc_array(work->scene->memory, 3, sizeof *shown);
    if (movement == NULL || times == NULL || shown == NULL || name == NULL) return NULL;
    times[1] = (float)(from - work->start);
    times[2] = (float)(to - work->start);
    size_t first = times[1] > 0 ? 0 : 1; /* what is there from the beginning has no time before */
    shown[1] = true;
    *movement = (pdk_scene_movement){ .shown_times = times + first,
                                      .shown = shown + first,
                                      .shown_count = (to <= work->end && times[2] > times[1] ? 3 : 2) - first };
    pdk_scene_node *node = pdk_scene_add_node(work->scene, name, parent);
    if (node == NULL) return NULL;
    node->movement = movement;
    pdk_scene_node *child = pdk_scene_add_node(work->scene, pdk_keep_printf(work->memory, "%s (shape)", name),
                                               work->scene->nodes.count - 1);
    if (child == NULL || child->name == NULL) return NULL;
    child->mesh = mesh;
    return movement;
}

static pdk_status add_window(shaping *work, size_t first, size_t end, size_t parent, pdk_error *error)
{
    const piece *begin = &work->pieces[first];
    pdk_scene_arrays arrays;
    size_t mesh, materials[2] = { work->materials[begin->level], work->materials[begin->level] };
    if (!pdk_make_arrays(work->scene, 4 * (uint64_t)(end - first), 2 * (uint64_t)(end - first), &arrays))
        return no_memory(work, error);
    arrays.vertex_count = arrays.triangle_count = 0;
    for (size_t i = first; i < end; i++) put_piece(work, &work->pieces[i], &arrays);
    pdk_status status =
        pdk_add_arrays(work->scene, "skid marks", &arrays, arrays.triangle_count, materials, &mesh, error);
    if (status != PDK_OK) return status;
    ((pdk_scene_mesh *)work->scene->meshes.items)[mesh].shared = false; /* its points are where they are */
    double when = begin->to->time;                                      /* when all of it has been laid */
    for (size_t i = first; i < end; i++) when = fmax(when, work->pieces[i].to->time);
    const char *name = pdk_keep_printf(work->memory, "skid marks %.1f s, %u", when, (unsigned)begin->level + 1);
    bool added = add_shown(work, name, parent, mesh, when, INFINITY) != NULL;
    return added ? PDK_OK : no_memory(work, error);
}

static pdk_status add_marks(shaping *work, pdk_error *error)
{
    static const char *const names[LEVELS] = { "skid mark 1", "skid mark 2", "skid mark 3", "skid mark 4" };
    pdk_status status = find_pieces(work, error);
    if (status == PDK_OK && work->count > 0) status = find_windows(work, error);
    if (status != PDK_OK || work->count == 0) return status;
    for (int i = 0; i < LEVELS; i++) {
        const double color[4] = { 0.008, 0.008, 0.01, (i + 1.0) / LEVELS };
        if (!add_clear_material(work, names[i], color, &work->materials[i])) return no_memory(work, error);
    }
    size_t parent = work->scene->nodes.count;
    if (pdk_scene_add_node(work->scene, "skid marks", PDK_SCENE_NONE) == NULL) return no_memory(work, error);
    for (size_t first = 0, end; first < work->count && status == PDK_OK; first = end) {
        for (end = first + 1; end < work->count && by_window(&work->pieces[first], &work->pieces[end], NULL) == 0;)
            end++;
        status = add_window(work, first, end, parent, error);
    }
    return status;
}

/* --------------------------------------------------------------------------------------------------------- smoke */

/* Eight triangles around the origin. */
static pdk_status add_ball(shaping *work, size_t *mesh, pdk_error *error)
{
    static const float points[6][3] = {
        { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 }, { 0, 0, -1 }
    };
    static const uint32_t corners[8][3] = { { 0, 2, 4 }, { 2, 1, 4 }, { 1, 3, 4 }, { 3, 0, 4 },
                                            { 2, 0, 5 }, { 1, 2, 5 }, { 3, 1, 5 }, { 0, 3, 5 } };
    static const double color[4] = { 0.6, 0.6, 0.62, 0.35 };
    pdk_scene_arrays arrays;
    size_t materials[2];
    if (!pdk_make_arrays(work->scene, 6, 8, &arrays) || !add_clear_material(work, "smoke", color, &materials[0]))
        return no_memory(work, error);
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 3; k++) {
            arrays.normals[i][k] = points[i][k];
            arrays.positions[i][k] = points[i][k] * (float)puff_radius;
        }
    }
    memcpy(arrays.triangles, corners, sizeof corners);
    materials[1] = materials[0];
    return pdk_add_arrays(work->scene, "smoke", &arrays, 8, materials, mesh, error);
}

static bool add_puff(shaping *work, const pdk_smoke_puff *puff, size_t number, size_t parent, size_t mesh)
{
    const char *name = pdk_keep_printf(work->memory, "smoke %zu", number);
    pdk_scene_movement *movement = add_shown(work, name, parent, mesh, puff->time, puff->time + puff->lifetime);
    float *times = pdk_alloc_array(work->scene->memory, 2, sizeof *times);
    double(*places)[3] = pdk_alloc_array(work->scene->memory, 2, sizeof *places);
    float(*turns)[4] = pdk_alloc_array(work->scene->memory, 2, sizeof *turns);
    if (movement == NULL || times == NULL || places == NULL || turns == NULL) return false;
    for (int i = 0; i < 2; i++) {
        double age = i * puff->lifetime;
        times[i] = (float)(puff->time + age - work->start);
        for (int k = 0; k < 3; k++) places[i][k] = puff->place[k] + age * puff->velocity[k];
        places[i][2] += puff_radius / 2;
        turns[i][3] = 1;
    }
    movement->times = times;
    movement->places = (const double(*)[3])places;
    movement->turns = (const float(*)[4])turns;
    movement->key_count = times[1] > times[0] ? 2 : 1;
    return true;
}

static pdk_status add_smoke(shaping *work, pdk_error *error)
{
    const pdk_smoke_puff *puffs = work->marks.puffs;
    size_t all = 0, every, shown = 0, mesh, parent = work->scene->nodes.count;
    for (size_t i = 0; i < work->marks.puff_count; i++)
        all += puffs[i].time >= work->start && puffs[i].time <= work->end;
    if (all == 0) return PDK_OK;
    every = (all + MOST_PUFFS - 1) / MOST_PUFFS;
    pdk_status status = add_ball(work, &mesh, error);
    if (status != PDK_OK) return status;
    if (pdk_scene_add_node(work->scene, "smoke", PDK_SCENE_NONE) == NULL) return no_memory(work, error);
    for (size_t i = 0, number = 0; i < work->marks.puff_count; i++) {
        if (!(puffs[i].time >= work->start && puffs[i].time <= work->end) || number++ % every != 0) continue;
        if (!add_puff(work, &puffs[i], ++shown, parent, mesh)) return no_memory(work, error);
    }
    if (every > 1)
        pdk_export_note(work->recording->job, PDK_NOTE, "animation.smoke", "%zu of %zu puffs of smoke are shown", shown,
                        all);
    return PDK_OK;
}

pdk_status pdk_add_skid_shapes(const pdk_recording *recording, double end, pdk_scene *scene, pdk_error *error)
{
    shaping work = {
        .recording = recording, .scene = scene, .memory = recording->job->memory, .start = scene->start_time, .end = end
    };
    pdk_status status = pdk_skid_marks_read(recording->job->document, work.memory, &work.marks, error);
    if (status == PDK_OK) status = lay_on_ribbon(&work, error);
    if (status == PDK_OK) status = add_marks(&work, error);
    if (status == PDK_OK) status = add_smoke(&work, error);
    pdk_free(work.memory, work.pieces);
    pdk_free(work.memory, work.line);
    return status;
}
