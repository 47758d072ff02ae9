/* paddock report: files as one page for the browser. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "art.h"
#include "car_info.h"
#include "dataset/dataset_parts.h"
#include "edited.h"
#include "exit_status.h"
#include "ground.h"
#include "messages.h"
#include "official.h"
#include "open.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "page_front.h"
#include "parquet.h"
#include "progress.h"
#include "rewritten.h"
#include "rulings.h"
#include "track_beside.h"

typedef struct report {
    const cli_arguments *arguments;
    cli_input *inputs, *arts; /* of each file; an art that is not there has no document */
    char (*names)[32];        /* with --anonymise, in place of those of the files */
    pdk_page_file *files;
    cli_official *officials; /* of each file */
    cli_found *tracks;       /* of each file, where it was found */
    cli_car_info *cars;      /* of each file */
    int count;               /* of files in the page */
    cli_found track;         /* of --track, for all */
    cli_found *grounds;      /* more files of the page, behind the others */
    int ground_count;
    cli_input library;
    pdk_rulings *rulings; /* NULL = none are given */
} report;

/* The art of a track among the files of the report. */
static const pdk_document *given_art(const report *work, int track)
{
    const char *const *paths = (const char *const *)work->arguments->operands;
    const pdk_document *best = NULL;
    int best_rank = -1;
    for (int i = 0; i < work->count; i++) {
        int rank = cli_rank_art(paths[i], paths[track]);
        if (rank < 0 || (best != NULL && rank >= best_rank)) continue;
        best = work->inputs[i].document;
        best_rank = rank;
    }
    return best;
}

/* The pictures and models of a track: --fam names them, or they are among the files, or they are found. */
static int open_art(report *work, int i)
{
    const cli_arguments *arguments = work->arguments;
    if (!cli_is_track(work->inputs[i].document)) return CLI_FINE;
    if (arguments->values[CLI_FAM] == NULL) work->files[i].art = given_art(work, i);
    if (work->files[i].art != NULL) return CLI_FINE;
    int status = cli_open_art(&work->arts[i], arguments, arguments->operands[i], "it is shown plain");
    work->files[i].art = work->arts[i].document;
    return status;
}

/* What a file is called in a page that names nobody: its kind says how to look at it. */
static int hide_names(report *work, int i)
{
    const cli_arguments *arguments = work->arguments;
    const char *path = arguments->operands[i];
    if (dataset_is(path)) return cli_usage("%s: a dataset cannot be anonymised; name the files", path);
    const char *format = pdk_document_format(work->inputs[i].document)->id;
    snprintf(work->names[i], sizeof work->names[i], "Recording %d.%.8s", i + 1, format);
    work->files[i].name = work->names[i];
    int status = cli_anonymise(&work->inputs[i], arguments, path, work->names[i]);
    work->files[i].document = work->inputs[i].document;
    return status;
}

/* The results file of a replay among the files of the report; of two that fit, none. */
static int take_given_official(report *work, int i, bool *is_given)
{
    const cli_arguments *arguments = work->arguments;
    const char *path = arguments->operands[i], *taken = NULL;
    for (int k = 0; k < work->count; k++) {
        bool is_it;
        int status = cli_is_official_of(path, work->inputs[i].document, work->inputs[k].document, &is_it);
        if (status != CLI_FINE) return status;
        if (!is_it) continue;
        *is_given = true;
        work->files[i].results = taken == NULL ? work->inputs[k].document : NULL;
        if (taken != NULL) {
            cli_note("%s: %s and %s both fit it, and neither is used: give one of them", cli_file_name(path), taken,
                     cli_file_name(arguments->operands[k]));
            return CLI_FINE;
        }
        taken = cli_file_name(arguments->operands[k]);
    }
    if (taken != NULL) cli_note("%s: the official results are those of %s", cli_file_name(path), taken);
    return CLI_FINE;
}

/* The results file of a replay. Its names would be in the page. */
static int open_official(report *work, int i)
{
    const cli_arguments *arguments = work->arguments;
    const char *path = arguments->operands[i];
    bool is_given = false;
    if (dataset_is(path) || cli_given(arguments, CLI_ANONYMISE)) return CLI_FINE;
    int status = cli_given(arguments, CLI_RESULTS) ? CLI_FINE : take_given_official(work, i, &is_given);
    if (status != CLI_FINE || is_given) return status;
    status = cli_open_official(&work->officials[i], arguments, path, work->inputs[i].document);
    work->files[i].results = cli_official_document(&work->officials[i]);
    return status;
}

/* The path of a lap's track; --track is for all files. */
static int open_track(report *work, int i)
{
    const char *path = work->arguments->operands[i];
    if (cli_given(work->arguments, CLI_TRACK) || dataset_is(path)) return CLI_FINE;
    int status = cli_open_track_beside(work->arguments, path, work->inputs[i].document, &work->tracks[i]);
    work->files[i].track = cli_track_document(&work->tracks[i]);
    return status;
}

static void add_ground(report *work, const cli_found *ground)
{
    work->grounds[work->ground_count] = *ground;
    work->files[work->count + work->ground_count++] =
        (pdk_page_file){ .document = ground->input->document, .name = cli_file_name(ground->path) };
}

/* Is a mesh of the lap's site in the page already? */
static bool has_ground(const report *work, const pdk_document *lap)
{
    for (int i = 0; i < work->count + work->ground_count; i++) {
        if (cli_is_ground(lap, work->files[i].document)) return true;
    }
    return false;
}

/* What laps are shown on in 3D: what --ground names, else the meshes of their sites beside them. */
static int open_grounds(report *work)
{
    const cli_arguments *arguments = work->arguments;
    const char *named = arguments->values[CLI_GROUND];
    cli_found ground;
    if (named != NULL && strcmp(named, "none") == 0) return CLI_FINE;
    if (named != NULL) {
        int status = cli_open_named(arguments, named, &ground);
        if (status == CLI_FINE) add_ground(work, &ground);
        return status;
    }
    for (int i = 0; i < work->count; i++) {
        const pdk_document *lap = work->inputs[i].document;
        if (has_ground(work, lap)) continue;
        int status = cli_open_ground(arguments, arguments->operands[i], lap, "--ground", &ground);
        if (status != CLI_FINE) return status;
        if (ground.input != NULL) add_ground(work, &ground);
    }
    return CLI_FINE;
}

/* The file about a lap's car. */
static int open_car(report *work, int i)
{
    const char *path = work->arguments->operands[i];
    if (dataset_is(path) || pdk_answer_available(work->inputs[i].document, "handling", NULL) != PDK_OK) return CLI_FINE;
    int status = cli_open_car_info(work->arguments, path, work->inputs[i].document, "handling", &work->cars[i]);
    if (work->cars[i].file.input != NULL) work->files[i].car_info = work->cars[i].file.input->document;
    return status;
}

/* A file that is named must be of use. */
static int check_cars(const report *work)
{
    int used = 0;
    for (int i = 0; i < work->count; i++) used += work->files[i].car_info != NULL;
    if (!cli_given(work->arguments, CLI_CAR_INFO) || used > 0) return CLI_FINE;
    return cli_usage("--car-info is for laps that record the forces at their wheels, and none of these files does");
}

static int open_inputs(report *work)
{
    const cli_arguments *arguments = work->arguments;
    int status = CLI_FINE;
    for (int i = 0; i < work->count && status == CLI_FINE; i++) {
        const char *path = arguments->operands[i];
        if (dataset_is(path)) status = cli_dataset_document(arguments, path, &work->inputs[i].document);
        else status = cli_open_recording(&work->inputs[i], arguments, i);
        if (status != CLI_FINE) break;
        work->files[i] = (pdk_page_file){ .document = work->inputs[i].document, .name = cli_file_name(path) };
    }
    for (int i = 0; i < work->count && status == CLI_FINE && cli_given(arguments, CLI_ANONYMISE); i++)
        status = hide_names(work, i); /* before the art: it may be one of these documents */
    for (int i = 0; i < work->count && status == CLI_FINE; i++) status = open_art(work, i);
    for (int i = 0; i < work->count && status == CLI_FINE; i++) status = open_official(work, i);
    for (int i = 0; i < work->count && status == CLI_FINE; i++) status = open_track(work, i);
    for (int i = 0; i < work->count && status == CLI_FINE; i++) status = open_car(work, i);
    if (status == CLI_FINE) status = check_cars(work);
    if (status == CLI_FINE) status = open_grounds(work);
    if (status == CLI_FINE && cli_given(arguments, CLI_TRACK))
        status = cli_open_named(arguments, arguments->values[CLI_TRACK], &work->track);
    if (status == CLI_FINE && cli_given(arguments, CLI_LIBRARY))
        status = cli_read(&work->library, arguments->values[CLI_LIBRARY]);
    return status;
}

static int write_page(const report *work)
{
    const cli_arguments *arguments = work->arguments;
    pdk_page_front front = cli_page_front;
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    front.library = (pdk_bytes){ work->library.bytes, work->library.size };
    options.title = arguments->values[CLI_TITLE];
    options.driver = arguments->values[CLI_DRIVER];
    options.track = cli_track_document(&work->track);
    options.rulings = work->rulings;
    options.all_incidents = cli_given(arguments, CLI_ALL);
    cli_out out;
    int status = cli_rate_of(arguments, CLI_HZ, &options.rate);
    if (status == CLI_FINE) status = cli_open_out(&out, arguments->values[CLI_OUTPUT]);
    if (status != CLI_FINE) return status;
    cli_progress progress;
    cli_progress_begin(&progress, "writing");
    options.progress = cli_progress_step;
    options.progress_user = &progress;
    pdk_error error;
    pdk_status written =
        pdk_page_write(work->files, (size_t)(work->count + work->ground_count), &front, &options, out.output, &error);
    cli_progress_end(&progress);
    const char *about = work->count == 1 ? cli_file_name(arguments->operands[0]) : "the report";
    for (int i = 0; i < work->count && written != PDK_OK && status == CLI_FINE; i++)
        status = cli_refuse_official(&work->officials[i], &error);
    if (written != PDK_OK && status == CLI_FINE) status = cli_refuse_rulings(arguments, &error);
    if (written != PDK_OK && status == CLI_FINE) status = cli_fail_written(&out, about, &error);
    return cli_close_out(&out, status);
}

static int run_report(const cli_arguments *arguments)
{
    size_t count = (size_t)arguments->count;
    if (arguments->values[CLI_OUTPUT] == NULL) return cli_need_output(arguments);
    if (count == 0 && !cli_given(arguments, CLI_LIBRARY))
        return cli_usage("name a file to report on, or --library for a page that opens files itself");
    const char *driver = arguments->values[CLI_DRIVER];
    if (cli_given(arguments, CLI_ANONYMISE) && driver != NULL && driver[strspn(driver, "0123456789")] != '\0')
        return cli_usage("with --anonymise, --driver takes a slot number: a name would be in the page");
    if (cli_given(arguments, CLI_ANONYMISE) && cli_given(arguments, CLI_RULINGS))
        return cli_usage("--anonymise and --rulings contradict each other: rulings name drivers");
    if (cli_given(arguments, CLI_ANONYMISE) && cli_given(arguments, CLI_RESULTS))
        return cli_usage("--anonymise and --results contradict each other: results name drivers");
    int status = cli_check_results_option(arguments);
    if (status == CLI_FINE) status = cli_check_terminal(arguments->values[CLI_OUTPUT]);
    if (status != CLI_FINE) return status;
    report work = { .arguments = arguments,
                    .inputs = calloc(count + 1, sizeof *work.inputs),
                    .arts = calloc(count + 1, sizeof *work.arts),
                    .files = calloc(2 * count + 1, sizeof *work.files),
                    .names = calloc(count + 1, sizeof *work.names),
                    .officials = calloc(count + 1, sizeof *work.officials),
                    .tracks = calloc(count + 1, sizeof *work.tracks),
                    .cars = calloc(count + 1, sizeof *work.cars),
                    .grounds = calloc(count + 1, sizeof *work.grounds),
                    .count = cli_recording_count(arguments) };
    bool has_room = work.inputs != NULL && work.arts != NULL && work.files != NULL && work.names != NULL &&
                    work.officials != NULL && work.tracks != NULL && work.grounds != NULL;
    status = has_room ? cli_read_rulings(arguments, &work.rulings) : cli_no_memory("the files");
    if (status == CLI_FINE) status = open_inputs(&work);
    if (status == CLI_FINE) status = write_page(&work);
    for (size_t i = 0; i < count && has_room; i++) {
        cli_close_official(&work.officials[i]);
        cli_close_found(&work.tracks[i]);
        cli_close_car_info(&work.cars[i]);
        cli_close(&work.arts[i]);
        cli_close(&work.inputs[i]);
    }
    for (int i = 0; i < work.ground_count; i++) cli_close_found(&work.grounds[i]);
    cli_close_found(&work.track);
    cli_close(&work.library);
    pdk_rulings_close(work.rulings);
    free(work.inputs);
    free(work.arts);
    free(work.files);
    free(work.names);
    free(work.officials);
    free(work.tracks);
    free(work.cars);
    free(work.grounds);
    return status;
}

static const cli_option takes[] = { CLI_TITLE,   CLI_ANONYMISE, CLI_JOIN,    CLI_DRIVER,  CLI_HZ,      CLI_TRACK,
                                    CLI_GROUND,  CLI_ALL,       CLI_FAM,     CLI_RULINGS, CLI_RESULTS, CLI_CAR_INFO,
                                    CLI_LIBRARY, CLI_OUTPUTS,   CLI_READING, CLI_HELP };

const cli_verb cli_verb_report = {
    .name = "report",
    .operands = "FILE...",
    .summary = "write one HTML page that shows files and needs nothing else",
    .details =
        "The page holds the data, compressed: results, laps, positions, incidents, tables, surfaces, pictures,\n"
        "findings. It opens in any browser of 2023 or later, without a network, and can be sent to others. A\n"
        "large recording is thinned out until the page has a few megabytes; the page says what was left out.\n\n"
        "A dataset of `paddock ingest` shows what is in it: files, best laps by track and car, drivers, errors.\n"
        "With --library the page can open other files too, on the reader's own machine.",
    .purpose = CLI_LOOK,
    .examples = { "paddock report race.vcr -o race.html", "the race as a page to look at and to send",
                  "paddock report mine.raf best.raf -o laps.html", "two laps, to be compared in the browser" },
    .options = takes,
    .kinds = "html",
    .min_operands = 0,
    .max_operands = -1,
    .run = run_report,
};
