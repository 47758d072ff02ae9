/* Making the curve exactly, once, and looking it up fast, millions of times. */
#include "synth/track.h"

#include <math.h>

#include "base/binary_search.h"
#include "base/cubic.h"

static const double two_pi = 6.283185307179586;
static const double mean_radius = 420, half_width = 5.5;

/* The curve before it is turned and moved: a circle with harmonics, driven anticlockwise. */
static void raw_point(const pdk_track *track, double angle, double point[3])
{
    double radius = mean_radius, height = 0;
    for (int k = 0; k < PDK_TRACK_HARMONICS; k++) {
        radius += track->radius[k] * cos((k + 2) * angle + track->radius_phase[k]);
        height += track->height[k] * cos((k + 1) * angle + track->height_phase[k]);
    }
    point[0] = radius * cos(angle);
    point[1] = radius * sin(angle);
    point[2] = height;
}

static double raw_speed(const pdk_track *track, double angle) /* metres per radian, seen from above */
{
    double before[3], after[3];
    const double step = 1e-5;
    raw_point(track, angle - step, before);
    raw_point(track, angle + step, after);
    return hypot(after[0] - before[0], after[1] - before[1]) / (2 * step);
}

/* The angle at a distance: the table's cell, then a cubic with the right slopes at both ends, so that speeds and
 * accelerations taken along the curve are smooth. */
static double angle_at(const pdk_track *track, double distance)
{
    double within = fmod(distance, track->length);
    if (within < 0) within += track->length;
    int low = (int)pdk_last_double_not_above(track->distance, PDK_TRACK_SAMPLES, within), high = low + 1;
    double cell = two_pi / PDK_TRACK_SAMPLES, span = track->distance[high] - track->distance[low];
    double t = (within - track->distance[low]) / span;
    double slope_low = span / raw_speed(track, low * cell), slope_high = span / raw_speed(track, high * cell);
    return pdk_cubic(low * cell, high * cell, slope_low, slope_high, t);
}

static void placed_point(const pdk_track *track, double distance, double point[3])
{
    double raw[3];
    raw_point(track, angle_at(track, distance), raw);
    double x = raw[0] - track->origin_x, y = raw[1] - track->origin_y;
    point[0] = x * cos(track->turn) - y * sin(track->turn);
    point[1] = x * sin(track->turn) + y * cos(track->turn);
    point[2] = raw[2] - track->origin_z;
}

static double heading_at(const pdk_track *track, double distance)
{
    double before[3], after[3];
    placed_point(track, distance - 0.1, before);
    placed_point(track, distance + 0.1, after);
    return atan2(-(after[0] - before[0]), after[1] - before[1]);
}

void pdk_track_make(pdk_track *track, uint64_t seed)
{
    pdk_random random = { seed * 2 + 1 };
    *track = (pdk_track){ 0 };
    for (int k = 0; k < PDK_TRACK_HARMONICS; k++) {
        track->radius[k] = mean_radius * pdk_random_between(&random, 0.12, 0.3) / (k + 1.5);
        track->radius_phase[k] = pdk_random_between(&random, 0, two_pi);
        track->height[k] = pdk_random_between(&random, 2, 9) / (k + 1);
        track->height_phase[k] = pdk_random_between(&random, 0, two_pi);
    }
    for (int i = 0; i < PDK_TRACK_SAMPLES; i++) { /* Simpson over each cell */
        double cell = two_pi / PDK_TRACK_SAMPLES, angle = i * cell;
        track->distance[i + 1] =
            track->distance[i] +
            cell / 6 *
                (raw_speed(track, angle) + 4 * raw_speed(track, angle + cell / 2) + raw_speed(track, angle + cell));
    }
    track->length = track->distance[PDK_TRACK_SAMPLES];
    double raw[3];
    raw_point(track, 0, raw);
    track->origin_x = raw[0];
    track->origin_y = raw[1];
    track->origin_z = raw[2];
    track->turn = -heading_at(track, 0);
    for (int i = 0; i < PDK_TRACK_SAMPLES; i++) {
        double distance = track->length * i / PDK_TRACK_SAMPLES, point[3];
        placed_point(track, distance, point);
        double bend = remainder(heading_at(track, distance + 0.5) - heading_at(track, distance - 0.5), two_pi);
        track->samples[i] =
            (pdk_track_sample){ point[0], point[1], point[2],
                                remainder(heading_at(track, distance) - two_pi * distance / track->length, two_pi),
                                bend };
        if (i > 0) { /* no jumps of a whole turn between samples */
            double *turned = &track->samples[i].turned, before = track->samples[i - 1].turned;
            *turned = before + remainder(*turned - before, two_pi);
        }
    }
}

/* ---------------------------------------------------------------------------------------------- looking up */

/* Between samples: a cubic through the four around (Catmull-Rom). */
static double cubic(double a, double b, double c, double d, double t)
{
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

static pdk_track_sample sample_at(const pdk_track *track, double distance)
{
    double share = distance / track->length, at = (share - floor(share)) * PDK_TRACK_SAMPLES;
    int i = (int)at % PDK_TRACK_SAMPLES;
    double t = at - floor(at);
    const pdk_track_sample *a = &track->samples[(i + PDK_TRACK_SAMPLES - 1) % PDK_TRACK_SAMPLES];
    const pdk_track_sample *b = &track->samples[i];
    const pdk_track_sample *c = &track->samples[(i + 1) % PDK_TRACK_SAMPLES];
    const pdk_track_sample *d = &track->samples[(i + 2) % PDK_TRACK_SAMPLES];
    return (pdk_track_sample){ cubic(a->x, b->x, c->x, d->x, t), cubic(a->y, b->y, c->y, d->y, t),
                               cubic(a->z, b->z, c->z, d->z, t), cubic(a->turned, b->turned, c->turned, d->turned, t),
                               cubic(a->curvature, b->curvature, c->curvature, d->curvature, t) };
}

static double heading_of(const pdk_track *track, const pdk_track_sample *sample, double distance)
{
    return remainder(sample->turned + two_pi * distance / track->length, two_pi);
}

void pdk_track_point(const pdk_track *track, double distance, double offset, double point[3])
{
    pdk_track_sample sample = sample_at(track, distance);
    double heading = heading_of(track, &sample, distance);
    point[0] = sample.x + offset * cos(heading);
    point[1] = sample.y + offset * sin(heading);
    point[2] = sample.z - offset * tan(pdk_track_bank(sample.curvature));
}

void pdk_track_direction(const pdk_track *track, double distance, double *heading, double *curvature)
{
    pdk_track_sample sample = sample_at(track, distance);
    *heading = heading_of(track, &sample, distance);
    *curvature = sample.curvature;
}

double pdk_track_curvature(const pdk_track *track, double distance)
{
    double share = distance / track->length, at = (share - floor(share)) * PDK_TRACK_SAMPLES;
    int i = (int)at % PDK_TRACK_SAMPLES;
    double t = at - floor(at);
    return (1 - t) * track->samples[i].curvature + t * track->samples[(i + 1) % PDK_TRACK_SAMPLES].curvature;
}

void pdk_track_view_at(const pdk_track *track, double distance, double offset, pdk_track_view *view)
{
    pdk_track_sample sample = sample_at(track, distance);
    double share = distance / track->length, at = (share - floor(share)) * PDK_TRACK_SAMPLES;
    int i = (int)at % PDK_TRACK_SAMPLES;
    double rise = track->samples[(i + 1) % PDK_TRACK_SAMPLES].z - track->samples[i].z;
    view->heading = heading_of(track, &sample, distance);
    view->curvature = sample.curvature;
    view->slope = rise / (track->length / PDK_TRACK_SAMPLES);
    view->x = sample.x + offset * cos(view->heading);
    view->y = sample.y + offset * sin(view->heading);
    view->z = sample.z - offset * tan(pdk_track_bank(sample.curvature));
}

/* Corners lean inward: in a left-hand bend the left side is lower, so the right side down is negative. */
double pdk_track_bank(double curvature)
{
    return -0.08 * tanh(curvature * 60);
}

pdk_sim_place pdk_track_place(const pdk_track *track, double distance)
{
    double before[3], after[3], here[3], heading, curvature;
    pdk_track_point(track, distance - 0.1, 0, before);
    pdk_track_point(track, distance + 0.1, 0, after);
    pdk_track_point(track, distance, 0, here);
    pdk_track_direction(track, distance, &heading, &curvature);
    return (pdk_sim_place){ here[0],
                            here[1],
                            here[2],
                            heading,
                            atan2(after[2] - before[2], hypot(after[0] - before[0], after[1] - before[1])),
                            pdk_track_bank(curvature),
                            half_width };
}
