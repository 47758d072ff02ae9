/* What happened to one car alone: it stood, it spun, it left the track. */
#ifndef PADDOCK_ANALYSIS_INCIDENT_INCIDENT_SOLO_H
#define PADDOCK_ANALYSIS_INCIDENT_INCIDENT_SOLO_H

#include "analysis/incident/incident_band.h"

typedef struct pdk_time_span {
    double from, to; /* s */
} pdk_time_span;

/* A car that moves or touches something. */
typedef struct pdk_incident_car {
    uint32_t slot;
    const pdk_path *path; /* NULL = the recording does not say where it was */
    const pdk_time_span *stops, *pits;
    size_t stop_count, pit_count;
} pdk_incident_car;

/* Is the car in the pits at `time`, or so many seconds before or after? `pit` is the visit that ends next, 0 at first;
 * it only grows, since times come in order. */
bool pdk_incident_in_pits(const pdk_incident_car *car, size_t *pit, double time, double beside);

/* A spin or an excursion. */
typedef struct pdk_solo {
    uint32_t car; /* index in the list of cars */
    double from, to;
    double yaw_rate; /* rad/s, the largest of a spin, positive anticlockwise; NaN = not looked at */
    double beyond;   /* m, the furthest that the centre was outside what counts as track; NaN = unknown */
    uint32_t before; /* the car that it came back in front of; UINT32_MAX = none */
} pdk_solo;

/* Times in which a car stood: slower than 1 m/s. To a vector of pdk_time_span, in order. False when out of memory. */
bool pdk_find_stops(const pdk_path *path, pdk_vector *stops);

/* Do noses point where cars go? Where they do not, no spin can be detected: the file's headings mean something else. */
bool pdk_headings_can_be_trusted(const pdk_paths *paths);
/* Spins: the nose points away from the direction of travel by a quarter turn or more, in a car that drove forward up to
 * 3 s before. To a vector of pdk_solo. */
bool pdk_find_spins(const pdk_path *path, uint32_t car, pdk_vector *spins);

/* Excursions while samples come one by one. Half a second outside is one, if it goes `least` metres beyond (or that is
 * unknown); less than a second inside does not end it. */
typedef struct pdk_excursion_watch {
    bool out;
    double since, latest, beyond, least;
} pdk_excursion_watch;

/* One sample, in order of time. `beyond` is NaN where it is not known how far. */
bool pdk_watch_excursion(pdk_excursion_watch *watch, uint32_t car, double time, bool outside, double beyond,
                         pdk_vector *excursions);
/* Nothing follows, or nothing that belongs to it. */
bool pdk_end_excursion(pdk_excursion_watch *watch, uint32_t car, pdk_vector *excursions);

/* Excursions by the band of all laps: not in the pits, nor just before and after, since the lane is beside the track;
 * not before `from`, when cars come from the places of the grid. */
bool pdk_find_excursions(const pdk_incident_band *band, const pdk_stations *stations, const pdk_incident_car *car,
                         uint32_t number, double from, pdk_vector *excursions);

#endif
