/* Edits that write a complete new file: arguments are checked here, the work is the format's. */
#include "base/options.h"
#include "format/format.h"
#include "io/output.h"
#include "model/document_life.h"

static pdk_status check_call(const pdk_document *document, const pdk_output *output, pdk_error *error)
{
    if (document != NULL && output != NULL) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "an edit needs a document and an output");
}

static pdk_status fail_unsupported(const pdk_document *document, const char *edit, pdk_error *error)
{
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "edit.unsupported", "%s is not for %s files", edit,
                    document->info->id);
}

static pdk_status edit_track(const pdk_document *document, pdk_track_edit which, const char *name, pdk_output *output,
                             pdk_error *error)
{
    pdk_status status = check_call(document, output, error);
    if (status != PDK_OK) return status;
    const pdk_format *format = pdk_format_of(document);
    if (format->track == NULL) return fail_unsupported(document, name, error);
    status = format->track(document, which, output, error);
    return status == PDK_OK ? pdk_document_unchanged(document, error) : status;
}

pdk_status pdk_track_reverse(const pdk_document *document, pdk_output *output, pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    return edit_track(document, PDK_TRACK_REVERSE, "track reverse", output, error);
}

pdk_status pdk_track_flatten(const pdk_document *document, pdk_output *output, pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    return edit_track(document, PDK_TRACK_FLATTEN, "track flatten", output, error);
}

pdk_status pdk_repair(const pdk_document *document, const pdk_repair_options *given, pdk_repair_report *report,
                      pdk_output *output, pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    pdk_repair_options options;
    pdk_repair_report unread;
    if (report == NULL) report = &unread;
    *report = (pdk_repair_report){ 0 };
    pdk_status status = check_call(document, output, error);
    if (status == PDK_OK) status = pdk_options_copy(&options, sizeof options, given, "PDK_REPAIR_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    const pdk_format *format = pdk_format_of(document);
    if (format->repair == NULL) return fail_unsupported(document, "repair", error);
    status = format->repair(document, &options, report, output, error);
    return status == PDK_OK ? pdk_document_unchanged(document, error) : status;
}
