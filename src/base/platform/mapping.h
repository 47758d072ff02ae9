/* Files as memory. */
#ifndef PADDOCK_PLATFORM_MAPPING_H
#define PADDOCK_PLATFORM_MAPPING_H

#include "platform/files.h"

typedef struct pdk_mapping {
    const void *bytes; /* NULL = there is none */
    size_t size;
    pdk_file file; /* stays open, to see whether somebody changes the file */
} pdk_mapping;

/* Maps the first `size` (> 0) bytes of a regular file, to read. The file is closed with the mapping; after a failure
 * it is still the caller's. Pages that another program cuts off cannot be read: see signals.h. */
bool pdk_mapping_open(pdk_mapping *mapping, pdk_file file, size_t size, pdk_failure *failure);
/* Drops the resident pages; they come back from the file when touched. */
void pdk_mapping_trim(const pdk_mapping *mapping);
/* One without bytes is fine. */
void pdk_mapping_close(pdk_mapping *mapping);

#endif
