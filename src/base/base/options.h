/* Options of callers that were compiled with an older or newer header. */
#ifndef PADDOCK_BASE_OPTIONS_H
#define PADDOCK_BASE_OPTIONS_H

#include "paddock/paddock.h"

/* Copies the caller's options into `own`, `size` bytes of this edition. Members the caller's edition lacks become zero,
 * which is every member's default; `given` NULL gives all defaults. `init` is the macro that starts such options, for
 * the message. Fails with "argument.options" where struct_size was not set, or where members this edition does not know
 * are not zero; `own` then holds the defaults. */
pdk_status pdk_options_copy(void *own, size_t size, const void *given, const char *init, pdk_error *error);

#endif
