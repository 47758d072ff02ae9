/* The public entry points that open files and generate them: argument checks live here, once. */
#include <string.h>

#include "base/callback.h"
#include "base/options.h"
#include "format/detect/detect.h"
#include "io/output.h"
#include "model/document_life.h"
#include "model/referenced_file.h"
#include "platform/path.h"

enum { USUAL_SEED = 1 };

/* Keeps the base name: its extension is evidence, and errors never need more. */
static pdk_status set_name(pdk_document *document, const char *path, pdk_error *error)
{
    if (path == NULL) return PDK_OK;
    document->file_name = pdk_strdup(&document->memory, pdk_path_name(path));
    if (document->file_name != NULL) return PDK_OK;
    return pdk_fail_memory(error, &document->memory, "the file's name");
}

static pdk_status read_document(pdk_document *document, const pdk_open_options *options, const char *path,
                                pdk_error *error)
{
    const char *name = options->name != NULL ? options->name : path;
    pdk_status status = set_name(document, name, error);
    if (status == PDK_OK) status = pdk_detect(document, options->format, error);
    if (status == PDK_OK) status = document->format->open(document, error);
    if (status == PDK_OK) status = pdk_document_built(document, error);
    /* What a vanishing file looked like to the reader is no news: that it vanished is. */
    pdk_status changed = pdk_document_unchanged(document, error);
    return changed != PDK_OK ? changed : status;
}

/* A reader of databases opens the file again, by this path. */
static pdk_status keep_path(pdk_document *document, const char *path, pdk_error *error)
{
    document->database.path = pdk_strdup(&document->memory, path);
    return document->database.path != NULL ? PDK_OK : pdk_fail_memory(error, &document->memory, "the file's path");
}

/* Takes over `document`: hands it out or closes it. */
static pdk_status deliver(pdk_document *document, pdk_status status, pdk_document **result)
{
    if (status != PDK_OK) pdk_close(document);
    else *result = document;
    return status;
}

static pdk_status check_call(const void *input, const pdk_open_options *given, pdk_open_options *options,
                             pdk_document **result, pdk_error *error)
{
    if (result != NULL) *result = NULL;
    if (input == NULL || result == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "opening a file needs an input and a pointer for the document");
    }
    return pdk_options_copy(options, sizeof *options, given, "PDK_OPEN_OPTIONS_INIT", error);
}

pdk_status pdk_open_file(const char *path, const pdk_open_options *given, pdk_document **result, pdk_error *error)
{
    pdk_open_options options;
    pdk_status status = check_call(path, given, &options, result, error);
    if (status != PDK_OK) return status;
    pdk_document *document;
    status = pdk_document_create(&options, &document, error);
    if (status != PDK_OK) return status;
    status = pdk_input_file(&document->input, path, &document->listeners, &document->memory, error);
    /* "-" is opened by another path, under which it has another name: files that it names are not beside that. */
    if (status == PDK_OK && options.name == NULL) status = pdk_referenced_files_set_folder(document, path, error);
    if (status == PDK_OK) status = keep_path(document, path, error);
    if (status == PDK_OK) status = read_document(document, &options, path, error);
    return deliver(document, status, result);
}

pdk_status pdk_open_memory(const void *data, size_t size, const pdk_open_options *given, pdk_document **result,
                           pdk_error *error)
{
    pdk_open_options options;
    pdk_status status = check_call(data, given, &options, result, error);
    if (status != PDK_OK) return status;
    pdk_document *document;
    status = pdk_document_create(&options, &document, error);
    if (status != PDK_OK) return status;
    document->input.bytes = (pdk_bytes){ data, size };
    return deliver(document, read_document(document, &options, NULL, error), result);
}

pdk_status pdk_open_source(const pdk_source *source, const pdk_open_options *given, pdk_document **result,
                           pdk_error *error)
{
    pdk_open_options options;
    pdk_status status = check_call(source, given, &options, result, error);
    if (status != PDK_OK) return status;
    if (source->size == NULL || source->read_at == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a source needs size and read_at");
    }
    pdk_document *document;
    status = pdk_document_create(&options, &document, error);
    if (status != PDK_OK) return status;
    status = pdk_input_source(&document->input, source, &document->memory, error);
    if (status == PDK_OK) status = read_document(document, &options, NULL, error);
    return deliver(document, status, result);
}

pdk_status pdk_synth(const char *format, const pdk_synth_options *given, pdk_output *output, pdk_error *error)
{
    PDK_HOLD_OUTPUT(output);
    pdk_synth_options options;
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_SYNTH_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    PDK_HOLD_OUTPUT_AS(held_truth, options.truth);
    if (options.seed == 0) options.seed = USUAL_SEED;
    if (format == NULL || output == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "synth needs a format and an output");
    }
    for (size_t i = 0; i < pdk_formats_count; i++) {
        if (strcmp(pdk_formats[i]->info.id, format) != 0) continue;
        if (pdk_formats[i]->synth == NULL) {
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.format", "Paddock cannot generate %s files",
                            format);
        }
        return pdk_formats[i]->synth(&options, output, error);
    }
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.format", "there is no format \"%s\"", format);
}
