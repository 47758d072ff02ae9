/* Outputs: files, descriptors, memory or callbacks that other calls write to.
 *
 *     pdk_output *output = NULL;
 *     if (pdk_output_file("lap.csv", &output, &error) != PDK_OK) { ... }
 *     pdk_status status = pdk_table_write(table, PDK_CSV, NULL, output, &error);
 *     if (status == PDK_OK) status = pdk_output_finish(output, &error);
 *     pdk_output_close(output); // without the finish there is no file
 */
#ifndef PADDOCK_OUTPUT_H
#define PADDOCK_OUTPUT_H

#include "core.h"
#include "inputs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A file output appears under its name when pdk_output_finish succeeds. Until then the bytes are in a temporary file in
 * the same folder. */
typedef struct pdk_output pdk_output;

PDK_API pdk_status pdk_output_file(const char *path, pdk_output **output, pdk_error *error);

typedef struct pdk_output_options {
    size_t struct_size;       /* PDK_OUTPUT_OPTIONS_INIT sets it */
    const pdk_inputs *inputs; /* files that it must not replace; NULL = none */
} pdk_output_options;

#define PDK_OUTPUT_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_output_options)

/* The same with options, which may be NULL. Fails with PDK_E_ARGUMENT, "output.input", if `path` leads to one of the
 * inputs. So does pdk_output_finish, leaving no file, if it leads to one that was opened meanwhile. */
PDK_API pdk_status pdk_output_file_with(const char *path, const pdk_output_options *options, pdk_output **output,
                                        pdk_error *error);
/* A file descriptor, e.g. 1 for standard output. It stays open. */
PDK_API pdk_status pdk_output_descriptor(int descriptor, pdk_output **output, pdk_error *error);
/* Into memory: see pdk_output_bytes. */
PDK_API pdk_status pdk_output_memory(pdk_output **output, pdk_error *error);
/* What it may call: see "callbacks" in core.h. */
typedef pdk_status (*pdk_write)(void *user, const void *data, size_t size);
PDK_API pdk_status pdk_output_callback(pdk_write write, void *user, pdk_output **output, pdk_error *error);

/* A failed write makes every later write and the finish fail with the same error. Only a write that was refused inside
 * a callback ("callback.reentered") changes nothing. */
PDK_API pdk_status pdk_output_write(pdk_output *output, const void *data, size_t size, pdk_error *error);
/* Bytes written so far. */
PDK_API uint64_t pdk_output_position(const pdk_output *output);
/* The bytes of a memory output; valid until the next write or close. */
PDK_API pdk_bytes pdk_output_bytes(const pdk_output *output);
/* Flushes; a file is synced and gets its name. Call pdk_output_close afterwards in any case. */
PDK_API pdk_status pdk_output_finish(pdk_output *output, pdk_error *error);
/* Frees the output; a file that was not finished is removed. NULL is fine. */
PDK_API void pdk_output_close(pdk_output *output);

#ifdef __cplusplus
}
#endif
#endif
