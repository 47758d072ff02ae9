/* paddock help: everything from the tables of verbs and options. */
#include <stdio.h>

#include "cli.h"

static void put_option(cli_out *out, const cli_option_info *info)
{
    char left[48];
    int length = snprintf(left, sizeof left, "%c%c%s --%s%s%s", info->letter != 0 ? '-' : ' ',
                          info->letter != 0 ? info->letter : ' ', info->letter != 0 ? "," : " ", info->name,
                          info->argument != NULL ? " " : "", info->argument != NULL ? info->argument : "");
    cli_print(out, "  %-22s  %s\n", length < (int)sizeof left ? left : info->name, info->help);
}

static void put_tools(cli_out *out, const cli_verb *verb)
{
    cli_print(out, "\n");
    cli_heading(out, "Tools");
    cli_print(out, "\n");
    for (const cli_verb *const *tool = verb->tools; *tool != NULL; tool++) {
        cli_print(out, "  %-9s %-11s %s\n", (*tool)->name, (*tool)->operands, (*tool)->summary);
    }
    cli_print(out, "`paddock help %s TOOL` has the options of one.\n", verb->name);
}

void cli_put_verb(cli_out *out, const cli_verb *verb)
{
    char room[32];
    cli_heading(out, "paddock ");
    cli_heading(out, cli_full_name(verb, room));
    cli_print(out, " [options]%s%s\n  %s\n", verb->operands[0] != '\0' ? " " : "", verb->operands, verb->summary);
    if (verb->details != NULL) cli_print(out, "\n%s\n", verb->details);
    if (verb->tools != NULL) put_tools(out, verb);
    cli_print(out, "\n");
    cli_heading(out, "Options");
    cli_print(out, "\n");
    const cli_option *option = verb->options - 1;
    do put_option(out, &cli_option_infos[*++option]);
    while (*option != CLI_HELP);
    cli_print(out, "\n");
    cli_heading(out, "Examples");
    for (int i = 0; i < 4 && verb->examples[i] != NULL; i += 2)
        cli_print(out, "\n  %s\n      %s\n", verb->examples[i], verb->examples[i + 1]);
}

static void put_verbs(cli_out *out)
{
    cli_heading(out, "paddock");
    cli_print(out, ": the binary files of racing simulators, opened\n\npaddock VERB [options] ...\n\n");
    for (const cli_verb *const *verb = cli_verbs; *verb != NULL; verb++) {
        cli_print(out, "  %-8s %-26s %s\n", (*verb)->name, (*verb)->operands, (*verb)->summary);
    }
    cli_print(out, "\n`paddock help VERB` has the options of one and two examples. A FILE of `-` is standard input.\n"
                   "Exit status: 0 fine, 1 findings, 2 usage, 3 input or output failed, 4 not a format we know,\n"
                   "5 malformed beyond use.\n");
}

static void put_json_verb(pdk_json *json, const cli_verb *verb)
{
    pdk_json_begin(json, '{');
    pdk_member_text(json, "name", verb->name);
    pdk_member_text(json, "operands", verb->operands);
    pdk_member_text(json, "summary", verb->summary);
    pdk_member_begin(json, "options", '[');
    for (const cli_option *option = verb->options;; option++) {
        const cli_option_info *info = &cli_option_infos[*option];
        char letter[2] = { info->letter, '\0' };
        pdk_json_begin(json, '{');
        pdk_member_text(json, "name", info->name);
        pdk_member_text(json, "letter", info->letter != 0 ? letter : NULL);
        pdk_member_text(json, "argument", info->argument);
        pdk_member_text(json, "help", info->help);
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
    .examples = { "paddock help table", "the options of table", "paddock table --help", "the same" },
    .details = "With --json the table of verbs and options, for completions and tests.",
    .options = takes,
    .least = 0,
    .most = 2,
    .run = run_help,
};
