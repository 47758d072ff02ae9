/* Crossings of the lines: exact times, laps counted on where a short counter begins again, and the crossings that only
 * begin a lap. */
#include <math.h>

#include "base/merge_sort.h"
#include "model/plausible_times.h"
#include "format/vcr/vcr_session.h"

enum { SLOTS = 256, L_COUNTER = 64, COUNTER = 256 };

static void take_crossing(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    double time = row->values[0], slot = row->values[1], exact = row->values[2], lap = row->values[3];
    if (!isfinite(time) || isnan(slot) || isnan(lap)) return;
    pdk_session_crossing *crossing = pdk_vector_push(&to->crossings);
    if (crossing == NULL) {
        to->failed = true;
        return;
    }
    *crossing = (pdk_session_crossing){ .time = fabs(exact - time) <= PDK_VCR_MAX_SHIFT ? exact : time,
                                        .slot = (uint32_t)slot,
                                        .lap = (uint32_t)lap,
                                        .sector = (uint32_t)row->values[4],
                                        .lap_time = row->values[5],
                                        .record_time = time,
                                        .row = row->row };
}

static int by_time(const void *a, const void *b, void *user)
{
    const pdk_session_crossing *one = a, *other = b;
    (void)user;
    return (one->time > other->time) - (one->time < other->time);
}

/* A counter of 6 bits (L, as readers have it) or 8 begins again at 0. A number that falls by less than nearly all of
 * that is a session that was begun again, and stays. */
static void unwrap_laps(pdk_session_crossing *crossings, size_t count, uint32_t counter)
{
    uint32_t stored[SLOTS] = { 0 }, added[SLOTS] = { 0 };
    for (size_t i = 0; i < count; i++) {
        pdk_session_crossing *crossing = &crossings[i];
        uint32_t slot = crossing->slot % SLOTS, lap = crossing->lap;
        bool wrapped = lap < stored[slot] && stored[slot] < counter && lap + counter - stored[slot] <= counter / 4;
        if (wrapped) added[slot] += counter;
        else if (lap < stored[slot] && stored[slot] - lap > 1) added[slot] = 0;
        stored[slot] = lap;
        crossing->lap += added[slot];
    }
}

/* A crossing of the start line without a time ends a lap that does not count, or begins the first: then the next
 * crossing is of the same lap; or there is none, and no other line was crossed in that lap before. */
static void mark_opening(pdk_session_crossing *crossings, size_t count)
{
    const pdk_session_crossing *before[SLOTS] = { NULL }, *next[SLOTS] = { NULL };
    for (size_t i = 0; i < count; i++) {
        pdk_session_crossing *crossing = &crossings[i];
        uint32_t slot = crossing->slot % SLOTS;
        bool divided = before[slot] != NULL && before[slot]->lap == crossing->lap && before[slot]->sector > 0;
        crossing->opens = crossing->sector == 0 && isnan(crossing->lap_time) && crossing->lap == 0 && !divided;
        before[slot] = crossing;
    }
    for (size_t i = count; i-- > 0;) {
        pdk_session_crossing *crossing = &crossings[i];
        uint32_t slot = crossing->slot % SLOTS;
        if (crossing->sector == 0 && isnan(crossing->lap_time)) {
            if (next[slot] != NULL) crossing->opens = next[slot]->lap == crossing->lap;
            crossing->invalid = !crossing->opens;
        }
        next[slot] = crossing;
    }
}

/* Whether laps are counted from 1: no driver ever has lap 0, though the start of the session was recorded. */
static bool counts_from_one(const pdk_vcr_gathering *to)
{
    const pdk_session_crossing *crossings = to->crossings.items;
    uint32_t minimum = UINT32_MAX;
    for (size_t i = 0; i < to->crossings.count; i++) {
        if (crossings[i].lap < minimum) minimum = crossings[i].lap;
    }
    const double *start = to->starts.items;
    return minimum == 1 && to->starts.count > 0 && start[0] <= crossings[0].time;
}

static const char *const numbers[] = { "time", "driver", "crossing_time", "lap", "sector", "lap_time", NULL };
const pdk_vcr_reading pdk_vcr_crossings_reading = { .table = "checkpoints", .numbers = numbers, .take = take_crossing };

pdk_status pdk_vcr_settle_crossings(pdk_vcr_gathering *to)
{
    pdk_session_crossing *crossings = to->crossings.items;
    size_t count = to->crossings.count;
    if (!pdk_merge_sort(to->memory, crossings, count, sizeof *crossings, by_time, NULL))
        return pdk_fail_memory(to->error, to->memory, "the crossings");
    if (counts_from_one(to)) {
        for (size_t i = 0; i < count; i++) crossings[i].lap--;
    }
    unwrap_laps(crossings, count, to->state->layout->dialect == PDK_VCR_L ? L_COUNTER : COUNTER);
    mark_opening(crossings, count);
    if (count == 0) return PDK_OK; /* there may be no slice either */
    pdk_judge_crossings(crossings, count, pdk_vcr_first_time(to));
    return PDK_OK;
}
