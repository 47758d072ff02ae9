/* The track as driven, and laps compared on it. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "shim.h"

#include "json/json.h"

/* JavaScript reads arrays of the first and fills one of the second. */
_Static_assert(sizeof(pdk_driven_track_point) == 8 * sizeof(double), "track.js reads points");
_Static_assert(sizeof(pdk_lap_reference) == 16 && offsetof(pdk_lap_reference, name) == 4 &&
                   offsetof(pdk_lap_reference, driver) == 8 && offsetof(pdk_lap_reference, lap) == 12,
               "index.js writes laps");

PDK_EXPORT(const pdk_driven_track *, driven_track, const pdk_document *document)
{
    const pdk_driven_track *track = NULL;
    return pdk_driven_track_of(document, &track, &pdk_wasm_error) == PDK_OK ? track : NULL;
}

/* [[x, y, z], ...] of each. */
static pdk_status put_pit_lanes(pdk_json *json, const pdk_driven_track *track)
{
    pdk_member_begin(json, "pitLanes", '[');
    for (size_t lane = 0; lane < pdk_driven_track_pit_lane_count(track); lane++) {
        pdk_json_begin(json, '[');
        for (size_t i = 0; i < pdk_driven_track_pit_lane_points(track, lane); i++) {
            double point[1][3];
            pdk_status status = pdk_driven_track_pit_lane_read(track, lane, i, 1, point, &pdk_wasm_error);
            if (status != PDK_OK) return status;
            pdk_json_begin(json, '[');
            for (int axis = 0; axis < 3; axis++) pdk_json_number(json, point[0][axis]);
            pdk_json_end(json, ']');
        }
        pdk_json_end(json, ']');
    }
    pdk_json_end(json, ']');
    return PDK_OK;
}

/* { closed, given, length, step, points, laps, timingLines: [...], pitLanes: [...] } */
PDK_EXPORT(pdk_status, driven_track_describe, const pdk_driven_track *track)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    const pdk_driven_track_info *info = pdk_driven_track_about(track);
    pdk_json json = { .output = output };
    pdk_json_begin(&json, '{');
    pdk_member_boolean(&json, "closed", info->closed);
    pdk_member_boolean(&json, "given", info->given);
    pdk_member_number(&json, "length", info->length);
    pdk_member_number(&json, "step", info->step);
    pdk_member_natural(&json, "points", info->points);
    pdk_member_natural(&json, "laps", info->laps);
    pdk_member_begin(&json, "timingLines", '[');
    pdk_timing_line line;
    for (size_t i = 0; pdk_driven_track_timing_line_at(track, i, &line); i++) {
        const double ends[] = { line.x1, line.y1, line.x2, line.y2 },
                     direction[] = { line.direction_x, line.direction_y };
        pdk_json_begin(&json, '{');
        pdk_member_number(&json, "distance", line.distance);
        pdk_member_numbers(&json, "ends", ends, 4);
        pdk_member_numbers(&json, "direction", direction, 2);
        pdk_member_number(&json, "spread", line.spread);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_status status = put_pit_lanes(&json, track);
    pdk_json_end(&json, '}');
    return pdk_wasm_finish(output, status);
}

PDK_EXPORT(pdk_status, driven_track_points, const pdk_driven_track *track, size_t first, size_t count,
           pdk_driven_track_point *points)
{
    return pdk_driven_track_read(track, first, count, points, &pdk_wasm_error);
}

PDK_EXPORT(void, driven_track_places, const pdk_driven_track *track, double slot, const double *times, size_t count,
           double *distances, double *laterals)
{
    pdk_driven_track_places(track, (uint64_t)slot, times, count, distances, laterals);
}

/* `place` is x, y, z and the heading (NaN = either way) before, distance and lateral offset after. */
PDK_EXPORT(bool, driven_track_locate, const pdk_driven_track *track, double place[4])
{
    double distance, lateral;
    if (!pdk_driven_track_locate(track, place, isnan(place[3]) ? NULL : &place[3], &distance, &lateral)) return false;
    place[0] = distance;
    place[1] = lateral;
    return true;
}

/* `line`: four doubles, or NULL. */
PDK_EXPORT(pdk_document *, compare_laps, const pdk_lap_reference *laps, size_t count, const char *method, double step,
           const pdk_document *track, const double *line)
{
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    options.step = step;
    options.track = track;
    options.progress = pdk_wasm_progress();
    options.has_line = line != NULL;
    for (int i = 0; i < 4 && line != NULL; i++) options.line[i] = line[i];
    for (int i = PDK_COMPARE_RULER; method != NULL && i <= PDK_COMPARE_DISTANCE; i++) {
        if (strcmp(pdk_compare_method_name((pdk_compare_method)i), method) == 0) options.method = (pdk_compare_method)i;
    }
    pdk_document *comparison = NULL;
    return pdk_compare_laps(laps, count, &options, &comparison, &pdk_wasm_error) == PDK_OK ? comparison : NULL;
}

static pdk_status add_all(pdk_corner_numbering *numbering, const pdk_document *const *documents, size_t count)
{
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < count && status != PDK_E_MEMORY; i++)
        status = pdk_corner_numbering_add(numbering, documents[i], &pdk_wasm_error);
    return status == PDK_E_MEMORY ? status : PDK_OK;
}

static pdk_status apply_to_all(const pdk_corner_numbering *numbering, const pdk_document *const *documents,
                               size_t count)
{
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < count && status != PDK_E_MEMORY; i++)
        status = pdk_corner_numbering_apply(numbering, documents[i], &pdk_wasm_error);
    return status == PDK_E_MEMORY ? status : PDK_OK;
}

/* One numbering of corners for each track. A document whose track cannot be found is left out: its answers say why. */
PDK_EXPORT(pdk_status, number_corners, const pdk_document *const *documents, size_t count)
{
    pdk_corner_numbering *numbering = NULL;
    pdk_status status = pdk_corner_numbering_create(NULL, &numbering, &pdk_wasm_error);
    if (status == PDK_OK) status = add_all(numbering, documents, count);
    if (status == PDK_OK) status = apply_to_all(numbering, documents, count);
    pdk_corner_numbering_close(numbering);
    return status;
}

/* A byte for each document. */
PDK_EXPORT(pdk_status, stale_corners, const pdk_document *const *documents, size_t count, bool *stale)
{
    return pdk_corner_numbering_stale(documents, count, stale, &pdk_wasm_error);
}

/* `names` ends with NULL; NULL = all. `others`: the track, the results file, the file about the car; each may be NULL.
 * `until` NaN and `until_lap` 0: the end. */
PDK_EXPORT(pdk_document *, analyse, const pdk_document *document, const char *const *names,
           const pdk_document *const *others, const double *line, double incident_gap, bool all_incidents, double until,
           uint32_t until_lap)
{
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = names;
    options.track = others[0];
    options.results = others[1];
    options.car_info = others[2];
    options.has_line = line != NULL;
    for (int i = 0; i < 4 && line != NULL; i++) options.line[i] = line[i];
    options.incident_gap = incident_gap;
    options.all_incidents = all_incidents;
    options.has_until = !isnan(until);
    options.until = options.has_until ? until : 0;
    options.until_lap = until_lap;
    options.progress = pdk_wasm_progress();
    pdk_document *analysis = NULL;
    return pdk_analyse(document, &options, &analysis, &pdk_wasm_error) == PDK_OK ? analysis : NULL;
}
