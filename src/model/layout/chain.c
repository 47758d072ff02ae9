/* Arrays of differences: each element is stored relative to an earlier one. */
#include "layout/layout.h"

void pdk_chain_sum(const pdk_field *field, uint32_t width, int64_t *numbers)
{
    for (uint32_t i = 0; i < field->count; i++) {
        if (field->chain[i] < 0) continue;
        const int64_t *base = numbers + (size_t)field->chain[i] * width;
        for (uint32_t k = 0; k < width; k++) numbers[(size_t)i * width + k] += base[k];
    }
}

void pdk_chain_difference(const pdk_field *field, uint32_t width, int64_t *numbers)
{
    for (uint32_t i = field->count; i-- > 0;) { /* backwards: predecessors are still whole */
        if (field->chain[i] < 0) continue;
        const int64_t *base = numbers + (size_t)field->chain[i] * width;
        for (uint32_t k = 0; k < width; k++) numbers[(size_t)i * width + k] -= base[k];
    }
}
