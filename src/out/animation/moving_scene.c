/* Cars and their track, put together. */
#include "animation/moving_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "animation/movement.h"
#include "animation/skid_shapes.h"
#include "animation/solids.h"

/* Viewers change names: a blank becomes "_", and characters that are part of property paths are removed. Two names are
 * equal if they are equal after that. */
static bool next_letter(const char **at, char *letter)
{
    while (**at != '\0' && strchr("[].:/", **at) != NULL) ++*at;
    if (**at == '\0') return false;
    *letter = **at == ' ' ? '_' : **at;
    ++*at;
    return true;
}

static bool are_alike(const char *one, const char *other)
{
    for (;;) {
        char a = '\0', b = '\0';
        bool more = next_letter(&one, &a), both = next_letter(&other, &b);
        if (more != both || a != b) return false;
        if (!more) return true;
    }
}

static bool is_taken(const pdk_scene *scene, const char *name)
{
    for (size_t i = 0; i < scene->nodes.count; i++)
        if (are_alike(pdk_scene_node_at(scene, i)->name, name)) return true;
    return false;
}

/* The driver's name, with the slot after it where another has the same. */
static const char *name_of(const pdk_scene *scene, const char *driver, uint64_t slot)
{
    const char *name = driver[0] != '\0' ? driver : "car";
    for (unsigned try = 0; name != NULL && is_taken(scene, name); try++) {
        if (try == 0) name = pdk_keep_printf(scene->memory, "%s %llu", driver, (unsigned long long)slot);
        else name = pdk_keep_printf(scene->memory, "%s %llu %u", driver, (unsigned long long)slot, try);
    }
    return name;
}

static pdk_status find_times(const pdk_recording *recording, double *start, double *end, pdk_error *error)
{
    *start = INFINITY;
    *end = -INFINITY;
    for (size_t r = 0; r < recording->run_count; r++) {
        pdk_recorded_part *parts;
        size_t count;
        pdk_status status = pdk_recording_parts(recording, recording->runs[r], &parts, &count, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++) {
            *start = fmin(*start, parts[i].start);
            *end = fmax(*end, parts[i].end);
        }
        pdk_free(recording->job->memory, parts);
    }
    if (*end - *start < 1e6) return PDK_OK;
    return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "animation.time",
                    "an animation cannot be longer than 1000000 s: choose a shorter time");
}

static pdk_status add_track(pdk_export *job, const pdk_recording *recording, pdk_scene *scene, pdk_error *error)
{
    size_t mesh = PDK_SCENE_NONE;
    pdk_status status = PDK_OK;
    if (job->options->glb->track != NULL) {
        status = pdk_add_solid(scene, job->options->glb->track, PDK_FRAME_Z_UP, "track", &mesh, error);
        if (status == PDK_OK) ((pdk_scene_mesh *)scene->meshes.items)[mesh].shared = false;
    } else if (recording->track != NULL) {
        status = pdk_add_ribbon(scene, recording->track, &mesh, error);
    }
    if (status != PDK_OK) return status;
    if (mesh == PDK_SCENE_NONE) {
        pdk_export_note(job, PDK_NOTE, "animation.track", "the track is unknown: there is no complete lap");
        return PDK_OK;
    }
    pdk_scene_node *node = pdk_scene_add_node(scene, "track", PDK_SCENE_NONE);
    if (node == NULL) return pdk_fail_memory(error, scene->memory, "a scene");
    node->mesh = mesh;
    return PDK_OK;
}

typedef struct numbered_car {
    const char *name;
    size_t number;
} numbered_car;

/* The mesh of a driver's car; `shared` is that of a file, once it is known. */
static pdk_status find_car(const pdk_export *job, pdk_scene *scene, numbered_car car, size_t *shared, size_t *mesh,
                           pdk_error *error)
{
    if (job->options->glb->car == NULL) return pdk_add_car_shape(scene, car.name, car.number, mesh, error);
    pdk_status status = PDK_OK;
    if (*shared == PDK_SCENE_NONE)
        status = pdk_add_solid(scene, job->options->glb->car, PDK_FRAME_ROAD, "car", shared, error);
    *mesh = *shared;
    return status;
}

static pdk_status add_driver(const pdk_recording *recording, size_t number, double end, pdk_scene *scene,
                             size_t *shared, pdk_error *error)
{
    size_t mesh, run = recording->runs[number];
    pdk_export *job = recording->job;
    const char *driver = pdk_recording_driver(recording, run);
    pdk_scene_movement *movement = pdk_alloc(scene->memory, sizeof *movement);
    if (driver == NULL || movement == NULL) return pdk_fail_memory(error, scene->memory, "a scene");
    pdk_status status = pdk_movement_make(recording, run, scene->start_time, end, movement, error);
    if (status != PDK_OK || movement->key_count == 0) return status;
    movement->driver = driver;
    const char *name = name_of(scene, driver, movement->slot);
    if (name == NULL) return pdk_fail_memory(error, scene->memory, "a scene");
    /* viewers number the parts of a mesh by its name, "Rossi_1": that may be what another driver's node is called */
    const char *body = pdk_keep_printf(scene->memory, "%s (car)", name);
    if (body == NULL) return pdk_fail_memory(error, scene->memory, "a scene");
    status = find_car(job, scene, (numbered_car){ body, number }, shared, &mesh, error);
    if (status != PDK_OK) return status;
    pdk_scene_node *node = pdk_scene_add_node(scene, name, PDK_SCENE_NONE);
    if (node != NULL) node->movement = movement;
    pdk_scene_node *shown = node != NULL ? pdk_scene_add_node(scene, body, scene->nodes.count - 1) : NULL;
    if (shown == NULL) return pdk_fail_memory(error, scene->memory, "a scene");
    shown->mesh = mesh;
    return pdk_export_progress(job, number, recording->run_count, error);
}

/* Does a car come to the track that was given? Seen from above, within its box. */
static bool is_driven_on(const pdk_scene *scene)
{
    const pdk_scene_node *track = pdk_scene_node_at(scene, 0);
    const pdk_surface *surface = &((const pdk_scene_mesh *)scene->meshes.items)[track->mesh].mesh.arrays;
    pdk_extent extent = pdk_extent_none();
    for (uint64_t i = 0; i < surface->vertex_count; i++) {
        const float *from = surface->positions + 3 * i;
        const double point[3] = { (double)from[0], (double)from[1], (double)from[2] };
        pdk_extent_add(&extent, point);
    }
    for (size_t n = 1; n < scene->nodes.count; n++) {
        const pdk_scene_movement *movement = pdk_scene_node_at(scene, n)->movement;
        for (size_t i = 0; movement != NULL && i < movement->key_count; i++) {
            const double *place = movement->places[i];
            bool inside = true;
            for (int k = 0; k < 2; k++)
                inside = inside && place[k] >= extent.minimum[k] && place[k] <= extent.maximum[k];
            if (inside) return true;
        }
    }
    return false;
}

static void note_solids(const pdk_export *job, const pdk_scene *scene)
{
    if (job->options->glb->track != NULL && !is_driven_on(scene))
        pdk_export_note(job, PDK_NOTE, "animation.elsewhere",
                        "no car comes near the given track: it is another place, or in other coordinates");
    if (job->options->glb->car == NULL && job->options->glb->track == NULL) return;
    pdk_export_note(job, PDK_NOTE, "animation.plain",
                    "of the %s only the shape and the colours of points are taken: no materials and pictures",
                    job->options->glb->car == NULL     ? "track"
                    : job->options->glb->track == NULL ? "car"
                                                       : "car and the track");
}

static pdk_status fill(const pdk_recording *recording, pdk_scene *scene, pdk_error *error)
{
    double end;
    size_t shared = PDK_SCENE_NONE;
    pdk_export *job = recording->job;
    pdk_status status = find_times(recording, &scene->start_time, &end, error);
    if (status == PDK_OK) status = add_track(job, recording, scene, error);
    for (size_t i = 0; i < recording->run_count && status == PDK_OK; i++)
        status = add_driver(recording, i, end, scene, &shared, error);
    if (status == PDK_OK) note_solids(job, scene);
    if (status == PDK_OK) status = pdk_add_skid_shapes(recording, end, scene, error);
    return status;
}

pdk_status pdk_moving_scene_make(pdk_export *job, pdk_scene *scene, pdk_error *error)
{
    pdk_recording recording;
    pdk_scene_begin(job->options->note, job->options->note_user, job->memory, scene);
    pdk_status status = pdk_recording_open(job, false, &recording, error);
    if (status == PDK_OK) status = fill(&recording, scene, error);
    pdk_recording_close(&recording);
    return status;
}
