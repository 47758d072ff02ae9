/* The tools of `paddock surface`. */
#ifndef PADDOCK_CLI_SURFACE_H
#define PADDOCK_CLI_SURFACE_H

#include "cli.h"

/* operands[0] is the name of the tool, what it works on stands behind. */
int cli_surface_stats(const cli_arguments *arguments);
int cli_surface_check(const cli_arguments *arguments);
int cli_surface_normals(const cli_arguments *arguments);
int cli_surface_simplify(const cli_arguments *arguments);
int cli_surface_crop(const cli_arguments *arguments);
int cli_surface_tile(const cli_arguments *arguments);
int cli_surface_merge(const cli_arguments *arguments);

/* --- surface_input.c --- */

/* A file's surface, or all of them as one. */
typedef struct cli_surface_input {
    cli_input input;
    pdk_document *joined; /* when there are several */
    pdk_surface surface;
    const char *frame;
    pdk_surface_options options; /* with document, frame, limits and a progress bar */
    cli_progress progress;
} cli_surface_input;

/* The rule of all tools: the surfaces of a file are one, unless --surface names one of them. Says what failed. */

/* As arrays; *joined = where they are, when there are several, to be closed. */
int cli_choose_surface(const cli_arguments *arguments, const pdk_document *document, const char *path, const pdk_surface_options *options,
                       pdk_document **joined, pdk_surface *surface, const char **frame);
/* For what takes whole documents: *alone = a document with the one that is named, to be closed before `document`, or NULL. */
int cli_surface_alone(const cli_arguments *arguments, const pdk_document *document, const char *path, pdk_document **alone);
/* Opens and chooses; `label` is what the progress bar says. Says what failed. */
int cli_open_surface(cli_surface_input *input, const cli_arguments *arguments, const char *path, const char *label);
void cli_close_surface(cli_surface_input *input);
/* Options of a tool that works on whole documents. */
int cli_surface_options(const cli_arguments *arguments, pdk_surface_options *options, cli_progress *progress, const char *label);

/* --- surface_change.c --- */

/* What a tool did, in words on standard output, or as JSON: not where the surface itself goes. */
int cli_say_surface(const cli_arguments *arguments, const char *in, const char *path, const pdk_surface_report *report);
/* A number of an option, at least `least`. */
int cli_amount_of(const cli_arguments *arguments, cli_option option, double least, double *value);

#endif
