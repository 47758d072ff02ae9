/* What exporters of meshes share: runs of points and triangles made on all processors, written in order, zero-copy where
 * nothing is to be done to them; and triangles that name points that are not there, which no exporter may write. */
#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "base/load.h"
#include "base/ordered.h"
#include "base/parallel.h"
#include "export/exporter.h"
#include "model/surface_scan.h"

enum {
    PIECE = 1 << 15, /* things: some hundred kilobytes, past the output's buffer and within a processor's cache */
    RUN = 1024,      /* of what is turned on a thread's stack */
    MOST_WORKERS = 8,
    SLOTS_A_WORKER = 2,
    SLACK = 64 /* behind a piece's room: writers of numbers scribble */
};

/* Pages of the source are given back after about this much of it. */
static const uint64_t trim_every = UINT64_C(16) << 20;

/* ------------------------------------------------------------------------------------------------- pieces */

typedef struct piece_slot {
    pdk_piece piece;
    pdk_status status;
    pdk_error error;
} piece_slot;

typedef struct piece_run {
    pdk_export *job;
    pdk_pieces *pieces;
    piece_slot slots[MOST_WORKERS * SLOTS_A_WORKER];
    size_t slot_count;
    uint64_t walked; /* bytes since pages were given back */
    pdk_status status;
    pdk_error *error;
} piece_run;

static void make_piece(void *user, size_t slot_number, uint64_t number)
{
    piece_run *run = user;
    const pdk_pieces *pieces = run->pieces;
    piece_slot *slot = &run->slots[slot_number];
    uint64_t first = number * PIECE, left = pieces->count - first;
    uint8_t *room = slot->piece.room;
    slot->piece = (pdk_piece){ .first = first, .count = left < PIECE ? (size_t)left : PIECE, .room = room, .bytes = room };
    slot->status = pieces->make(run->job, pieces->user, &slot->piece, &slot->error);
}

static void give_back(piece_run *run, uint64_t bytes)
{
    const pdk_document *document = run->job->document;
    run->walked += bytes;
    if (run->walked < trim_every || document->content.size < trim_every) return;
    pdk_trim(document);
    run->walked = 0;
}

static bool take_piece(void *user, size_t slot_number, uint64_t number)
{
    piece_run *run = user;
    piece_slot *slot = &run->slots[slot_number];
    pdk_pieces *pieces = run->pieces;
    (void)number;
    run->status = slot->status;
    if (slot->status != PDK_OK && run->error != NULL) *run->error = slot->error;
    if (run->status == PDK_OK) run->status = pdk_output_write(run->job->output, slot->piece.bytes, slot->piece.size, run->error);
    if (run->status != PDK_OK) return false;
    pieces->odd += slot->piece.odd;
    give_back(run, slot->piece.size);
    run->status = pdk_export_progress(run->job, pieces->done + slot->piece.first + slot->piece.count, pieces->total, run->error);
    return run->status == PDK_OK;
}

static size_t wanted_workers(uint64_t pieces)
{
    size_t count = pdk_processors();
    if (count > MOST_WORKERS) count = MOST_WORKERS;
    if (count > pieces / 2) count = (size_t)(pieces / 2);
    return count > 1 ? count : 0;
}

static pdk_status make_room(piece_run *run)
{
    uint64_t things = run->pieces->count < PIECE ? run->pieces->count : PIECE;
    for (size_t i = 0; i < run->slot_count; i++) {
        uint8_t *room = pdk_alloc_raw(run->job->memory, run->pieces->room * (size_t)things + SLACK);
        if (room == NULL) return pdk_fail_memory(run->error, run->job->memory, "runs of points");
        run->slots[i].piece.room = room;
    }
    return PDK_OK;
}

pdk_status pdk_export_pieces(pdk_export *job, pdk_pieces *pieces, pdk_error *error)
{
    if (pieces->count == 0) return PDK_OK;
    piece_run *run = pdk_alloc(job->memory, sizeof *run);
    if (run == NULL) return pdk_fail_memory(error, job->memory, "runs of points");
    *run = (piece_run){ .job = job, .pieces = pieces, .error = error };
    uint64_t count = (pieces->count - 1) / PIECE + 1;
    size_t workers = wanted_workers(count);
    run->slot_count = workers > 0 ? workers * SLOTS_A_WORKER : 1;
    run->status = make_room(run);
    if (run->status == PDK_OK) {
        pdk_ordered_run(&(pdk_ordered){ .count = count,
                                        .threads = workers,
                                        .slots = run->slot_count,
                                        .make = make_piece,
                                        .take = take_piece,
                                        .user = run });
    }
    pdk_status status = run->status;
    for (size_t i = 0; i < run->slot_count; i++) pdk_free(job->memory, run->slots[i].piece.room);
    pdk_free(job->memory, run);
    return status;
}

/* ------------------------------------------------------------------------------------------------- points */

/* Is there a value whose exponent is all ones? Without a branch in the loop. */
static bool any_odd(const float *values, size_t count)
{
    uint32_t odd = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, values + i, sizeof bits);
        odd |= (bits & 0x7F800000u) == 0x7F800000u;
    }
    return odd != 0;
}

static uint64_t count_odd(const float *values, size_t points)
{
    uint64_t odd = 0;
    if (!any_odd(values, 3 * points)) return 0;
    for (size_t i = 0; i < points; i++) odd += any_odd(values + 3 * i, 3);
    return odd;
}

/* Points as floats in the host's order, turned on the way where the mesh says so. */
static pdk_status narrow(const pdk_mesh *mesh, uint64_t first, size_t count, float *to, pdk_error *error)
{
    double points[RUN][3];
    for (size_t at = 0; at < count; at += RUN) {
        size_t some = count - at < RUN ? count - at : RUN;
        pdk_status status = mesh->read_points(mesh, first + at, some, points, error);
        if (status != PDK_OK) return status;
        const double *from = points[0];
        for (size_t i = 0; i < 3 * some; i++) to[3 * at + i] = (float)from[i];
    }
    return PDK_OK;
}

static void swap_words(uint8_t *words, size_t count)
{
    for (size_t i = 0; i < count && !PDK_HOST_IS_LITTLE; i++) {
        uint32_t word;
        memcpy(&word, words + 4 * i, sizeof word);
        pdk_store_u32(words + 4 * i, word);
    }
}

pdk_status pdk_make_points(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error)
{
    (void)user;
    const pdk_mesh *mesh = &job->mesh;
    piece->size = 12 * piece->count;
    if (mesh->arrays.positions != NULL && PDK_HOST_IS_LITTLE) {
        const float *from = mesh->arrays.positions + 3 * piece->first;
        piece->odd = count_odd(from, piece->count);
        piece->bytes = from;
        return PDK_OK;
    }
    float *to = (float *)(void *)piece->room;
    pdk_status status = narrow(mesh, piece->first, piece->count, to, error);
    if (status != PDK_OK) return status;
    piece->odd = count_odd(to, piece->count);
    swap_words(piece->room, 3 * piece->count);
    return PDK_OK;
}

void pdk_export_note_odd(const pdk_export *job, uint64_t count, const char *done)
{
    if (count == 0) return;
    pdk_export_note(job, PDK_WARNING, "convert.not_finite", "%" PRIu64 " points have a coordinate that is no number: %s", count,
                    done);
}

/* --------------------------------------------------------------------------------------- all points at once */

typedef struct gather {
    const pdk_mesh *mesh;
    float *to;
    pdk_status status[PDK_MOST_THREADS];
    pdk_error errors[PDK_MOST_THREADS];
} gather;

static void gather_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    gather *all = user;
    if (all->status[thread] != PDK_OK) return;
    all->status[thread] = narrow(all->mesh, first, (size_t)count, all->to + 3 * first, &all->errors[thread]);
}

static pdk_status worst(const pdk_status *status, const pdk_error *errors, pdk_error *error)
{
    for (size_t t = 0; t < PDK_MOST_THREADS; t++) {
        if (status[t] == PDK_OK) continue;
        if (error != NULL) *error = errors[t];
        return status[t];
    }
    return PDK_OK;
}

pdk_status pdk_export_positions(pdk_export *job, const float **positions, pdk_error *error)
{
    *positions = job->mesh.arrays.positions;
    if (*positions != NULL || job->mesh.point_count == 0) return PDK_OK;
    gather *all = pdk_alloc(job->memory, sizeof *all);
    float *room = pdk_alloc_array(job->memory, job->mesh.point_count, 3 * sizeof *room);
    if (all == NULL || room == NULL) return pdk_fail_memory(error, job->memory, "the points of the surface");
    all->mesh = &job->mesh;
    all->to = room;
    pdk_parallel_run(&(pdk_parallel){ .count = job->mesh.point_count, .piece = PIECE, .work = gather_piece, .user = all });
    pdk_status status = worst(all->status, all->errors, error);
    pdk_free(job->memory, all);
    *positions = room;
    return status;
}

/* ---------------------------------------------------------------------------------------------- triangles */

static bool is_sound(const uint32_t corners[3], uint64_t points)
{
    return corners[0] < points && corners[1] < points && corners[2] < points;
}

typedef struct sound_count {
    const pdk_export *job;
    uint64_t unsound[PDK_MOST_THREADS], walked[PDK_MOST_THREADS];
    pdk_status status[PDK_MOST_THREADS];
    pdk_error errors[PDK_MOST_THREADS];
} sound_count;

static uint64_t count_unsound(const uint32_t (*corners)[3], size_t count, uint64_t points)
{
    size_t numbers = 3 * count;
    if (pdk_scan_first_beyond(corners[0], numbers, points) == numbers) return 0;
    uint64_t unsound = 0;
    for (size_t i = 0; i < count; i++) unsound += !is_sound(corners[i], points);
    return unsound;
}

static void count_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    sound_count *all = user;
    const pdk_mesh *mesh = &all->job->mesh;
    uint32_t room[RUN][3];
    bool in_place = mesh->arrays.triangles != NULL;
    size_t most = in_place ? (size_t)count : RUN;
    for (uint64_t end = first + count; first < end && all->status[thread] == PDK_OK;) {
        size_t some = end - first < most ? (size_t)(end - first) : most;
        const uint32_t(*corners)[3] = (const uint32_t(*)[3])room;
        if (in_place) corners = (const uint32_t(*)[3])(const void *)(mesh->arrays.triangles + 3 * first);
        else all->status[thread] = mesh->read_triangles(mesh, first, some, room, &all->errors[thread]);
        if (all->status[thread] == PDK_OK) all->unsound[thread] += count_unsound(corners, some, mesh->point_count);
        first += some;
    }
    all->walked[thread] += 12 * count;
    if (all->walked[thread] < trim_every || all->job->document->content.size < trim_every) return;
    pdk_trim(all->job->document);
    all->walked[thread] = 0;
}

pdk_status pdk_export_count_sound(pdk_export *job, pdk_error *error)
{
    job->sound_triangles = job->mesh.triangle_count;
    if (job->mesh.sound) return PDK_OK;
    sound_count *all = pdk_alloc(job->memory, sizeof *all);
    if (all == NULL) return pdk_fail_memory(error, job->memory, "counts of triangles");
    all->job = job;
    pdk_parallel_run(&(pdk_parallel){ .count = job->mesh.triangle_count, .piece = PIECE, .work = count_piece, .user = all });
    uint64_t unsound = 0;
    for (size_t t = 0; t < PDK_MOST_THREADS; t++) unsound += all->unsound[t];
    pdk_status status = worst(all->status, all->errors, error);
    pdk_free(job->memory, all);
    if (status != PDK_OK) return status;
    job->sound_triangles = job->mesh.triangle_count - unsound;
    job->report->dropped += unsound;
    if (unsound > 0) {
        pdk_export_note(job, PDK_WARNING, "convert.index", "%" PRIu64 " of %" PRIu64
                        " triangles were left out: they name points that are not there", unsound, job->mesh.triangle_count);
    }
    return PDK_OK;
}

pdk_status pdk_export_corners(const pdk_export *job, uint64_t first, size_t count, uint32_t (*room)[3],
                              const uint32_t (**corners)[3], size_t *kept, pdk_error *error)
{
    const pdk_mesh *mesh = &job->mesh;
    bool all = job->sound_triangles == mesh->triangle_count;
    *corners = (const uint32_t(*)[3])room;
    *kept = count;
    if (all && mesh->arrays.triangles != NULL) {
        *corners = (const uint32_t(*)[3])(const void *)(mesh->arrays.triangles + 3 * first);
        return PDK_OK;
    }
    pdk_status status = mesh->read_triangles(mesh, first, count, room, error);
    if (status != PDK_OK || all) return status;
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_sound(room[i], mesh->point_count)) memmove(room[left++], room[i], sizeof *room);
    }
    *kept = left;
    return PDK_OK;
}

pdk_status pdk_make_triangles(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error)
{
    (void)user;
    uint32_t(*room)[3] = (uint32_t(*)[3])(void *)piece->room;
    const uint32_t(*corners)[3];
    size_t kept;
    pdk_status status = pdk_export_corners(job, piece->first, piece->count, room, &corners, &kept, error);
    piece->size = 12 * kept;
    if (!PDK_HOST_IS_LITTLE && status == PDK_OK) {
        memmove(room, corners, piece->size);
        swap_words(piece->room, 3 * kept);
    } else {
        piece->bytes = corners;
    }
    return status;
}

void pdk_export_note_points_only(pdk_export *job)
{
    uint64_t triangles = job->mesh.triangle_count;
    if (triangles == 0) return;
    job->report->dropped += triangles;
    pdk_export_note(job, PDK_NOTE, "convert.points_only", "%" PRIu64 " triangles were left out: the target holds points alone",
                    triangles);
}
