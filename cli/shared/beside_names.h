/* Files of a folder that by their names may be what is looked for beside a recording. */
#ifndef PADDOCK_CLI_BESIDE_NAMES_H
#define PADDOCK_CLI_BESIDE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* So many are kept, and none that is larger. */
enum { CLI_MOST_BESIDE = 16, CLI_LARGEST_BESIDE = 64 << 20 };

typedef struct cli_beside_name {
    char *path; /* malloc'd */
    int rank;
    uint64_t away; /* from the time of the recording's file, in the system's units */
} cli_beside_name;

typedef struct cli_beside_names {
    cli_beside_name all[CLI_MOST_BESIDE];
    size_t count, left_out; /* left out: those for which there was no room, or that are too large */
} cli_beside_names;

/* How promising a name is: 0 = it is none; the higher the sooner it is looked at. */
typedef int (*cli_rank_name)(const char *name, const void *user);

/* Those of `folder` ("" = the current one) by rank, then those nearest to the time of the file `beside` (NULL = of any
 * time), then by name; none where the folder cannot be listed: then *listed is false. False without memory. Give it to
 * cli_forget_names. */
bool cli_list_names(const char *folder, const char *beside, cli_rank_name rank, const void *user,
                    cli_beside_names *names, bool *listed);
void cli_forget_names(cli_beside_names *names);
/* The first `size` bytes of a path, and `end`; malloc'd, NULL when out of memory. */
char *cli_begin_of(const char *path, size_t size, const char *end);

#endif
