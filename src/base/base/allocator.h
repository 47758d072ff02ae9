/* The allocator that a caller gave, or libc's. */
#ifndef PADDOCK_BASE_ALLOCATOR_H
#define PADDOCK_BASE_ALLOCATOR_H

#include "paddock/core.h"

/* For what is allocated before its heap (base/memory.h) is: the struct that holds the heap. NULL, or one without an
 * `allocate`, means libc. */
pdk_allocator pdk_allocator_of(const pdk_allocator *given);
/* Are its functions libc's, which call no function of the caller? */
bool pdk_allocator_is_libc(const pdk_allocator *allocator);

/* Its functions, called so that the thread knows it is in them (base/callback.h). No lock is held. */
void *pdk_allocator_take(const pdk_allocator *allocator, size_t size);
void *pdk_allocator_resize(const pdk_allocator *allocator, void *block, size_t old_size, size_t new_size);
void pdk_allocator_give_back(const pdk_allocator *allocator, void *block, size_t size);

#endif
