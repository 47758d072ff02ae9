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

void cli_put_verb(cli_out *out, const cli_verb *verb)
{
    cli_heading(out, "paddock ");
    cli_heading(out, verb->name);
    cli_print(out, " [options]%s%s\n  %s\n", verb->operands[0] != '\0' ? " " : "", verb->operands, verb->summary);
    if (verb->details != NULL) cli_print(out, "\n%s\n", verb->details);
    cli_print(out, "\n");
    cli_heading(out, "Options");
    cli_print(out, "\n");
    for (int option = CLI_OPTIONS - 1; option >= 0; option--) {
        if ((verb->options & CLI_BIT(option)) != 0) put_option(out, &cli_option_infos[option]);
    }
    cli_print(out, "\n");
    cli_heading(out, "Examples");
    for (int i = 0; i < 4; i += 2) cli_print(out, "\n  %s\n      %s\n", verb->examples[i], verb->examples[i + 1]);
}

static void put_verbs(cli_out *out)
{
    cli_heading(out, "paddock");
    cli_print(out, ": the binary files of racing simulators, opened\n\npaddock VERB [options] ...\n\n");
    for (const cli_verb *verb = cli_verbs; verb->name != NULL; verb++) {
        cli_print(out, "  %-8s %-26s %s\n", verb->name, verb->operands, verb->summary);
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
    for (int option = 0; option < CLI_OPTIONS; option++) {
        const cli_option_info *info = &cli_option_infos[option];
        if ((verb->options & CLI_BIT(option)) == 0) continue;
        char letter[2] = { info->letter, '\0' };
        pdk_json_begin(json, '{');
        pdk_member_text(json, "name", info->name);
        pdk_member_text(json, "letter", info->letter != 0 ? letter : NULL);
        pdk_member_text(json, "argument", info->argument);
        pdk_member_text(json, "help", info->help);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
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
        for (const cli_verb *verb = cli_verbs; verb->name != NULL; verb++) put_json_verb(&json, verb);
        pdk_json_end(&json, ']');
    }
    cli_print(out, "\n");
}

int cli_cmd_help(const cli_arguments *arguments)
{
    const char *name = arguments->count > 0 ? arguments->operands[0] : NULL;
    const cli_verb *verb = name != NULL ? cli_find_verb(name) : NULL;
    if (name != NULL && verb == NULL) return cli_no_such(NULL, "verb", name, cli_verb_name, NULL);
    cli_out out;
    int status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_JSON)) put_json(&out, verb);
    else if (verb != NULL) cli_put_verb(&out, verb);
    else put_verbs(&out);
    return cli_close_out(&out, CLI_FINE);
}
