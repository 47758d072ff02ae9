/* The mesh of a site (SMX) beside a lap of Live for Speed that was driven there. */
#ifndef PADDOCK_CLI_GROUND_H
#define PADDOCK_CLI_GROUND_H

#include "beside.h"

/* Finds Autocross_3DH.smx and the like beside a lap at Autocross, if the lap is on it, and says so in a note. If there
 * are two resolutions, the high one is taken. `option` names another, or none: "--track". CLI_FINE also where there is
 * none. */
int cli_open_ground(const cli_arguments *arguments, const char *lap, const pdk_document *document, const char *option,
                    cli_found *ground);
/* Is this open file a mesh of the lap's site? */
bool cli_is_ground(const pdk_document *lap, const pdk_document *file);

#endif
