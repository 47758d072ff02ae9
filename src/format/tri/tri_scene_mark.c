/* What tells one road of a track from another. */
#include <inttypes.h>

#include "format/tri/tri_scene.h"

/* FNV-1a of four bytes. */
static uint32_t add(uint32_t sum, int64_t number)
{
    enum { BYTES = 4, BITS = 8 };
    for (int i = 0; i < BYTES; i++) {
        sum ^= (uint32_t)(number >> (BITS * i)) & UINT8_MAX;
        sum *= 16777619;
    }
    return sum;
}

char *pdk_tri_scene_mark(pdk_memory *memory, const pdk_tri_track *track)
{
    static const char *const axes[] = { "x", "y", "z" };
    uint32_t sum = 2166136261;
    for (uint32_t i = 0; i < track->node_count; i++) {
        const uint8_t *node = pdk_tri_node_at(track, i);
        for (int axis = 0; axis < 3; axis++) sum = add(sum, pdk_tri_number(&pdk_tri_node, axes[axis], node));
    }
    for (uint32_t i = 0; i < track->prop_count; i++) {
        const uint8_t *prop = pdk_tri_prop_at(track, i);
        sum = add(sum, pdk_tri_number(&pdk_tri_prop, "node", prop));
        sum = add(sum, pdk_tri_number(&pdk_tri_prop, "prop_type", prop));
    }
    return pdk_text_printf(memory, "%08" PRIx32, sum);
}
