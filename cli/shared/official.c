#include "official.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "options.h"
#include "platform/files.h"
#include "platform/path.h"
#include "rewritten.h"

/* The recording whose results are looked for. */
typedef struct sought {
    const char *path;
    const pdk_document *document;
    char letter;       /* of its session, as in names of results files; 0 = unknown */
    bool has_its_name; /* this file: this alone is a sign */
} sought;

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

/* ------------------------------------------------------------------------------------------------- names */

/* 'R' of "2024_10_24_23_38_59-61R1.xml"; 0 of other names. */
static char letter_of_name(const char *name)
{
    const char *end = pdk_path_extension(name), *at = end;
    while (at > name && isdigit((unsigned char)at[-1])) at--;
    bool fits = at < end && at - name >= 2 && isdigit((unsigned char)at[-2]) && strchr("PQR", at[-1]) != NULL;
    return fits ? at[-1] : '\0';
}

static char letter_of_session(const pdk_document *document)
{
    const pdk_property *session = pdk_document_find_property(document, "session");
    if (session == NULL || session->label == NULL) return '\0';
    if (strcmp(session->label, "race") == 0) return 'R';
    if (strcmp(session->label, "qualifying") == 0) return 'Q';
    return strcmp(session->label, "practice") == 0 ? 'P' : '\0';
}

/* Files are renamed, so the letter only says which to open first. */
static int rank(const char *name, const void *user)
{
    const sought *replay = user;
    if (!cli_is_named(name, ".xml")) return 0;
    char letter = letter_of_name(name);
    return letter != '\0' && replay->letter != '\0' && letter != replay->letter ? 1 : 2;
}

/* Log/Results beside the folder of the replay, where the games write them; rFactor calls it LOG. malloc'd. */
static char *folder_of_game(const char *replay, const char *log)
{
    size_t size = pdk_path_folder_size(replay), root = pdk_path_root_size(replay), end = size;
    while (end > root && pdk_path_part_size(replay + end - 1) == 0) end--;
    size_t begin = end;
    while (begin > root && pdk_path_part_size(replay + begin - 1) > 0) begin--;
    bool is_dots = end - begin == strspn(replay + begin, ".");
    char name[32];
    snprintf(name, sizeof name, "%s%s/Results", is_dots ? "../" : "", log);
    return cli_begin_of(replay, is_dots ? size : begin, name);
}

/* ---------------------------------------------------------------------------------------------- the session */

/* A lap or two may have the same time in another session of the same drivers; three hardly do. */
static bool is_sure(const pdk_results_fit *how)
{
    return how->same_laps >= 3 && 4 * how->same_laps >= 3 * how->laps;
}

static pdk_status judge(const pdk_document *file, const void *user, int *fit, pdk_error *error)
{
    const sought *replay = user;
    pdk_results_fit how;
    cli_progress progress;
    cli_progress_begin(&progress, "computing");
    pdk_status status = pdk_fit_results(replay->document, file, cli_progress_step, &progress, &how, error);
    cli_progress_end(&progress);
    if (status == PDK_E_MEMORY || status == PDK_E_CANCELLED) return status;
    *fit = status == PDK_OK && (replay->has_its_name || is_sure(&how));
    return PDK_OK;
}

int cli_is_official_of(const char *recording, const pdk_document *document, const pdk_document *file, bool *is_it)
{
    const sought replay = { .path = recording, .document = document };
    int fit = 0;
    pdk_error error;
    bool possible = can_have(document) && strcmp(pdk_document_format(file)->id, "results-xml") == 0;
    if (possible && judge(file, &replay, &fit, &error) != PDK_OK) return cli_fail(cli_file_name(recording), &error);
    *is_it = fit > 0;
    return CLI_FINE;
}

static int try_own_name(const cli_search *search, sought *replay, cli_official *official)
{
    const char *path = replay->path;
    char *own = cli_begin_of(path, (size_t)(pdk_path_extension(path) - path), ".xml");
    if (own == NULL) return cli_no_memory("the name of a results file");
    cli_search one = *search;
    one.is_silent = false;
    replay->has_its_name = true;
    int status = pdk_file_exists(own) ? cli_try_beside(&one, own, &official->file) : CLI_FINE;
    replay->has_its_name = false;
    free(own);
    return status;
}

static int search_game(const cli_search *search, cli_official *official)
{
    static const char *const logs[] = { "Log", "LOG" };
    pdk_file_info about = { .kind = PDK_FILE_OTHER };
    cli_search other = *search;
    int status = CLI_FINE;
    for (size_t i = 0; i < sizeof logs / sizeof logs[0] && about.kind != PDK_FILE_FOLDER; i++) {
        char *folder = folder_of_game(search->recording, logs[i]);
        if (folder == NULL) return cli_no_memory("the name of a folder");
        other.folder = folder;
        if (pdk_file_look(folder, &about, NULL) && about.kind == PDK_FILE_FOLDER)
            status = cli_search_beside(&other, &official->file);
        free(folder);
    }
    return status;
}

static bool is_over(const cli_official *official, int status)
{
    return status != CLI_FINE || official->file.input != NULL || official->file.is_unclear;
}

int cli_find_official(cli_official *official, const cli_arguments *arguments, const char *recording,
                      const pdk_document *document)
{
    *official = (cli_official){ .is_given = false };
    if (!can_have(document) || strcmp(recording, "-") == 0) return CLI_FINE;
    sought replay = { .path = recording, .document = document, .letter = letter_of_session(document) };
    bool named = cli_takes(arguments->verb, CLI_RESULTS);
    const cli_search search = { .arguments = arguments,
                                .recording = recording,
                                .rank = rank,
                                .judge = judge,
                                .user = &replay,
                                .enough = 2,
                                .by_time = true,
                                .is_choosy = true,
                                .is_silent = true,
                                .option = named ? "--results" : NULL };
    int status = try_own_name(&search, &replay, official);
    if (!is_over(official, status)) status = cli_search_beside(&search, &official->file);
    if (!is_over(official, status)) status = search_game(&search, official);
    if (official->file.input != NULL)
        cli_note("%s: the official results are those of %s%s", cli_file_name(recording),
                 cli_file_name(official->file.path), named ? "; --results FILE names others" : "");
    return status;
}

int cli_open_official(cli_official *official, const cli_arguments *arguments, const char *recording,
                      const pdk_document *document)
{
    if (!cli_given(arguments, CLI_RESULTS)) return cli_find_official(official, arguments, recording, document);
    *official = (cli_official){ .is_given = true };
    return cli_open_named(arguments, arguments->values[CLI_RESULTS], &official->file);
}

int cli_refuse_official(const cli_official *official, const pdk_error *error)
{
    if (!official->is_given || official->file.input == NULL || strncmp(error->code, "results.", 8) != 0)
        return CLI_FINE;
    return cli_usage("%s: %s (%s)", cli_file_name(official->file.path), error->message, error->code);
}

void cli_close_official(cli_official *official)
{
    cli_close_found(&official->file);
    *official = (cli_official){ .is_given = false };
}
