/* Crossings, then laps, then the track they were driven on. */
#include "analysis/driven_track.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/median.h"
#include "base/trigonometry.h"

enum { MOST_QUICK = 60, LEAST_QUICK = 5 /* where as many are not much slower */, MOST_MEASURED = 64 };

static const double shortest_lap = 10;       /* s */
static const double length_agreement = 0.05; /* share: a lap that is the track's length, no shortcut */

/* ----------------------------------------------------------------------------------------------- crossings */

/* The frame that positions have in the file. */
static pdk_frame frame_of(const pdk_motion *motion)
{
    size_t column = pdk_table_find_role(motion->table, PDK_ROLE_X);
    return column != PDK_NO_COLUMN ? pdk_table_column_at(motion->table, column)->frame : PDK_FRAME_Z_UP;
}

static pdk_status find_start(const pdk_answers *answers, const pdk_paths *paths, pdk_gate *gate, pdk_error *error)
{
    const pdk_motion *motion;
    if (!answers->options.has_line) return pdk_gate_find(paths, gate, error);
    pdk_status status = pdk_answers_motion(answers, &motion, error);
    if (status != PDK_OK) return status;
    return pdk_gate_given(paths, frame_of(motion), motion->mirrored, answers->options.line, gate, error);
}

static pdk_status find_crossings(const pdk_answers *answers, pdk_crossings *crossings, pdk_error *error)
{
    const pdk_paths *paths;
    pdk_gate gate;
    pdk_session_crossing *found;
    pdk_status status = pdk_answers_paths(answers, &paths, error);
    if (status == PDK_OK) status = find_start(answers, paths, &gate, error);
    if (status == PDK_OK)
        status = pdk_find_crossings(paths, &gate, 1, answers->memory, &found, &crossings->count, error);
    if (status != PDK_OK) return status;
    crossings->all = found;
    crossings->found = true;
    return PDK_OK;
}

/* Those of the session, and those that were lost and that poses show. */
static pdk_status complete_crossings(const pdk_answers *answers, const pdk_session *session, pdk_crossings *crossings,
                                     pdk_error *error)
{
    const pdk_paths *paths;
    pdk_session_crossing *all = NULL;
    size_t count = 0;
    *crossings = (pdk_crossings){ session->crossings, session->crossing_count, false };
    if (pdk_answers_have_motion(answers->source, NULL) != PDK_OK) return PDK_OK;
    pdk_status status = pdk_answers_paths(answers, &paths, error);
    if (status == PDK_OK) status = pdk_find_lost_crossings(paths, session, answers->memory, &all, &count, error);
    if (all != NULL) *crossings = (pdk_crossings){ all, count, false };
    return status == PDK_E_UNSUPPORTED ? PDK_OK : status;
}

static pdk_status make_crossings(pdk_answers *answers, void *made, pdk_error *error)
{
    pdk_crossings *crossings = made;
    const pdk_session *session;
    pdk_status status = pdk_answers_session(answers, &session, error);
    if (status != PDK_OK) return status;
    const bool told = session->has_crossings && !answers->options.has_line;
    if (session->crossing_count > 0 && !answers->options.has_line)
        return complete_crossings(answers, session, crossings, error);
    status = find_crossings(answers, crossings, error);
    if (status != PDK_E_UNSUPPORTED || !told) return status;
    *crossings = (pdk_crossings){ .all = session->crossings }; /* nobody came to a line */
    return PDK_OK;
}

const pdk_step pdk_step_crossings = { .name = "crossings",
                                      .needs = PDK_NEEDS(session) | PDK_NEEDS(motion) | PDK_NEEDS(paths),
                                      .size = sizeof(pdk_crossings),
                                      .make = make_crossings };

/* -------------------------------------------------------------------------------------------------- laps */

/* One car's lap while laps are chosen. */
typedef struct timed_lap {
    double duration; /* first: what they are sorted by */
    pdk_lap_span span;
} timed_lap;

static int fastest_first(const void *one, const void *other)
{
    const timed_lap *a = one, *b = other;
    if (a->duration != b->duration) return a->duration < b->duration ? -1 : 1;
    if (a->span.path->run != b->span.path->run) return a->span.path->run < b->span.path->run ? -1 : 1;
    return (a->span.start > b->span.start) - (a->span.start < b->span.start);
}

/* Both ends within one segment of the path. A lap may end a moment after the last sample, as that of a RAF does, or
 * begin a moment before the first. */
static bool lies_in_segment(const pdk_path *path, double *start, double *end)
{
    double reach = path->interval > 0 ? 1.5 * path->interval : 0;
    size_t from = pdk_path_find_segment(path, *start), to = pdk_path_find_segment(path, *end);
    if (from == SIZE_MAX) from = pdk_path_find_segment(path, *start + reach);
    if (to == SIZE_MAX) to = pdk_path_find_segment(path, *end - reach);
    if (from == SIZE_MAX || from != to) return false;
    const pdk_path_segment *segment = &path->segments[from];
    *start = fmax(*start, path->samples[segment->first].time);
    *end = fmin(*end, path->samples[segment->first + segment->count - 1].time);
    return *end - *start >= shortest_lap;
}

/* All laps that end at the line: one that does not itself end there, such as the part of a lap that a RAF may hold, is
 * no lap of the track. */
static pdk_status list_laps(const pdk_paths *paths, const pdk_session_crossing *crossings, size_t count,
                            pdk_memory *memory, timed_lap **laps, size_t *lap_count, pdk_error *error)
{
    double *begun = pdk_alloc_array(memory, paths->count, sizeof *begun);
    *laps = pdk_alloc_array(memory, count, sizeof **laps);
    *lap_count = 0;
    if (begun == NULL || *laps == NULL) return pdk_fail_memory(error, memory, "the laps of the track");
    for (size_t i = 0; i < paths->count; i++) begun[i] = NAN; /* where each car last began a lap */
    for (size_t i = 0; i < count; i++) {
        const pdk_path *path = crossings[i].sector == 0 ? pdk_paths_find(paths, crossings[i].slot) : NULL;
        if (path == NULL) continue;
        double start = begun[path->run], end = crossings[i].time;
        begun[path->run] = end;
        bool whole = !crossings[i].opens && !crossings[i].unended && end - start >= shortest_lap;
        if (!whole || !lies_in_segment(path, &start, &end)) continue;
        (*laps)[(*lap_count)++] = (timed_lap){ end - start, { paths, path, start, end } };
    }
    pdk_free(memory, begun);
    if (*lap_count > 0) qsort(*laps, *lap_count, sizeof **laps, fastest_first);
    return PDK_OK;
}

static double driven(const pdk_lap_span *lap)
{
    size_t segment = pdk_path_find_segment(lap->path, lap->start);
    size_t first = pdk_path_find_sample(lap->path, segment, lap->start),
           last = pdk_path_find_sample(lap->path, segment, lap->end);
    double way = 0;
    for (size_t i = first + 1; i <= last; i++) {
        const pdk_path_sample *sample = &lap->path->samples[i];
        way += pdk_hypot((double)sample->x - sample[-1].x, (double)sample->y - sample[-1].y);
    }
    return way;
}

/* The faster half, and of few laps more, without those that are not the length of a lap. */
static pdk_status choose_quick(pdk_answers *answers, pdk_driven_track *track, const timed_lap *laps, size_t count,
                               pdk_error *error)
{
    double lengths[MOST_MEASURED];
    size_t half = (count + 1) / 2;
    while (half < LEAST_QUICK && half < count && laps[half].duration < 1.1 * laps[0].duration) half++;
    size_t measured = count < MOST_MEASURED ? count : MOST_MEASURED;
    for (size_t i = 0; i < measured; i++) lengths[i] = driven(&laps[i * count / measured].span);
    double usual = pdk_median(lengths, measured);
    pdk_lap_span *quick = pdk_alloc_array(answers->memory, half < MOST_QUICK ? half : MOST_QUICK, sizeof *quick);
    if (quick == NULL) return pdk_fail_memory(error, answers->memory, "the laps of the track");
    size_t step = half / MOST_QUICK + 1;
    for (size_t i = 0; i < half && track->quick_count < MOST_QUICK; i += track->quick_count == 0 ? 1 : step) {
        if (fabs(driven(&laps[i].span) - usual) > length_agreement * usual) continue;
        quick[track->quick_count++] = laps[i].span;
    }
    track->quick = quick;
    return PDK_OK;
}

/* ----------------------------------------------------------------------------------------------- the track */

static pdk_status check_given(const pdk_driven_track *track, pdk_memory *memory, pdk_error *error)
{
    pdk_lap_trace trace;
    pdk_status status = pdk_lap_trace_make(track->model, &track->quick[0], memory, &trace, error);
    if (status == PDK_OK) pdk_lap_trace_free(&trace, memory);
    if (status != PDK_E_UNSUPPORTED) return status;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "track.elsewhere",
                    "the laps are not on the given track: they are more than 60 m from its line");
}

static double distance_of(const pdk_track_model *model, const pdk_gate *gate, double height)
{
    double point[3] = { gate->middle[0], gate->middle[1], height };
    pdk_track_position position;
    bool found = pdk_track_locate(model, point, pdk_atan2(gate->direction[1], gate->direction[0]), &position);
    return found ? position.distance : NAN;
}

/* How high the fastest lap is where it begins: bridges have two heights. */
static double height_at_start(const pdk_driven_track *track)
{
    pdk_path_state state;
    const pdk_lap_span *lap = &track->quick[0];
    return pdk_path_at(lap->paths, lap->path, lap->start, &state) ? state.position[2] : 0;
}

static pdk_status make_model(pdk_answers *answers, pdk_driven_track *track, pdk_error *error)
{
    const pdk_document *given = answers->options.track;
    if (given == NULL) {
        pdk_status status =
            pdk_track_from_laps(answers->memory, track->quick, track->quick_count, &track->model, error);
        if (status != PDK_OK) return status;
        return pdk_track_add_band(track->model, track->quick, track->quick_count, error);
    }
    pdk_status status = pdk_track_from_document(given, answers->memory, &track->model, error);
    if (status == PDK_OK) status = check_given(track, answers->memory, error);
    if (status == PDK_OK)
        status = pdk_track_pit_lanes(given, answers->memory, &track->pit_lanes, &track->pit_lane_count, error);
    if (status != PDK_OK) return status;
    double start = distance_of(track->model, &track->gates[0], height_at_start(track));
    return isnan(start) ? PDK_OK : pdk_track_begin_at(track->model, start, error);
}

/* The lines that crossings show; the start line alone where they were found. */
static pdk_status fit_gates(const pdk_paths *paths, const pdk_session_crossing *crossings, size_t count,
                            double clock_step, pdk_driven_track *track, pdk_error *error)
{
    for (uint32_t sector = 0; sector < PDK_SESSION_SECTORS; sector++) {
        double spread = NAN;
        bool fits;
        pdk_status status = pdk_gate_fit(paths, crossings, count, sector, clock_step, &track->gates[track->gate_count],
                                         &spread, &fits, error);
        if (status != PDK_OK || !fits) return status;
        track->sector_spread[track->gate_count++] = spread;
    }
    return PDK_OK;
}

static void place_gates(pdk_driven_track *track)
{
    double height = height_at_start(track);
    track->sector_distance[0] = 0;
    for (size_t i = 1; i < track->gate_count; i++)
        track->sector_distance[i] = distance_of(track->model, &track->gates[i], height);
}

static pdk_status make_track(pdk_answers *answers, void *made, pdk_error *error)
{
    pdk_driven_track *track = made;
    const pdk_crossings *crossings;
    const pdk_session *session;
    const pdk_paths *paths;
    timed_lap *laps;
    size_t lap_count;
    pdk_status status = pdk_answers_paths(answers, &paths, error);
    if (status == PDK_OK) status = pdk_answers_session(answers, &session, error);
    if (status == PDK_OK) status = pdk_answers_crossings(answers, &crossings, error);
    if (status == PDK_OK)
        status = list_laps(paths, crossings->all, crossings->count, answers->memory, &laps, &lap_count, error);
    if (status != PDK_OK) return status;
    if (lap_count > 0) status = choose_quick(answers, track, laps, lap_count, error);
    pdk_free(answers->memory, laps);
    if (status == PDK_OK && track->quick_count == 0)
        status = pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "track.no_lap",
                          "no complete lap was found, so the track cannot be derived");
    double clock_step = crossings->found ? 0 : session->clock_step;
    if (status == PDK_OK) status = fit_gates(paths, crossings->all, crossings->count, clock_step, track, error);
    if (status == PDK_OK) status = make_model(answers, track, error);
    if (status != PDK_OK) return status;
    place_gates(track);
    const pdk_track_model *model = track->model;
    track->info = (pdk_driven_track_info){ .closed = model->closed,
                                           .given = model->given,
                                           .length = model->length,
                                           .step = model->step,
                                           .points = model->count,
                                           .laps = model->laps,
                                           .timing_lines = track->gate_count };
    return pdk_stations_make(track->model, paths, answers->memory, &track->stations, error);
}

const pdk_step pdk_step_track = { .name = "track",
                                  .needs = PDK_NEEDS(session) | PDK_NEEDS(paths) | PDK_NEEDS(crossings),
                                  .size = sizeof(pdk_driven_track),
                                  .make = make_track };
