/* Can an output be made? Asked before any work is done for it. */
#ifndef PADDOCK_CLI_OUTPUT_TRY_H
#define PADDOCK_CLI_OUTPUT_TRY_H

#include "arguments.h"

/* CLI_FINE, or CLI_IO after saying why this cannot be made. Nothing is left of the try, and none of
 * it is done for standard output and devices. NULL is fine. */
int cli_try_output(const char *path);
/* A folder that gets files, and that may have to be made. */
int cli_try_folder(const char *path);
/* All that a verb will write, as far as the command line says it. */
int cli_try_outputs(const cli_arguments *arguments);

#endif
