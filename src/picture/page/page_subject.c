/* What there is to show of a file: whether it moves, what can be answered, which tables. */
#include "page/page_subject.h"

#include <string.h>

#include "base/any_path.h"

static bool is_answerable(const pdk_document *document)
{
    return pdk_answer_available(document, "laps", NULL) == PDK_OK ||
           pdk_answer_available(document, "incidents", NULL) == PDK_OK;
}

/* Results without motion: of a race, or of the laps of one driver. *kind stays NULL where there are none. If memory or
 * the disk fails, nothing is known. */
static pdk_status find_kind_of_results(const pdk_page_subject *subject, const char **kind, pdk_error *error)
{
    const pdk_table *results = NULL;
    pdk_error reason = { 0 };
    pdk_status status = pdk_answer(subject->answers, "results", &results, &reason);
    if (status == PDK_OK) *kind = pdk_table_rows(results) == 1 ? "lap" : "race";
    if (status != PDK_E_MEMORY && status != PDK_E_CANCELLED && status != PDK_E_IO) return PDK_OK;
    if (error != NULL) *error = reason;
    return status;
}

static const char *kind_of_shapes(const pdk_document *document)
{
    bool surfaces = pdk_document_surface_count(document) > 0, images = pdk_document_image_count(document) > 0;
    if (pdk_document_line_count(document) > 0) return "track";
    if (surfaces && images && pdk_document_image_count(document) < 40) return "car";
    if (images) return "picture";
    return surfaces ? "surface" : "other";
}

/* What people will do with it first: judged by its content, never by its format. */
static pdk_status find_kind(pdk_page_subject *subject, pdk_error *error)
{
    pdk_status status = PDK_OK;
    subject->kind = NULL;
    if (subject->moves) subject->kind = pdk_motion_run_count(subject->moving.motion) > 1 ? "race" : "lap";
    else status = find_kind_of_results(subject, &subject->kind, error);
    if (subject->kind == NULL) subject->kind = kind_of_shapes(subject->file.document);
    return status;
}

/* A track that was given must be the one that was driven. */
static pdk_status check_track(const pdk_document *analysis, pdk_error *error)
{
    const pdk_driven_track *track;
    pdk_error reason = { 0 };
    pdk_status status = pdk_driven_track_of(analysis, &track, &reason);
    bool nobody_drove = strcmp(reason.code, "track.no_lap") == 0 || strcmp(reason.code, "track.once") == 0;
    if (status == PDK_OK || nobody_drove) return PDK_OK;
    if (error != NULL) *error = reason;
    return status;
}

/* From one folder earlier on. */
static const char *with_folder(const char *path, const char *name)
{
    if (name > path) name--;
    while (name > path && !pdk_is_any_separator(name[-1])) name--;
    return name;
}

/* Does a path end with the name, from a folder on? */
static bool ends_with(const char *path, const char *name)
{
    size_t size = strlen(path), end = strlen(name);
    if (end > size || strcmp(path + (size - end), name) != 0) return false;
    return end == size || pdk_is_any_separator(path[size - end - 1]);
}

static bool is_of_others(const pdk_page_file *files, size_t count, const char *path, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        const char *other = files[i].name;
        if (other != NULL && strcmp(other, path) != 0 && ends_with(other, name)) return true;
    }
    return false;
}

/* Without folders, which are private; with as many of them as the name needs to differ from those of other files. */
static const char *name_file(const pdk_page_file *files, size_t count, size_t number)
{
    const char *path = files[number].name != NULL ? files[number].name : "";
    const char *name = pdk_any_path_name(path);
    while (name > path && is_of_others(files, count, path, name)) name = with_folder(path, name);
    return name;
}

pdk_status pdk_page_look(const pdk_page_file *files, size_t count, size_t number, const pdk_page_options *options,
                         pdk_page_subject *subject, pdk_error *error)
{
    const pdk_page_file *file = &files[number];
    *subject = (pdk_page_subject){ .file = *file, .name = name_file(files, count, number), .answers = file->document };
    const pdk_document *track = file->track != NULL ? file->track : options->track;
    bool asked = track != NULL || options->rulings != NULL || options->all_incidents != 0 || file->results != NULL ||
                 file->car_info != NULL;
    if (asked && is_answerable(file->document)) {
        pdk_analysis_options wanted = PDK_ANALYSIS_OPTIONS_INIT;
        wanted.track = track;
        wanted.rulings = options->rulings;
        wanted.rulings_file = file->name;
        wanted.results = file->results;
        wanted.car_info = file->car_info;
        wanted.all_incidents = options->all_incidents != 0;
        wanted.limits = options->limits;
        wanted.allocator = options->allocator;
        wanted.progress = options->progress;
        wanted.progress_user = options->progress_user;
        pdk_status status = pdk_analyse(file->document, &wanted, &subject->analysis, error);
        if (status == PDK_OK && track != NULL) status = check_track(subject->analysis, error);
        if (status != PDK_OK) return status;
        subject->answers = subject->analysis;
    }
    pdk_error reason = { 0 };
    pdk_status status = pdk_page_moving_of(subject->answers, options, count, &subject->moving, &reason);
    subject->moves = status == PDK_OK;
    if (status != PDK_OK && status != PDK_E_UNSUPPORTED) {
        if (error != NULL) *error = reason;
        return status;
    }
    return find_kind(subject, error);
}

void pdk_page_forget(pdk_page_subject *subject)
{
    pdk_close(subject->analysis);
    *subject = (pdk_page_subject){ 0 };
}

/* Why there is no such table: worth saying for recordings only. */
static pdk_status keep_reason(const pdk_page_subject *subject, const char *answer, const pdk_error *reason,
                              pdk_vector *reasons, pdk_error *error)
{
    if (!is_answerable(subject->file.document)) return PDK_OK;
    char *text = pdk_keep_printf(reasons->memory, "There is no table %s: %s", answer, reason->message);
    char **kept = text != NULL ? pdk_vector_push(reasons) : NULL;
    if (kept == NULL) return pdk_fail_memory(error, reasons->memory, "tables of a page");
    *kept = text;
    return PDK_OK;
}

pdk_status pdk_page_tables(const pdk_page_subject *subject, pdk_memory *memory, pdk_page_table **tables, size_t *count,
                           pdk_vector *reasons, pdk_error *error)
{
    size_t stored = pdk_document_table_count(subject->file.document), most = stored;
    while (pdk_answer_name(most - stored) != NULL) most++;
    *count = 0;
    *reasons = pdk_vector_of(memory, sizeof(char *));
    *tables = pdk_alloc_array(memory, most, sizeof **tables);
    if (*tables == NULL) return pdk_fail_memory(error, memory, "tables of a page");
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        pdk_error reason = { 0 };
        const pdk_table *table;
        pdk_status status = pdk_answer(subject->answers, pdk_answer_name(i), &table, &reason);
        if (status == PDK_OK) (*tables)[(*count)++] = (pdk_page_table){ table, true };
        else if (status == PDK_E_UNSUPPORTED)
            status = keep_reason(subject, pdk_answer_name(i), &reason, reasons, &reason);
        if (status == PDK_OK) continue;
        if (error != NULL) *error = reason;
        return status;
    }
    for (size_t i = 0; i < stored; i++)
        (*tables)[(*count)++] = (pdk_page_table){ pdk_document_table_at(subject->file.document, i), false };
    return PDK_OK;
}
