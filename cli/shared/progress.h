/* Progress bars, and the end of the program. */
#ifndef PADDOCK_CLI_PROGRESS_H
#define PADDOCK_CLI_PROGRESS_H

#include "paddock/paddock.h"

typedef struct cli_progress {
    const char *label;
    double start, drawn; /* seconds */
    double logged;       /* when the last line was */
    bool visible;        /* standard error is a terminal */
    bool counts_bytes;   /* set after beginning: the work is counted in bytes, and their rate is shown */
    bool logs;           /* set after beginning: where there is no terminal, a line is written each minute */
    bool shown;
} cli_progress;

void cli_progress_begin(cli_progress *progress, const char *label);
/* A pdk_progress: draws after a second, asks to stop after an interrupt, once pdk_catch_interrupts was called: then
 * nothing half-written stays. */
bool cli_progress_step(void *user, uint64_t done, uint64_t total);
void cli_progress_end(cli_progress *progress);
/* The exit status. After an interrupt it ends by the signal, as shells expect, unless the work was done before the
 * signal could stop it. */
int cli_end(int status);

#endif
