/* paddock dump: a file as text that nothing is missing from. */
#include "arguments.h"
#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "progress.h"

static int dump(const pdk_document *document, const char *file, const char *path)
{
    cli_out out;
    int status = cli_open_out(&out, path);
    if (status != CLI_FINE) return status;
    cli_progress progress;
    cli_progress_begin(&progress, "writing");
    pdk_dump_options options = PDK_DUMP_OPTIONS_INIT;
    options.progress = cli_progress_step;
    options.progress_user = &progress;
    pdk_error error;
    pdk_status written = pdk_dump(document, &options, out.output, &error);
    cli_progress_end(&progress);
    if (written != PDK_OK) status = cli_fail_written(&out, file, &error);
    return cli_close_out(&out, status);
}

static int run_dump(const cli_arguments *arguments)
{
    const char *in = arguments->operands[0], *path = arguments->values[CLI_OUTPUT];
    cli_input input;
    int status = cli_open(&input, arguments, in);
    if (status != CLI_FINE) return status;
    status = dump(input.document, cli_file_name(in), path);
    cli_close(&input);
    return status;
}

static const cli_option takes[] = { CLI_OUTPUTS, CLI_READING, CLI_HELP };

const cli_verb cli_verb_dump = {
    .name = "dump",
    .operands = "FILE [OUT]",
    .summary = "write a whole file as JSON text",
    .details = "Every field by its name, as stored, with its unit; unknown bytes as hex.\n"
               "`paddock build` gives the same bytes back. docs/twin.md says how to read and edit the text.",
    .purpose = CLI_CHANGE,
    .examples = { "paddock dump lap.raf lap.json", "the whole lap as text", "paddock dump AL1.TRI | less",
                  "what is in a track" },
    .options = takes,
    .kinds = "json",
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = run_dump,
};
