/* Entry points: which answers there are, and an answer when it is asked for. */
#include "analysis/analysis.h"

#include <string.h>

#include "base/allocator.h"
#include "base/callback.h"
#include "base/options.h"
#include "model/document_life.h"

/* One answer: can it be had, and make its table. */
typedef struct answer {
    const char *name, *meaning;
    pdk_status (*have)(const pdk_document *document, pdk_error *error);
    pdk_status (*make)(pdk_answers *answers, const pdk_table **table, pdk_error *error);
} answer;

static const answer list[] = {
#define PDK_ANSWER(name, meaning) { #name, meaning, pdk_have_##name, pdk_make_##name },
#include "analysis/answers.def"
#undef PDK_ANSWER
    { NULL, NULL, NULL, NULL }
};

static const pdk_format_info analysis_info = { .id = "analysis", .title = "Answers computed from a recording" };

const char *pdk_answer_name(size_t index)
{
    return index < sizeof list / sizeof list[0] ? list[index].name : NULL;
}

const char *pdk_answer_meaning(size_t index)
{
    return index < sizeof list / sizeof list[0] ? list[index].meaning : NULL;
}

static pdk_status find(const char *name, size_t *index, pdk_error *error)
{
    for (*index = 0; list[*index].name != NULL; (*index)++) {
        if (strcmp(list[*index].name, name) == 0) return PDK_OK;
    }
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.answer", "there is no answer \"%s\"", name);
}

/* --------------------------------------------------------------------------------- making and closing */

static void close_answers(pdk_answers *answers)
{
    pdk_allocator allocator = answers->allocator;
    pdk_motion_close(answers->motion);
    pdk_memory_destroy(&answers->memory);
    pdk_allocator_give_back(&allocator, answers, sizeof *answers);
}

static pdk_answers *new_answers(const pdk_document *source, pdk_document *target, const pdk_analysis_options *options)
{
    pdk_memory memory;
    pdk_memory_init(&memory, &options->allocator, pdk_memory_limit(&options->limits));
    pdk_answers *answers = pdk_allocator_take(&memory.allocator, sizeof *answers);
    if (answers == NULL) return NULL;
    memset(answers, 0, sizeof *answers);
    answers->allocator = memory.allocator;
    pdk_memory_init(&answers->memory, &answers->allocator, pdk_memory_limit(&options->limits));
    answers->source = source;
    answers->target = target;
    answers->options = *options;
    return answers;
}

/* Those that the document keeps, with nothing computed at first. */
static pdk_status answers_of(pdk_document *document, pdk_answers **answers, pdk_error *error)
{
    pdk_status status = pdk_own_lock(&document->lock, "answers of this document", error);
    if (status != PDK_OK) return status;
    if (document->answers == NULL) {
        pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
        options.limits = document->limits;
        options.allocator = document->memory.allocator;
        document->answers = new_answers(document, document, &options);
        document->close_answers = close_answers;
    }
    *answers = document->answers;
    pdk_own_unlock(&document->lock);
    return *answers != NULL ? PDK_OK : pdk_fail_memory(error, &document->memory, "answers");
}

pdk_status pdk_answers_begin(const pdk_document *document, pdk_progress progress, void *progress_user,
                             pdk_answers **begun, pdk_error *error)
{
    /* The document is the same to its readers; what it keeps for itself is behind its lock. */
    pdk_document *kept = (pdk_document *)(uintptr_t)document;
    pdk_answers *answers;
    pdk_status status = answers_of(kept, &answers, error);
    if (status == PDK_OK) status = pdk_own_lock(&kept->answers_lock, "answers of this document", error);
    if (status != PDK_OK) return status;
    answers->options.progress = progress;
    answers->options.progress_user = progress_user;
    *begun = answers;
    return PDK_OK;
}

void pdk_answers_end(pdk_answers *answers)
{
    answers->options.progress = NULL;
    answers->options.progress_user = NULL;
    pdk_own_unlock(&answers->target->answers_lock);
}

pdk_status pdk_answers_go_on(const pdk_answers *answers, pdk_error *error)
{
    const pdk_analysis_options *options = &answers->options;
    bool wanted = pdk_tell_progress(options->progress, options->progress_user, 0, 0);
    return wanted ? PDK_OK : pdk_fail_cancelled(error);
}

/* The caller holds the lock, or is the only one who knows the answers. */
static pdk_status make(pdk_answers *answers, size_t index, const pdk_table **table, pdk_error *error)
{
    pdk_status status = PDK_OK;
    if (answers->tables[index] == NULL) {
        status = pdk_answers_go_on(answers, error);
        if (status == PDK_OK) status = list[index].make(answers, &answers->tables[index], error);
    }
    *table = answers->tables[index];
    return status;
}

/* ------------------------------------------------------------------------------------------ the questions */

static bool is_analysis(const pdk_document *document)
{
    return document->info == &analysis_info;
}

static pdk_status check(const pdk_document *document, const char *name, size_t *index, pdk_error *error)
{
    if (document == NULL || name == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a document and a name are needed");
    pdk_status status = find(name, index, error);
    if (status != PDK_OK) return status;
    if (!is_analysis(document)) return list[*index].have(document, error);
    if (pdk_document_find_table(document, name) != NULL) return PDK_OK;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "analysis.none", "this analysis has no %s", name);
}

pdk_status pdk_answer_available(const pdk_document *document, const char *name, pdk_error *error)
{
    size_t index;
    return check(document, name, &index, error);
}

pdk_status pdk_answer(const pdk_document *document, const char *name, const pdk_table **table, pdk_error *error)
{
    return pdk_answer_with_progress(document, name, NULL, NULL, table, error);
}

pdk_status pdk_answer_with_progress(const pdk_document *document, const char *name, pdk_progress progress,
                                    void *progress_user, const pdk_table **table, pdk_error *error)
{
    PDK_HOLD(document);
    size_t index;
    if (table == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a place for the table is NULL");
    *table = NULL;
    pdk_status status = check(document, name, &index, error);
    if (status != PDK_OK) return status;
    if (is_analysis(document)) {
        *table = pdk_document_find_table(document, name);
        return PDK_OK;
    }
    pdk_answers *answers;
    status = pdk_answers_begin(document, progress, progress_user, &answers, error);
    if (status != PDK_OK) return status;
    status = make(answers, index, table, error);
    pdk_answers_end(answers);
    if (status == PDK_OK) status = pdk_document_still_held(document, error);
    if (status != PDK_OK) *table = NULL;
    return status;
}

static bool is_wanted(const pdk_analysis_options *options, const char *name)
{
    if (options->names == NULL) return true;
    for (size_t i = 0; options->names[i] != NULL; i++) {
        if (strcmp(options->names[i], name) == 0) return true;
    }
    return false;
}

static pdk_status fill(pdk_answers *answers, pdk_error *error)
{
    for (size_t i = 0; list[i].name != NULL; i++) {
        const pdk_table *table;
        if (!is_wanted(&answers->options, list[i].name)) continue;
        pdk_status status = list[i].have(answers->source, error);
        if (status == PDK_E_UNSUPPORTED && answers->options.names == NULL) continue;
        if (status == PDK_OK) status = make(answers, i, &table, error);
        if (status == PDK_E_UNSUPPORTED && answers->options.names == NULL) continue;
        if (status != PDK_OK) return status;
        pdk_document_list_table(answers->target, (pdk_table *)(uintptr_t)table);
    }
    return pdk_document_built(answers->target, error);
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
    for (size_t i = 0, index; options.names != NULL && options.names[i] != NULL; i++) {
        status = find(options.names[i], &index, error);
        if (status != PDK_OK) return status;
    }
    pdk_document *made;
    status = pdk_document_make(&options.limits, &options.allocator, &analysis_info, &made, error);
    if (status != PDK_OK) return status;
    pdk_document_add_source(made, document);
    if (options.track != NULL) pdk_document_add_source(made, options.track);
    made->answers = new_answers(document, made, &options);
    made->close_answers = close_answers;
    status = made->answers == NULL ? pdk_fail_memory(error, &made->memory, "answers") : fill(made->answers, error);
    if (status == PDK_OK) *analysis = made;
    else pdk_close(made);
    return status;
}
