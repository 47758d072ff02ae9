/* How every car moved: one view of every file with a drive, whatever its tables are called. */
#ifndef PADDOCK_MOTION_H
#define PADDOCK_MOTION_H

#include "table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A motion has a run for each driver or car, and the same channels in each run. It reads from its document and holds it
 * (pdk_retain). Any number of threads may read from it. */
typedef struct pdk_motion pdk_motion;

typedef struct pdk_motion_options {
    size_t struct_size; /* PDK_MOTION_OPTIONS_INIT sets it */
    const char *wheel;  /* x, y and z are those of this wheel ("front_left"); NULL = of the car's reference point */
    pdk_limits limits;  /* of what the motion itself takes */
    pdk_allocator allocator;
    pdk_progress progress; /* in rows, while they are sorted by driver */
    void *progress_user;
} pdk_motion_options;

#define PDK_MOTION_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_motion_options)

/* PDK_E_UNSUPPORTED, "motion.none", if nothing moves in files of this format; "motion.wheel" if it does not say where
 * that wheel is. */
PDK_API pdk_status pdk_motion_open(const pdk_document *document, const pdk_motion_options *options, pdk_motion **motion,
                                   pdk_error *error);
PDK_API void pdk_motion_close(pdk_motion *motion);

/* The evidence for the frame if it was inferred from the file: one sentence each; NULL past the end. */
PDK_API const char *pdk_motion_evidence_at(const pdk_motion *motion, size_t index);

typedef struct pdk_motion_run {
    uint64_t slot;    /* the file's number for it: a slot, a car; 0 if there is only one */
    pdk_text name;    /* the driver's name; missing, and empty, if the file does not say */
    uint64_t samples; /* number of samples */
    bool has_name;
} pdk_motion_run;

/* Runs are in the order of their numbers. */
PDK_API size_t pdk_motion_run_count(const pdk_motion *motion);
/* NULL past the end. */
PDK_API const pdk_motion_run *pdk_motion_run_at(const pdk_motion *motion, size_t run);
#define PDK_NO_RUN SIZE_MAX
/* The run of a driver by the number that the file gives (pdk_motion_run.slot, the column `slot` of answers); PDK_NO_RUN
 * where there is none. */
PDK_API size_t pdk_motion_find_run(const pdk_motion *motion, uint64_t slot);

/* Positions, velocities and directions are in a right-handed frame with z up, in metres; headings are anticlockwise
 * seen from above, 0 along its x. Everything else is in the units of the column it comes from. */
typedef struct pdk_motion_channel {
    pdk_role role;
    const char *unit; /* NULL = none */
    pdk_certainty certainty;
    bool derived; /* computed from other columns; false = stored in the file */
} pdk_motion_channel;

PDK_API size_t pdk_motion_channel_count(const pdk_motion *motion);
PDK_API const pdk_motion_channel *pdk_motion_channel_at(const pdk_motion *motion, size_t channel);
/* The channel of a role; PDK_NO_COLUMN if there is none. */
PDK_API size_t pdk_motion_find_channel(const pdk_motion *motion, pdk_role role);

/* One channel of a read, with room for `count` doubles. */
typedef struct pdk_channel_read {
    size_t channel;
    double *values;
} pdk_channel_read;

/* Samples first .. first+count-1 of a run. Missing values are NaN. */
PDK_API pdk_status pdk_motion_read(const pdk_motion *motion, size_t run, uint64_t first, size_t count,
                                   const pdk_channel_read *reads, size_t read_count, pdk_error *error);

/* Why a segment begins. */
typedef enum pdk_motion_begin {
    PDK_MOTION_BEGIN_RUN = 0,   /* the first of its run */
    PDK_MOTION_BEGIN_GAP = 1,   /* over 1.5 s without a sample */
    PDK_MOTION_BEGIN_JUMP = 2,  /* the car was moved: further than 10 m and three times what its speed explains; to the
                               garage or back, for example */
    PDK_MOTION_BEGIN_CLOCK = 3, /* the clock went back */
    PDK_MOTION_BEGIN_PLACE = 4  /* samples without a time or position were left out */
} pdk_motion_begin;

/* Samples first .. first+count-1 of a run, in which the car moves without a break; times never decrease. Samples
 * outside all segments have no time or position. */
typedef struct pdk_motion_segment {
    uint64_t first, count;
    double start_time, end_time;
    pdk_motion_begin begin;
} pdk_motion_segment;

/* The segments of a run, in order of their start times, which is that of their samples unless the clock goes back. They
 * are computed on first use, and belong to the motion. */
PDK_API pdk_status pdk_motion_segments(const pdk_motion *motion, size_t run, const pdk_motion_segment **segments,
                                       size_t *count, pdk_error *error);

/* The channels at any times (s), `count` of them, fastest in ascending order. Between samples: positions follow the
 * curve given by the velocities of both ends if velocities are stored and agree with how positions change, otherwise
 * the straight line; headings turn the shorter way; gears keep their value; everything else is linear. NaN if the time
 * is in no segment: gaps are not filled. */
PDK_API pdk_status pdk_motion_read_times(const pdk_motion *motion, size_t run, const double *times, size_t count,
                                         const pdk_channel_read *reads, size_t read_count, pdk_error *error);

/* Who drove, from when to when (s). A time that is missing is the beginning, or the end, of the run. */
typedef struct pdk_motion_driver {
    double from, to;
    pdk_text name;
    bool has_from, has_to;
} pdk_motion_driver;

/* The drivers of a run in the order in which they drove; more than one if drivers change or a slot is reused. NULL past
 * the last, and if the file has no names. */
PDK_API const pdk_motion_driver *pdk_motion_driver_at(const pdk_motion *motion, size_t run, size_t index);

#ifdef __cplusplus
}
#endif
#endif
