#include "surface/measure/point_ranges.h"

/* A range should have some work in it, and at least every so many of the triangles read for it should be its own. */
static const uint64_t enough_edges = UINT64_C(1) << 17, worth = 4, most_points = UINT64_C(1) << 30;

bool pdk_ranges_begin(pdk_point_ranges *ranges, pdk_surface_work *work)
{
    uint64_t points = work->surface->vertex_count;
    *ranges = (pdk_point_ranges){ .shift = 8, .piece_count = pdk_surface_pieces(work->surface->triangle_count) };
    while (points >> ranges->shift >= PDK_MOST_BUCKETS) ranges->shift++;
    ranges->bucket_count = (points >> ranges->shift) + 1;
    ranges->spans = pdk_surface_room(work, ranges->piece_count, sizeof *ranges->spans);
    ranges->edges = pdk_surface_room(work, ranges->bucket_count, sizeof *ranges->edges);
    return ranges->spans != NULL && ranges->edges != NULL;
}

void pdk_ranges_look(pdk_point_ranges *ranges, const pdk_surface *surface, uint64_t piece)
{
    uint64_t first = piece * PDK_SURFACE_PIECE, end = first + PDK_SURFACE_PIECE;
    if (end > surface->triangle_count) end = surface->triangle_count;
    pdk_piece_look look = pdk_ranges_look_begin(ranges);
    for (uint64_t i = first; i < end; i++) {
        pdk_ranges_look_at(&look, surface->triangles + 3 * i, pdk_triangle_kind_of(surface, i) == PDK_TRIANGLE_SOUND);
    }
    pdk_ranges_look_end(&look, piece);
}

/* begun[b]: pieces whose first bucket is below b; ended[b]: pieces whose last one is. */
typedef struct piece_meetings {
    uint64_t *begun, *ended;
} piece_meetings;

static bool count_meetings(piece_meetings *meetings, const pdk_point_ranges *ranges, pdk_surface_work *work)
{
    meetings->begun = pdk_surface_room(work, ranges->bucket_count + 2, sizeof *meetings->begun);
    meetings->ended = pdk_surface_room(work, ranges->bucket_count + 2, sizeof *meetings->ended);
    if (meetings->begun == NULL || meetings->ended == NULL) return false;
    for (uint64_t i = 0; i < ranges->piece_count; i++) {
        const pdk_piece_span *span = &ranges->spans[i];
        if (span->first > span->last) continue;
        meetings->begun[(span->first >> ranges->shift) + 1]++;
        meetings->ended[(span->last >> ranges->shift) + 1]++;
    }
    for (uint64_t b = 0; b <= ranges->bucket_count; b++) {
        meetings->begun[b + 1] += meetings->begun[b];
        meetings->ended[b + 1] += meetings->ended[b];
    }
    return true;
}

/* The bucket behind the last of a range that begins at `from`. */
static uint64_t range_end(const pdk_point_ranges *ranges, const piece_meetings *meetings, uint64_t from, uint64_t room,
                          size_t edge_size, size_t point_size, uint64_t *edges)
{
    uint64_t end = from;
    *edges = 0;
    while (end < ranges->bucket_count) {
        uint64_t more = *edges + atomic_load_explicit(&ranges->edges[end], memory_order_relaxed);
        uint64_t points = (end + 1 - from) << ranges->shift;
        if (end > from && (more * edge_size + points * point_size > room || points > most_points)) break;
        *edges = more;
        end++;
        uint64_t read = 3 * PDK_SURFACE_PIECE * (meetings->begun[end] - meetings->ended[from]);
        if (*edges >= enough_edges && read <= worth * *edges) break;
    }
    return end;
}

bool pdk_ranges_divide(pdk_point_ranges *ranges, pdk_surface_work *work, uint64_t room, size_t edge_size,
                       size_t point_size)
{
    piece_meetings meetings;
    uint64_t points = work->surface->vertex_count;
    if (ranges->ranges == NULL) ranges->ranges = pdk_surface_room(work, ranges->bucket_count, sizeof *ranges->ranges);
    if (ranges->ranges == NULL || !count_meetings(&meetings, ranges, work)) return false;
    ranges->range_count = 0;
    for (uint64_t from = 0; from < ranges->bucket_count;) {
        uint64_t edges, end = range_end(ranges, &meetings, from, room, edge_size, point_size, &edges);
        uint64_t first = from << ranges->shift, last = end << ranges->shift;
        if (last > points) last = points;
        if (last > first) ranges->ranges[ranges->range_count++] = (pdk_point_range){ first, last - first, edges };
        from = end;
    }
    pdk_free(&work->memory, meetings.begun);
    pdk_free(&work->memory, meetings.ended);
    return true;
}
