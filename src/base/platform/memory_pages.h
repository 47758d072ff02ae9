/* Advice to the system about memory. Nothing depends on it. */
#ifndef PADDOCK_PLATFORM_MEMORY_PAGES_H
#define PADDOCK_PLATFORM_MEMORY_PAGES_H

#include <stddef.h>

enum { PDK_LARGE_PAGE = 1 << 21 };

/* Asks for the processor's large pages for memory that is read all over. */
void pdk_request_large_pages(void *memory, size_t size);

#endif
