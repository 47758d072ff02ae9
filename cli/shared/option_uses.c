/* What an option means in a verb: texts of help, the names of values. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "options.h"

bool cli_takes(const cli_verb *verb, cli_option option)
{
    const cli_option *at = verb->options;
    while (*at != option && *at != CLI_HELP) at++;
    return *at == option;
}

const char *cli_full_name(const cli_verb *verb, char buffer[32])
{
    snprintf(buffer, 32, "%s%s%s", verb->family != NULL ? verb->family->name : "", verb->family != NULL ? " " : "",
             verb->name);
    return buffer;
}

/* Is a verb, or its family, in a list such as "laps, surface raster"? */
static bool is_listed(const char *list, const char *name)
{
    for (size_t size; *list != '\0'; list += size + strspn(list + size, ", ")) {
        size = strcspn(list, ",");
        if (strlen(name) == size && strncmp(list, name, size) == 0) return true;
    }
    return false;
}

static bool is_of(const cli_option_use *use, const cli_verb *verb)
{
    char name[32];
    return is_listed(use->verbs, cli_full_name(verb, name)) ||
           (verb->family != NULL && is_listed(use->verbs, verb->family->name));
}

static const cli_option_use *use_in(const cli_option_info *info, const cli_verb *verb)
{
    for (size_t i = 0; i < CLI_MOST_USES && info->uses[i].verbs != NULL; i++) {
        if (is_of(&info->uses[i], verb)) return &info->uses[i];
    }
    return NULL;
}

const char *cli_option_argument(const cli_option_info *info, const cli_verb *verb)
{
    const cli_option_use *use = use_in(info, verb);
    return use != NULL && use->argument != NULL ? use->argument : info->argument;
}

const char *cli_option_values(const cli_option_info *info, const cli_verb *verb)
{
    const cli_option_use *use = use_in(info, verb);
    return use != NULL && use->values != NULL ? use->values : info->values;
}

const char *cli_option_help(const cli_option_info *info, const cli_verb *verb, char text[CLI_OPTION_HELP])
{
    size_t length = (size_t)snprintf(text, CLI_OPTION_HELP, "%s", info->help != NULL ? info->help : "");
    for (size_t i = 0; i < CLI_MOST_USES && info->uses[i].verbs != NULL; i++) {
        const cli_option_use *use = &info->uses[i];
        if ((verb != NULL && !is_of(use, verb)) || length >= CLI_OPTION_HELP) continue;
        const char *join = length == 0 ? "" : verb == NULL ? "; " : use->help[0] == '[' ? " " : ": ";
        length += (size_t)snprintf(text + length, CLI_OPTION_HELP - length, "%s%s%s%s", join,
                                   verb == NULL ? use->verbs : "", verb == NULL ? ": " : "", use->help);
    }
    return text;
}
