/* Large pages need a privilege that users do not have. */
#include "platform/memory_pages.h"

void pdk_request_large_pages(void *memory, size_t size)
{
    (void)memory;
    (void)size;
}
