/* `paddock laps --corners` and `--minisectors`: laps of several files taken together. */
#ifndef PADDOCK_CLI_LAP_SESSION_H
#define PADDOCK_CLI_LAP_SESSION_H

#include "arguments.h"
#include "output.h"

/* Compares all clean laps with the fastest of them, and prints what that says about each driver. */
int cli_lap_session(const cli_arguments *arguments);
/* lap_session_text.c: for people. */
int cli_put_lap_session(const cli_arguments *arguments, const pdk_document *session, cli_out *out);

#endif
