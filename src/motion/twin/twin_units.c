/* Units of stored numbers. */
#include <stdio.h>

#include "twin/twin.h"

static bool is_one(double factor)
{
    return factor == 0 || factor == 1;
}

/* "1/65536", "5.86", "" */
static void write_scale(char buffer[2 * PDK_NUMBER_SIZE], const pdk_field *field)
{
    char multiplier[PDK_NUMBER_SIZE], divisor[PDK_NUMBER_SIZE];
    pdk_format_number(multiplier, is_one(field->multiplier) ? 1 : field->multiplier, PDK_FLOAT64);
    pdk_format_number(divisor, field->divisor, PDK_FLOAT64);
    if (!is_one(field->divisor)) snprintf(buffer, 2 * PDK_NUMBER_SIZE, "%s/%s", multiplier, divisor);
    else if (!is_one(field->multiplier)) snprintf(buffer, 2 * PDK_NUMBER_SIZE, "%s", multiplier);
    else snprintf(buffer, 2 * PDK_NUMBER_SIZE, "%s", field->bias != 0 ? "1" : "");
}

const char *pdk_twin_unit(char buffer[128], const pdk_field *field)
{
    char scale[2 * PDK_NUMBER_SIZE], bias[PDK_NUMBER_SIZE];
    write_scale(scale, field);
    pdk_format_number(bias, field->bias, PDK_FLOAT64);
    const char *unit = field->unit != NULL ? field->unit : "";
    const char *gap = scale[0] != '\0' && unit[0] != '\0' ? " " : "";
    snprintf(buffer, 128, "%s%s%s%s%s", scale, gap, unit, field->bias != 0 ? ", plus " : "",
             field->bias != 0 ? bias : "");
    return buffer;
}
