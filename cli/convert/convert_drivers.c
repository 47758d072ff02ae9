/* A file for each driver of a replay, named as the driver. */
#include "convert_drivers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "converted.h"
#include "exit_status.h"
#include "file_names.h"
#include "messages.h"
#include "options.h"
#include "output.h"
#include "output_try.h"
#include "platform/files.h"
#include "platform/path.h"

bool cli_is_folder_name(const char *path)
{
    pdk_file_info about;
    size_t length = strlen(path);
    bool slash = length > 0 && path[length - 1] == '/';
    return slash || (pdk_file_look(path, &about, NULL) && about.kind == PDK_FILE_FOLDER);
}

bool cli_has_driver_files(const cli_arguments *arguments, const pdk_document *document, const pdk_target_info *target)
{
    const char *path = arguments->values[CLI_OUTPUT];
    if (!target->one_driver || strcmp(path, "-") == 0) return false;
    if (cli_is_folder_name(path)) return true;
    pdk_motion *motion = NULL;
    pdk_motion_options options = PDK_MOTION_OPTIONS_INIT;
    if (arguments->values[CLI_DRIVER] != NULL || pdk_motion_open(document, &options, &motion, NULL) != PDK_OK)
        return false; /* what is wrong is said by the conversion */
    bool several = pdk_motion_run_count(motion) > 1;
    pdk_motion_close(motion);
    return several;
}

/* The files to be written: a driver each. */
typedef struct driver_files {
    const cli_arguments *arguments;
    const pdk_document *document;
    const pdk_target_info *target;
    cli_conversion *conversion;
    const char *in;
    char *folder;
    size_t count;
    char **stems;
    uint64_t *slots;         /* of the drivers */
    cli_converted converted; /* the notes of all: what one file lacks, the others do too */
} driver_files;

static char *folder_of(const char *path, const pdk_target_info *target)
{
    size_t length = strlen(path);
    const char *extension = pdk_path_extension(path);
    bool named = target->extensions[0] != '\0' && cli_is_named(path, target->extensions) && !cli_is_folder_name(path);
    if (named) length = (size_t)(extension - path);
    while (length > 1 && path[length - 1] == '/') length--;
    char *folder = malloc(length + 1);
    if (folder == NULL) return NULL;
    memcpy(folder, path, length);
    folder[length] = '\0';
    return folder;
}

static int name_files(driver_files *files, const pdk_motion *motion)
{
    size_t count = pdk_motion_run_count(motion);
    const char *wanted = files->arguments->values[CLI_DRIVER];
    files->stems = calloc(count + 1, sizeof *files->stems);
    files->slots = calloc(count + 1, sizeof *files->slots);
    if (files->stems == NULL || files->slots == NULL) return cli_no_memory("names of files");
    for (size_t i = 0; i < count; i++) {
        const pdk_motion_run *run = pdk_motion_run_at(motion, i);
        if (wanted != NULL && pdk_match_driver(run->name, run->slot, wanted) == PDK_DRIVER_NO) continue;
        char *name = malloc(run->name.size + 32);
        if (name == NULL) return cli_no_memory("names of files");
        if (run->name.size > 0) {
            memcpy(name, run->name.data, run->name.size);
            name[run->name.size] = '\0';
        } else {
            sprintf(name, "slot %lu", (unsigned long)run->slot);
        }
        files->slots[files->count] = run->slot;
        files->stems[files->count] = cli_file_stem(name);
        free(name);
        if (files->stems[files->count++] == NULL) return cli_no_memory("names of files");
    }
    return cli_number_repeats(files->stems, files->count) ? CLI_FINE : cli_no_memory("names of files");
}

/* The first extension of the target, or that of the text it is. */
static const char *extension_of(const pdk_target_info *target)
{
    return target->extensions[0] != '\0' ? target->extensions : ".csv";
}

static int write_file(driver_files *files, size_t index)
{
    const char *extension = extension_of(files->target);
    char driver[32], *path = malloc(strlen(files->folder) + strlen(files->stems[index]) + strlen(extension) + 2);
    if (path == NULL) return cli_no_memory("a file's name");
    sprintf(path, "%s/%s%s", files->folder, files->stems[index], extension);
    sprintf(driver, "%llu", (unsigned long long)files->slots[index]);
    files->conversion->recording.driver =
        files->count > 1 || files->arguments->values[CLI_DRIVER] != NULL ? driver : NULL;
    int status = cli_check_clobber(files->arguments, path);
    if (status == CLI_FINE)
        status = cli_convert(files->document, files->in, path, files->target->id, files->conversion, &files->converted);
    if (status == CLI_FINE && cli_given(files->arguments, CLI_JSON))
        status = cli_put_converted(files->in, path, &files->converted);
    if (status == CLI_FINE) cli_note("%s is written", path);
    free(path);
    return status;
}

/* Does this driver move at the time that is wanted? */
static bool moves(const driver_files *files, const pdk_motion *motion, uint64_t slot)
{
    const pdk_recording_options *options = &files->conversion->recording;
    size_t i = pdk_motion_find_run(motion, slot);
    if (i != PDK_NO_RUN) {
        const pdk_motion_segment *segments;
        size_t count;
        if (pdk_motion_segments(motion, i, &segments, &count, NULL) != PDK_OK) return true; /* the conversion says it */
        for (size_t s = 0; s < count; s++) {
            bool early = options->has_from && segments[s].end_time <= options->from;
            bool late = options->has_to && segments[s].start_time >= options->to;
            if (segments[s].count > 1 && segments[s].end_time > segments[s].start_time && !early && !late) return true;
        }
    }
    return false;
}

static int write_files(driver_files *files, const pdk_motion *motion)
{
    size_t written = 0;
    int status = cli_try_folder(files->folder);
    if (status == CLI_FINE) status = cli_make_folder(files->folder, "files of drivers");
    if (status != CLI_FINE) return status;
    for (size_t i = 0; i < files->count && status != CLI_INTERRUPTED && status != CLI_USAGE; i++) {
        if (!moves(files, motion, files->slots[i])) continue;
        int one = write_file(files, i); /* one that fails leaves the others as they are */
        status = one == CLI_USAGE ? one : cli_worse(status, one);
        written++;
    }
    if (status != CLI_FINE || written > 0) return status;
    pdk_error error = { .status = PDK_E_UNSUPPORTED, .offset = PDK_NO_OFFSET, .code = "logger.empty" };
    snprintf(error.message, sizeof error.message, "none of these drivers moves at that time");
    return cli_fail(cli_file_name(files->in), &error);
}

int cli_convert_drivers(const cli_arguments *arguments, const pdk_document *document, const pdk_target_info *target,
                        cli_conversion *conversion)
{
    pdk_error error;
    pdk_motion *motion = NULL;
    pdk_motion_options motion_options = PDK_MOTION_OPTIONS_INIT;
    driver_files files = { .arguments = arguments,
                           .document = document,
                           .target = target,
                           .conversion = conversion,
                           .in = arguments->operands[0] };
    if (pdk_motion_open(document, &motion_options, &motion, &error) != PDK_OK)
        return cli_fail(cli_file_name(files.in), &error);
    files.folder = folder_of(arguments->values[CLI_OUTPUT], target);
    int status = files.folder != NULL ? name_files(&files, motion) : cli_no_memory("a folder's name");
    if (status == CLI_FINE && files.count == 0)
        status = cli_usage("%s: there is no driver \"%s\", by name or by slot", cli_file_name(files.in),
                           arguments->values[CLI_DRIVER]);
    if (status == CLI_FINE) status = write_files(&files, motion);
    cli_forget_converted(&files.converted);
    cli_free_names(files.stems, files.count);
    free(files.slots);
    free(files.folder);
    pdk_motion_close(motion);
    return status;
}
