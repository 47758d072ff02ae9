/* Values that may be missing, in structs of the public header: each has a bool beside it that says if it is there. What
 * computes such structs marks missing values inside; this sets the bools when they are finished. */
#ifndef PADDOCK_BASE_OPTIONAL_H
#define PADDOCK_BASE_OPTIONAL_H

#include "paddock/core.h"

typedef struct pdk_optional {
    uint32_t value, has; /* offsets */
    uint32_t count;      /* of an array; the bools are one, too */
    pdk_type type;       /* PDK_TYPE_NONE ends a list */
} pdk_optional;

/* `has_member` of `member`: a double, uint32_t, int32_t or pdk_text, or an array of doubles. */
#define PDK_OPTIONAL(owner, member)                                                                             \
    {                                                                                                           \
        offsetof(owner, member), offsetof(owner, has_##member), sizeof(((owner *)NULL)->has_##member),        \
            _Generic(((owner *)NULL)->member, double: PDK_FLOAT64, double *: PDK_FLOAT64, uint32_t: PDK_UINT32, \
                     int32_t: PDK_INT32, pdk_text: PDK_TEXT) \
    }

/* Missing are NaN, UINT32_MAX, INT32_MIN, and texts whose data is NULL. */
void pdk_mark_known(void *items, size_t count, size_t item_size, const pdk_optional *members);

#endif
