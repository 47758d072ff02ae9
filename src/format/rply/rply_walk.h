/* Walking: the commands of a frame, the frames of a file, the rows of a table. None of it changes the replay. */
#ifndef PADDOCK_FORMAT_RPLY_RPLY_WALK_H
#define PADDOCK_FORMAT_RPLY_RPLY_WALK_H

#include "base/load.h"
#include "format/rply/rply.h"

/* One frame, command by command. */
typedef struct pdk_rply_walk {
    const pdk_rply *replay;
    const uint8_t *frame, *next, *end;
    int32_t car; /* PDK_RPLY_NO_CAR until one is set */
    unsigned id; /* of the current command */
    const uint8_t *payload;
    uint32_t size;      /* of the payload */
    pdk_rply_stop stop; /* why pdk_rply_walk_next said false; the rest begins at `next` */
} pdk_rply_walk;

/* `frame` must have been found to fit the file. */
pdk_rply_walk pdk_rply_walk_frame(const pdk_rply *replay, const uint8_t *frame);
/* The next command; false at the end or where the commands cannot be followed further. */
bool pdk_rply_walk_next(pdk_rply_walk *walk);
/* Takes the command a walk stopped before, supposing a payload of `size`; false when the frame has not got that much.
 */
bool pdk_rply_walk_suppose(pdk_rply_walk *walk, uint32_t size);

static inline uint32_t pdk_rply_frame_size(const uint8_t *frame)
{
    return pdk_load_u16(frame);
}
static inline int32_t pdk_rply_frame_time(const uint8_t *frame)
{
    return pdk_load_i32(frame + PDK_RPLY_FRAME_TIME);
}
pdk_rply_kind pdk_rply_kind_of(unsigned id);

/* The frames, in order, over gaps. Good while cursor.frame < replay->frames. */
typedef struct pdk_rply_cursor {
    const pdk_rply *replay;
    size_t mark;
    uint64_t frame;
    const uint8_t *at;
} pdk_rply_cursor;

pdk_rply_cursor pdk_rply_enter(const pdk_rply *replay, size_t mark);
void pdk_rply_advance(pdk_rply_cursor *cursor);

/* What a located row's context holds: where its frame is, which it is, and which car was set. */
static inline uint64_t pdk_rply_context(uint64_t frame, int32_t car, uint64_t distance)
{
    return frame << 32 | (uint64_t)(uint16_t)car << 16 | distance;
}
static inline uint64_t pdk_rply_row_frame(const pdk_row *row)
{
    return row->context >> 32;
}
static inline uint16_t pdk_rply_row_car(const pdk_row *row)
{
    return (uint16_t)(row->context >> 16);
}
static inline const uint8_t *pdk_rply_row_head(const pdk_row *row)
{
    return row->at - (row->context & UINT16_MAX);
}

/* Rows of a kind; pdk_locate over a replay. */
void pdk_rply_locate(const pdk_rply *replay, pdk_rply_kind kind, uint64_t first, size_t count, pdk_row *rows);
/* The same for frames: `at` is the frame. */
void pdk_rply_locate_frames(const pdk_rply *replay, uint64_t first, size_t count, pdk_row *rows);
/* What the times of such rows lie between, s, by the marks alone; PDK_RPLY_NO_KIND: of frames. */
pdk_value_span pdk_rply_span(const pdk_rply *replay, pdk_rply_kind kind, uint64_t first, uint64_t count);

#endif
