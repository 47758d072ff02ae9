/* Velocities that are not stored: from the positions before and after each sample. */
#include <math.h>

#include "motion/paths.h"

#include "base/trigonometry.h"

enum { CHUNK = 254 };

/* Two samples of one movement; jumps and gaps say nothing about speed. */
static bool are_joined(double (*at)[CHUNK + 2], size_t i, size_t k)
{
    double time = at[0][k] - at[0][i], x = at[1][k] - at[1][i], y = at[2][k] - at[2][i], z = at[3][k] - at[3][i];
    return time > 0 && time <= PDK_PATH_GAP && !pdk_motion_jumps(sqrt(x * x + y * y + z * z), NAN, NAN, time);
}

static double rate_of(double (*at)[CHUNK + 2], size_t before, size_t after, pdk_motion_rate rate)
{
    double time = at[0][after] - at[0][before], way[3];
    if (!(time > 0)) return NAN;
    for (int k = 0; k < 3; k++) way[k] = at[1 + k][after] - at[1 + k][before];
    switch (rate) {
    case PDK_RATE_X:
    case PDK_RATE_Y:
    case PDK_RATE_Z: return way[rate] / time;
    case PDK_RATE_SPEED: return sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]) / time;
    case PDK_RATE_COURSE: return way[0] != 0 || way[1] != 0 ? pdk_atan2(way[1], way[0]) : NAN;
    }
    return NAN;
}

pdk_status pdk_motion_read_rate(const pdk_motion *motion, size_t run, uint64_t first, size_t count,
                                pdk_motion_rate rate, double *values, pdk_error *error)
{
    static const pdk_role roles[4] = { PDK_ROLE_TIME, PDK_ROLE_X, PDK_ROLE_Y, PDK_ROLE_Z };
    double at[4][CHUNK + 2];
    pdk_channel_read reads[4];
    for (int k = 0; k < 4; k++) reads[k] = (pdk_channel_read){ pdk_motion_find_channel(motion, roles[k]), at[k] };
    uint64_t samples = motion->runs[run].samples;
    for (size_t done = 0; done < count; done += CHUNK) {
        size_t part = count - done < CHUNK ? count - done : CHUNK;
        uint64_t from = first + done > 0 ? first + done - 1 : 0, to = first + done + part;
        if (to < samples) to++;
        pdk_status status = pdk_motion_read_stored(motion, run, from, (size_t)(to - from), reads, 4, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < part; i++) {
            size_t here = (size_t)(first + done + i - from);
            size_t before = here > 0 && are_joined(at, here - 1, here) ? here - 1 : here;
            size_t after = here + 1 < to - from && are_joined(at, here, here + 1) ? here + 1 : here;
            values[done + i] = rate_of(at, before, after, rate);
        }
    }
    return PDK_OK;
}

static const double jump_factor = 3, jump_least = 10, fastest_unknown = 150; /* 1, m, m/s */

bool pdk_motion_jumps(double distance, double speed, double other_speed, double time)
{
    double fastest = fmax(speed, other_speed); /* a NaN leaves the other */
    if (!(fastest >= 0)) fastest = fastest_unknown;
    return distance > jump_factor * fastest * time + jump_least;
}
