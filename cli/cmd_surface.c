/* paddock surface: the tools for surfaces, by name. Each is a file of its own, surface_<name>.c. */
#include <string.h>

#include "cli.h"

/* In the order of the man page, ended by name == NULL. */
static const struct surface_tool {
    const char *name;
    int (*run)(const cli_arguments *arguments); /* operands[0] is the name of the tool */
} tools[] = {
    { "query", cli_surface_query },   { "profile", cli_surface_profile }, { "roughness", cli_surface_roughness },
    { "raster", cli_surface_raster }, { "compare", cli_surface_compare }, { NULL, NULL },
};

static const char *tool_name(const void *user, size_t index)
{
    (void)user;
    return tools[index].name;
}

int cli_cmd_surface(const cli_arguments *arguments)
{
    for (const struct surface_tool *tool = tools; tool->name != NULL; tool++) {
        if (strcmp(tool->name, arguments->operands[0]) == 0) return tool->run(arguments);
    }
    return cli_no_such(NULL, "tool for surfaces", arguments->operands[0], tool_name, NULL);
}
