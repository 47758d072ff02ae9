/* Runs of things made on all processors and written in order. */
#include "target/pieces.h"

#include "base/pipeline.h"
#include "base/parallel.h"

enum {
    MAX_WORKERS = 8,
    SLOTS_A_WORKER = 2,
    SLACK = 64 /* after the buffer of a piece: writers of numbers write beyond their end */
};

const uint64_t pdk_piece_trim = UINT64_C(16) << 20;

typedef struct piece_slot {
    pdk_piece piece;
    pdk_status status;
    pdk_error error;
} piece_slot;

typedef struct piece_run {
    pdk_export *job;
    pdk_pieces *pieces;
    piece_slot slots[MAX_WORKERS * SLOTS_A_WORKER];
    size_t slot_count;
    uint64_t walked; /* bytes since pages were returned to the system */
    pdk_status status;
    pdk_error *error;
} piece_run;

static void make_piece(void *user, size_t slot_number, uint64_t number)
{
    piece_run *run = user;
    const pdk_pieces *pieces = run->pieces;
    piece_slot *slot = &run->slots[slot_number];
    uint64_t first = number * PDK_PIECE, left = pieces->count - first;
    uint8_t *buffer = slot->piece.buffer;
    slot->piece = (pdk_piece){
        .first = first, .count = left < PDK_PIECE ? (size_t)left : PDK_PIECE, .buffer = buffer, .bytes = buffer
    };
    slot->status = pieces->make(run->job, pieces->user, &slot->piece, &slot->error);
}

static void give_back(piece_run *run, uint64_t bytes)
{
    const pdk_document *document = run->job->document;
    run->walked += bytes;
    if (run->walked < pdk_piece_trim || document->content.size < pdk_piece_trim) return;
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
    if (run->status == PDK_OK)
        run->status = pdk_output_write(run->job->output, slot->piece.bytes, slot->piece.size, run->error);
    if (run->status != PDK_OK) return false;
    pieces->odd += slot->piece.odd;
    give_back(run, slot->piece.size);
    run->status =
        pdk_export_progress(run->job, pieces->done + slot->piece.first + slot->piece.count, pieces->total, run->error);
    return run->status == PDK_OK;
}

static size_t wanted_workers(uint64_t pieces)
{
    size_t count = pdk_processors();
    if (count > MAX_WORKERS) count = MAX_WORKERS;
    if (count > pieces / 2) count = (size_t)(pieces / 2);
    return count > 1 ? count : 0;
}

static pdk_status make_room(piece_run *run)
{
    uint64_t things = run->pieces->count < PDK_PIECE ? run->pieces->count : PDK_PIECE;
    for (size_t i = 0; i < run->slot_count; i++) {
        uint8_t *buffer = pdk_alloc_raw(run->job->memory, run->pieces->item_size * (size_t)things + SLACK);
        if (buffer == NULL) return pdk_fail_memory(run->error, run->job->memory, "runs of points");
        run->slots[i].piece.buffer = buffer;
    }
    return PDK_OK;
}

pdk_status pdk_export_pieces(pdk_export *job, pdk_pieces *pieces, pdk_error *error)
{
    if (pieces->count == 0) return PDK_OK;
    piece_run *run = pdk_alloc(job->memory, sizeof *run);
    if (run == NULL) return pdk_fail_memory(error, job->memory, "runs of points");
    *run = (piece_run){ .job = job, .pieces = pieces, .error = error };
    uint64_t count = (pieces->count - 1) / PDK_PIECE + 1;
    size_t workers = wanted_workers(count);
    run->slot_count = workers > 0 ? workers * SLOTS_A_WORKER : 1;
    run->status = make_room(run);
    if (run->status == PDK_OK) {
        pdk_pipeline_run(&(pdk_pipeline){ .count = count,
                                          .threads = workers,
                                          .slots = run->slot_count,
                                          .make = make_piece,
                                          .take = take_piece,
                                          .user = run });
    }
    pdk_status status = run->status;
    for (size_t i = 0; i < run->slot_count; i++) pdk_free(job->memory, run->slots[i].piece.buffer);
    pdk_free(job->memory, run);
    return status;
}

pdk_status pdk_piece_worst(const pdk_status status[PDK_MAX_THREADS], const pdk_error errors[PDK_MAX_THREADS],
                           pdk_error *error)
{
    for (size_t t = 0; t < PDK_MAX_THREADS; t++) {
        if (status[t] == PDK_OK) continue;
        if (error != NULL) *error = errors[t];
        return status[t];
    }
    return PDK_OK;
}
