/* The table of verbs. */
#include "verbs.h"

#include <stdio.h>
#include <string.h>

const cli_verb *const cli_verbs[] = {
    &cli_verb_info,
    &cli_verb_check,
    &cli_verb_table,
    &cli_verb_standings,
    &cli_verb_laps,
    &cli_verb_stints,
    &cli_verb_compare,
    &cli_verb_plot,
    &cli_verb_incidents,
    &cli_verb_report,
    &cli_verb_sql,
    &cli_verb_ingest,
    &cli_verb_fields,
    &cli_verb_formats,
    &cli_verb_convert,
    &cli_verb_dump,
    &cli_verb_build,
    &cli_verb_set,
    &cli_verb_images,
    &cli_verb_track,
    &cli_verb_surface,
    &cli_verb_repair,
    &cli_verb_cut,
    &cli_verb_unpack,
    &cli_verb_pack,
    &cli_verb_synth,
    &cli_verb_help,
    &cli_verb_version,
    NULL,
};

const char *cli_verb_name(const void *user, size_t index)
{
    const cli_verb *const *verbs = user;
    return verbs[index] != NULL ? verbs[index]->name : NULL;
}

static const cli_verb *find(const cli_verb *const *verbs, const char *name)
{
    while (*verbs != NULL && strcmp((*verbs)->name, name) != 0) verbs++;
    return *verbs;
}

const cli_verb *cli_find_verb(const char *name)
{
    return find(cli_verbs, name);
}

const cli_verb *cli_find_tool(const cli_verb *verb, const char *name)
{
    const cli_verb *tool = find(verb->tools, name);
    if (tool == NULL) {
        char what[48];
        snprintf(what, sizeof what, "tool of `paddock %s`", verb->name);
        cli_no_such(NULL, what, name, cli_verb_name, verb->tools);
    }
    return tool;
}
