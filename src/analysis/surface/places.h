/* Where something was found: the first few of each kind, the same ones whichever thread met them. */
#ifndef PADDOCK_ANALYSIS_SURFACE_PLACES_H
#define PADDOCK_ANALYSIS_SURFACE_PLACES_H

#include "base/parallel.h"

typedef enum pdk_place_kind {
    PDK_PLACE_RANGE,         /* key: triangle */
    PDK_PLACE_ODD,           /* point */
    PDK_PLACE_NON_MANIFOLD,  /* edge: lower point << 32 | higher point; other: triangles at it */
    PDK_PLACE_INCONSISTENT,  /* edge */
    PDK_PLACE_FLIPPED,       /* triangle */
    PDK_PLACE_DEGENERATE,    /* triangle */
    PDK_PLACE_SAME_TRIANGLE, /* triangle; other: the earlier one */
    PDK_PLACE_SAME_POINT,    /* point; other: the earlier one */
    PDK_PLACE_UNUSED,        /* point */
    PDK_PLACE_KINDS
} pdk_place_kind;

enum { PDK_PLACES_SHOWN = 10 };

typedef struct pdk_spot {
    uint64_t key, other;
} pdk_spot;

typedef struct pdk_place_list {
    size_t count;
    pdk_spot items[PDK_PLACES_SHOWN]; /* ascending by key */
} pdk_place_list;

/* A list for each thread and kind; after pdk_places_gather those of thread 0 have what all found. */
typedef struct pdk_places {
    pdk_place_list lists[PDK_MOST_THREADS][PDK_PLACE_KINDS];
} pdk_places;

/* `places` may be NULL: nobody wants to know. */
void pdk_places_add(pdk_places *places, size_t thread, pdk_place_kind kind, uint64_t key, uint64_t other);
void pdk_places_gather(pdk_places *places);

#endif
