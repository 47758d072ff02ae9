/* Where everyone was at a moment, from their paths. */
#include "analysis/incident/incident_scene.h"

#include <math.h>

#include "analysis/driven_track.h"
#include "analysis/incident/incident_meeting.h"
#include "analysis/incident/incident_solo.h"
#include "base/text.h"
#include "base/trigonometry.h"

static const double creeping = 0.5; /* m/s: slower, the way says nothing about the nose */

static bool repeats(const pdk_paths *paths, const pdk_path *path)
{
    for (size_t i = 0; i < paths->count; i++) {
        if (paths->paths[i].slot != path->slot && pdk_same_text(paths->paths[i].name, path->name)) return true;
    }
    return false;
}

pdk_status pdk_scene_cars(const pdk_document *document, double time, pdk_memory *memory, pdk_scene_car **cars,
                          size_t *count, pdk_error *error)
{
    pdk_answers answers;
    const pdk_paths *paths = NULL;
    *count = 0;
    pdk_status status = pdk_answers_begin(document, NULL, NULL, &answers, error);
    if (status == PDK_OK) status = pdk_answers_paths(&answers, &paths, error);
    if (status != PDK_OK) return status;
    bool noses = pdk_headings_can_be_trusted(paths);
    *cars = pdk_alloc_array(memory, paths->count, sizeof **cars);
    if (*cars == NULL) return pdk_fail_memory(error, memory, "cars");
    for (size_t i = 0; i < paths->count; i++) {
        pdk_path_state state;
        if (!pdk_path_at(paths, &paths->paths[i], time, &state)) continue;
        bool drives = pdk_hypot(state.velocity[0], state.velocity[1]) > creeping;
        pdk_upset before;
        pdk_upset_of(paths, &paths->paths[i], time, time, &before);
        (*cars)[(*count)++] =
            (pdk_scene_car){ .name = paths->paths[i].name,
                             .slot = (uint32_t)paths->paths[i].slot,
                             .repeats = repeats(paths, &paths->paths[i]),
                             .x = state.position[0],
                             .y = state.position[1],
                             .heading =
                                 noses || !drives ? state.heading : pdk_atan2(state.velocity[1], state.velocity[0]),
                             .speed = state.speed,
                             .speed_before = before.speed_before };
    }
    return PDK_OK;
}

pdk_status pdk_scene_track(const pdk_document *document, const double place[2], double reach, pdk_memory *memory,
                           pdk_scene_ground *ground, pdk_error *error)
{
    pdk_answers answers;
    const pdk_driven_track *track = NULL;
    *ground = (pdk_scene_ground){ NULL, 0 };
    pdk_status status = pdk_answers_begin(document, NULL, NULL, &answers, error);
    if (status == PDK_OK) status = pdk_answers_track(&answers, &track, error);
    if (status == PDK_E_UNSUPPORTED) return PDK_OK;
    if (status != PDK_OK) return status;
    const pdk_track_model *model = track->model;
    size_t last = SIZE_MAX;
    ground->edges = pdk_alloc_array(memory, model->count, sizeof *ground->edges);
    if (ground->edges == NULL) return pdk_fail_memory(error, memory, "a track");
    for (size_t i = 0; i < model->count; i++) {
        double x = model->origin[0] + (double)model->points[i][0], y = model->origin[1] + (double)model->points[i][1];
        double left = (double)model->left[i], right = (double)model->right[i];
        if (!(pdk_hypot(x - place[0], y - place[1]) < reach) || !isfinite(left) || !isfinite(right)) continue;
        double sine, cosine;
        pdk_sin_cos((double)model->heading[i], &sine, &cosine);
        double wide = PDK_SCENE_CAR_WIDTH / 2; /* the band is of cars' centres */
        bool begins = ground->count == 0 || last + 1 != i;
        ground->edges[ground->count++] = (pdk_scene_edge){ { x - sine * (left + wide), y + cosine * (left + wide) },
                                                           { x - sine * (right - wide), y + cosine * (right - wide) },
                                                           begins };
        last = i;
    }
    return PDK_OK;
}
