/* Whose numbers the corners of a file have. A call of several files makes one numbering for all of them: they are read
 * once before the first row, so that the order of files says nothing. An ingest has one that is stored. */
#include <string.h>

#include "platform/files.h"
#include "sql/sql_scan.h"

/* Tables whose rows have numbers of corners. */
static const char *const numbered[] = { "corners", "corner_times" };

static bool is_numbered(const sql_bound *bound)
{
    bool found = false;
    for (size_t i = 0; i < sizeof numbered / sizeof numbered[0]; i++)
        found |= bound->table != NULL && strcmp(bound->table, numbered[i]) == 0;
    return found && !bound->kind->takes_failures;
}

/* A pipe can be read once. */
static bool is_file(const char *path)
{
    pdk_file_info info;
    return pdk_file_look(path, &info, NULL) && info.kind == PDK_FILE_REGULAR;
}

static pdk_status add_file(const sql_bound *bound, const char *path, pdk_error *error)
{
    pdk_document *document = NULL;
    if (sql_open_anew(bound->context, path, &document, error) != PDK_OK)
        return error->status == PDK_E_CANCELLED ? PDK_E_CANCELLED : PDK_OK; /* said when its rows are wanted */
    pdk_status status = pdk_corner_numbering_add(bound->numbering, document, error);
    pdk_close(document);
    return status == PDK_E_CANCELLED || status == PDK_E_MEMORY ? status : PDK_OK;
}

pdk_status sql_number_corners(sql_bound *bound, const sql_watch *watch, size_t *failed, pdk_error *error)
{
    bound->is_numbered = is_numbered(bound);
    if (!bound->is_numbered || bound->file_count < 2 || bound->context->numbering != NULL) return PDK_OK;
    pdk_status status = pdk_corner_numbering_create(NULL, &bound->numbering, error);
    for (size_t i = 0; i < bound->file_count && status == PDK_OK; i++) {
        *failed = i;
        if (!sql_watch_goes_on(watch)) return sql_fail_stopped(watch, error);
        if (is_file(bound->files[i])) status = add_file(bound, bound->files[i], error);
    }
    return status;
}

pdk_status sql_open_bound(const sql_bound *bound, const char *path, pdk_document **document, pdk_error *error)
{
    sql_context *context = bound->context;
    const pdk_corner_numbering *from = is_file(path) ? bound->numbering : NULL;
    pdk_status status =
        from != NULL ? sql_open_anew(context, path, document, error) : sql_open(context, path, document, error);
    if (status != PDK_OK) return status;
    if (bound->is_numbered && context->numbering != NULL) from = context->numbering(context->numbering_user, *document);
    if (from != NULL) status = pdk_corner_numbering_apply(from, *document, error);
    if (status == PDK_OK) return PDK_OK;
    pdk_close(*document);
    *document = NULL;
    return status;
}
