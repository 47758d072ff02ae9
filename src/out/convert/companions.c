/* Companion files, and the names they get. */
#include "convert/companions.h"
#include "io/inputs.h"
#include "io/output_group.h"
#include "platform/files.h"
#include "platform/folders.h"
#include "platform/path.h"

#define ORIGIN_SUFFIX ".origin.json"

/* The path with its extension replaced: "a/track.obj" and ".mtl" give "a/track.mtl". */
static char *path_with(pdk_memory *memory, const char *path, const char *suffix)
{
    return pdk_text_printf(memory, "%.*s%s", (int)(pdk_path_extension(path) - path), path, suffix);
}

pdk_status pdk_companion_check_name(const pdk_convert_options *options, const char *path, pdk_error *error)
{
    pdk_file_info about;
    pdk_status status = pdk_inputs_check(options->inputs, path, error);
    if (status != PDK_OK) return status;
    bool taken = options->keep_existing != 0 && pdk_file_look_at_name(path, &about, NULL) &&
                 about.kind != PDK_FILE_FOLDER; /* which is no file to lose; writing says what is wrong with it */
    if (!taken) return PDK_OK;
    return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.exists", "%s exists already, and files that exist are kept",
                    path);
}

pdk_status pdk_companion_open_path(const pdk_convert_options *options, const char *path, pdk_output **output,
                                   pdk_error *error)
{
    pdk_output_options writing = PDK_OUTPUT_OPTIONS_INIT;
    writing.inputs = options->inputs;
    return pdk_output_file_with(path, &writing, output, error);
}

/* Can this file be made? Nothing is left of the try. */
static pdk_status check_place(const char *path, const char *suffix, pdk_error *error)
{
    pdk_output *output = NULL;
    pdk_error reason;
    if (pdk_output_file(path, &output, &reason) != PDK_OK)
        return pdk_fail(error, reason.status, PDK_NO_OFFSET, reason.code, "its %s cannot be beside it: %s", suffix,
                        reason.message);
    pdk_output_close(output);
    return PDK_OK;
}

pdk_status pdk_companion_check_beside(const pdk_companions *companions, const char *suffix, pdk_memory *memory,
                                      pdk_error *error)
{
    char *path = path_with(memory, companions->path, suffix);
    return path != NULL ? check_place(path, suffix, error) : pdk_fail_memory(error, memory, "a file's name");
}

pdk_status pdk_companion_check_origin(const pdk_companions *companions, pdk_memory *memory, pdk_error *error)
{
    const char *path = pdk_companion_origin_path(companions, memory);
    return path != NULL ? check_place(path, ORIGIN_SUFFIX, error) : pdk_fail_memory(error, memory, "a file's name");
}

static pdk_output *open_path(pdk_export *job, const char *path, const char **name, pdk_error *error)
{
    pdk_output **place = path != NULL ? pdk_vector_push(&job->companions->outputs) : NULL;
    if (place == NULL) {
        pdk_fail_memory(error, job->memory, "a file's name");
        return NULL;
    }
    if (pdk_companion_check_name(job->options, path, error) != PDK_OK) return NULL;
    if (pdk_companion_open_path(job->options, path, place, error) != PDK_OK) return NULL;
    if (name != NULL) *name = pdk_path_name(path);
    return *place;
}

pdk_output *pdk_companion_open(pdk_export *job, const char *suffix, const char **name, pdk_error *error)
{
    return open_path(job, path_with(job->memory, job->companions->path, suffix), name, error);
}

const char *pdk_companion_origin_path(const pdk_companions *companions, pdk_memory *memory)
{
    return pdk_text_printf(memory, "%s" ORIGIN_SUFFIX, companions->path);
}

pdk_output *pdk_companion_origin(pdk_export *job, const char *path, pdk_error *error)
{
    return open_path(job, path, NULL, error);
}

pdk_status pdk_companion_forget_origin(const pdk_export *job, const char *path, pdk_error *error)
{
    pdk_failure failure;
    if (pdk_file_remove(path, &failure)) {
        pdk_export_note(job, PDK_NOTE, "convert.origin", "%s, which had the origin of the previous file, is removed",
                        path);
        return PDK_OK;
    }
    if (failure.kind == PDK_FAILED_ABSENT) return PDK_OK;
    return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "convert.origin",
                    "%s has the origin of an older file, and cannot be removed: %s", path, failure.reason);
}

pdk_status pdk_companions_settle(pdk_companions *companions, pdk_error *error)
{
    return pdk_outputs_settle(companions->outputs.items, companions->outputs.count, error);
}

pdk_status pdk_companions_finish(pdk_companions *companions, pdk_error *error)
{
    pdk_output **outputs = companions->outputs.items;
    for (size_t i = 0; i < companions->outputs.count; i++) {
        pdk_status status = outputs[i] != NULL ? pdk_output_finish(outputs[i], error) : PDK_OK;
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

void pdk_companions_store_names(const pdk_companions *companions)
{
    if (companions->outputs.count > 0) pdk_folder_store_names(companions->path, NULL);
}

void pdk_companions_close(pdk_companions *companions)
{
    pdk_output **outputs = companions->outputs.items;
    for (size_t i = 0; i < companions->outputs.count; i++) pdk_output_close(outputs[i]);
}
