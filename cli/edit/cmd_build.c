/* paddock build: the file back from its text. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "edited.h"
#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "platform/files.h"
#include "progress.h"

typedef struct text_input {
    pdk_file file;
    bool failed;
    pdk_failure failure;
} text_input;

static pdk_status pull(void *user, void *buffer, size_t size, size_t *got)
{
    text_input *input = user;
    input->failed = !pdk_file_read(input->file, buffer, size, got, &input->failure);
    return input->failed ? PDK_E_IO : PDK_OK;
}

static int fail_read(const char *in, const char *doing, const pdk_failure *failure)
{
    pdk_error error = { .status = PDK_E_IO, .offset = PDK_NO_OFFSET, .code = "io.read" };
    snprintf(error.message, sizeof error.message, "%s: %s", doing, failure->reason);
    return cli_fail(cli_file_name(in), &error);
}

static bool print_note(void *user, const pdk_finding *note)
{
    cli_note("%s: %s (%s)", (const char *)user, note->message, note->code);
    return true;
}

static int build(text_input *input, const char *in, const char *path)
{
    cli_out out;
    int status = cli_open_out(&out, path);
    if (status != CLI_FINE) return status;
    cli_progress progress;
    cli_progress_begin(&progress, "building");
    pdk_build_options options = PDK_BUILD_OPTIONS_INIT;
    options.note = print_note;
    options.note_user = (void *)(uintptr_t)out.name;
    options.progress = cli_progress_step;
    options.progress_user = &progress;
    pdk_error error;
    pdk_status built = pdk_build(pull, input, &options, out.output, &error);
    cli_progress_end(&progress);
    if (input->failed) status = fail_read(in, "cannot read", &input->failure);
    else if (built == PDK_E_IO) status = cli_fail_out(&out, &error);
    else if (built != PDK_OK) status = cli_fail(cli_file_name(in), &error);
    return cli_close_out(&out, status);
}

static int run_build(const cli_arguments *arguments)
{
    const char *in = arguments->operands[0], *path = arguments->values[CLI_OUTPUT];
    if (path == NULL) return cli_need_output(arguments);
    bool standard = strcmp(in, "-") == 0, to_file = strcmp(path, "-") != 0;
    int status = cli_check_terminal(path);
    if (status != CLI_FINE) return status;
    text_input input = { .file = PDK_NO_FILE };
    input.file = cli_open_file(in, &input.failure);
    if (!pdk_file_is_open(input.file)) return fail_read(in, "cannot open", &input.failure);
    status = build(&input, in, path);
    if (!standard) pdk_file_close(input.file);
    /* Each line of an edited text can be right and the file still be wrong: a count that does not match. */
    return status == CLI_FINE && to_file ? cli_look_at(path, NULL, "built") : status;
}

static const cli_option takes[] = { CLI_OUTPUTS, CLI_QUIET, CLI_HELP };

const cli_verb cli_verb_build = {
    .name = "build",
    .operands = "JSON OUT",
    .summary = "make the file from the text that `dump` wrote",
    .details = "Mistakes in the text are refused with their location ($.parts[17].raf.block[3].gear) and line.\n"
               "A packed file that was not changed becomes the same packed file; a changed one is packed again.\n"
               "The exit status is 1 when the file is built but does not open, as when a count is wrong.",
    .purpose = CLI_CHANGE,
    .examples = { "paddock build lap.json lap.raf", "the file, from text",
                  "paddock dump a.vcr | sed s/Monza/Spa/ | paddock build - b.vcr", "through a pipe" },
    .options = takes,
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = run_build,
};
