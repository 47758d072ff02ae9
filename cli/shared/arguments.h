/* Verbs, what they take, and what a command line gives them (option_uses.c, parse.c). */
#ifndef PADDOCK_CLI_ARGUMENTS_H
#define PADDOCK_CLI_ARGUMENTS_H

#include "options.h"
#include "paddock/paddock.h"

typedef struct cli_arguments cli_arguments;

/* The headings of `paddock help`. */
typedef enum cli_purpose { CLI_LOOK, CLI_TAKE, CLI_CHANGE, CLI_ABOUT, CLI_PURPOSES } cli_purpose;

/* What the first operand may be, where it is one of some words: each with what it takes and what it means; a name of
 * NULL ends them. */
typedef struct cli_choices {
    const char *title; /* "Kinds" */
    const char *(*name)(size_t index), *(*takes)(size_t index), *(*meaning)(size_t index);
} cli_choices;

/* A verb, or a tool of a verb that has several (`surface simplify`). Each file cmd_<verb>.c ends with its own. */
typedef struct cli_verb {
    const char *name;
    const char *operands; /* "FILE [TABLE]" */
    const char *summary;  /* one line */
    const char *details;  /* paragraphs, a line each; NULL = none */
    cli_purpose purpose;
    const char *examples[4];             /* command, what it does, command, what it does */
    const cli_option *options;           /* those it takes, ended by CLI_HELP, which all take */
    const struct cli_verb *family;       /* of a tool: its verb */
    const struct cli_verb *const *tools; /* of a verb with tools, ended by NULL */
    const cli_choices *choices;          /* of the first operand; NULL = it is a file or free */
    const char *kinds;                   /* the extensions OUT may have, "csv jsonl"; NULL = any, or run() sees to it */
    int min_operands, max_operands;      /* operands without OUT; max_operands < 0 = any number */
    bool (*fills_folder)(const cli_arguments *arguments); /* is OUT a folder that gets the files? NULL = never */
    bool has_out;                                         /* an operand more than max_operands is OUT, as after -o */
    int (*run)(const cli_arguments *arguments);
} cli_verb;

/* What every verb that reads files takes. */
#define CLI_READING CLI_AS, CLI_PARTIAL, CLI_MEMORY_LIMIT, CLI_RECORD_LIMIT, CLI_QUIET
/* What every verb that writes takes. */
#define CLI_OUTPUTS CLI_OUTPUT, CLI_NO_CLOBBER
/* What every verb that edits a file takes. */
#define CLI_EDITING CLI_OUTPUTS, CLI_IN_PLACE, CLI_PLAIN

bool cli_takes(const cli_verb *verb,
               cli_option option); /* What an option's value is called in this verb: "DATASET"; NULL for a switch. */
const char *cli_option_argument(const cli_option_info *info, const cli_verb *verb);
/* For completions, as cli_option_info.values. */
const char *cli_option_values(const cli_option_info *info, const cli_verb *verb);
/* What an option does in this verb; NULL = in all, each use with the verbs it is of. */
enum { CLI_OPTION_HELP = 640 };
const char *cli_option_help(const cli_option_info *info, const cli_verb *verb, char text[CLI_OPTION_HELP]);

typedef struct cli_given_value {
    cli_option option;
    const char *value;
    char *joined; /* with those before it; malloc'd */
} cli_given_value;

struct cli_arguments {
    const cli_verb *verb;
    const char *values[CLI_OPTIONS]; /* NULL = not given; switches are "" */
    cli_given_value *all;            /* every option as it came; malloc'd */
    int all_count;
    const char **operands; /* sorted to the front of argv, without OUT, which is in values[CLI_OUTPUT] */
    int count;
};

/* "surface simplify" */
const char *cli_full_name(const cli_verb *verb, char buffer[32]);

/* --- parse.c --- */
/* Reads `argv` after the verb. CLI_FINE, or CLI_USAGE after saying why on standard error. */
int cli_parse(cli_arguments *arguments, const cli_verb *verb, int argc, char **argv);
void cli_forget(cli_arguments *arguments);
/* Looks at OUT before any work: can this verb write what its name says, and is it there already with --no-clobber? */
int cli_check_output(cli_arguments *arguments);
static inline bool cli_given(const cli_arguments *arguments, cli_option option)
{
    return arguments->values[option] != NULL;
}
/* The next value of an option that repeats; *at begins at 0. NULL after the last. */
const char *cli_next_value(const cli_arguments *arguments, cli_option option, int *at);

#endif
