#include "bounds_look.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double decimals_of(float value)
{
    char text[64];
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value) break;
    }
    return strtod(text, NULL);
}

bool is_within(double exact, double text, const pdk_column_bounds *bounds)
{
    if (isnan(exact) || isnan(bounds->from) || isnan(bounds->to)) return false;
    bool after = bounds->without_from ? exact > bounds->from && text > bounds->from
                                      : exact >= bounds->from || text >= bounds->from;
    bool before =
        bounds->without_to ? exact < bounds->to && text < bounds->to : exact <= bounds->to || text <= bounds->to;
    return after && before;
}
