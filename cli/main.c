/* paddock: the table of verbs, and finding the one that is meant. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "platform/console.h"
#include "platform/path.h"
#include "platform/signals.h"

const cli_verb *const cli_verbs[] = {
    &cli_verb_info,
    &cli_verb_check,
    &cli_verb_table,
    &cli_verb_standings,
    &cli_verb_laps,
    &cli_verb_stints,
    &cli_verb_compare,
    &cli_verb_plot,
    &cli_verb_incidents,
    &cli_verb_report,
    &cli_verb_sql,
    &cli_verb_ingest,
    &cli_verb_fields,
    &cli_verb_formats,
    &cli_verb_convert,
    &cli_verb_dump,
    &cli_verb_build,
    &cli_verb_set,
    &cli_verb_images,
    &cli_verb_track,
    &cli_verb_surface,
    &cli_verb_repair,
    &cli_verb_cut,
    &cli_verb_unpack,
    &cli_verb_pack,
    &cli_verb_synth,
    &cli_verb_help,
    &cli_verb_version,
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

/* Options that are verbs, when they come first. */
static const cli_verb *first_verb(const char *name)
{
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) name = "help";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) name = "version";
    return cli_find_verb(name);
}

/* Is this a file rather than a verb? Verbs have neither dots nor slashes of any kind. */
static bool is_file_name(const char *name)
{
    if (name[0] == '-') return strcmp(name, "-") == 0;
    return strpbrk(name, "./\\") != NULL || pdk_file_exists(name);
}

static int print_help(const cli_verb *verb)
{
    cli_out out;
    int status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    cli_put_verb(&out, verb);
    return cli_close_out(&out, CLI_FINE);
}

/* A family of tools sees to what they share, and runs them. */
static int run(const cli_verb *verb, cli_arguments *arguments)
{
    if (cli_given(arguments, CLI_HELP)) return print_help(verb);
    if (cli_given(arguments, CLI_QUIET)) cli_be_quiet();
    int status = cli_add_inputs(arguments);
    if (status == CLI_FINE) status = cli_check_output(arguments);
    if (status == CLI_FINE) status = verb->family != NULL ? verb->family->run(arguments) : verb->run(arguments);
    bool failed = status == CLI_IO || status == CLI_UNKNOWN_FORMAT || status == CLI_MALFORMED;
    if (failed && cli_given(arguments, CLI_JSON)) cli_end_failures();
    return status;
}

/* The verb of a command line; *from = where its options and operands begin. NULL after a message. */
static const cli_verb *choose_verb(int argc, char **argv, int *from)
{
    const char *name = argv[1];
    const cli_verb *verb = first_verb(name);
    *from = 2;
    if (verb == NULL && is_file_name(name)) { /* paddock FILE */
        *from = 1;
        return &cli_verb_info;
    }
    if (verb == NULL && name[0] == '-')
        cli_usage("the verb comes first, then options like %s; `paddock help` lists them", name);
    else if (verb == NULL) cli_no_such(NULL, "verb", name, cli_verb_name, cli_verbs);
    if (verb == NULL || verb->tools == NULL) return verb;
    if (argc > 2 && argv[2][0] != '-') return cli_find_tool(verb, argv[(*from)++]);
    if (argc > 2 && (strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0)) return verb;
    cli_usage("`paddock %s` needs a tool: paddock %s %s; `paddock help %s` lists them", verb->name, verb->name,
              verb->operands, verb->name);
    return NULL;
}

static int run_line(int argc, char **argv)
{
    if (argc < 2) return cli_usage("no verb and no file is given; `paddock help` lists the verbs");
    int from;
    if (cli_begin_inputs() != CLI_FINE) return CLI_IO;
    const cli_verb *verb = choose_verb(argc, argv, &from);
    if (verb == NULL) return CLI_USAGE;
    cli_arguments arguments;
    int status = cli_parse(&arguments, verb, argc - from, argv + from);
    if (status == CLI_FINE) status = run(verb, &arguments);
    cli_forget(&arguments);
    return status;
}

/* Files dropped on paddock.exe in Explorer, or a double click: whole paths and nothing else, in a window of our own. */
static bool comes_from_desktop(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!pdk_path_is_absolute(argv[i]) || !pdk_file_exists(argv[i])) return false;
    }
    return pdk_console_is_own();
}

int main(int argc, char **argv)
{
    pdk_signals_of_writing_off();
    if (!pdk_console_begin(&argc, &argv)) return cli_no_memory("the command line");
    bool desktop = comes_from_desktop(argc, argv);
    int status = run_line(argc, argv);
    if (desktop) {
        if (argc < 2) cli_complain("drop files on this program to see what is in them, or use it in a terminal");
        fputs("\nPress any key to close this window.\n", stderr);
        fflush(stderr);
        pdk_console_await_key();
    }
    return cli_end(status);
}
