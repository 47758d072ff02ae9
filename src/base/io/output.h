/* An output that keeps its bytes until they can be written. */
#ifndef PADDOCK_IO_OUTPUT_H
#define PADDOCK_IO_OUTPUT_H

#include "base/memory.h"

/* While a public call writes into an output of its caller, it holds it: the caller's functions that it calls may close
 * the output, which then stays until the call ends, and cannot write into it. NULL is fine. Use PDK_HOLD_OUTPUT. */
pdk_output *pdk_output_hold(pdk_output *output);
void pdk_output_let_go(pdk_output *const *held);
#define PDK_HOLD_OUTPUT_AS(name, output) \
    pdk_output *const name __attribute__((cleanup(pdk_output_let_go), unused)) = pdk_output_hold(output)
#define PDK_HOLD_OUTPUT(output) PDK_HOLD_OUTPUT_AS(held_output, output)

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
