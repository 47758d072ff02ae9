/* Who moved how: one view of every file in which something drives, whatever its tables are called. */
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
    pdk_progress progress; /* in rows, while rows are sorted by driver */
    void *progress_user;
} pdk_motion_options;

#define PDK_MOTION_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_motion_options)

/* PDK_E_UNSUPPORTED, "motion.none", where nothing moves in such a file; "motion.wheel" where it does not say where that
 * wheel is. */
PDK_API pdk_status pdk_motion_open(const pdk_document *document, const pdk_motion_options *options, pdk_motion **motion,
                                   pdk_error *error);
PDK_API void pdk_motion_close(pdk_motion *motion);

/* What the frame rests on where the file had to settle it: one sentence each; NULL past the end. */
PDK_API const char *pdk_motion_evidence(const pdk_motion *motion, size_t index);

typedef struct pdk_motion_run {
    uint64_t driver;  /* the number the file gives: a slot, a car; 0 where there is only one */
    pdk_text name;    /* who that is; empty where the file does not say */
    uint64_t samples; /* moments there are of it */
} pdk_motion_run;

/* Runs are in the order of their numbers. */
PDK_API size_t pdk_motion_run_count(const pdk_motion *motion);
PDK_API const pdk_motion_run *pdk_motion_run_info(const pdk_motion *motion, size_t run);

/* Positions, velocities and directions are in a right-handed frame with z up, in metres; headings are anticlockwise
 * seen from above, 0 along its x. Everything else is in the units of the column it comes from. */
typedef struct pdk_motion_channel {
    pdk_role role;
    const char *unit; /* NULL = none */
    pdk_certainty certainty;
    bool derived; /* computed from other columns; else stored in the file */
} pdk_motion_channel;

PDK_API size_t pdk_motion_channel_count(const pdk_motion *motion);
PDK_API const pdk_motion_channel *pdk_motion_channel_info(const pdk_motion *motion, size_t channel);
/* The channel of a role; PDK_NO_COLUMN where there is none. */
PDK_API size_t pdk_motion_find_channel(const pdk_motion *motion, pdk_role role);

/* One channel of a read, with room for `count` doubles. */
typedef struct pdk_motion_read_channel {
    size_t channel;
    double *values;
} pdk_motion_read_channel;

/* Samples first .. first+count-1 of a run. Where there is no value, there is NaN. */
PDK_API pdk_status pdk_motion_read(const pdk_motion *motion, size_t run, uint64_t first, size_t count,
                                   const pdk_motion_read_channel *reads, size_t read_count, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
