/* Loops of boundary edges. Each is followed around what is missing, so that holes which touch at a point are two. */
#include <stdlib.h>
#include <string.h>

#include "base/trigonometry.h"
#include "base/vector3.h"
#include "surface/measure/rim.h"

enum { MANY_SIDES = 64 }; /* that begin at one point: which their angles no longer distinguish */

/* Sides by the point they begin at. */
typedef struct sides {
    const pdk_rim *rim;
    size_t *starts; /* of each rim point; one more than there are */
    uint32_t *ends; /* the rim point at the other end */
    bool *taken;
    size_t *untaken; /* of each rim point with many: no side before it is free */
} sides;

static uint32_t begin_of(uint64_t side)
{
    return (uint32_t)((side & 1) != 0 ? side >> 33 : side >> 1 & INT32_MAX);
}

static uint32_t end_of(uint64_t side)
{
    return (uint32_t)((side & 1) != 0 ? side >> 1 & INT32_MAX : side >> 33);
}

static bool sort_sides(const pdk_rim *rim, sides *all)
{
    pdk_surface_work *work = rim->work;
    *all = (sides){ .rim = rim };
    all->starts = pdk_surface_alloc(work, (uint64_t)rim->point_count + 2, sizeof *all->starts);
    all->ends = pdk_surface_alloc(work, rim->side_count, sizeof *all->ends);
    all->taken = pdk_surface_alloc(work, rim->side_count, sizeof *all->taken);
    all->untaken = pdk_surface_alloc(work, (uint64_t)rim->point_count + 1, sizeof *all->untaken);
    if (all->starts == NULL || all->ends == NULL || all->taken == NULL || all->untaken == NULL) return false;
    for (size_t i = 0; i < rim->side_count; i++) all->starts[begin_of(rim->sides[i]) + 2]++;
    for (size_t i = 2; i < (size_t)rim->point_count + 2; i++) all->starts[i] += all->starts[i - 1];
    for (size_t i = 0; i < rim->side_count; i++) /* the start of the next point is where this one's next side goes */
        all->ends[all->starts[begin_of(rim->sides[i]) + 1]++] = end_of(rim->sides[i]);
    memcpy(all->untaken, all->starts, (size_t)rim->point_count * sizeof *all->untaken);
    return true;
}

static void offset_from(const pdk_rim *rim, uint32_t from, uint32_t to, double offset[3])
{
    double a[3], b[3];
    pdk_rim_place(rim->work->surface, rim->points[from], a);
    pdk_rim_place(rim->work->surface, rim->points[to], b);
    for (int axis = 0; axis < 3; axis++) offset[axis] = b[axis] - a[axis];
}

/* How far to turn at `at`, counter-clockwise, from the way back to the way on: through what is missing. */
static double turn_at(const pdk_rim *rim, uint32_t before, uint32_t at, uint32_t next)
{
    double back[3], on[3], left[3];
    const double *normal = rim->normals[at];
    offset_from(rim, at, before, back);
    offset_from(rim, at, next, on);
    pdk_cross3(normal, back, left);
    double length = sqrt(pdk_dot3(normal, normal)), along = pdk_dot3(normal, on);
    if (!(length > 0)) return 0;
    /* What lies in the plane across the normal, in the directions of `back` and of what is left of it. */
    double x = pdk_dot3(on, back) - along * pdk_dot3(normal, back) / (length * length), y = pdk_dot3(on, left) / length,
           angle = pdk_atan2(y, x);
    return angle > 0 ? angle : angle + 6.283185307179586;
}

static size_t any_side(sides *all, uint32_t at, size_t closing)
{
    size_t first = all->starts[at], end = all->starts[at + 1], *untaken = &all->untaken[at];
    while (*untaken < end && all->taken[*untaken]) ++*untaken;
    if (*untaken < end) return *untaken;
    return closing >= first && closing < end ? closing : SIZE_MAX;
}

/* The side to continue with; `closing` also counts where it begins here. SIZE_MAX = none. */
static size_t next_side(sides *all, uint32_t before, uint32_t at, size_t closing)
{
    size_t first = all->starts[at], end = all->starts[at + 1], best = SIZE_MAX;
    double least = INFINITY;
    if (end - first > MANY_SIDES) return any_side(all, at, closing);
    for (size_t i = first; i < end; i++) {
        if (all->taken[i] && i != closing) continue;
        double turn = end - first == 1 ? 0 : turn_at(all->rim, before, at, all->ends[i]);
        if (!(turn < least)) continue;
        least = turn;
        best = i;
    }
    return best;
}

/* The loop that begins with a side, as rim points; 0 if it does not close. */
static uint64_t follow(sides *all, uint32_t begin, size_t side, uint32_t *corners, uint64_t *passed)
{
    uint32_t before = begin;
    size_t closing = side;
    for (*passed = 0; side != SIZE_MAX;) {
        all->taken[side] = true;
        corners[(*passed)++] = before;
        uint32_t at = all->ends[side];
        side = next_side(all, before, at, closing);
        if (side == closing) return *passed;
        before = at;
    }
    return 0;
}

static void add_side(pdk_rim_loop *loop, const double from[3], const double to[3])
{
    double along[3], length;
    for (int axis = 0; axis < 3; axis++) {
        along[axis] = to[axis] - from[axis];
        loop->minimum[axis] = fmin(loop->minimum[axis], from[axis]);
        loop->maximum[axis] = fmax(loop->maximum[axis], from[axis]);
    }
    length = sqrt(pdk_dot3(along, along));
    loop->perimeter += length;
    for (int axis = 0; axis < 3; axis++) loop->middle[axis] += length * (from[axis] + to[axis]) / 2;
}

/* Around its first corner; *doubled = twice the area, along its direction. */
static void measure(const pdk_surface *surface, const uint32_t *corners, pdk_rim_loop *loop, double doubled[3])
{
    double first[3], from[3], to[3], a[3], b[3], product[3];
    for (int axis = 0; axis < 3; axis++) {
        loop->minimum[axis] = INFINITY;
        loop->maximum[axis] = -INFINITY;
        doubled[axis] = 0;
    }
    pdk_rim_place(surface, corners[0], first);
    for (uint64_t i = 0; i < loop->count; i++) {
        pdk_rim_place(surface, corners[i], from);
        pdk_rim_place(surface, corners[(i + 1) % loop->count], to);
        add_side(loop, from, to);
        for (int axis = 0; axis < 3; axis++) {
            a[axis] = from[axis] - first[axis];
            b[axis] = to[axis] - first[axis];
        }
        pdk_cross3(a, b, product);
        for (int axis = 0; axis < 3; axis++) doubled[axis] += product[axis];
    }
    for (int axis = 0; axis < 3; axis++) loop->middle[axis] /= loop->perimeter > 0 ? loop->perimeter : 1;
    loop->area = sqrt(pdk_dot3(doubled, doubled)) / 2;
}

/* Seen from where the surface faces, it is to the left of the loop: around a hole that goes clockwise. */
static void judge(pdk_rim_loop *loop, const double doubled[3], const double facing[3])
{
    loop->is_hole = pdk_dot3(doubled, facing) < 0;
    for (int axis = 0; axis < 3 && loop->area > 0; axis++)
        loop->normal[axis] = (loop->is_hole ? -doubled[axis] : doubled[axis]) / (2 * loop->area);
}

static bool add_loop(const pdk_rim *rim, pdk_rim_loops *made, const pdk_rim_loop *loop)
{
    if (made->count == made->capacity) {
        size_t capacity = 2 * made->capacity + 64;
        pdk_rim_loop *more = pdk_realloc(&rim->work->memory, made->loops, capacity * sizeof *more);
        if (more == NULL) return false;
        made->loops = more;
        made->capacity = capacity;
    }
    made->loops[made->count++] = *loop;
    return true;
}

/* Which way the triangles around these rim points face. */
static void facing_of(const sides *all, const uint32_t *numbers, uint64_t count, double facing[3])
{
    facing[0] = facing[1] = facing[2] = 0;
    for (uint64_t i = 0; i < count; i++) {
        for (int axis = 0; axis < 3; axis++) facing[axis] += all->rim->normals[numbers[i]][axis];
    }
}

/* Corners are noted as rim points first, whose triangles are known, and then as points of the surface. */
static bool take_loop(sides *all, pdk_rim_loops *made, uint64_t *corners, uint64_t count)
{
    const pdk_rim *rim = all->rim;
    double doubled[3], facing[3];
    pdk_rim_loop loop = { .first = *corners, .count = count };
    uint32_t *numbers = made->corners + *corners;
    facing_of(all, numbers, count, facing);
    for (uint64_t i = 0; i < count; i++) numbers[i] = rim->points[numbers[i]];
    measure(rim->work->surface, numbers, &loop, doubled);
    judge(&loop, doubled, facing);
    *corners += count;
    return add_loop(rim, made, &loop);
}

pdk_status pdk_rim_trace(const pdk_rim *rim, pdk_rim_loops *made, pdk_error *error)
{
    sides all;
    uint64_t corners = 0, passed;
    *made = (pdk_rim_loops){ .corners = pdk_surface_alloc(rim->work, rim->side_count, sizeof *made->corners) };
    if (made->corners == NULL || !sort_sides(rim, &all)) return pdk_surface_fail_memory(rim->work, error);
    for (uint32_t point = 0; point < rim->point_count; point++) {
        for (size_t i = all.starts[point]; i < all.starts[point + 1]; i++) {
            if (all.taken[i]) continue;
            uint64_t count = follow(&all, point, i, made->corners + corners, &passed);
            if (count == 0) made->open += passed;
            else if (!take_loop(&all, made, &corners, count)) return pdk_surface_fail_memory(rim->work, error);
        }
    }
    return PDK_OK;
}

static int by_area(const void *a, const void *b)
{
    const pdk_rim_loop *one = a, *other = b;
    if (one->is_hole != other->is_hole) return one->is_hole ? -1 : 1;
    if (one->area < other->area || one->area > other->area) return one->area > other->area ? -1 : 1;
    return one->first < other->first ? -1 : one->first > other->first;
}

void pdk_rim_sort_holes(pdk_rim_loops *loops, size_t *holes)
{
    if (loops->count > 0) qsort(loops->loops, loops->count, sizeof *loops->loops, by_area);
    for (*holes = 0; *holes < loops->count && loops->loops[*holes].is_hole; ++*holes) continue;
}
