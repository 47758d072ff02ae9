/* Grip in the bends, then what engine and brakes can do between them, then a driver's smooth foot. */
#include "synth/speed_profile.h"

#include <math.h>
#include <string.h>

#include "synth/car.h"

static const double highest = 62, braking = 8.5;

void pdk_profile_make(pdk_profile *profile, const pdk_track *track)
{
    double step = track->length / PDK_PROFILE_STEPS, *v = profile->speed, smooth[PDK_PROFILE_STEPS];
    profile->length = track->length;
    for (int i = 0; i < PDK_PROFILE_STEPS; i++) {
        double heading, curvature;
        pdk_track_direction(track, i * step, &heading, &curvature);
        v[i] = fmin(highest, pdk_car_cornering_speed(curvature));
    }
    for (int i = 1; i < 2 * PDK_PROFILE_STEPS; i++) { /* forward: the engine */
        double before = v[(i - 1) % PDK_PROFILE_STEPS], push = pdk_car_most_push(before);
        v[i % PDK_PROFILE_STEPS] = fmin(v[i % PDK_PROFILE_STEPS], sqrt(fmax(before * before + 2 * push * step, 25)));
    }
    for (int i = 2 * PDK_PROFILE_STEPS - 1; i > 0; i--) { /* backward: the brakes */
        double after = v[i % PDK_PROFILE_STEPS], *before = &v[(i - 1) % PDK_PROFILE_STEPS];
        *before = fmin(*before, sqrt(after * after + 2 * braking * step));
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < PDK_PROFILE_STEPS; i++) {
            double sum = 0;
            for (int k = -3; k <= 3; k++) sum += v[(i + k + PDK_PROFILE_STEPS) % PDK_PROFILE_STEPS];
            smooth[i] = sum / 7;
        }
        memcpy(v, smooth, sizeof smooth);
    }
}

double pdk_profile_at(const pdk_profile *profile, double distance)
{
    double at = distance / profile->length;
    at = (at - floor(at)) * PDK_PROFILE_STEPS;
    int i = (int)at % PDK_PROFILE_STEPS;
    double t = at - floor(at);
    const double *v = profile->speed;
    double a = v[(i + PDK_PROFILE_STEPS - 1) % PDK_PROFILE_STEPS], b = v[i], c = v[(i + 1) % PDK_PROFILE_STEPS],
           d = v[(i + 2) % PDK_PROFILE_STEPS];
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))); /* Catmull-Rom */
}
