/* Packing under way: views, and the order of triangles. */
#ifndef PADDOCK_FORMAT_GLB_GLB_PACKING_H
#define PADDOCK_FORMAT_GLB_GLB_PACKING_H

#include "format/glb/glb_export.h"
#include "parts/mesh_part.h"

typedef struct pdk_glb_packing {
    pdk_glb_export *glb;
    const pdk_mesh_part_table *mesh_part;
    uint64_t done, total; /* things */
} pdk_glb_packing;

/* So many things more are done. */
static inline pdk_status pdk_glb_packed(pdk_glb_packing *packing, uint64_t things, pdk_error *error)
{
    packing->done += things;
    return pdk_export_progress(packing->glb->job, packing->done, packing->total, error);
}

enum { PDK_GLB_ORDER_WORTH = 8 }; /* to order a triangle takes as long as so many things else */
/* glb_order.c: triangles in the order that packs best. */
pdk_status pdk_glb_order(pdk_glb_packing *packing, uint32_t *corners, uint64_t triangles, uint64_t points,
                         pdk_error *error);

#endif
