/* A polygon is looked at along its own normal (the sum over its sides, which also suits polygons that are not quite
 * flat). */
#include "mesh/polygon.h"

#include <inttypes.h>
#include <math.h>

typedef struct flat {
    double at[PDK_POLYGON_MAX_CORNERS][2];
} flat;

static void normal_of(const double (*points)[3], uint32_t count, double normal[3])
{
    normal[0] = normal[1] = normal[2] = 0;
    for (uint32_t i = 1; i + 1 < count; i++) {
        double a[3], b[3];
        for (int k = 0; k < 3; k++) {
            a[k] = points[i][k] - points[0][k];
            b[k] = points[i + 1][k] - points[0][k];
        }
        for (int k = 0; k < 3; k++) normal[k] += a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
}

/* Leaves out the axis the normal has most of; what is counter-clockwise stays so. */
static void flatten(const double (*points)[3], uint32_t count, flat *to)
{
    double normal[3];
    normal_of(points, count, normal);
    int axis = fabs(normal[0]) > fabs(normal[1]) ? 0 : 1;
    if (fabs(normal[2]) >= fabs(normal[axis])) axis = 2;
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    if (normal[axis] < 0) {
        int other = u;
        u = v;
        v = other;
    }
    for (uint32_t i = 0; i < count; i++) {
        to->at[i][0] = points[i][u] - points[0][u];
        to->at[i][1] = points[i][v] - points[0][v];
    }
}

/* Twice the area; above 0 = counter-clockwise. */
static double area(const flat *all, uint32_t a, uint32_t b, uint32_t c)
{
    const double *p = all->at[a], *q = all->at[b], *r = all->at[c];
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

static void fan(uint32_t count, uint16_t (*triangles)[3])
{
    for (uint32_t i = 0; i + 2 < count; i++) {
        triangles[i][0] = 0;
        triangles[i][1] = (uint16_t)(i + 1);
        triangles[i][2] = (uint16_t)(i + 2);
    }
}

/* A star around the first corner: no triangle of its fan is turned over, and they do not go around more than once.
 * Corners on a line are fine. */
static bool is_fan(const flat *all, uint32_t count)
{
    for (uint32_t i = 1; i + 1 < count; i++) {
        if (!(area(all, 0, i, i + 1) >= 0)) return false;
    }
    /* Once around at most: seen from the first corner the others turn by less than a circle. The direction of the first
     * side is passed once more only by a polygon that winds about itself. */
    bool passed = false;
    for (uint32_t i = 2; i < count; i++) {
        bool behind = area(all, 0, 1, i) < 0;
        if (passed && !behind) return false;
        passed = passed || behind;
    }
    return true;
}

static bool is_inside(const flat *all, uint32_t a, uint32_t b, uint32_t c, uint32_t point)
{
    return area(all, a, b, point) >= 0 && area(all, b, c, point) >= 0 && area(all, c, a, point) >= 0;
}

static bool same_place(const flat *all, uint32_t a, uint32_t b)
{
    return !(all->at[a][0] < all->at[b][0]) && !(all->at[a][0] > all->at[b][0]) && !(all->at[a][1] < all->at[b][1]) &&
           !(all->at[a][1] > all->at[b][1]);
}

/* The corners that are left, in a ring. */
typedef struct ring {
    uint16_t next[PDK_POLYGON_MAX_CORNERS], before[PDK_POLYGON_MAX_CORNERS];
    uint32_t left;
    uint32_t work; /* comparisons made */
} ring;

static bool is_ear(const flat *all, ring *corners, uint32_t b)
{
    uint32_t a = corners->before[b], c = corners->next[b];
    double size = area(all, a, b, c);
    if (!(size >= 0)) return false;
    for (uint32_t i = corners->next[c]; i != a; i = corners->next[i]) {
        corners->work++;
        /* A triangle without area is cut off only as a spike that holds nothing. */
        if (!same_place(all, i, a) && !same_place(all, i, b) && !same_place(all, i, c) && is_inside(all, a, b, c, i))
            return false;
    }
    return true;
}

static bool cut_ears(const flat *all, uint32_t count, uint16_t (*triangles)[3])
{
    ring corners = { .left = count };
    for (uint32_t i = 0; i < count; i++) {
        corners.next[i] = (uint16_t)((i + 1) % count);
        corners.before[i] = (uint16_t)((i + count - 1) % count);
    }
    uint32_t at = 0, misses = 0, made = 0, max_work = 256 * count;
    while (corners.left > 3) {
        if (misses > corners.left || corners.work > max_work) return false;
        if (!is_ear(all, &corners, at)) {
            at = corners.next[at];
            misses++;
            continue;
        }
        uint16_t a = corners.before[at], c = corners.next[at];
        triangles[made][0] = a;
        triangles[made][1] = (uint16_t)at;
        triangles[made++][2] = c;
        corners.next[a] = c;
        corners.before[c] = a;
        corners.left--;
        misses = 0;
        at = corners.next[c]; /* not at once the neighbour: that makes slivers */
    }
    uint32_t b = corners.next[at], c = corners.next[b];
    triangles[made][0] = (uint16_t)at;
    triangles[made][1] = (uint16_t)b;
    triangles[made][2] = (uint16_t)c;
    return area(all, at, b, c) >= 0;
}

pdk_split pdk_polygon_split(const double (*points)[3], uint32_t count, uint16_t (*triangles)[3])
{
    flat all;
    if (count == 3) {
        fan(count, triangles);
        return PDK_SPLIT_FAN;
    }
    flatten(points, count, &all);
    if (!is_fan(&all, count)) {
        if (cut_ears(&all, count, triangles)) return PDK_SPLIT_EARS;
        fan(count, triangles);
        return PDK_SPLIT_TANGLED;
    }
    fan(count, triangles);
    return PDK_SPLIT_FAN;
}

void pdk_polygon_report(pdk_document *document, const char *code, uint64_t at, const char *where, uint64_t split,
                        uint64_t ears)
{
    static const char sentence[] = "faces with more than three corners are split into triangles";
    if (ears == 0) pdk_document_add_finding(document, PDK_NOTE, code, at, where, "%" PRIu64 " %s", split, sentence);
    else
        pdk_document_add_finding(document, PDK_NOTE, code, at, where,
                                 "%" PRIu64 " %s, %" PRIu64 " of them, not convex, by cutting ears", split, sentence,
                                 ears);
}
