/* paddock cut: a part of a recording. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

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
    options.gzip = cli_given(arguments, CLI_GZIP);
    options.has_from = cli_given(arguments, CLI_FROM);
    options.has_to = cli_given(arguments, CLI_TO);
    int status = cli_edit_target(arguments, in, &path);
    if (status == CLI_FINE) status = cli_time_of(arguments, CLI_FROM, &options.from);
    if (status == CLI_FINE) status = cli_time_of(arguments, CLI_TO, &options.to);
    if (status == CLI_FINE && !cli_given(arguments, CLI_FROM) && !cli_given(arguments, CLI_TO) && wanted == NULL) {
        status = cli_usage("what shall be cut? --from and --to give a range of time, --drivers chooses");
    }
    if (status == CLI_FINE && options.gzip && cli_given(arguments, CLI_PLAIN)) {
        status = cli_usage("--plain and --gzip say opposite things");
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

static const cli_option takes[] = { CLI_DRIVERS, CLI_TO,     CLI_FROM,    CLI_IN_PLACE, CLI_PLAIN,
                                    CLI_GZIP,    CLI_OUTPUT, CLI_READING, CLI_HELP };

const cli_verb cli_verb_cut = {
    .name = "cut",
    .operands = "FILE",
    .summary = "a part of a recording: a range of time, chosen drivers, or both (RAF, RPLY, VCR)",
    .details =
        "What is kept is kept byte for byte; counters, lengths and pointers are set right. Replays keep their times and\n"
        "their list of drivers; a lap (RAF) begins at 0 again and says no lap or split times. Both ends of the range\n"
        "belong to it. What belongs to nobody (weather, lights, running order, smoke) stays. A name with a comma is\n"
        "given by its number. A packed file is packed again as it was, unless --plain is given; --gzip packs a plain one.",
    .examples = { "paddock cut race.vcr --from 600 --to 660 -o incident.vcr", "one minute of a race, everyone in it",
                  "paddock cut race.vcr --drivers \"A. Driver,17\" -o two.vcr",
                  "two drivers, one by slot, from start to end" },
    .options = takes,
    .least = 1,
    .most = 1,
    .run = run_cut,
};
