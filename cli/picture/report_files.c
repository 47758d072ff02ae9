/* The files of a report, and what belongs to each. */
#include "report_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "art.h"
#include "dataset/dataset_parts.h"
#include "exit_status.h"
#include "ground.h"
#include "messages.h"
#include "parquet.h"
#include "rewritten.h"

/* The art of a track among the files of the report. */
static const pdk_document *given_art(const cli_report_files *all, int track)
{
    const char *const *paths = (const char *const *)all->arguments->operands;
    const pdk_document *best = NULL;
    int best_rank = -1;
    for (int i = 0; i < all->count; i++) {
        int rank = cli_rank_art(paths[i], paths[track]);
        if (rank < 0 || (best != NULL && rank >= best_rank)) continue;
        best = all->list[i].input.document;
        best_rank = rank;
    }
    return best;
}

/* The pictures and models of a track: --fam names them, or they are among the files, or they are found. */
static int open_art(cli_report_files *all, int i)
{
    const cli_arguments *arguments = all->arguments;
    if (!cli_is_track(all->list[i].input.document)) return CLI_FINE;
    if (arguments->values[CLI_FAM] == NULL) all->pages[i].art = given_art(all, i);
    if (all->pages[i].art != NULL) return CLI_FINE;
    int status = cli_open_art(&all->list[i].art, arguments, arguments->operands[i], "it is shown plain");
    all->pages[i].art = all->list[i].art.document;
    return status;
}

/* What a file is called in a page that names nobody: its kind says how to look at it. */
static int hide_names(cli_report_files *all, int i)
{
    const cli_arguments *arguments = all->arguments;
    const char *path = arguments->operands[i];
    if (dataset_is(path)) return cli_usage("%s: a dataset cannot be anonymised; name the files", path);
    const char *format = pdk_document_format(all->list[i].input.document)->id;
    snprintf(all->list[i].name, sizeof all->list[i].name, "Recording %d.%.8s", i + 1, format);
    all->pages[i].name = all->list[i].name;
    int status = cli_anonymise(&all->list[i].input, arguments, path, all->list[i].name);
    all->pages[i].document = all->list[i].input.document;
    return status;
}

/* The results file of a replay among the files of the report; of two that fit, none. */
static int take_given_official(cli_report_files *all, int i, bool *is_given)
{
    const cli_arguments *arguments = all->arguments;
    const char *path = arguments->operands[i], *taken = NULL;
    for (int k = 0; k < all->count; k++) {
        bool is_it;
        int status = cli_is_official_of(path, all->list[i].input.document, all->list[k].input.document, &is_it);
        if (status != CLI_FINE) return status;
        if (!is_it) continue;
        *is_given = true;
        all->pages[i].results = taken == NULL ? all->list[k].input.document : NULL;
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
static int open_official(cli_report_files *all, int i)
{
    const cli_arguments *arguments = all->arguments;
    const char *path = arguments->operands[i];
    bool is_given = false;
    if (dataset_is(path) || cli_given(arguments, CLI_ANONYMISE)) return CLI_FINE;
    int status = cli_given(arguments, CLI_RESULTS) ? CLI_FINE : take_given_official(all, i, &is_given);
    if (status != CLI_FINE || is_given) return status;
    status = cli_open_official(&all->list[i].official, arguments, path, all->list[i].input.document);
    all->pages[i].results = cli_official_document(&all->list[i].official);
    return status;
}

/* The path of a lap's track; --track is for all files. */
static int open_track(cli_report_files *all, int i)
{
    const char *path = all->arguments->operands[i];
    if (cli_given(all->arguments, CLI_TRACK) || dataset_is(path)) return CLI_FINE;
    int status = cli_open_track_beside(all->arguments, path, all->list[i].input.document, &all->list[i].track);
    all->pages[i].track = cli_track_document(&all->list[i].track);
    return status;
}

static void add_ground(cli_report_files *all, const cli_found *ground)
{
    all->grounds[all->ground_count] = *ground;
    all->pages[all->count + all->ground_count++] =
        (pdk_page_file){ .document = ground->input->document, .name = cli_file_name(ground->path) };
}

/* Is a mesh of the lap's site in the page already? */
static bool has_ground(const cli_report_files *all, const pdk_document *lap)
{
    for (int i = 0; i < all->count + all->ground_count; i++) {
        if (cli_is_ground(lap, all->pages[i].document)) return true;
    }
    return false;
}

/* What laps are shown on in 3D: what --ground names, otherwise the meshes of their sites beside them. */
static int open_grounds(cli_report_files *all)
{
    const cli_arguments *arguments = all->arguments;
    const char *named = arguments->values[CLI_GROUND];
    cli_found ground;
    if (named != NULL && strcmp(named, "none") == 0) return CLI_FINE;
    if (named != NULL) {
        int status = cli_open_named(arguments, named, &ground);
        if (status == CLI_FINE) add_ground(all, &ground);
        return status;
    }
    for (int i = 0; i < all->count; i++) {
        const pdk_document *lap = all->list[i].input.document;
        if (has_ground(all, lap)) continue;
        int status = cli_open_ground(arguments, arguments->operands[i], lap, "--ground", &ground);
        if (status != CLI_FINE) return status;
        if (ground.input != NULL) add_ground(all, &ground);
    }
    return CLI_FINE;
}

/* The file about a lap's car. */
static int open_car(cli_report_files *all, int i)
{
    const char *path = all->arguments->operands[i];
    cli_report_file *file = &all->list[i];
    if (dataset_is(path) || pdk_answer_available(file->input.document, "handling", NULL) != PDK_OK) return CLI_FINE;
    int status = cli_open_car_info(all->arguments, path, file->input.document, "handling", &file->car);
    if (file->car.file.input != NULL) all->pages[i].car_info = file->car.file.input->document;
    return status;
}

/* A file that is named must be used. */
static int check_cars(const cli_report_files *all)
{
    int used = 0;
    for (int i = 0; i < all->count; i++) used += all->pages[i].car_info != NULL;
    if (!cli_given(all->arguments, CLI_CAR_INFO) || used > 0) return CLI_FINE;
    return cli_usage("--car-info is for laps that record the forces at their wheels, and none of these files does");
}

static int open_file(cli_report_files *all, int i)
{
    const char *path = all->arguments->operands[i];
    pdk_document **document = &all->list[i].input.document;
    int status = dataset_is(path) ? cli_dataset_document(all->arguments, path, document)
                                  : cli_open_recording(&all->list[i].input, all->arguments, i);
    if (status == CLI_FINE) all->pages[i] = (pdk_page_file){ .document = *document, .name = cli_file_name(path) };
    return status;
}

static int open_all(cli_report_files *all)
{
    /* Art may be one of the files, and so comes after their names are hidden. */
    static int (*const steps[])(cli_report_files *, int) = { open_file,     hide_names, open_art,
                                                             open_official, open_track, open_car };
    int status = CLI_FINE;
    for (size_t step = 0; step < sizeof steps / sizeof steps[0]; step++) {
        if (steps[step] == hide_names && !cli_given(all->arguments, CLI_ANONYMISE)) continue;
        for (int i = 0; i < all->count && status == CLI_FINE; i++) status = steps[step](all, i);
    }
    if (status == CLI_FINE) status = check_cars(all);
    return status == CLI_FINE ? open_grounds(all) : status;
}

int cli_open_report_files(cli_report_files *files, const cli_arguments *arguments)
{
    size_t count = (size_t)arguments->count;
    *files = (cli_report_files){ .arguments = arguments,
                                 .count = cli_recording_count(arguments),
                                 .list = calloc(count + 1, sizeof *files->list),
                                 .pages = calloc(2 * count + 1, sizeof *files->pages),
                                 .grounds = calloc(count + 1, sizeof *files->grounds) };
    bool has_room = files->list != NULL && files->pages != NULL && files->grounds != NULL;
    return has_room ? open_all(files) : cli_no_memory("the files");
}

int cli_refuse_report(const cli_report_files *files, const pdk_error *error)
{
    int status = CLI_FINE;
    for (int i = 0; i < files->count && status == CLI_FINE; i++)
        status = cli_refuse_official(&files->list[i].official, error);
    return status;
}

void cli_close_report_files(cli_report_files *files)
{
    for (int i = 0; i < files->count && files->list != NULL; i++) {
        cli_close_official(&files->list[i].official);
        cli_close_found(&files->list[i].track);
        cli_close_car_info(&files->list[i].car);
        cli_close(&files->list[i].art);
        cli_close(&files->list[i].input);
    }
    for (int i = 0; i < files->ground_count; i++) cli_close_found(&files->grounds[i]);
    free(files->list);
    free(files->pages);
    free(files->grounds);
}
