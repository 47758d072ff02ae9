/* Which tables change with the files beside a recording, and these tables with those files. */
#include "table_beside.h"

#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "options.h"
#include "progress.h"
#include "table.h"
#include "track_beside.h"

static const char *const of_car[] = { "dynamics", "handling", NULL };
static const char *const of_track[] = { "corners",           "corner_times",       "incidents", "incident_parties",
                                        "incident_approach", "track_limit_checks", "rejoins",   NULL };

static bool is_one_of(const char *const *names, const char *name)
{
    size_t i = 0;
    while (names[i] != NULL && strcmp(names[i], name) != 0) i++;
    return names[i] != NULL;
}

static pdk_status analyse(const pdk_document *recording, const char *name, const pdk_document *track,
                          pdk_document **analysis, pdk_error *error)
{
    const char *names[] = { name, NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = names;
    options.track = track;
    cli_progress progress;
    cli_progress_begin(&progress, "reading");
    options.progress = cli_progress_step;
    options.progress_user = &progress;
    pdk_status status = pdk_analyse(recording, &options, analysis, error);
    cli_progress_end(&progress);
    return status;
}

static int use_track(const cli_arguments *arguments, const char *path, const pdk_document *document, const char *name,
                     cli_table_beside *beside)
{
    pdk_error error;
    int status = cli_open_track(arguments, path, document, &beside->track);
    const pdk_document *track = cli_track_document(&beside->track);
    if (status != CLI_FINE || track == NULL) return status;
    if (analyse(document, name, track, &beside->analysis, &error) == PDK_OK) return CLI_FINE;
    return cli_fail(cli_file_name(path), &error);
}

/* An option for other tables would change nothing, and nobody would know. */
static int check_options(const cli_arguments *arguments, const char *name)
{
    if (cli_given(arguments, CLI_CAR_INFO) && !is_one_of(of_car, name))
        return cli_usage("--car-info is for the tables dynamics and handling, not for %s", name);
    if (cli_given(arguments, CLI_TRACK) && !is_one_of(of_track, name))
        return cli_usage("--track is for tables of corners, incidents and track limits, not for %s", name);
    return CLI_FINE;
}

int cli_find_table_beside(const cli_arguments *arguments, const char *path, const pdk_document *document,
                          const char *name, cli_table_beside *beside, const pdk_table **table)
{
    *beside = (cli_table_beside){ .analysis = NULL };
    int status = check_options(arguments, name);
    bool is_computed = pdk_document_own_table(document, name) == NULL;
    if (status == CLI_FINE && is_computed && is_one_of(of_car, name))
        status = cli_open_car_info(arguments, path, document, name, &beside->car);
    if (status == CLI_FINE && is_computed && is_one_of(of_track, name) &&
        (cli_given(arguments, CLI_TRACK) || pdk_answer_available(document, name, NULL) == PDK_OK))
        status = use_track(arguments, path, document, name, beside);
    if (status != CLI_FINE) return status;
    const pdk_document *analysis = beside->analysis != NULL ? beside->analysis : beside->car.analysis;
    return cli_find_table(analysis != NULL ? analysis : document, cli_file_name(path), name, table);
}

void cli_close_table_beside(cli_table_beside *beside)
{
    pdk_close(beside->analysis);
    cli_close_found(&beside->track);
    cli_close_car_info(&beside->car);
    *beside = (cli_table_beside){ .analysis = NULL };
}
