/* Results files that the game wrote, beside recordings. */
#ifndef PADDOCK_CLI_OFFICIAL_H
#define PADDOCK_CLI_OFFICIAL_H

#include "arguments.h"
#include "open.h"

/* The results file of one recording. */
typedef struct cli_official {
    cli_input input;
    char *path; /* malloc'd */
    bool is_open;
    bool is_given; /* by --results; otherwise it was found beside the recording */
} cli_official;

/* CLI_USAGE after a message where --results is given for several recordings. */
int cli_check_results_option(const cli_arguments *arguments);
/* Opens the file of --results, or, if the recording can have one and it lies beside it under the same name, that one.
 * CLI_FINE, with is_open false, where there is none. */
int cli_open_official(cli_official *official, const cli_arguments *arguments, const char *recording,
                      const pdk_document *document);
/* What to do after the analysis failed with this error: CLI_USAGE after a message if the file that was given is of
 * another session; CLI_FINE if the error is not about results. One that was found is closed after a note, and
 * `again` says that the analysis works without it. */
int cli_refuse_official(cli_official *official, const pdk_error *error, bool *again);
/* Before the document's answers are made elsewhere: is the file that was found of the same session? Otherwise it is
 * closed after a note. One that was given is not looked at: it fails where it is used. */
int cli_check_official(cli_official *official, const pdk_document *document);
void cli_close_official(cli_official *official);

#endif
