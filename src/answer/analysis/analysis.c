/* Entry points: which answers there are, and an answer on request. */
#include "analysis/analysis.h"
#include "analysis/ruling/rulings.h"

#include <string.h>

#include "base/options.h"
#include "model/document_life.h"

static const pdk_format_info analysis_info = { .id = "analysis", .title = "Answers computed from a recording" };

/* The step of answer `index`; PDK_STEP_COUNT past the last. */
static int step_of(size_t index)
{
    int step = 0;
    for (; step < PDK_STEP_COUNT; step++) {
        if (pdk_steps[step]->meaning != NULL && index-- == 0) break;
    }
    return step;
}

const char *pdk_answer_name(size_t index)
{
    int step = step_of(index);
    return step < PDK_STEP_COUNT ? pdk_steps[step]->name : NULL;
}

const char *pdk_answer_meaning(size_t index)
{
    int step = step_of(index);
    return step < PDK_STEP_COUNT ? pdk_steps[step]->meaning : NULL;
}

static pdk_status find(const char *name, int *step, pdk_error *error)
{
    for (*step = 0; *step < PDK_STEP_COUNT; (*step)++) {
        if (pdk_steps[*step]->meaning != NULL && strcmp(pdk_steps[*step]->name, name) == 0) return PDK_OK;
    }
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.answer", "there is no answer \"%s\"", name);
}

/* The table of a step, made if it is not yet. */
static pdk_status table_of(const pdk_answers *answers, int step, pdk_table **table, pdk_error *error)
{
    const void *made;
    pdk_status status = pdk_answers_need(answers, step, &made, error);
    if (status == PDK_OK) *table = pdk_answers_table(answers, step);
    return status;
}

/* ------------------------------------------------------------------------------------------ the questions */

static bool is_analysis(const pdk_document *document)
{
    return document->info == &analysis_info;
}

static pdk_status check(const pdk_document *document, const char *name, int *step, pdk_error *error)
{
    if (document == NULL || name == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a document and a name are needed");
    pdk_status status = find(name, step, error);
    if (status != PDK_OK) return status;
    if (!is_analysis(document)) return pdk_steps[*step]->have(document, error);
    if (pdk_document_own_table(document, name) != NULL) return PDK_OK;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "analysis.none", "this analysis has no %s", name);
}

pdk_status pdk_answer_available(const pdk_document *document, const char *name, pdk_error *error)
{
    int step;
    pdk_answers answers;
    pdk_status status = check(document, name, &step, error);
    if (status != PDK_OK || is_analysis(document) || pdk_steps[step]->decide == NULL) return status;
    PDK_HOLD(document);
    status = pdk_answers_begin(document, NULL, NULL, &answers, error);
    return status == PDK_OK ? pdk_steps[step]->decide(&answers, error) : status;
}

pdk_status pdk_answer(const pdk_document *document, const char *name, const pdk_table **table, pdk_error *error)
{
    return pdk_answer_with_progress(document, name, NULL, NULL, table, error);
}

pdk_status pdk_answer_with_progress(const pdk_document *document, const char *name, pdk_progress progress,
                                    void *progress_user, const pdk_table **table, pdk_error *error)
{
    PDK_HOLD(document);
    int step;
    if (table == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a place for the table is NULL");
    *table = NULL;
    pdk_status status = check(document, name, &step, error);
    if (status != PDK_OK) return status;
    if (is_analysis(document)) {
        *table = pdk_document_own_table(document, name);
        return PDK_OK;
    }
    pdk_answers answers;
    pdk_table *made = NULL;
    status = pdk_answers_begin(document, progress, progress_user, &answers, error);
    if (status == PDK_OK) status = table_of(&answers, step, &made, error);
    if (status == PDK_OK) status = pdk_document_still_held(document, error);
    if (status == PDK_OK) *table = made;
    return status;
}

const pdk_table *pdk_document_find_table(const pdk_document *document, const char *name)
{
    const pdk_table *table = pdk_document_own_table(document, name);
    if (table == NULL) pdk_answer(document, name, &table, NULL); /* NULL where it fails */
    return table;
}

static bool is_wanted(const pdk_analysis_options *options, const char *name)
{
    if (options->names == NULL) return true;
    for (size_t i = 0; options->names[i] != NULL; i++) {
        if (strcmp(options->names[i], name) == 0) return true;
    }
    return false;
}

static pdk_status fill(const pdk_answers *answers, pdk_document *made, pdk_error *error)
{
    const bool all = answers->options.names == NULL;
    for (int i = 0; i < PDK_STEP_COUNT; i++) {
        pdk_table *table;
        if (pdk_steps[i]->meaning == NULL || !is_wanted(&answers->options, pdk_steps[i]->name)) continue;
        pdk_status status = pdk_steps[i]->have(answers->source, error);
        if (status == PDK_OK) status = table_of(answers, i, &table, error);
        if (status == PDK_E_UNSUPPORTED && all) continue;
        if (status != PDK_OK) return status;
        pdk_document_list_table(made, table);
    }
    return pdk_document_built(made, error);
}

pdk_status pdk_analyse(const pdk_document *document, const pdk_analysis_options *given, pdk_document **analysis,
                       pdk_error *error)
{
    if (analysis != NULL) *analysis = NULL;
    pdk_analysis_options options;
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_ANALYSIS_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    PDK_HOLD(document);
    if (document == NULL || analysis == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "a document and a place for the analysis are needed");
    for (size_t i = 0; options.names != NULL && options.names[i] != NULL; i++) {
        int step;
        status = find(options.names[i], &step, error);
        if (status != PDK_OK) return status;
    }
    pdk_document *made;
    status = pdk_document_make(&options.limits, &options.allocator, &analysis_info, &made, error);
    if (status != PDK_OK) return status;
    pdk_document_add_source(made, document);
    if (options.track != NULL) pdk_document_add_source(made, options.track);
    if (options.results != NULL) pdk_document_add_source(made, options.results);
    if (options.car_info != NULL) pdk_document_add_source(made, options.car_info);
    pdk_answers answers;
    status = pdk_rulings_copy(options.rulings, options.rulings_file, pdk_document_heap(made), &options.rulings, error);
    options.rulings_file = NULL; /* those of other files are left out */
    if (status == PDK_OK) status = pdk_answers_begin_own(made, document, &options, &answers, error);
    if (status == PDK_OK) status = fill(&answers, made, error);
    if (status == PDK_OK) *analysis = made;
    else pdk_close(made);
    return status;
}

pdk_status pdk_answer_sources(const pdk_document *document, pdk_progress progress, void *progress_user,
                              const pdk_session **session, const pdk_motion **motion, pdk_error *error)
{
    pdk_answers answers;
    pdk_status status = pdk_answers_begin(document, progress, progress_user, &answers, error);
    if (status == PDK_OK) status = pdk_answers_motion(&answers, motion, error);
    return status == PDK_OK ? pdk_answers_session(&answers, session, error) : status;
}
