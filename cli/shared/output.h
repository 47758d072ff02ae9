/* Where a verb writes: standard output, or a file that appears when it is whole. */
#ifndef PADDOCK_CLI_OUTPUT_H
#define PADDOCK_CLI_OUTPUT_H

#include "arguments.h"
#include "messages.h"
#include "paddock/paddock.h"

typedef struct cli_out {
    pdk_output *output;
    const char *name; /* for messages */
    bool is_file;
    bool is_terminal;
    bool colour;          /* a terminal with colours */
    int width;            /* columns to wrap text at */
    pdk_posting *posting; /* what is collected for the end (posted.h); NULL = nothing is */
} cli_out;

/* NULL and "-" mean standard output. */
int cli_open_out(cli_out *out, const char *path);
/* With CLI_FINE or CLI_FINDINGS the output is finished (a file appears); otherwise a file vanishes, and what was said
 * on standard output stays said. Returns the status, or CLI_IO when finishing failed. */
int cli_close_out(cli_out *out, int status);
/* The same for answers about several files: a file that failed does not lose the answers about the others. */
int cli_close_answers(cli_out *out, int status);
void cli_print(cli_out *out, const char *format, ...) CLI_PRINTF(2, 3);
/* Text out of a file, as pdk_show_text shows it: nothing in it acts on a terminal or turns the text around it. */
void cli_put_text(cli_out *out, const char *text, size_t size);
/* A name of a file or out of one, with blanks after it up to `width` letters. */
void cli_put_name(cli_out *out, const char *name, size_t width);
void cli_put_padded(cli_out *out, const char *text, size_t size, size_t width); /* the same of a text without an end */
/* A number with all its digits, as in tables, and the text after it. */
void cli_put_number(cli_out *out, double value, pdk_type type, const char *behind);
/* For people: cli_value_text and texts. */
void cli_put_value(cli_out *out, const pdk_value *value);
/* Bold on a terminal. */
void cli_heading(cli_out *out, const char *text);
/* The error of a failed write is this output's: "paddock: standard output: ..."; a closed pipe is no failure. */
int cli_fail_out(const cli_out *out, const pdk_error *error);
/* For calls that read `file` and write `out`: whose failure it is follows from the error. */
int cli_fail_written(const cli_out *out, const char *file, const pdk_error *error);
/* Would --no-clobber keep this? Then it says so, and returns CLI_IO. */
int cli_check_clobber(const cli_arguments *arguments, const char *path);
/* Makes a folder, unless it is there; `what` it is for goes into the complaint. */
int cli_make_folder(const char *path, const char *what);
/* Says that the verb needs an output; returns CLI_USAGE. */
int cli_need_output(const cli_arguments *arguments);
/* As cli_open_out, for what an edit makes: with --in-place it takes the place of its input. */
int cli_open_edit(cli_out *out, const cli_arguments *arguments, const char *path);

#endif
