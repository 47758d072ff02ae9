/* Finding the art of a track: X.FAM, else X_001.FAM, in the folder of X.TRI, in any mix of capitals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "platform/folders.h"
#include "platform/path.h"

/* Is `name` the first `length` bytes of `base` and then `tail`? */
static bool is_called(const char *name, const char *base, size_t length, const char *tail)
{
    return strlen(name) == length + strlen(tail) && strncasecmp(name, base, length) == 0 &&
           strcasecmp(name + length, tail) == 0;
}

static const char *const tails[] = { ".fam", "_001.fam" }; /* the better one first */

int cli_rank_art(const char *art, const char *track)
{
    const char *base = pdk_path_name(track);
    size_t length = (size_t)(pdk_path_extension(track) - base);
    for (int i = 0; i < 2; i++) {
        if (is_called(pdk_path_name(art), base, length, tails[i])) return i;
    }
    return -1;
}

char *cli_find_art(const char *track)
{
    size_t before = (size_t)(pdk_path_name(track) - track);
    int best = 2;
    char *folder = malloc(before + 1), *found = NULL;
    if (folder != NULL) snprintf(folder, before + 1, "%s", track);
    bool search = folder != NULL && strcmp(track, "-") != 0;
    pdk_folder *files = search ? pdk_folder_open(before > 0 ? folder : ".", NULL) : NULL;
    for (const char *name; files != NULL && (name = pdk_folder_next(files)) != NULL;) {
        int rank = cli_rank_art(name, track);
        if (rank < 0 || rank >= best) continue;
        size_t capacity = before + strlen(name) + 1;
        free(found);
        found = malloc(capacity);
        if (found != NULL) snprintf(found, capacity, "%s%s", folder, name);
        best = rank;
    }
    pdk_folder_close(files);
    free(folder);
    return found;
}
