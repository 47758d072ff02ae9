#include "beside.h"

#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "options.h"
#include "platform/path.h"

static void say_unfit(const cli_search *search, const char *path, const pdk_error *reason)
{
    if (search->is_silent) return;
    cli_note("%s: %s beside it is not used: %s", cli_file_name(search->recording), cli_file_name(path),
             reason->message);
}

/* Failures that say nothing about the file. */
static bool is_ours(pdk_status status)
{
    return status == PDK_E_MEMORY || status == PDK_E_CANCELLED;
}

static int judge(const cli_search *search, const char *path, cli_input *input, int *fit)
{
    cli_arguments detected = *search->arguments;
    detected.values[CLI_AS] = NULL; /* that is about the recording */
    pdk_error error;
    *fit = 0;
    int status = cli_try_open(input, &detected, path, &error);
    if (status != CLI_FINE) return status;
    if (error.status != PDK_OK && is_ours(error.status)) return cli_fail(cli_file_name(path), &error);
    if (error.status == PDK_OK && search->judge(input->document, search->user, fit, &error) != PDK_OK)
        return cli_fail(cli_file_name(search->recording), &error);
    if (*fit == 0) say_unfit(search, path, &error);
    return CLI_FINE;
}

static int make_room(const char *path, cli_found *found)
{
    *found = (cli_found){ .input = calloc(1, sizeof *found->input), .path = cli_begin_of(path, strlen(path), "") };
    if (found->input != NULL && found->path != NULL) return CLI_FINE;
    cli_close_found(found);
    return cli_no_memory("a file beside a recording");
}

int cli_open_named(const cli_arguments *arguments, const char *path, cli_found *named)
{
    cli_arguments detected = *arguments;
    detected.values[CLI_AS] = NULL;
    int status = make_room(path, named);
    if (status == CLI_FINE) status = cli_open(named->input, &detected, path);
    if (status != CLI_FINE) cli_close_found(named);
    return status;
}

int cli_try_beside(const cli_search *search, const char *path, cli_found *found)
{
    int status = make_room(path, found);
    if (status == CLI_FINE) status = judge(search, path, found->input, &found->fit);
    if (status != CLI_FINE || found->fit == 0) cli_close_found(found);
    return status;
}

/* The better one stays, or the first; the other is closed. */
static void take_better(cli_found *best, cli_found *one)
{
    bool better = one->fit > best->fit;
    cli_found worse = better ? *best : *one;
    if (better) *best = *one;
    cli_close_found(&worse);
}

static void say_both(const cli_search *search, const char *one, const char *other)
{
    bool named = search->option != NULL;
    cli_note("%s: %s and %s both fit it, and neither is used: %s%s%s", cli_file_name(search->recording),
             cli_file_name(one), cli_file_name(other), named ? "name one with " : "keep one of them there",
             named ? search->option : "", named ? " FILE" : "");
}

static void say_left_out(const cli_search *search, size_t count)
{
    bool named = search->option != NULL;
    cli_note("%s: of the files that could belong to it, %zu were not opened%s%s%s", cli_file_name(search->recording),
             count, named ? "; " : "", named ? search->option : "", named ? " FILE names the right one" : "");
}

/* All names, until one is enough. *level is the first name that fits as well as the best, NULL where none does. */
static int try_all(const cli_search *search, const cli_beside_names *names, cli_found *best, const char **level)
{
    *level = NULL;
    for (size_t i = 0; i < names->count && best->fit < search->enough; i++) {
        cli_found one;
        int status = cli_try_beside(search, names->all[i].path, &one);
        if (status != CLI_FINE) return status;
        if (one.fit > best->fit) *level = NULL;
        else if (one.fit > 0 && one.fit == best->fit && *level == NULL) *level = names->all[i].path;
        if (one.fit > 0) take_better(best, &one);
    }
    return CLI_FINE;
}

static int search_names(const cli_search *search, const cli_beside_names *names, cli_found *found)
{
    const char *level;
    int status = try_all(search, names, found, &level);
    if (status != CLI_FINE) return status;
    if (search->is_choosy && level != NULL) {
        say_both(search, found->path, level);
        cli_close_found(found);
        found->is_unclear = true;
    } else if (found->input == NULL && names->left_out > 0) {
        say_left_out(search, names->left_out);
    }
    return CLI_FINE;
}

int cli_search_beside(const cli_search *search, cli_found *found)
{
    *found = (cli_found){ .input = NULL };
    if (strcmp(search->recording, "-") == 0) return CLI_FINE;
    const char *beside = search->recording;
    char *folder = search->folder != NULL ? cli_begin_of(search->folder, strlen(search->folder), "")
                                          : cli_begin_of(beside, pdk_path_folder_size(beside), "");
    cli_beside_names names;
    bool listed, good = folder != NULL && cli_list_names(folder, search->by_time ? beside : NULL, search->rank,
                                                         search->user, &names, &listed);
    free(folder);
    if (!good) return cli_no_memory("the files beside a recording");
    int status = search_names(search, &names, found);
    if (status != CLI_FINE) cli_close_found(found);
    cli_forget_names(&names);
    return status;
}

void cli_close_found(cli_found *found)
{
    if (found->input != NULL) cli_close(found->input);
    free(found->input);
    free(found->path);
    *found = (cli_found){ .input = NULL };
}
