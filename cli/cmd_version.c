/* paddock version. */
#include "cli.h"

int cli_cmd_version(const cli_arguments *arguments)
{
    (void)arguments;
    cli_out out;
    int status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    cli_print(&out, "paddock %s\n", pdk_version());
    return cli_close_out(&out, CLI_FINE);
}
