/* The track as driven, or as a file gives it: a line with a point each metre, and every place of a car as distance
 * along it and offset to its left. Distance 0 is the start line.
 *
 * Everything is in the frame of pdk_motion: right-handed, z up, m. Lateral offsets are positive to the left. */
#ifndef PADDOCK_TRACK_TRACK_MODEL_H
#define PADDOCK_TRACK_TRACK_MODEL_H

#include "motion/paths.h"

/* Where a car is, and how it moves there. */
typedef struct pdk_track_moment {
    double time;
    const double *point;
    double speed, heading;
} pdk_track_moment;

/* A stretch of one car's path: a lap. */
typedef struct pdk_lap_span {
    const pdk_paths *paths;
    const pdk_path *path;
    double start, end; /* s, the session's clock; in one segment */
} pdk_lap_span;

typedef struct pdk_track_grid pdk_track_grid;

/* A straight piece of line, seen from above. */
typedef struct pdk_track_piece {
    double x, y, along_x, along_y; /* where it begins, and how far it goes */
    double squared;                /* its length */
} pdk_track_piece;

typedef struct pdk_track_model {
    pdk_memory *memory;
    bool closed;
    bool given;    /* by a document, not by driving */
    double length; /* m, seen from above; closed: back to the first point */
    double step;   /* m from point to point */
    size_t count;  /* points; point i is at distance i * step */
    double origin[3];
    float (*points)[3];      /* from the origin */
    pdk_track_piece *pieces; /* of each point: to the next; after the last, to the first */
    float *heading;          /* rad, of the line, anticlockwise from x */
    float *curvature;        /* 1/m, positive to the left, over 20 m */
    float *left, *right;     /* the band that laps use: largest and smallest lateral offset at each point; NaN = none */
    size_t laps;             /* how many laps the line is the middle of; 0 where it is given */
    pdk_track_grid *grid;
} pdk_track_model;

/* --- track_model.c --- */
/* From laps, of which the first is the one the line begins as; with three or more it is moved to the middle of all.
 * Uses at most 15 of them. PDK_E_UNSUPPORTED, "track.short", where the first lap is no path. */
pdk_status pdk_track_from_laps(pdk_memory *memory, const pdk_lap_span *laps, size_t count, pdk_track_model **model,
                               pdk_error *error);
/* From points in the frame of pdk_motion: as they are, resampled. */
pdk_status pdk_track_from_points(pdk_memory *memory, const double (*points)[3], size_t count, bool closed,
                                 pdk_track_model **model, pdk_error *error);
/* Makes `distance` the new 0 of a closed line. */
pdk_status pdk_track_begin_at(pdk_track_model *model, double distance, pdk_error *error);
/* Sets left and right from laps. */
pdk_status pdk_track_add_band(pdk_track_model *model, const pdk_lap_span *laps, size_t count, pdk_error *error);

/* --- track_place.c: where on the line a place is --- */
typedef struct pdk_track_position {
    double distance; /* m along the line, 0 .. length */
    double lateral;  /* m to the left of it */
} pdk_track_position;

/* The nearest place of the line to a point anywhere, on which one may drive in the direction `heading` (NaN = either
 * direction); false where the line is further than 60 m away. */
bool pdk_track_locate(const pdk_track_model *model, const double point[3], double heading,
                      pdk_track_position *position);

/* Follows one car from sample to sample by continuity, so that a track may cross itself or run beside itself. */
typedef struct pdk_track_follower {
    bool known;
    double time, distance;
    /* The question before, and the answer: a car that stands in its garage asks the same again and again. */
    bool asked, was_known, found;
    double point[3], speed, heading, was_at;
    pdk_track_position position;
} pdk_track_follower;

/* Zeroed, a follower knows nothing. `anew` where a segment begins. False where the car is not at the track. */
bool pdk_track_follow(const pdk_track_model *model, pdk_track_follower *follower, pdk_track_moment moment, bool anew,
                      pdk_track_position *position);

/* The way from one distance to another that is shorter: between -length/2 and length/2 where the line is closed. */
double pdk_track_way(const pdk_track_model *model, double from, double to);
/* The point of the line at a distance, `lateral` to its left; the heading of the line there (may be NULL). */
void pdk_track_point_at(const pdk_track_model *model, double distance, double lateral, double point[3],
                        double *heading);

/* --- track_stations.c: places of all samples --- */
typedef struct pdk_path_stations { /* for each sample of a path */
    float *distance;               /* NaN = not at the track */
    float *lateral;
} pdk_path_stations;

typedef struct pdk_stations {
    const pdk_track_model *model;
    const pdk_paths *paths;
    pdk_path_stations *of; /* of[i] belongs to paths->paths[i] */
} pdk_stations;

pdk_status pdk_stations_make(const pdk_track_model *model, const pdk_paths *paths, pdk_memory *memory,
                             pdk_stations **stations, pdk_error *error);
/* Where a car was along the track at a time; false where that is not known. */
bool pdk_stations_at(const pdk_stations *stations, const pdk_path *path, double time, pdk_track_position *position);

/* One lap as a function of distance. `distance` counts on from sample to sample and is 0 at the start line of the lap;
 * `reached` is its running maximum, so that time at a distance is a function even where a car spins or reverses. */
typedef struct pdk_lap_trace {
    double *time, *distance, *reached, *lateral;
    size_t count;
} pdk_lap_trace;

/* All samples of the lap, one more on each side where the segment has it, so that the lines of both ends can be
 * interpolated. PDK_E_UNSUPPORTED, "track.elsewhere", where the lap is not on this track. */
pdk_status pdk_lap_trace_make(const pdk_track_model *model, const pdk_lap_span *lap, pdk_memory *memory,
                              pdk_lap_trace *trace, pdk_error *error);
void pdk_lap_trace_free(pdk_lap_trace *trace, pdk_memory *memory);
/* When a distance was first reached, between samples; NaN where it was not. */
double pdk_lap_trace_time(const pdk_lap_trace *trace, double distance);

#endif
