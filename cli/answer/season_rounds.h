/* The rounds of a season: files, or folders that have the files of a weekend. */
#ifndef PADDOCK_CLI_SEASON_ROUNDS_H
#define PADDOCK_CLI_SEASON_ROUNDS_H

#include "arguments.h"
#include "official.h"

enum { CLI_MOST_PARTS = 32 };

typedef struct cli_round {
    const char *path;            /* as given: a file, or a folder */
    char *parts[CLI_MOST_PARTS]; /* files of the race; more than one are joined. malloc'd */
    size_t part_count;
    char *qualifying; /* NULL = none is known; malloc'd */
    cli_input race, qualifier;
    cli_official official, grid; /* results files of the race and of the qualifying, found beside them */
    char track[256];             /* as the recording calls it, once it was open */
} cli_round;

/* What is in a round: the races of a folder, and the last qualifying; results files of the game where there is no
 * recording of it. Says what is wrong. */
int cli_find_round(cli_round *round, const cli_arguments *arguments, const char *path);
/* With --join: takes the next operand, too, if it is a part of the same recording. */
int cli_extend_round(cli_round *round, const cli_arguments *arguments, const char *path, bool *taken);
/* Opens it, and the results files beside its recordings. */
int cli_open_round(cli_round *round, const cli_arguments *arguments);
/* Closes its recordings; its files are known on. */
void cli_shut_round(cli_round *round);
/* Are two rounds parts of one race? Says so, with what to do. */
int cli_refuse_parts(const cli_arguments *arguments, const cli_round *one, const cli_round *other);
void cli_close_round(cli_round *round);

#endif
