/* The answers `corners` and `corner_times`. */
#include <math.h>

#include "analysis/columns.h"

#include "base/trigonometry.h"
#include "analysis/corner/corner_passes.h"
#include "analysis/driven_track.h"
#include "analysis/race/laps.h"

static const double around = 400; /* m beside a lap that belong to the corners at its ends */

/* ---------------------------------------------------------------------------------------------- corners */

typedef struct corner_row {
    pdk_corner corner;
    pdk_text direction;
} corner_row;

#define AT(member) offsetof(corner_row, corner.member)
static const pdk_member corner_members[] = {
    PDK_COLUMN_OF("corner", PDK_UINT32, NULL, "from 1, by apexes from the start line on", false, PDK_ROLE_NONE,
                  AT(corner)),
    PDK_COLUMN_OF("start_distance", PDK_FLOAT64, "m", "along the track from its start line: where it begins to turn",
                  false, PDK_ROLE_NONE, AT(start_distance)),
    PDK_COLUMN_OF("apex_distance", PDK_FLOAT64, "m", "the centre of the turn", false, PDK_ROLE_NONE, AT(apex_distance)),
    PDK_COLUMN_OF("end_distance", PDK_FLOAT64, "m",
                  "where it ends; smaller than the start if it crosses the start line", false, PDK_ROLE_NONE,
                  AT(end_distance)),
    PDK_COLUMN_OF("direction", PDK_TEXT, NULL, "left or right", false, PDK_ROLE_NONE, offsetof(corner_row, direction)),
    PDK_COLUMN_OF("radius", PDK_FLOAT64, "m", "of the line where it turns most, over 20 m", false, PDK_ROLE_NONE,
                  AT(radius)),
    PDK_COLUMN_OF("angle", PDK_FLOAT64, "rad", "turned from start to end, positive to the left", false, PDK_ROLE_NONE,
                  AT(angle)),
    PDK_PLACE_COLUMN("x", "of the line at the apex", false, PDK_ROLE_X, AT(x)),
    PDK_PLACE_COLUMN("y", "of the line at the apex", false, PDK_ROLE_Y, AT(y)),
    PDK_PLACE_COLUMN("z", "of the line at the apex", false, PDK_ROLE_Z, AT(z)),
    PDK_COLUMNS_END,
};
#undef AT

pdk_status pdk_corners_add_table(const pdk_answers *answers, const pdk_corners *corners, pdk_error *error)
{
    corner_row *rows = pdk_alloc_array(answers->memory, corners->count, sizeof *rows);
    if (rows == NULL) return pdk_fail_memory(error, answers->memory, "the corners");
    for (size_t i = 0; i < corners->count; i++) {
        rows[i] = (corner_row){ corners->all[i], pdk_text_of(corners->all[i].angle > 0 ? "left" : "right") };
    }
    return pdk_answer_table(answers, rows, corners->count, sizeof *rows, corner_members, error);
}

/* Does the file record a whole lap? Then there is a table of corners, even if it is empty; poses are not read to know
 * that. */
static bool has_told_lap(pdk_answers *answers)
{
    const pdk_session *session;
    if (pdk_answers_session(answers, &session, NULL) != PDK_OK) return false;
    for (size_t i = 0; i < session->crossing_count; i++) {
        const pdk_session_crossing *crossing = &session->crossings[i];
        if (crossing->sector == 0 && !crossing->opens && isfinite(crossing->lap_time)) return true;
    }
    return false;
}

/* The track, NULL where the poses show none although a lap is recorded. A track or line that was given must fit. */
static pdk_status find_track(pdk_answers *answers, const pdk_driven_track **track, pdk_error *error)
{
    bool given = answers->options.track != NULL || answers->options.has_line;
    *track = NULL;
    pdk_status status = pdk_answers_track(answers, track, error);
    return status == PDK_E_UNSUPPORTED && !given && has_told_lap(answers) ? PDK_OK : status;
}

static pdk_status make_corners(pdk_answers *answers, void *made, pdk_error *error)
{
    const pdk_driven_track *track;
    pdk_corners *corners = made;
    *corners = (pdk_corners){ 0 };
    pdk_status status = find_track(answers, &track, error);
    if (status == PDK_OK && track != NULL) status = pdk_corners_find(track->model, answers->memory, corners, error);
    return status == PDK_OK ? pdk_corners_add_table(answers, corners, error) : status;
}

static pdk_status decide_corners(pdk_answers *answers, pdk_error *error)
{
    const pdk_driven_track *track;
    return has_told_lap(answers) ? PDK_OK : pdk_answers_track(answers, &track, error);
}

const pdk_step pdk_step_corners = { .name = "corners",
                                    .meaning = "a row for each corner of the track as driven",
                                    .needs = PDK_NEEDS(session) | PDK_NEEDS(track),
                                    .size = sizeof(pdk_corners),
                                    .make = make_corners,
                                    .have = pdk_answers_have_motion,
                                    .decide = decide_corners };

/* ------------------------------------------------------------------------------------------- corner_times */

typedef struct pass_row {
    pdk_text driver;
    uint32_t slot, lap, corner;
    pdk_corner_pass pass;
} pass_row;

#define AT(member) offsetof(pass_row, pass.member)
static const pdk_member pass_members[] = {
    PDK_DRIVER_COLUMNS(offsetof(pass_row, driver), offsetof(pass_row, slot)),
    PDK_COUNT_COLUMN("lap", NULL, PDK_ROLE_LAP, offsetof(pass_row, lap)),
    PDK_COLUMN_OF("corner", PDK_UINT32, NULL, "as in corners", false, PDK_ROLE_NONE, offsetof(pass_row, corner)),
    PDK_COLUMN_OF("time", PDK_FLOAT64, "s", "from the corner's start to its end", false, PDK_ROLE_NONE, AT(time)),
    PDK_COLUMN_OF("entry_speed", PDK_FLOAT64, "m/s", "at its start", false, PDK_ROLE_NONE, AT(entry_speed)),
    PDK_REAL_COLUMN("minimum_speed", "m/s",
                    "between the midpoints to the neighbouring corners; null if it is slowest at such a midpoint",
                    AT(minimum_speed)),
    PDK_COLUMN_OF("exit_speed", PDK_FLOAT64, "m/s", "at its end", false, PDK_ROLE_NONE, AT(exit_speed)),
    PDK_REAL_COLUMN("brake_distance", "m",
                    "along the track: where the brake was put on, over 10 %; null where it was not",
                    AT(brake_distance)),
    PDK_REAL_COLUMN("throttle_distance", "m",
                    "along the track: where the throttle was picked up, 15 %; null where it was not lifted",
                    AT(throttle_distance)),
    PDK_COLUMNS_END,
};
#undef AT

/* The samples of a lap and some beside it, as distances that count on; room grows to the longest lap. */
typedef struct drive_room {
    pdk_memory *memory;
    double *values;
    size_t count;
} drive_room;

static bool make_room(drive_room *room, size_t count)
{
    if (count <= room->count) return true;
    pdk_free(room->memory, room->values);
    room->values = pdk_alloc_array(room->memory, count, 2 * sizeof *room->values);
    room->count = room->values != NULL ? count : 0;
    return room->values != NULL;
}

/* From some hundred metres before sample `first` to some after `last`, within the segment. */
static void widen(const pdk_path *path, const pdk_path_segment *segment, size_t *first, size_t *last)
{
    size_t end = (size_t)segment->first + segment->count - 1;
    double way = 0;
    for (; *first > segment->first && way < around; (*first)--) {
        const pdk_path_sample *sample = &path->samples[*first];
        way += pdk_hypot((double)sample->x - sample[-1].x, (double)sample->y - sample[-1].y);
    }
    for (way = 0; *last < end && way < around; (*last)++) {
        const pdk_path_sample *sample = &path->samples[*last];
        way += pdk_hypot((double)sample[1].x - sample->x, (double)sample[1].y - sample->y);
    }
}

/* Counts distances on from the lap's start line, both ways. Samples away from the track keep the distance before. */
static void count_distances(const pdk_track_model *model, const float *places, size_t zero, size_t count,
                            double at_zero, pdk_drive *drive)
{
    double at = at_zero, before = places[zero];
    drive->distance[zero] = at;
    for (size_t i = zero; i-- > 0;) {
        if (!isnan(places[i])) {
            at -= pdk_track_way(model, places[i], before);
            before = places[i];
        }
        drive->distance[i] = at;
    }
    at = at_zero;
    before = places[zero];
    for (size_t i = zero + 1; i < count; i++) {
        if (!isnan(places[i])) {
            at += pdk_track_way(model, before, places[i]);
            before = places[i];
        }
        drive->distance[i] = at;
    }
    double reached = drive->distance[0];
    for (size_t i = 0; i < count; i++) {
        if (drive->distance[i] > reached) reached = drive->distance[i];
        drive->reached[i] = reached;
    }
}

/* False when out of memory; a lap that is nowhere has count 0. */
static bool make_drive(const pdk_driven_track *track, const pdk_driven_lap *lap, drive_room *room, pdk_drive *drive)
{
    const pdk_paths *paths = track->stations->paths;
    const pdk_path *path = pdk_paths_find(paths, lap->slot);
    *drive = (pdk_drive){ .paths = paths, .length = track->model->length };
    double start = lap->start_time;
    if (path == NULL || isnan(start)) return true;
    size_t segment = pdk_path_find_segment(path, start);
    if (segment == SIZE_MAX) segment = pdk_path_find_segment(path, start + (path->interval > 0 ? path->interval : 0));
    if (segment == SIZE_MAX) return true;
    const pdk_path_segment *whole = &path->segments[segment];
    size_t zero = pdk_path_find_sample(path, segment, start), first = zero, last,
           end = (size_t)whole->first + whole->count - 1;
    last = isnan(lap->end_time) ? end : pdk_path_find_sample(path, segment, lap->end_time);
    widen(path, whole, &first, &last);
    const float *places = track->stations->of[path->run].distance;
    while (zero < last && isnan(places[zero])) zero++;
    if (isnan(places[zero]) || last <= first) return true;
    if (!make_room(room, last - first + 1)) return false;
    drive->samples = path->samples + first;
    drive->count = last - first + 1;
    drive->distance = room->values;
    drive->reached = room->values + room->count;
    double place = places[zero];
    count_distances(track->model, places + first, zero - first, drive->count,
                    track->model->closed ? remainder(place, track->model->length) : place, drive);
    return true;
}

static bool add_pass(pdk_vector *rows, const pdk_driven_lap *lap, const pdk_corner *corner, const pdk_corner_pass *pass)
{
    pass_row *row = pdk_vector_push(rows);
    if (row == NULL) return false;
    *row = (pass_row){ lap->driver, lap->slot, lap->lap, corner->corner, *pass };
    return true;
}

/* In which part of the drive the lap is: an incomplete one has no end. */
static bool measure_lap(const pdk_driven_track *track, const pdk_corners *corners, const pdk_driven_lap *lap,
                        drive_room *room, pdk_vector *rows)
{
    pdk_drive drive;
    if (!make_drive(track, lap, room, &drive)) return false;
    for (size_t i = 0; i < corners->count && drive.count > 1; i++) {
        pdk_corner_pass pass;
        if (pdk_corner_pass_of(&drive, corners, i, track->model->closed, &pass) &&
            !add_pass(rows, lap, &corners->all[i], &pass))
            return false;
    }
    return true;
}

static pdk_status make_corner_times(pdk_answers *answers, void *made, pdk_error *error)
{
    (void)made;
    const pdk_driven_track *track;
    const pdk_corners *corners;
    const pdk_laps *laps;
    pdk_status status = find_track(answers, &track, error);
    if (status == PDK_OK) status = pdk_answers_corners(answers, &corners, error);
    if (status == PDK_OK) status = pdk_answers_laps(answers, &laps, error);
    if (status != PDK_OK) return status;
    pdk_vector rows = pdk_vector_of(answers->memory, sizeof(pass_row));
    drive_room room = { .memory = answers->memory };
    bool good = true;
    for (size_t i = 0; track != NULL && i < laps->lap_count && good; i++)
        good = laps->laps[i].kind == PDK_LAP_FORMATION || measure_lap(track, corners, &laps->laps[i], &room, &rows);
    pdk_free(room.memory, room.values);
    if (!good) return pdk_fail_memory(error, answers->memory, "the times of corners");
    return pdk_answer_table(answers, rows.items, rows.count, sizeof(pass_row), pass_members, error);
}

/* A track is made of laps, so where it is there are laps, too. */
const pdk_step pdk_step_corner_times = { .name = "corner_times",
                                         .meaning = "a row for each lap through each corner",
                                         .needs = PDK_NEEDS(session) | PDK_NEEDS(track) | PDK_NEEDS(corners) |
                                                  PDK_NEEDS(laps),
                                         .make = make_corner_times,
                                         .have = pdk_answers_have_motion,
                                         .decide = decide_corners };
