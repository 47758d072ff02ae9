/* From the options of a generated file to the plan of its session. */
#include <string.h>

#include "synth/sim_session.h"

enum { USUAL_LAPS = 5 };
static const double usual_seconds = 360;

bool pdk_sim_session_is_wanted(const pdk_synth_options *options)
{
    return options->session != NULL || options->laps > 0 || options->minutes > 0 || options->truth != NULL ||
           options->without != NULL || options->poses_every > 1 || options->from > 0 || options->to > 0 ||
           options->with != NULL || options->lost != NULL || options->late > 0;
}

pdk_status pdk_sim_session_make_plan(const pdk_synth_options *options, pdk_sim_session_plan *plan, pdk_error *error)
{
    static const char *const names[] = { "practice", "qualifying", "race" };
    const char *wanted = options->session != NULL ? options->session : "race";
    int kind = -1;
    for (int i = 0; i < 3; i++) {
        if (strcmp(names[i], wanted) == 0) kind = i;
    }
    if (kind < 0) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.session",
                        "there is no session \"%s\"; there are race, qualifying and practice", wanted);
    }
    bool race = kind == PDK_SIM_RACE, cut = plan->watched > 0;
    if (options->laps > 0 && (!race || options->minutes > 0)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.laps",
                        "a session ends by laps or by time, and only a race by laps");
    }
    plan->kind = (pdk_sim_session_kind)kind;
    pdk_status status = pdk_sim_session_read_with(options->with, &plan->with, error);
    if (status != PDK_OK) return status;
    plan->seed = options->seed;
    plan->laps = options->laps;
    plan->duration = options->minutes * 60;
    if (cut || plan->laps > 0 || plan->duration > 0) return PDK_OK;
    if (race) plan->laps = USUAL_LAPS;
    else plan->duration = usual_seconds;
    return PDK_OK;
}
