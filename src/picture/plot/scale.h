/* From values to tenths of pixels. */
#ifndef PADDOCK_PLOT_SCALE_H
#define PADDOCK_PLOT_SCALE_H

#include <stdint.h>

/* low is drawn at `from`, high at `to`; low < high (pdk_range_widen). */
typedef struct pdk_scale {
    double low, high;
    int32_t from, to;
} pdk_scale;

/* Of finite values; what is far out stays where sums of places cannot overflow. */
static inline int32_t pdk_scale_at(const pdk_scale *scale, double value)
{
    const double far = 1e7;
    double place =
        (value / 2 - scale->low / 2) / (scale->high / 2 - scale->low / 2) * ((double)scale->to - (double)scale->from) +
        (double)scale->from;
    if (!(place > -far)) place = -far;
    if (place > far) place = far;
    return (int32_t)(place < 0 ? place - 0.5 : place + 0.5);
}

#endif
