/* Channels of a log that every recording may have: from its motion, at the log's moments. */
#include <math.h>
#include <string.h>

#include "logger/log.h"

enum { RUN = 256 };

static const double turn = 6.283185307179586;

/* Which channel of a motion becomes which of a log. A unit that is given must be the motion's; "" = it must have none.
 */
static const struct {
    pdk_role role;
    const char *unit;
    double factor;
    pdk_log_id id;
} kinds[] = {
    { PDK_ROLE_SPEED, NULL, 1, PDK_LOG_SPEED },
    { PDK_ROLE_THROTTLE, NULL, 1, PDK_LOG_THROTTLE },
    { PDK_ROLE_BRAKE, NULL, 1, PDK_LOG_BRAKE },
    { PDK_ROLE_CLUTCH, NULL, 1, PDK_LOG_CLUTCH },
    { PDK_ROLE_HANDBRAKE, NULL, 1, PDK_LOG_HANDBRAKE },
    { PDK_ROLE_STEER, "rad", 1, PDK_LOG_STEER_ANGLE },
    { PDK_ROLE_STEER, "", 1, PDK_LOG_STEER },
    { PDK_ROLE_GEAR, NULL, 1, PDK_LOG_GEAR },
    { PDK_ROLE_ENGINE_SPEED, "rad/s", 1, PDK_LOG_ENGINE_SPEED },
    { PDK_ROLE_ENGINE_SPEED, "1/min", 6.283185307179586 / 60, PDK_LOG_ENGINE_SPEED },
    { PDK_ROLE_X, NULL, 1, PDK_LOG_X },
    { PDK_ROLE_Y, NULL, 1, PDK_LOG_Y },
    { PDK_ROLE_Z, NULL, 1, PDK_LOG_Z },
    { PDK_ROLE_HEADING, NULL, 1, PDK_LOG_COURSE },
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* PDK_NO_COLUMN where this motion has no such channel. */
static size_t find_kind(const pdk_motion *motion, size_t kind)
{
    size_t channel = pdk_motion_find_channel(motion, kinds[kind].role);
    if (channel == PDK_NO_COLUMN || kinds[kind].unit == NULL) return channel;
    const char *unit = pdk_motion_channel_at(motion, channel)->unit;
    return strcmp(unit != NULL ? unit : "", kinds[kind].unit) == 0 ? channel : PDK_NO_COLUMN;
}

/* Before and after the recording, the values are those of the first and last sample. Where a sample was recorded at
 * that very moment, sums of doubles must not end just before it: a gear would be the one before. */
static double moment(const pdk_log *log, uint64_t sample)
{
    static const double rounding = 1e-8; /* s */
    return fmin(fmax(pdk_log_time(log, sample) + rounding, log->seen_start), log->seen_end);
}

static pdk_status read_all(const pdk_log *log, pdk_channel_read *reads, size_t count, pdk_error *error)
{
    double times[RUN];
    pdk_export *job = log->recording->job;
    pdk_channel_read part[KINDS];
    for (uint64_t first = 0; first < log->count; first += RUN) {
        size_t some = log->count - first < RUN ? (size_t)(log->count - first) : RUN;
        for (size_t i = 0; i < some; i++) times[i] = moment(log, first + i);
        for (size_t i = 0; i < count; i++) part[i] = (pdk_channel_read){ reads[i].channel, reads[i].values + first };
        pdk_status status = pdk_motion_read_times(log->recording->motion, log->run, times, some, part, count, error);
        if (status == PDK_OK) status = pdk_export_progress(job, first, log->count, error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

/* Headings of the motion are anticlockwise from x, which is east. */
static void turn_to_course(double *values, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        double course = fmod(turn / 4 - values[i], turn);
        values[i] = course < 0 ? course + turn : course;
    }
}

static pdk_status add_places(pdk_log *log, pdk_error *error)
{
    const pdk_log_channel *x = pdk_log_find(log, PDK_LOG_X), *y = pdk_log_find(log, PDK_LOG_Y);
    if (x == NULL || y == NULL) return PDK_OK;
    const double *east = x->values, *north = y->values;
    const pdk_log_channel *added = pdk_log_add(log, PDK_LOG_LATITUDE);
    double *latitude = added != NULL ? added->values : NULL;
    added = pdk_log_add(log, PDK_LOG_LONGITUDE);
    if (latitude == NULL || added == NULL) return pdk_fail_memory(error, log->recording->job->memory, "a log");
    for (uint64_t i = 0; i < log->count; i++) {
        pdk_geographic place = pdk_recorded_place_of(east[i], north[i]);
        latitude[i] = place.latitude;
        added->values[i] = place.longitude;
    }
    return PDK_OK;
}

pdk_status pdk_log_add_motion(pdk_log *log, pdk_error *error)
{
    const pdk_motion *motion = log->recording->motion;
    pdk_channel_read reads[KINDS];
    size_t kind_of[KINDS], count = 0;
    for (size_t k = 0; k < KINDS; k++) {
        size_t channel = find_kind(motion, k);
        if (channel == PDK_NO_COLUMN) continue;
        const pdk_log_channel *added = pdk_log_add(log, kinds[k].id);
        if (added == NULL) return pdk_fail_memory(error, log->recording->job->memory, "a log");
        kind_of[count] = k;
        reads[count++] = (pdk_channel_read){ channel, added->values };
    }
    pdk_status status = read_all(log, reads, count, error);
    if (status != PDK_OK) return status;
    for (size_t c = 0; c < count; c++) {
        double factor = kinds[kind_of[c]].factor;
        if (kinds[kind_of[c]].id == PDK_LOG_COURSE) turn_to_course(reads[c].values, log->count);
        for (uint64_t i = 0; i < log->count && (factor < 1 || factor > 1); i++) reads[c].values[i] *= factor;
    }
    return add_places(log, error);
}

pdk_status pdk_log_add_yaw_rate(pdk_log *log, pdk_error *error)
{
    static const double reach = 0.05; /* s on each side */
    const pdk_log_channel *course = pdk_log_find(log, PDK_LOG_COURSE);
    if (course == NULL) return PDK_OK;
    const double *courses = course->values; /* clockwise */
    const pdk_log_channel *added = pdk_log_add(log, PDK_LOG_YAW_RATE);
    if (added == NULL) return pdk_fail_memory(error, log->recording->job->memory, "a log");
    uint64_t beside = (uint64_t)fmax(1, round(reach * (double)log->rate));
    for (uint64_t i = 0; i < log->count; i++) {
        uint64_t from = i > beside ? i - beside : 0, to = i + beside < log->count ? i + beside : log->count - 1;
        double passed = (double)(to - from) / (double)log->rate;
        added->values[i] = passed > 0 ? remainder(courses[from] - courses[to], turn) / passed : NAN;
    }
    return PDK_OK;
}
