/* The track of a recording for programs. */
#include <math.h>
#include <string.h>

#include "analysis/driven_track.h"
#include "model/document_life.h"

pdk_status pdk_driven_track_of(const pdk_document *document, const pdk_driven_track **track, pdk_error *error)
{
    PDK_HOLD(document);
    if (track != NULL) *track = NULL;
    if (document == NULL || track == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "a document and a place for its track are needed");
    pdk_answers answers;
    pdk_status status = pdk_answers_begin(document, NULL, NULL, &answers, error);
    if (status == PDK_OK) status = pdk_answers_have_motion(answers.source, error);
    if (status == PDK_OK) status = pdk_answers_track(&answers, track, error);
    if (status == PDK_OK) status = pdk_document_still_held(document, error);
    if (status != PDK_OK) *track = NULL;
    return status;
}

const pdk_driven_track_info *pdk_driven_track_about(const pdk_driven_track *track)
{
    return &track->info;
}

pdk_status pdk_driven_track_read(const pdk_driven_track *track, size_t first, size_t count,
                                 pdk_driven_track_point *points, pdk_error *error)
{
    if (track == NULL || (points == NULL && count > 0))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a track and room for points are needed");
    const pdk_track_model *model = track->model;
    if (first > model->count || count > model->count - first)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.rows", "the track has %zu points",
                        model->count);
    for (size_t i = 0; i < count; i++) {
        size_t from = first + i;
        points[i] = (pdk_driven_track_point){ .x = model->origin[0] + (double)model->points[from][0],
                                              .y = model->origin[1] + (double)model->points[from][1],
                                              .z = model->origin[2] + (double)model->points[from][2],
                                              .heading = (double)model->heading[from],
                                              .curvature = (double)model->curvature[from],
                                              .left = (double)model->left[from],
                                              .right = (double)model->right[from] };
        points[i].has_z = !isnan(points[i].z);
        points[i].has_left = !isnan(points[i].left);
        points[i].has_right = !isnan(points[i].right);
    }
    return PDK_OK;
}

bool pdk_driven_track_locate(const pdk_driven_track *track, const double position[3], const double *heading,
                             double *distance, double *lateral)
{
    pdk_track_position place;
    if (!pdk_track_locate(track->model, position, heading != NULL ? *heading : NAN, &place)) return false;
    if (distance != NULL) *distance = place.distance;
    if (lateral != NULL) *lateral = place.lateral;
    return true;
}

void pdk_driven_track_places(const pdk_driven_track *track, uint64_t slot, const double *times, size_t count,
                             double *distances, double *laterals)
{
    const pdk_path *path = pdk_paths_find(track->stations->paths, slot);
    for (size_t i = 0; i < count; i++) {
        pdk_track_position place = { NAN, NAN };
        bool known = path != NULL && pdk_stations_at(track->stations, path, times[i], &place);
        if (distances != NULL) distances[i] = known ? place.distance : NAN;
        if (laterals != NULL) laterals[i] = known ? place.lateral : NAN;
    }
}

bool pdk_driven_track_timing_line_at(const pdk_driven_track *track, size_t index, pdk_timing_line *line)
{
    if (index >= track->gate_count) return false;
    const pdk_gate *gate = &track->gates[index];
    double x = gate->direction[0], y = gate->direction[1], half = gate->half_width;
    *line = (pdk_timing_line){ .distance = track->sector_distance[index],
                               .x1 = gate->middle[0] - half * y,
                               .y1 = gate->middle[1] + half * x,
                               .x2 = gate->middle[0] + half * y,
                               .y2 = gate->middle[1] - half * x,
                               .direction_x = x,
                               .direction_y = y,
                               .spread = track->sector_spread[index],
                               .has_distance = !isnan(track->sector_distance[index]),
                               .has_spread = !isnan(track->sector_spread[index]) };
    return true;
}

size_t pdk_driven_track_pit_lane_count(const pdk_driven_track *track)
{
    return track->pit_lane_count;
}

size_t pdk_driven_track_pit_lane_points(const pdk_driven_track *track, size_t lane)
{
    return lane < track->pit_lane_count ? track->pit_lanes[lane].count : 0;
}

pdk_status pdk_driven_track_pit_lane_read(const pdk_driven_track *track, size_t lane, size_t first, size_t count,
                                          double (*points)[3], pdk_error *error)
{
    if (track == NULL || (points == NULL && count > 0))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a track and room for points are needed");
    if (lane >= track->pit_lane_count)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.lane", "the track has %zu pit lanes",
                        track->pit_lane_count);
    const pdk_pit_lane *from = &track->pit_lanes[lane];
    if (first > from->count || count > from->count - first)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.rows", "the pit lane has %zu points",
                        from->count);
    if (count > 0) memcpy(points, from->points + first, count * sizeof *points);
    return PDK_OK;
}
