/* Nodes of a track moved to the places of a table. */
#ifndef PADDOCK_CLI_TRACK_HEIGHTS_H
#define PADDOCK_CLI_TRACK_HEIGHTS_H

#include "arguments.h"

/* Writes the track with its nodes where the file of --from says, to `path`. CLI_FINE, or another status after saying
 * why. */
int cli_write_heights(const cli_arguments *arguments, const pdk_document *document, const char *path);

#endif
