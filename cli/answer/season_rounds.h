/* The rounds of a season: files, or folders that have the files of a weekend. */
#ifndef PADDOCK_CLI_SEASON_ROUNDS_H
#define PADDOCK_CLI_SEASON_ROUNDS_H

#include "arguments.h"
#include "open.h"

enum { CLI_MOST_PARTS = 32 };

typedef struct cli_round {
    const char *path;            /* as given: a file, or a folder */
    char *parts[CLI_MOST_PARTS]; /* files of the race; more than one are joined. malloc'd */
    size_t part_count;
    char *qualifying; /* NULL = none is known; malloc'd */
    cli_input race, qualifier;
} cli_round;

/* What is in a round: the races of a folder, and the last qualifying. Says what is wrong. */
int cli_find_round(cli_round *round, const cli_arguments *arguments, const char *path);
/* With --join: takes the next operand, too, if it is a part of the same recording. */
int cli_extend_round(cli_round *round, const cli_arguments *arguments, const char *path, bool *taken);
/* Opens it. */
int cli_open_round(cli_round *round, const cli_arguments *arguments);
void cli_close_round(cli_round *round);

#endif
