#include "codec/refpack/refpack_greedy.h"

#include "base/callback.h"

enum {
    FARTHEST = PDK_REFPACK_WINDOW - 1, /* that packer stops one short of what the command could say */
    REPORT = 1 << 16                   /* positions between two reports; a power of two */
};

/* The copy that saves most; copies are in order, nearest and shortest first, and of equals the first is taken. Length 0
 * when none saves anything. The command is chosen by the whole length: eleven bytes from nearby cost three, though ten
 * would cost two.
 */
static pdk_refpack_copy best_of(const pdk_refpack_copy *copies, uint32_t count)
{
    pdk_refpack_copy best = { 0, 1 };
    uint32_t maximum = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cost = pdk_refpack_cost(copies[i].length, copies[i].distance);
        if (copies[i].distance > FARTHEST || copies[i].length <= cost + maximum) continue;
        maximum = copies[i].length - cost;
        best = copies[i];
    }
    return best;
}

pdk_status pdk_refpack_greedy(pdk_refpack_tree *tree, pdk_refpack_writer *writer, pdk_progress progress,
                              void *progress_user, pdk_error *error)
{
    pdk_refpack_copy copies[PDK_REFPACK_MAX_COPIES];
    for (uint32_t at = 0; at < tree->size; at++) {
        if (at % REPORT == 0 && !pdk_tell_progress(progress, progress_user, at, tree->size)) {
            return pdk_fail_cancelled(error);
        }
        uint32_t count = pdk_refpack_tree_find(tree, at, copies);
        if (at < writer->said) continue; /* inside a copy */
        pdk_refpack_copy best = best_of(copies, count);
        if (best.length > 0) pdk_refpack_write_copy(writer, at, best.length, best.distance);
    }
    pdk_refpack_write_stop(writer, tree->size);
    return PDK_OK;
}
