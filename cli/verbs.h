/* All verbs of the command: verbs.def has a line for each. */
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

#define CLI_VERB(name) extern const cli_verb cli_verb_##name;
#include "verbs.def"
#undef CLI_VERB

#endif
