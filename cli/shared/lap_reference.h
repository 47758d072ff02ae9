/* Laps as people name them on the command line. */
#ifndef PADDOCK_CLI_LAP_REFERENCE_H
#define PADDOCK_CLI_LAP_REFERENCE_H

typedef struct cli_lap {
    char *text; /* malloc'd; the others are in it */
    const char *file, *driver, *lap;
} cli_lap;

/* FILE, FILE#DRIVER or FILE#DRIVER#LAP; driver and lap are NULL where they are not given. Give it to cli_forget_lap,
 * also when it failed. */
int cli_lap_of(cli_lap *lap, const char *reference);
void cli_forget_lap(cli_lap *lap);

#endif
