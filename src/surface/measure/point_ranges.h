/* Work that needs everything about a point at one place (its edges, its triangles) without room for all points at once:
 * ranges of points, each done by one thread, which reads the triangles that have a corner there. Which those may be is
 * known by piece, so that surfaces whose triangles lie in the file as they lie in the world are read little more than
 * once. */
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
enum { PDK_MOST_BUCKETS = 1 << 14 };
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
/* Looks at a piece's triangles; any thread. */
void pdk_ranges_look(pdk_point_ranges *ranges, const pdk_surface *surface, uint64_t piece);

/* Neighbours are mostly in the same bucket: counted at home until the bucket changes. */
typedef struct pdk_bucket_tally {
    uint64_t bucket, count;
} pdk_bucket_tally;

/* The same triangle by triangle, for those who look at them anyway. */
typedef struct pdk_piece_look {
    pdk_point_ranges *ranges;
    pdk_piece_span span;
    pdk_bucket_tally low, middle;
} pdk_piece_look;

static inline pdk_piece_look pdk_ranges_look_begin(pdk_point_ranges *ranges)
{
    return (pdk_piece_look){ .ranges = ranges, .span = { .first = UINT32_MAX, .sound = true } };
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

static inline void pdk_ranges_look_at(pdk_piece_look *look, const uint32_t *c, bool sound)
{
    if (!sound) {
        look->span.sound = false;
        return;
    }
    uint32_t low = c[0] < c[1] ? c[0] : c[1], high = c[0] < c[1] ? c[1] : c[0];
    uint32_t middle = c[2] < low ? low : c[2] > high ? high : c[2];
    if (c[2] < low) low = c[2];
    if (c[2] > high) high = c[2];
    if (low < look->span.first) look->span.first = low;
    if (high > look->span.last) look->span.last = high;
    pdk_tally_edges(look->ranges, &look->low, low >> look->ranges->shift, 2);
    pdk_tally_edges(look->ranges, &look->middle, middle >> look->ranges->shift, 1);
}

static inline void pdk_ranges_look_end(pdk_piece_look *look, uint64_t piece)
{
    pdk_tally_edges(look->ranges, &look->low, UINT64_MAX, 0);
    pdk_tally_edges(look->ranges, &look->middle, UINT64_MAX, 0);
    look->ranges->spans[piece] = look->span;
}
/* After all pieces: ranges of points, each needing no more than `room` bytes at `edge_size` a side and `point_size` a
 * point, but for buckets that alone need more. */
bool pdk_ranges_divide(pdk_point_ranges *ranges, pdk_surface_work *work, uint64_t room, size_t edge_size,
                       size_t point_size);

/* Does the piece have corners in the range? */
static inline bool pdk_piece_meets(const pdk_piece_span *span, const pdk_point_range *range)
{
    return span->first <= span->last && span->last >= range->first && span->first < range->first + range->count;
}

#endif
