/* An output of our own: bytes that are held until they can be written. */
#ifndef PADDOCK_IO_OUTPUT_H
#define PADDOCK_IO_OUTPUT_H

#include "base/memory.h"

/* As pdk_output_memory, in a heap of the caller's, whose limit counts. Closed before the heap goes. */
pdk_status pdk_output_held(pdk_memory *memory, pdk_output **output, pdk_error *error);

/* Is what this output makes a file, which has a name and others beside it? Not a pipe, a device, a callback or memory.
 * Asked before it is finished. */
bool pdk_output_is_file(const pdk_output *output);
/* Why it failed; PDK_OK when it has not. */
pdk_status pdk_output_failure(const pdk_output *output, pdk_error *error);
/* The part of finishing that a full disk can fail: what is left is the name. Files that are to appear together are all
 * settled before the first is finished. Nothing is written in between. */
pdk_status pdk_output_settle(pdk_output *output, pdk_error *error);

#endif
