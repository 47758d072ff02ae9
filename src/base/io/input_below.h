/* Files that another file names: they are opened below that file's folder, and nowhere else. */
#ifndef PADDOCK_IO_INPUT_BELOW_H
#define PADDOCK_IO_INPUT_BELOW_H

#include "io/input.h"

/* Opens a regular file. `name` is a path relative to `folder`, with '/' between its parts. Fails with
 *     PDK_E_UNSUPPORTED  referenced.path  an absolute path, one with "..", or a link that leads out of the folder
 *     PDK_E_IO           referenced.open  there is no such file, or it cannot be read */
pdk_status pdk_input_below(pdk_input *input, const char *folder, const char *name, const pdk_input_listeners *listeners,
                           pdk_memory *memory, pdk_error *error);

#endif
