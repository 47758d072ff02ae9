/* A table of those that stay, by the cell of space they are in. Cells are four times as wide as the distance, so that
 * two or three of them hold all that may be near, and each holds few: those that stay are further apart than that.
 * Without a distance a cell is a place. The table is far larger than caches are: a batch of points has what it needs of
 * it fetched ahead, and cells of one neighbourhood share a page. */
#include "surface/change/weld.h"

enum { BATCH = 32, MOST_CELLS = 8, CELL = 4, PAGE_X = 4, PAGE_Y = 4, PAGE_Z = 2 };
static const uint32_t none = UINT32_MAX;
static const double margin = 1 + 1e-9; /* what rounding may add to a distance */

typedef struct welding {
    const float *positions;
    double distance;
    uint32_t *heads, *next; /* by hash; by point */
    uint64_t mask;
} welding;

/* Where a point is looked for, and where it goes. */
typedef struct weld_spot {
    uint64_t slots[MOST_CELLS], home;
    int count; /* 0: not finite, it stays alone */
} weld_spot;

/* The page of the table by what is around the cell, the place on it by the lowest bits. */
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

/* The cell along an axis, and the one beside it, the same for most. Where cells are narrower than floats can tell, a
 * cell is a coordinate. */
static void find_along(float coordinate, double distance, int64_t *home, int64_t *beside)
{
    double at = (double)coordinate, width = CELL * distance, reach = margin * distance;
    if (!(fabs(at / width) < 4e15)) {
        *home = *beside = (int64_t)exactly(coordinate) + (INT64_C(1) << 62);
        return;
    }
    int64_t low = (int64_t)floor((at - reach) / width), high = (int64_t)floor((at + reach) / width);
    *home = (int64_t)floor(at / width);
    *beside = low != *home ? low : high;
}

/* All cells the point's surroundings reach into: along each axis its own, and at most one beside. */
static void find_cells(const welding *weld, const float *position, weld_spot *spot)
{
    int64_t home[3], beside[3];
    int sides[3];
    for (int axis = 0; axis < 3; axis++) {
        find_along(position[axis], weld->distance, &home[axis], &beside[axis]);
        sides[axis] = beside[axis] != home[axis] ? 2 : 1;
    }
    for (int i = 0; i < MOST_CELLS; i++) {
        int pick[3] = { i & 1, i >> 1 & 1, i >> 2 };
        if (pick[0] >= sides[0] || pick[1] >= sides[1] || pick[2] >= sides[2]) continue;
        const int64_t cell[3] = { pick[0] ? beside[0] : home[0], pick[1] ? beside[1] : home[1],
                                  pick[2] ? beside[2] : home[2] };
        spot->slots[spot->count++] = slot_of(weld, cell);
    }
    spot->home = spot->slots[0];
}

static weld_spot find_spot(const welding *weld, uint64_t point)
{
    const float *position = weld->positions + 3 * point;
    weld_spot spot = { .count = 0 };
    if (!pdk_is_finite3(position)) return spot;
    if (weld->distance > 0) {
        find_cells(weld, position, &spot);
    } else {
        spot.slots[spot.count++] = spot.home = slot_of_place(weld, position);
    }
    for (int i = 0; i < spot.count; i++) __builtin_prefetch(&weld->heads[spot.slots[i]], 1);
    return spot;
}

/* The first points of the lists, whose heads have come by now. */
static void fetch_points(const welding *weld, const weld_spot *spot)
{
    for (int i = 0; i < spot->count; i++) {
        uint32_t first = weld->heads[spot->slots[i]];
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

/* The lowest number that stays and is near, or none. */
static uint32_t find_near(const welding *weld, uint32_t point, const weld_spot *spot)
{
    uint32_t best = none;
    for (int i = 0; i < spot->count; i++) {
        for (uint32_t other = weld->heads[spot->slots[i]]; other != none; other = weld->next[other]) {
            if (other < best && is_near(weld, point, other)) best = other;
        }
    }
    return best;
}

static void weld_batch(const welding *weld, uint64_t first, uint64_t count, uint32_t *same_as)
{
    weld_spot spots[BATCH];
    for (uint64_t i = 0; i < count; i++) spots[i] = find_spot(weld, first + i);
    for (uint64_t i = 0; i < count; i++) fetch_points(weld, &spots[i]);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t point = (uint32_t)(first + i), near = find_near(weld, point, &spots[i]);
        same_as[point] = near != none ? near : point;
        if (near != none || spots[i].count == 0) continue;
        weld->next[point] = weld->heads[spots[i].home];
        weld->heads[spots[i].home] = point;
    }
}

pdk_status pdk_weld(pdk_surface_work *work, const float *positions, uint64_t points, double distance, uint32_t *same_as,
                    pdk_error *error)
{
    enum { REPORT = 1 << 18 };
    welding weld = { .positions = positions, .distance = distance, .mask = 1023 };
    while (weld.mask < points) weld.mask = weld.mask * 2 + 1;
    weld.heads = pdk_surface_room(work, weld.mask + 1, sizeof *weld.heads);
    weld.next = pdk_surface_room(work, points, sizeof *weld.next);
    if (weld.heads == NULL || weld.next == NULL) return pdk_surface_no_room(work, error);
    for (uint64_t i = 0; i <= weld.mask; i++) weld.heads[i] = none;
    for (uint64_t i = 0; i < points; i += BATCH) {
        if (i % REPORT == 0 && !pdk_surface_tell(work, (double)i / (double)points)) return pdk_fail_cancelled(error);
        weld_batch(&weld, i, points - i < BATCH ? points - i : BATCH, same_as);
    }
    pdk_free(&work->memory, weld.heads);
    pdk_free(&work->memory, weld.next);
    return PDK_OK;
}
