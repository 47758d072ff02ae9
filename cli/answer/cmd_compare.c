/* paddock compare: laps against a reference. */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "compared.h"
#include "exit_status.h"
#include "lap_files.h"
#include "messages.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "target.h"

/* What was requested. */
typedef struct comparing {
    const cli_arguments *arguments;
    cli_lap_files files;
    cli_input track;
    bool has_track;
    pdk_document *result;
} comparing;

static int read_alignment(const char *wanted, pdk_compare_options *options)
{
    options->no_alignment = wanted != NULL && strcmp(wanted, "none") == 0;
    if (wanted == NULL || options->no_alignment || strcmp(wanted, "auto") == 0) return CLI_FINE;
    return cli_usage("--align takes auto or none, not \"%s\"", wanted);
}

static int read_options(const comparing *work, pdk_compare_options *options)
{
    const cli_arguments *arguments = work->arguments;
    int status = cli_method_of(arguments, &options->method);
    if (status == CLI_FINE) status = cli_start_line_of(arguments, options->line, &options->has_line);
    if (status == CLI_FINE) status = cli_metres_of(arguments, CLI_STEP, &options->step);
    if (status == CLI_FINE && cli_given(arguments, CLI_STEP) && !(options->step > 0))
        return cli_usage("--step takes a number of metres above 0, not \"%s\"", arguments->values[CLI_STEP]);
    if (status == CLI_FINE) status = cli_rate_of(arguments, CLI_MAX_RESIDUAL, &options->max_residual);
    return status == CLI_FINE ? read_alignment(arguments->values[CLI_ALIGN], options) : status;
}

/* A message that begins with one of the files is about that file, whose name is before each message anyway. */
static int fail(const comparing *work, pdk_error *error)
{
    const char *file = work->files.laps[0].file;
    for (size_t i = 0; i < work->files.count; i++) {
        size_t size = strlen(work->files.laps[i].file);
        if (strncmp(error->message, work->files.laps[i].file, size) != 0 || error->message[size] != ' ') continue;
        file = work->files.laps[i].file;
        memmove(error->message, error->message + size + 1, strlen(error->message) - size);
        break;
    }
    return cli_fail(file, error);
}

static int compare(comparing *work)
{
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    cli_progress progress;
    pdk_error error;
    int status = read_options(work, &options);
    if (status != CLI_FINE) return status;
    if (work->has_track) options.track = work->track.document;
    cli_progress_begin(&progress, "comparing");
    options.progress = cli_progress_step;
    options.progress_user = &progress;
    pdk_status compared = pdk_compare_laps(work->files.references, work->files.count, &options, &work->result, &error);
    cli_progress_end(&progress);
    if (compared == PDK_OK) return CLI_FINE;
    if (compared == PDK_E_ARGUMENT) return cli_usage("%s", error.message);
    return fail(work, &error);
}

static int put_answer(comparing *work)
{
    const cli_arguments *arguments = work->arguments;
    const char *path = arguments->values[CLI_OUTPUT];
    cli_out out;
    int status = cli_open_out(&out, path);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_JSON) || (path != NULL && cli_is_named(path, ".json"))) {
        cli_put_compared_json(work->result, &out);
    } else if (out.is_terminal || (path != NULL && cli_is_named(path, ".txt"))) {
        cli_put_compared_text(work->result, &out);
    } else {
        const pdk_table *steps = pdk_document_own_table(work->result, "steps");
        pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
        pdk_error error;
        if (pdk_table_write(steps, PDK_CSV, &options, out.output, &error) != PDK_OK)
            status = cli_fail_out(&out, &error);
    }
    if (status == CLI_FINE) status = cli_lap_files_unchanged(&work->files);
    if (status == CLI_FINE && work->has_track) status = cli_unchanged(&work->track, arguments->values[CLI_TRACK]);
    return cli_close_out(&out, status);
}

static int run_compare(const cli_arguments *arguments)
{
    comparing *work = calloc(1, sizeof *work);
    if (work == NULL) return cli_no_memory("laps");
    work->arguments = arguments;
    int status = cli_open_lap_files(&work->files, arguments, arguments->operands, arguments->count);
    if (status == CLI_FINE && cli_given(arguments, CLI_TRACK)) {
        status = cli_open(&work->track, arguments, arguments->values[CLI_TRACK]);
        work->has_track = status == CLI_FINE;
    }
    if (status == CLI_FINE) status = compare(work);
    if (status == CLI_FINE) status = put_answer(work);
    pdk_close(work->result);
    if (work->has_track) cli_close(&work->track);
    cli_forget_lap_files(&work->files);
    free(work);
    return status;
}

static const cli_option takes[] = { CLI_BY,   CLI_ALIGN, CLI_MAX_RESIDUAL, CLI_STEP,    CLI_TRACK,
                                    CLI_LINE, CLI_JSON,  CLI_OUTPUTS,      CLI_READING, CLI_HELP };

const cli_verb cli_verb_compare = {
    .name = "compare",
    .operands = "LAP LAP...",
    .summary = "say where laps lose or gain time, corner by corner",
    .details =
        "A LAP is FILE, FILE#DRIVER or FILE#DRIVER#LAP. DRIVER is a name, the beginning of a word of it, or a slot\n"
        "number. LAP is a number, `best` (if none is given) or `last`. FILE##2 is lap 2 of a file with one driver.\n\n"
        "The first lap is the reference: + is slower than it. Laps may come from several files and games if they\n"
        "are on the same track. A game that has the track elsewhere on its map is no obstacle: the lap is turned and\n"
        "moved until its line fits that of the reference, and the answer says how well.\n\n"
        "On a terminal, and in a file OUT.txt, it is text. Elsewhere there is a row for each step: times, deltas,\n"
        "speeds, pedals.",
    .purpose = CLI_LOOK,
    .examples = { "paddock compare best.raf mine.raf", "two laps: lap times, sectors, and the corners that matter",
                  "paddock compare race.vcr#Varga race.vcr#Okafor -o steps.csv",
                  "the best laps of two drivers of one race, metre by metre" },
    .options = takes,
    .kinds = "csv json txt",
    .min_operands = 2,
    .max_operands = -1,
    .run = run_compare,
};
