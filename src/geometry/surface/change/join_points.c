/* A hash table of the points that stay, by the cell of space they are in. Cells are four times as wide as the
 * distance, so two or three cells hold every point that can be near, and each holds few, because points that stay
 * are further apart than the distance. With a distance of zero a cell is one position. The table is far larger than
 * the caches, so the slots for a batch of points are prefetched, and neighbouring cells share a page. */
#include "surface/change/join_points.h"

enum { BATCH = 32, MAX_CELLS = 8, CELL = 4, PAGE_X = 4, PAGE_Y = 4, PAGE_Z = 2 };
static const uint32_t none = UINT32_MAX;
static const double margin = 1 + 1e-9; /* what rounding may add to a distance */

typedef struct welding {
    const float *positions;
    double distance;
    uint32_t *heads, *next; /* by hash; by point */
    uint64_t mask;
} welding;

/* The slots in which a point's neighbours can be, and its own. */
typedef struct point_cells {
    uint64_t slots[MAX_CELLS], own;
    int count; /* 0: not finite, it stays alone */
} point_cells;

/* The page of the table depends on the cell's higher bits, the place on the page on its lowest bits. */
static uint64_t slot_of(const welding *weld, const int64_t cell[3])
{
    static const unsigned bits[3] = { PAGE_X, PAGE_Y, PAGE_Z };
    uint64_t page = 0, place = 0;
    for (int axis = 0; axis < 3; axis++) {
        uint64_t at = (uint64_t)cell[axis];
        page = (page ^ at >> bits[axis]) * UINT64_C(0x9E3779B97F4A7C15);
        page ^= page >> 29;
        place = place << bits[axis] | (at & ((UINT64_C(1) << bits[axis]) - 1));
    }
    return (page << (PAGE_X + PAGE_Y + PAGE_Z) | place) & weld->mask;
}

/* 0 and -0 are one place. */
static uint32_t exactly(float coordinate)
{
    union {
        float number;
        uint32_t bits;
    } exact = { coordinate + 0.0f };
    return exact.bits;
}

static uint64_t slot_of_place(const welding *weld, const float *position)
{
    uint64_t hash = 0;
    for (int axis = 0; axis < 3; axis++) {
        hash = (hash ^ exactly(position[axis])) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return hash & weld->mask;
}

/* The cell along an axis, and the neighbouring cell that the distance reaches into (the same cell for most points).
 * Where cells are narrower than floats can distinguish, a cell is one coordinate. */
static void find_along(float coordinate, double distance, int64_t *own, int64_t *beside)
{
    double at = (double)coordinate, width = CELL * distance, reach = margin * distance;
    if (!(fabs(at / width) < 4e15)) {
        *own = *beside = (int64_t)exactly(coordinate) + (INT64_C(1) << 62);
        return;
    }
    int64_t low = (int64_t)floor((at - reach) / width), high = (int64_t)floor((at + reach) / width);
    *own = (int64_t)floor(at / width);
    *beside = low != *own ? low : high;
}

/* All cells within the distance: along each axis the point's own, and at most one next to it. */
static void find_cells(const welding *weld, const float *position, point_cells *cells)
{
    int64_t own[3], beside[3];
    int sides[3];
    for (int axis = 0; axis < 3; axis++) {
        find_along(position[axis], weld->distance, &own[axis], &beside[axis]);
        sides[axis] = beside[axis] != own[axis] ? 2 : 1;
    }
    for (int i = 0; i < MAX_CELLS; i++) {
        int pick[3] = { i & 1, i >> 1 & 1, i >> 2 };
        if (pick[0] >= sides[0] || pick[1] >= sides[1] || pick[2] >= sides[2]) continue;
        const int64_t cell[3] = { pick[0] ? beside[0] : own[0], pick[1] ? beside[1] : own[1],
                                  pick[2] ? beside[2] : own[2] };
        cells->slots[cells->count++] = slot_of(weld, cell);
    }
    cells->own = cells->slots[0];
}

static point_cells find_point_cells(const welding *weld, uint64_t point)
{
    const float *position = weld->positions + 3 * point;
    point_cells cells = { .count = 0 };
    if (!pdk_is_finite3(position)) return cells;
    if (weld->distance > 0) {
        find_cells(weld, position, &cells);
    } else {
        cells.slots[cells.count++] = cells.own = slot_of_place(weld, position);
    }
    for (int i = 0; i < cells.count; i++) __builtin_prefetch(&weld->heads[cells.slots[i]], 1);
    return cells;
}

/* Prefetches the first points of the lists; the heads are in the cache by now. */
static void fetch_points(const welding *weld, const point_cells *cells)
{
    for (int i = 0; i < cells->count; i++) {
        uint32_t first = weld->heads[cells->slots[i]];
        if (first == none) continue;
        __builtin_prefetch(weld->positions + 3 * (uint64_t)first, 0);
        __builtin_prefetch(&weld->next[first], 0);
    }
}

static bool is_near(const welding *weld, uint32_t a, uint32_t b)
{
    const float *p = weld->positions + 3 * (uint64_t)a, *q = weld->positions + 3 * (uint64_t)b;
    double sum = 0;
    for (int axis = 0; axis < 3; axis++)
        sum += ((double)p[axis] - (double)q[axis]) * ((double)p[axis] - (double)q[axis]);
    return sum <= weld->distance * weld->distance;
}

/* The lowest point that stays and is near, or none. */
static uint32_t find_near(const welding *weld, uint32_t point, const point_cells *cells)
{
    uint32_t best = none;
    for (int i = 0; i < cells->count; i++) {
        for (uint32_t other = weld->heads[cells->slots[i]]; other != none; other = weld->next[other]) {
            if (other < best && is_near(weld, point, other)) best = other;
        }
    }
    return best;
}

static void weld_batch(const welding *weld, uint64_t first, uint64_t count, uint32_t *same_as)
{
    point_cells cells[BATCH];
    for (uint64_t i = 0; i < count; i++) cells[i] = find_point_cells(weld, first + i);
    for (uint64_t i = 0; i < count; i++) fetch_points(weld, &cells[i]);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t point = (uint32_t)(first + i), near = find_near(weld, point, &cells[i]);
        same_as[point] = near != none ? near : point;
        if (near != none || cells[i].count == 0) continue;
        weld->next[point] = weld->heads[cells[i].own];
        weld->heads[cells[i].own] = point;
    }
}

pdk_status pdk_join_near_points(pdk_surface_work *work, const float *positions, uint64_t points, double distance,
                                uint32_t *same_as, pdk_error *error)
{
    enum { REPORT = 1 << 18 };
    welding weld = { .positions = positions, .distance = distance, .mask = 1023 };
    while (weld.mask < points) weld.mask = weld.mask * 2 + 1;
    weld.heads = pdk_surface_alloc(work, weld.mask + 1, sizeof *weld.heads);
    weld.next = pdk_surface_alloc(work, points, sizeof *weld.next);
    if (weld.heads == NULL || weld.next == NULL) return pdk_surface_fail_memory(work, error);
    for (uint64_t i = 0; i <= weld.mask; i++) weld.heads[i] = none;
    for (uint64_t i = 0; i < points; i += BATCH) {
        if (i % REPORT == 0 && !pdk_surface_progress(work, (double)i / (double)points))
            return pdk_fail_cancelled(error);
        weld_batch(&weld, i, points - i < BATCH ? points - i : BATCH, same_as);
    }
    pdk_free(&work->memory, weld.heads);
    pdk_free(&work->memory, weld.next);
    return PDK_OK;
}
