/* Cells as CSV and JSON lines have them. */
#include <string.h>

#include "base/number.h"
#include "export/table/rows.h"

char *pdk_rows_put_scalar(char *to, const pdk_row_column *column, size_t row)
{
    const void *values = column->values;
    switch (column->info->type) {
    case PDK_BOOL:
        memcpy(to, ((const uint8_t *)values)[row] != 0 ? "true " : "false", 5);
        return to + (((const uint8_t *)values)[row] != 0 ? 4 : 5);
    case PDK_INT8: return pdk_put_integer(to, ((const int8_t *)values)[row]);
    case PDK_UINT8: return pdk_put_natural(to, ((const uint8_t *)values)[row]);
    case PDK_INT16: return pdk_put_integer(to, ((const int16_t *)values)[row]);
    case PDK_UINT16: return pdk_put_natural(to, ((const uint16_t *)values)[row]);
    case PDK_INT32: return pdk_put_integer(to, ((const int32_t *)values)[row]);
    case PDK_UINT32: return pdk_put_natural(to, ((const uint32_t *)values)[row]);
    case PDK_INT64: return pdk_put_integer(to, ((const int64_t *)values)[row]);
    case PDK_UINT64: return pdk_put_natural(to, ((const uint64_t *)values)[row]);
    case PDK_FLOAT32: return pdk_put_float(to, ((const float *)values)[row]);
    case PDK_FLOAT64: return pdk_put_double(to, ((const double *)values)[row]);
    case PDK_TYPE_NONE:
    case PDK_TEXT:
    case PDK_BYTES: break;
    }
    return to;
}

bool pdk_rows_keep(pdk_text_buffer *lines, pdk_memory *memory, const char **text, size_t *size)
{
    if (lines->failed) return false;
    *size = (size_t)(lines->at - lines->buffer);
    char *kept = pdk_alloc(memory, *size);
    if (kept == NULL) return false;
    memcpy(kept, lines->buffer, *size);
    *text = kept;
    lines->at = lines->buffer;
    return true;
}
