/* The table of steps, and answers that are made by it. */
#include "analysis/analysis.h"

const pdk_step *const pdk_steps[PDK_STEP_COUNT] = {
#define PDK_STEP(name) &pdk_step_##name,
#include "analysis/steps.def"
#undef PDK_STEP
};

pdk_status pdk_answers_begin_own(const pdk_document *made, const pdk_document *source,
                                 const pdk_analysis_options *options, pdk_answers *answers, pdk_error *error)
{
    return pdk_answers_open(pdk_steps, made, source, options, answers, error);
}

pdk_status pdk_answers_begin(const pdk_document *document, pdk_progress progress, void *progress_user,
                             pdk_answers *answers, pdk_error *error)
{
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.limits = document->limits;
    options.allocator = document->memory.allocator;
    options.progress = progress;
    options.progress_user = progress_user;
    return pdk_answers_begin_own(document, document, &options, answers, error);
}
