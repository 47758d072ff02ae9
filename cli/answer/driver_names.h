/* Drivers that there are, for messages about one that there is not. */
#ifndef PADDOCK_CLI_DRIVER_NAMES_H
#define PADDOCK_CLI_DRIVER_NAMES_H

#include <stddef.h>

#include "paddock/paddock.h"

/* Zeroed, it is empty. Without memory it is shorter: then the message says less. */
typedef struct cli_driver_names {
    char **all; /* malloc'd, and each of them */
    size_t count;
} cli_driver_names;

/* A name, or "(3)" for a slot without one; unless it is there. */
void cli_add_driver_name(cli_driver_names *names, pdk_text name, double slot);
/* 'there is no driver "X"; did you mean "Y"? There are: ...'. `file` may be NULL. Returns CLI_USAGE. */
int cli_no_driver(const cli_driver_names *names, const char *file, const char *wanted);
void cli_forget_driver_names(cli_driver_names *names);

#endif
