/* paddock cut: a part of a recording. */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "edited.h"
#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "progress.h"

/* "A,B" in place: commas become ends, and `names` gets room for what is between them. */
static int split_names(char *list, const char ***names, size_t *count)
{
    *count = 1;
    for (const char *at = list; *at != '\0'; at++) *count += *at == ',';
    *names = malloc(*count * sizeof **names);
    if (*names == NULL) return cli_no_memory("a list of drivers");
    for (size_t i = 0; i < *count; i++) {
        (*names)[i] = list;
        list += strcspn(list, ",");
        if (*list == ',') *list++ = '\0';
    }
    return CLI_FINE;
}

static pdk_status write_part(void *user, const pdk_document *document, pdk_output *output, pdk_error *error)
{
    pdk_cut_options *options = user;
    cli_progress progress;
    cli_progress_begin(&progress, "cutting");
    options->progress = cli_progress_step;
    options->progress_user = &progress;
    pdk_status status = pdk_cut(document, options, output, error);
    cli_progress_end(&progress);
    return status;
}

static int cut(const cli_arguments *arguments, pdk_cut_options *options, const char *in, const char *path)
{
    cli_input input;
    int status = cli_open(&input, arguments, in);
    if (status != CLI_FINE) return status;
    status = cli_write_edited(arguments, input.document, in, path, write_part, options);
    cli_close(&input);
    return status;
}

static int run_cut(const cli_arguments *arguments)
{
    const char *in = arguments->operands[0], *path, *wanted = arguments->values[CLI_DRIVERS];
    pdk_cut_options options = PDK_CUT_OPTIONS_INIT;
    cli_times times = { 0 };
    options.gzip = cli_given(arguments, CLI_GZIP);
    int status = cli_edit_target(arguments, in, &path);
    if (status == CLI_FINE) status = cli_times_of(arguments, &times);
    options.has_from = times.has_from;
    options.has_to = times.has_to;
    options.from = times.from;
    options.to = times.to;
    if (status == CLI_FINE && !cli_given(arguments, CLI_TIME) && wanted == NULL) {
        status = cli_usage("`paddock cut` needs --time A:B, --drivers A,B, or both");
    }
    if (status == CLI_FINE && options.gzip && cli_given(arguments, CLI_PLAIN)) {
        status = cli_usage("--plain and --gzip contradict each other");
    }
    if (status != CLI_FINE) return status;
    const char **names = NULL;
    char *list = NULL;
    if (wanted != NULL) {
        list = malloc(strlen(wanted) + 1);
        if (list == NULL) return cli_no_memory("a list of drivers");
        status = split_names(strcpy(list, wanted), &names, &options.driver_count);
        options.drivers = names;
    }
    if (status == CLI_FINE) status = cut(arguments, &options, in, path);
    free(names);
    free(list);
    return status;
}

static const cli_option takes[] = { CLI_TIME, CLI_DRIVERS, CLI_GZIP, CLI_EDITING, CLI_READING, CLI_HELP };

const cli_verb cli_verb_cut = {
    .name = "cut",
    .operands = "FILE [OUT]",
    .summary = "keep a part of a recording: a range of time, chosen drivers",
    .details =
        "For RAF, RPLY and VCR. What is kept is kept byte for byte; counters, lengths and pointers are corrected.\n"
        "Replays keep their times and their list of drivers. A lap (RAF) starts at 0 again, without lap and split\n"
        "times unless all of it is kept. What belongs to no driver (weather, lights, running order, smoke) stays.\n"
        "Give a driver whose name has a comma by number. A packed file is packed again, unless --plain is given.",
    .purpose = CLI_CHANGE,
    .examples = { "paddock cut race.vcr --time 5:00..6:00 incident.vcr", "one minute of a race, with everyone in it",
                  "paddock cut race.vcr --drivers Varga,3 two.vcr", "two drivers, one by slot, from start to end" },
    .options = takes,
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = run_cut,
};
