/* Points at the same place, in two walks over the points.
 *
 * The first marks places in a table that is much smaller than the points are: a line of the table, 64 bytes, is chosen
 * by the cell of space a point is in, so that neighbours share it, and one of the line's counters by its exact
 * coordinates. Lines of neighbouring cells share a page, and a batch of points has its lines fetched before the first
 * is looked at: the time goes into waiting for memory otherwise. A counter goes to "once", then to "again". The second
 * walk takes the points whose counter says "again", some per cent by chance, and these are sorted by a hash and
 * compared. None is counted wrongly, and no choice of coordinates makes it slow: at worst all are sorted. */
#include <stdlib.h>

#include "surface/key_sort.h"
#include "surface/measure/measure.h"

enum { POINTS_OF_LINE = 16, LINE_WORDS = 8, BATCH = 64 };

/* Points in doubt as a thread meets them: hash << 32 | number. */
typedef struct key_list {
    uint64_t *keys;
    size_t count, capacity;
} key_list;

typedef struct same_step {
    pdk_measuring *measuring;
    _Atomic uint64_t *table; /* two bits a counter */
    uint64_t lines;          /* a power of two */
    double per_metre;        /* cells */
    _Atomic uint64_t found;
    uint64_t parts; /* ranges of hashes */
    key_list lists[PDK_MAX_THREADS];
} same_step;

static inline uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a ^ b >> 29) * UINT64_C(0x9E3779B97F4A7C15) ^ b;
    x = (x ^ x >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return x ^ x >> 32;
}

/* 0 and -0 are one place. */
static inline uint64_t hash(const float *position)
{
    uint32_t bits[3];
    for (int i = 0; i < 3; i++) {
        union {
            float number;
            uint32_t bits;
        } both = { position[i] + 0.0f };
        bits[i] = both.bits;
    }
    return mix(mix((uint64_t)bits[0] << 32 | bits[1], bits[2]), bits[0]);
}

/* Cells are squares seen from above. Numbers beyond what fits are all in one. */
static inline uint64_t cell_of(double coordinate)
{
    if (!(fabs(coordinate) < 1e18)) return UINT64_C(1) << 62;
    int64_t whole = (int64_t)coordinate;
    return (uint64_t)(whole - (coordinate < (double)whole)); /* floor, without a call */
}

/* Where a point is counted. */
typedef struct point_spot {
    _Atomic uint64_t *counter;
    uint64_t hash;
    uint32_t point;
} point_spot;

static inline unsigned shift_of(const point_spot *spot)
{
    return (unsigned)(spot->hash & 31) * 2;
}

static inline point_spot spot_of(const same_step *step, uint64_t point, const float *position, int across)
{
    uint64_t x = cell_of((double)position[0] * step->per_metre),
             y = cell_of((double)position[across] * step->per_metre);
    uint64_t line = (mix(x >> 3, y >> 3) << 6 | (x & 7) << 3 | (y & 7)) & (step->lines - 1), value = hash(position);
    return (point_spot){ step->table + line * LINE_WORDS + (value >> 5 & (LINE_WORDS - 1)), value, (uint32_t)point };
}

/* The spots of the finite points among `count`, no more than BATCH; what they need of the table is on its way. */
static size_t find_spots(const same_step *step, uint64_t first, uint64_t count, point_spot *spots)
{
    const float *positions = step->measuring->work.surface->positions;
    int across = 3 - step->measuring->work.up;
    size_t found = 0;
    for (uint64_t i = first; i < first + count; i++) {
        if (!pdk_is_finite3(positions + 3 * i)) continue;
        spots[found] = spot_of(step, i, positions + 3 * i, across);
        __builtin_prefetch((const void *)(uintptr_t)spots[found++].counter, 1);
    }
    return found;
}

static void mark_batch(const same_step *step, uint64_t first, uint64_t count)
{
    point_spot spots[BATCH];
    size_t found = find_spots(step, first, count, spots);
    for (size_t i = 0; i < found; i++) {
        unsigned shift = shift_of(&spots[i]);
        uint64_t before = atomic_fetch_or_explicit(spots[i].counter, UINT64_C(1) << shift, memory_order_relaxed);
        if ((before >> shift & 1) != 0)
            atomic_fetch_or_explicit(spots[i].counter, UINT64_C(2) << shift, memory_order_relaxed);
    }
}

static void mark(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    for (uint64_t at = 0; at < count; at += BATCH)
        mark_batch(user, first + at, count - at < BATCH ? count - at : BATCH);
}

/* ---------------------------------------------------------------------------------------------- those in doubt */

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

static uint64_t compare_sorted(const same_step *step, size_t thread, const uint64_t *keys, size_t count)
{
    pdk_measuring *measuring = step->measuring;
    placed *points = pdk_surface_alloc(&measuring->work, count, sizeof *points);
    if (points == NULL) return 0;
    for (size_t i = 0; i < count; i++) {
        const float *at = measuring->work.surface->positions + 3 * (uint64_t)(uint32_t)keys[i];
        points[i] = (placed){ { at[0], at[1], at[2] }, (uint32_t)keys[i] };
    }
    qsort(points, count, sizeof *points, by_place);
    uint64_t found = 0;
    for (size_t i = 1; i < count; i++) {
        if (!is_same(points[i - 1].at, points[i].at)) continue;
        found++;
        pdk_defects_add(measuring->places, thread, PDK_DEFECT_SAME_POINT, points[i].number, points[i - 1].number);
    }
    pdk_free(&measuring->work.memory, points);
    return found;
}

/* Points of one hash, ascending by number: nearly always they are all at the same place, or there are only two. */
static uint64_t compare_run(const same_step *step, size_t thread, const uint64_t *keys, size_t count)
{
    const float *positions = step->measuring->work.surface->positions,
                *first = positions + 3 * (uint64_t)(uint32_t)keys[0];
    size_t same = 1;
    while (same < count && is_same(first, positions + 3 * (uint64_t)(uint32_t)keys[same])) same++;
    if (same < count && count > 2) return compare_sorted(step, thread, keys, count);
    for (size_t i = 1; i < same; i++) {
        pdk_defects_add(step->measuring->places, thread, PDK_DEFECT_SAME_POINT, (uint32_t)keys[i],
                        (uint32_t)keys[i - 1]);
    }
    return same - 1;
}

static void keep(const same_step *step, key_list *list, uint64_t key)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity * 2 + 1024;
        uint64_t *more = pdk_realloc(&step->measuring->work.memory, list->keys, capacity * sizeof *more);
        if (more == NULL) {
            atomic_store(&step->measuring->work.short_of_memory, true);
            return;
        }
        list->keys = more;
        list->capacity = capacity;
    }
    list->keys[list->count++] = key;
}

static void find_doubtful(void *user, size_t thread, uint64_t first, uint64_t count)
{
    same_step *step = user;
    point_spot spots[BATCH];
    for (uint64_t at = 0; at < count; at += BATCH) {
        size_t found = find_spots(step, first + at, count - at < BATCH ? count - at : BATCH, spots);
        for (size_t i = 0; i < found; i++) {
            uint64_t counter = atomic_load_explicit(spots[i].counter, memory_order_relaxed);
            bool again = (counter >> shift_of(&spots[i]) & 2) != 0;
            if (again) keep(step, &step->lists[thread], spots[i].hash >> 32 << 32 | spots[i].point);
        }
    }
}

/* The keys whose hash is in this part, of all threads' lists; NULL when memory ran out. */
static uint64_t *take_part(const same_step *step, uint64_t part, size_t *count)
{
    uint64_t *keys = NULL;
    *count = 0;
    for (int fill = 0; fill < 2; fill++) {
        size_t found = 0;
        for (size_t thread = 0; thread < PDK_MAX_THREADS; thread++) {
            const key_list *list = &step->lists[thread];
            for (size_t i = 0; i < list->count; i++) {
                if ((list->keys[i] >> 32) * step->parts >> 32 != part) continue;
                if (fill == 1) keys[found] = list->keys[i];
                found++;
            }
        }
        *count = found;
        if (fill == 0) keys = pdk_alloc_raw(&step->measuring->work.memory, found * sizeof *keys);
        if (keys == NULL) return NULL;
    }
    return keys;
}

static void compare_part(void *user, size_t thread, uint64_t part, uint64_t parts)
{
    same_step *step = user;
    size_t count;
    uint64_t *keys = take_part(step, part, &count), found = 0;
    (void)parts; /* one at a time */
    if (keys == NULL) {
        atomic_store(&step->measuring->work.short_of_memory, true);
        return;
    }
    pdk_sort_keys(keys, count, 64);
    for (size_t i = 0; i < count;) {
        size_t run = 1;
        while (i + run < count && keys[i + run] >> 32 == keys[i] >> 32) run++;
        if (run > 1) found += compare_run(step, thread, keys + i, run);
        i += run;
    }
    atomic_fetch_add(&step->found, found);
    pdk_free(&step->measuring->work.memory, keys);
}

/* Cells with about as many points as a line is meant for, where the points lie evenly on the surface. */
static double cells_per_metre(const pdk_surface_stats *stats, int up)
{
    double wide = stats->maximum[0] - stats->minimum[0], deep = stats->maximum[3 - up] - stats->minimum[3 - up];
    double area = stats->area_projected > 0 ? stats->area_projected : wide * deep;
    double per_metre = sqrt((double)stats->points / POINTS_OF_LINE / area);
    return isfinite(per_metre) ? per_metre : 1;
}

pdk_status pdk_measure_same_points(pdk_measuring *measuring, pdk_error *error)
{
    pdk_surface_work *work = &measuring->work;
    uint64_t points = work->surface->vertex_count;
    same_step step = { .measuring = measuring, .lines = 1, .parts = work->threads };
    step.per_metre = cells_per_metre(measuring->stats, work->up);
    while (step.lines * POINTS_OF_LINE < points) step.lines *= 2;
    step.table = pdk_surface_alloc(work, step.lines * LINE_WORDS, sizeof *step.table);
    if (step.table == NULL) return pdk_surface_fail_memory(work, error);
    pdk_status status = pdk_surface_run(work, (pdk_surface_pass){ 0.1, points, PDK_SURFACE_PIECE }, mark, &step, error);
    if (status == PDK_OK)
        status =
            pdk_surface_run(work, (pdk_surface_pass){ 0.03, points, PDK_SURFACE_PIECE }, find_doubtful, &step, error);
    if (status == PDK_OK)
        status = pdk_surface_run(work, (pdk_surface_pass){ 0.02, step.parts, 1 }, compare_part, &step, error);
    measuring->stats->duplicate_points = atomic_load(&step.found);
    for (size_t i = 0; i < PDK_MAX_THREADS; i++) pdk_free(&work->memory, step.lists[i].keys);
    pdk_free(&work->memory, (void *)step.table);
    return status;
}
