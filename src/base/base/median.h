/* The middle of numbers. */
#ifndef PADDOCK_BASE_MEDIAN_H
#define PADDOCK_BASE_MEDIAN_H

#include <stddef.h>

/* The median: of an even count the mean of the two in the middle. Puts the numbers, of which none is NaN, into another
 * order. NaN of none. */
double pdk_median(double *numbers, size_t count);

#endif
