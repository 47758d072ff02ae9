/* What the functions of one database share: files opened recently, and what went wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/files.h"
#include "sql/sql_database.h"
#include "sql/sql_functions.h"

void sql_context_init(sql_context *context)
{
    *context = (sql_context){ .keeps = SQL_KEPT_USUALLY };
    pdk_mutex_init(&context->lock);
}

static void forget(sql_kept *kept)
{
    pdk_close(kept->document);
    free(kept->path);
    *kept = (sql_kept){ 0 };
}

void sql_context_forget(sql_context *context)
{
    pdk_mutex_lock(&context->lock);
    for (size_t i = 0; i < SQL_KEPT_DOCUMENTS; i++) forget(&context->kept[i]);
    pdk_mutex_unlock(&context->lock);
}

void sql_context_end(sql_context *context)
{
    sql_context_forget(context);
    pdk_mutex_destroy(&context->lock);
}

/* A document that is kept and still what its file has; one holder more. */
static pdk_document *find_kept(sql_context *context, const char *path)
{
    pdk_document *found = NULL;
    pdk_mutex_lock(&context->lock);
    for (size_t i = 0; i < context->keeps && found == NULL; i++) {
        sql_kept *kept = &context->kept[i];
        if (kept->path == NULL || strcmp(kept->path, path) != 0) continue;
        if (pdk_document_unchanged(kept->document, NULL) != PDK_OK) {
            forget(kept);
            continue;
        }
        kept->used = ++context->clock;
        found = pdk_retain(kept->document);
    }
    pdk_mutex_unlock(&context->lock);
    return found;
}

/* In the place of the one that was used longest ago. */
static void keep(sql_context *context, const char *path, const pdk_document *document)
{
    size_t size = strlen(path) + 1;
    char *name = malloc(size);
    if (name == NULL) return; /* it is only for speed */
    memcpy(name, path, size);
    pdk_mutex_lock(&context->lock);
    sql_kept *oldest = &context->kept[0];
    for (size_t i = 0; i < context->keeps; i++) {
        sql_kept *kept = &context->kept[i];
        if (kept->path != NULL && strcmp(kept->path, path) == 0) oldest = kept;
        else if (kept->used < oldest->used && (oldest->path == NULL || strcmp(oldest->path, path) != 0)) oldest = kept;
    }
    forget(oldest);
    *oldest = (sql_kept){ name, pdk_retain(document), ++context->clock };
    pdk_mutex_unlock(&context->lock);
}

/* Devices have no end. */
static pdk_status check_kind(const char *path, pdk_error *error)
{
    pdk_file_info info;
    if (!pdk_file_look(path, &info, NULL)) return PDK_OK; /* opening says why */
    if (info.kind == PDK_FILE_REGULAR || info.kind == PDK_FILE_PIPE || info.kind == PDK_FILE_FOLDER) return PDK_OK;
    *error = (pdk_error){ .status = PDK_E_IO, .offset = PDK_NO_OFFSET, .code = "io.kind" };
    snprintf(error->message, sizeof error->message, "is neither a file nor a pipe");
    return PDK_E_IO;
}

pdk_status sql_open_anew(sql_context *context, const char *path, pdk_document **document, pdk_error *error)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    if (check_kind(path, error) != PDK_OK) return PDK_E_IO;
    options.limits = context->limits;
    options.inputs = context->inputs;
    options.guard = context->guard;
    options.unmapped = context->unmapped;
    options.progress = context->progress;
    options.progress_user = context->progress_user;
    options.databases = &sql_database_reader;
    *document = NULL;
    return pdk_open_file(path, &options, document, error);
}

pdk_status sql_open(sql_context *context, const char *path, pdk_document **document, pdk_error *error)
{
    *document = find_kept(context, path);
    if (*document != NULL) return PDK_OK;
    pdk_status status = sql_open_anew(context, path, document, error);
    if (status == PDK_OK && context->keeps > 0) keep(context, path, *document);
    return status;
}

void sql_remember_failure(sql_context *context, const char *file, const pdk_error *error)
{
    pdk_mutex_lock(&context->lock);
    context->failed = true;
    snprintf(context->failed_file, sizeof context->failed_file, "%s", file);
    context->error = *error;
    pdk_mutex_unlock(&context->lock);
}

char *sql_failure_text(const char *file, const pdk_error *error)
{
    char place[40] = "", *name = sql_shown_name(file);
    if (name == NULL) return NULL;
    if (error->offset != PDK_NO_OFFSET) snprintf(place, sizeof place, "at 0x%llX: ", (unsigned long long)error->offset);
    size_t size = strlen(name) + sizeof place + sizeof error->message + sizeof error->code + 16;
    char *text = malloc(size);
    if (text != NULL) snprintf(text, size, "%s: %s%s (%s)", name, place, error->message, error->code);
    free(name);
    return text;
}

pdk_status sql_fail_stopped(const sql_watch *watch, pdk_error *error)
{
    *error = (pdk_error){ .status = PDK_E_CANCELLED, .offset = PDK_NO_OFFSET, .code = "cancelled" };
    sql_watch_say(watch, error->message, sizeof error->message);
    return PDK_E_CANCELLED;
}
