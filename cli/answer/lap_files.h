/* The laps on the command line, with their files open. */
#ifndef PADDOCK_CLI_LAP_FILES_H
#define PADDOCK_CLI_LAP_FILES_H

#include "arguments.h"
#include "lap_reference.h"
#include "open.h"
#include "paddock/paddock.h"

enum { CLI_MOST_LAPS = 64 };

/* Laps of one file share its document. Zero it before, and give it to cli_forget_lap_files, also when it failed. */
typedef struct cli_lap_files {
    cli_lap laps[CLI_MOST_LAPS];
    cli_input inputs[CLI_MOST_LAPS];
    size_t input_of[CLI_MOST_LAPS];
    pdk_lap_reference references[CLI_MOST_LAPS];
    size_t count, input_count;
} cli_lap_files;

/* Opens the files of `count` references. Says what failed. */
int cli_open_lap_files(cli_lap_files *files, const cli_arguments *arguments, const char *const *references, int count);
/* CLI_FINE, or CLI_IO after saying which file another program changed meanwhile. */
int cli_lap_files_unchanged(const cli_lap_files *files);
void cli_forget_lap_files(cli_lap_files *files);

/* --by */
int cli_method_of(const cli_arguments *arguments, pdk_compare_method *method);

#endif
