/* A part of a replay: slices by their time, and in them the events of chosen drivers. Times and the list of drivers
 * stay: events speak of both, and the list is what the layout is settled by. */
#include "format/vcr/vcr_cut.h"

#include <float.h>
#include <math.h>

enum { PROGRESS_SPACING = 16 << 20 /* bytes */ };

static pdk_cut_driver driver_at(const pdk_document *document, size_t index)
{
    const pdk_vcr_state *state = document->state;
    for (uint32_t slot = 0; slot < 256; slot++) {
        if (state->head->slots[slot] && index-- == 0) return (pdk_cut_driver){ slot, state->names[slot] };
    }
    return (pdk_cut_driver){ 0 };
}

/* ------------------------------------------------------------------------------------------- what is kept */

/* Events of no driver belong to everyone, and so do those about everyone, whichever slot sends them. What belongs to a
 * slot that is not in the list belongs to no driver, and stays. */
static bool keeps_event(const pdk_vcr_state *state, const pdk_cut_part *part, uint32_t header)
{
    uint8_t slot = (uint8_t)header;
    if (part->chosen == NULL || slot == PDK_VCR_NOBODY || !state->head->slots[slot] || part->chosen[slot]) return true;
    switch (pdk_vcr_table_at(&state->shape, header)) {
    case PDK_VCR_RUNNING_ORDER:
    case PDK_VCR_LIGHTS:
    case PDK_VCR_WEATHER:
    case PDK_VCR_SESSION:
    case PDK_VCR_COUNTDOWN: return true;
    default: return false;
    }
}

/* In the precision of the file: a time that was printed names its slice. */
static double as_stored(double time)
{
    return fabs(time) <= (double)FLT_MAX ? (double)(float)time : time;
}

/* A walk over all slices, on which some are kept. */
typedef struct slice_cut {
    const pdk_document *document;
    const pdk_vcr_state *state;
    pdk_cut_part part;  /* its range as the file would store it */
    pdk_output *output; /* NULL = only to count */
    pdk_vcr_kept kept;
    float first_time, last_time; /* of all slices */
    size_t mark;                 /* of the index: the last one that the walk has not passed */
    uint64_t done, total;        /* bytes, for progress */
    const uint8_t *run;          /* bytes that are kept and not yet written */
    size_t run_size;
} slice_cut;

static pdk_status flush(slice_cut *cut, pdk_error *error)
{
    size_t size = cut->run_size;
    cut->run_size = 0;
    return size > 0 && cut->output != NULL ? pdk_output_write(cut->output, cut->run, size, error) : PDK_OK;
}

static pdk_status keep(slice_cut *cut, const uint8_t *bytes, size_t size, pdk_error *error)
{
    cut->kept.bytes += size;
    if (cut->run_size > 0 && cut->run + cut->run_size == bytes) {
        cut->run_size += size;
        return PDK_OK;
    }
    pdk_status status = flush(cut, error);
    cut->run = bytes;
    cut->run_size = size;
    return status;
}

static size_t event_size(const pdk_vcr_shape *shape, const uint8_t *event)
{
    return shape->event_head + pdk_vcr_size(shape, pdk_load_u32(event));
}

/* Where the slice ends, and how many of its events stay. */
static const uint8_t *count_events(const slice_cut *cut, const uint8_t *at, uint32_t events, uint32_t *kept)
{
    *kept = 0;
    for (uint32_t i = 0; i < events; i++) {
        *kept += keeps_event(cut->state, &cut->part, pdk_load_u32(at));
        at += event_size(&cut->state->shape, at);
    }
    return at;
}

/* A slice some of whose events go. */
static pdk_status keep_some(slice_cut *cut, const uint8_t *slice, uint32_t events, uint32_t kept, pdk_error *error)
{
    const pdk_vcr_shape *shape = &cut->state->shape;
    uint8_t head[8];
    memcpy(head, slice, shape->slice_head);
    if (shape->long_count) pdk_store_u32(head + PDK_VCR_SLICE_EVENTS, kept);
    else pdk_store_u16(head + PDK_VCR_SLICE_EVENTS, (uint16_t)kept);
    pdk_status status = flush(cut, error);
    cut->kept.bytes += shape->slice_head;
    if (status == PDK_OK && cut->output != NULL) status = pdk_output_write(cut->output, head, shape->slice_head, error);
    const uint8_t *at = slice + shape->slice_head;
    for (uint32_t i = 0; i < events && status == PDK_OK; i++) {
        size_t size = event_size(shape, at);
        if (keeps_event(cut->state, &cut->part, pdk_load_u32(at))) status = keep(cut, at, size, error);
        at += size;
    }
    return status;
}

static void note_time(slice_cut *cut, float time, bool is_kept)
{
    if (!isfinite(time)) return;
    cut->first_time = fminf(cut->first_time, time);
    cut->last_time = fmaxf(cut->last_time, time);
    cut->kept.front |= (double)time < cut->part.from;
    cut->kept.back |= (double)time > cut->part.to;
    if (!is_kept) return;
    cut->kept.first_time = fminf(cut->kept.first_time, time);
    cut->kept.last_time = fmaxf(cut->kept.last_time, time);
}

/* One slice, kept or not; *next is the one after it. */
static pdk_status take_slice(slice_cut *cut, const uint8_t *slice, const uint8_t **next, pdk_error *error)
{
    const pdk_vcr_shape *shape = &cut->state->shape;
    uint32_t events = pdk_vcr_event_count(shape, (uint64_t)(slice - shape->bytes.data)), kept;
    float time = pdk_load_f32(slice);
    bool is_kept = pdk_cut_holds(&cut->part, (double)time);
    *next = count_events(cut, slice + shape->slice_head, events, &kept);
    note_time(cut, time, is_kept);
    if (!is_kept || kept != events) cut->kept.whole = false;
    if (!is_kept) return PDK_OK;
    cut->kept.slices++;
    cut->kept.events += kept;
    if (kept == events) return keep(cut, slice, (size_t)(*next - slice), error);
    return keep_some(cut, slice, events, kept, error);
}

/* What the marks know about the times between this one and the next says that no slice there is kept. */
static bool leaves_out(const pdk_cut_part *part, const pdk_vcr_mark *mark)
{
    if (mark->has_nan) return false;
    if (mark->least_time > mark->greatest_time) return true; /* no slice begins here */
    bool finite = isfinite(mark->least_time) && isfinite(mark->greatest_time);
    return finite && ((double)mark->greatest_time < part->from || (double)mark->least_time > part->to);
}

/* From the head of a slice over those that are not kept, as far as whole marks have no other. */
static const uint8_t *skip_slices(slice_cut *cut, const uint8_t *slice)
{
    const pdk_vcr_index *index = &cut->state->index;
    const uint8_t *data = cut->state->shape.bytes.data;
    uint64_t at = (uint64_t)(slice - data);
    while (cut->mark + 1 < index->mark_count && index->marks[cut->mark + 1].at <= at) cut->mark++;
    size_t mark = cut->mark;
    for (; mark + 1 < index->mark_count && leaves_out(&cut->part, &index->marks[mark]); mark++) {
        note_time(cut, index->marks[mark].least_time, false);
        note_time(cut, index->marks[mark].greatest_time, false);
    }
    const pdk_vcr_mark *next = &index->marks[mark];
    uint64_t head = next->left == 0 ? next->at : next->slice_at; /* where a slice begins */
    if (head <= at) return slice;
    cut->mark = mark;
    cut->kept.whole = false;
    return data + head;
}

static pdk_status take_slices(slice_cut *cut, pdk_error *error)
{
    const pdk_vcr_state *state = cut->state;
    const uint8_t *data = state->shape.bytes.data, *at = data + state->shape.begin,
                  *end = data + pdk_vcr_end(state)->at;
    const uint8_t *trim = at;
    pdk_status status = PDK_OK;
    while (at < end && status == PDK_OK) {
        at = skip_slices(cut, at);
        if (at < end) status = take_slice(cut, at, &at, error);
        if (status != PDK_OK || at - trim < PROGRESS_SPACING) continue;
        cut->done += (uint64_t)(at - trim);
        trim = at;
        status = flush(cut, error);
        pdk_trim(cut->document); /* the walk does not come back */
        if (status == PDK_OK) status = pdk_cut_progress(&cut->part, cut->done, cut->total, error);
    }
    return status == PDK_OK ? flush(cut, error) : status;
}

/* ------------------------------------------------------------------------------------------------ the file */

static slice_cut start(const pdk_document *document, const pdk_cut_part *part, pdk_output *output)
{
    const pdk_vcr_state *state = document->state;
    uint64_t size = pdk_vcr_end(state)->at - state->shape.begin;
    pdk_cut_part stored = *part;
    stored.from = as_stored(part->from);
    stored.to = as_stored(part->to);
    return (
        slice_cut){ .document = document,
                    .state = state,
                    .part = stored,
                    .output = output,
                    .total = 2 * size,
                    .done = output != NULL ? size : 0,
                    .first_time = INFINITY,
                    .last_time = -INFINITY,
                    .kept = { .first_time = INFINITY, .last_time = -INFINITY, .whole = state->calibration.complete } };
}

/* Bytes after the last slice go along as they are, unless the file was damaged there, or they would outweigh the
 * slices: then readers could take them for slices. */
static uint64_t trailing_bytes(const pdk_vcr_state *state, const pdk_vcr_kept *kept)
{
    uint64_t size = state->head->slices_end - pdk_vcr_end(state)->at;
    bool goes_along = kept->whole || (state->calibration.complete && size <= kept->bytes);
    return goes_along ? size : 0;
}

static pdk_status write_part(const pdk_document *document, const pdk_cut_part *part, pdk_memory *memory,
                             pdk_output *output, pdk_error *error)
{
    (void)memory;
    const pdk_vcr_state *state = document->state;
    bool leads = state->layout->dialect != PDK_VCR_L;
    slice_cut count = start(document, part, NULL), write = start(document, part, output);
    pdk_status status = take_slices(&count, error);
    if (status != PDK_OK) return status;
    if (count.kept.slices == 0 && (isfinite(part->from) || isfinite(part->to))) {
        return pdk_cut_fail_empty(part, (double)count.first_time, (double)count.last_time, error);
    }
    if (leads && state->head->counters_at == PDK_NO_OFFSET) {
        return pdk_fail(error, PDK_E_CORRUPT, state->head->reached, "vcr.cut.head",
                        "the file ends before its slices: nothing to cut");
    }
    count.kept.trailing = trailing_bytes(state, &count.kept);
    status = pdk_vcr_cut_front(state, &count.kept, output, error);
    if (status == PDK_OK) status = take_slices(&write, error);
    if (status == PDK_OK) status = pdk_vcr_cut_back(state, &count.kept, output, error);
    return status;
}

const pdk_cutter pdk_vcr_cut = {
    .person = "driver", .numbers = 256, .driver = driver_at, .write = write_part, .gzip = true, .join = pdk_vcr_join
};
