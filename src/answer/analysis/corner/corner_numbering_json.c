/* A numbering of corners as JSON, and back: every number with all its digits, so that what is read is what was saved.
 *
 *     {"version":1,"tracks":[{"laps":3,"fastest":78.2,"length":3512.4,
 *                             "line":[[x,y,z,heading],...],
 *                             "corners":[[corner,start,apex,end,radius,angle,x,y,z, and start, apex and end as
 * points]]}]}
 */
#include <math.h>

#include "analysis/corner/corner_numbering.h"
#include "io/output.h"
#include "json/json.h"
#include "json/json_read.h"
#include "paddock/track.h"

enum { VERSION = 1, POINT = 4, CORNER = 9 + 3 * POINT, MOST_CORNERS = 10000 };

/* -------------------------------------------------------------------------------------------------------- saving */

static void put_numbers(pdk_json *json, const double *numbers, size_t count)
{
    pdk_json_begin(json, '[');
    for (size_t i = 0; i < count; i++) pdk_json_number(json, numbers[i]);
    pdk_json_end(json, ']');
}

static void point_numbers(const pdk_line_point *point, double numbers[POINT])
{
    for (size_t k = 0; k < 3; k++) numbers[k] = point->place[k];
    numbers[3] = point->heading;
}

static void put_corner(pdk_json *json, const pdk_placed_corner *placed)
{
    const pdk_corner *corner = &placed->corner;
    double numbers[CORNER] = { corner->corner,
                               corner->start_distance,
                               corner->apex_distance,
                               corner->end_distance,
                               corner->radius,
                               corner->angle,
                               corner->x,
                               corner->y,
                               corner->z };
    point_numbers(&placed->start, numbers + 9);
    point_numbers(&placed->apex, numbers + 9 + POINT);
    point_numbers(&placed->end, numbers + 9 + 2 * POINT);
    put_numbers(json, numbers, CORNER);
}

static void put_track(pdk_json *json, const pdk_numbered_track *track)
{
    double numbers[POINT];
    pdk_json_begin(json, '{');
    pdk_member_natural(json, "laps", track->laps);
    pdk_member_number(json, "fastest", track->fastest);
    pdk_member_number(json, "length", track->length);
    pdk_member_begin(json, "line", '[');
    for (size_t i = 0; i < PDK_WITNESSES; i++) {
        point_numbers(&track->witnesses[i], numbers);
        put_numbers(json, numbers, POINT);
    }
    pdk_json_end(json, ']');
    pdk_member_begin(json, "corners", '[');
    for (size_t i = 0; i < track->count; i++) put_corner(json, &track->corners[i]);
    pdk_json_end(json, ']');
    pdk_json_end(json, '}');
}

pdk_status pdk_corner_numbering_save(const pdk_corner_numbering *numbering, pdk_output *output, pdk_error *error)
{
    PDK_HOLD_OUTPUT(output);
    if (numbering == NULL || output == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a numbering and an output are needed");
    pdk_json json = { .output = output };
    pdk_json_begin(&json, '{');
    pdk_member_natural(&json, "version", VERSION);
    pdk_member_begin(&json, "tracks", '[');
    const pdk_numbered_track *tracks = numbering->tracks.items;
    for (size_t i = 0; i < numbering->tracks.count; i++) put_track(&json, &tracks[i]);
    pdk_json_end(&json, ']');
    pdk_json_end(&json, '}');
    return pdk_output_write(output, "", 0, error); /* what failed above sticks to it */
}

/* ------------------------------------------------------------------------------------------------------- reading */

/* An array of that many numbers. */
static bool read_numbers(pdk_json_found array, double *numbers, size_t count)
{
    if (pdk_json_kind(array) != '[' || pdk_json_count(array, count + 1) != count) return false;
    pdk_json_found item = pdk_json_first(array);
    for (size_t i = 0; i < count; i++, item = pdk_json_next(array, item)) {
        if (!pdk_json_as_number(item, &numbers[i])) return false;
    }
    return true;
}

static pdk_line_point point_of(const double numbers[POINT])
{
    return (pdk_line_point){ { numbers[0], numbers[1], numbers[2] }, numbers[3] };
}

static bool read_line(pdk_json_found array, pdk_numbered_track *track)
{
    double numbers[POINT];
    if (pdk_json_count(array, PDK_WITNESSES + 1) != PDK_WITNESSES) return false;
    pdk_json_found item = pdk_json_first(array);
    for (size_t i = 0; i < PDK_WITNESSES; i++, item = pdk_json_next(array, item)) {
        if (!read_numbers(item, numbers, POINT)) return false;
        track->witnesses[i] = point_of(numbers);
    }
    return true;
}

static bool is_whole(double number, double most)
{
    return number >= 0 && number <= most && number == floor(number);
}

static bool read_corner(pdk_json_found array, pdk_placed_corner *placed)
{
    double numbers[CORNER];
    if (!read_numbers(array, numbers, CORNER) || !is_whole(numbers[0], UINT32_MAX)) return false;
    placed->corner = (pdk_corner){ (uint32_t)numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
                                   numbers[5],           numbers[6], numbers[7], numbers[8] };
    placed->start = point_of(numbers + 9);
    placed->apex = point_of(numbers + 9 + POINT);
    placed->end = point_of(numbers + 9 + 2 * POINT);
    return true;
}

static bool read_number(pdk_json_found object, const char *name, double *number)
{
    return pdk_json_as_number(pdk_json_member(object, name), number);
}

/* All but the corners. */
static bool read_shape(pdk_json_found object, pdk_numbered_track *track)
{
    double laps;
    if (!read_number(object, "laps", &laps) || !is_whole(laps, UINT32_MAX)) return false;
    track->laps = (size_t)laps;
    return read_number(object, "fastest", &track->fastest) && read_number(object, "length", &track->length) &&
           track->length > 0 && read_line(pdk_json_member(object, "line"), track);
}

static pdk_status fail_corrupt(pdk_error *error, size_t track)
{
    return pdk_fail(
        error, PDK_E_CORRUPT, PDK_NO_OFFSET, "corners.track",
        "track %zu of these corners is none: laps, fastest, length, line or corners are not as they are saved",
        track + 1);
}

/* The track number `index`, added. */
static pdk_status read_track(pdk_corner_numbering *numbering, pdk_json_found object, size_t index, pdk_error *error)
{
    pdk_numbered_track track = { .settled = PDK_TRACK_SAVED };
    pdk_json_found corners = pdk_json_member(object, "corners");
    size_t count = pdk_json_count(corners, MOST_CORNERS + 1);
    if (!read_shape(object, &track) || pdk_json_kind(corners) != '[' || count > MOST_CORNERS)
        return fail_corrupt(error, index);
    pdk_numbered_track *added = pdk_vector_push(&numbering->tracks);
    if (added == NULL) return pdk_fail_memory(error, &numbering->memory, "the corners of tracks");
    track.corners = pdk_alloc_array(&numbering->memory, count, sizeof *track.corners);
    *added = track;
    if (track.corners == NULL) return pdk_fail_memory(error, &numbering->memory, "the corners of tracks");
    pdk_json_found item = pdk_json_first(corners);
    for (; added->count < count; added->count++, item = pdk_json_next(corners, item)) {
        if (!read_corner(item, &added->corners[added->count])) return fail_corrupt(error, index);
    }
    return PDK_OK;
}

static pdk_status read_tracks(pdk_corner_numbering *numbering, const pdk_json_tree *tree, pdk_error *error)
{
    pdk_json_found root = pdk_json_root(tree), tracks = pdk_json_member(root, "tracks");
    double version = 0;
    pdk_status status = PDK_OK;
    if (!read_number(root, "version", &version) || pdk_json_kind(tracks) != '[')
        return pdk_fail(error, PDK_E_CORRUPT, PDK_NO_OFFSET, "corners.json", "this JSON has no corners of tracks");
    if (version != VERSION)
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "corners.version",
                        "a newer paddock saved these corners (version %g, and this one knows %d)", version, VERSION);
    pdk_json_found item = pdk_json_first(tracks);
    for (size_t i = 0; item.tree != NULL && status == PDK_OK; i++, item = pdk_json_next(tracks, item))
        status = read_track(numbering, item, i, error);
    return status;
}

pdk_status pdk_corner_numbering_load(pdk_corner_numbering *numbering, const char *text, size_t size, pdk_error *error)
{
    if (numbering == NULL || text == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a numbering and a text are needed");
    pdk_json_tree tree;
    pdk_json_trouble trouble;
    size_t before = numbering->tracks.count;
    pdk_status status = PDK_OK;
    if (!pdk_json_parse(&tree, &numbering->memory, text, size, &trouble))
        status = trouble.what == NULL ? pdk_fail_memory(error, &numbering->memory, "the corners of tracks")
                                      : pdk_fail(error, PDK_E_CORRUPT, trouble.at, "corners.json", "%s, in line %llu",
                                                 trouble.what, (unsigned long long)trouble.line);
    if (status == PDK_OK) status = read_tracks(numbering, &tree, error);
    pdk_json_free(&tree);
    pdk_numbered_track *tracks = numbering->tracks.items;
    while (status != PDK_OK && numbering->tracks.count > before)
        pdk_free(&numbering->memory, tracks[--numbering->tracks.count].corners);
    return status;
}
