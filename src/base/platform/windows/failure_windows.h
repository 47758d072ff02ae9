/* What GetLastError says, as a pdk_failure. */
#ifndef PADDOCK_PLATFORM_WINDOWS_FAILURE_WINDOWS_H
#define PADDOCK_PLATFORM_WINDOWS_FAILURE_WINDOWS_H

#include <stdbool.h>

#include "platform/failure.h"

/* Fills *failure (when not NULL) from the thread's last error, which it keeps; returns false. */
bool pdk_fail_last_error(pdk_failure *failure, const char *doing);

#endif
