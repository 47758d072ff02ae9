/* Inputs: the files that a program has read. An output that knows them never replaces one.
 *
 *     pdk_inputs *inputs = NULL;
 *     if (pdk_inputs_create(&inputs, &error) != PDK_OK) { ... }
 *     pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
 *     opening.inputs = inputs; // pdk_open_file adds the file, and those that it names: materials, buffers, grids
 *     pdk_output_options writing = PDK_OUTPUT_OPTIONS_INIT;
 *     writing.inputs = inputs; // pdk_output_file_with refuses them, by any name that they have
 *     ...
 *     pdk_inputs_close(inputs); // documents and outputs that were given it hold it as long as they need it
 */
#ifndef PADDOCK_INPUTS_H
#define PADDOCK_INPUTS_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A set of files. A file is recognised by its disk and its number there, not by its name: through links, and by any
 * spelling of a path. Only regular files count; pipes and devices are never replaced. Any thread may use it. */
typedef struct pdk_inputs pdk_inputs;

/* Fails with PDK_E_MEMORY. */
PDK_API pdk_status pdk_inputs_create(pdk_inputs **inputs, pdk_error *error);
/* For a file that the program opens without the library, or is going to open. A missing file, or one that is not a
 * regular file, is not added; this is not a failure. Fails with PDK_E_MEMORY. */
PDK_API pdk_status pdk_inputs_add(pdk_inputs *inputs, const char *path, pdk_error *error);
/* The same for an open file, e.g. 0 for standard input. */
PDK_API pdk_status pdk_inputs_add_descriptor(pdk_inputs *inputs, int descriptor, pdk_error *error);
/* Would an output of this name replace one of them? */
PDK_API bool pdk_inputs_has(const pdk_inputs *inputs, const char *path);
/* NULL is fine. */
PDK_API void pdk_inputs_close(pdk_inputs *inputs);

#ifdef __cplusplus
}
#endif
#endif
