/* Polygons as triangles. */
#ifndef PADDOCK_MESH_POLYGON_H
#define PADDOCK_MESH_POLYGON_H

#include "model/document.h"

enum { PDK_POLYGON_MAX_CORNERS = 1024 }; /* corners that are split */

typedef enum pdk_split {
    PDK_SPLIT_FAN,    /* from the first corner: the polygon is convex, or looks so from there */
    PDK_SPLIT_EARS,   /* it is not; ears were cut one by one */
    PDK_SPLIT_TANGLED /* no way without folding was found (it crosses itself, or has no area): a fan */
} pdk_split;

/* The count - 2 triangles of a polygon of 3 to PDK_POLYGON_MAX_CORNERS corners, as numbers into `points`, facing as the
 * polygon does. The same points always give the same triangles. */
pdk_split pdk_polygon_split(const double (*points)[3], uint32_t count, uint16_t (*triangles)[3]);

/* How many were split, and how many of them were not convex. */
void pdk_polygon_report(pdk_document *document, const char *code, uint64_t at, const char *where, uint64_t split,
                        uint64_t ears);

#endif
