#define _POSIX_C_SOURCE 200809L /* the strerror_r that returns a number */
#include "platform/posix/failure_posix.h"

#include <errno.h>
#include <string.h>

static pdk_failure_kind kind_of(int number)
{
    switch (number) {
    case ENOMEM: return PDK_FAILED_MEMORY;
    case ENAMETOOLONG: /* no file can have this name */
    case ENOENT:
    case ENOTDIR: return PDK_FAILED_ABSENT;
    case EEXIST: return PDK_FAILED_EXISTS;
    case EPIPE: return PDK_FAILED_READER_GONE;
    default: return PDK_FAILED;
    }
}

bool pdk_fail_errno(pdk_failure *failure, const char *doing)
{
    int number = errno;
    if (failure == NULL) return false;
    failure->kind = kind_of(number);
    failure->doing = doing;
    if (strerror_r(number, failure->reason, sizeof failure->reason) != 0) failure->reason[0] = '\0';
    errno = number;
    return false;
}
