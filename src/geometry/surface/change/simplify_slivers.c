/* Slivers: where three points lie in a line seen from above, as the rows of a scan do, a triangle between them stands
 * on edge or is turned over. Swapping its long side with the neighbour there takes it away: the point in the middle
 * then splits the neighbour.
 *
 *        p-------------q                 p------r------q
 *         \     r     /    becomes        \     |     /     (r was on the line from p to q, or beyond it)
 *          \         /                     \    |    /
 *           ----d----                       ----d----
 */
#include <stdlib.h>

#include "surface/change/simplify_parts.h"

typedef struct long_side {
    uint64_t reverse;  /* as the neighbour has it: from << 32 | to */
    uint32_t triangle; /* the sliver */
    uint32_t corner;   /* where its long side begins */
} long_side;

static int by_side(const void *a, const void *b)
{
    const long_side *x = a, *y = b;
    if (x->reverse != y->reverse) return x->reverse < y->reverse ? -1 : 1;
    return (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

double pdk_simplify_area_from_above(const pdk_simplify_tile *tile, uint32_t a, uint32_t b, uint32_t c)
{
    const float *p = tile->source + 3 * (size_t)a, *q = tile->source + 3 * (size_t)b, *r = tile->source + 3 * (size_t)c;
    int next = (tile->up + 1) % 3, last = (tile->up + 2) % 3;
    return ((double)q[next] - (double)p[next]) * ((double)r[last] - (double)p[last]) -
           ((double)q[last] - (double)p[last]) * ((double)r[next] - (double)p[next]);
}

/* The corner where the longest side begins, seen from above. */
static uint32_t longest(const pdk_simplify_tile *tile, const uint32_t *c)
{
    uint32_t best = 0;
    double most = -1;
    for (uint32_t k = 0; k < 3; k++) {
        const float *p = tile->source + 3 * (size_t)c[k], *q = tile->source + 3 * (size_t)c[(k + 1) % 3];
        double sum = 0;
        for (int axis = 0; axis < 3; axis++) {
            double off = axis != tile->up ? (double)p[axis] - (double)q[axis] : 0;
            sum += off * off;
        }
        if (sum <= most) continue;
        most = sum;
        best = k;
    }
    return best;
}

static size_t list_slivers(const pdk_simplify_tile *tile, size_t triangles, bool upright, long_side *sides)
{
    size_t count = 0;
    for (size_t i = 0; i < triangles; i++) {
        const uint32_t *c = tile->result + 3 * i;
        double area = pdk_simplify_area_from_above(tile, c[0], c[1], c[2]);
        if (area > 0 || (upright && area >= 0)) continue;
        uint32_t k = longest(tile, c);
        sides[count++] = (long_side){ (uint64_t)c[(k + 1) % 3] << 32 | c[k], (uint32_t)i, k };
    }
    qsort(sides, count, sizeof *sides, by_side);
    return count;
}

static const long_side *find_side(const long_side *sides, size_t count, uint64_t side)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sides[middle].reverse < side) low = middle + 1;
        else high = middle;
    }
    return low < count && sides[low].reverse == side ? &sides[low] : NULL;
}

/* Swaps the edge unless one of the two triangles has just changed (it no longer has the side) or swapping would not
 * help. */
static bool swap(pdk_simplify_tile *tile, const long_side *side, uint32_t *neighbour, int at)
{
    uint32_t *sliver = tile->result + 3 * (size_t)side->triangle;
    uint32_t p = sliver[side->corner], q = sliver[(side->corner + 1) % 3], r = sliver[(side->corner + 2) % 3];
    uint32_t d = neighbour[(at + 2) % 3];
    if (sliver == neighbour || ((uint64_t)q << 32 | p) != side->reverse || d == r) return false;
    if (!(pdk_simplify_area_from_above(tile, r, p, d) > 0) || !(pdk_simplify_area_from_above(tile, r, d, q) > 0))
        return false;
    const uint32_t first[] = { r, p, d }, second[] = { r, d, q };
    for (int k = 0; k < 3; k++) {
        sliver[k] = first[k];
        neighbour[k] = second[k];
    }
    return true;
}

size_t pdk_simplify_swap_slivers(pdk_simplify_tile *tile, size_t triangles, bool upright)
{
    enum { MAX_PASSES = 16 };
    size_t slivers = 0, swaps = 1;
    for (int pass = 0; pass < MAX_PASSES && swaps > 0; pass++) {
        swaps = 0;
        slivers = list_slivers(tile, triangles, upright, tile->scratch);
        for (size_t i = 0; i < triangles && slivers > 0; i++) {
            uint32_t *c = tile->result + 3 * i;
            for (int k = 0; k < 3; k++) {
                const long_side *side = find_side(tile->scratch, slivers, (uint64_t)c[k] << 32 | c[(k + 1) % 3]);
                if (side == NULL || !swap(tile, side, c, k)) continue;
                swaps++;
                break;
            }
        }
    }
    return slivers;
}
