/* Conversions to files of one driver: each driver of a replay gets one. */
#ifndef PADDOCK_CLI_CONVERT_DRIVERS_H
#define PADDOCK_CLI_CONVERT_DRIVERS_H

#include "arguments.h"
#include "target.h"

/* Does a slash at its end, or what is there, say that this is a folder? */
bool cli_is_folder_name(const char *path);
/* Do several files come of this? Where the target has one driver a file, none is named and there are several, or where
 * OUT is a folder. */
bool cli_has_driver_files(const cli_arguments *arguments, const pdk_document *document, const pdk_target_info *target);
/* Writes them: into OUT, without the target's extension. */
int cli_convert_drivers(const cli_arguments *arguments, const pdk_document *document, const pdk_target_info *target,
                        cli_conversion *conversion);

#endif
