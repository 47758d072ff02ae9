/* Which rows of the table are whose: an owner for each row, and counts by piece of the table. */
#include "base/parallel.h"
#include "motion/motion.h"

enum { BLOCK = 256 /* rows that are counted without a look at each */ };

typedef struct counting {
    pdk_motion_rows *rows;
    const uint8_t *drivers;
    const uint16_t *run_of;
} counting;

static void count_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    const counting *work = user;
    uint16_t *owner = work->rows->owner;
    uint32_t *counts = work->rows->before + first / work->rows->piece * work->rows->runs;
    for (uint64_t row = first; row < first + count; row++) {
        if (work->drivers != NULL) owner[row] = work->drivers[row];
        if (owner[row] == PDK_MOTION_NOBODY) continue;
        owner[row] = work->run_of[owner[row]];
        counts[owner[row]]++;
    }
}

bool pdk_motion_count_rows(pdk_motion_rows *rows, const uint8_t *drivers, const uint16_t *run_of, pdk_memory *memory,
                           uint64_t *samples)
{
    /* With many runs, pieces are large: the counts are never larger than the owners. */
    rows->piece = PDK_MOTION_PIECE;
    while (rows->piece < 2 * rows->runs) rows->piece *= 2;
    uint64_t pieces = (rows->count + rows->piece - 1) / rows->piece;
    rows->before = pdk_alloc_array(memory, pieces * rows->runs, sizeof *rows->before);
    if (rows->before == NULL) return false;
    counting work = { rows, drivers, run_of };
    pdk_parallel job = { .count = rows->count, .piece = rows->piece, .work = count_piece, .user = &work };
    pdk_parallel_run(&job);
    for (size_t run = 0; run < rows->runs; run++) {
        uint32_t all = 0;
        for (uint64_t piece = 0; piece < pieces; piece++) {
            uint32_t *count = &rows->before[piece * rows->runs + run], own = *count;
            *count = all;
            all += own;
        }
        samples[run] = all;
    }
    return true;
}

static size_t count_in_block(const uint16_t *owner, uint16_t run)
{
    uint16_t count = 0;
    for (size_t i = 0; i < BLOCK; i++) count = (uint16_t)(count + (owner[i] == run));
    return count;
}

uint64_t pdk_motion_row_of(const pdk_motion_rows *rows, size_t run, uint64_t sample)
{
    uint64_t low = 0, high = (rows->count + rows->piece - 1) / rows->piece;
    while (high - low > 1) { /* the last piece that has not passed it */
        uint64_t middle = low + (high - low) / 2;
        if (rows->before[middle * rows->runs + run] <= sample) low = middle;
        else high = middle;
    }
    uint64_t row = low * rows->piece, left = sample - rows->before[low * rows->runs + run];
    for (; row + BLOCK <= rows->count; row += BLOCK) {
        size_t own = count_in_block(rows->owner + row, (uint16_t)run);
        if (left < own) break;
        left -= own;
    }
    for (; row < rows->count; row++) {
        if (rows->owner[row] == run && left-- == 0) return row;
    }
    return rows->count; /* there is no such sample */
}
