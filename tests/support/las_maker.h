/* LAS files made for tests, through the layout tables. */
#ifndef PADDOCK_TESTS_LAS_MAKER_H
#define PADDOCK_TESTS_LAS_MAKER_H

#include "format/las/las_layout.h"
#include "support.h"

/* A file of some points, written through the layout tables. */
typedef struct scan {
    uint8_t bytes[4096];
    size_t size, points_at;
} las_scan;

enum { LAS_POINTS = 5 };

/* A field of a record at a place of the file, and one of the header. */
void las_put(las_scan *to, const pdk_record *record, size_t at, const char *field, double value);
void las_head(las_scan *to, const char *field, double value);
/* A scan of this version and point format, with that many bytes after each point. */
las_scan las_make(int minor, int format, int extra);
/* Puts a record after the header, and the points after it. */
void las_add_record(las_scan *to, const char *user, int record, const void *bytes, size_t size);

#endif
