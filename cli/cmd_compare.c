/* paddock compare: laps against a reference. */
#include <stdlib.h>
#include <string.h>

#include "compared.h"
#include "lap_reference.h"

enum { MOST_LAPS = 32 };

/* What was asked for. Laps of one file share its document. */
typedef struct comparing {
    const cli_arguments *arguments;
    cli_lap laps[MOST_LAPS];
    cli_input inputs[MOST_LAPS];
    const char *files[MOST_LAPS]; /* of the inputs */
    size_t input_of[MOST_LAPS];   /* of the laps */
    pdk_lap_reference references[MOST_LAPS];
    size_t count, input_count;
    cli_input track;
    bool has_track;
    pdk_document *result;
} comparing;

static int open_lap(comparing *work, const char *reference)
{
    cli_lap *lap = &work->laps[work->count];
    int status = cli_lap_of(lap, reference);
    work->count++;
    if (status != CLI_FINE) return status;
    size_t input = 0;
    while (input + 1 < work->count && strcmp(work->laps[input].file, lap->file) != 0) input++;
    if (input + 1 == work->count) {
        status = cli_open(&work->inputs[work->input_count], work->arguments, lap->file);
        if (status != CLI_FINE) return status;
        work->files[work->input_count] = lap->file;
        work->input_of[input] = work->input_count++;
    }
    work->input_of[work->count - 1] = work->input_of[input];
    work->references[work->count - 1] = (pdk_lap_reference){ .document = work->inputs[work->input_of[input]].document,
                                                             .name = lap->file,
                                                             .driver = lap->driver,
                                                             .lap = lap->lap };
    return CLI_FINE;
}

static const char *method_name(const void *user, size_t index)
{
    (void)user;
    return index < 3 ? pdk_compare_method_name((pdk_compare_method)(index + 1)) : NULL;
}

static int read_options(const comparing *work, pdk_compare_options *options)
{
    const cli_arguments *arguments = work->arguments;
    const char *method = arguments->values[CLI_BY];
    for (size_t i = 0; method != NULL && method_name(NULL, i) != NULL; i++) {
        if (strcmp(method, method_name(NULL, i)) == 0) options->method = (pdk_compare_method)(i + 1);
    }
    if (method != NULL && options->method == PDK_COMPARE_BEST)
        return cli_no_such(NULL, "way to compare", method, method_name, NULL);
    int status = cli_start_line_of(arguments, options->line, &options->has_line);
    if (status == CLI_FINE) status = cli_metres_of(arguments, CLI_STEP, &options->step);
    if (status == CLI_FINE && cli_given(arguments, CLI_STEP) && !(options->step > 0))
        return cli_usage("--step takes a number of metres above 0, not \"%s\"", arguments->values[CLI_STEP]);
    return status;
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
    pdk_status compared = pdk_compare_laps(work->references, work->count, &options, &work->result, &error);
    cli_progress_end(&progress);
    if (compared == PDK_OK) return CLI_FINE;
    if (compared == PDK_E_ARGUMENT) return cli_usage("%s", error.message);
    return cli_fail(work->laps[0].file, &error);
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
        const pdk_table *steps = pdk_document_find_table(work->result, "steps");
        pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
        pdk_error error;
        if (pdk_table_write(steps, PDK_CSV, &options, out.output, &error) != PDK_OK)
            status = cli_fail_out(&out, &error);
    }
    for (size_t i = 0; i < work->input_count && status == CLI_FINE; i++)
        status = cli_unchanged(&work->inputs[i], work->files[i]);
    if (status == CLI_FINE && work->has_track) status = cli_unchanged(&work->track, arguments->values[CLI_TRACK]);
    return cli_close_out(&out, status);
}

static int run_compare(const cli_arguments *arguments)
{
    if (arguments->count > MOST_LAPS) return cli_usage("`paddock compare` takes at most %d laps at once", MOST_LAPS);
    comparing *work = calloc(1, sizeof *work);
    if (work == NULL) return cli_no_memory("laps");
    work->arguments = arguments;
    int status = CLI_FINE;
    for (int i = 0; i < arguments->count && status == CLI_FINE; i++) status = open_lap(work, arguments->operands[i]);
    if (status == CLI_FINE && cli_given(arguments, CLI_TRACK)) {
        status = cli_open(&work->track, arguments, arguments->values[CLI_TRACK]);
        work->has_track = status == CLI_FINE;
    }
    if (status == CLI_FINE) status = compare(work);
    if (status == CLI_FINE) status = put_answer(work);
    pdk_close(work->result);
    if (work->has_track) cli_close(&work->track);
    for (size_t i = 0; i < work->input_count; i++) cli_close(&work->inputs[i]);
    for (size_t i = 0; i < work->count; i++) cli_forget_lap(&work->laps[i]);
    free(work);
    return status;
}

static const cli_option takes[] = {
    CLI_BY, CLI_STEP, CLI_TRACK, CLI_LINE, CLI_JSON, CLI_OUTPUTS, CLI_READING, CLI_HELP
};

const cli_verb cli_verb_compare = {
    .name = "compare",
    .operands = "LAP LAP...",
    .summary = "where is the time? Laps against the first one, corner by corner",
    .details =
        "A LAP is FILE, FILE#DRIVER or FILE#DRIVER#LAP. DRIVER is a name, its beginning, or a slot number; LAP is a\n"
        "number, `best` (the usual one) or `last`. FILE##2 is lap 2 where there is one driver. The first lap is the\n"
        "reference: + is slower than it. Laps may come from several files and games, as long as the track is one.\n"
        "On a terminal and into OUT.txt it is text; else comes a row for each step: times, deltas, speeds, pedals.",
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
