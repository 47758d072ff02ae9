/* Angles of many vectors at once. */
#ifndef PADDOCK_BASE_ANGLE_H
#define PADDOCK_BASE_ANGLE_H

#include <stddef.h>

/* angles[i] = atan2(y[i], x[i]) of finite numbers, with an error below 1.5 units in the last place: the same bits on
 * every machine, and several at a time. A zero of either sign counts as +0 in x. `angles` is neither of the other
 * arrays. */
void pdk_angles(const double *y, const double *x, size_t count, double *restrict angles);

#endif
