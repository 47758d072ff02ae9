/* The parts of `paddock incidents`. */
#ifndef PADDOCK_CLI_INCIDENTS_H
#define PADDOCK_CLI_INCIDENTS_H

#include "arguments.h"
#include "driver_names.h"
#include "output.h"
#include "paddock/paddock.h"

/* The incidents that are printed, and where their clips are. */
typedef struct cli_incidents {
    const cli_arguments *arguments;
    const char *path, *file; /* as given, and for messages */
    const pdk_document *document, *analysis;
    bool repeats;   /* drivers of several slots have one name: the slot follows it */
    bool several;   /* files are asked: rows have `path` first */
    size_t number;  /* of this file, from 0 */
    uint64_t *rows; /* of the incidents that are wanted; malloc'd */
    size_t count;
    char **clips; /* paths of files, one for each incident; NULL = none are wanted, or this one could not be written */
} cli_incidents;

/* One of those that are wanted. */
static inline const pdk_incident *cli_incident_at(const cli_incidents *told, size_t index)
{
    return pdk_incident_at(told->analysis, (size_t)told->rows[index]);
}

/* --- incidents_wanted.c --- */
/* What --driver, --lap, --turn and --kind ask for. */
typedef struct cli_incident_wanted {
    const char *driver;
    uint64_t lap, turn;     /* 0 = any */
    unsigned kinds;         /* 1 << pdk_incident_kind; 0 = any */
    bool met_driver;        /* a file has such a driver */
    cli_driver_names names; /* of the files that do not */
} cli_incident_wanted;
int cli_incidents_wanted(const cli_arguments *arguments, cli_incident_wanted *wanted);
/* Are there kinds among them that only --all finds? */
bool cli_wants_all_incidents(const cli_incident_wanted *wanted);
/* Fills rows and count. */
int cli_choose_incidents(cli_incident_wanted *wanted, cli_incidents *told);

/* --- incidents_text.c: for people --- */
void cli_put_incidents(cli_out *out, const cli_incidents *told);
/* 12.3 m/s as "44 km/h". */
void cli_put_kmh(cli_out *out, double speed);

/* --- incidents_markdown.c: for a league's form --- */
void cli_put_incidents_markdown(cli_out *out, const cli_incidents *told);

/* --- incidents_approach.c --- */
/* How the first two cars came to it, where the recording shows it. */
void cli_put_approach(cli_out *out, const cli_incidents *told, const pdk_incident *incident,
                      void (*put_name)(cli_out *, const cli_incidents *, const pdk_incident_party *));

/* --- incidents_clips.c --- */
/* A part of the recording for each incident, into --clips DIR. Sets told->clips, to be freed by cli_free_names. */
int cli_write_clips(cli_incidents *told);

#endif
