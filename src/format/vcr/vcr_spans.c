/* Every record of a replay in the file's order, for writing back. */
#include "format/format.h"
#include "format/vcr/vcr.h"

static uint64_t walk_fixed(pdk_walker *walker, const pdk_record *record, uint64_t at)
{
    pdk_walk_records(walker, NULL, record, at, 1);
    return at + record->size;
}

static void walk_texts(pdk_walker *walker, const pdk_vcr_state *state)
{
    if (state->head->has_info) pdk_walk_placed(walker, NULL, state->layout->info, state->head->info_at);
}

/* The drivers, and what leads to them; returns where they end. */
static uint64_t walk_drivers(pdk_walker *walker, const pdk_vcr_state *state)
{
    const pdk_vcr_layout *layout = state->layout;
    uint64_t at = state->head->drivers_at;
    if (at == 0) return 0;
    walk_fixed(walker, layout->driver_count, at - layout->driver_count->size);
    for (uint64_t i = 0; i < state->head->drivers_read && !walker->stopped; i++) {
        if (i > 0 && layout->separator != NULL) at = walk_fixed(walker, layout->separator, at);
        at = pdk_walk_placed(walker, NULL, layout->driver, at);
    }
    return at;
}

/* R1: between drivers and counters. */
static void walk_cameras(pdk_walker *walker, const pdk_vcr_state *state, uint64_t at)
{
    at = walk_fixed(walker, &pdk_vcr_r1_playback, at);
    if (state->head->camera_count == 0) return;
    at = walk_fixed(walker, &pdk_vcr_r1_camera_list, at);
    for (uint64_t i = 0; i < state->head->camera_count && !walker->stopped; i++) {
        uint64_t begin = at; /* of a damaged list the count is no guide: its end is where no camera fits */
        at = pdk_walk_placed(walker, NULL, &pdk_vcr_r1_camera, at);
        if (at == begin) break;
    }
}

static uint64_t walk_event(pdk_walker *walker, const pdk_vcr_state *state, uint64_t at)
{
    uint32_t header = pdk_load_u32(state->shape.bytes.data + at), size = pdk_vcr_size(&state->shape, header);
    at = walk_fixed(walker, state->layout->event, at);
    const pdk_record *payload = pdk_vcr_record_of(state, header);
    if (payload != NULL && payload->size <= size) pdk_walk_records(walker, NULL, payload, at, 1);
    return at + size;
}

/* Up to where the index ends, whatever follows; it has checked that every slice before is whole. */
static void walk_slices(pdk_walker *walker, const pdk_vcr_state *state)
{
    uint64_t end = pdk_vcr_end(state)->at;
    for (uint64_t at = state->shape.begin; at < end && !walker->stopped;) {
        uint32_t events = pdk_vcr_event_count(&state->shape, at);
        at = walk_fixed(walker, state->layout->slice, at);
        for (uint32_t i = 0; i < events && !walker->stopped; i++) at = walk_event(walker, state, at);
    }
}

void pdk_vcr_spans(pdk_walker *walker)
{
    const pdk_vcr_state *state = walker->document->state;
    const pdk_vcr_head *head = state->head;
    uint64_t behind_tag = walk_fixed(walker, &pdk_vcr_tag, head->tag_at);
    bool is_l = state->layout->dialect == PDK_VCR_L;
    if (is_l) {
        walk_fixed(walker, &pdk_vcr_l_stream, behind_tag);
        walk_slices(walker, state);
    }
    walk_texts(walker, state);
    uint64_t at = walk_drivers(walker, state);
    if (state->layout->dialect == PDK_VCR_R1 && at != 0) walk_cameras(walker, state, at);
    if (head->counters_at != PDK_NO_OFFSET) walk_fixed(walker, state->layout->counters, head->counters_at);
    if (!is_l) walk_slices(walker, state);
}
