/* Which mapped files a program's SIGBUS handler may ask about. */
#ifndef PADDOCK_IO_GUARD_H
#define PADDOCK_IO_GUARD_H

#include "base/memory.h"

/* One watched mapping. Places are never freed before the guard is, so that a handler may walk them at any time. */
typedef struct pdk_guard_place pdk_guard_place;

/* Watches a mapping; NULL when memory ran out. */
pdk_guard_place *pdk_guard_watch(pdk_guard *guard, const void *start, size_t size);
/* Before the mapping goes. NULL is fine. */
void pdk_guard_forget(pdk_guard_place *place);

#endif
