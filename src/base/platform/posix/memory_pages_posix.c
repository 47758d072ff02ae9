#define _DEFAULT_SOURCE /* madvise */
#include "platform/memory_pages.h"

#include <stdint.h>
#include <sys/mman.h>

void pdk_request_large_pages(void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
    enum { PAGE = 4096 };
    if (size < PDK_LARGE_PAGE / 2) return;
    uintptr_t first = (uintptr_t)memory / PAGE * PAGE, end = ((uintptr_t)memory + size + PAGE - 1) / PAGE * PAGE;
    madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)size;
#endif
}
