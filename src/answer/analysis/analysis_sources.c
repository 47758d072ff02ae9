/* What answers are computed from: the session that the format gives, and the motion. */
#include <math.h>

#include "analysis/analysis.h"
#include "analysis/race/official_session.h"

pdk_status pdk_answers_have_motion(const pdk_document *document, pdk_error *error)
{
    if (document->services != NULL && document->services->motion != NULL) return PDK_OK;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "analysis.motion", "nothing moves in %s files",
                    document->info->id);
}

/* Does the format give a session? Reading that is a pass over the file. */
static bool is_told(const pdk_document *document)
{
    return document->services != NULL && document->services->session != NULL;
}

pdk_status pdk_answers_have_crossings(const pdk_document *document, pdk_error *error)
{
    if (is_told(document)) return PDK_OK;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "analysis.crossings",
                    "%s files do not record line crossings", document->info->id);
}

/* ------------------------------------------------------------------------------------------------- motion */

static pdk_status make_told_session(pdk_answers *answers, void *made, pdk_error *error)
{
    *(pdk_session *)made = pdk_session_unknown();
    pdk_status status = answers->source->services->session(answers->source, answers->memory, made, error);
    return status == PDK_OK ? pdk_answers_go_on(answers, error) : status;
}

const pdk_step pdk_step_told_session = { .name = "told_session",
                                         .size = sizeof(pdk_session),
                                         .make = make_told_session };

static pdk_status make_motion(pdk_answers *answers, void *made, pdk_error *error)
{
    pdk_motion_options options = PDK_MOTION_OPTIONS_INIT;
    options.progress = answers->options.progress;
    options.progress_user = answers->options.progress_user;
    pdk_motion_home home = { .memory = answers->memory };
    pdk_status status = pdk_answers_have_motion(answers->source, error);
    if (status == PDK_OK && is_told(answers->source)) status = pdk_answers_told_session(answers, &home.session, error);
    return status == PDK_OK ? pdk_motion_open_within(answers->source, &options, &home, made, error) : status;
}

static void drop_motion(void *made)
{
    pdk_motion_close(*(pdk_motion **)made);
}

const pdk_step pdk_step_motion = { .name = "motion",
                                   .needs = PDK_NEEDS(told_session),
                                   .size = sizeof(pdk_motion *),
                                   .make = make_motion,
                                   .drop = drop_motion };

pdk_status pdk_answers_motion(const pdk_answers *answers, const pdk_motion **motion, pdk_error *error)
{
    const void *made;
    pdk_status status = pdk_answers_need(answers, PDK_STEP_motion, &made, error);
    if (status == PDK_OK) *motion = *(pdk_motion *const *)made;
    return status;
}

/* ------------------------------------------------------------------------------------------------ session */

/* Formats without a session: everyone who moves takes part. */
static pdk_status session_of_motion(const pdk_answers *answers, pdk_session *session, pdk_error *error)
{
    const pdk_motion *motion;
    pdk_status status = pdk_answers_motion(answers, &motion, error);
    if (status != PDK_OK) return status;
    size_t count = pdk_motion_run_count(motion);
    pdk_session_driver *drivers = pdk_alloc_array(answers->memory, count, sizeof *drivers);
    if (drivers == NULL) return pdk_fail_memory(error, answers->memory, "the drivers");
    for (size_t i = 0; i < count; i++) {
        const pdk_motion_run *run = pdk_motion_run_at(motion, i);
        drivers[i] = (pdk_session_driver){ .slot = (uint32_t)run->slot,
                                           .name = run->name,
                                           .co_driver = { "", 0 },
                                           .vehicle = { "", 0 },
                                           .entry_time = NAN,
                                           .exit_time = NAN };
    }
    session->drivers = drivers;
    session->driver_count = count;
    return PDK_OK;
}

pdk_status pdk_answers_official_session(const pdk_answers *answers, const pdk_document *results, pdk_memory *memory,
                                        pdk_session *session, pdk_error *error)
{
    const pdk_session *told;
    if (!is_told(answers->source))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "results.session",
                        "%s files record no session, so no results belong to them", answers->source->info->id);
    pdk_status status = pdk_answers_told_session(answers, &told, error);
    if (status != PDK_OK) return status;
    *session = *told;
    return pdk_session_take_official(results, memory, session, error);
}

static pdk_status make_session(pdk_answers *answers, void *made, pdk_error *error)
{
    pdk_session *session = made;
    const pdk_document *results = answers->options.results;
    *session = pdk_session_unknown();
    if (results != NULL) return pdk_answers_official_session(answers, results, answers->memory, session, error);
    if (!is_told(answers->source)) return session_of_motion(answers, session, error);
    const pdk_session *told;
    pdk_status status = pdk_answers_told_session(answers, &told, error);
    if (status == PDK_OK) *session = *told;
    return status;
}

const pdk_step pdk_step_session = { .name = "session",
                                    .needs = PDK_NEEDS(told_session) | PDK_NEEDS(motion),
                                    .size = sizeof(pdk_session),
                                    .make = make_session };
