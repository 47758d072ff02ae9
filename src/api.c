/* The public entry points that open, check and make documents: argument checks live here, once. */
#include <string.h>

#include "base/callback.h"
#include "base/options.h"
#include "codec/codec.h"
#include "format/format.h"
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

/* Takes over `document`: hands it out or closes it. */
static pdk_status deliver(pdk_document *document, pdk_status status, pdk_document **result)
{
    if (status != PDK_OK) pdk_close(document);
    else *result = document;
    return status;
}

/* Computed surfaces are of no file's format; theirs is not listed among those of files. */
static const pdk_format computed_surface = { .info = { .id = "surface",
                                                       .title = "Computed surface",
                                                       .extensions = "",
                                                       .certainty = PDK_CONFIRMED,
                                                       .basis = "Paddock computed it",
                                                       .records = (const pdk_record *const[]){ NULL },
                                                       .synth_options = "" } };

pdk_status pdk_document_make(const pdk_limits *limits, const pdk_allocator *allocator, const pdk_format_info *info,
                             pdk_document **made, pdk_error *error)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.limits = *limits;
    options.allocator = *allocator;
    pdk_status status = pdk_document_create(&options, made, error);
    if (status != PDK_OK) return status;
    pdk_document *document = *made;
    document->content = document->input.bytes = (pdk_bytes){ (const uint8_t *)"", 0 };
    document->format = &computed_surface;
    document->info = info != NULL ? info : &computed_surface.info;
    return PDK_OK;
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
    /* "-" is opened by another path, with a name of its own: files that it names are not beside that. */
    if (status == PDK_OK && options.name == NULL) status = pdk_referenced_files_set_folder(document, path, error);
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

void pdk_trim(const pdk_document *document)
{
    if (document == NULL) return;
    pdk_input_trim(&document->input);
    pdk_referenced_files_trim(document);
}

pdk_status pdk_document_unchanged(const pdk_document *document, pdk_error *error)
{
    if (document == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "there is no document to read");
    pdk_status status = pdk_input_unchanged(&document->input, error);
    return status == PDK_OK ? pdk_referenced_files_unchanged(document, error) : status;
}

const pdk_format_info *pdk_document_format(const pdk_document *document)
{
    return document->info;
}

pdk_status pdk_check(const pdk_document *document, pdk_check_level level, pdk_finding_handler handler, void *user,
                     uint64_t *total, pdk_error *error)
{
    PDK_HOLD(document);
    if (document == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "no document to check");
    pdk_report report = { .document = document, .handler = handler, .user = user, .limit = document->limits.findings };
    const pdk_finding *kept = document->findings.items;
    for (size_t i = 0; i < document->findings.count; i++) {
        report.total++;
        if (report.stopped || handler == NULL || report.total > report.limit) continue;
        if (!pdk_tell_finding(handler, user, &kept[i])) report.stopped = true;
    }
    report.total += document->findings_made - document->findings.count;
    pdk_status status = PDK_OK;
    if (level == PDK_CHECK_FULL && !report.stopped) {
        pdk_report_regions(&report);
        if (document->format->check != NULL && !report.stopped) {
            status = document->format->check(document, &report, error);
        }
    }
    if (total != NULL) *total = report.total;
    pdk_status changed = pdk_document_unchanged(document, error);
    return changed != PDK_OK ? changed : status;
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
