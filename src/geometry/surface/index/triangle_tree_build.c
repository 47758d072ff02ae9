/* Building a tree of boxes: triangles in the order of a curve, four to a leaf, and the boxes above them. */
#include "surface/index/triangle_tree.h"

#include "surface/key_sort.h"
#include "surface/min_max.h"
#include "surface/spread_bits.h"

typedef struct tree_step {
    pdk_triangle_tree *tree;
    double low[3], per_cell; /* the curve's cells: 2^16 along the longest axis */
    int axes[2];             /* the two longest: surfaces have many more triangles along them than across */
    uint64_t *keys;
} tree_step;

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
            code |= pdk_spread_bits(cell > 0 ? cell < 65535 ? (uint64_t)cell : 65535 : 0) << k;
        }
        step->keys[i] = code << 32 | i;
    }
}

static void widen(pdk_box3 *box, uint64_t axis, float low, float high)
{
    if (low < box->low[axis]) box->low[axis] = low;
    if (high > box->high[axis]) box->high[axis] = high;
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
                widen(&box, k % 3, value, value);
            }
        }
        tree->boxes[tree->leaves + leaf] = box;
    }
}

static void join_boxes(pdk_triangle_tree *tree)
{
    for (uint64_t node = tree->leaves - 1; node > 0; node--) {
        const pdk_box3 *right = &tree->boxes[2 * node + 1];
        tree->boxes[node] = tree->boxes[2 * node];
        for (uint64_t axis = 0; axis < 3; axis++) widen(&tree->boxes[node], axis, right->low[axis], right->high[axis]);
    }
}

/* `work` reports progress; NULL = nobody waits. False when cancelled. */
static bool measure_cells(tree_step *step, pdk_surface_work *work)
{
    const pdk_triangle_tree *tree = step->tree;
    double high[3] = { -INFINITY, -INFINITY, -INFINITY }, widest = 0, narrowest = INFINITY;
    int left_out = 2;
    for (int axis = 0; axis < 3; axis++) step->low[axis] = INFINITY;
    for (uint64_t i = 0; i < 3 * tree->count; i++) {
        if (work != NULL && !pdk_surface_progress_at(work, i, 3 * tree->count)) return false;
        const float *position = tree->positions + 3 * (uint64_t)tree->triangles[i];
        for (int axis = 0; axis < 3; axis++) {
            step->low[axis] = pdk_min(step->low[axis], (double)position[axis]);
            high[axis] = pdk_max(high[axis], (double)position[axis]);
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        double wide = high[axis] - step->low[axis];
        widest = pdk_max(widest, wide);
        if (wide < narrowest) left_out = axis;
        narrowest = pdk_min(narrowest, wide);
    }
    for (int k = 0; k < 2; k++) step->axes[k] = k + (k >= left_out);
    step->per_cell = widest > 0 ? 65536 / widest : 0;
    return true;
}

static uint64_t leaves_of(uint64_t triangles)
{
    uint64_t leaves = 1;
    while (leaves * PDK_TREE_LEAF < triangles) leaves *= 2;
    return leaves;
}

uint64_t pdk_tree_boxes(uint64_t triangles)
{
    return 2 * leaves_of(triangles);
}

pdk_status pdk_tree_build(pdk_triangle_tree *tree, pdk_surface_work *work, double share, pdk_triangle_list list,
                          pdk_error *error)
{
    *tree = (pdk_triangle_tree){
        .positions = list.positions, .triangles = list.triangles, .count = list.count, .leaves = leaves_of(list.count)
    };
    tree_step step = { .tree = tree, .keys = pdk_surface_alloc(work, list.count, sizeof *step.keys) };
    tree->order = pdk_surface_alloc(work, list.count, sizeof *tree->order);
    tree->boxes = pdk_surface_alloc(work, pdk_tree_boxes(list.count), sizeof *tree->boxes);
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

void pdk_tree_build_in(pdk_triangle_tree *tree, pdk_tree_room room, pdk_triangle_list list)
{
    *tree = (pdk_triangle_tree){ .positions = list.positions,
                                 .triangles = list.triangles,
                                 .order = room.order,
                                 .count = list.count,
                                 .boxes = room.boxes,
                                 .leaves = leaves_of(list.count) };
    tree_step step = { .tree = tree, .keys = room.keys };
    measure_cells(&step, NULL);
    take_keys(&step, 0, 0, list.count);
    pdk_sort_keys(step.keys, (size_t)list.count, 64);
    make_leaves(&step, 0, 0, tree->leaves);
    join_boxes(tree);
}

void pdk_tree_free(pdk_triangle_tree *tree, pdk_surface_work *work)
{
    pdk_free(&work->memory, tree->order);
    pdk_free(&work->memory, tree->boxes);
    *tree = (pdk_triangle_tree){ 0 };
}
