/* Triangles of the same corners the same way round. A repeated triangle repeats its sides, so only triangles at sides
 * that were seen doubled are looked at: mostly none. */
#include <stdlib.h>

#include "surface/measure/measure.h"

typedef struct normalised {
    uint32_t corners[3]; /* the lowest first, in their order round */
    uint32_t number;
} normalised;

static int by_corners(const void *a, const void *b)
{
    const normalised *x = a, *y = b;
    for (int i = 0; i < 3; i++) {
        if (x->corners[i] != y->corners[i]) return x->corners[i] < y->corners[i] ? -1 : 1;
    }
    return (x->number > y->number) - (x->number < y->number);
}

static normalised normalise(const pdk_surface *surface, uint64_t triangle)
{
    const uint32_t *c = surface->triangles + 3 * triangle;
    int lowest = c[1] < c[0] && c[1] < c[2] ? 1 : c[2] < c[0] && c[2] < c[1] ? 2 : 0;
    return (normalised){ { c[lowest], c[(lowest + 1) % 3], c[(lowest + 2) % 3] }, (uint32_t)triangle };
}

typedef struct same_step {
    pdk_measuring *measuring;
    _Atomic uint64_t found;
} same_step;

/* Writes the doubtful triangles of the range to `found_triangles`; NULL only counts them. */
static size_t gather(const pdk_measuring *measuring, const pdk_point_range *range, normalised *found_triangles)
{
    const pdk_surface *surface = measuring->work.surface;
    size_t count = 0;
    for (uint64_t piece = 0; piece < measuring->ranges.piece_count; piece++) {
        const pdk_piece_span *span = &measuring->ranges.spans[piece];
        if (!pdk_piece_overlaps(span, range)) continue;
        uint64_t first = piece * PDK_SURFACE_PIECE, end = first + PDK_SURFACE_PIECE;
        if (end > surface->triangle_count) end = surface->triangle_count;
        for (uint64_t i = first; i < end; i++) {
            if (!span->sound && pdk_triangle_kind_of(surface, i) != PDK_TRIANGLE_VALID) continue;
            normalised triangle = normalise(surface, i);
            uint64_t distance = triangle.corners[0] - range->first;
            if (distance >= range->count || !pdk_atomic_has_bit(measuring->doubtful, triangle.corners[0])) continue;
            if (found_triangles != NULL) found_triangles[count] = triangle;
            count++;
        }
    }
    return count;
}

static bool has_doubtful(const pdk_measuring *measuring, const pdk_point_range *range)
{
    for (uint64_t byte = range->first / 8; byte <= (range->first + range->count - 1) / 8; byte++) {
        if (atomic_load_explicit(&measuring->doubtful[byte], memory_order_relaxed) != 0) return true;
    }
    return false;
}

static void compare_range(void *user, size_t thread, uint64_t number, uint64_t ranges)
{
    same_step *step = user;
    pdk_measuring *measuring = step->measuring;
    const pdk_point_range *range = &measuring->ranges.ranges[number];
    (void)ranges; /* one at a time */
    if (!has_doubtful(measuring, range)) return;
    size_t count = gather(measuring, range, NULL);
    normalised *triangles = pdk_surface_alloc(&measuring->work, count, sizeof *triangles);
    if (triangles == NULL) return;
    gather(measuring, range, triangles);
    qsort(triangles, count, sizeof *triangles, by_corners);
    uint64_t found = 0;
    for (size_t i = 1; i < count; i++) {
        const uint32_t *a = triangles[i - 1].corners, *b = triangles[i].corners;
        if (a[0] != b[0] || a[1] != b[1] || a[2] != b[2]) continue;
        found++;
        pdk_defects_add(measuring->places, thread, PDK_DEFECT_SAME_TRIANGLE, triangles[i].number,
                        triangles[i - 1].number);
    }
    atomic_fetch_add(&step->found, found);
    pdk_free(&measuring->work.memory, triangles);
}

pdk_status pdk_measure_same_triangles(pdk_measuring *measuring, pdk_error *error)
{
    same_step step = { .measuring = measuring };
    pdk_status status = pdk_surface_run(&measuring->work, (pdk_surface_pass){ 0.03, measuring->ranges.range_count, 1 },
                                        compare_range, &step, error);
    measuring->stats->duplicate_triangles = atomic_load(&step.found);
    return status;
}
