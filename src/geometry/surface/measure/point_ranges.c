#include "surface/measure/point_ranges.h"

/* A range should have some work, and at least one in so many of the triangles read for it should be its own. */
static const uint64_t min_edges = UINT64_C(1) << 17, max_read_ratio = 4, max_points = UINT64_C(1) << 30;

bool pdk_ranges_begin(pdk_point_ranges *ranges, pdk_surface_work *work)
{
    uint64_t points = work->surface->vertex_count;
    *ranges = (pdk_point_ranges){ .shift = 8, .piece_count = pdk_surface_pieces(work->surface->triangle_count) };
    while (points >> ranges->shift >= PDK_MAX_BUCKETS) ranges->shift++;
    ranges->bucket_count = (points >> ranges->shift) + 1;
    ranges->spans = pdk_surface_alloc(work, ranges->piece_count, sizeof *ranges->spans);
    ranges->edges = pdk_surface_alloc(work, ranges->bucket_count, sizeof *ranges->edges);
    return ranges->spans != NULL && ranges->edges != NULL;
}

void pdk_ranges_add_piece(pdk_point_ranges *ranges, const pdk_surface *surface, uint64_t piece)
{
    uint64_t first = piece * PDK_SURFACE_PIECE, end = first + PDK_SURFACE_PIECE;
    if (end > surface->triangle_count) end = surface->triangle_count;
    pdk_piece_summary summary = pdk_ranges_piece_begin(ranges);
    for (uint64_t i = first; i < end; i++) {
        pdk_ranges_piece_add(&summary, surface->triangles + 3 * i,
                             pdk_triangle_kind_of(surface, i) == PDK_TRIANGLE_VALID);
    }
    pdk_ranges_piece_end(&summary, piece);
}

/* begun[b]: pieces whose first bucket is below b; ended[b]: pieces whose last one is. */
typedef struct piece_counts {
    uint64_t *begun, *ended;
} piece_counts;

static bool count_pieces(piece_counts *counts, const pdk_point_ranges *ranges, pdk_surface_work *work)
{
    counts->begun = pdk_surface_alloc(work, ranges->bucket_count + 2, sizeof *counts->begun);
    counts->ended = pdk_surface_alloc(work, ranges->bucket_count + 2, sizeof *counts->ended);
    if (counts->begun == NULL || counts->ended == NULL) return false;
    for (uint64_t i = 0; i < ranges->piece_count; i++) {
        const pdk_piece_span *span = &ranges->spans[i];
        if (span->first > span->last) continue;
        counts->begun[(span->first >> ranges->shift) + 1]++;
        counts->ended[(span->last >> ranges->shift) + 1]++;
    }
    for (uint64_t b = 0; b <= ranges->bucket_count; b++) {
        counts->begun[b + 1] += counts->begun[b];
        counts->ended[b + 1] += counts->ended[b];
    }
    return true;
}

/* The memory there is, and what an edge and a point take of it. */
typedef struct range_memory {
    uint64_t bytes;
    size_t edge, point;
} range_memory;

/* The bucket after the last of a range that begins at `from`. */
static uint64_t range_end(const pdk_point_ranges *ranges, const piece_counts *counts, uint64_t from, range_memory room,
                          uint64_t *edges)
{
    uint64_t end = from;
    *edges = 0;
    while (end < ranges->bucket_count) {
        uint64_t more = *edges + atomic_load_explicit(&ranges->edges[end], memory_order_relaxed);
        uint64_t points = (end + 1 - from) << ranges->shift;
        if (end > from && (more * room.edge + points * room.point > room.bytes || points > max_points)) break;
        *edges = more;
        end++;
        uint64_t read = 3 * PDK_SURFACE_PIECE * (counts->begun[end] - counts->ended[from]);
        if (*edges >= min_edges && read <= max_read_ratio * *edges) break;
    }
    return end;
}

bool pdk_ranges_divide(pdk_point_ranges *ranges, pdk_surface_work *work, uint64_t memory, size_t edge_size,
                       size_t point_size)
{
    piece_counts counts;
    uint64_t points = work->surface->vertex_count;
    if (ranges->ranges == NULL) ranges->ranges = pdk_surface_alloc(work, ranges->bucket_count, sizeof *ranges->ranges);
    if (ranges->ranges == NULL || !count_pieces(&counts, ranges, work)) return false;
    ranges->range_count = 0;
    for (uint64_t from = 0; from < ranges->bucket_count;) {
        uint64_t edges, end = range_end(ranges, &counts, from, (range_memory){ memory, edge_size, point_size }, &edges);
        uint64_t first = from << ranges->shift, last = end << ranges->shift;
        if (last > points) last = points;
        if (last > first) ranges->ranges[ranges->range_count++] = (pdk_point_range){ first, last - first, edges };
        from = end;
    }
    pdk_free(&work->memory, counts.begun);
    pdk_free(&work->memory, counts.ended);
    return true;
}
