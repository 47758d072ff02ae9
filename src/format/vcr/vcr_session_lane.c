/* Visits to the pit lane by the flag of each pose. They stand for those that no event records: all of them in R1 and
 * wherever there are no events, else those that are lost. */
#include <math.h>

#include "format/vcr/vcr_session.h"

#include "base/trigonometry.h"

/* A car does not drive so fast: it was put where it is, m/s and m. */
static const double fastest = 150, leap = 20;
/* Nor does it come into the lane by a step that is this many times what its last speeds explain, and 5 m, and stop at
 * once: the garage may be that near. */
static const double near_factor = 1.5, near_leap = 5, stands = 0.5; /* 1, m, m */
static const double of_late = 1;                                    /* s */
enum { SLOTS = 256 };

/* Where each car was last. */
typedef struct lane_state {
    bool seen, in;
    size_t parked; /* its number among the parked, and 1, until it leaves */
    double time, x, z;
    double speed, speed_time; /* the highest recent one, m/s, and when that was */
    size_t stepped_in;        /* the entry that may be a step to the garage: its number among the seen, and 1 */
} lane_state;

static void add_pit(pdk_vcr_gathering *to, double time, uint32_t slot, pdk_session_pit_kind kind)
{
    pdk_session_pit *pit = pdk_vector_push(&to->seen);
    if (pit == NULL) to->failed = true;
    else *pit = (pdk_session_pit){ time, slot, kind };
}

/* The pose after a step into the lane decides which it was. */
static void settle_step(pdk_vcr_gathering *to, lane_state *state, double way)
{
    pdk_session_pit *seen = to->seen.items;
    if (state->stepped_in > 0 && way < stands) seen[state->stepped_in - 1].kind = PDK_PIT_GARAGE;
    state->stepped_in = 0;
}

static void keep_speed(lane_state *state, double speed, double time)
{
    if (speed < state->speed && time - state->speed_time < of_late) return;
    state->speed = speed;
    state->speed_time = time;
}

static void park(pdk_vcr_gathering *to, lane_state *state, double time, uint32_t slot)
{
    pdk_session_parked *parked = pdk_vector_push(&to->parked);
    if (parked == NULL) to->failed = true;
    else *parked = (pdk_session_parked){ time, slot, HUGE_VAL };
    state->parked = to->parked.count;
}

static void leave(pdk_vcr_gathering *to, lane_state *state, double time)
{
    pdk_session_parked *parked = to->parked.items;
    if (state->parked > 0) parked[state->parked - 1].until = time;
    state->parked = 0;
}

static void take_pose(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    double time = row->values[0], x = row->values[3], z = row->values[4];
    if (!isfinite(time) || isnan(row->values[1]) || isnan(row->values[2])) return;
    uint32_t slot = (uint32_t)row->values[1] % SLOTS;
    bool in = (isfinite(row->values[5]) ? row->values[5] : row->values[2]) > 0;
    lane_state *state = &to->lane[slot];
    if (state->seen) {
        double way = pdk_hypot(x - state->x, z - state->z), passed = fmax(time - state->time, 0);
        bool put = way > fastest * passed + leap, stepped = way > near_factor * state->speed * passed + near_leap;
        double between = (time + state->time) / 2;
        settle_step(to, state, way);
        if (in && put) add_pit(to, between, slot, PDK_PIT_GARAGE); /* also from within the lane */
        else if (in != state->in) add_pit(to, between, slot, in ? PDK_PIT_ENTERED : PDK_PIT_LEFT);
        if (in && !state->in && !put && stepped && !to->failed) state->stepped_in = to->seen.count;
        if (passed > 0) keep_speed(state, way / passed, time);
        if (!in) leave(to, state, between);
    } else if (in) park(to, state, time, slot);
    state->seen = true;
    state->in = in;
    state->time = time;
    state->x = x;
    state->z = z;
}

pdk_status pdk_vcr_look_at_lane(pdk_vcr_gathering *to)
{
    static const char *const numbers[] = { "time", "driver", "in_pit", "x", "z", "pit_lane", NULL };
    to->lane = pdk_alloc_array(to->memory, SLOTS, sizeof *to->lane);
    if (to->lane == NULL) return pdk_fail_memory(to->error, to->memory, "the session");
    pdk_status status = pdk_vcr_each_row(to, "poses", numbers, NULL, take_pose);
    pdk_free(to->memory, to->lane);
    return status;
}
