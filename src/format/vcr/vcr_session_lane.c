/* Visits to the pit lane by the flag of each pose, where no event tells them: in R1, and wherever none is recorded. */
#include <math.h>

#include "format/vcr/vcr_session.h"

#include "base/trigonometry.h"

/* A car does not drive so fast: it was put where it is, m/s and m. */
static const double fastest = 150, leap = 20;
enum { SLOTS = 256 };

/* Where each car was last. */
typedef struct lane_state {
    bool seen, in;
    double time, x, z;
} lane_state;

static void add_pit(pdk_vcr_gathering *to, double time, uint32_t slot, pdk_session_pit_kind kind)
{
    pdk_session_pit *pit = pdk_vector_push(&to->pits);
    if (pit == NULL) to->failed = true;
    else *pit = (pdk_session_pit){ time, slot, kind };
}

static void take_pose(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    double time = row->values[0], x = row->values[3], z = row->values[4];
    if (!isfinite(time) || isnan(row->values[1]) || isnan(row->values[2])) return;
    uint32_t slot = (uint32_t)row->values[1] % SLOTS;
    bool in = (isfinite(row->values[5]) ? row->values[5] : row->values[2]) > 0;
    lane_state *state = &to->lane[slot];
    if (state->seen && (in || state->in)) {
        double way = pdk_hypot(x - state->x, z - state->z);
        bool put = way > fastest * fmax(time - state->time, 0) + leap;
        double between = (time + state->time) / 2;
        if (in && put) add_pit(to, between, slot, PDK_PIT_GARAGE); /* also from within the lane */
        else if (in != state->in) add_pit(to, between, slot, in ? PDK_PIT_ENTERED : PDK_PIT_LEFT);
    }
    *state = (lane_state){ true, in, time, x, z };
}

pdk_status pdk_vcr_gather_lane(pdk_vcr_gathering *to)
{
    static const char *const numbers[] = { "time", "driver", "in_pit", "x", "z", "pit_lane", NULL };
    to->lane = pdk_alloc_array(to->memory, SLOTS, sizeof *to->lane);
    if (to->lane == NULL) return pdk_fail_memory(to->error, to->memory, "the session");
    pdk_status status = pdk_vcr_each_row(to, "poses", numbers, NULL, take_pose);
    pdk_free(to->memory, to->lane);
    return status;
}
