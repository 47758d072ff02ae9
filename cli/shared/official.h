/* Results files that the game wrote, beside recordings. */
#ifndef PADDOCK_CLI_OFFICIAL_H
#define PADDOCK_CLI_OFFICIAL_H

#include "beside.h"

/* The results file of one recording. */
typedef struct cli_official {
    cli_found file;
    bool is_given; /* by --results; otherwise it was found */
} cli_official;

/* NULL = there is none. */
static inline const pdk_document *cli_official_document(const cli_official *official)
{
    return official->file.input != NULL ? official->file.input->document : NULL;
}

/* CLI_USAGE after a message where --results is given for several recordings. */
int cli_check_results_option(const cli_arguments *arguments);
/* Opens the file of --results. Without it, if the recording can have one, looks for it by name beside the recording,
 * then among the .xml files there, then in the game's own folder for them; says in a note which it takes. It is of the
 * recording's session then. */
int cli_open_official(cli_official *official, const cli_arguments *arguments, const char *recording,
                      const pdk_document *document);
/* The same without looking at --results. */
int cli_find_official(cli_official *official, const cli_arguments *arguments, const char *recording,
                      const pdk_document *document);
/* Of a file that is open anyway: is it the results file of this recording, as surely as one that is found has to be? */
int cli_is_official_of(const char *recording, const pdk_document *document, const pdk_document *file, bool *is_it);
/* What to do after the analysis failed with this error: CLI_USAGE after a message if the file that was given is of
 * another session; CLI_FINE if the error is not about results. */
int cli_refuse_official(const cli_official *official, const pdk_error *error);
void cli_close_official(cli_official *official);

#endif
