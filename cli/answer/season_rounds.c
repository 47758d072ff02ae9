#include "season_rounds.h"

#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "inputs.h"
#include "messages.h"
#include "platform/folders.h"
#include "platform/path.h"
#include "rewritten.h"

/* ------------------------------------------------------------------------------------------------ folders */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void forget_names(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++) free(names[i]);
    free(names);
}

/* The files of a folder as paths, by name; hidden ones are left out. */
static int list_files(const char *folder, char ***names, size_t *count)
{
    size_t room = 0;
    pdk_failure failure;
    pdk_folder *open = pdk_folder_open(folder, &failure);
    int status = CLI_FINE;
    if (open == NULL) {
        cli_complain("%s: cannot be listed: %s", folder, failure.reason);
        return CLI_IO;
    }
    for (const char *name; status == CLI_FINE && (name = pdk_folder_next(open)) != NULL;) {
        pdk_file_info about;
        if (name[0] == '.') continue;
        if (*count == room) {
            room = 2 * room + 16;
            char **larger = realloc(*names, room * sizeof *larger);
            if (larger == NULL) {
                status = cli_no_memory("the files of a folder");
                break;
            }
            *names = larger;
        }
        char *path = pdk_path_join(folder, name);
        if (path == NULL) status = cli_no_memory("the files of a folder");
        else if (pdk_file_look(path, &about, NULL) && about.kind == PDK_FILE_REGULAR) (*names)[(*count)++] = path;
        else free(path);
    }
    pdk_folder_close(open);
    if (*count > 0) qsort(*names, *count, sizeof **names, by_name);
    return status;
}

/* What a file of a folder is about. */
typedef enum content { OTHER_FILE = 0, A_RACE, A_QUALIFYING } content;

static content content_of(const pdk_document *document)
{
    const pdk_property *session = pdk_document_find_property(document, "session");
    if (session == NULL || session->label == NULL) return OTHER_FILE;
    if (strcmp(session->label, "race") == 0) return A_RACE;
    return strcmp(session->label, "qualifying") == 0 ? A_QUALIFYING : OTHER_FILE;
}

static int open_content(const cli_arguments *arguments, const char *path, content *found, bool *is_results)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document;
    pdk_error error;
    options.partial = cli_given(arguments, CLI_PARTIAL);
    options.inputs = cli_inputs();
    options.databases = cli_databases();
    *found = OTHER_FILE;
    *is_results = false;
    pdk_status status = pdk_open_file(path, &options, &document, &error);
    if (status == PDK_E_UNKNOWN_FORMAT) return CLI_FINE;
    if (status != PDK_OK) return cli_fail(cli_file_name(path), &error);
    *found = content_of(document);
    *is_results = strcmp(pdk_document_format(document)->id, "results-xml") == 0;
    pdk_close(document);
    return CLI_FINE;
}

static char *copy(const char *text)
{
    char *made = malloc(strlen(text) + 1);
    return made != NULL ? strcpy(made, text) : NULL;
}

static int take_part(cli_round *round, const char *path)
{
    if (round->part_count == CLI_MOST_PARTS)
        return cli_usage("%s: more than %d files of one race", round->path, CLI_MOST_PARTS);
    round->parts[round->part_count] = copy(path);
    return round->parts[round->part_count++] != NULL ? CLI_FINE : cli_no_memory("a round");
}

/* The last qualifying by name sets the grid. */
static int take_qualifying(cli_round *round, const char *path)
{
    free(round->qualifying);
    round->qualifying = copy(path);
    return round->qualifying != NULL ? CLI_FINE : cli_no_memory("a round");
}

/* What the game wrote of a race belongs to its recording, and stands for it only where there is none. */
static int take_results(cli_round *round, char *const *names, size_t count, const content *results)
{
    bool race = round->part_count == 0, qualifying = round->qualifying == NULL;
    int status = CLI_FINE;
    for (size_t i = 0; i < count && status == CLI_FINE; i++) {
        if (race && results[i] == A_RACE) status = take_part(round, names[i]);
        if (qualifying && results[i] == A_QUALIFYING) status = take_qualifying(round, names[i]);
    }
    return status;
}

/* `results` has room for what each is about, if it is a results file. */
static int take_names(cli_round *round, const cli_arguments *arguments, char *const *names, size_t count,
                      content *results)
{
    int status = CLI_FINE;
    for (size_t i = 0; i < count && status == CLI_FINE; i++) {
        content found;
        bool is_results;
        status = open_content(arguments, names[i], &found, &is_results);
        results[i] = is_results ? found : OTHER_FILE;
        if (status != CLI_FINE || is_results) continue;
        if (found == A_RACE) status = take_part(round, names[i]);
        if (found == A_QUALIFYING) status = take_qualifying(round, names[i]);
    }
    return status == CLI_FINE ? take_results(round, names, count, results) : status;
}

static int look_through(cli_round *round, const cli_arguments *arguments, char *const *names, size_t count)
{
    content *results = calloc(count + 1, sizeof *results);
    if (results == NULL) return cli_no_memory("the files of a folder");
    int status = take_names(round, arguments, names, count, results);
    free(results);
    if (status != CLI_FINE) return status;
    if (round->part_count == 0) return cli_usage("%s: no file in this folder is the recording of a race", round->path);
    if (round->part_count == 1 || cli_given(arguments, CLI_JOIN)) return CLI_FINE;
    return cli_usage(
        "%s: there are %zu races in this folder: name the file of each round, or join the parts of one race "
        "with --join",
        round->path, round->part_count);
}

int cli_find_round(cli_round *round, const cli_arguments *arguments, const char *path)
{
    pdk_file_info about;
    *round = (cli_round){ .path = path };
    bool folder = pdk_file_look(path, &about, NULL) && about.kind == PDK_FILE_FOLDER;
    if (!folder) return take_part(round, path);
    char **names = NULL;
    size_t count = 0;
    int status = list_files(path, &names, &count);
    if (status == CLI_FINE) status = look_through(round, arguments, names, count);
    forget_names(names, count);
    return status;
}

int cli_extend_round(cli_round *round, const cli_arguments *arguments, const char *path, bool *taken)
{
    pdk_file_info about;
    bool file = pdk_file_look(path, &about, NULL) && about.kind == PDK_FILE_REGULAR;
    *taken = false;
    if (!cli_given(arguments, CLI_JOIN) || !file || round->qualifying != NULL) return CLI_FINE;
    int status = take_part(round, path);
    if (status != CLI_FINE) return status;
    *taken = cli_are_parts(arguments, (const char *const *)round->parts, round->part_count);
    if (!*taken) free(round->parts[--round->part_count]);
    return CLI_FINE;
}

int cli_open_round(cli_round *round, const cli_arguments *arguments)
{
    int status = cli_open_joined(&round->race, arguments, (const char *const *)round->parts, round->part_count);
    if (status == CLI_FINE)
        status = cli_find_official(&round->official, arguments, round->parts[0], round->race.document);
    if (status != CLI_FINE || round->qualifying == NULL) return status;
    status = cli_open(&round->qualifier, arguments, round->qualifying);
    return status == CLI_FINE ? cli_find_official(&round->grid, arguments, round->qualifying, round->qualifier.document)
                              : status;
}

void cli_shut_round(cli_round *round)
{
    if (round->race.document != NULL && round->track[0] == '\0')
        pdk_document_track_name(round->race.document, round->track, sizeof round->track);
    cli_close_official(&round->official);
    cli_close_official(&round->grid);
    cli_close(&round->race);
    cli_close(&round->qualifier);
}

/* Only rounds of one track are looked at again. */
int cli_refuse_parts(const cli_arguments *arguments, const cli_round *one, const cli_round *other)
{
    const char *paths[] = { one->parts[0], other->parts[0] };
    if (strcmp(one->track, other->track) != 0 || !cli_are_parts(arguments, paths, 2)) return CLI_FINE;
    return cli_usage("%s and %s are parts of one race, so they are not two rounds: %s", cli_file_name(paths[0]),
                     cli_file_name(paths[1]),
                     cli_given(arguments, CLI_JOIN) ? "name them beside each other"
                                                    : "join them with --join, or leave one out");
}

void cli_close_round(cli_round *round)
{
    for (size_t i = 0; i < round->part_count; i++) free(round->parts[i]);
    cli_close_official(&round->official);
    cli_close_official(&round->grid);
    cli_close(&round->race);
    cli_close(&round->qualifier);
    free(round->qualifying);
    *round = (cli_round){ .path = NULL };
}
