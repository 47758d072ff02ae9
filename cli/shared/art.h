/* The art of a track: the FAM with its pictures and 3D models, which games keep in separate folders. */
#ifndef PADDOCK_CLI_ART_H
#define PADDOCK_CLI_ART_H

#include "arguments.h"
#include "open.h"
#include "paddock/paddock.h"

/* The folders of the game, in the order they are taken. */
typedef enum cli_family { CLI_FAMILY_ENGLISH, CLI_FAMILY_GERMAN, CLI_FAMILY_NORMAL, CLI_FAMILIES } cli_family;

typedef struct cli_art {
    char *path;                 /* the file taken; NULL = none was found */
    char *others[CLI_FAMILIES]; /* files for the same track in families that were not taken; NULL = none */
    const char *family;         /* of the file taken: "ETRACKFAM, English"; NULL = it is in none */
} cli_art;

/* Does a file's name say that it is the art of a track? 0 = yes; 1, 2 = yes, but a lower number is the better name;
 * -1 = no. Folders do not matter. */
int cli_rank_art(const char *art, const char *track);
/* Looks in the folder of the track, in the families in it, and in those beside it. A family that is there but cannot be
 * listed is said. Only these few folders are listed, whatever links lead where. CLI_FINE also when none is found. */
int cli_find_art(const char *track, cli_art *found);
void cli_forget_art(cli_art *art);

bool cli_is_track(const pdk_document *document);
/* "--fam is for tracks"; a usage error. */
int cli_fail_no_track(const char *path, const pdk_document *document);
/* Opens the art of a track as --fam says it (a file, a folder, `none`), else what is found, and says which that is.
 * Without any `art` has no document; `what` then says in a note what this means: "its surfaces are plain". */
int cli_open_art(cli_input *art, const cli_arguments *arguments, const char *track, const char *what);

#endif
