/* The command line: options, operands, and where the output goes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "inputs.h"
#include "messages.h"
#include "options.h"
#include "output.h"
#include "output_try.h"
#include "platform/path.h"

/* The names of the options a verb takes, as they are given; for suggestions. */
static const char *option_name(const void *user, size_t index)
{
    static char names[CLI_OPTIONS][24];
    const cli_verb *verb = user;
    for (const cli_option *option = verb->options;; option++) {
        if (index-- == 0) {
            snprintf(names[*option], sizeof names[*option], "--%s", cli_option_infos[*option].name);
            return names[*option];
        }
        if (*option == CLI_HELP) return NULL;
    }
}

static int find_long(const cli_verb *verb, const char *name, size_t length)
{
    for (const cli_option *option = verb->options;; option++) {
        const char *right = cli_option_infos[*option].name;
        if (strlen(right) == length && memcmp(right, name, length) == 0) return (int)*option;
        if (*option == CLI_HELP) return -1;
    }
}

static int find_letter(const cli_verb *verb, char letter)
{
    for (const cli_option *option = verb->options;; option++) {
        if (cli_option_infos[*option].letter == letter) return (int)*option;
        if (*option == CLI_HELP) return -1;
    }
}

/* Options by names that people may know, and what they are called here. */
static const struct {
    const char *verb, *name, *here;
} other_names[] = {
    { "cut", "from", "--time A:B" },
    { "cut", "to", "--time A:B" },
    { "surface profile", "from", "--line X,Y,X,Y" },
    { "surface profile", "to", "--line X,Y,X,Y" },
    { "surface profile", "points", "--coordinates FILE" },
    { "surface roughness", "from", "--line X,Y,X,Y" },
    { "surface roughness", "to", "--line X,Y,X,Y" },
    { "surface roughness", "points", "--coordinates FILE" },
    { "surface query", "points", "--coordinates FILE" },
    { "surface tile", "size", "--cell M" },
    { "surface raster", "pixels", "--size WxH" },
    { "surface compare", "pixels", "--size WxH" },
    { "synth", "size", "--bytes N" },
};

static int no_option(const cli_verb *verb, const char *text, size_t length)
{
    char buffer[64], verb_room[32], *name = buffer + 2;
    const char *verb_name = cli_full_name(verb, verb_room);
    if (length >= sizeof buffer - 2) length = sizeof buffer - 3;
    memcpy(buffer, "--", 2);
    memcpy(name, text, length);
    name[length] = '\0';
    for (size_t i = 0; i < sizeof other_names / sizeof other_names[0]; i++) {
        if (strcmp(other_names[i].verb, verb_name) == 0 && strcmp(other_names[i].name, name) == 0) {
            return cli_usage("`paddock %s` has no --%s; use %s", verb_name, name, other_names[i].here);
        }
    }
    for (int option = 0; option < CLI_OPTIONS; option++) {
        if (strcmp(cli_option_infos[option].name, name) == 0) {
            return cli_usage("`paddock %s` does not take --%s; see `paddock help %s`", verb_name, name, verb_name);
        }
    }
    return cli_no_such(NULL, "option", buffer, option_name, verb);
}

/* "A,B" and "C" as "A,B,C"; malloc'd. */
static char *join(const char *first, const char *second)
{
    size_t size = strlen(first) + strlen(second) + 2;
    char *joined = malloc(size);
    if (joined != NULL) snprintf(joined, size, "%s,%s", first, second);
    return joined;
}

typedef struct parsing {
    cli_arguments *arguments;
    int argc, at;
    char **argv;
} parsing;

static int take(parsing *line, cli_option option, const char *value)
{
    cli_arguments *arguments = line->arguments;
    const cli_option_info *info = &cli_option_infos[option];
    const char **slot = &arguments->values[option];
    cli_given_value *given = &arguments->all[arguments->all_count++];
    *given = (cli_given_value){ .option = option, .value = value };
    if (*slot == NULL || info->argument == NULL) {
        *slot = value != NULL ? value : "";
    } else if (info->repeat == CLI_JOINED) {
        *slot = given->joined = join(*slot, value);
        if (*slot == NULL) return cli_no_memory("the command line");
    } else if (info->repeat == CLI_REFUSED) {
        return cli_usage("--%s is given twice: \"%s\" and \"%s\"", info->name, *slot, value);
    }
    return CLI_FINE;
}

/* One option at argv[at]; moves `at` past a value in the next argument. */
static int parse_option(parsing *line)
{
    const cli_verb *verb = line->arguments->verb;
    const char *text = line->argv[line->at], *value = NULL;
    int option;
    if (text[1] == '-') {
        const char *name = text + 2, *equals = strchr(name, '=');
        size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
        option = find_long(verb, name, length);
        if (option < 0) return no_option(verb, name, length);
        if (equals != NULL) value = equals + 1;
    } else {
        option = find_letter(verb, text[1]);
        if (option < 0) {
            char buffer[32];
            const char *name = cli_full_name(verb, buffer);
            return cli_usage("`paddock %s` has no option %s; see `paddock help %s`. Put -- before a file name that "
                             "begins with a dash",
                             name, text, name);
        }
        if (text[2] != '\0') value = text + 2;
    }
    const cli_option_info *info = &cli_option_infos[option];
    if (info->argument == NULL && value != NULL)
        return cli_usage("--%s takes no value, but has \"%s\"", info->name, value);
    if (info->argument != NULL && value == NULL) {
        if (line->at + 1 >= line->argc) {
            return cli_usage("--%s needs a value: --%s %s", info->name, info->name, cli_option_argument(info, verb));
        }
        value = line->argv[++line->at];
    }
    return take(line, (cli_option)option, value);
}

const char *cli_next_value(const cli_arguments *arguments, cli_option option, int *at)
{
    while (*at < arguments->all_count) {
        const cli_given_value *next = &arguments->all[(*at)++];
        if (next->option == option) return next->value;
    }
    return NULL;
}

/* An operand more than the verb's own is OUT. */
static int take_out(cli_arguments *arguments)
{
    const cli_verb *verb = arguments->verb;
    if (!verb->has_out || arguments->count != verb->max_operands + 1) return CLI_FINE;
    const char *out = arguments->operands[--arguments->count];
    if (cli_given(arguments, CLI_OUTPUT)) {
        return cli_usage("two outputs are given: \"%s\" and -o \"%s\"", out, arguments->values[CLI_OUTPUT]);
    }
    arguments->values[CLI_OUTPUT] = out;
    return CLI_FINE;
}

static int check_count(const cli_arguments *arguments)
{
    const cli_verb *verb = arguments->verb;
    char buffer[32];
    const char *name = cli_full_name(verb, buffer), *space = verb->operands[0] != '\0' ? " " : "";
    if (arguments->count < verb->min_operands) {
        return cli_usage("an operand is missing: paddock %s%s%s", name, space, verb->operands);
    }
    if (verb->max_operands >= 0 && arguments->count > verb->max_operands) {
        return cli_usage("\"%s\" is one operand too many: paddock %s%s%s",
                         arguments->operands[verb->max_operands + verb->has_out], name, space, verb->operands);
    }
    return CLI_FINE;
}

int cli_parse(cli_arguments *arguments, const cli_verb *verb, int argc, char **argv)
{
    *arguments = (cli_arguments){ .verb = verb, .operands = (const char **)argv };
    bool options = true;
    arguments->all = malloc(((size_t)argc + 1) * sizeof *arguments->all);
    if (arguments->all == NULL) return cli_no_memory("the command line");
    parsing line = { .arguments = arguments, .argc = argc, .argv = argv };
    for (; line.at < argc; line.at++) {
        const char *text = argv[line.at];
        if (options && strcmp(text, "--") == 0) {
            options = false;
        } else if (options && text[0] == '-' && text[1] != '\0') {
            int status = parse_option(&line);
            if (status != CLI_FINE) return status;
        } else {
            arguments->operands[arguments->count++] = text; /* never ahead of what is still to be read */
        }
    }
    if (cli_given(arguments, CLI_HELP)) return CLI_FINE;
    int status = take_out(arguments);
    return status == CLI_FINE ? check_count(arguments) : status;
}

void cli_forget(cli_arguments *arguments)
{
    for (int i = 0; i < arguments->all_count; i++) free(arguments->all[i].joined);
    free(arguments->all);
}

/* ------------------------------------------------------------------------------------------------------- OUT */

/* Is `word` on a list of words, in capitals or not? */
static bool is_listed(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; *at != '\0'; at += *at == ' ') {
        size_t size = strcspn(at, " ");
        bool same = size == length;
        for (size_t i = 0; same && i < size; i++)
            same = at[i] == (word[i] >= 'A' && word[i] <= 'Z' ? word[i] + 32 : word[i]);
        if (same) return true;
        at += size;
    }
    return false;
}

static int refuse_kind(const cli_verb *verb, const char *path)
{
    char list[256] = "", buffer[32];
    size_t length = 0;
    for (const char *at = verb->kinds; *at != '\0'; at += *at == ' ') {
        size_t size = strcspn(at, " ");
        const char *between = length == 0 ? "" : at[size] == '\0' ? " or " : ", ";
        length += (size_t)snprintf(list + length, sizeof list - length, "%s.%.*s", between, (int)size, at);
        at += size;
    }
    return cli_usage("%s: `paddock %s` cannot write %s; the name of its output may end in %s", path,
                     cli_full_name(verb, buffer), pdk_path_extension(path), list);
}

int cli_need_output(const cli_arguments *arguments)
{
    const cli_verb *verb = arguments->verb;
    char buffer[32];
    bool in_place = cli_takes(verb, CLI_IN_PLACE);
    return cli_usage("`paddock %s` needs an output: %s-o OUT%s", cli_full_name(verb, buffer),
                     verb->has_out ? "OUT or " : "", in_place ? ", or --in-place" : "");
}

int cli_check_output(cli_arguments *arguments)
{
    const cli_verb *verb = arguments->verb;
    const char *path = arguments->values[CLI_OUTPUT];
    if (cli_given(arguments, CLI_NO_CLOBBER) && cli_given(arguments, CLI_IN_PLACE)) {
        return cli_usage("--in-place replaces the file, and --no-clobber forbids that");
    }
    if (path == NULL || strcmp(path, "-") == 0) return cli_try_outputs(arguments);
    if (path[0] == '\0') return cli_usage("the name of the output is empty");
    int status = cli_given(arguments, CLI_IN_PLACE) ? CLI_FINE : cli_check_apart(path);
    if (status != CLI_FINE) return status;
    const char *extension = pdk_path_extension(path);
    if (verb->kinds != NULL && extension[0] != '\0' && !cli_given(arguments, CLI_FORMAT)) {
        if (!is_listed(verb->kinds, extension + 1)) return refuse_kind(verb, path);
        if (cli_is_named(path, ".json") && cli_takes(verb, CLI_JSON)) arguments->values[CLI_JSON] = "";
        if (cli_is_named(path, ".md") && cli_takes(verb, CLI_MARKDOWN)) arguments->values[CLI_MARKDOWN] = "";
    }
    status = cli_check_clobber(arguments, path);
    return status == CLI_FINE ? cli_try_outputs(arguments) : status;
}
