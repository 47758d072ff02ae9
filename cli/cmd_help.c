/* The table of verbs, and paddock help: everything from the tables of verbs and options. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "json/json.h"
#include "layout.h"
#include "messages.h"
#include "options.h"
#include "output.h"
#include "verbs.h"

const cli_verb *const cli_verbs[] = {
#define CLI_VERB(name) &cli_verb_##name,
#include "verbs.def"
#undef CLI_VERB
    NULL,
};

const char *cli_verb_name(const void *user, size_t index)
{
    const cli_verb *const *verbs = user;
    return verbs[index] != NULL ? verbs[index]->name : NULL;
}

static const cli_verb *find(const cli_verb *const *verbs, const char *name)
{
    while (*verbs != NULL && strcmp((*verbs)->name, name) != 0) verbs++;
    return *verbs;
}

const cli_verb *cli_find_verb(const char *name)
{
    return find(cli_verbs, name);
}

const cli_verb *cli_find_tool(const cli_verb *verb, const char *name)
{
    const cli_verb *tool = find(verb->tools, name);
    if (tool == NULL) {
        char what[48];
        snprintf(what, sizeof what, "tool of `paddock %s`", verb->name);
        cli_no_such(NULL, what, name, cli_verb_name, verb->tools);
    }
    return tool;
}

enum { WIDTH = 80, OPTION_INDENT = 26 };

static const char *const group_titles[CLI_GROUPS] = { "Options", "Output", "Input", "General" };
static const char *const purpose_titles[CLI_PURPOSES] = { "See what is in a file", "Take things out", "Change a file",
                                                          "Learn and try" };

static void put_option(cli_out *out, const cli_verb *verb, const cli_option_info *info)
{
    char left[48], help[CLI_OPTION_HELP];
    const char *argument = cli_option_argument(info, verb);
    int length = snprintf(left, sizeof left, "  %c%c%s --%s%s%s", info->letter != 0 ? '-' : ' ',
                          info->letter != 0 ? info->letter : ' ', info->letter != 0 ? "," : " ", info->name,
                          argument != NULL ? " " : "", argument != NULL ? argument : "");
    cli_print(out, "%s", left);
    if (length + 2 > OPTION_INDENT) cli_print(out, "\n%*s", OPTION_INDENT, "");
    else cli_print(out, "%*s", OPTION_INDENT - length, "");
    cli_put_wrapped(out, OPTION_INDENT, cli_option_help(info, verb, help));
}

/* The options of a verb under one heading. */
static void put_group(cli_out *out, const cli_verb *verb, cli_group group)
{
    bool headed = false;
    for (const cli_option *option = verb->options;; option++) {
        const cli_option_info *info = &cli_option_infos[*option];
        if (info->group == group && !headed) {
            cli_print(out, "\n");
            cli_heading(out, group_titles[group]);
            cli_print(out, "\n");
            headed = true;
        }
        if (info->group == group) put_option(out, verb, info);
        if (*option == CLI_HELP) return;
    }
}

/* Lines are wrapped again; line breaks in the text do not matter. An empty line begins a paragraph. */
static void put_details(cli_out *out, const char *details)
{
    while (*details != '\0') {
        char text[2048];
        size_t length = 0;
        for (; *details != '\0' && strncmp(details, "\n\n", 2) != 0 && length + 1 < sizeof text; details++)
            text[length++] = *details == '\n' ? ' ' : *details;
        text[length] = '\0';
        cli_print(out, "\n");
        cli_put_wrapped(out, 0, text);
        details += strspn(details, "\n");
    }
}

static void put_tools(cli_out *out, const cli_verb *verb)
{
    cli_print(out, "\n");
    cli_heading(out, "Tools");
    cli_print(out, "\n");
    for (const cli_verb *const *tool = verb->tools; *tool != NULL; tool++) {
        cli_print(out, "  %-9s  %-13s  ", (*tool)->name, (*tool)->operands);
        cli_put_wrapped(out, 28, (*tool)->summary);
    }
    cli_print(out, "\n`paddock help %s TOOL` prints the options of one.\n", verb->name);
}

static void put_choices(cli_out *out, const cli_choices *choices)
{
    cli_print(out, "\n");
    cli_heading(out, choices->title);
    cli_print(out, "\n");
    for (size_t i = 0; choices->name(i) != NULL; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s (%s)", choices->meaning(i), choices->takes(i));
        cli_print(out, "  %-9s  ", choices->name(i));
        cli_put_wrapped(out, 13, text);
    }
}

void cli_put_verb(cli_out *out, const cli_verb *verb)
{
    char buffer[32];
    out->width = WIDTH;
    cli_heading(out, "paddock ");
    cli_heading(out, cli_full_name(verb, buffer));
    cli_print(out, " [options]%s%s\n  ", verb->operands[0] != '\0' ? " " : "", verb->operands);
    cli_put_wrapped(out, 2, verb->summary);
    if (verb->details != NULL) put_details(out, verb->details);
    if (verb->choices != NULL) put_choices(out, verb->choices);
    if (verb->tools != NULL) put_tools(out, verb);
    for (int group = 0; group < CLI_GROUPS; group++) put_group(out, verb, (cli_group)group);
    cli_print(out, "\n");
    cli_heading(out, "Examples");
    for (int i = 0; i < 4 && verb->examples[i] != NULL; i += 2)
        cli_print(out, "\n  %s\n      %s\n", verb->examples[i], verb->examples[i + 1]);
}

static void put_verbs(cli_out *out)
{
    out->width = WIDTH;
    cli_heading(out, "paddock");
    cli_print(out, ": read, check, convert and edit the files of racing simulators\n\n"
                   "  paddock VERB [options] FILE...\n"
                   "  paddock FILE                        the same as paddock info FILE\n");
    for (int purpose = 0; purpose < CLI_PURPOSES; purpose++) {
        cli_print(out, "\n");
        cli_heading(out, purpose_titles[purpose]);
        cli_print(out, "\n");
        for (const cli_verb *const *verb = cli_verbs; *verb != NULL; verb++) {
            if ((int)(*verb)->purpose != purpose) continue;
            cli_print(out, "  %-9s  ", (*verb)->name);
            cli_put_wrapped(out, 13, (*verb)->summary);
        }
    }
    cli_print(out, "\n`paddock help VERB` prints the options of a verb and two examples.\n"
                   "A FILE of - is standard input, an OUT of - is standard output.\n"
                   "Exit status: 0 fine, 1 findings, 2 wrong usage, 3 input or output failed,\n"
                   "4 not a format we know, or one that has no answer, 5 too damaged to read.\n");
}

static void put_examples(pdk_json *json, const cli_verb *verb)
{
    pdk_member_begin(json, "examples", '[');
    for (int i = 0; i < 4 && verb->examples[i] != NULL; i += 2) {
        pdk_json_begin(json, '{');
        pdk_member_text(json, "command", verb->examples[i]);
        pdk_member_text(json, "does", verb->examples[i + 1]);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_json_choices(pdk_json *json, const cli_choices *choices)
{
    pdk_member_begin(json, "choices", '[');
    for (size_t i = 0; choices->name(i) != NULL; i++) {
        pdk_json_begin(json, '{');
        pdk_member_text(json, "name", choices->name(i));
        pdk_member_text(json, "takes", choices->takes(i));
        pdk_member_text(json, "meaning", choices->meaning(i));
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_json_verb(pdk_json *json, const cli_verb *verb)
{
    pdk_json_begin(json, '{');
    pdk_member_text(json, "name", verb->name);
    pdk_member_text(json, "operands", verb->operands);
    pdk_member_text(json, "summary", verb->summary);
    pdk_member_text(json, "purpose", purpose_titles[(verb->family != NULL ? verb->family : verb)->purpose]);
    pdk_member_text(json, "details", verb->details);
    if (verb->choices != NULL) put_json_choices(json, verb->choices);
    put_examples(json, verb);
    pdk_member_begin(json, "options", '[');
    for (const cli_option *option = verb->options;; option++) {
        const cli_option_info *info = &cli_option_infos[*option];
        char letter[2] = { info->letter, '\0' }, help[CLI_OPTION_HELP];
        pdk_json_begin(json, '{');
        pdk_member_text(json, "name", info->name);
        pdk_member_text(json, "letter", info->letter != 0 ? letter : NULL);
        pdk_member_text(json, "argument", cli_option_argument(info, verb));
        pdk_member_text(json, "group", group_titles[info->group]);
        pdk_member_text(json, "values", cli_option_values(info, verb));
        pdk_member_text(json, "help", cli_option_help(info, NULL, help));
        pdk_json_end(json, '}');
        if (*option == CLI_HELP) break;
    }
    pdk_json_end(json, ']');
    if (verb->tools != NULL) {
        pdk_member_begin(json, "tools", '[');
        for (const cli_verb *const *tool = verb->tools; *tool != NULL; tool++) put_json_verb(json, *tool);
        pdk_json_end(json, ']');
    }
    pdk_json_end(json, '}');
}

/* All verbs as a list, or one. */
static void put_json(cli_out *out, const cli_verb *only)
{
    pdk_json json = { .output = out->output, .indent = 2 };
    if (only != NULL) {
        put_json_verb(&json, only);
    } else {
        pdk_json_begin(&json, '[');
        for (const cli_verb *const *verb = cli_verbs; *verb != NULL; verb++) put_json_verb(&json, *verb);
        pdk_json_end(&json, ']');
    }
    cli_print(out, "\n");
}

static int run_help(const cli_arguments *arguments)
{
    const char *name = arguments->count > 0 ? arguments->operands[0] : NULL;
    const cli_verb *verb = name != NULL ? cli_find_verb(name) : NULL;
    if (name != NULL && verb == NULL) return cli_no_such(NULL, "verb", name, cli_verb_name, cli_verbs);
    if (arguments->count > 1) {
        if (verb->tools == NULL) return cli_usage("`paddock %s` has no tools", name);
        verb = cli_find_tool(verb, arguments->operands[1]);
        if (verb == NULL) return CLI_USAGE;
    }
    cli_out out;
    int status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_JSON)) put_json(&out, verb);
    else if (verb != NULL) cli_put_verb(&out, verb);
    else put_verbs(&out);
    return cli_close_out(&out, CLI_FINE);
}

static const cli_option takes[] = { CLI_JSON, CLI_HELP };

const cli_verb cli_verb_help = {
    .name = "help",
    .operands = "[VERB [TOOL]]",
    .summary = "this list, or everything about one verb",
    .details = "With --json it prints the table of verbs and options.",
    .purpose = CLI_ABOUT,
    .examples = { "paddock help table", "the options of table", "paddock table --help", "the same" },
    .options = takes,
    .min_operands = 0,
    .max_operands = 2,
    .run = run_help,
};
