/* What is within bounds, by the C library alone. */
#ifndef PADDOCK_TESTS_BOUNDS_LOOK_H
#define PADDOCK_TESTS_BOUNDS_LOOK_H

#include "paddock/paddock.h"

/* The decimals that a float is written with: the fewest that read back as it. */
double decimals_of(float value);
/* A value and its decimals: the same except for floats. */
bool is_within(double exact, double text, const pdk_column_bounds *bounds);

#endif
