#include "base/optional.h"

#include <math.h>

static bool is_known(pdk_type type, const void *value, size_t index)
{
    switch (type) {
    case PDK_FLOAT64: return !isnan(((const double *)value)[index]);
    case PDK_UINT32: return ((const uint32_t *)value)[index] != UINT32_MAX;
    case PDK_INT32: return ((const int32_t *)value)[index] != INT32_MIN;
    default: return ((const pdk_text *)value)[index].data != NULL;
    }
}

void pdk_mark_known(void *items, size_t count, size_t item_size, const pdk_optional *members)
{
    for (size_t i = 0; i < count; i++) {
        char *item = (char *)items + i * item_size;
        for (const pdk_optional *member = members; member->type != PDK_TYPE_NONE; member++) {
            bool *has = (bool *)(item + member->has);
            for (size_t k = 0; k < member->count; k++) has[k] = is_known(member->type, item + member->value, k);
        }
    }
}
