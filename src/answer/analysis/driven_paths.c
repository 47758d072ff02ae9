/* Everyone's paths. Most samples of a long recording are left out, but not where cars touch or spin: what happened
 * there is measured in a race as it is in a clip of it. */
#include <math.h>

#include "analysis/driven_track.h"
#include "analysis/incident/incident_solo.h"

enum {
    MEMORY_SHARE = 5,       /* of the file: what motion, paths and places take of large ones */
    FULL_SAMPLES = 1 << 18, /* so many are kept as they are */
};

static const double thin_interval = 0.1001; /* s */
/* What incidents look at: the approach, and whether a car stops within 10 s. */
static const double before = 8, after = 12; /* s */

static bool add_stretch(pdk_vector *stretches, const pdk_path *path, double from, double to)
{
    if (path == NULL || !(from <= to)) return true;
    pdk_path_stretch *added = pdk_vector_push(stretches);
    if (added != NULL) *added = (pdk_path_stretch){ path->run, from - before, to + after };
    return added != NULL;
}

/* Contacts that the file records, and spins. */
static bool list_stretches(const pdk_paths *paths, const pdk_session *session, pdk_vector *stretches, pdk_vector *spins)
{
    for (size_t i = 0; session != NULL && i < session->contact_count; i++) {
        const pdk_session_contact *contact = &session->contacts[i];
        const pdk_path *path = pdk_paths_find(paths, contact->slot),
                       *other = contact->other != PDK_SESSION_NONE ? pdk_paths_find(paths, contact->other) : NULL;
        if (!add_stretch(stretches, path, contact->time, contact->time) ||
            !add_stretch(stretches, other, contact->time, contact->time))
            return false;
    }
    if (!pdk_headings_can_be_trusted(paths)) return true;
    for (size_t i = 0; i < paths->count; i++) {
        spins->count = 0;
        if (!pdk_find_spins(&paths->paths[i], 0, spins)) return false;
        const pdk_solo *found = spins->items;
        for (size_t k = 0; k < spins->count; k++) {
            if (!add_stretch(stretches, &paths->paths[i], found[k].from, found[k].to)) return false;
        }
    }
    return true;
}

/* At most as many samples again as the paths have. */
static pdk_status fill_stretches(const pdk_answers *answers, const pdk_motion *motion, pdk_paths *paths,
                                 pdk_error *error)
{
    const pdk_session *session = NULL;
    pdk_vector stretches = pdk_vector_of(answers->memory, sizeof(pdk_path_stretch)),
               spins = pdk_vector_of(answers->memory, sizeof(pdk_solo));
    uint64_t most = 0;
    pdk_status status = PDK_OK;
    if (pdk_answers_have_crossings(answers->source, NULL) == PDK_OK)
        status = pdk_answers_told_session(answers, &session, error);
    if (status == PDK_OK && !list_stretches(paths, session, &stretches, &spins))
        status = pdk_fail_memory(error, answers->memory, "the paths of cars");
    for (size_t i = 0; i < paths->count; i++) most += paths->paths[i].count;
    const pdk_paths_filled filled = { .stretches = stretches.items,
                                      .count = stretches.count,
                                      .most = most,
                                      .progress = answers->options.progress,
                                      .progress_user = answers->options.progress_user };
    if (status == PDK_OK && stretches.count > 0) status = pdk_paths_fill(motion, paths, &filled, error);
    pdk_free(answers->memory, stretches.items);
    pdk_free(answers->memory, spins.items);
    return status;
}

static pdk_status make_paths(pdk_answers *answers, void *made, pdk_error *error)
{
    const pdk_motion *motion;
    pdk_paths **paths = made;
    pdk_status status = pdk_answers_motion(answers, &motion, error);
    if (status != PDK_OK) return status;
    pdk_paths_options options = { .progress = answers->options.progress,
                                  .progress_user = answers->options.progress_user };
    uint64_t rows = motion->table->rows, room = answers->source->content.size / MEMORY_SHARE,
             lists = rows * 4; /* no less than what the motion has */
    if (rows > FULL_SAMPLES) {
        options.interval = thin_interval;
        options.memory = room > lists ? (room - lists) / 5 * 4 : 1; /* a fifth of it for places on the track */
    }
    status = pdk_paths_make(motion, answers->memory, &options, paths, error);
    if (status != PDK_OK || options.interval == 0) return status;
    status = pdk_answers_go_on(answers, error);
    return status == PDK_OK ? fill_stretches(answers, motion, *paths, error) : status;
}

const pdk_step pdk_step_paths = { .name = "paths",
                                  .needs = PDK_NEEDS(told_session) | PDK_NEEDS(motion),
                                  .size = sizeof(pdk_paths *),
                                  .make = make_paths };

pdk_status pdk_answers_paths(const pdk_answers *answers, const pdk_paths **paths, pdk_error *error)
{
    const void *made;
    pdk_status status = pdk_answers_need(answers, PDK_STEP_paths, &made, error);
    if (status == PDK_OK) *paths = *(pdk_paths *const *)made;
    return status;
}
