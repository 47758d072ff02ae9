/* Answers: laps, stints, results, incidents, corners ... computed from what a file records, as tables like any other.
 *
 *     const pdk_table *laps;
 *     if (pdk_answer(document, "laps", &laps, &error) == PDK_OK) {
 *         size_t time = pdk_table_find_role(laps, PDK_ROLE_LAP_TIME);
 *         ... pdk_table_read(laps, ...)
 *     } else if (error.status == PDK_E_UNSUPPORTED) {
 *         printf("%s\n", error.message); // "nothing moves in tri files"
 *     }
 *
 * Times are seconds of the session's clock, distances metres along the track from its start line, speeds m/s. Positions
 * are in the frame of pdk_motion: right-handed, z up, metres. */
#ifndef PADDOCK_ANALYSIS_H
#define PADDOCK_ANALYSIS_H

#include "table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The answers that this library can compute, by name and with one sentence each; NULL past the end. */
PDK_API const char *pdk_answer_name(size_t index);
PDK_API const char *pdk_answer_meaning(size_t index);

/* PDK_OK where the document can have this answer. Reads no rows. PDK_E_UNSUPPORTED with the reason where it cannot:
 * "analysis.motion" (nothing moves), "analysis.crossings" (no lines are crossed) ...; PDK_E_ARGUMENT,
 * "argument.answer", where there is no answer of this name. */
PDK_API pdk_status pdk_answer_available(const pdk_document *document, const char *name, pdk_error *error);

/* The answer as a table. It is computed when it is first asked for, with the usual options, and lives as long as the
 * document. Any thread; a second thread that asks meanwhile waits. Fails as pdk_answer_available does, and where the
 * file cannot be read. Of a document that pdk_analyse made: its table of this name. */
PDK_API pdk_status pdk_answer(const pdk_document *document, const char *name, const pdk_table **table,
                              pdk_error *error);

typedef struct pdk_analysis_options {
    size_t struct_size;        /* PDK_ANALYSIS_OPTIONS_INIT sets it */
    const char *const *names;  /* the answers wanted, ended by NULL; NULL = all that the document can have */
    const pdk_document *track; /* a track or surface of the same place (TRI, CRG, RLD, PTH); NULL = as it was driven */
    bool has_line;             /* `line` is used */
    double line[4];            /* the start line from x1, y1 to x2, y2, in the file's own axes, as info states them */
    double incident_gap;       /* s: contacts nearer than this that share a car are one incident; 0 = 2 */
    bool all_incidents;        /* near misses and unsafe returns too */
    pdk_limits limits;
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
} pdk_analysis_options;

#define PDK_ANALYSIS_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_analysis_options)

/* The answers with options of one's own, as a computed document ("analysis") whose tables are the answers. It holds
 * `document` and options->track. An answer that options->names asks for and the document cannot have is a failure. */
PDK_API pdk_status pdk_analyse(const pdk_document *document, const pdk_analysis_options *options,
                               pdk_document **analysis, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
