#define _POSIX_C_SOURCE 200809L /* the strerror_r that returns a number */
#include "io/system.h"

#include <errno.h>
#include <string.h>

pdk_status pdk_fail_system(pdk_error *error, const char *code, const char *doing)
{
    char reason[128];
    if (strerror_r(errno, reason, sizeof reason) != 0) reason[0] = '\0';
    return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, code, "%s: %s", doing, reason);
}
