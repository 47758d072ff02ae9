/* Somewhere to write to. */
#ifndef PADDOCK_OUTPUT_H
#define PADDOCK_OUTPUT_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Somewhere to write. A file output appears under its name only when pdk_output_finish succeeds: until then the bytes
 * are in a temporary file beside it. */
typedef struct pdk_output pdk_output;

PDK_API pdk_status pdk_output_file(const char *path, pdk_output **output, pdk_error *error);
/* A file descriptor the caller keeps, e.g. 1 for standard output. */
PDK_API pdk_status pdk_output_descriptor(int descriptor, pdk_output **output, pdk_error *error);
/* Into memory; pdk_output_bytes has them. */
PDK_API pdk_status pdk_output_memory(pdk_output **output, pdk_error *error);
typedef pdk_status (*pdk_write)(void *user, const void *data, size_t size);
PDK_API pdk_status pdk_output_callback(pdk_write write, void *user, pdk_output **output, pdk_error *error);

/* A failed write makes every later write and the finish fail with the same error. */
PDK_API pdk_status pdk_output_write(pdk_output *output, const void *data, size_t size, pdk_error *error);
/* Bytes written so far. */
PDK_API uint64_t pdk_output_position(const pdk_output *output);
/* What a memory output holds; valid until the next write or close. */
PDK_API pdk_bytes pdk_output_bytes(const pdk_output *output);
/* Flushes; a file is synced and renamed into place. Call pdk_output_close afterwards all the same. */
PDK_API pdk_status pdk_output_finish(pdk_output *output, pdk_error *error);
/* Frees; what was not finished vanishes. */
PDK_API void pdk_output_close(pdk_output *output);

#ifdef __cplusplus
}
#endif
#endif
