/* The middle of numbers, and how far they are from it. */
#ifndef PADDOCK_BASE_MEDIAN_H
#define PADDOCK_BASE_MEDIAN_H

#include <stddef.h>

/* The median: of an even count the mean of the two in the middle. Puts the numbers, of which none is NaN, into another
 * order. NaN of none. */
double pdk_median(double *numbers, size_t count);
/* The standard deviation of all of them (of the population). NaN of none. */
double pdk_deviation(const double *numbers, size_t count);

#endif
