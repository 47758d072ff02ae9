/* Events of a lap in a corner: each lap is measured at its own, in windows that are the same for all. */
#include "analysis/corner/corner_passes.h"

#include <math.h>

#include "base/binary_search.h"

static const double brake_on = 0.1, throttle_on = 0.15; /* of the pedal */
static const double brake_gap = 0.15;                   /* s: a shorter release is no release */

/* The first sample that has reached a distance; count = none has. */
static size_t first_at(const pdk_drive *drive, double distance)
{
    return pdk_first_double_not_below(drive->reached, drive->count, distance);
}

/* How far the place is from the sample before to sample i. */
static double share_at(const pdk_drive *drive, size_t i, double distance)
{
    double from = drive->reached[i - 1], to = drive->reached[i];
    return to > from ? (distance - from) / (to - from) : 1;
}

static bool time_and_speed(const pdk_drive *drive, double distance, double *time, double *speed)
{
    size_t i = first_at(drive, distance);
    if (i == 0 || i == drive->count) return false;
    double share = share_at(drive, i, distance);
    const pdk_path_sample *from = &drive->samples[i - 1], *to = &drive->samples[i];
    *time = from->time + share * (to->time - from->time);
    *speed = from->speed + share * ((double)to->speed - from->speed);
    return true;
}

/* Apexes as distances in the order they come around this one, and the middles between. */
static void window_of(const pdk_corners *corners, size_t index, bool closed, double length, double window[2])
{
    const pdk_corner *here = &corners->all[index];
    double before = index > 0 ? corners->all[index - 1].apex_distance
                    : closed  ? corners->all[corners->count - 1].apex_distance - length
                              : 0,
           after = index + 1 < corners->count ? corners->all[index + 1].apex_distance
                   : closed                   ? corners->all[0].apex_distance + length
                                              : length;
    window[0] = (before + here->apex_distance) / 2;
    window[1] = (after + here->apex_distance) / 2;
}

/* The slowest sample of the window; SIZE_MAX where the slowest is at its edge: it belongs to another corner. */
static size_t slowest(const pdk_drive *drive, const double window[2])
{
    size_t first = first_at(drive, window[0]), last = first_at(drive, window[1]), found = first;
    if (first == drive->count || first == 0) return SIZE_MAX;
    if (last == drive->count) last--;
    for (size_t i = first; i <= last; i++) {
        if (drive->samples[i].speed < drive->samples[found].speed) found = i;
    }
    return found > first && found < last ? found : SIZE_MAX;
}

/* The distance between samples i - 1 and i at which a pedal passes a value. */
static double where_passed(const pdk_drive *drive, size_t i, uint8_t from, uint8_t to, double value)
{
    double share = to != from ? (value * 255 - from) / ((double)to - from) : 1,
           way = drive->distance[i] - drive->distance[i - 1];
    return drive->distance[i - 1] + fmin(fmax(share, 0), 1) * way;
}

static double on_track(double distance, double length, bool closed)
{
    return closed ? distance - length * floor(distance / length) : distance;
}

/* Back from the slowest place to the last time the brake was on, then to where that began. */
static double find_brake(const pdk_drive *drive, size_t from, double least)
{
    const double limit = brake_on * 255;
    size_t i = from;
    while (i > 0 && drive->samples[i].brake <= limit && drive->distance[i] > least) i--;
    if (drive->samples[i].brake <= limit || drive->distance[i] <= least) return NAN;
    size_t begun = i;
    double on = drive->samples[i].time;
    for (; i > 0 && on - drive->samples[i].time < brake_gap; i--) {
        if (drive->samples[i].brake <= limit) continue;
        begun = i;
        on = drive->samples[i].time;
    }
    if (begun == 0) return NAN; /* it was on before the recording begins */
    return where_passed(drive, begun, drive->samples[begun - 1].brake, drive->samples[begun].brake, brake_on);
}

static double find_throttle(const pdk_drive *drive, size_t from, double most)
{
    const double limit = throttle_on * 255;
    size_t i = from;
    if (drive->samples[i].throttle >= limit) { /* picked up before: back to where */
        while (i > 0 && drive->samples[i - 1].throttle >= limit) i--;
        if (i == 0) return NAN;
    } else {
        while (i < drive->count && drive->samples[i].throttle < limit) i++;
    }
    if (i == drive->count || drive->distance[i] > most) return NAN;
    return where_passed(drive, i, drive->samples[i - 1].throttle, drive->samples[i].throttle, throttle_on);
}

bool pdk_corner_pass_of(const pdk_drive *drive, const pdk_corners *corners, size_t index, bool closed,
                        pdk_corner_pass *pass)
{
    const pdk_corner *corner = &corners->all[index];
    double apex = corner->apex_distance, start = corner->start_distance, end = corner->end_distance, window[2], from,
           to;
    if (start > apex) start -= drive->length;
    if (end < apex) end += drive->length;
    *pass = (pdk_corner_pass){ NAN, NAN, NAN, NAN, NAN, NAN };
    if (!time_and_speed(drive, start, &from, &pass->entry_speed) || !time_and_speed(drive, end, &to, &pass->exit_speed))
        return false;
    pass->time = to - from;
    window_of(corners, index, closed, drive->length, window);
    size_t slow = slowest(drive, window);
    if (slow == SIZE_MAX) return true;
    pass->minimum_speed = drive->samples[slow].speed;
    /* The throttle counts where it was lifted for this corner: not before the middle from the corner before. */
    if (drive->paths->has_brake)
        pass->brake_distance = on_track(find_brake(drive, slow, window[0]), drive->length, closed);
    if (drive->paths->has_throttle) {
        double picked_up = find_throttle(drive, slow, window[1]);
        if (picked_up >= window[0]) pass->throttle_distance = on_track(picked_up, drive->length, closed);
    }
    return true;
}
