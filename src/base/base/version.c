/* Which edition of the library this is. */
#include "paddock/paddock.h"

#define STRINGIFY(x) #x
#define VERSION_TEXT(major, minor, patch) STRINGIFY(major) "." STRINGIFY(minor) "." STRINGIFY(patch)

const char *pdk_version(void)
{
    return VERSION_TEXT(PDK_VERSION_MAJOR, PDK_VERSION_MINOR, PDK_VERSION_PATCH);
}
