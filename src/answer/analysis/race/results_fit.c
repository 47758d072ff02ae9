/* Is a results file of the same session as a recording? Asked of the recording's own laps, before any use of it. */
#include "analysis/race/laps.h"
#include "model/document_life.h"

static pdk_status measure(const pdk_answers *answers, const pdk_document *results, pdk_memory *memory,
                          pdk_results_fit *fit, pdk_error *error)
{
    pdk_session session;
    const pdk_laps *laps;
    pdk_status status = pdk_answers_official_session(answers, results, memory, &session, error);
    if (status == PDK_OK) status = pdk_answers_laps(answers, &laps, error);
    return status == PDK_OK ? pdk_laps_fit_official(laps, &session, fit, error) : status;
}

pdk_status pdk_fit_results(const pdk_document *recording, const pdk_document *results, pdk_progress progress,
                           void *progress_user, pdk_results_fit *fit, pdk_error *error)
{
    PDK_HOLD(recording);
    if (fit != NULL) *fit = (pdk_results_fit){ .laps = 0 };
    if (recording == NULL || results == NULL || fit == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "a recording, a results file and a place for how they fit are needed");
    PDK_HOLD_AS(held_results, results);
    pdk_answers answers;
    pdk_memory memory;
    pdk_status status = pdk_answers_begin(recording, progress, progress_user, &answers, error);
    if (status != PDK_OK) return status;
    pdk_memory_init_within(&memory, pdk_document_heap(recording));
    status = measure(&answers, results, &memory, fit, error);
    pdk_memory_destroy(&memory);
    return status == PDK_OK ? pdk_document_still_held(recording, error) : status;
}
