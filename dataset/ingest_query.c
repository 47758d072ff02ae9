/* What all steps of ingesting use: the text of a query, how far the work is, notes. */
#include <stdarg.h>
#include <stdio.h>

#include "dataset/ingest.h"

void ingest_put(ingest *work, const char *text)
{
    sql_put(&work->data.text, text);
}

void ingest_put_literal(ingest *work, const char *text)
{
    sql_put_literal(&work->data.text, text);
}

void ingest_put_number(ingest *work, uint64_t number)
{
    sql_put_number(&work->data.text, number);
}

void ingest_put_files(ingest *work, const sql_paths *files)
{
    sql_put_list(&work->data.text, (const char *const *)files->paths, files->count);
    ingest_put(work, "::VARCHAR[]");
}

bool ingest_step(ingest *work, uint64_t bytes)
{
    work->done += bytes;
    if (work->options->step != NULL) work->options->step(work->options->user, work->done, work->total);
    return !sql_stops(&work->data.session->context);
}

void ingest_note(const ingest *work, const char *format, ...)
{
    char text[2 * SQL_PATH];
    va_list arguments;
    if (work->options->note == NULL) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    work->options->note(work->options->user, text);
}
