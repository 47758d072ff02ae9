/* No branch inside a loop that runs over every value; the odd cases are looked at in a second pass over the one stretch
 * that has them. */
#include "model/surface_scan.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { STRETCH = 4096 };

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

/* Four points are three vectors of four floats: x y z x, y z x y, z x y z. Vectors are spelt out because gcc does not
 * find them here, which costs a factor of four. */
typedef float floats __attribute__((vector_size(16)));
typedef int32_t marks __attribute__((vector_size(16)));
enum { VECTORS = 3, LANES = 12 };

static inline floats choose(marks mark, floats yes, floats no)
{
    return (floats)((mark & (marks)yes) | (~mark & (marks)no));
}

/* The box of whole groups of four points, lane by lane. `odd` becomes NaN where a value is not finite: its difference
 * with itself is, and stays in the sum. */
static void add_groups(const float *positions, size_t groups, floats low[VECTORS], floats high[VECTORS],
                       floats odd[VECTORS])
{
    for (size_t group = 0; group < groups; group++) {
        for (int v = 0; v < VECTORS; v++) {
            floats value;
            memcpy(&value, positions + LANES * group + 4 * v, sizeof value);
            low[v] = choose(value < low[v], value, low[v]);
            high[v] = choose(value > high[v], value, high[v]);
            odd[v] += value - value;
        }
    }
}

/* Returns false, leaving *bounds alone, when a coordinate is not finite. */
static bool add_finite(pdk_bounds *bounds, const float *positions, size_t points)
{
    size_t groups = points / 4;
    floats low[VECTORS], high[VECTORS], odd[VECTORS] = { 0 };
    float lows[LANES], highs[LANES], odds[LANES];
    for (int lane = 0; lane < LANES; lane++) {
        lows[lane] = INFINITY;
        highs[lane] = -INFINITY;
    }
    memcpy(low, lows, sizeof low);
    memcpy(high, highs, sizeof high);
    add_groups(positions, groups, low, high, odd);
    memcpy(lows, low, sizeof low);
    memcpy(highs, high, sizeof high);
    memcpy(odds, odd, sizeof odd);
    for (int lane = 0; lane < LANES; lane++) {
        if (isnan(odds[lane])) return false;
    }
    for (size_t i = 12 * groups; i < 3 * points; i++) {
        if (!isfinite(positions[i])) return false;
    }
    for (int lane = 0; lane < LANES; lane += 3) include(bounds, lows + lane, highs + lane);
    for (size_t i = 4 * groups; i < points; i++) include(bounds, positions + 3 * i, positions + 3 * i);
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
