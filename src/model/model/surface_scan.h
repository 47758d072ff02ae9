/* The two passes every surface is worth: are all vertex numbers in range, and how far does it reach. Plain loops over
 * plain arrays, at the speed memory delivers them. */
#ifndef PADDOCK_MODEL_SURFACE_SCAN_H
#define PADDOCK_MODEL_SURFACE_SCAN_H

#include <stddef.h>
#include <stdint.h>

/* The place of the first of `count` numbers that is not below `limit`; `count` when all are. */
size_t pdk_scan_first_beyond(const uint32_t *numbers, size_t count, uint64_t limit);

/* A bounding box that grows. Points with a NaN or infinite coordinate are counted and left out. */
typedef struct pdk_bounds {
    float minimum[3], maximum[3]; /* minimum > maximum while there is no point */
    uint64_t not_finite;
} pdk_bounds;

pdk_bounds pdk_bounds_empty(void);
/* `points` times x, y, z. Returns how many of them are not finite. */
size_t pdk_bounds_add(pdk_bounds *bounds, const float *positions, size_t points);

#endif
