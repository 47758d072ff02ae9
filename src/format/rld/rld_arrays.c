/* The file's arrays as C arrays: in place when the bytes are aligned and the host is little-endian, as in every mapped
 * file on usual machines; copied otherwise. */
#include "base/load.h"
#include "format/rld/rld.h"

static bool usable_in_place(const uint8_t *bytes) { return PDK_HOST_IS_LITTLE && (uintptr_t)bytes % 4 == 0; }

const float *pdk_rld_floats(const uint8_t *bytes, size_t count, float *room)
{
    if (usable_in_place(bytes)) return (const float *)(const void *)bytes;
    for (size_t i = 0; i < count; i++) room[i] = pdk_load_f32(bytes + 4 * i);
    return room;
}

const uint32_t *pdk_rld_numbers(const uint8_t *bytes, size_t count, uint32_t *room)
{
    if (usable_in_place(bytes)) return (const uint32_t *)(const void *)bytes;
    for (size_t i = 0; i < count; i++) room[i] = pdk_load_u32(bytes + 4 * i);
    return room;
}

static bool is_sound(const pdk_rld *rld, const uint8_t *triangle)
{
    uint64_t a = pdk_load_u32(triangle), b = pdk_load_u32(triangle + 4), c = pdk_load_u32(triangle + 8);
    return a < rld->point_count && b < rld->point_count && c < rld->point_count;
}

uint64_t pdk_rld_count_sound(const pdk_rld *rld)
{
    uint64_t sound = 0;
    for (uint64_t i = 0; i < rld->triangle_count; i++) sound += is_sound(rld, rld->triangles + 12 * i);
    return sound;
}

static pdk_status take_points(pdk_document *document, const pdk_rld *rld, pdk_surface *surface, pdk_error *error)
{
    float *room = NULL;
    if (!usable_in_place(rld->points)) {
        room = pdk_alloc_array(&document->memory, rld->point_count, 12);
        if (room == NULL) return pdk_fail_memory(error, &document->memory, "a copy of the points");
    }
    surface->positions = pdk_rld_floats(rld->points, (size_t)rld->point_count * 3, room);
    surface->vertex_count = rld->point_count;
    return PDK_OK;
}

static pdk_status take_triangles(pdk_document *document, const pdk_rld *rld, pdk_surface *surface, pdk_error *error)
{
    bool all = rld->sound_triangles == rld->triangle_count;
    uint32_t *room = NULL;
    if (!all || !usable_in_place(rld->triangles)) {
        room = pdk_alloc_array(&document->memory, rld->sound_triangles, 12);
        if (room == NULL) return pdk_fail_memory(error, &document->memory, "a copy of the triangles");
    }
    surface->triangle_count = rld->sound_triangles;
    if (all) {
        surface->triangles = pdk_rld_numbers(rld->triangles, (size_t)rld->triangle_count * 3, room);
        return PDK_OK;
    }
    surface->triangles = room;
    for (uint64_t i = 0; i < rld->triangle_count; i++) {
        const uint8_t *triangle = rld->triangles + 12 * i;
        if (!is_sound(rld, triangle)) continue;
        for (int corner = 0; corner < 3; corner++) *room++ = pdk_load_u32(triangle + 4 * corner);
    }
    return PDK_OK;
}

pdk_status pdk_rld_build_surface(pdk_document *document, const void *state, pdk_surface *surface, pdk_error *error)
{
    const pdk_rld *rld = state;
    *surface = (pdk_surface){ 0 };
    pdk_status status = rld->point_count > 0 ? take_points(document, rld, surface, error) : PDK_OK;
    if (status == PDK_OK && rld->triangle_count > 0) status = take_triangles(document, rld, surface, error);
    return status;
}
