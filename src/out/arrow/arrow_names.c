/* Numbers that stand for something, by its name. */
#include <string.h>

#include "arrow/arrow_plan.h"

static int64_t whole(pdk_type type, const void *values, size_t row)
{
    switch (type) {
    case PDK_BOOL:
    case PDK_UINT8: return ((const uint8_t *)values)[row];
    case PDK_INT8: return ((const int8_t *)values)[row];
    case PDK_INT16: return ((const int16_t *)values)[row];
    case PDK_UINT16: return ((const uint16_t *)values)[row];
    case PDK_INT32: return ((const int32_t *)values)[row];
    case PDK_UINT32: return ((const uint32_t *)values)[row];
    case PDK_UINT64: return (int64_t)((const uint64_t *)values)[row];
    default: return ((const int64_t *)values)[row];
    }
}

bool pdk_arrow_names_of(const pdk_column_info *info, const void *values, size_t count, pdk_memory *memory,
                        pdk_text *names)
{
    int64_t last = 0;
    for (size_t row = 0; row < count; row++) {
        int64_t value = whole(info->type, values, row);
        if (row > 0 && value == last) { /* long runs of one value are the rule */
            names[row] = names[row - 1];
            continue;
        }
        last = value;
        const pdk_label *label = info->labels;
        while (label->text != NULL && label->value != value) label++;
        const char *name = label->text;
        if (name == NULL && info->type == PDK_UINT64) name = pdk_keep_printf(memory, "%llu", (unsigned long long)value);
        else if (name == NULL) name = pdk_keep_printf(memory, "%lld", (long long)value);
        if (name == NULL) return false;
        names[row] = (pdk_text){ name, strlen(name) };
    }
    return true;
}
