#include "codec/refpack/refpack_exact.h"

bool pdk_refpack_exact_init(pdk_refpack_exact *exact, const uint8_t *data, uint32_t size, pdk_memory *memory)
{
    *exact = (pdk_refpack_exact){ .memory = memory };
    return pdk_refpack_tree_init(&exact->tree, data, size, memory);
}

void pdk_refpack_exact_free(pdk_refpack_exact *exact)
{
    if (exact->ordered) pdk_refpack_sorted_free(&exact->order, exact->memory);
    else pdk_refpack_tree_free(&exact->tree, exact->memory);
}

/* The trees are of no more use: positions that are not entered would be missing in them. */
static bool give_up_trees(pdk_refpack_exact *exact)
{
    const uint8_t *data = exact->tree.data;
    uint32_t size = exact->tree.size;
    pdk_refpack_tree_free(&exact->tree, exact->memory);
    exact->ordered = true;
    return pdk_refpack_sorted_init(&exact->order, data, size, exact->memory);
}

bool pdk_refpack_exact_reach(void *user, uint32_t first, uint32_t count, pdk_refpack_reach *reaches)
{
    pdk_refpack_exact *exact = user;
    uint32_t done = 0;
    if (!exact->ordered) {
        uint64_t allowed = PDK_REFPACK_EXACT_ALLOWED + (uint64_t)first * PDK_REFPACK_EXACT_ALLOWED_FOR_EACH;
        done = pdk_refpack_tree_reach(&exact->tree, first, count, allowed, reaches);
        if (done == count) return true;
        if (!give_up_trees(exact)) return false;
    }
    pdk_refpack_sorted_reach(&exact->order, first + done, count - done, reaches + done);
    return true;
}
