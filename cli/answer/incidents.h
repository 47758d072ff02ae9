/* The parts of `paddock incidents`. */
#ifndef PADDOCK_CLI_INCIDENTS_H
#define PADDOCK_CLI_INCIDENTS_H

#include "arguments.h"
#include "output.h"
#include "paddock/paddock.h"

/* The incidents that are printed, and where their clips are. */
typedef struct cli_incidents {
    const cli_arguments *arguments;
    const char *path, *file; /* as given, and for messages */
    const pdk_document *document, *analysis;
    bool repeats; /* drivers of several slots have one name: the slot follows it */
    size_t count;
    char **clips; /* paths of files, one for each incident; NULL = none are wanted, or this one could not be written */
} cli_incidents;

/* --- incidents_text.c: for people --- */
void cli_put_incidents(cli_out *out, const cli_incidents *told);
/* 12.3 m/s as "44 km/h". */
void cli_put_kmh(cli_out *out, double speed);

/* --- incidents_markdown.c: for a league's form --- */
void cli_put_incidents_markdown(cli_out *out, const cli_incidents *told);

/* --- incidents_clips.c --- */
/* A part of the recording for each incident, into --clips DIR. Sets told->clips, to be freed by cli_free_names. */
int cli_write_clips(cli_incidents *told);

#endif
