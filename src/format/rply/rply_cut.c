/* A part of a replay: frames by their time, and in them the commands of chosen cars. Times, the list of cars and their
 * numbers stay. What has no car (smoke, skid marks, what cannot be followed) is everyone's. */
#include "format/rply/rply_cut.h"

#include <math.h>

#include "format/rply/rply_walk.h"

enum { PROGRESS_SPACING = 16 << 20 /* bytes */, FRAME_CAPACITY = UINT16_MAX };

static pdk_cut_driver car_at(const pdk_document *document, size_t index)
{
    const pdk_rply *replay = document->state;
    const pdk_rply_car *cars = replay->cars.items;
    if (index >= replay->cars.count) return (pdk_cut_driver){ 0 };
    return (pdk_cut_driver){ (uint32_t)cars[index].index, cars[index].name };
}

static double time_of(const uint8_t *frame)
{
    return (double)pdk_rply_frame_time(frame) / 1000;
}

/* ------------------------------------------------------------------------------------------------ one frame */

typedef struct frame_cut {
    const pdk_rply *replay;
    const pdk_cut_part *part;
    uint8_t *bytes; /* FRAME_CAPACITY */
    uint32_t size;  /* of what is kept; a frame only shrinks */
} frame_cut;

static void keep(frame_cut *cut, const uint8_t *from, const uint8_t *end)
{
    memcpy(cut->bytes + cut->size, from, (size_t)(end - from));
    cut->size += (uint32_t)(end - from);
}

static bool is_chosen(const pdk_cut_part *part, int32_t car)
{
    return part->chosen == NULL || car < 0 || part->chosen[car];
}

/* A car's own: the choice of it, what is said while it is set, and its entry. */
static bool keeps_command(const pdk_cut_part *part, const pdk_rply_walk *walk)
{
    switch (walk->id) {
    case PDK_RPLY_SET_CAR:
    case PDK_RPLY_POSITION:
    case PDK_RPLY_STATE: return is_chosen(part, walk->car);
    case PDK_RPLY_CAR_ENTRY: return is_chosen(part, pdk_load_i16(walk->payload + PDK_RPLY_ENTRY_CAR));
    default: return true;
    }
}

/* What cannot be followed is kept whole, and with it everything since the last choice of a car, as it may be about that
 * one: where that begins, or the frame's end. Where frames were lost to damage such a rest is part of it and is
 * removed. */
static const uint8_t *find_rest(const frame_cut *cut, const uint8_t *frame)
{
    pdk_rply_walk walk = pdk_rply_walk_frame(cut->replay, frame);
    const uint8_t *command = walk.next, *set_car = NULL;
    for (; pdk_rply_walk_next(&walk); command = walk.next) {
        if (walk.id == PDK_RPLY_SET_CAR) set_car = command;
    }
    if (walk.next == walk.end || cut->replay->gaps > 0) return walk.end;
    return set_car != NULL ? set_car : walk.next;
}

/* cut->bytes becomes the frame; its size 0 when nothing is left of what was in it. */
static void cut_frame(frame_cut *cut, const uint8_t *frame)
{
    const uint8_t *command = frame + pdk_rply_frame.size, *rest = find_rest(cut, frame);
    cut->size = 0;
    keep(cut, frame, command);
    pdk_rply_walk walk = pdk_rply_walk_frame(cut->replay, frame);
    for (; command < rest && pdk_rply_walk_next(&walk); command = walk.next) {
        if (keeps_command(cut->part, &walk)) keep(cut, command, walk.next);
    }
    bool headless = cut->size == pdk_rply_frame.size && rest < walk.end;
    if (headless) keep(cut, frame + pdk_rply_frame.size, rest); /* a frame is known by the command it begins with */
    keep(cut, rest, walk.end);
    bool emptied = cut->size == pdk_rply_frame.size && walk.end - frame > (ptrdiff_t)pdk_rply_frame.size;
    if (emptied) cut->size = 0;
    else pdk_store_u16(cut->bytes, (uint16_t)cut->size);
}

/* ------------------------------------------------------------------------------------------------- the file */

/* Is any frame in the range? Said before anything is written. */
static pdk_status check_range(const pdk_rply *replay, const pdk_cut_part *part, pdk_error *error)
{
    if (!isfinite(part->from) && !isfinite(part->to)) return PDK_OK;
    double first = INFINITY, last = -INFINITY;
    pdk_rply_cursor cursor = pdk_rply_enter(replay, 0);
    for (; cursor.frame < replay->frames; pdk_rply_advance(&cursor)) {
        double time = time_of(cursor.at);
        if (pdk_cut_holds(part, time)) return PDK_OK;
        first = fmin(first, time);
        last = fmax(last, time);
    }
    return pdk_cut_fail_empty(part, first, last, error);
}

/* Header and names as they are. The count is put right where DATA was found in spite of it. */
static pdk_status write_head(const pdk_rply *replay, pdk_output *output, pdk_error *error)
{
    uint8_t header[80];
    const pdk_record *record = replay->header;
    memcpy(header, replay->bytes.data, record->size);
    if (!pdk_put_i64(pdk_record_field(record, "cars"), 0, header, replay->header_cars)) {
        return pdk_fail(error, PDK_E_CORRUPT, PDK_NO_OFFSET, "rply.cars", "the number of cars does not fit the header");
    }
    pdk_status status = pdk_output_write(output, header, record->size, error);
    if (status != PDK_OK) return status;
    return pdk_output_write(output, replay->bytes.data + record->size, (size_t)(replay->first_frame - record->size),
                            error);
}

static pdk_status write_frames(const pdk_rply *replay, frame_cut *cut, pdk_output *output, pdk_error *error)
{
    const uint8_t *data = replay->bytes.data;
    uint64_t next_progress = PROGRESS_SPACING;
    pdk_status status = PDK_OK;
    pdk_rply_cursor cursor = pdk_rply_enter(replay, 0);
    for (; cursor.frame < replay->frames && status == PDK_OK; pdk_rply_advance(&cursor)) {
        if (!pdk_cut_holds(cut->part, time_of(cursor.at))) continue;
        cut_frame(cut, cursor.at);
        status = pdk_output_write(output, cut->bytes, cut->size, error);
        uint64_t at = (uint64_t)(cursor.at - data);
        if (status != PDK_OK || at < next_progress) continue;
        next_progress = at + PROGRESS_SPACING;
        pdk_trim(replay->document); /* the walk does not come back */
        status = pdk_cut_progress(cut->part, at, replay->bytes.size, error);
    }
    return status;
}

static pdk_status write_part(const pdk_document *document, const pdk_cut_part *part, pdk_memory *memory,
                             pdk_output *output, pdk_error *error)
{
    const pdk_rply *replay = document->state;
    frame_cut cut = { .replay = replay, .part = part, .bytes = pdk_alloc(memory, FRAME_CAPACITY) };
    if (cut.bytes == NULL) return pdk_fail_memory(error, memory, "a frame");
    pdk_status status = check_range(replay, part, error);
    if (status == PDK_OK) status = write_head(replay, output, error);
    if (status == PDK_OK) status = write_frames(replay, &cut, output, error);
    return status;
}

const pdk_cutter pdk_rply_cut = {
    .person = "car", .numbers = PDK_RPLY_MAX_CARS, .driver = car_at, .write = write_part
};
