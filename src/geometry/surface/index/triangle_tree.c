#include "surface/index/triangle_tree.h"

#include "base/vector3.h"
#include "surface/min_max.h"

static double clamp(double value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* From a point, given relative to one end, to the stretch `along`. */
static double stretch_distance(const double point[3], const double along[3])
{
    double length2 = pdk_dot3(along, along), share = length2 > 0 ? clamp(pdk_dot3(point, along) / length2) : 0, sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        double off = point[axis] - share * along[axis];
        sum += off * off;
    }
    return sum;
}

/* Everything relative to corner a, where numbers are small. Above the inside it is the distance from the plane;
 * otherwise it is the distance from the nearest side. */
double pdk_tree_distance(const pdk_triangle_tree *tree, uint32_t triangle, const double point[3])
{
    const uint32_t *c = tree->triangles + 3 * (uint64_t)triangle;
    const float *a = tree->positions + 3 * (uint64_t)c[0], *b = tree->positions + 3 * (uint64_t)c[1];
    const float *d = tree->positions + 3 * (uint64_t)c[2];
    double p[3], q[3], u[3], v[3], w[3];
    for (int axis = 0; axis < 3; axis++) {
        p[axis] = point[axis] - (double)a[axis];
        q[axis] = point[axis] - (double)b[axis];
        u[axis] = (double)b[axis] - (double)a[axis];
        v[axis] = (double)d[axis] - (double)a[axis];
        w[axis] = (double)d[axis] - (double)b[axis];
    }
    double n[3];
    pdk_cross3(u, v, n);
    double n2 = pdk_dot3(n, n);
    if (n2 > 0) {
        double uu = pdk_dot3(u, u), uv = pdk_dot3(u, v), vv = pdk_dot3(v, v), pu = pdk_dot3(p, u), pv = pdk_dot3(p, v);
        double s = vv * pu - uv * pv, t = uu * pv - uv * pu; /* times n2 */
        if (s >= 0 && t >= 0 && s + t <= n2) {
            double height = pdk_dot3(p, n);
            return height * height / n2;
        }
    }
    return pdk_min(stretch_distance(p, u), pdk_min(stretch_distance(p, v), stretch_distance(q, w)));
}

static double box_distance(const pdk_box3 *box, const double point[3])
{
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        double low = (double)box->low[axis] - point[axis], high = point[axis] - (double)box->high[axis];
        double off = low > 0 ? low : high > 0 ? high : 0;
        sum += off * off;
    }
    return sum;
}

static void try_leaf(const pdk_triangle_tree *tree, uint64_t leaf, const double point[3], double *best,
                     uint32_t *nearest)
{
    uint64_t first = leaf * PDK_TREE_LEAF, end = first + PDK_TREE_LEAF;
    for (uint64_t i = first; i < end && i < tree->count; i++) {
        double distance = pdk_tree_distance(tree, tree->order[i], point);
        bool nearer = distance < *best || (distance <= *best && tree->order[i] < *nearest);
        if (!nearer) continue; /* nor when the numbers are so large that there is no distance */
        *best = distance;
        *nearest = tree->order[i];
    }
}

typedef struct waiting_nodes {
    struct {
        uint64_t node;
        double distance;
    } all[70];
    int count;
} waiting_nodes;

static void wait_for(waiting_nodes *waiting, uint64_t node, double distance)
{
    waiting->all[waiting->count].node = node;
    waiting->all[waiting->count++].distance = distance;
}

/* The children that are not further than `most`; the nearer one is pushed last and taken first. */
static void wait_for_children(const pdk_triangle_tree *tree, uint64_t node, const double point[3], double most,
                              waiting_nodes *waiting)
{
    double left = box_distance(&tree->boxes[2 * node], point), right = box_distance(&tree->boxes[2 * node + 1], point);
    bool left_first = left <= right;
    uint64_t far = left_first ? 2 * node + 1 : 2 * node, near = left_first ? 2 * node : 2 * node + 1;
    double far_distance = left_first ? right : left, near_distance = left_first ? left : right;
    if (far_distance <= most) wait_for(waiting, far, far_distance);
    if (near_distance <= most) wait_for(waiting, near, near_distance);
}

static void search_below(const pdk_triangle_tree *tree, uint64_t top, const double point[3], double *best,
                         uint32_t *nearest)
{
    waiting_nodes waiting = { .count = 0 };
    wait_for(&waiting, top, 0);
    while (waiting.count > 0) {
        uint64_t node = waiting.all[--waiting.count].node;
        if (waiting.all[waiting.count].distance > *best) continue;
        if (node >= tree->leaves) try_leaf(tree, node - tree->leaves, point, best, nearest);
        else wait_for_children(tree, node, point, *best, &waiting);
    }
}

double pdk_tree_nearest(const pdk_triangle_tree *tree, const double point[3], uint32_t *nearest)
{
    double best = *nearest != UINT32_MAX ? pdk_tree_distance(tree, *nearest, point) : (double)INFINITY;
    if (tree->count == 0) return best;
    if (!(best < (double)INFINITY)) {
        best = (double)INFINITY;
        *nearest = UINT32_MAX;
    }
    search_below(tree, 1, point, &best, nearest);
    return best;
}

/* Points that go through the tree together, and the box that a nearer triangle of any of them reaches into. */
typedef struct point_group {
    const double (*points)[3];
    size_t count;
    double *squares;
    double low[3], high[3];
} point_group;

static void try_leaf_for_all(const pdk_triangle_tree *tree, uint64_t leaf, point_group *group)
{
    for (size_t i = 0; i < group->count; i++) {
        uint32_t nearest = UINT32_MAX;
        if (box_distance(&tree->boxes[tree->leaves + leaf], group->points[i]) > group->squares[i]) continue;
        try_leaf(tree, leaf, group->points[i], &group->squares[i], &nearest);
    }
}

/* A little wider than the distances, because of rounding. */
static void find_box(point_group *group)
{
    static const double wider = 1e-9, rounding = 1e-15;
    for (int axis = 0; axis < 3; axis++) {
        group->low[axis] = INFINITY;
        group->high[axis] = -INFINITY;
    }
    for (size_t i = 0; i < group->count; i++) {
        double reach = sqrt(group->squares[i]) * (1 + wider);
        for (int axis = 0; axis < 3; axis++) {
            double at = group->points[i][axis], off = reach + fabs(at) * rounding;
            group->low[axis] = pdk_min(group->low[axis], at - off);
            group->high[axis] = pdk_max(group->high[axis], at + off);
        }
    }
}

static bool reaches(const point_group *group, const pdk_box3 *box)
{
    for (int axis = 0; axis < 3; axis++) {
        if ((double)box->low[axis] > group->high[axis] || (double)box->high[axis] < group->low[axis]) return false;
    }
    return true;
}

static void search_below_for_all(const pdk_triangle_tree *tree, uint64_t top, point_group *group)
{
    uint64_t waiting[70];
    int count = 0;
    waiting[count++] = top;
    while (count > 0) {
        uint64_t node = waiting[--count];
        if (!reaches(group, &tree->boxes[node])) continue;
        if (node >= tree->leaves) {
            try_leaf_for_all(tree, node - tree->leaves, group);
        } else {
            waiting[count++] = 2 * node + 1;
            waiting[count++] = 2 * node;
        }
    }
}

/* From the leaf up: on each level only the other half can have something nearer. */
void pdk_tree_nearest_of(const pdk_triangle_tree *tree, uint64_t leaf, const double (*points)[3], size_t count,
                         double *squares)
{
    point_group group = { .points = points, .count = count, .squares = squares };
    for (size_t i = 0; i < count; i++) squares[i] = INFINITY;
    try_leaf_for_all(tree, leaf, &group);
    find_box(&group);
    for (uint64_t node = tree->leaves + leaf; node > 1; node /= 2) search_below_for_all(tree, node ^ 1, &group);
}

static bool leaf_within(const pdk_triangle_tree *tree, uint64_t leaf, const double point[3], double square,
                        uint32_t *near)
{
    uint64_t first = leaf * PDK_TREE_LEAF, end = first + PDK_TREE_LEAF;
    for (uint64_t i = first; i < end && i < tree->count; i++) {
        if (!(pdk_tree_distance(tree, tree->order[i], point) <= square)) continue;
        *near = tree->order[i];
        return true;
    }
    return false;
}

bool pdk_tree_within(const pdk_triangle_tree *tree, const double point[3], double square, uint32_t *near)
{
    waiting_nodes waiting = { .count = 0 };
    if (tree->count == 0) return false;
    if (*near != UINT32_MAX && pdk_tree_distance(tree, *near, point) <= square) return true;
    wait_for(&waiting, 1, 0);
    while (waiting.count > 0) {
        uint64_t node = waiting.all[--waiting.count].node;
        if (node < tree->leaves) wait_for_children(tree, node, point, square, &waiting);
        else if (leaf_within(tree, node - tree->leaves, point, square, near)) return true;
    }
    return false;
}
