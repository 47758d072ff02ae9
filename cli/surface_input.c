/* Surfaces for the tools that look at one. */
#include <string.h>

#include "surface.h"

static const char *surface_name(const void *user, size_t index)
{
    const pdk_surface_info *info = pdk_document_surface_info(user, index);
    return info != NULL ? info->name : NULL;
}

int cli_surface_options(const cli_arguments *arguments, pdk_surface_options *options, cli_progress *progress, const char *label)
{
    *options = (pdk_surface_options)PDK_SURFACE_OPTIONS_INIT;
    cli_progress_begin(progress, label);
    options->progress = cli_progress_step;
    options->progress_user = progress;
    return cli_number_of(arguments, CLI_MEMORY_LIMIT, UINT64_C(16) << 30, &options->limits.memory);
}

static int fail(const char *path, const pdk_error *error) { return cli_fail(cli_file_name(path), error); }

/* Several surfaces become one. */
static int join(cli_surface_input *input, const char *path)
{
    const pdk_document *document = input->input.document;
    pdk_error error;
    if (pdk_surface_merge(&document, 1, &input->options, -1, &input->joined, NULL, &error) != PDK_OK) return fail(path, &error);
    if (pdk_document_surface(input->joined, 0, &input->surface, &error) != PDK_OK) return fail(path, &error);
    input->frame = pdk_document_surface_info(input->joined, 0)->frame;
    return CLI_FINE;
}

static int choose(cli_surface_input *input, const cli_arguments *arguments, const char *path)
{
    const pdk_document *document = input->input.document;
    size_t count = pdk_document_surface_count(document), chosen = 0;
    const char *name = arguments->values[CLI_SURFACE];
    pdk_error error;
    if (name != NULL) {
        while (chosen < count && strcmp(pdk_document_surface_info(document, chosen)->name, name) != 0) chosen++;
        if (chosen == count) return cli_no_such(cli_file_name(path), "surface", name, surface_name, document);
    } else if (count != 1) {
        return join(input, path); /* of none it says that there is none */
    }
    if (pdk_document_surface(document, chosen, &input->surface, &error) != PDK_OK) return fail(path, &error);
    input->frame = pdk_document_surface_info(document, chosen)->frame;
    return CLI_FINE;
}

int cli_open_surface(cli_surface_input *input, const cli_arguments *arguments, const char *path, const char *label)
{
    *input = (cli_surface_input){ 0 };
    int status = cli_open(&input->input, arguments, path);
    if (status != CLI_FINE) return status;
    status = cli_surface_options(arguments, &input->options, &input->progress, label);
    if (status == CLI_FINE) status = choose(input, arguments, path);
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
