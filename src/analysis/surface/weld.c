/* A table of those that stay, by the cell of space they are in. Cells are as wide as the distance, so that 27 of them hold all
 * that may be near, and each holds few: those that stay are further apart than that. Without a distance a cell is a place. */
#include "analysis/surface/weld.h"

static const uint32_t none = UINT32_MAX;

typedef struct welding {
    const float *positions;
    double distance;
    uint32_t *heads, *next; /* by hash; by point */
    uint64_t mask;
} welding;

typedef struct weld_cell {
    int64_t at[3];
} weld_cell;

static weld_cell cell_at(const welding *weld, const float *position)
{
    weld_cell place;
    for (int axis = 0; axis < 3; axis++) {
        union { float number; int32_t bits; } exact = { position[axis] + 0.0f }; /* 0 and -0 are one place */
        double number = weld->distance > 0 ? floor((double)position[axis] / weld->distance) : 0;
        place.at[axis] = weld->distance > 0 ? (fabs(number) < 9e15 ? (int64_t)number : INT64_MAX / 2) : exact.bits;
    }
    return place;
}

static uint64_t slot_of(const welding *weld, const weld_cell *place)
{
    uint64_t h = 0;
    for (int axis = 0; axis < 3; axis++) {
        h = (h ^ (uint64_t)place->at[axis]) * UINT64_C(0x9E3779B97F4A7C15);
        h ^= h >> 29;
    }
    return h & weld->mask;
}

static bool is_near(const welding *weld, uint32_t a, uint32_t b)
{
    const float *p = weld->positions + 3 * (uint64_t)a, *q = weld->positions + 3 * (uint64_t)b;
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) sum += ((double)p[axis] - (double)q[axis]) * ((double)p[axis] - (double)q[axis]);
    return sum <= weld->distance * weld->distance;
}

/* The lowest number that stays and is near, or none. */
static uint32_t find_near(const welding *weld, uint32_t point, const weld_cell *home)
{
    uint32_t best = none;
    int reach = weld->distance > 0 ? 1 : 0;
    for (int i = 0; i < (reach > 0 ? 27 : 1); i++) {
        weld_cell place = *home;
        if (reach > 0) {
            place.at[0] += i % 3 - 1;
            place.at[1] += i / 3 % 3 - 1;
            place.at[2] += i / 9 - 1;
        }
        for (uint32_t other = weld->heads[slot_of(weld, &place)]; other != none; other = weld->next[other]) {
            if (other < best && is_near(weld, point, other)) best = other;
        }
    }
    return best;
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
    for (uint64_t i = 0; i < points; i++) {
        if (i % REPORT == 0 && !pdk_surface_tell(work, (double)i / (double)points)) return pdk_fail_cancelled(error);
        same_as[i] = (uint32_t)i;
        if (!pdk_is_finite3(positions + 3 * i)) continue;
        weld_cell home = cell_at(&weld, positions + 3 * i);
        uint32_t near = find_near(&weld, (uint32_t)i, &home);
        if (near != none) {
            same_as[i] = near;
            continue;
        }
        uint64_t slot = slot_of(&weld, &home);
        weld.next[i] = weld.heads[slot];
        weld.heads[slot] = (uint32_t)i;
    }
    pdk_free(&work->memory, weld.heads);
    pdk_free(&work->memory, weld.next);
    return PDK_OK;
}
