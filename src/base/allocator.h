/* The allocator that a caller gave, or libc's. */
#ifndef PADDOCK_BASE_ALLOCATOR_H
#define PADDOCK_BASE_ALLOCATOR_H

#include "paddock/core.h"

/* For what is allocated before its heap (base/memory.h) is: the struct that holds the heap. NULL, or one without an
 * `allocate`, means libc. */
pdk_allocator pdk_allocator_of(const pdk_allocator *given);

#endif
