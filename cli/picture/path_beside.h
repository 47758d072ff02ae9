/* The path of a lap's track (LFSPTH, SRPATH) beside the lap. */
#ifndef PADDOCK_CLI_PATH_BESIDE_H
#define PADDOCK_CLI_PATH_BESIDE_H

#include "beside.h"

/* Finds AS1.pth or AS1_....pth beside a lap on AS1, if the lap is on it, and says so in a note. */
int cli_open_path_beside(const cli_arguments *arguments, const char *lap, const pdk_document *document,
                         cli_found *track);

#endif
