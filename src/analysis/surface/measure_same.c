/* What is there twice: triangles of the same corners the same way round, and points at the same place.
 *
 * A repeated triangle repeats its sides, so only triangles at sides that were seen doubled are looked at. Points are sorted by
 * a hash of their coordinates, a range of hashes at a time; what the hashes find is compared, so that none is counted wrongly
 * and no choice of coordinates makes it slow. */
#include <stdlib.h>

#include "analysis/surface/key_sort.h"
#include "analysis/surface/measure.h"

/* ------------------------------------------------------------------------------------------------ triangles */

typedef struct turned {
    uint32_t corners[3]; /* the lowest first, in their order round */
    uint32_t number;
} turned;

static int by_corners(const void *a, const void *b)
{
    const turned *x = a, *y = b;
    for (int i = 0; i < 3; i++) {
        if (x->corners[i] != y->corners[i]) return x->corners[i] < y->corners[i] ? -1 : 1;
    }
    return (x->number > y->number) - (x->number < y->number);
}

static turned turn(const pdk_surface *surface, uint64_t triangle)
{
    const uint32_t *c = surface->triangles + 3 * triangle;
    int lowest = c[1] < c[0] && c[1] < c[2] ? 1 : c[2] < c[0] && c[2] < c[1] ? 2 : 0;
    return (turned){ { c[lowest], c[(lowest + 1) % 3], c[(lowest + 2) % 3] }, (uint32_t)triangle };
}

typedef struct same_step {
    pdk_measuring *measuring;
    _Atomic uint64_t found;
    unsigned parts; /* points: how many ranges of hashes */
} same_step;

/* Fills `room` with the doubtful triangles of the range; NULL only counts them. */
static size_t gather(const pdk_measuring *measuring, const pdk_point_range *range, turned *room)
{
    const pdk_surface *surface = measuring->work.surface;
    size_t count = 0;
    for (uint64_t piece = 0; piece < measuring->ranges.piece_count; piece++) {
        const pdk_piece_span *span = &measuring->ranges.spans[piece];
        if (!pdk_piece_meets(span, range)) continue;
        uint64_t first = piece * PDK_SURFACE_PIECE, end = first + PDK_SURFACE_PIECE;
        if (end > surface->triangle_count) end = surface->triangle_count;
        for (uint64_t i = first; i < end; i++) {
            if (!span->sound && pdk_triangle_kind_of(surface, i) != PDK_TRIANGLE_SOUND) continue;
            turned triangle = turn(surface, i);
            uint64_t distance = triangle.corners[0] - range->first;
            if (distance >= range->count || !pdk_is_marked(measuring->doubtful, triangle.corners[0])) continue;
            if (room != NULL) room[count] = triangle;
            count++;
        }
    }
    return count;
}

static bool any_doubt(const pdk_measuring *measuring, const pdk_point_range *range)
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
    if (!any_doubt(measuring, range)) return;
    size_t count = gather(measuring, range, NULL);
    turned *triangles = pdk_surface_room(&measuring->work, count, sizeof *triangles);
    if (triangles == NULL) return;
    gather(measuring, range, triangles);
    qsort(triangles, count, sizeof *triangles, by_corners);
    uint64_t found = 0;
    for (size_t i = 1; i < count; i++) {
        const uint32_t *a = triangles[i - 1].corners, *b = triangles[i].corners;
        if (a[0] != b[0] || a[1] != b[1] || a[2] != b[2]) continue;
        found++;
        pdk_places_add(measuring->places, thread, PDK_PLACE_SAME_TRIANGLE, triangles[i].number, triangles[i - 1].number);
    }
    atomic_fetch_add(&step->found, found);
    pdk_free(&measuring->work.memory, triangles);
}

pdk_status pdk_measure_same_triangles(pdk_measuring *measuring, pdk_error *error)
{
    same_step step = { .measuring = measuring };
    pdk_status status = pdk_surface_run(&measuring->work, 0.03, measuring->ranges.range_count, 1, compare_range, &step, error);
    measuring->stats->duplicate_triangles = atomic_load(&step.found);
    return status;
}

/* --------------------------------------------------------------------------------------------------- points */

typedef struct placed {
    float at[3];
    uint32_t number;
} placed;

static int by_place(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    for (int i = 0; i < 3; i++) {
        if (x->at[i] < y->at[i]) return -1;
        if (x->at[i] > y->at[i]) return 1;
    }
    return (x->number > y->number) - (x->number < y->number);
}

static bool is_same(const float *a, const float *b)
{
    return !(a[0] < b[0] || a[0] > b[0] || a[1] < b[1] || a[1] > b[1] || a[2] < b[2] || a[2] > b[2]);
}

/* 0 and -0 are one place. */
static inline uint64_t hash(const float *position)
{
    uint32_t bits[3];
    for (int i = 0; i < 3; i++) {
        union { float number; uint32_t bits; } both = { position[i] + 0.0f };
        bits[i] = both.bits;
    }
    uint64_t x = ((uint64_t)bits[0] << 32 | bits[1]) * UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 32 ^ bits[2]) * UINT64_C(0xD6E8FEB86659FD93);
    return (x ^ x >> 32) * UINT64_C(0xD6E8FEB86659FD93);
}

/* Points of one hash, ascending by number: nearly always they are all at the same place, or only two. */
static uint64_t compare_run(const same_step *step, size_t thread, const uint64_t *keys, size_t count)
{
    pdk_measuring *measuring = step->measuring;
    const float *positions = measuring->work.surface->positions;
    const float *first = positions + 3 * (uint64_t)(uint32_t)keys[0];
    size_t same = 1;
    while (same < count && is_same(first, positions + 3 * (uint64_t)(uint32_t)keys[same])) same++;
    for (size_t i = 1; i < same; i++) {
        pdk_places_add(measuring->places, thread, PDK_PLACE_SAME_POINT, (uint32_t)keys[i], (uint32_t)keys[i - 1]);
    }
    if (same == count || count - same == 1) return same - 1;

    placed *points = pdk_surface_room(&measuring->work, count, sizeof *points);
    if (points == NULL) return 0;
    for (size_t i = 0; i < count; i++) {
        const float *at = positions + 3 * (uint64_t)(uint32_t)keys[i];
        points[i] = (placed){ { at[0], at[1], at[2] }, (uint32_t)keys[i] };
    }
    qsort(points, count, sizeof *points, by_place);
    uint64_t found = 0;
    for (size_t i = 1; i < count; i++) {
        if (!is_same(points[i - 1].at, points[i].at)) continue;
        found++;
        if (i >= same) {
            pdk_places_add(measuring->places, thread, PDK_PLACE_SAME_POINT, points[i].number, points[i - 1].number);
        }
    }
    pdk_free(&measuring->work.memory, points);
    return found;
}

static void compare_part(void *user, size_t thread, uint64_t part, uint64_t parts)
{
    same_step *step = user;
    pdk_measuring *measuring = step->measuring;
    pdk_memory *memory = &measuring->work.memory;
    const pdk_surface *surface = measuring->work.surface;
    (void)parts; /* one at a time */
    size_t count = 0, capacity = (size_t)(surface->vertex_count / step->parts) + (size_t)(surface->vertex_count / step->parts / 64) + 4096;
    uint64_t *keys = pdk_alloc_raw(memory, capacity * sizeof *keys);
    for (uint64_t i = 0; i < surface->vertex_count && keys != NULL; i++) {
        const float *position = surface->positions + 3 * i;
        uint64_t value = hash(position);
        keys[count] = value << 32 | i;
        count += (value >> 32) * step->parts >> 32 == part && pdk_is_finite3(position);
        if (count < capacity) continue;
        capacity += capacity / 2;
        uint64_t *more = pdk_realloc(memory, keys, capacity * sizeof *keys);
        if (more == NULL) pdk_free(memory, keys);
        keys = more;
    }
    if (keys == NULL) {
        atomic_store(&measuring->work.short_of_memory, true);
        return;
    }
    pdk_sort_keys(keys, count, 64);
    uint64_t found = 0;
    for (size_t i = 0; i < count;) {
        size_t run = 1;
        while (i + run < count && keys[i + run] >> 32 == keys[i] >> 32) run++;
        if (run > 1) found += compare_run(step, thread, keys + i, run);
        i += run;
    }
    atomic_fetch_add(&step->found, found);
    pdk_free(memory, keys);
}

pdk_status pdk_measure_same_points(pdk_measuring *measuring, pdk_error *error)
{
    enum { FEW = 1 << 16 };
    pdk_surface_work *work = &measuring->work;
    uint64_t points = work->surface->vertex_count, share = work->room / work->threads / sizeof(uint64_t);
    same_step step = { .measuring = measuring, .parts = points < FEW ? 1 : (unsigned)work->threads };
    while (points / step.parts > share) step.parts *= 2;
    if (points == 0) return PDK_OK;
    pdk_status status = pdk_surface_run(work, 0.15, step.parts, 1, compare_part, &step, error);
    measuring->stats->duplicate_points = atomic_load(&step.found);
    return status;
}
