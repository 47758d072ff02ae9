/* Names of the kinds of rulings. */
#include "paddock/rulings.h"

const char *pdk_ruling_kind_name(pdk_ruling_kind kind)
{
    static const char *const names[] = { "",           "time",        "laps",      "positions", "points",
                                         "disqualify", "lap_invalid", "lap_valid", "note" };
    return (size_t)kind < sizeof names / sizeof names[0] ? names[kind] : "";
}
