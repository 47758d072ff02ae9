/* One numbering of corners for recordings of one track. Each recording shows the corners of its own laps; of all that
 * are added one is taken for the track, always the same whatever their order: whose line is made of most laps, then
 * whose lap is the fastest. The others get its corners, at their places on their own lines. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/corner/corner_numbering.h"
#include "analysis/driven_track.h"
#include "base/allocator.h"
#include "model/document_life.h"
#include "paddock/track.h"

static const double same_length = 0.05, same_place = 0.9; /* shares: of the length; of the points */
static const double near = 20;                            /* m between lines of one track */
static const double same_distance = 0.01;                 /* m: the line is the one that corners were found on */

static pdk_status fail_room(const pdk_corner_numbering *numbering, pdk_error *error)
{
    return pdk_fail_memory(error, &numbering->memory, "the corners of tracks");
}

pdk_status pdk_corner_numbering_create(const pdk_allocator *allocator, pdk_corner_numbering **numbering,
                                       pdk_error *error)
{
    if (numbering == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a place for the numbering is needed");
    pdk_memory memory;
    pdk_allocator used = allocator != NULL ? *allocator : (pdk_allocator){ 0 };
    pdk_memory_init(&memory, &used, pdk_memory_limit(&(pdk_limits){ 0 }));
    pdk_corner_numbering *made = pdk_allocator_take(&memory.allocator, sizeof *made);
    *numbering = made;
    if (made == NULL) return pdk_fail_memory(error, &memory, "the corners of tracks");
    memset(made, 0, sizeof *made);
    pdk_memory_init(&made->memory, &memory.allocator, memory.limit);
    made->tracks = pdk_vector_of(&made->memory, sizeof(pdk_numbered_track));
    return PDK_OK;
}

void pdk_corner_numbering_close(pdk_corner_numbering *numbering)
{
    if (numbering == NULL) return;
    pdk_allocator allocator = numbering->memory.allocator;
    pdk_memory_destroy(&numbering->memory);
    pdk_allocator_give_back(&allocator, numbering, sizeof *numbering);
}

size_t pdk_corner_numbering_track_count(const pdk_corner_numbering *numbering)
{
    return numbering != NULL ? numbering->tracks.count : 0;
}

/* ------------------------------------------------------------------------------------------------ which track */

static pdk_line_point point_at(const pdk_track_model *model, double distance)
{
    pdk_line_point point;
    pdk_track_point_at(model, distance, 0, point.place, &point.heading);
    return point;
}

void pdk_witness_track(const pdk_track_model *model, pdk_line_point witnesses[PDK_WITNESSES])
{
    for (size_t i = 0; i < PDK_WITNESSES; i++)
        witnesses[i] = point_at(model, model->length * (double)i / PDK_WITNESSES);
}

bool pdk_is_same_track(double length, const pdk_line_point witnesses[PDK_WITNESSES], const pdk_track_model *model)
{
    size_t there = 0;
    if (!(fabs(length - model->length) < same_length * length)) return false;
    for (size_t i = 0; i < PDK_WITNESSES; i++) {
        pdk_track_position position;
        const pdk_line_point *point = &witnesses[i];
        there += pdk_track_locate(model, point->place, point->heading, &position) && fabs(position.lateral) < near;
    }
    return (double)there >= same_place * PDK_WITNESSES;
}

static pdk_numbered_track *find_track(const pdk_corner_numbering *numbering, const pdk_track_model *model)
{
    pdk_numbered_track *tracks = numbering->tracks.items;
    for (size_t i = 0; i < numbering->tracks.count; i++) {
        if (pdk_is_same_track(tracks[i].length, tracks[i].witnesses, model)) return &tracks[i];
    }
    return NULL;
}

/* ------------------------------------------------------------------------------------------- whose corners count */

/* By the place of the line's first point where nothing else distinguishes them. */
static bool is_better(const pdk_numbered_track *one, const pdk_numbered_track *other)
{
    if (one->settled != other->settled) return one->settled > other->settled;
    if (one->laps != other->laps) return one->laps > other->laps;
    if (one->fastest != other->fastest) return one->fastest < other->fastest;
    const double *a = one->witnesses[0].place, *b = other->witnesses[0].place;
    for (int k = 0; k < 3; k++) {
        if (a[k] != b[k]) return a[k] < b[k];
    }
    return one->length < other->length;
}

static bool take_corners(pdk_memory *memory, const pdk_track_model *model, const pdk_corners *corners,
                         pdk_numbered_track *track)
{
    track->corners = pdk_alloc_array(memory, corners->count, sizeof *track->corners);
    track->count = corners->count;
    for (size_t i = 0; i < corners->count && track->corners != NULL; i++) {
        const pdk_corner *corner = &corners->all[i];
        track->corners[i] =
            (pdk_placed_corner){ *corner, point_at(model, corner->start_distance),
                                 point_at(model, corner->apex_distance), point_at(model, corner->end_distance) };
    }
    return track->corners != NULL;
}

/* A recording as a track, without corners yet. */
static pdk_numbered_track describe(const pdk_corners *known, const pdk_driven_track *track)
{
    const pdk_track_model *model = track->model;
    pdk_numbered_track made = { .settled = known != NULL ? PDK_TRACK_ASKED : PDK_TRACK_OPEN,
                                .laps = model->laps,
                                .fastest = track->quick[0].end - track->quick[0].start,
                                .length = model->length };
    pdk_witness_track(model, made.witnesses);
    return made;
}

/* Those that it has computed, or its own. */
static pdk_status add_corners(pdk_corner_numbering *numbering, const pdk_corners *known, const pdk_track_model *model,
                              pdk_numbered_track *made, pdk_error *error)
{
    pdk_corners own = { NULL, 0 };
    pdk_status status = PDK_OK;
    if (known == NULL) status = pdk_corners_find(model, &numbering->memory, &own, error);
    if (status == PDK_OK && !take_corners(&numbering->memory, model, known != NULL ? known : &own, made))
        status = fail_room(numbering, error);
    pdk_free(&numbering->memory, own.all);
    return status;
}

static pdk_status add_track(pdk_corner_numbering *numbering, const pdk_corners *known, const pdk_driven_track *track,
                            pdk_error *error)
{
    pdk_numbered_track made = describe(known, track), *same = find_track(numbering, track->model);
    if (same != NULL && !is_better(&made, same)) return PDK_OK;
    pdk_status status = add_corners(numbering, known, track->model, &made, error);
    if (status != PDK_OK) return status;
    if (same != NULL) pdk_free(&numbering->memory, same->corners);
    else same = pdk_vector_push(&numbering->tracks);
    if (same == NULL) return fail_room(numbering, error);
    *same = made;
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------- corners for others */

/* Where a point of the track's corners is on another line of it; NaN = nowhere near. */
static double distance_on(const pdk_track_model *model, const pdk_line_point *point, double known)
{
    pdk_track_position position;
    if (!pdk_track_locate(model, point->place, point->heading, &position)) return NAN;
    return fabs(pdk_track_way(model, known, position.distance)) < same_distance ? known : position.distance;
}

/* False where the line does not come near it. */
static bool place_corner(const pdk_track_model *model, const pdk_placed_corner *placed, pdk_corner *corner)
{
    *corner = placed->corner;
    corner->start_distance = distance_on(model, &placed->start, corner->start_distance);
    corner->apex_distance = distance_on(model, &placed->apex, corner->apex_distance);
    corner->end_distance = distance_on(model, &placed->end, corner->end_distance);
    return !isnan(corner->start_distance + corner->apex_distance + corner->end_distance);
}

static int by_apex(const void *one, const void *other)
{
    const pdk_corner *a = one, *b = other;
    return (a->apex_distance > b->apex_distance) - (a->apex_distance < b->apex_distance);
}

/* The step `corners`, from those of another recording. */
static pdk_status give_corners(pdk_answers *answers, void *made, pdk_error *error)
{
    const pdk_numbered_track *from = answers->given;
    const pdk_driven_track *track;
    pdk_status status = pdk_answers_track(answers, &track, error);
    if (status != PDK_OK) return status;
    pdk_corners *given = made;
    given->all = pdk_alloc_array(answers->memory, from->count, sizeof *given->all);
    if (given->all == NULL) return pdk_fail_memory(error, answers->memory, "the corners of the track");
    for (size_t i = 0; i < from->count; i++) {
        if (place_corner(track->model, &from->corners[i], &given->all[given->count])) given->count++;
    }
    if (given->count > 0) qsort(given->all, given->count, sizeof *given->all, by_apex);
    return pdk_corners_add_table(answers, given, error);
}

static pdk_status apply(const pdk_corner_numbering *numbering, const pdk_answers *answers,
                        const pdk_driven_track *track, pdk_error *error)
{
    const pdk_numbered_track *found = find_track(numbering, track->model);
    return found != NULL ? pdk_answers_settle(answers, PDK_STEP_corners, give_corners, found, error) : PDK_OK;
}

/* ------------------------------------------------------------------------------------------------ recordings */

/* Adds a recording, with corners of its own or those that it has computed, or gives it its corners. One that shows no
 * track has no corners. */
static pdk_status visit(const pdk_numbered_recording *recording, pdk_corner_numbering *to,
                        const pdk_corner_numbering *from, pdk_error *error)
{
    const pdk_driven_track *track;
    pdk_answers answers;
    pdk_error reason = { .status = PDK_OK };
    pdk_status status = pdk_answers_have_motion(recording->document, &reason);
    if (status == PDK_OK)
        status =
            pdk_answers_begin(recording->document, recording->progress, recording->progress_user, &answers, &reason);
    if (status == PDK_OK) status = pdk_answers_track(&answers, &track, &reason);
    if (status == PDK_OK && to != NULL)
        status = add_track(to, recording->afresh ? NULL : pdk_answers_made(recording->document, PDK_STEP_corners),
                           track, &reason);
    if (status == PDK_OK && from != NULL) status = apply(from, &answers, track, &reason);
    if (status == PDK_OK || status == PDK_E_UNSUPPORTED) return PDK_OK;
    if (error != NULL) *error = reason;
    return status;
}

static pdk_status check(const pdk_corner_numbering *numbering, const pdk_document *document, pdk_error *error)
{
    if (numbering != NULL && document != NULL) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a numbering and a document are needed");
}

pdk_status pdk_corner_numbering_add(pdk_corner_numbering *numbering, const pdk_document *document, pdk_error *error)
{
    PDK_HOLD(document);
    pdk_status status = check(numbering, document, error);
    const pdk_numbered_recording recording = { .document = document };
    return status == PDK_OK ? visit(&recording, numbering, NULL, error) : status;
}

pdk_status pdk_corner_numbering_apply(const pdk_corner_numbering *numbering, const pdk_document *document,
                                      pdk_error *error)
{
    PDK_HOLD(document);
    pdk_status status = check(numbering, document, error);
    const pdk_numbered_recording recording = { .document = document };
    return status == PDK_OK ? visit(&recording, NULL, numbering, error) : status;
}

/* Is it of the same recording? Its shape is kept where it is placed on other lines. */
static bool has_corner(const pdk_corners *corners, const pdk_corner *wanted)
{
    for (size_t i = 0; i < corners->count; i++) {
        const pdk_corner *corner = &corners->all[i];
        if (corner->corner == wanted->corner) return corner->radius == wanted->radius && corner->angle == wanted->angle;
    }
    return false;
}

/* Has it computed other corners than it would get? */
static bool is_stale(const pdk_corner_numbering *numbering, const pdk_document *document)
{
    const pdk_corners *known = pdk_answers_made(document, PDK_STEP_corners);
    const pdk_driven_track *track = pdk_answers_made(document, PDK_STEP_track);
    const pdk_numbered_track *found = known != NULL && track != NULL ? find_track(numbering, track->model) : NULL;
    size_t count = 0;
    for (size_t i = 0; found != NULL && i < found->count; i++) {
        pdk_corner corner;
        if (!place_corner(track->model, &found->corners[i], &corner)) continue;
        if (!has_corner(known, &corner)) return true;
        count++;
    }
    return found != NULL && count != known->count;
}

pdk_status pdk_corner_numbering_stale(const pdk_document *const *documents, size_t count, bool *stale, pdk_error *error)
{
    PDK_HOLD_EACH(documents, sizeof(const pdk_document *), count);
    if ((documents == NULL || stale == NULL) && count > 0)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "documents and a place for answers are needed");
    pdk_corner_numbering *numbering = NULL;
    pdk_status status = pdk_corner_numbering_create(NULL, &numbering, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        const pdk_numbered_recording recording = { .document = documents[i], .afresh = true };
        status = check(numbering, documents[i], error);
        if (status == PDK_OK) status = visit(&recording, numbering, NULL, error);
    }
    for (size_t i = 0; i < count && status == PDK_OK; i++) stale[i] = is_stale(numbering, documents[i]);
    pdk_corner_numbering_close(numbering);
    return status;
}

pdk_status pdk_corners_share(const pdk_numbered_recording *recordings, size_t count, const pdk_allocator *allocator,
                             pdk_error *error)
{
    pdk_corner_numbering *numbering = NULL;
    pdk_status status = pdk_corner_numbering_create(allocator, &numbering, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) status = visit(&recordings[i], numbering, NULL, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) status = visit(&recordings[i], NULL, numbering, error);
    pdk_corner_numbering_close(numbering);
    return status;
}
