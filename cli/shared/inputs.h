/* The files that a call reads. */
#ifndef PADDOCK_CLI_INPUTS_H
#define PADDOCK_CLI_INPUTS_H

#include "arguments.h"
#include "paddock/paddock.h"

/* At the program's start. CLI_FINE, or CLI_IO without memory. */
int cli_begin_inputs(void);
/* All files that the call has opened: the library adds those that it opens, cli_read and the like theirs. Given to
 * whatever opens documents and writes files. */
pdk_inputs *cli_inputs(void);
/* A file that is read, now or later; "-" is standard input. CLI_FINE, or CLI_IO without memory. */
int cli_add_input(const char *path);
/* The files among the operands and the options, before any of them is opened. */
int cli_add_inputs(const cli_arguments *arguments);
/* Would an output of this name take the place of an input? Says so and returns CLI_USAGE. For refusing it before the
 * work: outputs see to it by themselves. */
int cli_check_apart(const char *path);

#endif
