/* paddock surface tile: a file for each square. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "converted.h"
#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "platform/files.h"
#include "platform/folders.h"
#include "platform/signals.h"
#include "progress.h"
#include "surface.h"
#include "target.h"

typedef struct tile_files {
    const cli_arguments *arguments;
    const char *in, *folder, *id, *extension;
    int64_t (*written)[2]; /* x, y */
    size_t count, capacity;
    bool own_folder;         /* it was not there before */
    cli_converted converted; /* the notes of all tiles, each once */
    int status;
} tile_files;

/* FOLDER/tile_X_Y.rld */
static bool name_tile(const tile_files *files, const char *suffix, int64_t x, int64_t y, char path[4096])
{
    int length =
        snprintf(path, 4096, "%s/tile_%" PRId64 "_%" PRId64 "%s%s", files->folder, x, y, files->extension, suffix);
    return length >= 0 && length < 4096;
}

static bool note_tile(tile_files *files, int64_t x, int64_t y)
{
    if (files->count == files->capacity) {
        size_t capacity = files->capacity * 2 + 64;
        int64_t(*more)[2] = realloc(files->written, capacity * sizeof *more);
        if (more == NULL) {
            files->status = cli_no_memory("the names of tiles");
            return false;
        }
        files->written = more;
        files->capacity = capacity;
    }
    files->written[files->count][0] = x;
    files->written[files->count++][1] = y;
    return true;
}

/* All tiles or none: those that were done before the failure go. */
static void take_back(const tile_files *files)
{
    char path[4096];
    for (size_t i = 0; i < files->count; i++) {
        int64_t x = files->written[i][0], y = files->written[i][1];
        if (name_tile(files, "", x, y, path)) pdk_file_remove(path, NULL);
        if (name_tile(files, ".origin.json", x, y, path)) pdk_file_remove(path, NULL); /* where one was subtracted */
    }
    if (files->own_folder) pdk_folder_remove(files->folder, NULL); /* unless something else has come into it */
}

static bool write_tile(void *user, int64_t x, int64_t y, const pdk_document *tile)
{
    tile_files *files = user;
    char path[4096];
    if (!name_tile(files, "", x, y, path)) {
        files->status = cli_usage("the name of the folder is too long");
        return false;
    }
    cli_conversion conversion = { .crg = PDK_CRG_OPTIONS_INIT };
    files->status = cli_check_clobber(files->arguments, path);
    if (files->status == CLI_FINE) files->status = cli_read_conversion(files->arguments, files->in, &conversion);
    if (files->status == CLI_FINE)
        files->status = cli_convert(tile, files->in, path, files->id, &conversion, &files->converted);
    cli_forget_conversion(&conversion);
    return files->status == CLI_FINE && note_tile(files, x, y);
}

/* The first extension of a target. */
static void take_extension(char buffer[16], const pdk_target_info *target)
{
    size_t length = strcspn(target->extensions, " ");
    if (length > 15) length = 15;
    memcpy(buffer, target->extensions, length);
    buffer[length] = '\0';
}

static int tile(const cli_arguments *arguments, tile_files *files, double size)
{
    cli_input input;
    pdk_document *alone = NULL;
    int status = cli_open(&input, arguments, files->in);
    if (status == CLI_FINE) status = cli_surface_alone(arguments, input.document, files->in, &alone);
    if (status != CLI_FINE) {
        take_back(files);
        cli_close(&input);
        return status;
    }
    cli_progress progress;
    pdk_surface_options options;
    pdk_surface_report report;
    pdk_error error;
    const pdk_document *document = alone != NULL ? alone : input.document;
    status = cli_surface_options(arguments, &options, &progress, "tiling");
    if (status == CLI_FINE) status = cli_surface_origin(arguments, document, files->in, options.origin);
    if (status == CLI_FINE &&
        pdk_surface_tile(document, &options, size, write_tile, files, &report, &error) != PDK_OK) {
        if (files->status != CLI_FINE) status = files->status;
        else
            status = error.status == PDK_E_ARGUMENT ? cli_usage("%s", error.message)
                                                    : cli_fail(cli_file_name(files->in), &error);
    }
    cli_progress_end(&progress);
    if (status == CLI_FINE && alone != NULL) status = cli_unchanged(&input, files->in);
    pdk_close(alone);
    cli_close(&input);
    if (status != CLI_FINE) {
        take_back(files);
        return status;
    }
    char name[4096];
    snprintf(name, sizeof name, "%s: %zu tiles", files->folder, files->count);
    return cli_say_surface(arguments, files->in, cli_given(arguments, CLI_JSON) ? files->folder : name,
                           &files->converted, &report);
}

bool cli_surface_tile_fills_folder(const cli_arguments *arguments)
{
    (void)arguments;
    return true;
}

int cli_surface_tile(const cli_arguments *arguments)
{
    tile_files files = { .arguments = arguments,
                         .in = arguments->operands[0],
                         .folder = arguments->values[CLI_OUTPUT] };
    double size = 0;
    if (!cli_given(arguments, CLI_CELL))
        return cli_usage("`paddock surface tile` needs --cell M, the width of a tile in metres");
    int status = cli_amount_of(arguments, CLI_CELL, 0, &size);
    if (status != CLI_FINE) return status;
    if (size <= 0) return cli_usage("--cell takes a number above 0, not \"%s\"", arguments->values[CLI_CELL]);
    if (files.folder == NULL || strcmp(files.folder, "-") == 0) return cli_need_output(arguments);
    files.id = cli_given(arguments, CLI_TARGET) ? arguments->values[CLI_TARGET] : "rld";
    if ((status = cli_check_target(files.id)) != CLI_FINE) return status;
    char extension[16];
    take_extension(extension, pdk_target_find(files.id));
    files.extension = extension;
    files.own_folder = !pdk_file_exists(files.folder);
    status = cli_make_folder(files.folder, "tiles");
    if (status != CLI_FINE) return status;
    pdk_catch_interrupts();
    status = tile(arguments, &files, size);
    cli_forget_converted(&files.converted);
    free(files.written);
    return status;
}
