/* paddock version. */
#include "arguments.h"
#include "commit.h"
#include "exit_status.h"
#include "options.h"
#include "output.h"

static int run_version(const cli_arguments *arguments)
{
    (void)arguments;
    cli_out out;
    int status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    cli_print(&out, "paddock %s", pdk_version());
    if (cli_commit[0] != '\0') cli_print(&out, " (commit %s)", cli_commit);
    cli_print(&out, "\n");
    return cli_close_out(&out, CLI_FINE);
}

static const cli_option takes[] = { CLI_HELP };

const cli_verb cli_verb_version = {
    .name = "version",
    .operands = "",
    .summary = "the version of the command and the library, and its commit",
    .purpose = CLI_ABOUT,
    .examples = { "paddock version", "the version and the commit", "paddock --version", "the same" },
    .options = takes,
    .min_operands = 0,
    .max_operands = 0,
    .run = run_version,
};
