#include "format/rply/rply_walk.h"

#include <math.h>

pdk_rply_walk pdk_rply_walk_frame(const pdk_rply *replay, const uint8_t *frame)
{
    return (pdk_rply_walk){
        .replay = replay,
        .frame = frame,
        .next = frame + pdk_rply_frame.size,
        .end = frame + pdk_rply_frame_size(frame),
        .car = PDK_RPLY_NO_CAR,
    };
}

static bool stop(pdk_rply_walk *walk, pdk_rply_stop why)
{
    walk->stop = why;
    return false;
}

bool pdk_rply_walk_suppose(pdk_rply_walk *walk, uint32_t size)
{
    const uint8_t *payload = walk->next + pdk_rply_command.size;
    if (size > (size_t)(walk->end - payload)) return stop(walk, PDK_RPLY_CUT_COMMAND);
    walk->payload = payload;
    walk->size = size;
    walk->next = payload + size;
    return true;
}

bool pdk_rply_walk_next(pdk_rply_walk *walk)
{
    size_t left = (size_t)(walk->end - walk->next);
    if (left < pdk_rply_command.size) return stop(walk, left == 0 ? PDK_RPLY_DONE : PDK_RPLY_CUT_COMMAND);
    unsigned id = walk->id = pdk_load_u16(walk->next);
    if (id == PDK_RPLY_STATE) {
        if (walk->car == PDK_RPLY_NO_CAR) return stop(walk, PDK_RPLY_NO_CAR_SET);
        uint32_t wheels = walk->replay->wheels[walk->car];
        if (wheels == PDK_RPLY_UNASKED) return stop(walk, PDK_RPLY_ASK_WHEELS);
        if (wheels == PDK_RPLY_HOPELESS) return stop(walk, PDK_RPLY_NO_WHEELS);
        return pdk_rply_walk_suppose(walk, walk->replay->state_size + 12 * wheels);
    }
    uint32_t size = id < PDK_RPLY_IDS ? walk->replay->payload[id] : 0;
    if (size == 0) return stop(walk, id == PDK_RPLY_SKID_POINT ? PDK_RPLY_ASK_SKID : PDK_RPLY_UNKNOWN_ID);
    if (id == PDK_RPLY_SET_CAR && left >= 4) {
        if (pdk_load_i16(walk->next + pdk_rply_command.size) < 0) return stop(walk, PDK_RPLY_BAD_CAR);
        walk->car = pdk_load_i16(walk->next + pdk_rply_command.size);
    }
    return pdk_rply_walk_suppose(walk, size);
}

pdk_rply_kind pdk_rply_kind_of(unsigned id)
{
    switch (id) {
    case PDK_RPLY_STATE: return PDK_RPLY_STATES;
    case PDK_RPLY_SMOKE: return PDK_RPLY_SMOKES;
    case PDK_RPLY_SKID_START:
    case PDK_RPLY_SKID_END: return PDK_RPLY_SKID_STRIPS;
    case PDK_RPLY_SKID_POINT: return PDK_RPLY_SKID_POINTS;
    case PDK_RPLY_CAR_ENTRY: return PDK_RPLY_CAR_ENTRIES;
    default: return PDK_RPLY_NO_KIND;
    }
}

pdk_rply_cursor pdk_rply_enter(const pdk_rply *replay, size_t mark)
{
    pdk_rply_cursor cursor = { .replay = replay, .mark = mark };
    if (replay->frames == 0) return cursor;
    const pdk_rply_mark *entry = (const pdk_rply_mark *)replay->marks.items + mark;
    cursor.frame = entry->frame;
    cursor.at = replay->bytes.data + entry->offset;
    return cursor;
}

void pdk_rply_advance(pdk_rply_cursor *cursor)
{
    const pdk_rply *replay = cursor->replay;
    const pdk_rply_mark *marks = replay->marks.items;
    cursor->frame++;
    if (cursor->mark + 1 < replay->marks.count && marks[cursor->mark + 1].frame == cursor->frame) {
        cursor->at = replay->bytes.data + marks[++cursor->mark].offset; /* after a gap, or just the next one */
    } else {
        cursor->at += pdk_rply_frame_size(cursor->at);
    }
}

static uint64_t rows_before(const pdk_rply_mark *mark, pdk_rply_kind kind)
{
    return kind == PDK_RPLY_NO_KIND ? mark->frame : mark->rows[kind];
}

/* The last mark with at most `row` rows of a kind (PDK_RPLY_NO_KIND: frames) before it. */
static size_t mark_before(const pdk_rply *replay, pdk_rply_kind kind, uint64_t row)
{
    const pdk_rply_mark *marks = replay->marks.items;
    size_t low = 0, high = replay->marks.count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (rows_before(&marks[middle], kind) <= row) low = middle;
        else high = middle;
    }
    return low;
}

void pdk_rply_locate(const pdk_rply *replay, pdk_rply_kind kind, uint64_t first, size_t count, pdk_row *rows)
{
    size_t mark = mark_before(replay, kind, first), filled = 0;
    uint64_t row = ((const pdk_rply_mark *)replay->marks.items)[mark].rows[kind];
    for (pdk_rply_cursor cursor = pdk_rply_enter(replay, mark); filled < count; pdk_rply_advance(&cursor)) {
        pdk_rply_walk walk = pdk_rply_walk_frame(replay, cursor.at);
        while (filled < count && pdk_rply_walk_next(&walk)) {
            if (pdk_rply_kind_of(walk.id) != kind || row++ < first) continue;
            uint64_t distance = (uint64_t)(walk.payload - cursor.at);
            rows[filled++] = (pdk_row){ walk.payload, pdk_rply_context(cursor.frame, walk.car, distance) };
        }
    }
}

void pdk_rply_locate_frames(const pdk_rply *replay, uint64_t first, size_t count, pdk_row *rows)
{
    pdk_rply_cursor cursor = pdk_rply_enter(replay, mark_before(replay, PDK_RPLY_NO_KIND, first));
    for (size_t filled = 0; filled < count; pdk_rply_advance(&cursor)) {
        if (cursor.frame < first) continue;
        rows[filled++] = (pdk_row){ cursor.at, cursor.frame << 32 };
    }
}

pdk_value_span pdk_rply_span(const pdk_rply *replay, pdk_rply_kind kind, uint64_t first, uint64_t count)
{
    const pdk_rply_mark *marks = replay->marks.items;
    int32_t least = INT32_MAX, greatest = INT32_MIN;
    for (size_t i = mark_before(replay, kind, first); i < replay->marks.count; i++) {
        if (rows_before(&marks[i], kind) >= first + count) break;
        if (marks[i].least_time < least) least = marks[i].least_time;
        if (marks[i].greatest_time > greatest) greatest = marks[i].greatest_time;
    }
    if (least > greatest) return (pdk_value_span){ INFINITY, -INFINITY };
    const double margin = 1e-6; /* however the column rounds its quotients */
    return (pdk_value_span){ least / 1000.0 - margin, greatest / 1000.0 + margin };
}
