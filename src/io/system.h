/* A failed system call as an error. */
#ifndef PADDOCK_IO_SYSTEM_H
#define PADDOCK_IO_SYSTEM_H

#include "base/error.h"

/* PDK_E_IO with "<doing>: <the system's reason for errno>". */
pdk_status pdk_fail_system(pdk_error *error, const char *code, const char *doing);

#endif
