/* Answers of one document while they are computed and after. Each is a step that asks for the steps it needs; a step
 * runs once. The caller holds the lock, so a step is never run twice at once; inside it may use threads. */
#ifndef PADDOCK_ANALYSIS_ANALYSIS_H
#define PADDOCK_ANALYSIS_ANALYSIS_H

#include "base/callback.h"
#include "model/document.h"
#include "model/session.h"
#include "motion/motion.h"
#include "paddock/analysis.h"

/* Which answers there are: answers.def. */
enum {
#define PDK_ANSWER(name, meaning) PDK_ANSWER_##name,
#include "analysis/answers.def"
#undef PDK_ANSWER
    PDK_ANSWER_COUNT
};

typedef struct pdk_answers pdk_answers;
struct pdk_answers {
    pdk_memory memory; /* of everything computed, except the tables */
    pdk_allocator allocator;
    const pdk_document *source;
    pdk_document *target; /* owns the tables: the source itself, or what pdk_analyse made */
    pdk_analysis_options options;
    const pdk_table *tables[PDK_ANSWER_COUNT + 1]; /* by the order of answers.def */
    pdk_session *session;
    pdk_motion *motion;
    struct pdk_paths *paths; /* driven_track.h, as the next */
    const pdk_session_crossing *crossings;
    size_t crossing_count;
    bool crossings_known, crossings_found;
    struct pdk_driven_track *track;
    struct pdk_corners *corners; /* corner/corners.h */
    const struct pdk_dynamics *dynamics;
    struct pdk_laps *laps;       /* race/laps.h */
    struct pdk_results *results; /* race/results.h */
    const struct pdk_incidents *incidents;
};

/* --- analysis.c --- */
/* The answers that the document keeps, locked until pdk_answers_end; meanwhile `progress` (may be NULL) hears of the
 * work. PDK_E_MEMORY when there can be none. */
pdk_status pdk_answers_begin(const pdk_document *document, pdk_progress progress, void *progress_user,
                             pdk_answers **answers, pdk_error *error);
void pdk_answers_end(pdk_answers *answers);
/* Between two steps of the work: PDK_E_CANCELLED when the caller wants no more. */
pdk_status pdk_answers_go_on(const pdk_answers *answers, pdk_error *error);

/* --- analysis_sources.c: what answers are computed from --- */

/* Whether the document has what it takes; PDK_E_UNSUPPORTED and the reason where it has not. They read no rows. */
pdk_status pdk_answers_have_motion(const pdk_document *document, pdk_error *error);
pdk_status pdk_answers_have_crossings(const pdk_document *document, pdk_error *error);
/* The session, read once: the format's, or one that has only the drivers of the motion. */
pdk_status pdk_answers_session(pdk_answers *answers, const pdk_session **session, pdk_error *error);
/* The motion, opened once. */
pdk_status pdk_answers_motion(pdk_answers *answers, const pdk_motion **motion, pdk_error *error);
/* Both of those that the document keeps for its answers; they live as long as the document. Takes the lock itself. */
pdk_status pdk_answer_sources(const pdk_document *document, pdk_progress progress, void *progress_user,
                              const pdk_session **session, const pdk_motion **motion, pdk_error *error);

/* --- answer_table.c: a table from an array of structs --- */

/* A column that is a member of each struct. What is missing: NaN in doubles, the largest number in unsigned integers,
 * the smallest in signed ones, any byte but 0 and 1 where such a member is a bool (then a uint8_t), data == NULL in
 * texts; only in columns that are nullable. */
typedef struct pdk_member {
    pdk_column_info info; /* type: the member's; PDK_FLOAT64, PDK_UINT32, PDK_UINT64, PDK_INT32, PDK_BOOL, PDK_TEXT */
    size_t offset;        /* offsetof(struct, member) */
} pdk_member;

/* Counts and numbers (positions, laps, slots: all far below 2^31) are signed in the tables that people get. Else
 * "grid_position - position" of who lost places is an error in SQL, and 4294967294 in numpy. */
static inline pdk_type pdk_answer_type(pdk_type member)
{
    return member == PDK_UINT32 ? PDK_INT32 : member;
}

/* `items` and `members` live as long as the target; `members` ends with a NULL name. Fails for want of memory. */
pdk_status pdk_answer_table(pdk_answers *answers, int answer, const void *items, uint64_t count, size_t item_size,
                            const pdk_member *members, const pdk_table **table, pdk_error *error);
/* Memory for `items` that lives as long as the tables; NULL on failure. */
void *pdk_answer_items(pdk_answers *answers, uint64_t count, size_t item_size);

/* --- one pair for each answer in answers.def: can it be had, and make its table --- */
#define PDK_ANSWER(name, meaning)                                               \
    pdk_status pdk_have_##name(const pdk_document *document, pdk_error *error); \
    pdk_status pdk_make_##name(pdk_answers *answers, const pdk_table **table, pdk_error *error);
#include "analysis/answers.def"
#undef PDK_ANSWER

#endif
