/* Several files that are written together. */
#ifndef PADDOCK_IO_OUTPUT_GROUP_H
#define PADDOCK_IO_OUTPUT_GROUP_H

#include "io/output.h"

/* Threads that wait for the disk, more than there are processors: it stores many files at once about as fast as one. */
enum { PDK_WAITING_THREADS = 16 };

/* Settles all of them; NULL is fine among them. The error is that of the first that failed; each keeps its own, which
 * finishing it returns. */
pdk_status pdk_outputs_settle(pdk_output *const *outputs, size_t count, pdk_error *error);

#endif
