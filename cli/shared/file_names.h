/* Names for files, made from any text. */
#ifndef PADDOCK_CLI_FILE_NAMES_H
#define PADDOCK_CLI_FILE_NAMES_H

#include "paddock/paddock.h"

/* A name for a file, without extension, from any text: characters that are safe in shells and file systems, "-" for
 * "/", no device of Windows, never empty, and short enough for what follows it; a note says when it had to be cut. It
 * is malloc'd, with room for 31 more characters; NULL when out of memory. */
char *cli_file_stem(const char *path);
/* The second of a kind becomes "name~2", where A and a are one too: the names are cli_file_stem's. */
bool cli_number_repeats(char **names, size_t count);
void cli_free_names(char **names, size_t count);

#endif
