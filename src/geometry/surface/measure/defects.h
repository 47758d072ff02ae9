/* The first few defects of each kind, the same ones whichever thread found them. */
#ifndef PADDOCK_SURFACE_MEASURE_DEFECTS_H
#define PADDOCK_SURFACE_MEASURE_DEFECTS_H

#include "base/parallel.h"

typedef enum pdk_defect_kind {
    PDK_DEFECT_OUT_OF_RANGE,  /* key: triangle */
    PDK_DEFECT_NOT_FINITE,    /* point */
    PDK_DEFECT_NON_MANIFOLD,  /* edge: lower point << 32 | higher point; other: triangles at it */
    PDK_DEFECT_INCONSISTENT,  /* edge */
    PDK_DEFECT_FLIPPED,       /* triangle */
    PDK_DEFECT_DEGENERATE,    /* triangle */
    PDK_DEFECT_SAME_TRIANGLE, /* triangle; other: the earlier one */
    PDK_DEFECT_SAME_POINT,    /* point; other: the earlier one */
    PDK_DEFECT_UNUSED,        /* point */
    PDK_DEFECT_KINDS
} pdk_defect_kind;

enum { PDK_DEFECTS_SHOWN = 10 };

typedef struct pdk_defect {
    uint64_t key, other;
} pdk_defect;

typedef struct pdk_defect_list {
    size_t count;
    pdk_defect items[PDK_DEFECTS_SHOWN]; /* ascending by key */
} pdk_defect_list;

/* A list for each thread and kind; after pdk_defects_gather those of thread 0 have what all found. */
typedef struct pdk_defects {
    pdk_defect_list lists[PDK_MAX_THREADS][PDK_DEFECT_KINDS];
} pdk_defects;

/* `places` may be NULL: then nothing is recorded. */
void pdk_defects_add(pdk_defects *places, size_t thread, pdk_defect_kind kind, uint64_t key, uint64_t other);
void pdk_defects_gather(pdk_defects *places);

#endif
