/* Windows does not allow truncating a mapped file; files of other machines can still lose pages. */
#include "platform/mapping.h"

#include <windows.h>

#include "platform/windows/failure_windows.h"

bool pdk_mapping_open(pdk_mapping *mapping, pdk_file file, size_t size, pdk_failure *failure)
{
    HANDLE section = CreateFileMappingW((HANDLE)file.handle, NULL, PAGE_READONLY, 0, 0, NULL);
    if (section == NULL) return pdk_fail_last_error(failure, NULL);
    const void *bytes = MapViewOfFile(section, FILE_MAP_READ, 0, 0, size);
    if (bytes == NULL) pdk_fail_last_error(failure, NULL);
    CloseHandle(section); /* the view keeps it */
    if (bytes == NULL) return false;
    *mapping = (pdk_mapping){ .bytes = bytes, .size = size, .file = file };
    return true;
}

void pdk_mapping_trim(const pdk_mapping *mapping)
{
    /* of pages that were never locked: it takes them out of the program's working set */
    if (mapping->bytes != NULL) VirtualUnlock((void *)(uintptr_t)mapping->bytes, mapping->size);
}

void pdk_mapping_close(pdk_mapping *mapping)
{
    if (mapping->bytes != NULL) {
        UnmapViewOfFile(mapping->bytes);
        pdk_file_close(mapping->file);
    }
    *mapping = (pdk_mapping){ .file = PDK_NO_FILE };
}
