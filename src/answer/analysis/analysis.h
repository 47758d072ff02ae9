/* Answers of one document while they are made and after: a table of steps (steps.def), each of which may need others.
 *
 * What a step makes is in a separate arena, which counts in the document's heap: kept when the step succeeds, freed
 * when it fails or is cancelled. It is made once, by the first thread that needs it; others wait at its lock. Since
 * each needs only steps above it in the table, no two threads wait for each other. That a recording has not what a step
 * takes (PDK_E_UNSUPPORTED) is kept, too: it will not change. */
#ifndef PADDOCK_ANALYSIS_ANALYSIS_H
#define PADDOCK_ANALYSIS_ANALYSIS_H

#include "base/callback.h"
#include "model/document.h"
#include "model/table_members.h"
#include "model/session.h"
#include "motion/motion.h"
#include "paddock/analysis.h"

enum {
#define PDK_STEP(name) PDK_STEP_##name,
#include "analysis/steps.def"
#undef PDK_STEP
    PDK_STEP_COUNT
};
#define PDK_NEEDS(name) (UINT32_C(1) << PDK_STEP_##name)

typedef struct pdk_step pdk_step;
typedef struct pdk_answer_store pdk_answer_store;

/* A call that asks for answers, as it is seen by a step that is being made for it. */
typedef struct pdk_answers {
    const pdk_document *source;   /* the recording */
    pdk_analysis_options options; /* progress is this call's */
    const pdk_step *step;         /* being made; NULL = none: the caller may ask for any */
    pdk_memory *memory;           /* the step's arena */
    pdk_table **table;            /* the step's */
    pdk_answer_store *store;
    const void *given; /* by pdk_answers_settle */
    bool waits;        /* this thread may wait for others */
} pdk_answers;

typedef pdk_status (*pdk_make_step)(pdk_answers *answers, void *made, pdk_error *error);

struct pdk_step {
    const char *name;
    const char *meaning; /* of the table that it makes, which is an answer; NULL = it makes none */
    uint32_t needs;      /* PDK_NEEDS of all steps that `make` may ask for */
    size_t size;         /* bytes of what it makes, zeroed before */
    pdk_make_step make;
    void (*drop)(void *made); /* what the arena does not free; NULL = nothing */
    /* Of an answer. Can files of this kind have it, and where so, can this recording? Both end in PDK_E_UNSUPPORTED
     * with the reason where not. The first reads no rows; the second may be NULL: all have it. */
    pdk_status (*have)(const pdk_document *document, pdk_error *error);
    pdk_status (*decide)(pdk_answers *answers, pdk_error *error);
};

#define PDK_STEP(name) extern const pdk_step pdk_step_##name;
#include "analysis/steps.def"
#undef PDK_STEP

/* --- step_table.c: for entry points; a step never begins answers --- */
extern const pdk_step *const pdk_steps[PDK_STEP_COUNT];
/* The answers that the document keeps; `progress` (may be NULL) hears of the work. PDK_E_MEMORY when there can be none,
 * "callback.reentered" where this thread is computing them. */
pdk_status pdk_answers_begin(const pdk_document *document, pdk_progress progress, void *progress_user,
                             pdk_answers *answers, pdk_error *error);
/* Those of a document that pdk_analyse makes: computed from `source`. */
pdk_status pdk_answers_begin_own(const pdk_document *made, const pdk_document *source,
                                 const pdk_analysis_options *options, pdk_answers *answers, pdk_error *error);

/* --- steps.c --- */
/* pdk_answers_begin_own with the table of all steps. */
pdk_status pdk_answers_open(const pdk_step *const *table, const pdk_document *made, const pdk_document *source,
                            const pdk_analysis_options *options, pdk_answers *answers, pdk_error *error);
/* What a step makes; lives as long as the document. */
pdk_status pdk_answers_need(const pdk_answers *answers, int step, const void **made, pdk_error *error);
/* If the step is not made yet, it is made by `make`, from what is given. */
pdk_status pdk_answers_settle(const pdk_answers *answers, int step, pdk_make_step make, const void *given,
                              pdk_error *error);
/* What the step has made of the document so far; NULL = nothing. */
const void *pdk_answers_made(const pdk_document *document, int step);
/* The step's table, once it is made. */
pdk_table *pdk_answers_table(const pdk_answers *answers, int step);
/* Between two parts of the work: PDK_E_CANCELLED when the caller wants no more. */
pdk_status pdk_answers_go_on(const pdk_answers *answers, pdk_error *error);

/* pdk_answers_NAME(answers, &made, error): pdk_answers_need with its type. */
#define PDK_STEP_MAKES(name, type)                                                                         \
    static inline pdk_status pdk_answers_##name(const pdk_answers *answers, type **made, pdk_error *error) \
    {                                                                                                      \
        const void *found = NULL;                                                                          \
        pdk_status status = pdk_answers_need(answers, PDK_STEP_##name, &found, error);                     \
        *made = (type *)found;                                                                             \
        return status;                                                                                     \
    }

/* --- analysis_sources.c: what answers are computed from --- */

/* Whether the document has what it takes; PDK_E_UNSUPPORTED and the reason where it has not. They read no rows. */
pdk_status pdk_answers_have_motion(const pdk_document *document, pdk_error *error);
pdk_status pdk_answers_have_crossings(const pdk_document *document, pdk_error *error);
/* The session: the format's, or one that has only the drivers of the motion. */
PDK_STEP_MAKES(session, const pdk_session)
/* The same from the format alone, before motion; only for formats that have a session. */
PDK_STEP_MAKES(told_session, const pdk_session)
/* What it is with a results file (pdk_analysis_options.results), in `memory`; nothing keeps it. */
pdk_status pdk_answers_official_session(const pdk_answers *answers, const pdk_document *results, pdk_memory *memory,
                                        pdk_session *session, pdk_error *error);
pdk_status pdk_answers_motion(const pdk_answers *answers, const pdk_motion **motion, pdk_error *error);
/* Both of those that the document keeps for its answers; they live as long as the document. */
pdk_status pdk_answer_sources(const pdk_document *document, pdk_progress progress, void *progress_user,
                              const pdk_session **session, const pdk_motion **motion, pdk_error *error);

/* --- answer_table.c: a table from an array of structs --- */

/* The table of the step that is being made; `items` are in its memory, `members` ends with a NULL name. Fails when out
 * of memory. */
pdk_status pdk_answer_table(const pdk_answers *answers, const void *items, uint64_t count, size_t item_size,
                            const pdk_member *members, pdk_error *error);
/* The same without columns, of which there will be about `columns`; NULL when out of memory. */
pdk_table *pdk_answer_new_table(const pdk_answers *answers, uint64_t rows, size_t columns);

#endif
