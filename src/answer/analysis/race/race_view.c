/* Session, paths, track and laps of a recording. */
#include "analysis/race/race_view.h"

/* A part that a recording may lack: what is missing is not there, other failures are failures. */
static pdk_status optional(pdk_status status)
{
    return status == PDK_E_UNSUPPORTED ? PDK_OK : status;
}

pdk_status pdk_race_view_of(const pdk_answers *answers, pdk_race_view *view, pdk_error *error)
{
    const pdk_driven_track *track = NULL;
    *view = (pdk_race_view){ .session = NULL };
    pdk_status status = pdk_answers_session(answers, &view->session, error);
    if (status == PDK_OK && pdk_answers_have_motion(answers->source, NULL) == PDK_OK)
        status = optional(pdk_answers_paths(answers, &view->paths, error));
    if (status == PDK_OK) status = optional(pdk_answers_laps(answers, &view->laps, error));
    if (status == PDK_OK && view->paths != NULL) {
        status = pdk_answers_track(answers, &track, error);
        if (answers->options.track == NULL) status = optional(status);
    }
    if (track != NULL) view->stations = track->stations;
    return status;
}
