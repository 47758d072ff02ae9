/* What the poses show about a contact. Speeds come from the distance of the centres at moments before it: a moment
 * after would already have the contact in it. Where the clocks of two cars differ, the one is looked up between two
 * poses of the other, both of them before the contact. */
#include "analysis/incident/incident_meeting.h"

#include <math.h>

#include "base/median.h"
#include "base/trigonometry.h"

enum { MOST_MOMENTS = 64 };

static const double look_back = 0.5, settle = 0.05, look_on = 0.5, least_on = 0.1; /* s */
static const double latest_record = 0.1;            /* s: games record contacts some frames late */
static const double latest_alone = 0.3;             /* s: the other car's record comes so late */
static const double least_jolt = 0.5, hardest = 15; /* m/s at once; m/s^2: no more without a touch */
static const double meeting_gap = 0.3;              /* m: outlines that are nearer may touch */
static const double moving = 2;                     /* m/s */
static const double slack = 1e-4;                   /* s: times of poses are floats in many files */

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

/* A path as it was known at a time: one segment, without what came later. */
typedef struct known_path {
    pdk_path path;
    pdk_path_segment segment;
} known_path;

static bool know_until(const pdk_path *path, double time, known_path *known)
{
    size_t segment, sample = pdk_sample_before(path, time, &segment);
    if (sample == SIZE_MAX) return false;
    uint32_t first = path->segments[segment].first;
    *known = (known_path){ *path, { first, (uint32_t)(sample - first) + 1 } };
    known->path.segments = &known->segment;
    known->path.segment_count = 1;
    return true;
}

double pdk_outline_gap(const pdk_path_state *first, const pdk_path_state *second)
{
    double apart[2] = { second->position[0] - first->position[0], second->position[1] - first->position[1] };
    double c = pdk_cos(first->heading), s = pdk_sin(first->heading);
    double along = fabs(apart[0] * c + apart[1] * s) - PDK_INCIDENT_CAR_LENGTH,
           across = fabs(apart[1] * c - apart[0] * s) - PDK_INCIDENT_CAR_WIDTH;
    return fmax(along, across);
}

/* The moments of the first car's samples from `from` to the contact at which the other car is known too: the last one
 * first. */
static size_t find_moments(const pdk_paths *paths, const pdk_path *first, const pdk_path *second, double from,
                           double time, moment moments[MOST_MOMENTS])
{
    known_path one, other;
    size_t count = 0;
    if (!know_until(first, time, &one) || !know_until(second, time, &other)) return 0;
    for (size_t i = (size_t)one.segment.first + one.segment.count; i-- > one.segment.first && count < MOST_MOMENTS;) {
        double at = first->samples[i].time;
        if (at < from - slack) break;
        moment *next = &moments[count];
        if (count > 0 && !(at < moments[count - 1].first.time)) continue;
        if (!pdk_path_at(paths, &one.path, at, &next->first) || !pdk_path_at(paths, &other.path, at, &next->second))
            continue;
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

/* How fast the centres came nearer on the way to moment `i`. */
static double speed_to(const moment *moments, size_t i)
{
    return (moments[i + 1].distance - moments[i].distance) / (moments[i].first.time - moments[i + 1].first.time);
}

/* By how much the cars were pushed apart at moment `i`: the change of the velocity between them along the line of
 * centres. Cars that only pass each other turn that line, not the velocity. Cars that touch at the sides are not pushed
 * along that line: where outlines meet, a change in any direction tells. */
static double push_at(const moment *moments, size_t i)
{
    double later = moments[i - 1].first.time - moments[i].first.time,
           earlier = moments[i].first.time - moments[i + 1].first.time, sum = 0, squares = 0;
    for (int k = 0; k < 3; k++) {
        double change = (apart(&moments[i - 1], k) - apart(&moments[i], k)) / later -
                        (apart(&moments[i], k) - apart(&moments[i + 1], k)) / earlier;
        sum += change * apart(&moments[i], k);
        squares += change * change;
    }
    double gap = fmin(pdk_outline_gap(&moments[i].first, &moments[i].second),
                      pdk_outline_gap(&moments[i - 1].first, &moments[i - 1].second));
    if (gap < meeting_gap) return sqrt(squares);
    return moments[i].distance > 0 ? sum / moments[i].distance : 0;
}

/* The last moment before the touch, and when they touched: a contact that was recorded late shows in the poses before
 * its record, because the cars are pushed apart at once. */
static size_t find_touch(const moment *moments, size_t count, double latest, double *time)
{
    size_t before = 0;
    double record = *time;
    for (size_t i = 1; i + 1 < count && moments[i - 1].first.time > record - latest - slack; i++) {
        double passed = moments[i - 1].first.time - moments[i + 1].first.time;
        if (push_at(moments, i) <= least_jolt + hardest * passed / 2) continue;
        before = i;
        *time = (moments[i].first.time + moments[i - 1].first.time) / 2;
    }
    return before;
}

const pdk_meeting pdk_no_meeting = { NAN, NAN, NAN, NAN, { NAN, NAN, NAN } };

void pdk_meeting_of(const pdk_paths *paths, const pdk_path *first, const pdk_path *second, double time, bool alone,
                    pdk_meeting *meeting)
{
    moment moments[MOST_MOMENTS];
    double speeds[MOST_MOMENTS];
    double latest = alone ? latest_alone : latest_record;
    size_t count = find_moments(paths, first, second, time - look_back - latest, time, moments), speed_count = 0;
    *meeting = pdk_no_meeting;
    if (count == 0) return;
    size_t last = find_touch(moments, count, latest, &time);
    while (count > last + 1 && moments[count - 1].first.time < time - look_back - slack) count--;
    for (size_t i = last; i + 1 < count; i++) {
        double speed = speed_to(moments, i);
        if (i == last) meeting->impact_speed = fmax(speed, 0);
        if (moments[i].first.time <= time - settle + slack) speeds[speed_count++] = speed;
    }
    meeting->closing_speed = speed_count > 0 ? fmax(pdk_median(speeds, speed_count), 0) : meeting->impact_speed;
    meeting->ahead = ahead_of(&moments[count - 1]);
    double along = fabs(ahead_of(&moments[last]));
    meeting->overlap = along < PDK_INCIDENT_CAR_LENGTH ? PDK_INCIDENT_CAR_LENGTH - along : isnan(along) ? NAN : 0;
    for (int k = 0; k < 3; k++) {
        meeting->place[k] = (moments[last].first.position[k] + moments[last].second.position[k]) / 2;
    }
}

/* ------------------------------------------------------------------------------------------------- one car */

/* The sum of small turns from one sample to another of a segment. */
static double turned(const pdk_path *path, size_t from, size_t to)
{
    double sum = 0;
    for (size_t i = from; i < to; i++) {
        double turn = pdk_wrap_angle((double)path->samples[i + 1].heading - (double)path->samples[i].heading);
        if (isfinite(turn)) sum += turn;
    }
    return sum;
}

void pdk_upset_of(const pdk_paths *paths, const pdk_path *path, double from, double to, pdk_upset *upset)
{
    size_t segment, before = pdk_sample_before(path, from - settle + slack, &segment);
    pdk_path_state after;
    *upset = (pdk_upset){ NAN, NAN, NAN, NAN, NAN };
    if (before == SIZE_MAX) return;
    upset->speed_before = (double)path->samples[before].speed;
    upset->throttle = path->samples[before].throttle / 255.0;
    upset->brake = path->samples[before].brake / 255.0;
    const pdk_path_segment *part = &path->segments[segment];
    double latest = path->samples[part->first + part->count - 1].time;
    double end = to + look_on < latest ? to + look_on : latest;
    if (end < to + least_on || !pdk_path_at(paths, path, end, &after)) return;
    upset->speed_after = after.speed;
    double last = pdk_wrap_angle(after.heading - (double)path->samples[after.sample].heading);
    if (paths->has_heading) upset->heading_change = turned(path, before, after.sample) + (isfinite(last) ? last : 0);
}
