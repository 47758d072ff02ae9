/* Units beside stored numbers. */
#include <stdio.h>

#include "twin/twin.h"

static bool is_one(double factor)
{
    return factor == 0 || factor == 1;
}

/* "1/65536", "5.86", "" */
static void write_scale(char room[2 * PDK_NUMBER_ROOM], const pdk_field *field)
{
    char multiplier[PDK_NUMBER_ROOM], divisor[PDK_NUMBER_ROOM];
    pdk_format_number(multiplier, is_one(field->multiplier) ? 1 : field->multiplier, PDK_FLOAT64);
    pdk_format_number(divisor, field->divisor, PDK_FLOAT64);
    if (!is_one(field->divisor)) snprintf(room, 2 * PDK_NUMBER_ROOM, "%s/%s", multiplier, divisor);
    else if (!is_one(field->multiplier)) snprintf(room, 2 * PDK_NUMBER_ROOM, "%s", multiplier);
    else snprintf(room, 2 * PDK_NUMBER_ROOM, "%s", field->bias != 0 ? "1" : "");
}

const char *pdk_twin_unit(char room[128], const pdk_field *field)
{
    char scale[2 * PDK_NUMBER_ROOM], bias[PDK_NUMBER_ROOM];
    write_scale(scale, field);
    pdk_format_number(bias, field->bias, PDK_FLOAT64);
    const char *unit = field->unit != NULL ? field->unit : "";
    const char *gap = scale[0] != '\0' && unit[0] != '\0' ? " " : "";
    snprintf(room, 128, "%s%s%s%s%s", scale, gap, unit, field->bias != 0 ? ", plus " : "",
             field->bias != 0 ? bias : "");
    return room;
}
