#include "plot/driver_name.h"

#include <stdio.h>
#include <string.h>

#include "plot/draw_list.h"

void pdk_draw_driver(char *to, size_t size, pdk_text name, uint64_t slot, bool repeats)
{
    char number[32] = "";
    if (repeats) snprintf(number, sizeof number, " (%llu)", (unsigned long long)slot);
    pdk_draw_clean(to, size - strlen(number), name.data != NULL ? name.data : "", name.size);
    if (strspn(to, " ") == strlen(to)) snprintf(to, size, "car %llu", (unsigned long long)slot);
    else strcat(to, number);
}
