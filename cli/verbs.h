/* All verbs of the command (cmd_help.c). */
#ifndef PADDOCK_CLI_VERBS_H
#define PADDOCK_CLI_VERBS_H

#include "arguments.h"
#include "output.h"
#include "paddock/paddock.h"

/* The verbs, ended by NULL. */
extern const cli_verb *const cli_verbs[];
/* By its name; NULL when there is no such verb. */
const cli_verb *cli_find_verb(const char *name);
/* The tool of that name; NULL after a message that there is no such tool. */
const cli_verb *cli_find_tool(const cli_verb *verb, const char *name);
/* A cli_names; `user` is a list like cli_verbs. */
const char *cli_verb_name(const void *user, size_t index);

/* Everything about one verb. */
void cli_put_verb(cli_out *out, const cli_verb *verb);

extern const cli_verb cli_verb_formats;
extern const cli_verb cli_verb_info;
extern const cli_verb cli_verb_check;
extern const cli_verb cli_verb_incidents;
extern const cli_verb cli_verb_report;
extern const cli_verb cli_verb_sql;
extern const cli_verb cli_verb_ingest;
extern const cli_verb cli_verb_fields;
extern const cli_verb cli_verb_table;
extern const cli_verb cli_verb_dump;
extern const cli_verb cli_verb_build;
extern const cli_verb cli_verb_set;
extern const cli_verb cli_verb_images;
extern const cli_verb cli_verb_unpack;
extern const cli_verb cli_verb_pack;
extern const cli_verb cli_verb_laps;
extern const cli_verb cli_verb_stints;
extern const cli_verb cli_verb_standings;
extern const cli_verb cli_verb_compare;
extern const cli_verb cli_verb_plot;
extern const cli_verb cli_verb_cut;
extern const cli_verb cli_verb_synth;
extern const cli_verb cli_verb_track;
extern const cli_verb cli_verb_convert;
extern const cli_verb cli_verb_surface;
extern const cli_verb cli_verb_repair;
extern const cli_verb cli_verb_help;
extern const cli_verb cli_verb_version;

#endif
