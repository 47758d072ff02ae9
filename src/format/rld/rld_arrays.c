/* The file's arrays as C arrays: in place when the bytes are aligned and the host is little-endian, as in every mapped
 * file on usual machines; copied otherwise. */
#include <math.h>

#include "base/load.h"
#include "format/rld/rld.h"
#include "format/rld/rld_layout.h"

static bool usable_in_place(const uint8_t *bytes)
{
    return PDK_HOST_IS_LITTLE && (uintptr_t)bytes % 4 == 0;
}

const float *pdk_rld_floats(const uint8_t *bytes, size_t count, float *buffer)
{
    if (usable_in_place(bytes)) return (const float *)(const void *)bytes;
    for (size_t i = 0; i < count; i++) buffer[i] = pdk_load_f32(bytes + 4 * i);
    return buffer;
}

const uint32_t *pdk_rld_numbers(const uint8_t *bytes, size_t count, uint32_t *buffer)
{
    if (usable_in_place(bytes)) return (const uint32_t *)(const void *)bytes;
    for (size_t i = 0; i < count; i++) buffer[i] = pdk_load_u32(bytes + 4 * i);
    return buffer;
}

static bool is_sound(const pdk_rld *rld, const uint8_t *triangle)
{
    uint64_t a = pdk_load_u32(triangle), b = pdk_load_u32(triangle + PDK_RLD_CORNER_B),
             c = pdk_load_u32(triangle + PDK_RLD_CORNER_C);
    return a < rld->point_count && b < rld->point_count && c < rld->point_count;
}

uint64_t pdk_rld_count_sound(const pdk_document *document, const pdk_rld *rld)
{
    enum { TRIM_AFTER = 10000000 }; /* 120 MB */
    uint64_t sound = 0;
    for (uint64_t i = 0; i < rld->triangle_count; i++) {
        sound += is_sound(rld, rld->triangles + 12 * i);
        if (i % TRIM_AFTER == TRIM_AFTER - 1) pdk_trim(document);
    }
    return sound;
}

/* One component of the cross product of two sides: twice the area seen along an axis. Exact enough to be 0 only for
 * corners on a line, as differences of floats fit a double. */
static double area_along(const uint8_t *const corners[3], int axis)
{
    int u = 4 * ((axis + 1) % 3), v = 4 * ((axis + 2) % 3);
    double origin_u = (double)pdk_load_f32(corners[0] + u), origin_v = (double)pdk_load_f32(corners[0] + v);
    double side_u = (double)pdk_load_f32(corners[1] + u) - origin_u,
           side_v = (double)pdk_load_f32(corners[1] + v) - origin_v;
    double other_u = (double)pdk_load_f32(corners[2] + u) - origin_u,
           other_v = (double)pdk_load_f32(corners[2] + v) - origin_v;
    return side_u * other_v - side_v * other_u;
}

/* Seen from above first: that settles nearly every triangle of a road. NaN is reported elsewhere and is not flat. */
bool pdk_rld_is_flat(const uint8_t *points, const uint32_t numbers[3])
{
    const uint8_t *corners[3];
    for (int i = 0; i < 3; i++) corners[i] = points + 12 * (uint64_t)numbers[i];
    for (int axis = 2; axis >= 0; axis--) {
        if (!(fabs(area_along(corners, axis)) <= 0)) return false;
    }
    return true;
}

static pdk_status take_points(pdk_document *document, const pdk_rld *rld, pdk_surface *surface, pdk_error *error)
{
    float *buffer = NULL;
    if (!usable_in_place(rld->points)) {
        buffer = pdk_alloc_array(&document->memory, rld->point_count, 12);
        if (buffer == NULL) return pdk_fail_memory(error, &document->memory, "a copy of the points");
    }
    surface->positions = pdk_rld_floats(rld->points, (size_t)rld->point_count * 3, buffer);
    surface->vertex_count = rld->point_count;
    return PDK_OK;
}

static pdk_status take_triangles(pdk_document *document, const pdk_rld *rld, pdk_surface *surface, pdk_error *error)
{
    bool all = rld->sound_triangles == rld->triangle_count;
    uint32_t *buffer = NULL;
    if (!all || !usable_in_place(rld->triangles)) {
        buffer = pdk_alloc_array(&document->memory, rld->sound_triangles, 12);
        if (buffer == NULL) return pdk_fail_memory(error, &document->memory, "a copy of the triangles");
    }
    surface->triangle_count = rld->sound_triangles;
    if (all) {
        surface->triangles = pdk_rld_numbers(rld->triangles, (size_t)rld->triangle_count * 3, buffer);
        return PDK_OK;
    }
    surface->triangles = buffer;
    for (uint64_t i = 0; i < rld->triangle_count; i++) {
        const uint8_t *triangle = rld->triangles + 12 * i;
        if (!is_sound(rld, triangle)) continue;
        for (int corner = 0; corner < 3; corner++) *buffer++ = pdk_load_u32(triangle + 4 * corner);
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
