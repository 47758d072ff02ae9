#define _DEFAULT_SOURCE /* madvise */
#include "platform/mapping.h"

#include <stdint.h>
#include <sys/mman.h>

#include "platform/posix/failure_posix.h"

bool pdk_mapping_open(pdk_mapping *mapping, pdk_file file, size_t size, pdk_failure *failure)
{
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, (int)file.handle, 0);
    if (bytes == MAP_FAILED) return pdk_fail_errno(failure, NULL);
    *mapping = (pdk_mapping){ .bytes = bytes, .size = size, .file = file };
    return true;
}

static void *start_of(const pdk_mapping *mapping)
{
    return (void *)(uintptr_t)mapping->bytes;
}

void pdk_mapping_trim(const pdk_mapping *mapping)
{
    if (mapping->bytes != NULL) madvise(start_of(mapping), mapping->size, MADV_DONTNEED);
}

void pdk_mapping_close(pdk_mapping *mapping)
{
    if (mapping->bytes != NULL) {
        munmap(start_of(mapping), mapping->size);
        pdk_file_close(mapping->file);
    }
    *mapping = (pdk_mapping){ .file = PDK_NO_FILE };
}
