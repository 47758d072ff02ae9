/* Single values: out of the array of a column, and as text. */
#include <math.h>
#include <stdio.h>

#include "value_text.h"

pdk_value cli_value_at(pdk_type type, const void *values, size_t row)
{
    pdk_value value = { .type = type };
    switch (type) {
    case PDK_BOOL: value.as.boolean = ((const uint8_t *)values)[row] != 0; break;
    case PDK_INT8: value.as.integer = ((const int8_t *)values)[row]; break;
    case PDK_INT16: value.as.integer = ((const int16_t *)values)[row]; break;
    case PDK_INT32: value.as.integer = ((const int32_t *)values)[row]; break;
    case PDK_INT64: value.as.integer = ((const int64_t *)values)[row]; break;
    case PDK_UINT8: value.as.natural = ((const uint8_t *)values)[row]; break;
    case PDK_UINT16: value.as.natural = ((const uint16_t *)values)[row]; break;
    case PDK_UINT32: value.as.natural = ((const uint32_t *)values)[row]; break;
    case PDK_UINT64: value.as.natural = ((const uint64_t *)values)[row]; break;
    case PDK_FLOAT32: value.as.number = (double)((const float *)values)[row]; break;
    case PDK_FLOAT64: value.as.number = ((const double *)values)[row]; break;
    case PDK_TEXT: value.as.text = ((const pdk_text *)values)[row]; break;
    case PDK_BYTES: value.as.bytes = ((const pdk_bytes *)values)[row]; break;
    case PDK_TYPE_NONE: break;
    }
    return value;
}

size_t cli_value_text(char text[CLI_VALUE], const pdk_value *value, bool for_people)
{
    int size = 0;
    double number = value->as.number;
    switch (value->type) {
    case PDK_BOOL:
        size = snprintf(text, CLI_VALUE, "%s",
                        for_people          ? value->as.boolean ? "yes" : "no"
                        : value->as.boolean ? "true"
                                            : "false");
        break;
    case PDK_INT8:
    case PDK_INT16:
    case PDK_INT32:
    case PDK_INT64: size = snprintf(text, CLI_VALUE, "%lld", (long long)value->as.integer); break;
    case PDK_UINT8:
    case PDK_UINT16:
    case PDK_UINT32:
    case PDK_UINT64: size = snprintf(text, CLI_VALUE, "%llu", (unsigned long long)value->as.natural); break;
    case PDK_FLOAT64:
        if (for_people && isfinite(number)) { /* nine digits are enough for eyes; JSON and CSV have them all */
            bool whole = number == floor(number) && fabs(number) < 1e15;
            size = snprintf(text, CLI_VALUE, whole ? "%.0f" : "%.9g", number);
            break;
        } /* fall through */
    case PDK_FLOAT32: size = (int)pdk_format_number(text, number, value->type); break;
    case PDK_TEXT:
    case PDK_BYTES:
    case PDK_TYPE_NONE: break;
    }
    text[size] = '\0';
    return (size_t)size;
}
