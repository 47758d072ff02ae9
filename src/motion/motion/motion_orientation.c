/* Where noses point, where a format does not say it for certain: yaw is compared with where cars go. Two things come
 * out: at which yaw a nose looks along an axis, and whether yaw grows anticlockwise as the axes are taken, which it
 * does not where the plane is seen from below, so that everything would be mirrored. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/trigonometry.h"
#include "motion/motion.h"

enum {
    SPOTS = 256 /* looked at, over all runs */,
    SPOT = 6 /* samples each */,
    LEAST = 12 /* spots that say something */,
    CURVE_SPOTS = 64
};

static const double least_speed = 10;  /* m/s: noses of slower cars may point anywhere */
static const double longest = 1.5;     /* s, of a spot */
static const double agreement = 0.9;   /* mean resultant length: 1 = all the same */
static const double difference = 0.05; /* of both senses' agreements, to distinguish them */

typedef struct witness { /* sums of unit vectors at the angle course - sense * yaw */
    double x[2], y[2];   /* sense +1, sense -1 */
    size_t count;
} witness;

static pdk_status read_witness(const pdk_motion *motion, size_t run, uint64_t first, const size_t channels[4],
                               witness *seen, pdk_error *error)
{
    double values[4][SPOT];
    pdk_channel_read reads[4];
    for (size_t k = 0; k < 4; k++) reads[k] = (pdk_channel_read){ channels[k], values[k] };
    pdk_status status = pdk_motion_read(motion, run, first, SPOT, reads, 4, error);
    if (status != PDK_OK) return status;
    double time = values[0][SPOT - 1] - values[0][0], x = values[1][SPOT - 1] - values[1][0],
           y = values[2][SPOT - 1] - values[2][0], moved = pdk_hypot(x, y);
    double from = values[3][SPOT / 2 - 1], to = values[3][SPOT / 2], turn = pdk_wrap_angle(to - from);
    if (!(time > 0 && time < longest && moved / time > least_speed && moved / time < 200 && fabs(turn) < 1))
        return PDK_OK;
    double yaw = from + turn / 2, course = pdk_atan2(y, x);
    for (int sense = 0; sense < 2; sense++) {
        double off = course - (sense == 0 ? yaw : -yaw);
        seen->x[sense] += pdk_cos(off);
        seen->y[sense] += pdk_sin(off);
    }
    seen->count++;
    return PDK_OK;
}

static pdk_status look_around(const pdk_motion *motion, witness *seen, pdk_error *error)
{
    size_t channels[4] = { pdk_motion_find_channel(motion, PDK_ROLE_TIME), pdk_motion_find_channel(motion, PDK_ROLE_X),
                           pdk_motion_find_channel(motion, PDK_ROLE_Y),
                           pdk_motion_find_channel(motion, PDK_ROLE_HEADING) };
    for (int k = 0; k < 4; k++) {
        if (channels[k] == PDK_NO_COLUMN) return PDK_OK;
    }
    size_t runs = motion->run_count < SPOTS ? motion->run_count : SPOTS;
    for (size_t i = 0; i < runs; i++) {
        size_t run = i * motion->run_count / runs, spots = SPOTS / runs;
        uint64_t samples = motion->runs[run].samples;
        if (samples < SPOT) continue;
        uint64_t room = samples - SPOT + 1;
        if (room < spots) spots = (size_t)room;
        for (size_t spot = 0; spot < spots; spot++) {
            pdk_status status = read_witness(motion, run, room * spot / spots, channels, seen, error);
            if (status != PDK_OK) return status;
        }
    }
    return PDK_OK;
}

static pdk_status note_orientation(pdk_motion *motion, char *sentence, pdk_error *error)
{
    char **room = sentence != NULL ? pdk_vector_push(&motion->evidence) : NULL;
    if (room == NULL) return pdk_fail_memory(error, &motion->memory, "what motion rests on");
    *room = sentence;
    return PDK_OK;
}

static void turn_headings(pdk_motion *motion, double bias)
{
    size_t channel = pdk_motion_find_channel(motion, PDK_ROLE_HEADING);
    motion->sources[channel].bias = bias;
    motion->channels[channel].derived = true;
}

/* What y means is the other side of the track. */
static void mirror(pdk_motion *motion)
{
    static const pdk_role sideways[] = { PDK_ROLE_Y, PDK_ROLE_VELOCITY_Y, PDK_ROLE_DIRECTION_Y };
    for (size_t i = 0; i < sizeof sideways / sizeof sideways[0]; i++) {
        size_t channel = pdk_motion_find_channel(motion, sideways[i]);
        if (channel != PDK_NO_COLUMN) motion->sources[channel].sign = -motion->sources[channel].sign;
    }
    motion->mirrored = true;
}

/* gMotor's plane as its noses show it: "(-sin yaw, -cos yaw)" in x and z. */
static const char *nose_text(bool mirrored, int quarter)
{
    static const char *const texts[2][4] = {
        { "(sin yaw, cos yaw)", "(cos yaw, -sin yaw)", "(-sin yaw, -cos yaw)", "(-cos yaw, sin yaw)" },
        { "(-sin yaw, cos yaw)", "(cos yaw, sin yaw)", "(sin yaw, -cos yaw)", "(-cos yaw, -sin yaw)" },
    };
    return texts[mirrored][quarter];
}

/* Whether stored velocities are how positions change: their frame and scale may be another. */
static pdk_status check_velocities(pdk_motion *motion, pdk_error *error)
{
    size_t channels[7], samples = 0, agreeing = 0;
    static const pdk_role roles[7] = { PDK_ROLE_TIME,       PDK_ROLE_X,          PDK_ROLE_Y,         PDK_ROLE_Z,
                                       PDK_ROLE_VELOCITY_X, PDK_ROLE_VELOCITY_Y, PDK_ROLE_VELOCITY_Z };
    for (int k = 0; k < 7; k++) {
        channels[k] = pdk_motion_find_channel(motion, roles[k]);
        if (channels[k] == PDK_NO_COLUMN || motion->sources[channels[k]].kind == PDK_MOTION_DIFFERENCE) return PDK_OK;
    }
    for (size_t spot = 0; spot < CURVE_SPOTS && motion->run_count > 0; spot++) {
        size_t run = spot * motion->run_count / CURVE_SPOTS;
        uint64_t room = motion->runs[run].samples;
        if (room < 3) continue;
        double values[7][3];
        pdk_channel_read reads[7];
        for (size_t k = 0; k < 7; k++) reads[k] = (pdk_channel_read){ channels[k], values[k] };
        pdk_status status =
            pdk_motion_read(motion, run, (room - 2) * (spot * 7 % CURVE_SPOTS) / CURVE_SPOTS, 3, reads, 7, error);
        if (status != PDK_OK) return status;
        double time = values[0][2] - values[0][0], way = 0, off = 0;
        for (int k = 1; k < 4; k++) {
            double change = values[k][2] - values[k][0];
            way += change * change;
            off += (change - values[3 + k][1] * time) * (change - values[3 + k][1] * time);
        }
        if (!(time > 0 && time < longest && way > least_speed * least_speed * time * time)) continue;
        samples++;
        agreeing += off < 0.01 * way; /* within a tenth */
    }
    motion->curved = samples >= LEAST && 10 * agreeing >= 9 * samples;
    return PDK_OK;
}

static pdk_status find_noses(pdk_motion *motion, pdk_error *error)
{
    size_t column = pdk_table_find_role(motion->table, PDK_ROLE_HEADING);
    if (column == PDK_NO_COLUMN || pdk_table_column_at(motion->table, column)->frame != PDK_FRAME_GMOTOR) return PDK_OK;
    witness seen = { { 0 }, { 0 }, 0 };
    pdk_status status = look_around(motion, &seen, error);
    if (status != PDK_OK) return status;
    double agreed[2] = { 0, 0 };
    for (int sense = 0; sense < 2 && seen.count > 0; sense++)
        agreed[sense] = pdk_hypot(seen.x[sense], seen.y[sense]) / (double)seen.count;
    bool other = agreed[1] > agreed[0] + difference;
    int sense = other ? 1 : 0;
    bool proven = seen.count >= LEAST && agreed[sense] > agreement,
         sense_proven = fabs(agreed[1] - agreed[0]) > difference;
    if (!proven) { /* as the engine is said to have it: a nose at yaw 0 looks along -z */
        turn_headings(motion, PDK_PI);
        return note_orientation(
            motion,
            pdk_keep_printf(&motion->memory,
                            "noses are taken to point along (-sin yaw, -cos yaw) in x and z, as in the engine: "
                            "of %zu moments above 10 m/s in the sample, too few agree on any direction",
                            seen.count),
            error);
    }
    double off = pdk_atan2(seen.y[sense], seen.x[sense]);
    int quarter = (int)lround(off / (PDK_PI / 2)) & 3;
    double zero = quarter * (PDK_PI / 2);
    if (other) mirror(motion);
    turn_headings(motion, other ? -zero : zero);
    return note_orientation(
        motion,
        pdk_keep_printf(
            &motion->memory,
            "noses point along %s in x and z: so go cars above 10 m/s at %zu moments, within %.1f degrees on "
            "the whole (agreement %.3f); yaw growing the other way: %.3f%s",
            nose_text(other, quarter), seen.count, fabs(pdk_wrap_angle(off - zero)) * 180 / PDK_PI, agreed[sense],
            agreed[1 - sense],
            !sense_proven ? ", so the way yaw grows is not proven by this file"
            : other       ? "; with yaw anticlockwise as seen from above, z is turned so that nothing is mirrored"
                          : "; with yaw anticlockwise as seen from above, x, y and z are right-handed"),
        error);
}

pdk_status pdk_motion_find_orientation(pdk_motion *motion, pdk_error *error)
{
    pdk_status status = find_noses(motion, error);
    return status == PDK_OK ? check_velocities(motion, error) : status;
}
