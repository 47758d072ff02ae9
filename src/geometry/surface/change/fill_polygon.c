/* Ears cut one by one: unlike the polygons of meshes, the edge of a hole has thousands of corners, most of them on
 * straight lines of a grid, and no triangle without an area may come of them. */
#include "surface/change/fill_polygon.h"

enum { WORK_A_CORNER = 8192 }; /* comparisons */

/* The corners that are left, in a ring; those that are not convex also in a list, as only they can be in the way. */
typedef struct ring {
    const double (*at)[2];
    uint32_t *next, *before;
    uint32_t *next_blunt, *before_blunt; /* a list that begins and ends at number `count` */
    bool *blunt;
    uint32_t count, left;
    uint64_t work;
} ring;

/* Twice the area; above 0 = counter-clockwise. */
static double area(const ring *corners, uint32_t a, uint32_t b, uint32_t c)
{
    const double *p = corners->at[a], *q = corners->at[b], *r = corners->at[c];
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

static bool is_convex(const ring *corners, uint32_t b)
{
    return area(corners, corners->before[b], b, corners->next[b]) > 0;
}

static void leave_list(ring *corners, uint32_t b)
{
    if (!corners->blunt[b]) return;
    corners->next_blunt[corners->before_blunt[b]] = corners->next_blunt[b];
    corners->before_blunt[corners->next_blunt[b]] = corners->before_blunt[b];
    corners->blunt[b] = false;
}

static bool make_ring(pdk_memory *memory, ring *corners)
{
    uint32_t count = corners->count;
    corners->next = pdk_alloc_array(memory, 4 * ((uint64_t)count + 1), sizeof *corners->next);
    corners->blunt = pdk_alloc_array(memory, (uint64_t)count + 1, sizeof *corners->blunt);
    if (corners->next == NULL || corners->blunt == NULL) return false;
    corners->before = corners->next + count + 1;
    corners->next_blunt = corners->before + count + 1;
    corners->before_blunt = corners->next_blunt + count + 1;
    for (uint32_t i = 0; i < count; i++) {
        corners->next[i] = i + 1 < count ? i + 1 : 0;
        corners->before[i] = i > 0 ? i - 1 : count - 1;
    }
    uint32_t last = count;
    for (uint32_t i = 0; i < count; i++) {
        if (is_convex(corners, i)) continue;
        corners->blunt[i] = true;
        corners->next_blunt[last] = i;
        corners->before_blunt[i] = last;
        last = i;
    }
    corners->next_blunt[last] = count;
    corners->before_blunt[count] = last;
    return true;
}

static bool same_place(const ring *corners, uint32_t a, uint32_t b)
{
    const double *p = corners->at[a], *q = corners->at[b];
    return !(p[0] < q[0]) && !(p[0] > q[0]) && !(p[1] < q[1]) && !(p[1] > q[1]);
}

static bool is_ear(ring *corners, uint32_t b)
{
    uint32_t a = corners->before[b], c = corners->next[b];
    if (!(area(corners, a, b, c) > 0)) return false;
    for (uint32_t i = corners->next_blunt[corners->count]; i != corners->count; i = corners->next_blunt[i]) {
        corners->work++;
        if (area(corners, a, b, i) < 0 || area(corners, b, c, i) < 0 || area(corners, c, a, i) < 0) continue;
        if (!same_place(corners, i, a) && !same_place(corners, i, b) && !same_place(corners, i, c)) return false;
    }
    return true;
}

static void cut(ring *corners, uint32_t b, uint32_t triangle[3])
{
    uint32_t a = corners->before[b], c = corners->next[b];
    triangle[0] = a;
    triangle[1] = b;
    triangle[2] = c;
    corners->next[a] = c;
    corners->before[c] = a;
    corners->left--;
    leave_list(corners, b);
    if (is_convex(corners, a)) leave_list(corners, a);
    if (is_convex(corners, c)) leave_list(corners, c);
}

/* Round after round, never two neighbours at once: that would make fans of slivers. */
static bool cut_ears(ring *corners, uint32_t (*triangles)[3])
{
    uint64_t max_work = (uint64_t)WORK_A_CORNER * corners->count;
    uint32_t at = 0, misses = 0, made = 0;
    while (corners->left > 3) {
        if (misses > corners->left || corners->work > max_work) return false;
        if (!is_ear(corners, at)) {
            at = corners->next[at];
            misses++;
            corners->work++;
            continue;
        }
        uint32_t after = corners->next[corners->next[at]];
        cut(corners, at, triangles[made++]);
        at = after;
        misses = 0;
    }
    uint32_t b = corners->next[at], c = corners->next[b];
    triangles[made][0] = at;
    triangles[made][1] = b;
    triangles[made][2] = c;
    return area(corners, at, b, c) > 0;
}

pdk_fill_split pdk_fill_polygon(pdk_memory *memory, const double (*at)[2], uint32_t count, uint32_t (*triangles)[3])
{
    ring corners = { .at = at, .count = count, .left = count };
    bool room = make_ring(memory, &corners), split = room && cut_ears(&corners, triangles);
    pdk_free(memory, corners.next);
    pdk_free(memory, corners.blunt);
    return !room ? PDK_FILL_NO_MEMORY : split ? PDK_FILL_SPLIT : PDK_FILL_TANGLED;
}

bool pdk_is_in_polygon(const double (*at)[2], uint32_t count, const double place[2])
{
    bool inside = false;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        const double *a = at[i], *b = at[k];
        if ((a[1] > place[1]) == (b[1] > place[1])) continue;
        if (place[0] < a[0] + (place[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])) inside = !inside;
    }
    return inside;
}
