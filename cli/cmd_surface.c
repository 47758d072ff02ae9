/* paddock surface: the checks that its tools share. The tools are in surface_tools.c. */
#include "surface.h"

/* Nothing that is read may be overwritten: neither a surface nor the points or the replay it is asked along. */
static int check_output(const cli_arguments *arguments)
{
    const char *output = arguments->values[CLI_OUTPUT];
    const char *const read[] = { arguments->values[CLI_COORDINATES], arguments->values[CLI_PATH] };
    int status = CLI_FINE;
    if (output == NULL) return CLI_FINE;
    for (int i = 0; i < arguments->count && status == CLI_FINE; i++)
        status = cli_same_file(arguments->operands[i], output);
    for (size_t i = 0; i < 2 && status == CLI_FINE; i++) {
        if (read[i] != NULL) status = cli_same_file(read[i], output);
    }
    return status;
}

/* Runs the tool that `arguments` name. */
static int run_surface(const cli_arguments *arguments)
{
    int status = CLI_FINE;
    if (cli_given(arguments, CLI_WHEEL) && !cli_given(arguments, CLI_PATH)) status = cli_usage("--wheel needs --path");
    if (status == CLI_FINE) status = check_output(arguments);
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
