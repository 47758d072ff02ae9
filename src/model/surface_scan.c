/* Written for the vectoriser: no branch inside a loop, a fixed number of lanes, the odd cases in a second pass over the
 * one stretch that has them. */
#include "model/surface_scan.h"

#include <math.h>
#include <stdbool.h>

enum { STRETCH = 4096, LANES = 12 }; /* 12 = four points of three coordinates, three vectors of four floats */

static bool any_beyond(const uint32_t *numbers, size_t count, uint32_t most)
{
    uint32_t beyond = 0;
    for (size_t i = 0; i < count; i++) beyond |= numbers[i] > most;
    return beyond != 0;
}

size_t pdk_scan_first_beyond(const uint32_t *numbers, size_t count, uint64_t limit)
{
    if (limit > UINT32_MAX) return count;
    if (limit == 0) return 0;
    uint32_t most = (uint32_t)(limit - 1);
    for (size_t at = 0; at < count; at += STRETCH) {
        size_t stretch = count - at < STRETCH ? count - at : STRETCH;
        if (!any_beyond(numbers + at, stretch, most)) continue;
        while (numbers[at] <= most) at++;
        return at;
    }
    return count;
}

pdk_bounds pdk_bounds_empty(void)
{
    return (pdk_bounds){ { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY }, 0 };
}

/* Widens the box by a low and a high corner, which may be the same point. */
static void include(pdk_bounds *bounds, const float *low, const float *high)
{
    for (int axis = 0; axis < 3; axis++) {
        if (low[axis] < bounds->minimum[axis]) bounds->minimum[axis] = low[axis];
        if (high[axis] > bounds->maximum[axis]) bounds->maximum[axis] = high[axis];
    }
}

/* Four points at a time. Returns false, leaving *bounds alone, when a coordinate is not finite: a difference with itself
 * is then NaN, which stays in the sum. */
static bool add_finite(pdk_bounds *bounds, const float *positions, size_t points)
{
    float low[LANES], high[LANES], odd[LANES] = { 0 };
    for (int lane = 0; lane < LANES; lane++) {
        low[lane] = bounds->minimum[lane % 3];
        high[lane] = bounds->maximum[lane % 3];
    }
    const float *at = positions;
    for (size_t group = 0; group < points / 4; group++, at += LANES) {
        for (int lane = 0; lane < LANES; lane++) {
            low[lane] = at[lane] < low[lane] ? at[lane] : low[lane];
            high[lane] = at[lane] > high[lane] ? at[lane] : high[lane];
            odd[lane] += at[lane] - at[lane];
        }
    }
    for (size_t lane = 0; lane < points % 4 * 3; lane++) {
        low[lane] = at[lane] < low[lane] ? at[lane] : low[lane];
        high[lane] = at[lane] > high[lane] ? at[lane] : high[lane];
        odd[lane] += at[lane] - at[lane];
    }
    for (int lane = 0; lane < LANES; lane++) {
        if (isnan(odd[lane])) return false;
    }
    for (int lane = 0; lane < LANES; lane += 3) include(bounds, low + lane, high + lane);
    return true;
}

static size_t add_each(pdk_bounds *bounds, const float *positions, size_t points)
{
    size_t left_out = 0;
    for (size_t i = 0; i < points; i++) {
        const float *point = positions + 3 * i;
        if (isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2])) include(bounds, point, point);
        else left_out++;
    }
    return left_out;
}

size_t pdk_bounds_add(pdk_bounds *bounds, const float *positions, size_t points)
{
    size_t left_out = 0;
    for (size_t at = 0; at < points; at += STRETCH) {
        size_t stretch = points - at < STRETCH ? points - at : STRETCH;
        if (!add_finite(bounds, positions + 3 * at, stretch)) left_out += add_each(bounds, positions + 3 * at, stretch);
    }
    bounds->not_finite += left_out;
    return left_out;
}
