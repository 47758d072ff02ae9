/* The most similar known name, for messages about an unknown one. */
#ifndef PADDOCK_BASE_NEAREST_NAME_H
#define PADDOCK_BASE_NEAREST_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Names are offered one by one; `best` is NULL while none is near. */
typedef struct pdk_nearest_name {
    const char *wanted;
    const char *best;
    size_t distance;
} pdk_nearest_name;

/* True when this one is the best so far. */
bool pdk_nearest_name_offer(pdk_nearest_name *nearest, const char *name);

#endif
