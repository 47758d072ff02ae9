/* paddock surface: the checks that its tools share. The tools are in surface_tools.c. */
#include "surface.h"

/* Runs the tool that `arguments` name. */
static int run_surface(const cli_arguments *arguments)
{
    int status = CLI_FINE;
    if (cli_given(arguments, CLI_WHEEL) && !cli_given(arguments, CLI_PATH)) status = cli_usage("--wheel needs --path");
    return status == CLI_FINE ? arguments->verb->run(arguments) : status;
}

static const cli_option takes[] = { CLI_HELP };

const cli_verb cli_verb_surface = {
    .name = "surface",
    .operands = "TOOL FILE...",
    .summary = "measure a surface, ask for heights, draw it, change it",
    .details = "Works on RLD and on the meshes of other programs. The surfaces of a file are taken as one, unless\n"
               "--surface NAME names one of them. A new surface is written in the format that the name of OUT or --to\n"
               "says, as with `paddock convert`. Lengths are in metres.",
    .purpose = CLI_TAKE,
    .examples = { "paddock surface stats road.rld", "how large it is, and whether it holds together",
                  "paddock surface simplify road.rld light.rld --error 0.002", "within 2 mm of the original" },
    .options = takes,
    .tools = cli_surface_tools,
    .min_operands = 1,
    .max_operands = -1,
    .run = run_surface,
};
