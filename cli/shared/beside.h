/* Files found beside a recording that belong to it: the file about its car, the path of its track, its results. Names
 * only say which files are opened; whether one belongs to the recording, the library decides. */
#ifndef PADDOCK_CLI_BESIDE_H
#define PADDOCK_CLI_BESIDE_H

#include "beside_names.h"
#include "open.h"

/* What is looked for, and where. */
typedef struct cli_search {
    const cli_arguments *arguments;
    const char *recording; /* its path */
    const char *folder;    /* NULL = that of the recording */
    cli_rank_name rank;
    /* How well an opened file fits, above 0; or *fit 0, and `error` says why not. Where the question itself fails, its
     * status. */
    pdk_status (*judge)(const pdk_document *file, const void *user, int *fit, pdk_error *error);
    const void *user;
    int enough;         /* after one that fits so well nothing more is opened */
    bool by_time;       /* those nearest to the time of the recording's file first; otherwise by name */
    bool is_choosy;     /* where two fit equally well, neither is taken */
    bool is_silent;     /* what does not fit is not said: such files are often there */
    const char *option; /* that names the file instead: "--results"; NULL = the verb has none */
} cli_search;

typedef struct cli_found {
    cli_input *input; /* NULL = nothing was found */
    char *path;       /* malloc'd */
    int fit;
    bool is_unclear; /* two fit equally well, and the search is choosy */
} cli_found;

/* Finds the file that fits best, the first of those that fit equally well. What was left out is said in notes. CLI_FINE
 * also where there is none. Give `found` to cli_close_found. */
int cli_search_beside(const cli_search *search, cli_found *found);
/* Is it this file? The same for one name: its folder and rank are not looked at. */
int cli_try_beside(const cli_search *search, const char *path, cli_found *found);
/* The file that an option names: --as is not about it. */
int cli_open_named(const cli_arguments *arguments, const char *path, cli_found *named);
void cli_close_found(cli_found *found);

#endif
