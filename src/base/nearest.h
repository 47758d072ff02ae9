/* The nearest right name, for messages about a wrong one. */
#ifndef PADDOCK_BASE_NEAREST_H
#define PADDOCK_BASE_NEAREST_H

#include <stddef.h>

/* Names are offered one by one; `best` is NULL while none is near. */
typedef struct pdk_nearest {
    const char *wanted;
    const char *best;
    size_t distance;
} pdk_nearest;

void pdk_nearest_offer(pdk_nearest *nearest, const char *name);

#endif
