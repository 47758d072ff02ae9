/* A failed system call as an error. */
#ifndef PADDOCK_IO_SYSTEM_H
#define PADDOCK_IO_SYSTEM_H

#include "base/error.h"
#include "platform/failure.h"

/* PDK_E_IO with "<doing>: <the system's reason>"; what the failure itself says it was doing is better than `doing`. */
pdk_status pdk_fail_system(pdk_error *error, const char *code, const char *doing, const pdk_failure *failure);

#endif
