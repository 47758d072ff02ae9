/* What the options of `season` say. */
#ifndef PADDOCK_CLI_SEASON_OPTIONS_H
#define PADDOCK_CLI_SEASON_OPTIONS_H

#include "csv_table.h"

typedef struct cli_season_options {
    pdk_season_options options;
    double *points;
    pdk_season_team *teams;
    cli_csv_table team_file;
} cli_season_options;

/* Reads them; give it to cli_forget_season_options in any case. */
int cli_season_options_of(const cli_arguments *arguments, cli_season_options *all);
void cli_forget_season_options(cli_season_options *all);

#endif
