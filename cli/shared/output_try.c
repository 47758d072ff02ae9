/* Can an output be made? Asked before any work is done for it; nothing is left of the try. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "messages.h"
#include "options.h"
#include "output_try.h"
#include "platform/files.h"
#include "platform/path.h"

/* Makes the file that would get this name, and discards it before it has it. */
static pdk_status try_file(const char *path, pdk_error *error)
{
    pdk_output *output;
    pdk_status status = pdk_output_file(path, &output, error);
    if (status == PDK_OK) pdk_output_close(output);
    return status;
}

int cli_try_output(const char *path)
{
    pdk_file_info about;
    pdk_error error;
    if (path == NULL || strcmp(path, "-") == 0) return CLI_FINE;
    bool there = pdk_file_look(path, &about, NULL);
    /* Devices are opened once only: the reader of a pipe would take the try for all of it. */
    if (there && about.kind != PDK_FILE_REGULAR && about.kind != PDK_FILE_FOLDER) return CLI_FINE;
    return try_file(path, &error) == PDK_OK ? CLI_FINE : cli_fail(path, &error);
}

/* The file that has another extension than `path`: ".ldx". */
static int try_beside(const char *path, const char *suffix)
{
    pdk_file_info about;
    if (path == NULL || strcmp(path, "-") == 0) return CLI_FINE;
    if (pdk_file_look(path, &about, NULL) && about.kind != PDK_FILE_REGULAR)
        return CLI_FINE; /* it has no other files */
    size_t stem = (size_t)(pdk_path_extension(path) - path), room = stem + strlen(suffix) + 1;
    char *beside = malloc(room);
    if (beside == NULL) return cli_no_memory("a file's name");
    snprintf(beside, room, "%.*s%s", (int)stem, path, suffix);
    int status = cli_try_output(beside);
    free(beside);
    return status;
}

static int refuse_folder(const char *path)
{
    pdk_error error = { .status = PDK_E_IO, .offset = PDK_NO_OFFSET, .code = "io.folder" };
    snprintf(error.message, sizeof error.message, "cannot make this folder: Not a directory");
    return cli_fail(path, &error);
}

/* The name without the separators at its end: a folder that has to be made is tried as a file would be. */
static char *bare_name(const char *path)
{
    size_t size = strlen(path), root = pdk_path_root_size(path);
    while (size > root && size > 0 && pdk_path_part_size(path + size - 1) == 0) size--;
    char *name = malloc(size + 1);
    if (name == NULL) return NULL;
    memcpy(name, path, size);
    name[size] = '\0';
    return name;
}

int cli_try_folder(const char *path)
{
    pdk_file_info about;
    pdk_error error;
    if (path == NULL || strcmp(path, "-") == 0) return CLI_FINE;
    bool there = pdk_file_look(path, &about, NULL);
    if (there && about.kind != PDK_FILE_FOLDER) return refuse_folder(path);
    char *name = there ? pdk_path_join(path, "paddock") : bare_name(path);
    if (name == NULL) return cli_no_memory("a folder's name");
    pdk_status status = try_file(name, &error);
    free(name);
    if (!there) snprintf(error.code, sizeof error.code, "io.folder");
    return status == PDK_OK ? CLI_FINE : cli_fail(path, &error);
}

/* The file that may come with a conversion's own. */
static int try_target(const cli_arguments *arguments)
{
    const char *id = arguments->values[CLI_TARGET], *path = arguments->values[CLI_OUTPUT];
    const pdk_target_info *info = id != NULL ? pdk_target_find(id) : pdk_target_for_file(path);
    return info != NULL && info->beside != NULL ? try_beside(path, info->beside) : CLI_FINE;
}

/* The input is the output too. */
static int try_in_place(const cli_arguments *arguments)
{
    bool there = arguments->count > 0 && pdk_file_exists(arguments->operands[0]);
    return there ? cli_try_output(arguments->operands[0]) : CLI_FINE;
}

int cli_try_outputs(const cli_arguments *arguments)
{
    const cli_verb *verb = arguments->verb;
    const char *path = arguments->values[CLI_OUTPUT];
    bool folder = path != NULL && verb->fills_folder != NULL && verb->fills_folder(arguments);
    int status = folder ? cli_try_folder(path) : cli_try_output(path);
    if (status == CLI_FINE && path != NULL && !folder && cli_takes(verb, CLI_TARGET)) status = try_target(arguments);
    if (status == CLI_FINE && cli_given(arguments, CLI_IN_PLACE)) status = try_in_place(arguments);
    if (status == CLI_FINE) status = cli_try_output(arguments->values[CLI_TRUTH]);
    if (status == CLI_FINE) status = cli_try_folder(arguments->values[CLI_CLIPS]);
    return status;
}
