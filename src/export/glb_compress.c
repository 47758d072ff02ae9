/* Buffer views packed for EXT_meshopt_compression, by meshoptimizer. A view passes through memory as a whole. */
#include "base/load.h"
#include "base/meshopt.h"
#include "export/glb.h"

/* All bytes of a view. */
static pdk_status gather(const pdk_glb *glb, const pdk_glb_view *view, uint8_t *bytes, pdk_error *error)
{
    uint64_t things = pdk_glb_things(glb, view);
    for (uint64_t at = 0; at < things; at += PDK_SCENE_RUN) {
        size_t size, count = things - at < PDK_SCENE_RUN ? (size_t)(things - at) : PDK_SCENE_RUN;
        pdk_status status = pdk_glb_fill(glb, view, at, count, bytes, &size, error);
        if (status != PDK_OK) return status;
        bytes += size;
    }
    return PDK_OK;
}

/* Corners are numbers of 32 bits to the encoder, whatever they unpack to. In another order triangles pack better. */
static size_t pack_corners(pdk_memory *memory, const pdk_glb_view *view, uint64_t points, const uint8_t *bytes,
                           uint8_t *packed, size_t room)
{
    uint32_t *wide = pdk_alloc_array(memory, view->count, sizeof *wide),
             *ordered = pdk_alloc_array(memory, view->count, sizeof *ordered);
    size_t size = 0;
    if (wide != NULL && ordered != NULL) {
        for (uint64_t i = 0; i < view->count; i++) {
            wide[i] = view->size == sizeof(uint16_t) ? pdk_load_u16(bytes + 2 * i) : pdk_load_u32(bytes + 4 * i);
        }
        meshopt_optimizeVertexCache(ordered, wide, (size_t)view->count, (size_t)points);
        size = meshopt_encodeIndexBuffer(packed, room, ordered, (size_t)view->count);
    }
    pdk_free(memory, wide);
    pdk_free(memory, ordered);
    return size;
}

static pdk_status pack(pdk_glb *glb, pdk_glb_view *view, pdk_error *error)
{
    pdk_memory *memory = glb->job->memory;
    bool corners = view->kind == PDK_GLB_CORNERS;
    uint64_t points = corners ? pdk_scene_mesh_at(&glb->scene.scene, view->item)->mesh.point_count : 0;
    size_t room = corners ? meshopt_encodeIndexBufferBound((size_t)view->count, (size_t)points)
                          : meshopt_encodeVertexBufferBound((size_t)view->count, view->size);
    uint8_t *bytes = pdk_alloc_array(memory, view->count, view->size), *packed = pdk_alloc_raw(memory, room);
    if (bytes == NULL || packed == NULL) return pdk_fail_memory(error, memory, "a packed mesh");
    pdk_status status = gather(glb, view, bytes, error);
    if (status != PDK_OK) return status;
    size_t size = corners ? pack_corners(memory, view, points, bytes, packed, room)
                          : meshopt_encodeVertexBuffer(packed, room, bytes, (size_t)view->count, view->size);
    pdk_free(memory, bytes);
    uint8_t *kept = size > 0 ? pdk_realloc(memory, packed, size) : NULL;
    if (kept == NULL) return pdk_fail_memory(error, memory, "a packed mesh");
    view->packed = (pdk_bytes){ kept, size };
    return PDK_OK;
}

pdk_status pdk_glb_compress(pdk_glb *glb, pdk_error *error)
{
    if (!pdk_has_meshopt()) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "glb.compress",
                        "this program was linked without meshoptimizer, which packs meshes");
    }
    for (size_t i = 0; i < glb->accessor_count; i++) {
        pdk_status status = pack(glb, pdk_glb_view_at(glb, i), error);
        if (status == PDK_OK) status = pdk_export_progress(glb->job, i, glb->accessor_count, error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

bool pdk_has_meshoptimizer(void) { return pdk_has_meshopt(); }
