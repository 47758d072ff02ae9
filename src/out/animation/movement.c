/* The keys of one driver, part after part of the recording. */
#include "base/trigonometry.h"
#include "animation/movement.h"

#include <math.h>

enum { RUN = 128 };

static const double turn = 6.283185307179586;

typedef struct keys {
    const pdk_recording *recording;
    size_t run;
    double start;
    pdk_vector times, places, turns; /* of the movement */
    pdk_vector shown_times, shown;
} keys;

/* ------------------------------------------------------------------------------------------------------- poses */

/* Headings that go on where they pass a full turn, so that the way between two is the shorter one. */
static void unwind(pdk_moving_pose *poses, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        double step = poses[i].heading - poses[i - 1].heading;
        poses[i].heading -= turn * round(step / turn);
    }
}

static size_t find(const pdk_motion *motion, pdk_role role)
{
    return pdk_motion_find_channel(motion, role);
}

/* The car at some moments of a part; those without a place or later than the one before are left out. */
static pdk_status read_poses(const keys *to, const double *times, size_t count, pdk_moving_pose *poses, size_t *kept,
                             pdk_error *error)
{
    const pdk_motion *motion = to->recording->motion;
    double values[5][RUN];
    size_t pitch = find(motion, PDK_ROLE_DIRECTION_Z), channels = pitch != PDK_NO_COLUMN ? 5 : 4;
    pdk_channel_read reads[5] = { { find(motion, PDK_ROLE_X), values[0] },
                                  { find(motion, PDK_ROLE_Y), values[1] },
                                  { find(motion, PDK_ROLE_Z), values[2] },
                                  { find(motion, PDK_ROLE_HEADING), values[3] },
                                  { pitch, values[4] } };
    pdk_status status = pdk_motion_read_times(motion, to->run, times, count, reads, channels, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        pdk_moving_pose pose = { .time = times[i] - to->start,
                                 .place = { values[0][i], values[1][i], values[2][i] },
                                 .heading = values[3][i],
                                 .pitch = channels == 5 ? pdk_asin(fmin(fmax(values[4][i], -1), 1)) : 0 };
        bool known = isfinite(pose.place[0]) && isfinite(pose.place[1]) && isfinite(pose.place[2]);
        if (!isfinite(pose.heading)) pose.heading = *kept > 0 ? poses[*kept - 1].heading : 0;
        if (!isfinite(pose.pitch)) pose.pitch = 0;
        bool later = *kept == 0 || (float)pose.time > (float)poses[*kept - 1].time;
        if (known && later && fabs(pose.place[0]) < 1e9 && fabs(pose.place[1]) < 1e9) poses[(*kept)++] = pose;
    }
    return status;
}

/* All samples of a part, and the moments where the wanted time begins and ends. */
static pdk_status read_part(const keys *to, const pdk_recorded_part *part, pdk_moving_pose *poses, size_t *kept,
                            pdk_error *error)
{
    const pdk_motion *motion = to->recording->motion;
    double times[RUN];
    pdk_status status = read_poses(to, &part->start, 1, poses, kept, error);
    for (uint64_t first = 0; first < part->count && status == PDK_OK; first += RUN) {
        size_t some = part->count - first < RUN ? (size_t)(part->count - first) : RUN, inside = 0;
        pdk_channel_read read = { find(motion, PDK_ROLE_TIME), times };
        status = pdk_motion_read(motion, to->run, part->first + first, some, &read, 1, error);
        for (size_t i = 0; i < some && status == PDK_OK; i++)
            if (times[i] > part->start && times[i] < part->end) times[inside++] = times[i];
        if (status == PDK_OK) status = read_poses(to, times, inside, poses, kept, error);
    }
    return status == PDK_OK ? read_poses(to, &part->end, 1, poses, kept, error) : status;
}

/* -------------------------------------------------------------------------------------------------------- keys */

/* First the nose goes up, then the car turns about the vertical: (0, 0, h) by (0, -p, 0). */
static void quaternion_of(const pdk_moving_pose *pose, const float *before, float quaternion[4])
{
    double h = pdk_sin(pose->heading / 2), c = pdk_cos(pose->heading / 2), p = -pdk_sin(pose->pitch / 2),
           d = pdk_cos(pose->pitch / 2);
    const double value[4] = { -h * p, c * p, h * d, c * d };
    double same = 0;
    for (int k = 0; k < 4 && before != NULL; k++) same += value[k] * (double)before[k];
    for (int k = 0; k < 4; k++) quaternion[k] = (float)(same < 0 ? -value[k] : value[k]); /* both are the same turn */
}

static bool add_key(keys *to, const pdk_moving_pose *pose)
{
    size_t count = to->times.count;
    const float *times = to->times.items;
    if (count > 0 && !((float)pose->time > times[count - 1])) return true; /* the clock went back */
    float *time = pdk_vector_push(&to->times);
    double(*place)[3] = pdk_vector_push(&to->places);
    float(*quaternion)[4] = pdk_vector_push(&to->turns);
    if (time == NULL || place == NULL || quaternion == NULL) return false;
    *time = (float)pose->time;
    for (int k = 0; k < 3; k++) (*place)[k] = pose->place[k];
    quaternion_of(pose, count > 0 ? quaternion[-1] : NULL, *quaternion);
    return true;
}

static bool show(keys *to, double time, bool shown)
{
    size_t count = to->shown_times.count;
    const float *times = to->shown_times.items;
    if (count > 0 && !((float)time > times[count - 1])) {
        ((bool *)to->shown.items)[count - 1] = shown;
        return true;
    }
    float *at = pdk_vector_push(&to->shown_times);
    bool *value = pdk_vector_push(&to->shown);
    if (at == NULL || value == NULL) return false;
    *at = (float)time;
    *value = shown;
    return true;
}

static pdk_status add_part(keys *to, const pdk_recorded_part *part, pdk_error *error)
{
    pdk_memory *memory = to->recording->job->memory;
    pdk_moving_pose *poses = pdk_alloc_array(memory, part->count + 2, sizeof *poses);
    bool *stays = pdk_alloc_array(memory, part->count + 2, sizeof *stays);
    size_t count = 0;
    pdk_status status = poses != NULL && stays != NULL ? read_part(to, part, poses, &count, error)
                                                       : pdk_fail_memory(error, memory, "a path");
    if (status == PDK_OK) {
        unwind(poses, count);
        pdk_simplify_path(poses, count, stays);
    }
    bool all = true;
    for (size_t i = 0; i < count && all && status == PDK_OK; i++) all = !stays[i] || add_key(to, &poses[i]);
    if (all && count > 0 && status == PDK_OK)
        all = show(to, poses[0].time, true) && show(to, poses[count - 1].time, false);
    pdk_free(memory, poses);
    pdk_free(memory, stays);
    return all ? status : pdk_fail_memory(error, memory, "keys");
}

pdk_status pdk_movement_make(const pdk_recording *recording, size_t run, double start, double end,
                             pdk_scene_movement *movement, pdk_error *error)
{
    pdk_memory *memory = recording->job->memory;
    pdk_recorded_part *parts;
    size_t count;
    keys to = { .recording = recording,
                .run = run,
                .start = start,
                .times = pdk_vector_of(memory, sizeof(float)),
                .places = pdk_vector_of(memory, sizeof(double[3])),
                .turns = pdk_vector_of(memory, sizeof(float[4])),
                .shown_times = pdk_vector_of(memory, sizeof(float)),
                .shown = pdk_vector_of(memory, sizeof(bool)) };
    pdk_status status = pdk_recording_parts(recording, run, &parts, &count, error);
    if (status != PDK_OK) return status;
    if (!show(&to, 0, false)) status = pdk_fail_memory(error, memory, "keys");
    for (size_t i = 0; i < count && status == PDK_OK; i++) status = add_part(&to, &parts[i], error);
    pdk_free(memory, parts);
    if (status != PDK_OK) return status;
    size_t shown = to.shown_times.count;
    const float *shown_times = to.shown_times.items;
    if (shown > 0 && (double)shown_times[shown - 1] >= (double)(float)(end - start)) shown--; /* at the end it stays */
    bool always = shown == 1 && ((const bool *)to.shown.items)[0];
    *movement = (pdk_scene_movement){ .slot = pdk_motion_run_at(recording->motion, run)->slot,
                                      .times = to.times.items,
                                      .places = to.places.items,
                                      .turns = to.turns.items,
                                      .key_count = to.times.count,
                                      .shown_times = to.shown_times.items,
                                      .shown = to.shown.items,
                                      .shown_count = always ? 0 : shown };
    return PDK_OK;
}
