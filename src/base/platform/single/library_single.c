/* No shared libraries: parts are linked. */
#include "platform/library.h"

pdk_library *pdk_library_open(const char *path, char *reason, size_t size)
{
    (void)path;
    (void)size;
    reason[0] = '\0';
    return NULL;
}

pdk_library *pdk_library_find(const char *name, char *reason, size_t size)
{
    return pdk_library_open(name, reason, size);
}

const void *pdk_library_object(pdk_library *library, const char *name)
{
    (void)library;
    (void)name;
    return NULL;
}

void pdk_library_close(pdk_library *library)
{
    (void)library;
}

bool pdk_library_path_of(const void *code, char *path, size_t size)
{
    (void)code;
    (void)path;
    (void)size;
    return false;
}
