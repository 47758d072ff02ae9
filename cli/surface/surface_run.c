/* The checks that the tools of `paddock surface` share. */
#include "arguments.h"
#include "exit_status.h"
#include "messages.h"
#include "options.h"
#include "surface.h"

int cli_surface_run(const cli_arguments *arguments)
{
    int status = CLI_FINE;
    if (cli_given(arguments, CLI_WHEEL) && !cli_given(arguments, CLI_PATH)) status = cli_usage("--wheel needs --path");
    return status == CLI_FINE ? arguments->verb->run(arguments) : status;
}
