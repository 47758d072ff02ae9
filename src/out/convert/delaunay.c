/*
 * Points go in one by one (Bowyer and Watson): the triangles whose circle holds the new point make way for a star of
 * triangles around it. All around lie triangles to a corner nowhere, "outside", so that the hull is no special case:
 * the circle of such a one is the half plane beyond its edge. Every answer is exact, so that no set of points, a grid
 * least of all, can confuse it.
 */
#include "convert/delaunay.h"

#include <string.h>

#include "base/callback.h"
#include "convert/delaunay_order.h"
#include "convert/delaunay_test.h"

#define OUTSIDE UINT32_MAX
#define NONE UINT32_MAX

/* Corners counter-clockwise; across[i] is the triangle beyond the side opposite of corner i. */
typedef struct triangle {
    uint32_t corners[3], across[3];
} triangle;

/* A side of the hole a new point tears: seen from the point, from `from` to `to`, and what is beyond. */
typedef struct rim {
    uint32_t from, to, beyond;
} rim;

typedef struct mesh {
    pdk_delaunay *job;
    const uint32_t (*points)[2];
    triangle *triangles;
    uint32_t count;
    uint32_t *rim_of; /* of each point, and last of OUTSIDE: the new triangle whose side begins there */
    uint8_t *torn;    /* of each triangle */
    pdk_vector hole;  /* uint32_t: torn triangles */
    pdk_vector rims;  /* rim */
    uint32_t last;    /* a triangle near the last point */
} mesh;

static const uint32_t *at(const mesh *all, uint32_t point)
{
    return all->points[point];
}

/* The corner that is outside: 0 to 2, or 3 = none. */
static int outside_of(const triangle *one)
{
    return one->corners[0] == OUTSIDE ? 0 : one->corners[1] == OUTSIDE ? 1 : one->corners[2] == OUTSIDE ? 2 : 3;
}

static bool is_between(const uint32_t a[2], const uint32_t b[2], const uint32_t p[2])
{
    int64_t along = ((int64_t)p[0] - a[0]) * ((int64_t)b[0] - p[0]) + ((int64_t)p[1] - a[1]) * ((int64_t)b[1] - p[1]);
    return along > 0;
}

static bool makes_way(const mesh *all, const triangle *one, uint32_t point)
{
    int outside = outside_of(one);
    const uint32_t *p = at(all, point);
    if (outside == 3)
        return pdk_in_circle(at(all, one->corners[0]), at(all, one->corners[1]), at(all, one->corners[2]), p);
    const uint32_t *a = at(all, one->corners[(outside + 1) % 3]), *b = at(all, one->corners[(outside + 2) % 3]);
    int64_t side = pdk_side(a, b, p);
    return side > 0 || (side == 0 && is_between(a, b, p));
}

/* The triangle that a point is in, or whose side it is beyond. In a Delaunay triangulation such a walk ends. */
static uint32_t find(const mesh *all, uint32_t point)
{
    uint32_t here = all->last;
    int outside = outside_of(&all->triangles[here]);
    if (outside < 3) here = all->triangles[here].across[outside];
    for (;;) {
        const triangle *one = &all->triangles[here];
        if (outside_of(one) < 3) return here;
        uint32_t next = NONE;
        for (int i = 0; i < 3 && next == NONE; i++) {
            const uint32_t *a = at(all, one->corners[(i + 1) % 3]), *b = at(all, one->corners[(i + 2) % 3]);
            if (pdk_side(a, b, at(all, point)) < 0) next = one->across[i];
        }
        if (next == NONE) return here;
        here = next;
    }
}

static bool tear(mesh *all, uint32_t number)
{
    uint32_t *torn = pdk_vector_push(&all->hole);
    if (torn != NULL) *torn = number;
    all->torn[number] = 1;
    return torn != NULL;
}

/* The hole and its rim. */
static bool open_hole(mesh *all, uint32_t point, uint32_t first)
{
    all->hole.count = all->rims.count = 0;
    if (!tear(all, first)) return false;
    for (size_t h = 0; h < all->hole.count; h++) {
        const triangle *one = &all->triangles[((const uint32_t *)all->hole.items)[h]];
        for (int i = 0; i < 3; i++) {
            uint32_t beyond = one->across[i];
            if (all->torn[beyond] != 0) continue;
            if (makes_way(all, &all->triangles[beyond], point)) {
                if (!tear(all, beyond)) return false;
                continue;
            }
            rim *side = pdk_vector_push(&all->rims);
            if (side == NULL) return false;
            *side = (rim){ one->corners[(i + 1) % 3], one->corners[(i + 2) % 3], beyond };
        }
    }
    return true;
}

/* A star over the rim. It has two triangles more than the hole had. */
static void close_hole(mesh *all, uint32_t point)
{
    const rim *rims = all->rims.items;
    const uint32_t *hole = all->hole.items;
    for (size_t r = 0; r < all->rims.count; r++) {
        uint32_t number = r < all->hole.count ? hole[r] : all->count++;
        all->torn[number] = 0;
        all->triangles[number] = (triangle){ { point, rims[r].from, rims[r].to }, { rims[r].beyond, NONE, NONE } };
        all->rim_of[rims[r].from == OUTSIDE ? all->job->point_count : rims[r].from] = number;
        triangle *beyond = &all->triangles[rims[r].beyond];
        for (int i = 0; i < 3; i++) {
            if (beyond->corners[(i + 1) % 3] == rims[r].to && beyond->corners[(i + 2) % 3] == rims[r].from)
                beyond->across[i] = number;
        }
        if (rims[r].from != OUTSIDE && rims[r].to != OUTSIDE) all->last = number;
    }
    for (size_t r = 0; r < all->rims.count; r++) {
        uint32_t here = all->rim_of[rims[r].from == OUTSIDE ? all->job->point_count : rims[r].from];
        uint32_t next = all->rim_of[rims[r].to == OUTSIDE ? all->job->point_count : rims[r].to];
        all->triangles[here].across[1] = next; /* opposite of `from`: the side from the point to `to` */
        all->triangles[next].across[2] = here;
    }
}

static bool is_equal(const uint32_t a[2], const uint32_t b[2])
{
    return a[0] == b[0] && a[1] == b[1];
}

static bool is_corner(const mesh *all, const triangle *one, uint32_t point)
{
    for (int i = 0; i < 3; i++) {
        if (one->corners[i] != OUTSIDE && is_equal(at(all, one->corners[i]), at(all, point))) return true;
    }
    return false;
}

static pdk_status insert(mesh *all, uint32_t point, pdk_error *error)
{
    uint32_t first = find(all, point);
    if (is_corner(all, &all->triangles[first], point)) {
        all->job->equal++;
        return PDK_OK;
    }
    if (!open_hole(all, point, first)) return pdk_fail_memory(error, all->job->memory, "a triangulation");
    close_hole(all, point);
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- beginning */

/* Three points off a line, brought to the front of the order. */
static bool find_three(const pdk_delaunay *job, uint32_t *order)
{
    uint64_t count = job->point_count, second = 1, third;
    while (second < count && is_equal(job->points[order[second]], job->points[order[0]])) second++;
    if (second >= count) return false;
    for (third = second + 1; third < count; third++) {
        if (pdk_side(job->points[order[0]], job->points[order[second]], job->points[order[third]]) != 0) break;
    }
    if (third >= count) return false;
    const uint64_t places[2] = { second, third };
    for (uint64_t i = 0; i < 2; i++) {
        uint32_t one = order[places[i]];
        order[places[i]] = order[i + 1];
        order[i + 1] = one;
    }
    if (pdk_side(job->points[order[0]], job->points[order[1]], job->points[order[2]]) < 0) {
        uint32_t one = order[1];
        order[1] = order[2];
        order[2] = one;
    }
    return true;
}

/* The first triangle, and three outside. */
static void begin(mesh *all, const uint32_t *order)
{
    all->triangles[0] = (triangle){ { order[0], order[1], order[2] }, { 1, 2, 3 } };
    for (uint32_t i = 0; i < 3; i++) {
        /* number i + 1 is beyond the side opposite of corner i, which it sees from its other end */
        uint32_t from = order[(i + 2) % 3], to = order[(i + 1) % 3];
        /* its neighbours are the one whose edge begins where this one's ends, and the other way round */
        all->triangles[i + 1] = (triangle){ { OUTSIDE, from, to }, { 0, 1 + (i + 2) % 3, 1 + (i + 1) % 3 } };
    }
    all->count = 4;
}

static pdk_status insert_all(mesh *all, const uint32_t *order, pdk_error *error)
{
    pdk_delaunay *job = all->job;
    begin(all, order);
    for (uint64_t i = 3; i < job->point_count; i++) {
        pdk_status status = insert(all, order[i], error);
        if (status != PDK_OK) return status;
        if (i % 65536 == 0 && !pdk_tell_progress(job->progress, job->progress_user, i, job->point_count)) {
            return pdk_fail_cancelled(error);
        }
    }
    return PDK_OK;
}

/* What is left is given as three corners each, in the same memory. */
static void take_result(mesh *all)
{
    pdk_delaunay *job = all->job;
    uint32_t(*to)[3] = (uint32_t(*)[3])(void *)all->triangles;
    for (uint32_t i = 0; i < all->count; i++) {
        triangle one = all->triangles[i];
        if (outside_of(&one) == 3) memcpy(to[job->triangle_count++], one.corners, sizeof *to);
    }
    job->triangles = to;
}

pdk_status pdk_delaunay_run(pdk_delaunay *job, pdk_error *error)
{
    pdk_memory *memory = job->memory;
    job->triangle_count = job->equal = 0;
    if (job->point_count >= UINT32_MAX / 2 - 8) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "convert.triangulate",
                        "there are too many points to triangulate");
    }
    uint32_t *order = pdk_delaunay_order(memory, job->points, job->point_count);
    if (order == NULL) return pdk_fail_memory(error, memory, "a triangulation");
    if (job->point_count < 3 || !find_three(job, order)) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "convert.triangulate",
                        "triangulating needs three points that are not in a line");
    }
    uint64_t maximum = 2 * job->point_count + 8;
    mesh all = { .job = job,
                 .points = job->points,
                 .triangles = pdk_alloc_array(memory, maximum, sizeof *all.triangles),
                 .rim_of = pdk_alloc_array(memory, job->point_count + 1, sizeof *all.rim_of),
                 .torn = pdk_alloc_array(memory, maximum, 1),
                 .hole = pdk_vector_of(memory, sizeof(uint32_t)),
                 .rims = pdk_vector_of(memory, sizeof(rim)) };
    if (all.triangles == NULL || all.rim_of == NULL || all.torn == NULL)
        return pdk_fail_memory(error, memory, "a triangulation");
    pdk_status status = insert_all(&all, order, error);
    if (status == PDK_OK) take_result(&all);
    pdk_free(memory, order);
    pdk_free(memory, all.rim_of);
    pdk_free(memory, all.torn);
    pdk_free(memory, all.hole.items);
    pdk_free(memory, all.rims.items);
    return status;
}
