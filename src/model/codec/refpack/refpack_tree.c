#include "codec/refpack/refpack_tree.h"

#include "base/load.h"

enum {
    ROOT_BITS = 16,
    NODE_MASK = PDK_REFPACK_WINDOW - 1,
    AHEAD = 12 /* positions between fetching a root and walking from it */
};

static inline uint32_t hash_four(const uint8_t *at)
{
    return (pdk_load_u32(at) * UINT32_C(2654435761)) >> (32 - ROOT_BITS);
}

/* Of what `left` times the same byte and then another begin with. */
static inline uint32_t hash_run(const uint8_t *at, uint32_t left)
{
    return (((uint32_t)at[0] | (uint32_t)at[left] << 8 | left << 16) * UINT32_C(2654435761)) >> (32 - ROOT_BITS);
}

bool pdk_refpack_tree_init(pdk_refpack_tree *tree, const uint8_t *data, uint32_t size, pdk_memory *memory)
{
    uint32_t nodes = PDK_REFPACK_WINDOW;
    while (nodes / 2 > size) nodes /= 2; /* a small file never comes round */
    *tree = (pdk_refpack_tree){ .data = data, .size = size, .known_from = UINT32_MAX };
    tree->roots = pdk_alloc_array(memory, 1 << ROOT_BITS, sizeof *tree->roots);
    tree->nodes = pdk_alloc_array(memory, nodes, sizeof *tree->nodes);
    tree->near = pdk_alloc(memory, sizeof *tree->near);
    return pdk_refpack_runs_init(&tree->runs, data, size, memory) && tree->roots != NULL && tree->nodes != NULL &&
           tree->near != NULL;
}

void pdk_refpack_tree_free(pdk_refpack_tree *tree, pdk_memory *memory)
{
    pdk_free(memory, tree->roots);
    pdk_free(memory, tree->nodes);
    pdk_free(memory, tree->near);
    pdk_refpack_runs_free(&tree->runs, memory);
}

/* One path down, which leaves `at` the root. Copies of more than `best` bytes go to `copies`. */
static inline uint32_t walk(pdk_refpack_tree *tree, uint32_t *root, uint32_t at, uint32_t limit, uint32_t best,
                            pdk_refpack_copy *copies)
{
    const uint8_t *data = tree->data, *here = data + at;
    uint32_t next = *root, count = 0;
    *root = at + 1;
    uint32_t *smaller = &tree->nodes[at & NODE_MASK][0], *larger = smaller + 1;
    uint32_t smaller_common = 0, larger_common = 0, work = 0;
    while (next != 0) {
        uint32_t from = next - 1, distance = at - from;
        if (distance > PDK_REFPACK_WINDOW) break;
        uint32_t *below = tree->nodes[from & NODE_MASK];
        uint32_t common = smaller_common < larger_common ? smaller_common : larger_common;
        if (from == tree->known_from && tree->known_length > common) common = tree->known_length;
        work += PDK_REFPACK_TREE_PLACE - common;
        common = pdk_refpack_common(data + from, here, common, limit);
        work += common;
        if (common > best) {
            best = common;
            copies[count++] = (pdk_refpack_copy){ common, distance };
        }
        if (distance == PDK_REFPACK_WINDOW) break; /* all below is older; and its node is ours now */
        if (common == limit) {                     /* the same for any copy: it is replaced */
            *smaller = below[0];
            *larger = below[1];
            tree->work += work;
            return count;
        }
        if (data[from + common] < here[common]) {
            *smaller = next;
            smaller = &below[1];
            next = *smaller;
            smaller_common = common;
        } else {
            *larger = next;
            larger = &below[0];
            next = *larger;
            larger_common = common;
        }
    }
    *smaller = *larger = 0;
    tree->work += work;
    return count;
}

/* Where one byte comes four times or more. What continues to the limit has nothing longer to find or to be found by. */
static uint32_t find_run(pdk_refpack_tree *tree, uint32_t at, uint32_t limit, pdk_refpack_copy *copies)
{
    uint32_t left, count = pdk_refpack_runs_find(&tree->runs, at, limit, &left, copies);
    if (left >= limit) return count;
    uint32_t best = count > 0 && copies[count - 1].length > left ? copies[count - 1].length : left;
    uint32_t *root = &tree->roots[hash_run(tree->data + at, left)];
    return count + walk(tree, root, at, limit, best, copies + count);
}

static inline bool is_run(const uint8_t *at)
{
    uint32_t four = pdk_load_u32(at);
    return four == (four << 8 | four >> 24);
}

static inline uint32_t find(pdk_refpack_tree *tree, uint32_t at, pdk_refpack_copy *copies)
{
    const uint8_t *here = tree->data + at;
    uint32_t left = tree->size - at, limit = left < PDK_REFPACK_MAX_COPY ? left : PDK_REFPACK_MAX_COPY, count = 0;
    if (left < 3) return 0;
    if (left > AHEAD + 4) __builtin_prefetch(&tree->roots[hash_four(here + AHEAD)], 1);
    uint32_t three = pdk_refpack_near_enter(tree->near, tree->data, at);
    uint32_t near = pdk_refpack_near_find(tree->near, tree->data, at, three);
    if (near != 0) copies[count++] = (pdk_refpack_copy){ 3, near };
    if (left > 3) {
        count += is_run(here) ? find_run(tree, at, limit, copies + count)
                              : walk(tree, &tree->roots[hash_four(here)], at, limit, 3, copies + count);
    }
    tree->known_from = UINT32_MAX;
    if (count > 0) {
        tree->known_from = at + 1 - copies[count - 1].distance;
        tree->known_length = copies[count - 1].length - 1;
    }
    return count;
}

uint32_t pdk_refpack_tree_find(pdk_refpack_tree *tree, uint32_t at, pdk_refpack_copy copies[PDK_REFPACK_MAX_COPIES])
{
    return find(tree, at, copies);
}

uint32_t pdk_refpack_tree_reach(pdk_refpack_tree *tree, uint32_t first, uint32_t count, uint64_t allowed,
                                pdk_refpack_reach *reaches)
{
    pdk_refpack_copy copies[PDK_REFPACK_MAX_COPIES];
    uint32_t done = 0;
    for (; done < count && tree->work <= allowed; done++) {
        uint32_t at = first + done, found = find(tree, at, copies);
        reaches[done] = (pdk_refpack_reach){ { 0 } };
        for (uint32_t i = 0; i < found; i++) pdk_refpack_reach_add(&reaches[done], at, copies[i]);
    }
    return done;
}
