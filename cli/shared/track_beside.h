/* The track that a recording is analysed on: the one that --track names, otherwise the path of a lap's track (LFSPTH,
 * SRPATH) beside the lap. */
#ifndef PADDOCK_CLI_TRACK_BESIDE_H
#define PADDOCK_CLI_TRACK_BESIDE_H

#include "beside.h"

/* Finds AS1.pth or AS1_....pth beside a lap on AS1, if the lap is on it, and says so in a note. */
int cli_open_track_beside(const cli_arguments *arguments, const char *recording, const pdk_document *document,
                          cli_found *track);
/* The file of --track, otherwise as above. Without one track->input is NULL. */
int cli_open_track(const cli_arguments *arguments, const char *recording, const pdk_document *document,
                   cli_found *track);
/* What to give to pdk_analysis_options.track. */
const pdk_document *cli_track_document(const cli_found *track);

#endif
