/* From a lap reference to a lap: the row of the answer `laps` that it means. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/whole.h"
#include "analysis/compare/comparison.h"
#include "analysis/compare/lap_index.h"

enum { LARGEST_NAME = 64, LARGEST_LIST = 64 };

/* ----------------------------------------------------------------------------------------- where laps are from */

/* A recording, the document that answers with its laps, and these laps. */
typedef struct lap_source {
    const pdk_document *recording;
    pdk_document *analysis; /* with the start line of the options; NULL = the recording's own answers */
    pdk_lap_index index;
} lap_source;

static pdk_status analyse(const pdk_compare_options *options, const pdk_document *recording, pdk_document **analysis,
                          pdk_error *error)
{
    static const char *const names[] = { "laps", NULL };
    pdk_analysis_options wanted = PDK_ANALYSIS_OPTIONS_INIT;
    wanted.names = names;
    wanted.has_line = true;
    memcpy(wanted.line, options->line, sizeof wanted.line);
    wanted.limits = options->limits;
    wanted.allocator = options->allocator;
    wanted.progress = options->progress;
    wanted.progress_user = options->progress_user;
    return pdk_analyse(recording, &wanted, analysis, error);
}

/* In the room that `source` has in the list, so that the analysis is closed whatever happens. */
static pdk_status read_source(const pdk_lap_sources *sources, lap_source *source, const char *file, pdk_error *error)
{
    const pdk_compare_options *options = sources->options;
    const pdk_table *laps = NULL;
    pdk_error why = { .status = PDK_OK };
    pdk_status status = PDK_OK;
    if (options->has_line) status = analyse(options, source->recording, &source->analysis, error);
    if (status != PDK_OK) return status;
    status = pdk_answer_with_progress(source->analysis != NULL ? source->analysis : source->recording, "laps",
                                      options->progress, options->progress_user, &laps, &why);
    if (status != PDK_OK) return pdk_fail(error, status, why.offset, why.code, "%s has no laps: %s", file, why.message);
    return pdk_lap_index_make(laps, sources->list.memory, &source->index, error);
}

/* The source of a recording's laps, made when it is first asked for. Laps of one recording most often follow each
 * other. */
static pdk_status find_source(pdk_lap_sources *sources, const pdk_document *recording, const char *file,
                              const lap_source **found, pdk_error *error)
{
    const lap_source *list = sources->list.items;
    for (size_t i = sources->list.count; i-- > 0;) {
        *found = &list[i];
        if (list[i].recording == recording) return PDK_OK;
    }
    lap_source *source = pdk_vector_push(&sources->list);
    if (source == NULL) return pdk_fail_memory(error, sources->list.memory, "laps");
    source->recording = recording;
    *found = source;
    pdk_status status = read_source(sources, source, file, error);
    if (status == PDK_OK) return PDK_OK;
    pdk_close(source->analysis);
    sources->list.count--;
    return status;
}

pdk_lap_sources pdk_lap_sources_of(pdk_memory *memory, const pdk_compare_options *options)
{
    return (pdk_lap_sources){ .options = options, .list = pdk_vector_of(memory, sizeof(lap_source)) };
}

void pdk_lap_sources_hold(const pdk_lap_sources *sources, pdk_document *result)
{
    const lap_source *list = sources->list.items;
    for (size_t i = 0; i < sources->list.count; i++) {
        if (list[i].analysis != NULL) pdk_document_add_source(result, list[i].analysis);
    }
}

void pdk_lap_sources_close(pdk_lap_sources *sources)
{
    lap_source *list = sources->list.items;
    for (size_t i = 0; i < sources->list.count; i++) {
        pdk_close(list[i].analysis);
        pdk_free(sources->list.memory, list[i].index.rows);
        pdk_free(sources->list.memory, list[i].index.drivers);
        pdk_free(sources->list.memory, list[i].index.by_name);
    }
    pdk_free(sources->list.memory, list);
    sources->list.items = NULL;
    sources->list.count = 0;
}

/* --------------------------------------------------------------------------------------------- which lap */

static int shown(pdk_text text)
{
    return text.size < LARGEST_NAME ? (int)text.size : LARGEST_NAME;
}

static pdk_status judge(const pdk_lap_found *found, const pdk_lap_query *query, const char *file, pdk_error *error)
{
    if (found->ambiguous) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "compare.driver",
                        "\"%s\" can be %.*s or %.*s in %s: give more of the name, or the slot number", query->driver,
                        shown(found->name), found->name.data, shown(found->other), found->other.data, file);
    }
    if (query->driver != NULL && found->fit == PDK_DRIVER_NO) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "compare.driver", "%s has no driver \"%s\"", file,
                        query->driver);
    }
    if (found->row != NULL) return PDK_OK;
    double number;
    const char *of = query->driver != NULL ? " of " : "", *driver = query->driver != NULL ? query->driver : "";
    if (pdk_lap_number(query->lap, &number))
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "compare.lap", "%s has no complete lap %s%s%s", file,
                        query->lap, of, driver);
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "compare.lap", "%s has no complete lap%s%s", file, of,
                    driver);
}

static pdk_status check_lap(const char *lap, pdk_error *error)
{
    double number;
    if (strcmp(lap, "best") == 0 || strcmp(lap, "last") == 0 || (pdk_lap_number(lap, &number) && number >= 0))
        return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "compare.lap",
                    "a lap is a number, \"best\" or \"last\", not \"%s\"", lap);
}

/* Sector times add up to the times at the lines; the last sector ends at the finish. */
static void add_splits(pdk_found_lap *lap, const pdk_lap_row *row)
{
    double sum = 0;
    for (size_t i = 0; i + 1 < PDK_SESSION_SECTORS; i++) {
        if (!isfinite(row->sectors[i]) || !isfinite(row->sectors[i + 1])) break;
        sum += row->sectors[i];
        lap->splits[lap->split_count++] = sum;
    }
}

/* The driver's laps that could be compared, for what is said about one that cannot. */
static pdk_status name_others(const pdk_lap_sources *sources, const lap_source *source, const pdk_lap_row *row,
                              pdk_found_lap *lap, pdk_error *error)
{
    char names[LARGEST_LIST];
    if (lap->from_line) return PDK_OK;
    pdk_lap_index_name_whole(&source->index, row, names, sizeof names);
    lap->of_the_line = pdk_keep(sources->list.memory, names);
    return lap->of_the_line != NULL ? PDK_OK : pdk_fail_memory(error, sources->list.memory, "laps");
}

pdk_status pdk_find_lap(pdk_lap_sources *sources, const pdk_lap_reference *reference, pdk_found_lap *lap,
                        pdk_error *error)
{
    const char *file = reference->name != NULL ? reference->name : reference->document->file_name;
    bool any = reference->driver == NULL || reference->driver[0] == '\0';
    pdk_lap_query query = { .driver = any ? NULL : reference->driver,
                            .lap = reference->lap != NULL && reference->lap[0] != '\0' ? reference->lap : "best" };
    const lap_source *source = NULL;
    pdk_status status = check_lap(query.lap, error);
    if (status == PDK_OK) status = find_source(sources, reference->document, file, &source, error);
    if (status != PDK_OK) return status;
    pdk_lap_found found = pdk_lap_index_find(&source->index, &query);
    status = judge(&found, &query, file, error);
    if (status != PDK_OK) return status;
    *lap = (pdk_found_lap){ .file = { file, strlen(file) },
                            .driver = found.row->driver,
                            .compound = found.row->compound,
                            .slot = (uint64_t)pdk_whole(found.row->slot),
                            .lap = (uint32_t)pdk_whole_i32(found.row->lap),
                            .start_time = found.row->start_time,
                            .end_time = found.row->end_time,
                            .lap_time = found.row->lap_time,
                            .from_line = found.row->from_line,
                            .is_first = found.row->is_first };
    add_splits(lap, found.row);
    return name_others(sources, source, found.row, lap, error);
}
