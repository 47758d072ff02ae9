/* Where the track ends: the edges of a track that was given, or the band in which all laps are driven. */
#ifndef PADDOCK_ANALYSIS_INCIDENT_INCIDENT_BAND_H
#define PADDOCK_ANALYSIS_INCIDENT_INCIDENT_BAND_H

#include "analysis/race/laps.h"
#include "track/track_model.h"

/* s before the pit lane and after it in which a car is on its way into it and out of it, beside the track. */
#define PDK_INCIDENT_BESIDE_LANE 5.0

typedef struct pdk_incident_band {
    float *left, *right; /* m, lateral offsets at each point of the track's line; NaN = nobody was there */
    size_t count;
    double step, beside; /* m; `beside` it a car's centre is still on the track */
    double
        least; /* m beyond that an excursion goes: less may be another line through a bend; 0 where edges are known */
    const char *name; /* the evidence: "track" or "band"; NULL = none */
} pdk_incident_band;

/* The edges where a track with edges was given. Otherwise the band of all laps from line to line that are neither slow
 * nor, as the game judged, off the track, at least eight, and half a car beside it. Laps with contacts count, too,
 * since a car that overtakes is on the track. The way through the pit lane is not part of it. Of twenty laps or more
 * the widest one at each point is left out: a lap that leaves the track there does not widen the band. It is widened to
 * the width that nine tenths of its points do not exceed, and the less of a usual road that is, the further out an
 * excursion goes. */
pdk_status pdk_incident_band_make(const pdk_laps *laps, const pdk_stations *stations, pdk_memory *memory,
                                  pdk_incident_band *band, pdk_error *error);
/* How far a car's centre is outside, in m; negative inside, NaN where that is not known. */
double pdk_incident_band_beyond(const pdk_incident_band *band, double distance, double lateral);

#endif
