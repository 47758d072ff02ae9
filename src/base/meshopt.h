/* meshoptimizer. Debian has it as a shared library only, and a program linked statically must do without: its names are
 * weak, and whoever calls them asks pdk_has_meshopt first. */
#ifndef PADDOCK_BASE_MESHOPT_H
#define PADDOCK_BASE_MESHOPT_H

#include <meshoptimizer.h>

#include "base/memory.h"

#pragma weak meshopt_encodeIndexBuffer
#pragma weak meshopt_encodeIndexBufferBound
#pragma weak meshopt_encodeVertexBuffer
#pragma weak meshopt_encodeVertexBufferBound
#pragma weak meshopt_optimizeVertexCache
#pragma weak meshopt_setAllocator
#pragma weak meshopt_simplify
#pragma weak meshopt_simplifyScale

static inline bool pdk_has_meshopt(void)
{
    return meshopt_encodeVertexBuffer != 0;
}

/* Whatever allocates in there is called through this: with memory that is counted. False when that ran out. One at a
 * time on a thread. The whole process's meshoptimizer allocates through Paddock from the first call on, its other
 * callers with malloc. */
bool pdk_meshopt_call(pdk_memory *memory, void (*call)(void *user), void *user);

#endif
