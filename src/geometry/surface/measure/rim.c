/* Boundary edges with their direction, between places instead of points: exporters double points along seams. */
#include "surface/measure/rim.h"

#include <string.h>

#include "base/binary_search.h"
#include "surface/key_sort.h"

static pdk_status gather_keys(pdk_measuring *measuring, pdk_rim *rim, pdk_error *error)
{
    size_t count = 0;
    for (size_t thread = 0; thread < PDK_MAX_THREADS; thread++) count += measuring->boundary_edges[thread].count;
    uint64_t *keys = pdk_surface_alloc(&measuring->work, count, sizeof *keys);
    if (keys == NULL) return pdk_surface_fail_memory(&measuring->work, error);
    rim->keys = keys;
    rim->key_count = count;
    for (size_t thread = 0; thread < PDK_MAX_THREADS; thread++) {
        const pdk_edge_list *list = &measuring->boundary_edges[thread];
        if (list->count > 0) memcpy(keys, list->edges, list->count * sizeof *keys);
        keys += list->count;
    }
    pdk_sort_keys(keys - count, count, 64);
    return PDK_OK;
}

static pdk_status make_room(pdk_measuring *measuring, pdk_rim *rim, pdk_error *error)
{
    pdk_surface_work *work = rim->work;
    uint64_t points = pdk_count_bits(measuring->boundary_points, work->surface->vertex_count), slots = 16;
    if (points > INT32_MAX) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "surface.size",
                        "the boundary of the surface has more than 2^31 points");
    }
    while (slots < 2 * points) slots *= 2;
    rim->mask = slots - 1;
    rim->slots = pdk_surface_alloc(work, slots, sizeof *rim->slots);
    rim->points = pdk_surface_alloc(work, points, sizeof *rim->points);
    rim->normals = pdk_surface_alloc(work, points, sizeof *rim->normals);
    rim->sides = pdk_surface_alloc(work, rim->key_count, sizeof *rim->sides);
    bool fine = rim->slots != NULL && rim->points != NULL && rim->normals != NULL && rim->sides != NULL;
    return fine ? PDK_OK : pdk_surface_fail_memory(work, error);
}

static uint64_t hash_of(const float place[3])
{
    uint32_t bits[3];
    memcpy(bits, place, sizeof bits);
    uint64_t hash = (bits[0] ^ (uint64_t)bits[1] << 32) * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 29 ^ bits[2]) * UINT64_C(0xBF58476D1CE4E5B9);
    return hash ^ hash >> 32;
}

static void place_of(const pdk_surface *surface, uint32_t point, float place[3])
{
    for (uint64_t axis = 0; axis < 3; axis++)
        place[axis] = surface->positions[3 * (uint64_t)point + axis] + 0.0f; /* -0 is 0 */
}

/* The rim point at the place of a point. */
static uint32_t rim_point(pdk_rim *rim, uint32_t point)
{
    float place[3], other[3];
    place_of(rim->work->surface, point, place);
    uint64_t slot = hash_of(place) & rim->mask;
    for (; rim->slots[slot] != 0; slot = (slot + 1) & rim->mask) {
        place_of(rim->work->surface, rim->points[rim->slots[slot] - 1], other);
        if (memcmp(place, other, sizeof place) == 0) return rim->slots[slot] - 1;
    }
    rim->points[rim->point_count++] = point;
    rim->slots[slot] = rim->point_count;
    return rim->point_count - 1;
}

static void add_side(pdk_rim *rim, uint32_t from, uint32_t to, const double normal[3])
{
    uint32_t a = rim_point(rim, from), b = rim_point(rim, to);
    for (int axis = 0; axis < 3; axis++) {
        rim->normals[a][axis] += normal[axis];
        rim->normals[b][axis] += normal[axis];
    }
    if (a == b || rim->side_count == rim->key_count) return;
    rim->sides[rim->side_count++] =
        a < b ? (uint64_t)a << 33 | (uint64_t)b << 1 | 1 : (uint64_t)b << 33 | (uint64_t)a << 1;
}

static bool is_boundary(const pdk_measuring *measuring, const pdk_rim *rim, uint32_t from, uint32_t to)
{
    if (!pdk_atomic_has_bit(measuring->boundary_points, from) || !pdk_atomic_has_bit(measuring->boundary_points, to))
        return false;
    uint64_t key = from < to ? (uint64_t)from << 32 | to : (uint64_t)to << 32 | from;
    return rim->keys[pdk_last_not_above(rim->keys, rim->key_count, key)] == key;
}

/* Counter-clockwise corners have their triangle to the left of each side. */
static pdk_status take_sides(pdk_measuring *measuring, pdk_rim *rim, pdk_error *error)
{
    const pdk_surface *surface = rim->work->surface;
    pdk_surface_begin_step(rim->work, 0);
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        if (!pdk_surface_progress_at(rim->work, i, surface->triangle_count)) return pdk_fail_cancelled(error);
        if (pdk_triangle_kind_of(surface, i) != PDK_TRIANGLE_VALID) continue;
        const uint32_t *c = surface->triangles + 3 * i;
        for (int k = 0; k < 3; k++) {
            if (!is_boundary(measuring, rim, c[k], c[(k + 1) % 3])) continue;
            double normal[3];
            pdk_triangle_cross(surface, i, normal);
            add_side(rim, c[k], c[(k + 1) % 3], normal);
        }
    }
    return PDK_OK;
}

/* Two sides that run against each other are a seam. */
static void close_seams(pdk_rim *rim)
{
    size_t kept = 0;
    pdk_sort_keys(rim->sides, rim->side_count, 64);
    for (size_t i = 0; i < rim->side_count;) {
        uint64_t edge = rim->sides[i] >> 1;
        int64_t upwards = 0;
        for (; i < rim->side_count && rim->sides[i] >> 1 == edge; i++) upwards += (rim->sides[i] & 1) != 0 ? 1 : -1;
        for (; upwards != 0; upwards += upwards > 0 ? -1 : 1) rim->sides[kept++] = edge << 1 | (upwards > 0);
    }
    rim->side_count = kept;
}

pdk_status pdk_rim_find(pdk_measuring *measuring, pdk_rim *rim, pdk_error *error)
{
    *rim = (pdk_rim){ .work = &measuring->work };
    pdk_status status = gather_keys(measuring, rim, error);
    if (status != PDK_OK || rim->key_count == 0) return status;
    status = make_room(measuring, rim, error);
    if (status == PDK_OK) status = take_sides(measuring, rim, error);
    if (status == PDK_OK) close_seams(rim);
    return status;
}
