/* LAS files of made points for packing: any version of points, of values at random or as scanners give them. */
#ifndef PADDOCK_TESTS_LAZ_SCAN_H
#define PADDOCK_TESTS_LAZ_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct laz_scan {
    uint8_t *bytes; /* malloc'd */
    size_t size, points_at;
    uint32_t point_size;
} laz_scan;

typedef struct laz_scan_options {
    unsigned format, extra; /* bytes after each point */
    uint32_t points;
    unsigned channels; /* of scanners, in formats from 6 on: a bit for each; 0 = all bits at random */
    bool random;       /* every byte, coordinates too */
    uint64_t seed;
} laz_scan_options;

laz_scan laz_scan_make(const laz_scan_options *options);

#endif
