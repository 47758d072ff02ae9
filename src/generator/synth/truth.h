/* What happened in a session, as JSON (docs/generated-truth.md). */
#ifndef PADDOCK_SYNTH_TRUTH_H
#define PADDOCK_SYNTH_TRUTH_H

#include "paddock/output.h"
#include "synth/sim_session.h"

/* What only the format that was written knows. */
typedef struct pdk_truth_file {
    const char *format, *dialect;
    uint32_t first_slot;     /* cars are called slots from here on */
    double first, last;      /* clock of what was recorded */
    const char *left_out;    /* what the file does not have of what it could; NULL = nothing */
    const char *with, *lost; /* what else happened, and what was lost on the way; NULL = nothing */
    double late;             /* s */
    bool lock_ups;           /* can be seen in the file: they are part of the truth */
    const char *name_suffix; /* appended to every driver's name; "" */
} pdk_truth_file;

/* Behind pdk_sim_session_end. */
pdk_status pdk_truth_write(const pdk_sim_session *session, const pdk_truth_file *file, pdk_output *output,
                           pdk_error *error);

#endif
