/* paddock: which verb a command line means, and what is around running it. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "failures.h"
#include "inputs.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "parquet.h"
#include "platform/console.h"
#include "platform/files.h"
#include "platform/path.h"
#include "platform/signals.h"
#include "progress.h"
#include "verbs.h"

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
    cli_use_databases(cli_sql_databases());
    const cli_verb *verb = choose_verb(argc, argv, &from);
    if (verb == NULL) return CLI_USAGE;
    cli_arguments arguments;
    int status = cli_parse(&arguments, verb, argc - from, argv + from);
    if (status == CLI_FINE) status = run(verb, &arguments);
    cli_forget(&arguments);
    return status;
}

/* Files dropped on paddock.exe in Explorer, or a double click: whole paths and nothing else, in our own window. */
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
