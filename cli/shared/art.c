/* Finding the art of a track: X.FAM, X_001.FAM or X_T01.FAM, in the folder of X.TRI or in the folders of the game
 * beside it, in any mix of capitals. */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include "art.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "arguments.h"
#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "platform/files.h"
#include "platform/folders.h"
#include "platform/path.h"

/* ------------------------------------------------------------------------------------------------- names */

static const char *const tails[] = { ".fam", "_001.fam", "_t01.fam" }; /* the better ones first */
enum { TAILS = 3, SPELLINGS = 2 };

/* The published note has the first names, disks of the time the second. */
static const struct {
    const char *spellings[SPELLINGS], *about;
} families[CLI_FAMILIES] = {
    [CLI_FAMILY_ENGLISH] = { { "ETRACKFAM", "ETRACKFM" }, "English" },
    [CLI_FAMILY_GERMAN] = { { "GTRACKFAM", "GTRACKFM" }, "German" },
    [CLI_FAMILY_NORMAL] = { { "NTRACKFAM", "NTRACKFM" }, "normal" },
};

/* Is `name` the first `length` bytes of `base` and then `tail`? */
static bool is_called(const char *name, const char *base, size_t length, const char *tail)
{
    return strlen(name) == length + strlen(tail) && strncasecmp(name, base, length) == 0 &&
           strcasecmp(name + length, tail) == 0;
}

int cli_rank_art(const char *art, const char *track)
{
    const char *base = pdk_path_name(track);
    size_t length = (size_t)(pdk_path_extension(track) - base);
    for (int i = 0; i < TAILS; i++) {
        if (is_called(pdk_path_name(art), base, length, tails[i])) return i;
    }
    return -1;
}

/* Which family's folder this is, and how it is spelled; CLI_FAMILIES = none. */
static cli_family family_of(const char *name, int *spelling)
{
    for (cli_family family = 0; family < CLI_FAMILIES; family++) {
        for (*spelling = 0; *spelling < SPELLINGS; ++*spelling) {
            if (strcasecmp(name, families[family].spellings[*spelling]) == 0) return family;
        }
    }
    return CLI_FAMILIES;
}

/* ----------------------------------------------------------------------------------------------- folders */

/* What a folder has for a track. Of names that differ only in capitals the first in the order of their bytes counts, so
 * that the answer does not depend on the order in which a system lists them. */
typedef struct listing {
    char *files[TAILS];
    char *folders[CLI_FAMILIES][SPELLINGS];
} listing;

static void forget_listing(listing *found)
{
    for (int i = 0; i < TAILS; i++) free(found->files[i]);
    for (int i = 0; i < CLI_FAMILIES * SPELLINGS; i++) free(found->folders[i / SPELLINGS][i % SPELLINGS]);
    *found = (listing){ 0 };
}

static bool keep_first(char **kept, const char *name)
{
    if (*kept != NULL && strcmp(*kept, name) <= 0) return true;
    free(*kept);
    return (*kept = strdup(name)) != NULL;
}

static bool sort_in(const char *name, const char *track, listing *found)
{
    int rank = cli_rank_art(name, track), spelling;
    if (rank >= 0) return keep_first(&found->files[rank], name);
    cli_family family = family_of(name, &spelling);
    return family == CLI_FAMILIES || keep_first(&found->folders[family][spelling], name);
}

/* False without memory. A folder that cannot be listed has nothing, and *failure says why. */
static bool list(const char *folder, const char *track, listing *found, pdk_failure *failure)
{
    *found = (listing){ 0 };
    *failure = (pdk_failure){ 0 };
    pdk_folder *open = pdk_folder_open(folder, failure);
    bool good = true;
    for (const char *name; good && open != NULL && (name = pdk_folder_next(open)) != NULL;) {
        good = sort_in(name, track, found);
    }
    pdk_folder_close(open);
    if (!good) forget_listing(found);
    return good;
}

/* "name" where the folder is the current one. */
static char *join(const char *folder, const char *name)
{
    return strcmp(folder, ".") == 0 ? strdup(name) : pdk_path_join(folder, name);
}

/* The best name that is no folder, as a path in *path; false without memory. */
static bool take_file(const char *folder, const listing *found, char **path)
{
    for (int i = 0; i < TAILS; i++) {
        if (found->files[i] == NULL) continue;
        pdk_file_info about;
        *path = join(folder, found->files[i]);
        if (*path == NULL) return false;
        if (!pdk_file_look(*path, &about, NULL) || about.kind != PDK_FILE_FOLDER) return true;
        free(*path);
        *path = NULL;
    }
    return true;
}

static void note_unlisted(const char *folder, const pdk_failure *failure)
{
    if (failure->reason[0] != '\0') cli_note("%s: cannot be searched for art: %s", folder, failure->reason);
}

/* The track's file in a folder of the game. */
static bool search_family(const char *folder, const char *name, const char *track, char **path)
{
    char *place = join(folder, name);
    listing inside;
    pdk_failure failure;
    bool good = place != NULL && list(place, track, &inside, &failure);
    if (good) {
        note_unlisted(place, &failure);
        good = take_file(place, &inside, path);
        forget_listing(&inside);
    }
    free(place);
    return good;
}

/* Of every family that a folder has, its file; the first is taken. */
static bool search_families(const char *folder, const listing *there, const char *track, cli_art *found)
{
    for (int i = 0; i < CLI_FAMILIES * SPELLINGS; i++) {
        cli_family family = (cli_family)(i / SPELLINGS);
        const char *name = there->folders[family][i % SPELLINGS];
        char *path = NULL;
        if (name == NULL || found->others[family] != NULL) continue;
        if (!search_family(folder, name, track, &path)) return false;
        found->others[family] = path;
    }
    for (cli_family family = 0; family < CLI_FAMILIES && found->path == NULL; family++) {
        if (found->others[family] == NULL) continue;
        found->path = found->others[family];
        found->family = families[family].about;
        found->others[family] = NULL;
    }
    return true;
}

/* What is before the separator at `size`, which is part of a root; "." = nothing is. malloc'd. */
static char *before_separator(const char *path, size_t size)
{
    size_t length = size > pdk_path_root_size(path) ? size - 1 : size;
    char *folder = size == 0 ? strdup(".") : malloc(length + 1);
    if (folder != NULL && size > 0) snprintf(folder, length + 1, "%s", path);
    return folder;
}

static char *folder_of(const char *path)
{
    return before_separator(path, pdk_path_folder_size(path));
}

/* The folder a file is in may be a family's. */
static const char *family_of_file(const char *path)
{
    int spelling;
    char *folder = folder_of(path);
    cli_family family = folder != NULL ? family_of(pdk_path_name(folder), &spelling) : CLI_FAMILIES;
    free(folder);
    return family < CLI_FAMILIES ? families[family].about : NULL;
}

static bool search(const char *folder, const char *track, bool files, cli_art *found, pdk_failure *failure)
{
    listing there;
    if (!list(folder, track, &there, failure)) return false;
    bool good = !files || take_file(folder, &there, &found->path);
    if (good && found->path != NULL) found->family = family_of_file(found->path);
    if (good && found->path == NULL) good = search_families(folder, &there, track, found);
    forget_listing(&there);
    return good;
}

/* The folder above: "a" of "a/b", "." of "b", ".." of "." and "../.." of "..". malloc'd. */
static char *folder_above(const char *folder)
{
    const char *name = pdk_path_name(folder);
    if (strcmp(folder, ".") == 0) return strdup("..");
    if (*name == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return pdk_path_join(folder, "..");
    return folder_of(folder);
}

int cli_find_art(const char *track, cli_art *found)
{
    *found = (cli_art){ 0 };
    if (strcmp(track, "-") == 0) return CLI_FINE;
    pdk_failure failure;
    char *folder = folder_of(track), *above = folder != NULL ? folder_above(folder) : NULL;
    bool good = above != NULL && search(folder, track, true, found, &failure);
    if (good) note_unlisted(folder, &failure);
    if (good && found->path == NULL) {
        good = search(above, track, false, found, &failure);
        if (good) note_unlisted(above, &failure);
    }
    free(folder);
    free(above);
    if (good) return CLI_FINE;
    cli_forget_art(found);
    return cli_no_memory("the folder of a track");
}

/* The same in one folder: the files in it, or if there are none, the families in it. */
static int find_art_in(const char *folder, const char *track, cli_art *found)
{
    *found = (cli_art){ 0 };
    pdk_failure failure;
    if (!search(folder, track, true, found, &failure)) {
        cli_forget_art(found);
        return cli_no_memory("the folder of a track");
    }
    if (found->path != NULL) return CLI_FINE;
    const char *base = pdk_path_name(track);
    int length = (int)(pdk_path_extension(track) - base);
    pdk_error error = { .status = PDK_E_IO, .offset = PDK_NO_OFFSET, .code = "art.none" };
    if (failure.reason[0] != '\0') {
        snprintf(error.message, sizeof error.message, "cannot list this folder: %s", failure.reason);
    } else {
        snprintf(error.message, sizeof error.message,
                 "no %.*s.FAM, %.*s_001.FAM or %.*s_T01.FAM in this folder, nor in a folder ETRACKFAM, GTRACKFAM or "
                 "NTRACKFAM in it",
                 length, base, length, base, length, base);
    }
    return cli_fail(folder, &error);
}

void cli_forget_art(cli_art *art)
{
    free(art->path);
    for (int i = 0; i < CLI_FAMILIES; i++) free(art->others[i]);
    *art = (cli_art){ 0 };
}

/* ----------------------------------------------------------------------------------------------- opening */

static bool is_folder(const char *path)
{
    pdk_file_info about;
    return pdk_file_look(path, &about, NULL) && about.kind == PDK_FILE_FOLDER;
}

bool cli_is_track(const pdk_document *document)
{
    return strcmp(pdk_document_format(document)->id, "tri") == 0;
}

int cli_fail_no_track(const char *path, const pdk_document *document)
{
    return cli_usage("--fam is for tracks, and %s is %s", cli_file_name(path), pdk_document_format(document)->id);
}

static void say(const char *track, const cli_art *found)
{
    cli_note("%s: textures and models from %s%s%s%s", track, found->path, found->family != NULL ? " (the " : "",
             found->family != NULL ? found->family : "", found->family != NULL ? " ones)" : "");
    for (cli_family family = 0; family < CLI_FAMILIES; family++) {
        if (found->others[family] == NULL) continue;
        cli_note("%s: there are also the %s ones: --fam %s", track, families[family].about, found->others[family]);
    }
}

int cli_open_art(cli_input *art, const cli_arguments *arguments, const char *track, const char *what)
{
    const char *named = arguments->values[CLI_FAM];
    if (named != NULL && strcmp(named, "none") == 0) return CLI_FINE;
    cli_arguments detected = *arguments;
    detected.values[CLI_AS] = NULL; /* that is about the track */
    if (named != NULL && !is_folder(named)) return cli_open(art, &detected, named);
    cli_art found;
    int status = named != NULL ? find_art_in(named, track, &found) : cli_find_art(track, &found);
    if (status != CLI_FINE) return status;
    if (found.path != NULL) {
        say(cli_file_name(track), &found);
        status = cli_open(art, &detected, found.path);
    } else {
        cli_note("%s: no FAM beside it or in ETRACKFAM, GTRACKFAM or NTRACKFAM beside its folder, so %s; --fam FILE or "
                 "FOLDER names one",
                 cli_file_name(track), what);
    }
    cli_forget_art(&found);
    return status;
}
