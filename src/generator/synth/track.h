/* The generated track: a closed curve given by a few harmonics, so that every place on it can be computed exactly. */
#ifndef PADDOCK_SYNTH_TRACK_H
#define PADDOCK_SYNTH_TRACK_H

#include "synth/sim.h"

enum { PDK_TRACK_HARMONICS = 5, PDK_TRACK_SAMPLES = 4096 };

typedef struct pdk_track_sample {
    double x, y, z, turned, curvature; /* heading is `turned` plus a full turn times the share of the lap */
} pdk_track_sample;

typedef struct pdk_track {
    double length; /* of the middle line, seen from above, m */
    double radius[PDK_TRACK_HARMONICS], radius_phase[PDK_TRACK_HARMONICS];
    double height[PDK_TRACK_HARMONICS], height_phase[PDK_TRACK_HARMONICS];
    double turn, origin_x, origin_y, origin_z;   /* so that distance 0 is at 0,0,0 heading along +y */
    double distance[PDK_TRACK_SAMPLES + 1];      /* at angle 2 pi i / SAMPLES */
    pdk_track_sample samples[PDK_TRACK_SAMPLES]; /* at distance length * i / SAMPLES: what driving looks up */
} pdk_track;

void pdk_track_make(pdk_track *track, uint64_t seed);
/* `offset` metres to the right of the middle line at `distance`, which may be any number: the track is closed. */
void pdk_track_point(const pdk_track *track, double distance, double offset, double point[3]);
/* Heading anticlockwise from +y, and curvature (1/m, positive to the left). */
void pdk_track_direction(const pdk_track *track, double distance, double *heading, double *curvature);
/* The same, quick and nearly so. */
double pdk_track_curvature(const pdk_track *track, double distance);
/* All that driving needs to know about a place, at once. */
typedef struct pdk_track_view {
    double x, y, z, heading, curvature, slope; /* slope: rise by metre */
} pdk_track_view;
void pdk_track_view_at(const pdk_track *track, double distance, double offset, pdk_track_view *view);
double pdk_track_bank(double curvature);
pdk_sim_place pdk_track_place(const pdk_track *track, double distance);

#endif
