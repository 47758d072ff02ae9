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

/* Which is higher changes too often to be guessed: these are no branches. */
static void keep_speed(lane_state *state, double speed, double time)
{
    double recent = time - state->speed_time < of_late ? state->speed : -HUGE_VAL;
    state->speed_time = speed < recent ? state->speed_time : time;
    state->speed = speed < recent ? recent : speed;
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

/* From one pose to the next: the car is in the lane in at least one of them. */
typedef struct lane_step {
    double way, passed, between;
    bool in;
} lane_step;

static void take_step(pdk_vcr_gathering *to, lane_state *state, uint32_t slot, lane_step step)
{
    bool put = step.way > fastest * step.passed + leap,
         stepped = step.way > near_factor * state->speed * step.passed + near_leap;
    if (step.in && put) add_pit(to, step.between, slot, PDK_PIT_GARAGE); /* also from within the lane */
    else if (step.in != state->in) add_pit(to, step.between, slot, step.in ? PDK_PIT_ENTERED : PDK_PIT_LEFT);
    if (step.in && !state->in && !put && stepped && !to->failed) state->stepped_in = to->seen.count;
}

/* What the flags of one pose say. */
typedef struct lane_pose {
    double time, x, z;
    bool in;
} lane_pose;

static void take_pose(pdk_vcr_gathering *to, uint32_t slot, lane_pose pose)
{
    lane_state *state = &to->lane[slot];
    if (state->seen) {
        double way = pdk_hypot(pose.x - state->x, pose.z - state->z), ahead = pose.time - state->time,
               passed = ahead > 0 ? ahead : 0, between = (pose.time + state->time) / 2;
        settle_step(to, state, way);
        if (pose.in || state->in) take_step(to, state, slot, (lane_step){ way, passed, between, pose.in });
        if (passed > 0) keep_speed(state, way / passed, pose.time);
        if (!pose.in) leave(to, state, between);
    } else if (pose.in) park(to, state, pose.time, slot);
    state->seen = true;
    state->in = pose.in;
    state->time = pose.time;
    state->x = pose.x;
    state->z = pose.z;
}

static void take_poses(pdk_vcr_gathering *to, double (*values)[PDK_VCR_SESSION_ROWS], size_t count)
{
    for (size_t i = 0; i < count && !to->failed; i++) {
        double time = values[PDK_VCR_POSE_TIME][i], slot = values[PDK_VCR_POSE_DRIVER][i],
               flag = values[PDK_VCR_POSE_IN_PIT][i], lane = values[PDK_VCR_POSE_PIT_LANE][i];
        if (!isfinite(time) || isnan(slot) || isnan(flag)) continue;
        bool in = (isfinite(lane) ? lane : flag) > 0;
        take_pose(to, (uint32_t)slot % SLOTS,
                  (lane_pose){ time, values[PDK_VCR_POSE_X][i], values[PDK_VCR_POSE_Z][i], in });
    }
    if (to->garage != NULL) pdk_vcr_garage_poses(to->garage, values, count);
}

pdk_status pdk_vcr_look_at_poses(pdk_vcr_gathering *to)
{
    static const char *const numbers[] = { [PDK_VCR_POSE_TIME] = "time",
                                           [PDK_VCR_POSE_DRIVER] = "driver",
                                           [PDK_VCR_POSE_IN_PIT] = "in_pit",
                                           [PDK_VCR_POSE_X] = "x",
                                           [PDK_VCR_POSE_Z] = "z",
                                           [PDK_VCR_POSE_PIT_LANE] = "pit_lane",
                                           [PDK_VCR_POSE_PIT_LANE + 1] = NULL };
    to->lane = pdk_alloc_array(to->memory, SLOTS, sizeof *to->lane);
    if (to->lane == NULL) return pdk_fail_memory(to->error, to->memory, "the session");
    pdk_status status = pdk_vcr_begin_garage(to);
    const pdk_vcr_reading readings[] = { { .table = "poses", .numbers = numbers, .take_batch = take_poses },
                                         pdk_vcr_crossings_reading,
                                         pdk_vcr_rain_reading };
    _Static_assert(sizeof readings / sizeof readings[0] <= PDK_VCR_TOGETHER, "room for each table");
    if (status == PDK_OK) status = pdk_vcr_read_together(to, readings, sizeof readings / sizeof readings[0]);
    pdk_free(to->memory, to->lane);
    return status;
}
