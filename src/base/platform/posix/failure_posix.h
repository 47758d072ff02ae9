/* What errno says, as a pdk_failure. */
#ifndef PADDOCK_PLATFORM_POSIX_FAILURE_POSIX_H
#define PADDOCK_PLATFORM_POSIX_FAILURE_POSIX_H

#include <stdbool.h>

#include "platform/failure.h"

/* Fills *failure (when not NULL) from errno, which it keeps; returns false. */
bool pdk_fail_errno(pdk_failure *failure, const char *doing);

#endif
