/* Work that needs everything about a point at once (its edges, its triangles), without memory for all points: ranges
 * of points, each processed by one thread, which reads the triangles that have a corner there. A summary of each
 * piece says which triangles those may be, so that surfaces stored in the order of the terrain are read little more
 * than once. */
#ifndef PADDOCK_SURFACE_MEASURE_POINT_RANGES_H
#define PADDOCK_SURFACE_MEASURE_POINT_RANGES_H

#include "surface/surface_work.h"

/* The points a piece's sound triangles have corners in. */
typedef struct pdk_piece_span {
    uint32_t first, last; /* first > last: none */
    bool sound;           /* every triangle of the piece is */
} pdk_piece_span;

typedef struct pdk_point_range {
    uint64_t first, count; /* points */
    uint64_t edges;        /* sides of triangles whose lower end is among them */
} pdk_point_range;

/* Points are counted by buckets of 2^shift. */
enum { PDK_MAX_BUCKETS = 1 << 14 };
typedef struct pdk_point_ranges {
    unsigned shift;
    uint64_t bucket_count;
    uint64_t piece_count;
    pdk_piece_span *spans;
    _Atomic uint64_t *edges; /* by bucket */
    pdk_point_range *ranges;
    size_t range_count;
} pdk_point_ranges;

bool pdk_ranges_begin(pdk_point_ranges *ranges, pdk_surface_work *work);
/* Adds the triangles of a piece; any thread. */
void pdk_ranges_add_piece(pdk_point_ranges *ranges, const pdk_surface *surface, uint64_t piece);

/* Neighbours are mostly in the same bucket: counted locally until the bucket changes. */
typedef struct pdk_bucket_tally {
    uint64_t bucket, count;
} pdk_bucket_tally;

/* The same triangle by triangle, for callers that walk over them anyway. */
typedef struct pdk_piece_summary {
    pdk_point_ranges *ranges;
    pdk_piece_span span;
    pdk_bucket_tally low, middle;
} pdk_piece_summary;

static inline pdk_piece_summary pdk_ranges_piece_begin(pdk_point_ranges *ranges)
{
    return (pdk_piece_summary){ .ranges = ranges, .span = { .first = UINT32_MAX, .sound = true } };
}

static inline void pdk_tally_edges(pdk_point_ranges *ranges, pdk_bucket_tally *tally, uint64_t bucket, uint64_t more)
{
    if (bucket != tally->bucket) {
        if (tally->count > 0)
            atomic_fetch_add_explicit(&ranges->edges[tally->bucket], tally->count, memory_order_relaxed);
        *tally = (pdk_bucket_tally){ .bucket = bucket };
    }
    tally->count += more;
}

static inline void pdk_ranges_piece_add(pdk_piece_summary *summary, const uint32_t *c, bool sound)
{
    if (!sound) {
        summary->span.sound = false;
        return;
    }
    uint32_t low = c[0] < c[1] ? c[0] : c[1], high = c[0] < c[1] ? c[1] : c[0];
    uint32_t middle = c[2] < low ? low : c[2] > high ? high : c[2];
    if (c[2] < low) low = c[2];
    if (c[2] > high) high = c[2];
    if (low < summary->span.first) summary->span.first = low;
    if (high > summary->span.last) summary->span.last = high;
    pdk_tally_edges(summary->ranges, &summary->low, low >> summary->ranges->shift, 2);
    pdk_tally_edges(summary->ranges, &summary->middle, middle >> summary->ranges->shift, 1);
}

static inline void pdk_ranges_piece_end(pdk_piece_summary *summary, uint64_t piece)
{
    pdk_tally_edges(summary->ranges, &summary->low, UINT64_MAX, 0);
    pdk_tally_edges(summary->ranges, &summary->middle, UINT64_MAX, 0);
    summary->ranges->spans[piece] = summary->span;
}
/* After all pieces: divides the points into ranges that need no more than `memory` bytes each, at `edge_size` a side
 * and `point_size` a point. A single bucket may need more. */
bool pdk_ranges_divide(pdk_point_ranges *ranges, pdk_surface_work *work, uint64_t memory, size_t edge_size,
                       size_t point_size);

/* Does the piece have corners in the range? */
static inline bool pdk_piece_overlaps(const pdk_piece_span *span, const pdk_point_range *range)
{
    return span->first <= span->last && span->last >= range->first && span->first < range->first + range->count;
}

#endif
