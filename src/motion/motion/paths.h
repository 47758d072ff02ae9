/* All runs of a motion in memory: where everyone was when, compact, and cut into segments in which a car moves without
 * a break. Made in one pass over the table, whatever the number of drivers. */
#ifndef PADDOCK_MOTION_PATHS_H
#define PADDOCK_MOTION_PATHS_H

#include "motion/motion.h"

/* One moment of one car, in the frame of pdk_motion (right-handed, z up, m), from the paths' origin. */
typedef struct pdk_path_sample {
    double time;      /* s, the session's clock */
    float x, y, z;    /* m, from pdk_paths.origin */
    float speed;      /* m/s; stored, or computed from the positions */
    float heading;    /* rad, of the nose, anticlockwise from x; stored, otherwise the direction of motion; -pi .. pi */
    uint8_t throttle; /* 0 .. 255 for 0 .. 1; 0 where there is no such channel */
    uint8_t brake;    /* the same */
    int8_t gear;      /* -1 reverse, 0 neutral; PDK_PATH_NO_GEAR = not recorded */
    uint8_t new_start; /* a segment begins here */
} pdk_path_sample;

enum { PDK_PATH_NO_GEAR = INT8_MIN };

/* Samples first .. first+count-1: times rise, no two are further apart than PDK_PATH_GAP, and nothing jumps. Between
 * two segments of a run nothing is known. */
typedef struct pdk_path_segment {
    uint32_t first, count;
} pdk_path_segment;

#define PDK_PATH_GAP 1.5 /* s: more between two samples is a gap */

typedef struct pdk_path {
    size_t run;    /* of the motion; paths[i].run == i */
    uint64_t slot; /* of the run */
    pdk_text name;
    pdk_path_sample *samples; /* in the file's order; those without time or place are left out */
    size_t count;
    pdk_path_segment *segments; /* in order of their first time, which is the file's order unless times go back */
    size_t segment_count;
    double interval; /* s: the usual time between two samples; NaN below two of them */
} pdk_path;

typedef struct pdk_paths {
    pdk_memory *memory;
    double origin[3];
    pdk_path *paths;
    size_t count;
    bool has_speed, has_heading; /* stored, or computed from the positions */
    bool has_throttle, has_brake, has_gear;
    bool parts_vary;             /* the bits of lost parts, where the file has any, are not the same in all rows */
    double start_time, end_time; /* of all samples; NaN where there are none */
} pdk_paths;

typedef struct pdk_paths_options {
    double interval; /* s: samples may be left out as long as two are not further apart than this; 0 = keep all */
    uint64_t memory; /* bytes: no more are left out than it takes to stay below; 0 = as many as may be */
    pdk_progress progress;
    void *progress_user;
} pdk_paths_options;

/* In `memory`, which must outlive them. `options` NULL = keep all samples. PDK_E_UNSUPPORTED, "motion.place", where the
 * motion has no time or place. */
pdk_status pdk_paths_make(const pdk_motion *motion, pdk_memory *memory, const pdk_paths_options *options,
                          pdk_paths **paths, pdk_error *error);

/* Of one run, between two moments. */
typedef struct pdk_path_stretch {
    size_t run;
    double from, to; /* s */
} pdk_path_stretch;

typedef struct pdk_paths_filled {
    pdk_path_stretch *stretches; /* pdk_paths_fill sorts them */
    size_t count;
    uint64_t most; /* samples that may be added */
    pdk_progress progress;
    void *progress_user;
} pdk_paths_filled;

/* Adds to paths that were made with an interval the samples that were left out within the stretches: what happens fast
 * is then measured in a long recording as in a short one. Stops at the first stretch that has more than may be added
 * yet. */
pdk_status pdk_paths_fill(const pdk_motion *motion, pdk_paths *paths, const pdk_paths_filled *filled, pdk_error *error);

/* A moment between samples. */
typedef struct pdk_path_state {
    double time, position[3]; /* position with the origin added */
    double velocity[3];       /* m/s, from the positions */
    double speed, heading;
    double throttle, brake; /* 0 .. 1, of the sample before */
    int8_t gear;            /* of the sample before */
    size_t segment;         /* index in path->segments */
    size_t sample;          /* index in path->samples of the last sample that is not later */
} pdk_path_state;

/* Where a car was; false where nothing is known about that time: it is in no segment. */
bool pdk_path_at(const pdk_paths *paths, const pdk_path *path, double time, pdk_path_state *state);
/* The first coordinate alone. `sample`: one that is not far before `time`, or 0; becomes that of the state. */
bool pdk_path_x_at(const pdk_paths *paths, const pdk_path *path, double time, size_t *sample, double *x);
/* The segment that `time` is in; SIZE_MAX = none. */
size_t pdk_path_find_segment(const pdk_path *path, double time);
/* The last sample of the segment that is not later than `time`, which is in the segment. */
size_t pdk_path_find_sample(const pdk_path *path, size_t segment, double time);
/* Position and velocity at `share` (0 .. 1) of the way from sample `sample` to the next, which are in one segment. */
void pdk_path_between(const pdk_path *path, size_t segment, size_t sample, double share, double position[3],
                      double velocity[3]);
/* The path of a driver's number; NULL where there is none. */
const pdk_path *pdk_paths_find(const pdk_paths *paths, uint64_t slot);

#endif
