/* Files beside another one, by their names. */
#ifndef PADDOCK_CLI_BESIDE_H
#define PADDOCK_CLI_BESIDE_H

#include <stdbool.h>
#include <stddef.h>

enum { CLI_MOST_BESIDE = 64 };

typedef struct cli_beside {
    char *paths[CLI_MOST_BESIDE];
    size_t count;
} cli_beside;

/* The first `size` bytes of a path, and `end`; malloc'd, NULL when out of memory. */
char *cli_begin_of(const char *path, size_t size, const char *end);
/* Those in the folder of `path` whose names `fit` takes, in the order of their names; none where the folder cannot be
 * listed. False without memory. Give it to cli_forget_beside. */
bool cli_list_beside(const char *path, bool (*fit)(const char *name, const void *user), const void *user,
                     cli_beside *found);
void cli_forget_beside(cli_beside *found);

#endif
