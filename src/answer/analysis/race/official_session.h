/* A results file beside a recording: the game's own word on the same session. */
#ifndef PADDOCK_ANALYSIS_RACE_OFFICIAL_SESSION_H
#define PADDOCK_ANALYSIS_RACE_OFFICIAL_SESSION_H

#include "model/document.h"
#include "model/session.h"

/* `session` is the recording's. Afterwards it has what the results file says: official results and laps, penalties,
 * classes, teams and numbers, by the recording's slots, and `recorded` is what it was before. Drivers whom only the
 * results file names are added. PDK_E_ARGUMENT: "results.format" (the file has no official results, or the recording
 * has its own), "results.session" (another kind of session), "results.drivers" (other drivers). */
pdk_status pdk_session_take_official(const pdk_document *results, pdk_memory *memory, pdk_session *session,
                                     pdk_error *error);

#endif
