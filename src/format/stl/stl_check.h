/* Coordinates of corners that are not finite numbers: counted while the file is read, reported by a full check. */
#ifndef PADDOCK_FORMAT_STL_STL_CHECK_H
#define PADDOCK_FORMAT_STL_STL_CHECK_H

#include "model/document.h"

enum { PDK_STL_SHOWN = 10 };

typedef struct pdk_stl_coordinate {
    uint64_t facet, offset;
    int corner, axis;
    bool is_nan;
} pdk_stl_coordinate;

typedef struct pdk_stl_not_finite {
    pdk_stl_coordinate shown[PDK_STL_SHOWN]; /* the first ones */
    uint64_t count;                          /* of all */
} pdk_stl_not_finite;

/* Corner i begins at offsets[i] of the file, and each coordinate is `step` bytes after the one before. In text, step
 * is 0 and the offset is that of the line. */
void pdk_stl_look_at(pdk_stl_not_finite *list, uint64_t facet, const double corners[3][3], const uint64_t offsets[3],
                     unsigned step);
void pdk_stl_report(const pdk_stl_not_finite *list, pdk_report *report);

#endif
