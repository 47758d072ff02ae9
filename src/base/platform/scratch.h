/* A file for what another library writes by its path. It vanishes when it is closed or the program ends. For the
 * command; sides without programs need not have it. */
#ifndef PADDOCK_PLATFORM_SCRATCH_H
#define PADDOCK_PLATFORM_SCRATCH_H

#include "platform/failure.h"

typedef struct pdk_scratch pdk_scratch;

/* An empty file on the disk of `path`, in its folder where it must have a name. NULL after a failure. */
pdk_scratch *pdk_scratch_begin(const char *path, pdk_failure *failure);
/* Opens it, in this program only, to read and write. */
const char *pdk_scratch_path(const pdk_scratch *scratch);
/* NULL is fine. */
void pdk_scratch_close(pdk_scratch *scratch);

#endif
