#include "rewritten.h"

#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "inputs.h"
#include "messages.h"
#include "option_values.h"

/* Opens what was written to `made`, which `input` keeps from now on. */
static int open_made(cli_input *input, const cli_arguments *arguments, const char *name, pdk_output *made)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_error error;
    options.format = arguments->values[CLI_AS];
    options.name = name;
    options.partial = cli_given(arguments, CLI_PARTIAL);
    int status = cli_number_of(arguments, CLI_MEMORY_LIMIT, 0, &options.limits.memory);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_RECORD_LIMIT, 0, &options.limits.records);
    if (status != CLI_FINE) {
        pdk_output_close(made);
        return status;
    }
    pdk_bytes bytes = pdk_output_bytes(made);
    *input = (cli_input){ .made = made };
    if (pdk_open_memory(bytes.data, bytes.size, &options, &input->document, &error) == PDK_OK) return CLI_FINE;
    cli_close(input);
    return cli_fail(name, &error);
}

static void close_all(cli_input *inputs, size_t count)
{
    for (size_t i = 0; i < count; i++) cli_close(&inputs[i]);
    free(inputs);
}

/* The parts' documents, as pdk_join takes them: malloc'd. */
static const pdk_document **documents_of(const cli_input *inputs, size_t count)
{
    const pdk_document **documents = malloc(count * sizeof *documents);
    for (size_t i = 0; i < count && documents != NULL; i++) documents[i] = inputs[i].document;
    return documents;
}

static int join(cli_input *input, const cli_arguments *arguments, const cli_input *parts, const char *const *paths,
                size_t count)
{
    pdk_output *made = NULL;
    pdk_error error;
    const pdk_document **documents = documents_of(parts, count);
    if (documents == NULL) return cli_no_memory("the parts of a recording");
    pdk_status status = pdk_output_memory(&made, &error);
    if (status == PDK_OK) status = pdk_join(documents, count, made, &error);
    free(documents);
    if (status == PDK_OK) return open_made(input, arguments, cli_file_name(paths[0]), made);
    pdk_output_close(made);
    return status == PDK_E_ARGUMENT ? cli_usage("%s: %s", cli_file_name(paths[count - 1]), error.message)
                                    : cli_fail(cli_file_name(paths[0]), &error);
}

int cli_open_joined(cli_input *input, const cli_arguments *arguments, const char *const *paths, size_t count)
{
    if (count == 1) return cli_open(input, arguments, paths[0]);
    cli_input *parts = calloc(count, sizeof *parts);
    int status = parts != NULL ? CLI_FINE : cli_no_memory("the parts of a recording");
    for (size_t i = 0; i < count && status == CLI_FINE; i++) status = cli_open(&parts[i], arguments, paths[i]);
    if (status == CLI_FINE) status = join(input, arguments, parts, paths, count);
    if (parts != NULL) close_all(parts, count);
    return status;
}

int cli_open_recording(cli_input *input, const cli_arguments *arguments, int i)
{
    if (!cli_given(arguments, CLI_JOIN)) return cli_open(input, arguments, arguments->operands[i]);
    return cli_open_joined(input, arguments, arguments->operands, (size_t)arguments->count);
}

bool cli_are_parts(const cli_arguments *arguments, const char *const *paths, size_t count)
{
    cli_input *parts = calloc(count, sizeof *parts);
    bool fit = parts != NULL;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = cli_given(arguments, CLI_PARTIAL);
    options.inputs = cli_inputs();
    for (size_t i = 0; i < count && fit; i++)
        fit = pdk_open_file(paths[i], &options, &parts[i].document, NULL) == PDK_OK;
    const pdk_document **documents = fit ? documents_of(parts, count) : NULL;
    fit = documents != NULL && pdk_join(documents, count, NULL, NULL) == PDK_OK;
    free(documents);
    if (parts != NULL) close_all(parts, count);
    return fit;
}

int cli_anonymise(cli_input *input, const cli_arguments *arguments, const char *path, const char *name)
{
    pdk_output *made = NULL;
    pdk_error error;
    pdk_status status = pdk_output_memory(&made, &error);
    if (status == PDK_OK) status = pdk_anonymise(input->document, made, &error);
    if (status != PDK_OK) {
        pdk_output_close(made);
        return cli_fail(cli_file_name(path), &error);
    }
    cli_close(input);
    return open_made(input, arguments, name, made);
}
