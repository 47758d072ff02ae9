/* The two questions a triangulation asks, answered exactly. */
#ifndef PADDOCK_CONVERT_DELAUNAY_TEST_H
#define PADDOCK_CONVERT_DELAUNAY_TEST_H

#include <stdbool.h>
#include <stdint.h>

/* Above 0: c is to the left of the way from a to b; 0: on it. Differences have 30 bits, the result 61. */
static inline int64_t pdk_side(const uint32_t a[2], const uint32_t b[2], const uint32_t c[2])
{
    int64_t bx = (int64_t)b[0] - a[0], by = (int64_t)b[1] - a[1], cx = (int64_t)c[0] - a[0], cy = (int64_t)c[1] - a[1];
    return bx * cy - by * cx;
}

/* Is p inside the circle through a, b, c (counter-clockwise)? On it is not inside. */
bool pdk_in_circle(const uint32_t a[2], const uint32_t b[2], const uint32_t c[2], const uint32_t p[2]);

#endif
