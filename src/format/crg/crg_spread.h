/* The direction in which places are spread most, seen from above. */
#ifndef PADDOCK_FORMAT_CRG_CRG_SPREAD_H
#define PADDOCK_FORMAT_CRG_CRG_SPREAD_H

#include "base/trigonometry.h"

/* Sums over places; these are from one of them, as sums of large numbers lose digits. */
typedef struct pdk_crg_spread {
    double count, x, y, xx, xy, yy;
} pdk_crg_spread;

static inline void pdk_crg_spread_add(pdk_crg_spread *spread, double x, double y)
{
    spread->count++;
    spread->x += x;
    spread->y += y;
    spread->xx += x * x;
    spread->xy += x * y;
    spread->yy += y * y;
}

/* rad, anticlockwise from x; 0 without a place. */
static inline double pdk_crg_spread_heading(const pdk_crg_spread *spread)
{
    double count = spread->count, x = spread->x, y = spread->y;
    if (!(count > 0)) return 0;
    return pdk_atan2(2 * (spread->xy - x * y / count), spread->xx - x * x / count - (spread->yy - y * y / count)) / 2;
}

#endif
