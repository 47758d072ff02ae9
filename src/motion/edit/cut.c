/* A part of a recording: arguments are checked here, once; the format decides what a part is. */
#include <math.h>

#include "base/options.h"
#include "edit/cut_drivers.h"
#include "io/output.h"
#include "model/document_life.h"

static pdk_status check_call(const pdk_document *document, const pdk_cut_options *options, const pdk_output *output,
                             pdk_error *error)
{
    if (document == NULL || output == NULL || (options->drivers == NULL && options->driver_count > 0)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "cutting needs a document, an output, and as many drivers as driver_count says");
    }
    for (size_t i = 0; i < options->driver_count; i++) {
        if (options->drivers[i] == NULL) {
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "the name of a driver is missing");
        }
    }
    if (isnan(options->from) || isnan(options->to)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a range of time needs two numbers");
    }
    if ((options->from != 0 && !options->has_from) || (options->to != 0 && !options->has_to)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "`from` and `to` are used only with has_from and has_to set");
    }
    const pdk_cutter *cutter = pdk_format_of(document)->cut;
    if (cutter == NULL) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "edit.unsupported", "%s files cannot be cut",
                        document->info->id);
    }
    if (options->gzip && !cutter->gzip) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "cut.gzip", "%s files are never packed with gzip",
                        document->info->id);
    }
    return PDK_OK;
}

static pdk_status write_packed(const pdk_document *document, const pdk_cut_part *part, pdk_memory *memory,
                               pdk_output *output, pdk_error *error)
{
    pdk_output *plain = NULL;
    pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
    options.codec = "gzip";
    options.limits = document->limits;
    options.allocator = memory->allocator;
    pdk_status status = pdk_output_held(memory, &plain, error);
    if (status == PDK_OK) status = pdk_format_of(document)->cut->write(document, part, memory, plain, error);
    if (status == PDK_OK) {
        pdk_bytes bytes = pdk_output_bytes(plain);
        status = pdk_pack(bytes.data, bytes.size, &options, output, error);
    }
    pdk_output_close(plain);
    return status;
}

pdk_status pdk_cut(const pdk_document *document, const pdk_cut_options *given, pdk_output *output, pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    pdk_cut_options own;
    const pdk_cut_options *options = &own;
    pdk_status status = pdk_options_copy(&own, sizeof own, given, "PDK_CUT_OPTIONS_INIT", error);
    if (status == PDK_OK) status = check_call(document, options, output, error);
    if (status != PDK_OK) return status;
    pdk_memory memory; /* the document may be in use by others */
    pdk_memory_init(&memory, &document->memory.allocator, document->limits.memory);
    pdk_cut_part part = { .from = options->has_from ? options->from : -INFINITY,
                          .to = options->has_to ? options->to : INFINITY,
                          .progress = options->progress,
                          .progress_user = options->progress_user };
    status = pdk_cut_choose(document, options, &memory, &part.chosen, error);
    if (status == PDK_OK) {
        status = options->gzip ? write_packed(document, &part, &memory, output, error)
                               : pdk_format_of(document)->cut->write(document, &part, &memory, output, error);
    }
    pdk_memory_destroy(&memory);
    return status == PDK_OK ? pdk_document_unchanged(document, error) : status;
}
