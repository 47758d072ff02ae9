/* Finding the art of a track: X.FAM, else X_001.FAM, in the folder of X.TRI, in any mix of capitals. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"

/* Is `name` the first `length` bytes of `base` and then `tail`? */
static bool is_called(const char *name, const char *base, size_t length, const char *tail)
{
    return strlen(name) == length + strlen(tail) && strncasecmp(name, base, length) == 0 &&
           strcasecmp(name + length, tail) == 0;
}

char *cli_find_art(const char *track)
{
    static const char *const tails[] = { ".fam", "_001.fam" }; /* the better one first */
    const char *slash = strrchr(track, '/'), *base = slash != NULL ? slash + 1 : track, *dot = strrchr(base, '.');
    size_t length = dot != NULL ? (size_t)(dot - base) : strlen(base), before = (size_t)(base - track), best = 2;
    char *folder = strndup(track, before), *found = NULL;
    DIR *files = folder != NULL && strcmp(track, "-") != 0 ? opendir(before > 0 ? folder : ".") : NULL;
    for (struct dirent *file; files != NULL && (file = readdir(files)) != NULL;) {
        for (size_t i = 0; i < best; i++) {
            if (!is_called(file->d_name, base, length, tails[i])) continue;
            size_t room = before + strlen(file->d_name) + 1;
            free(found);
            found = malloc(room);
            if (found != NULL) snprintf(found, room, "%s%s", folder, file->d_name);
            best = i;
        }
    }
    if (files != NULL) closedir(files);
    free(folder);
    return found;
}
