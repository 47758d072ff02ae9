/* meshoptimizer. Debian has it as a shared library only, and a program linked statically must do without: its names are
 * weak, and whoever calls them asks pdk_has_meshopt first. */
#ifndef PADDOCK_BASE_MESHOPT_H
#define PADDOCK_BASE_MESHOPT_H

#include <meshoptimizer.h>
#include <stdbool.h>

#pragma weak meshopt_encodeIndexBuffer
#pragma weak meshopt_encodeIndexBufferBound
#pragma weak meshopt_encodeVertexBuffer
#pragma weak meshopt_encodeVertexBufferBound
#pragma weak meshopt_optimizeVertexCache
#pragma weak meshopt_simplify
#pragma weak meshopt_simplifyScale

static inline bool pdk_has_meshopt(void)
{
    return meshopt_encodeVertexBuffer != 0;
}

#endif
