/* paddock: the table of verbs, and finding the one that is meant. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

const cli_verb *const cli_verbs[] = {
    &cli_verb_info,    &cli_verb_check,   &cli_verb_table,  &cli_verb_fields,  &cli_verb_formats,
    &cli_verb_convert, &cli_verb_dump,    &cli_verb_build,  &cli_verb_set,     &cli_verb_images,
    &cli_verb_track,   &cli_verb_surface, &cli_verb_repair, &cli_verb_cut,     &cli_verb_unpack,
    &cli_verb_pack,    &cli_verb_synth,   &cli_verb_help,   &cli_verb_version, NULL,
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

static int print_help(const cli_verb *verb)
{
    cli_out out;
    int status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    cli_put_verb(&out, verb);
    return cli_close_out(&out, CLI_FINE);
}

/* A family of tools sees to what they share, and runs them. */
static int run(const cli_verb *verb, const cli_arguments *arguments)
{
    if (verb->tools != NULL)
        return cli_usage("`paddock %s` needs a tool; `paddock help %s` lists them", verb->name, verb->name);
    return verb->family != NULL ? verb->family->run(arguments) : verb->run(arguments);
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* a reader that leaves is seen where we write */
    signal(SIGXFSZ, SIG_IGN); /* so is a file that may not grow any more */
    cli_begin_streams();
    if (argc < 2) return cli_usage("what shall I do? `paddock help` lists the verbs");
    const cli_verb *verb = first_verb(argv[1]);
    if (verb == NULL)
        return cli_no_such(NULL, argv[1][0] == '-' ? "option" : "verb", argv[1], cli_verb_name, cli_verbs);
    int from = 2;
    if (verb->tools != NULL && argc > 2 && argv[2][0] != '-') {
        const cli_verb *tool = cli_find_tool(verb, argv[from++]);
        if (tool == NULL) return CLI_USAGE;
        verb = tool;
    }
    cli_arguments arguments;
    int status = cli_parse(&arguments, verb, argc - from, argv + from);
    if (status == CLI_FINE) status = cli_given(&arguments, CLI_HELP) ? print_help(verb) : run(verb, &arguments);
    free(arguments.repeated);
    return cli_end(status);
}
