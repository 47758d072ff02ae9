/* Surfaces for the tools that look at one. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "layout.h"
#include "messages.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "progress.h"
#include "surface.h"
#include "target.h"

static const char *surface_name(const void *user, size_t index)
{
    const pdk_surface_info *info = pdk_document_surface_at(user, index);
    return info != NULL ? info->name : NULL;
}

int cli_surface_options(const cli_arguments *arguments, pdk_surface_options *options, cli_progress *progress,
                        const char *label)
{
    *options = (pdk_surface_options)PDK_SURFACE_OPTIONS_INIT;
    cli_progress_begin(progress, label);
    options->progress = cli_progress_step;
    options->progress_user = progress;
    return cli_number_of(arguments, CLI_MEMORY_LIMIT, UINT64_C(16) << 30, &options->limits.memory);
}

int cli_within_memory(const cli_arguments *arguments, const char *path, uint64_t count, uint64_t size, const char *what)
{
    uint64_t limit;
    int status = cli_number_of(arguments, CLI_MEMORY_LIMIT, UINT64_C(16) << 30, &limit);
    if (status != CLI_FINE || count <= limit / size) return status;
    pdk_error error = { .status = PDK_E_LIMIT, .offset = PDK_NO_OFFSET, .code = "memory.limit" };
    snprintf(error.message, sizeof error.message,
             "%s needs %llu times %llu bytes, but the memory limit is %llu: a larger --step makes fewer", what,
             (unsigned long long)count, (unsigned long long)size, (unsigned long long)limit);
    return cli_fail(cli_file_name(path), &error);
}

static int fail(const char *path, const pdk_error *error)
{
    return cli_fail(cli_file_name(path), error);
}

/* The number of the surface that --surface names. The second and later files may have a single one of any name. */
static int find_named(const cli_arguments *arguments, const pdk_document *document, const char *path, size_t *found)
{
    const char *name = arguments->values[CLI_SURFACE];
    size_t count = pdk_document_surface_count(document);
    *found = 0;
    if (count == 1 && path != arguments->operands[0]) return CLI_FINE;
    while (*found < count && strcmp(pdk_document_surface_at(document, *found)->name, name) != 0) ++*found;
    return *found < count ? CLI_FINE : cli_no_such(cli_file_name(path), "surface", name, surface_name, document);
}

int cli_surface_alone(const cli_arguments *arguments, const pdk_document *document, const char *path,
                      pdk_document **alone)
{
    size_t found;
    pdk_error error;
    *alone = NULL;
    if (!cli_given(arguments, CLI_SURFACE)) return CLI_FINE;
    int status = find_named(arguments, document, path, &found);
    if (status != CLI_FINE || pdk_document_surface_count(document) == 1) return status;
    return pdk_surface_extract(document, found, NULL, alone, &error) == PDK_OK ? CLI_FINE : fail(path, &error);
}

/* How far positions are off that became floats, where that is above 0.1 mm. */
static void note_inexact(const char *path, const pdk_surface_info *info)
{
    char count[32];
    if (info->inexact_points > 0) {
        cli_note("%s: note: %s points are so far from the others that floats hold them less exactly than 0.1 mm: they "
                 "are off by up to %.3g m (surface.precision)",
                 cli_file_name(path), cli_grouped(count, info->inexact_points), info->largest_error);
    }
    if (info->lost_points > 0) {
        cli_note("%s: note: %s points are too far from the others for floats, and are left out (surface.precision)",
                 cli_file_name(path), cli_grouped(count, info->lost_points));
    }
}

int cli_choose_surface(const cli_arguments *arguments, const pdk_document *document, const char *path,
                       const pdk_surface_options *options, pdk_document **joined, pdk_surface *surface,
                       pdk_frame *frame)
{
    size_t chosen = 0;
    pdk_error error;
    int status = cli_given(arguments, CLI_SURFACE) ? find_named(arguments, document, path, &chosen) : CLI_FINE;
    if (status != CLI_FINE) return status;
    if (!cli_given(arguments, CLI_SURFACE) &&
        pdk_document_surface_count(document) != 1) { /* of none it says that there is none */
        if (pdk_surface_merge(&document, 1, options, -1, joined, NULL, &error) != PDK_OK) return fail(path, &error);
        document = *joined;
    }
    const pdk_surface_info *info = pdk_document_surface_at(document, chosen);
    *frame = info->frame;
    if (pdk_document_surface_read(document, chosen, surface, &error) != PDK_OK) return fail(path, &error);
    note_inexact(path, info);
    return CLI_FINE;
}

int cli_stated_origin(const cli_arguments *arguments, const pdk_document *document, const char *path, double origin[3])
{
    static const char *const names[] = { "origin_x", "origin_y", "origin_z" };
    bool given;
    for (int axis = 0; axis < 3; axis++) origin[axis] = 0;
    int status = cli_source_origin(arguments, path, origin, &given);
    for (int axis = 0; axis < 3 && status == CLI_FINE && !given; axis++) {
        const pdk_property *property = pdk_document_find_property(document, names[axis]);
        if (property != NULL && property->value.type == PDK_FLOAT64) origin[axis] = property->value.as.number;
    }
    return status;
}

int cli_surface_origin(const cli_arguments *arguments, const pdk_document *document, const char *path, double origin[3])
{
    const pdk_surface_info *info = pdk_document_surface_at(document, 0);
    int status = cli_stated_origin(arguments, document, path, origin);
    for (int axis = 0; axis < 3 && info != NULL; axis++) origin[axis] += info->origin[axis];
    return status;
}

int cli_open_surface(cli_surface_input *input, const cli_arguments *arguments, const char *path, const char *label)
{
    *input = (cli_surface_input){ 0 };
    int status = cli_open(&input->input, arguments, path);
    if (status != CLI_FINE) return status;
    status = cli_surface_options(arguments, &input->options, &input->progress, label);
    if (status == CLI_FINE) {
        status = cli_choose_surface(arguments, input->input.document, path, &input->options, &input->joined,
                                    &input->surface, &input->frame);
    }
    if (status == CLI_FINE) status = cli_surface_origin(arguments, input->input.document, path, input->options.origin);
    if (status != CLI_FINE) {
        cli_close_surface(input);
        return status;
    }
    input->options.document = input->input.document;
    input->options.frame = input->frame;
    return CLI_FINE;
}

void cli_close_surface(cli_surface_input *input)
{
    cli_progress_end(&input->progress);
    pdk_close(input->joined);
    cli_close(&input->input);
}
