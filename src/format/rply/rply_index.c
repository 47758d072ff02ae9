/* The index: one linear pass over the frames, which counts rows and leaves a mark every few KB. */
#include <stdio.h>

#include "format/rply/rply_walk.h"
#include "text/encoding.h"

enum {
    MARK_SPACING = 4096,        /* bytes: the index stays under 2% of the file, finding a row walks over this much */
    MAX_GAPS = 1000,            /* damaged places after which the rest is given up */
    PROGRESS_SPACING = 16 << 20 /* bytes */
};

typedef struct index_pass {
    pdk_rply *replay;
    uint64_t offset;
    uint64_t next_mark, next_progress; /* offsets */
} index_pass;

static void add_mark(index_pass *pass)
{
    pdk_rply *replay = pass->replay;
    pdk_rply_mark *mark = pdk_vector_push(&replay->marks);
    if (mark == NULL) {
        replay->document->failed = true;
        return;
    }
    mark->offset = pass->offset;
    mark->frame = replay->frames;
    mark->least_time = INT32_MAX;
    mark->greatest_time = INT32_MIN;
    for (size_t kind = 0; kind < PDK_RPLY_KINDS; kind++) mark->rows[kind] = replay->rows[kind];
    pass->next_mark = pass->offset + MARK_SPACING;
}

/* This frame comes after the last mark. */
static void note_time(pdk_rply *replay, int32_t time)
{
    pdk_rply_mark *mark = (pdk_rply_mark *)replay->marks.items + replay->marks.count - 1;
    if (time < mark->least_time) mark->least_time = time;
    if (time > mark->greatest_time) mark->greatest_time = time;
}

static void count_state(pdk_rply *replay, const pdk_rply_walk *walk)
{
    pdk_rply_car *car = (pdk_rply_car *)replay->cars.items + replay->row_of[walk->car];
    int32_t time = pdk_rply_frame_time(walk->frame);
    if (car->states++ == 0) car->first_time = time;
    car->last_time = time;
}

static void note_entry(pdk_rply *replay, const uint8_t *payload)
{
    pdk_text *name = pdk_vector_push(&replay->entry_names);
    if (name != NULL)
        *name = pdk_text_read_padded(&replay->document->memory, pdk_rply_car_name.fields[0].encoding, payload,
                                     pdk_rply_car_name.size);
    if (name == NULL || name->data == NULL) {
        replay->document->failed = true;
        return;
    }
    int16_t index = pdk_load_i16(payload + PDK_RPLY_ENTRY_CAR); /* the low half, as Racer takes it */
    pdk_rply_car *car = index >= 0 ? pdk_rply_car_at(replay, index) : NULL;
    if (car != NULL && car->name.size == 0) car->name = *name;
}

/* Follows a frame's commands, inferring on the way what has to be known for it, and counts rows. */
static void count_frame(index_pass *pass, pdk_rply_walk *walk)
{
    pdk_rply *replay = pass->replay;
    while (!replay->document->failed) {
        if (!pdk_rply_walk_next(walk)) {
            if (walk->stop != PDK_RPLY_ASK_WHEELS && walk->stop != PDK_RPLY_ASK_SKID) return;
            pdk_rply_infer(replay, pass->offset, walk->stop == PDK_RPLY_ASK_WHEELS ? walk->car : PDK_RPLY_NO_CAR);
            continue;
        }
        pdk_rply_kind kind = pdk_rply_kind_of(walk->id);
        if (kind == PDK_RPLY_NO_KIND) continue;
        replay->rows[kind]++;
        if (kind == PDK_RPLY_STATES) count_state(replay, walk);
        if (kind == PDK_RPLY_CAR_ENTRIES) note_entry(replay, walk->payload);
    }
}

/* Notes damage and goes to the next sound frame; with nothing after it, to the end. */
static pdk_status skip_damage(index_pass *pass, pdk_status status, const char *code, const char *what, pdk_error *error)
{
    pdk_rply *replay = pass->replay;
    uint64_t from = pass->offset, size = replay->bytes.size;
    bool give_up = replay->gaps++ == MAX_GAPS;
    pass->offset = replay->document->partial && !give_up ? pdk_rply_resume(replay, from) : size;
    pass->next_mark = pass->offset;
    char where[64], rest[96];
    snprintf(where, sizeof where, "rply.frame[%llu]", (unsigned long long)replay->frames);
    snprintf(rest, sizeof rest, "%llu bytes are skipped, up to the next sound frame",
             (unsigned long long)(pass->offset - from));
    if (pass->offset == size) snprintf(rest, sizeof rest, "nothing after it can be read");
    if (give_up) snprintf(rest, sizeof rest, "there is too much damage: the rest is not read");
    return pdk_document_damage(replay->document, error, status, from, code, where, "%s; %s", what, rest);
}

/* Can a frame begin at pass->offset, by its size alone? Otherwise `what` says what is wrong. */
static pdk_status frame_fits(const index_pass *pass, const char **code, char what[96])
{
    uint64_t left = pass->replay->bytes.size - pass->offset;
    uint32_t size = left >= 2 ? pdk_rply_frame_size(pass->replay->bytes.data + pass->offset) : 0;
    if (left >= 2 && size < pdk_rply_frame.size) {
        *code = "rply.frame.size";
        snprintf(what, 96, "a frame of %u bytes; its size and time alone need 6", (unsigned)size);
        return PDK_E_CORRUPT;
    }
    if (left >= pdk_rply_frame.size && size <= left) return PDK_OK;
    *code = "rply.frame.truncated";
    if (left < 2) snprintf(what, 96, "there is one byte where a frame should begin");
    else
        snprintf(what, 96, "a frame of %u bytes, but the file has only %llu left", (unsigned)size,
                 (unsigned long long)left);
    return PDK_E_TRUNCATED;
}

/* A frame whose commands cannot be followed may be a sound one with something new in it, or have a wrong size that
 * leads astray. What follows it shows which. */
static bool leads_astray(const index_pass *pass, const pdk_rply_walk *walk)
{
    uint64_t behind = pass->offset + (uint64_t)(walk->end - walk->frame);
    return behind != pass->replay->bytes.size && !pdk_rply_plausible(pass->replay, behind);
}

static void note_trouble(pdk_rply *replay, const pdk_rply_walk *walk)
{
    pdk_rply_trouble *trouble = &replay->troubles[walk->stop];
    if (trouble->count++ == 0) trouble->first_offset = (uint64_t)(walk->next - replay->bytes.data);
    replay->opaque_bytes += (uint64_t)(walk->end - walk->next);
}

/* One frame with what its commands say, as far as they can be followed. */
static pdk_status take_frame(index_pass *pass, pdk_error *error)
{
    pdk_rply *replay = pass->replay;
    if (pass->offset >= pass->next_mark) add_mark(pass);
    pdk_rply_walk walk = pdk_rply_walk_frame(replay, replay->bytes.data + pass->offset);
    count_frame(pass, &walk);
    if (replay->document->failed) return pdk_document_built(replay->document, error);
    int32_t time = pdk_rply_frame_time(walk.frame);
    note_time(replay, time);
    if (replay->frames++ == 0) replay->first_time = time;
    replay->last_time = time;
    if (walk.stop != PDK_RPLY_DONE && leads_astray(pass, &walk)) {
        pass->offset = (uint64_t)(walk.next - replay->bytes.data);
        return skip_damage(pass, PDK_E_CORRUPT, "rply.frame.lost",
                           "there is no command here, and no other frame at the end of its frame", error);
    }
    if (walk.stop != PDK_RPLY_DONE) note_trouble(replay, &walk);
    pass->offset += (uint64_t)(walk.end - walk.frame);
    return PDK_OK;
}

pdk_status pdk_rply_index(pdk_rply *replay, pdk_error *error)
{
    index_pass pass = { .replay = replay, .offset = replay->first_frame, .next_mark = replay->first_frame };
    while (pass.offset < replay->bytes.size) {
        const char *code = "";
        char what[96];
        pdk_status status = frame_fits(&pass, &code, what);
        status = status == PDK_OK ? take_frame(&pass, error) : skip_damage(&pass, status, code, what, error);
        if (status != PDK_OK) return status;
        if (pass.offset < pass.next_progress) continue;
        pass.next_progress = pass.offset + PROGRESS_SPACING;
        pdk_trim(replay->document); /* the walk does not come back */
        if (!pdk_document_progress(replay->document, pass.offset, replay->bytes.size)) return pdk_fail_cancelled(error);
    }
    if (replay->frames > UINT32_MAX) { /* a row's context has 32 bits for its frame; Racer's own times end sooner */
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "rply.frames", "more than 4294967295 frames");
    }
    return PDK_OK;
}
