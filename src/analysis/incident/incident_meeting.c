/* What the poses tell of a contact. Speeds come from the distance of the centres at moments before it: a moment after
 * would already have the contact in it. */
#include "analysis/incident/incident_meeting.h"

#include <math.h>

#include "base/median.h"
#include "base/trigonometry.h"

enum { MOST_MOMENTS = 64 };

static const double look_back = 0.5, last_moments = 0.25, settle = 0.05, look_on = 0.5, least_on = 0.1; /* s */
static const double moving = 2;                                                                         /* m/s */
static const double slack = 1e-4; /* s: times of poses are floats in many files */

size_t pdk_sample_before(const pdk_path *path, double time, size_t *segment)
{
    static const double back[] = { 0, 0.05, 0.15, 0.3 }; /* a recording may end, or a car vanish, just before */
    for (size_t i = 0; i < sizeof back / sizeof back[0]; i++) {
        *segment = pdk_path_find_segment(path, time - back[i]);
        if (*segment != SIZE_MAX) {
            const pdk_path_segment *part = &path->segments[*segment];
            double latest = path->samples[part->first + part->count - 1].time;
            return pdk_path_find_sample(path, *segment, time < latest ? time : latest);
        }
    }
    return SIZE_MAX;
}

/* ------------------------------------------------------------------------------------------------ two cars */

typedef struct moment {
    pdk_path_state first, second;
    double distance; /* of the centres */
} moment;

/* Of the second car's centre from the first's. */
static double apart(const moment *at, int axis)
{
    return at->second.position[axis] - at->first.position[axis];
}

static double distance_of(const moment *at)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += apart(at, k) * apart(at, k);
    return sqrt(sum);
}

/* The moments of the first car's samples before the contact at which the other car is known too: the last one first. */
static size_t find_moments(const pdk_paths *paths, const pdk_path *first, const pdk_path *second, double time,
                           moment moments[MOST_MOMENTS])
{
    size_t segment, sample = pdk_sample_before(first, time, &segment), count = 0;
    if (sample == SIZE_MAX) return 0;
    const pdk_path_segment *part = &first->segments[segment];
    for (size_t i = sample + 1; i-- > part->first && count < MOST_MOMENTS;) {
        double at = first->samples[i].time;
        if (at < time - look_back - slack) break;
        moment *next = &moments[count];
        if (!pdk_path_at(paths, first, at, &next->first) || !pdk_path_at(paths, second, at, &next->second)) continue;
        next->distance = distance_of(next);
        count++;
    }
    return count;
}

/* How far ahead the second car is, in the direction in which both travel. */
static double ahead_of(const moment *at)
{
    double way[2] = { at->first.velocity[0] + at->second.velocity[0], at->first.velocity[1] + at->second.velocity[1] };
    double length = pdk_hypot(way[0], way[1]);
    if (!(length > moving)) return NAN;
    return ((at->second.position[0] - at->first.position[0]) * way[0] +
            (at->second.position[1] - at->first.position[1]) * way[1]) /
           length;
}

/* A straight line through points, by least squares. */
typedef struct line {
    double x, y, xx, xy;
    size_t count;
} line;

static void line_add(line *through, double x, double y)
{
    through->x += x;
    through->y += y;
    through->xx += x * x;
    through->xy += x * y;
    through->count++;
}

static double line_at_zero(const line *through)
{
    double n = (double)through->count, spread = n * through->xx - through->x * through->x;
    if (through->count == 0) return NAN;
    if (through->count < 3 || !(spread > 0)) return through->y / n;
    double slope = (n * through->xy - through->x * through->y) / spread;
    return (through->y - slope * through->x) / n;
}

/* How fast the centres come nearer at `time`, soon after a moment: cars that pass each other come nearer, then part,
 * while the velocity between them stays what it is. */
static double closing_at(const moment *at, double time, const line velocity[3])
{
    double product = 0, squares = 0;
    for (int k = 0; k < 3; k++) {
        double speed = line_at_zero(&velocity[k]), way = apart(at, k) + speed * (time - at->first.time);
        product += way * speed;
        squares += way * way;
    }
    return squares > 0 ? -product / sqrt(squares) : NAN;
}

const pdk_meeting pdk_no_meeting = { NAN, NAN, NAN, NAN, NAN, { NAN, NAN, NAN } };

void pdk_meeting_of(const pdk_paths *paths, const pdk_path *first, const pdk_path *second, double time,
                    pdk_meeting *meeting)
{
    moment moments[MOST_MOMENTS];
    double speeds[MOST_MOMENTS];
    size_t count = find_moments(paths, first, second, time, moments), speed_count = 0;
    *meeting = pdk_no_meeting;
    if (count == 0) return;
    line last[3] = { { 0 } }; /* the velocity of the one car seen from the other, on each axis */
    for (size_t i = 0; i + 1 < count; i++) {
        double passed = moments[i].first.time - moments[i + 1].first.time;
        if (!(passed > 0)) continue;
        double speed = (moments[i + 1].distance - moments[i].distance) / passed;
        double before = time - moments[i].first.time + passed / 2; /* the middle of the two */
        if (isnan(meeting->impact_speed)) meeting->impact_speed = speed;
        for (int k = 0; k < 3; k++) {
            if (before <= last_moments || last[k].count < 1)
                line_add(&last[k], before, (apart(&moments[i], k) - apart(&moments[i + 1], k)) / passed);
        }
        if (moments[i].first.time <= time - settle + slack) speeds[speed_count++] = speed;
    }
    meeting->closing_speed = closing_at(&moments[0], time, last);
    meeting->approach_speed = speed_count > 0 ? pdk_median(speeds, speed_count) : meeting->impact_speed;
    meeting->ahead = ahead_of(&moments[count - 1]);
    double along = fabs(ahead_of(&moments[0]));
    meeting->overlap = along < PDK_INCIDENT_CAR_LENGTH ? PDK_INCIDENT_CAR_LENGTH - along : isnan(along) ? NAN : 0;
    for (int k = 0; k < 3; k++) {
        meeting->place[k] = (moments[0].first.position[k] + moments[0].second.position[k]) / 2;
    }
}

/* ------------------------------------------------------------------------------------------------- one car */

/* The sum of small turns from one sample to another of a segment. */
static double turned(const pdk_path *path, size_t from, size_t to)
{
    double sum = 0;
    for (size_t i = from; i < to; i++) {
        double turn = remainder((double)path->samples[i + 1].heading - (double)path->samples[i].heading, 2 * PDK_PI);
        if (isfinite(turn)) sum += turn;
    }
    return sum;
}

void pdk_upset_of(const pdk_paths *paths, const pdk_path *path, double from, double to, pdk_upset *upset)
{
    size_t segment, before = pdk_sample_before(path, from - settle + slack, &segment);
    pdk_path_state after;
    *upset = (pdk_upset){ NAN, NAN, NAN };
    if (before == SIZE_MAX) return;
    upset->speed_before = (double)path->samples[before].speed;
    const pdk_path_segment *part = &path->segments[segment];
    double latest = path->samples[part->first + part->count - 1].time;
    double end = to + look_on < latest ? to + look_on : latest;
    if (end < to + least_on || !pdk_path_at(paths, path, end, &after)) return;
    upset->speed_after = after.speed;
    double last = remainder(after.heading - (double)path->samples[after.sample].heading, 2 * PDK_PI);
    if (paths->has_heading) upset->heading_change = turned(path, before, after.sample) + (isfinite(last) ? last : 0);
}
