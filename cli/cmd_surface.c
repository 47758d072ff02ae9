/* paddock surface: the tools for surfaces, by name. Each is a file of its own, surface_<name>.c. */
#include <string.h>

#include "surface.h"

#define ASKING (CLI_READING | CLI_BIT(CLI_SURFACE) | CLI_BIT(CLI_OUTPUT) | CLI_BIT(CLI_JSON))
#define ALONG                                                                                                       \
    (CLI_BIT(CLI_START) | CLI_BIT(CLI_TARGET) | CLI_BIT(CLI_POINTS_FILE) | CLI_BIT(CLI_PATH) | CLI_BIT(CLI_WHEEL) | \
     CLI_BIT(CLI_STEP) | CLI_BIT(CLI_NEAR))
#define MAKING                                                                                              \
    (CLI_READING | CLI_BIT(CLI_SURFACE) | CLI_BIT(CLI_OUTPUT) | CLI_BIT(CLI_TARGET) | CLI_BIT(CLI_ORIGIN) | \
     CLI_BIT(CLI_JSON))

/* In the order of the man page, ended by name == NULL. */
static const struct surface_tool {
    const char *name, *operands;
    uint64_t options;
    int least, most;                            /* operands behind the name; most < 0 = any number */
    int (*run)(const cli_arguments *arguments); /* operands[0] is the name of the tool */
} tools[] = {
    { "stats", "FILE", CLI_READING | CLI_BIT(CLI_JSON) | CLI_BIT(CLI_SURFACE), 1, 1, cli_surface_stats },
    { "check", "FILE", CLI_READING | CLI_BIT(CLI_JSON) | CLI_BIT(CLI_SURFACE), 1, 1, cli_surface_check },
    { "normals", "FILE", MAKING, 1, 1, cli_surface_normals },
    { "simplify", "FILE", MAKING | CLI_BIT(CLI_ERROR) | CLI_BIT(CLI_RATIO) | CLI_BIT(CLI_LOCK_BORDER), 1, 1,
      cli_surface_simplify },
    { "crop", "FILE", MAKING | CLI_BIT(CLI_BOX), 1, 1, cli_surface_crop },
    { "tile", "FILE", MAKING | CLI_BIT(CLI_METRES), 1, 1, cli_surface_tile },
    { "merge", "FILE...", MAKING | CLI_BIT(CLI_WELD), 1, -1, cli_surface_merge },
    { "query", "FILE",
      ASKING | CLI_BIT(CLI_AT) | CLI_BIT(CLI_NEAR) | CLI_BIT(CLI_POINTS_FILE) | CLI_BIT(CLI_PATH) | CLI_BIT(CLI_WHEEL),
      1, 1, cli_surface_query },
    { "profile", "FILE", ASKING | ALONG, 1, 1, cli_surface_profile },
    { "roughness", "FILE", ASKING | ALONG, 1, 1, cli_surface_roughness },
    { "raster", "FILE", ASKING | CLI_BIT(CLI_METRES) | CLI_BIT(CLI_PIXELS) | CLI_BIT(CLI_OF), 1, 1,
      cli_surface_raster },
    { "compare", "FILE OTHER", ASKING | CLI_BIT(CLI_METRES) | CLI_BIT(CLI_PIXELS), 2, 2, cli_surface_compare },
    { NULL, NULL, 0, 0, 0, NULL },
};

static const char *tool_name(const void *user, size_t index)
{
    (void)user;
    return tools[index].name;
}

/* The verb takes what any of its tools takes; one of them takes less. */
static int check_call(const struct surface_tool *tool, const cli_arguments *arguments)
{
    for (int option = 0; option < CLI_OPTIONS; option++) {
        if (!cli_given(arguments, (cli_option)option) || (tool->options & CLI_BIT(option)) != 0) continue;
        return cli_usage("`paddock surface %s` does not take --%s; see `paddock help surface`", tool->name,
                         cli_option_infos[option].name);
    }
    int count = arguments->count - 1;
    if (count >= tool->least && (tool->most < 0 || count <= tool->most)) return CLI_FINE;
    return cli_usage("%s: paddock surface %s %s", count < tool->least ? "something is missing" : "that is too much",
                     tool->name, tool->operands);
}

/* Nothing that is read may be written over: neither a surface nor the points or the replay it is asked along. */
static int check_output(const cli_arguments *arguments)
{
    const char *output = arguments->values[CLI_OUTPUT];
    const char *const read[] = { arguments->values[CLI_POINTS_FILE], arguments->values[CLI_PATH] };
    int status = CLI_FINE;
    if (output == NULL) return CLI_FINE;
    for (int i = 1; i < arguments->count && status == CLI_FINE; i++)
        status = cli_same_file(arguments->operands[i], output);
    for (size_t i = 0; i < 2 && status == CLI_FINE; i++) {
        if (read[i] != NULL) status = cli_same_file(read[i], output);
    }
    return status;
}

int cli_cmd_surface(const cli_arguments *arguments)
{
    for (const struct surface_tool *tool = tools; tool->name != NULL; tool++) {
        if (strcmp(tool->name, arguments->operands[0]) != 0) continue;
        int status = check_call(tool, arguments);
        if (status == CLI_FINE && cli_given(arguments, CLI_WHEEL) && !cli_given(arguments, CLI_PATH))
            status = cli_usage("--wheel wants a --path");
        if (status == CLI_FINE) status = check_output(arguments);
        return status == CLI_FINE ? tool->run(arguments) : status;
    }
    return cli_no_such(NULL, "tool for surfaces", arguments->operands[0], tool_name, NULL);
}
