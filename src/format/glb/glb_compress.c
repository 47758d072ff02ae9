/* Buffer views packed for EXT_meshopt_compression, by meshoptimizer. A view passes through memory as a whole. */
#include "base/load.h"
#include "format/glb/glb_packing.h"

/* All bytes of a view. */
static pdk_status gather(pdk_glb_packing *packing, const pdk_glb_view *view, uint8_t *bytes, pdk_error *error)
{
    enum { TOLD = 512 * PDK_SCENE_RUN };
    uint64_t things = pdk_glb_things(packing->glb, view);
    for (uint64_t at = 0; at < things; at += PDK_SCENE_RUN) {
        size_t size, count = things - at < PDK_SCENE_RUN ? (size_t)(things - at) : PDK_SCENE_RUN;
        pdk_status status = pdk_glb_fill(packing->glb, view, at, count, (pdk_glb_bytes){ bytes, &size }, error);
        if (status == PDK_OK && (at + count) % TOLD == 0) status = pdk_glb_packed(packing, TOLD, error);
        if (status != PDK_OK) return status;
        bytes += size;
    }
    return pdk_glb_packed(packing, things % TOLD, error);
}

/* Corners are numbers of 32 bits to the encoder, whatever they unpack to. Takes the bytes. */
static uint32_t *widen(pdk_memory *memory, const pdk_glb_view *view, uint8_t *bytes)
{
    uint32_t *wide = pdk_alloc_array(memory, view->count, sizeof *wide);
    for (uint64_t i = 0; i < view->count && wide != NULL; i++) {
        wide[i] = view->size == sizeof(uint16_t) ? pdk_load_u16(bytes + 2 * i) : pdk_load_u32(bytes + 4 * i);
    }
    pdk_free(memory, bytes);
    return wide;
}

static pdk_status keep(pdk_memory *memory, pdk_glb_view *view, uint8_t *packed, size_t size, pdk_error *error)
{
    uint8_t *kept = size > 0 ? pdk_realloc(memory, packed, size) : NULL;
    if (kept == NULL) return pdk_fail_memory(error, memory, "a packed mesh");
    view->packed = (pdk_bytes){ kept, size };
    return PDK_OK;
}

/* In another order triangles pack better. */
static pdk_status pack_corners(pdk_glb_packing *packing, pdk_glb_view *view, uint8_t *bytes, pdk_error *error)
{
    pdk_memory *memory = packing->glb->job->memory;
    uint64_t points = pdk_scene_mesh_at(&packing->glb->scene.scene, view->item)->mesh.point_count;
    uint32_t *corners = widen(memory, view, bytes);
    if (corners == NULL) return pdk_fail_memory(error, memory, "a packed mesh");
    pdk_status status = pdk_glb_packed(packing, 0, error);
    if (status == PDK_OK) status = pdk_glb_order(packing, corners, view->count / 3, points, error);
    if (status != PDK_OK) return status;
    size_t count = (size_t)view->count, capacity = packing->mesh_part->index_bound(count, (size_t)points);
    uint8_t *packed = pdk_alloc_raw(memory, capacity);
    size_t size = packed != NULL ? packing->mesh_part->encode_index(packed, capacity, corners, count) : 0;
    pdk_free(memory, corners);
    return keep(memory, view, packed, size, error);
}

static pdk_status pack_values(pdk_glb_packing *packing, pdk_glb_view *view, uint8_t *bytes, pdk_error *error)
{
    pdk_memory *memory = packing->glb->job->memory;
    size_t capacity = packing->mesh_part->vertex_bound((size_t)view->count, view->size);
    uint8_t *packed = pdk_alloc_raw(memory, capacity);
    size_t size = packed != NULL
                      ? packing->mesh_part->encode_vertices(packed, capacity, bytes, (size_t)view->count, view->size)
                      : 0;
    pdk_free(memory, bytes);
    return keep(memory, view, packed, size, error);
}

static pdk_status pack(pdk_glb_packing *packing, pdk_glb_view *view, pdk_error *error)
{
    pdk_memory *memory = packing->glb->job->memory;
    uint8_t *bytes = pdk_alloc_array(memory, view->count, view->size);
    if (bytes == NULL) return pdk_fail_memory(error, memory, "a packed mesh");
    pdk_status status = gather(packing, view, bytes, error);
    if (status != PDK_OK) return status;
    return view->kind == PDK_GLB_CORNERS ? pack_corners(packing, view, bytes, error)
                                         : pack_values(packing, view, bytes, error);
}

static pdk_status pack_all(pdk_glb_export *glb, const pdk_mesh_part_table *mesh_part, pdk_error *error)
{
    pdk_glb_packing packing = { .glb = glb, .mesh_part = mesh_part };
    for (size_t i = 0; i < glb->accessor_count; i++) {
        const pdk_glb_view *view = pdk_glb_view_at(glb, i);
        if (!pdk_glb_is_packed(glb, view)) continue;
        uint64_t things = pdk_glb_things(glb, view);
        packing.total += things + (view->kind == PDK_GLB_CORNERS ? PDK_GLB_ORDER_WORTH * (view->count / 3) : 0);
    }
    for (size_t i = 0; i < glb->accessor_count; i++) {
        if (!pdk_glb_is_packed(glb, pdk_glb_view_at(glb, i))) continue;
        pdk_status status = pack(&packing, pdk_glb_view_at(glb, i), error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

pdk_status pdk_glb_compress(pdk_glb_export *glb, pdk_error *error)
{
    pdk_part part;
    pdk_status status = pdk_part_open(&part, PDK_PART_MESH, "glb.compress", "packing meshes", error);
    if (status == PDK_OK) status = pack_all(glb, part.table, error);
    pdk_part_close(&part);
    return status;
}
