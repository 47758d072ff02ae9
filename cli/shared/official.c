#include "official.h"

#include <stdlib.h>
#include <string.h>

#include "beside.h"
#include "exit_status.h"
#include "messages.h"
#include "options.h"
#include "platform/files.h"
#include "platform/path.h"
#include "rewritten.h"

/* Only replays of this format belong to games that write results files. */
static bool can_have(const pdk_document *document)
{
    return strcmp(pdk_document_format(document)->id, "vcr") == 0;
}

int cli_check_results_option(const cli_arguments *arguments)
{
    if (!cli_given(arguments, CLI_RESULTS) || cli_recording_count(arguments) <= 1) return CLI_FINE;
    return cli_usage("--results is about one recording: give one file, or the parts of one with --join");
}

int cli_open_official(cli_official *official, const cli_arguments *arguments, const char *recording,
                      const pdk_document *document)
{
    const char *given = arguments->values[CLI_RESULTS];
    *official = (cli_official){ .is_given = given != NULL };
    if (given == NULL && (!can_have(document) || strcmp(recording, "-") == 0)) return CLI_FINE;
    official->path = given != NULL
                         ? cli_begin_of(given, strlen(given), "")
                         : cli_begin_of(recording, (size_t)(pdk_path_extension(recording) - recording), ".xml");
    if (official->path == NULL) return cli_no_memory("the name of a results file");
    if (given == NULL && !pdk_file_exists(official->path)) return CLI_FINE;
    cli_arguments detected = *arguments;
    detected.values[CLI_AS] = NULL; /* that is about the recording */
    int status = given != NULL ? cli_open(&official->input, &detected, official->path)
                               : cli_open_quietly(&official->input, &detected, official->path);
    official->is_open = status == CLI_FINE;
    return status == CLI_INTERRUPTED || given != NULL ? status : CLI_FINE;
}

int cli_refuse_official(cli_official *official, const pdk_error *error, bool *again)
{
    *again = false;
    if (!official->is_open || strncmp(error->code, "results.", 8) != 0) return CLI_FINE;
    const char *name = cli_file_name(official->path);
    if (official->is_given) return cli_usage("%s: %s (%s)", name, error->message, error->code);
    cli_note("%s is not used: %s", name, error->message);
    *again = true;
    cli_close_official(official);
    return CLI_FINE;
}

int cli_check_official(cli_official *official, const pdk_document *document)
{
    static const char *const names[] = { "laps", NULL };
    if (!official->is_open || official->is_given) return CLI_FINE;
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = names;
    options.results = official->input.document;
    pdk_document *analysis;
    pdk_error error;
    bool again;
    if (pdk_analyse(document, &options, &analysis, &error) != PDK_OK)
        return cli_refuse_official(official, &error, &again);
    pdk_close(analysis);
    return CLI_FINE;
}

void cli_close_official(cli_official *official)
{
    if (official->is_open) cli_close(&official->input);
    free(official->path);
    *official = (cli_official){ .path = NULL };
}
