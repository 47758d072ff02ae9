/* The files that were read, for outputs that must not take the place of one. */
#ifndef PADDOCK_IO_INPUTS_H
#define PADDOCK_IO_INPUTS_H

#include "paddock/paddock.h"
#include "platform/files.h"

/* One more holder, whose pdk_inputs_close is needed, too. NULL for NULL. */
pdk_inputs *pdk_inputs_retain(const pdk_inputs *inputs);
/* An open file, by what the system says about it. `inputs` NULL = nothing is recorded. */
pdk_status pdk_inputs_add_info(pdk_inputs *inputs, const pdk_file_info *about, pdk_error *error);
/* PDK_E_ARGUMENT, "output.input", with a message that names it, where a file of this name would take the place of one.
 * `inputs` NULL = none. */
pdk_status pdk_inputs_check(const pdk_inputs *inputs, const char *path, pdk_error *error);

#endif
