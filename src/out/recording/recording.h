/* A recording on its way into files of data loggers and maps: which drivers, from when to when, and their laps. Works
 * on the public views of motion, tracks and answers alone. */
#ifndef PADDOCK_RECORDING_RECORDING_H
#define PADDOCK_RECORDING_RECORDING_H

#include "model/geographic.h"
#include "target/exporter.h"

/* A lap of one driver, as far as it is known. */
typedef struct pdk_recorded_lap {
    uint32_t slot, number;
    double start, end; /* s of the session's clock; NaN = not known */
    double time;       /* s; NaN = none */
    bool from_line;    /* begins at the start line or with the race, not at the pits */
    bool to_line;      /* ends at the start line */
    const char *kind;
} pdk_recorded_lap;

typedef struct pdk_recording {
    pdk_export *job;
    pdk_motion *motion;
    const pdk_driven_track *track; /* NULL = it is not known */
    double from, to;               /* s of the session's clock, what is wanted; infinite = all */
    size_t *runs;                  /* of the motion: those wanted and seen in that time */
    size_t run_count;
    pdk_vector laps; /* pdk_recorded_lap, by slot and time */
} pdk_recording;

/* The laps of a run's driver, by time; NULL where there are none. */
const pdk_recorded_lap *pdk_recording_laps(const pdk_recording *recording, size_t run, size_t *count);

/* Opens the motion of a job's document and chooses the drivers that the options ask for; with `one`, more than one is
 * refused. Closed whatever the status. */
pdk_status pdk_recording_open(pdk_export *job, bool one, pdk_recording *recording, pdk_error *error);
void pdk_recording_close(pdk_recording *recording);

/* A part of a run without a break, within the time that is wanted. */
typedef struct pdk_recorded_part {
    uint64_t first, count; /* samples */
    double start, end;     /* s: of the first and last of them, or where the time wanted begins and ends */
} pdk_recorded_part;

/* The parts of a run, in order of time, in memory that pdk_free takes back. */
pdk_status pdk_recording_parts(const pdk_recording *recording, size_t run, pdk_recorded_part **parts, size_t *count,
                               pdk_error *error);

/* "A. Varga", "slot 7" where the file has no name, or "" where there is only one driver without a name. In the job's
 * memory; NULL where that ran out. */
const char *pdk_recording_driver(const pdk_recording *recording, size_t run);

/* What a file says about a driver's recording; "" = it is not known. Letters that control something are blanks. */
typedef struct pdk_recorded_facts {
    const char *file, *driver, *vehicle, *track, *session;
} pdk_recorded_facts;
pdk_status pdk_recording_facts(const pdk_recording *recording, size_t run, pdk_recorded_facts *facts, pdk_error *error);

/* ---------------------------------------------------------------------------------------------- recorded_place.c */

/* Games have no geography. Their metres are put around one fixed place, the same for every file: in the Atlantic,
 * where no track is, so that nobody takes it for a real one. x points east, y north. */
extern const pdk_geographic pdk_recorded_origin;
pdk_geographic pdk_recorded_place_of(double x, double y);
/* The sentence that says so, for every file that has such places. */
extern const char pdk_recorded_origin_text[];

#endif
