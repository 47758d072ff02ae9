#include "surface/index/triangle_tree.h"

#include "surface/key_sort.h"
#include "surface/min_max.h"

/* ----------------------------------------------------------------------------------------------------- distance */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double clamp(double value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* From a point, given relative to one end, to the stretch `along`. */
static double stretch_distance(const double point[3], const double along[3])
{
    double length2 = dot(along, along), share = length2 > 0 ? clamp(dot(point, along) / length2) : 0, sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        double off = point[axis] - share * along[axis];
        sum += off * off;
    }
    return sum;
}

/* Everything relative to corner a, where numbers are small. Above the inside it is the distance from the plane, else
 * the nearest side decides. */
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
    double n[3] = { u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0] }, n2 = dot(n, n);
    if (n2 > 0) {
        double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), pu = dot(p, u), pv = dot(p, v);
        double s = vv * pu - uv * pv, t = uu * pv - uv * pu; /* times n2 */
        if (s >= 0 && t >= 0 && s + t <= n2) {
            double height = dot(p, n);
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

double pdk_tree_nearest(const pdk_triangle_tree *tree, const double point[3], uint32_t *nearest)
{
    struct {
        uint64_t node;
        double distance;
    } waiting[70];
    double best = *nearest != UINT32_MAX ? pdk_tree_distance(tree, *nearest, point) : (double)INFINITY;
    int count = 0;
    if (tree->count == 0) return best;
    if (!(best < (double)INFINITY)) {
        best = (double)INFINITY;
        *nearest = UINT32_MAX;
    }
    waiting[count].node = 1;
    waiting[count++].distance = 0;
    while (count > 0) {
        uint64_t node = waiting[--count].node;
        if (waiting[count].distance > best) continue;
        if (node >= tree->leaves) {
            try_leaf(tree, node - tree->leaves, point, &best, nearest);
            continue;
        }
        double left = box_distance(&tree->boxes[2 * node], point),
               right = box_distance(&tree->boxes[2 * node + 1], point);
        bool left_first = left <= right; /* the nearer one is taken first: it goes on last */
        uint64_t far = left_first ? 2 * node + 1 : 2 * node, near = left_first ? 2 * node : 2 * node + 1;
        double far_distance = left_first ? right : left, near_distance = left_first ? left : right;
        if (far_distance <= best) {
            waiting[count].node = far;
            waiting[count++].distance = far_distance;
        }
        if (near_distance <= best) {
            waiting[count].node = near;
            waiting[count++].distance = near_distance;
        }
    }
    return best;
}

/* ---------------------------------------------------------------------------------------------------- building */

typedef struct tree_step {
    pdk_triangle_tree *tree;
    double low[3], per_cell; /* the curve's cells: 2^16 along the longest axis */
    int axes[2];             /* the two longest: surfaces have many more triangles along them than across */
    uint64_t *keys;
} tree_step;

/* Bits of a number below 65536, one apart. */
static uint64_t spread(uint64_t number)
{
    number = (number | number << 8) & 0xFF00FF;
    number = (number | number << 4) & 0xF0F0F0F;
    number = (number | number << 2) & 0x33333333;
    return (number | number << 1) & 0x55555555;
}

static void take_keys(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const tree_step *step = user;
    const pdk_triangle_tree *tree = step->tree;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        const uint32_t *c = tree->triangles + 3 * i;
        uint64_t code = 0;
        for (int k = 0; k < 2; k++) {
            int axis = step->axes[k];
            double sum = 0;
            for (int corner = 0; corner < 3; corner++)
                sum += (double)tree->positions[3 * (size_t)c[corner] + (size_t)axis];
            double cell = (sum / 3 - step->low[axis]) * step->per_cell;
            code |= spread(cell > 0 ? cell < 65535 ? (uint64_t)cell : 65535 : 0) << k;
        }
        step->keys[i] = code << 32 | i;
    }
}

static void make_leaves(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const tree_step *step = user;
    pdk_triangle_tree *tree = step->tree;
    (void)thread;
    for (uint64_t leaf = first; leaf < first + count; leaf++) {
        pdk_box3 box = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };
        for (uint64_t i = leaf * PDK_TREE_LEAF; i < (leaf + 1) * PDK_TREE_LEAF && i < tree->count; i++) {
            tree->order[i] = (uint32_t)step->keys[i];
            const uint32_t *c = tree->triangles + 3 * (uint64_t)tree->order[i];
            for (uint64_t k = 0; k < 9; k++) {
                float value = tree->positions[3 * (uint64_t)c[k / 3] + k % 3];
                box.low[k % 3] = fminf(box.low[k % 3], value);
                box.high[k % 3] = fmaxf(box.high[k % 3], value);
            }
        }
        tree->boxes[tree->leaves + leaf] = box;
    }
}

static void join_boxes(pdk_triangle_tree *tree)
{
    for (uint64_t node = tree->leaves - 1; node > 0; node--) {
        const pdk_box3 *left = &tree->boxes[2 * node], *right = &tree->boxes[2 * node + 1];
        for (int axis = 0; axis < 3; axis++) {
            tree->boxes[node].low[axis] = fminf(left->low[axis], right->low[axis]);
            tree->boxes[node].high[axis] = fmaxf(left->high[axis], right->high[axis]);
        }
    }
}

static bool measure_cells(tree_step *step, pdk_surface_work *work)
{
    const pdk_triangle_tree *tree = step->tree;
    double high[3] = { -INFINITY, -INFINITY, -INFINITY }, widest = 0, narrowest = INFINITY;
    int left_out = 2;
    for (int axis = 0; axis < 3; axis++) step->low[axis] = INFINITY;
    for (uint64_t i = 0; i < 3 * tree->count; i++) {
        if (!pdk_surface_progress_at(work, i, 3 * tree->count)) return false;
        const float *position = tree->positions + 3 * (uint64_t)tree->triangles[i];
        for (int axis = 0; axis < 3; axis++) {
            step->low[axis] = fmin(step->low[axis], (double)position[axis]);
            high[axis] = fmax(high[axis], (double)position[axis]);
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        double wide = high[axis] - step->low[axis];
        widest = fmax(widest, wide);
        if (wide < narrowest) left_out = axis;
        narrowest = fmin(narrowest, wide);
    }
    for (int k = 0; k < 2; k++) step->axes[k] = k + (k >= left_out);
    step->per_cell = widest > 0 ? 65536 / widest : 0;
    return true;
}

pdk_status pdk_tree_build(pdk_triangle_tree *tree, pdk_surface_work *work, double share, pdk_triangle_list list,
                          pdk_error *error)
{
    *tree = (pdk_triangle_tree){
        .positions = list.positions, .triangles = list.triangles, .count = list.count, .leaves = 1
    };
    while (tree->leaves * PDK_TREE_LEAF < list.count) tree->leaves *= 2;
    tree_step step = { .tree = tree, .keys = pdk_surface_alloc(work, list.count, sizeof *step.keys) };
    tree->order = pdk_surface_alloc(work, list.count, sizeof *tree->order);
    tree->boxes = pdk_surface_alloc(work, 2 * tree->leaves, sizeof *tree->boxes);
    if (step.keys == NULL || tree->order == NULL || tree->boxes == NULL) return pdk_surface_fail_memory(work, error);
    pdk_surface_begin_step(work, share * 0.2);
    if (!measure_cells(&step, work)) return pdk_fail_cancelled(error);
    pdk_status status = pdk_surface_run(work, (pdk_surface_pass){ share * 0.2, list.count, PDK_SURFACE_PIECE },
                                        take_keys, &step, error);
    if (status == PDK_OK) status = pdk_surface_sort(work, share * 0.4, step.keys, list.count, 64, error);
    if (status != PDK_OK) return status;
    status = pdk_surface_run(work, (pdk_surface_pass){ share * 0.2, tree->leaves, PDK_SURFACE_PIECE / PDK_TREE_LEAF },
                             make_leaves, &step, error);
    if (status != PDK_OK) return status;
    join_boxes(tree);
    pdk_free(&work->memory, step.keys);
    return PDK_OK;
}

void pdk_tree_free(pdk_triangle_tree *tree, pdk_surface_work *work)
{
    pdk_free(&work->memory, tree->order);
    pdk_free(&work->memory, tree->boxes);
    *tree = (pdk_triangle_tree){ 0 };
}
