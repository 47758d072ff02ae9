#include "mesh/weld_points.h"

#include <math.h>
#include <string.h>

void pdk_weld_init(pdk_weld *weld, pdk_memory *memory, uint64_t seed)
{
    *weld = (pdk_weld){ .memory = memory, .seed = seed * 0x9E3779B97F4A7C15u + 1 };
}

static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 32) * 0xD6E8FEB86659FD93u;
    value = (value ^ value >> 32) * 0xD6E8FEB86659FD93u;
    return value ^ value >> 32;
}

static uint64_t hash(const pdk_weld *weld, const double point[3])
{
    uint64_t value = weld->seed;
    for (int k = 0; k < 3; k++) {
        uint64_t bits;
        memcpy(&bits, &point[k], sizeof bits);
        value = mix(value ^ (bits == UINT64_C(1) << 63 ? 0 : bits));
    }
    return value;
}

static bool equal(const double a[3], const double b[3])
{
    for (int k = 0; k < 3; k++) {
        if (!(a[k] <= b[k] && a[k] >= b[k])) return false;
    }
    return true;
}

static void place(pdk_weld *weld, uint32_t number)
{
    uint64_t at = hash(weld, weld->points[number]) & (weld->places - 1);
    while (weld->table[at] != 0) at = (at + 1) & (weld->places - 1);
    weld->table[at] = number + 1;
}

static bool grow(pdk_weld *weld)
{
    uint64_t capacity = weld->capacity > 0 ? 2 * weld->capacity : 1024;
    double(*points)[3] = pdk_realloc(weld->memory, weld->points, (size_t)capacity * sizeof *points);
    if (points == NULL) return false;
    weld->points = points;
    pdk_free(weld->memory, weld->table);
    weld->table = pdk_alloc_array(weld->memory, 2 * capacity, sizeof *weld->table);
    if (weld->table == NULL) return false;
    weld->capacity = capacity;
    weld->places = 2 * capacity;
    for (uint64_t i = 0; i < weld->count; i++) {
        if (!isnan(points[i][0]) && !isnan(points[i][1]) && !isnan(points[i][2])) place(weld, (uint32_t)i);
    }
    return true;
}

bool pdk_weld_point(pdk_weld *weld, const double point[3], uint32_t *number)
{
    if (weld->count == weld->capacity && (weld->count >= UINT32_MAX / 2 || !grow(weld))) return false;
    bool comparable = !isnan(point[0]) && !isnan(point[1]) && !isnan(point[2]);
    uint64_t at = hash(weld, point) & (weld->places - 1);
    for (; comparable && weld->table[at] != 0; at = (at + 1) & (weld->places - 1)) {
        if (!equal(weld->points[weld->table[at] - 1], point)) continue;
        *number = weld->table[at] - 1;
        return true;
    }
    *number = (uint32_t)weld->count++;
    memcpy(weld->points[*number], point, sizeof *weld->points);
    if (comparable) weld->table[at] = *number + 1; /* NaN must not fill the table with entries that are never found */
    return true;
}
