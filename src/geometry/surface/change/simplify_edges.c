/* Triangles of one tile must go on fitting together: merged points may leave three triangles at an edge, or two that
 * run along it in the same direction. Both show as an edge that two triangles have in the same direction. Where the
 * source has such edges, they may stay. */
#include <string.h>

#include "surface/key_sort.h"
#include "surface/change/simplify_parts.h"

static uint64_t edge_of(const uint32_t *corners, size_t k)
{
    return (uint64_t)corners[k] << 32 | corners[(k + 1) % 3];
}

/* Directed edges that occur more than once, ascending, each once. Returns how many. */
static size_t list_repeated(const uint32_t *triangles, size_t count, uint64_t *edges)
{
    size_t repeated = 0, all = 3 * count;
    for (size_t i = 0; i < all; i++) edges[i] = edge_of(triangles + i / 3 * 3, i % 3);
    pdk_sort_keys(edges, all, pdk_simplify_bits_of(edges, all));
    for (size_t i = 1; i < all; i++) {
        uint64_t edge = edges[i]; /* what is written is before it */
        if (edge == edges[i - 1] && (repeated == 0 || edges[repeated - 1] != edge)) edges[repeated++] = edge;
    }
    return repeated;
}

/* The place of an edge in the list; `count` when it is not there. */
static size_t find_edge(const uint64_t *edges, size_t count, uint64_t edge)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (edges[middle] < edge) low = middle + 1;
        else high = middle;
    }
    return low < count && edges[low] == edge ? low : count;
}

/* How often the source has each of them. */
static void count_before(const pdk_simplify_tile *tile, const uint64_t *edges, size_t count, uint32_t *times)
{
    memset(times, 0, count * sizeof *times);
    for (size_t i = 0; i < 3 * tile->triangle_count; i++) {
        size_t place = find_edge(edges, count, edge_of(tile->indices + i / 3 * 3, i % 3));
        if (place < count) times[place]++;
    }
}

size_t pdk_simplify_check_edges(pdk_simplify_tile *tile, size_t triangles)
{
    uint64_t *edges = tile->scratch;
    size_t repeated = list_repeated(tile->result, triangles, edges), wrong = 0;
    if (repeated == 0) return 0;
    uint32_t *times = (uint32_t *)(edges + repeated); /* at most half of the edges are repeated */
    count_before(tile, edges, repeated, times);
    memset(tile->marks, 0, tile->point_count);
    for (size_t i = 0; i < repeated; i++) {
        if (times[i] > 1) continue;
        tile->marks[edges[i] >> 32] = tile->marks[(uint32_t)edges[i]] = 1;
        wrong++;
    }
    return wrong;
}
