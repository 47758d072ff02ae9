/* Generated files: a simulated drive or scan in any format, for tests and experiments.
 *
 *     pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
 *     options.seconds = 30;
 *     if (pdk_synth("raf", &options, output, &error) != PDK_OK) { ... }
 */
#ifndef PADDOCK_SYNTH_H
#define PADDOCK_SYNTH_H

#include "output.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_synth_options {
    size_t struct_size;  /* PDK_SYNTH_OPTIONS_INIT sets it */
    uint64_t seed;       /* the same seed and options give the same bytes; 0 = 1 */
    const char *dialect; /* vcr: "r1", "r2", "l"; rply: "1.1", "2.1"; tri: "open", "closed"; raf: "0.5V0" (an old
                            version), "100ms", "part" (of a lap); NULL = the default */
    double seconds;      /* of driving; 0 = a short default */
    uint32_t cars;       /* 0 = a default */
    uint64_t points;     /* surfaces: how many; 0 = a default */
    uint64_t size;       /* instead of seconds or points: about this many bytes; 0 = not used */
    bool gzip;           /* vcr: packed as the game can */
    pdk_progress progress;
    void *progress_user;
    const char *session;  /* vcr, rply: "race", "qualifying", "practice"; `truth` says what happened */
    uint32_t laps;        /* the session is a race over this many laps */
    double minutes;       /* or the session lasts this long; a race then ends at the line */
    double from, to;      /* part of the session to record, session seconds; 0 = from the start, to the end */
    uint32_t poses_every; /* 50 times a second, divided by this; 0 = 1 */
    const char *without; /* what is left out, separated by commas: "crossings", "order", "contacts", "pit", "penalties",
                            "start", "joins", "notices" */
    pdk_output *truth;   /* gets what happened, as JSON (docs/generated-truth.md); NULL = not written */
    uint64_t hand; /* raf: the driver; laps of one seed with different hands are on the same track; 0 = by the seed */
    /* What goes wrong in a session, and in its recording (docs/generated-truth.md). The truth describes the session. */
    const char *with; /* vcr, rply: separated by commas: "abreast", "wide", "absent", "boxed", "escapes"; vcr: "status",
                         "damage", "formation", "lag", too */
    const char *lost; /* vcr: events that are not recorded, separated by commas: "crossings:0.1" (a share),
                         "crossings#17" (one); kinds as for `without`, and "all" */
    double late;      /* vcr: events of cars are recorded up to this many seconds late, at random; 0 = on time */
} pdk_synth_options;

#define PDK_SYNTH_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_synth_options)

/* Writes a file of the format. All its content comes from one simulated drive or scan. PDK_E_ARGUMENT,
 * "argument.format", when there is no such format or it cannot be generated. */
PDK_API pdk_status pdk_synth(const char *format, const pdk_synth_options *options, pdk_output *output,
                             pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
