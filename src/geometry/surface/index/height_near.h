/* Where an index will be asked, as cells of two sizes: one look at a triangle's box shows whether anybody asks near it.
 */
#ifndef PADDOCK_SURFACE_INDEX_HEIGHT_NEAR_H
#define PADDOCK_SURFACE_INDEX_HEIGHT_NEAR_H

#include "surface/index/height_index.h"

/* The points, or the corners of a path. */
typedef struct pdk_near_places {
    const double *points; /* x and y of each, and whatever else up to the stride */
    size_t count, stride;
    bool along;
} pdk_near_places;

typedef struct pdk_near_map {
    double low[2], high[2]; /* of all places; low > high when there are none */
    pdk_cells cells;
    uint32_t row_words;      /* of the bits of a row of cells */
    uint64_t *bits;          /* cells that are asked in; NULL = nowhere */
    uint32_t coarse_columns; /* of larger cells: */
    uint32_t *sums;          /*   how many below and left of each corner are asked in */
} pdk_near_map;

typedef enum pdk_near_map_status {
    PDK_NEAR_MADE = 0,
    PDK_NEAR_TOO_MANY, /* so long a path, or so many points, that the whole surface is indexed sooner */
    PDK_NEAR_NO_MEMORY
} pdk_near_map_status;

/* A map for a surface of this many triangles. */
pdk_near_map_status pdk_near_map_make(pdk_near_map *map, pdk_memory *memory, const pdk_near_places *places,
                                      uint64_t triangles);
void pdk_near_map_free(pdk_near_map *map, pdk_memory *memory);
/* May anybody ask in this rectangle? Never no where somebody does. */
bool pdk_near_map_overlaps(const pdk_near_map *map, const double low[2], const double high[2]);

#endif
