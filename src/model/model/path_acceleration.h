/* Accelerations from how speed and course change. */
#ifndef PADDOCK_MODEL_PATH_ACCELERATION_H
#define PADDOCK_MODEL_PATH_ACCELERATION_H

#include <stdint.h>

/* Of a car at `count` places x, y (m, z up) that follow each other `rate` times a second, with its speeds (m/s), all in
 * g: forward, and to the left. A change is taken over 0.2 s. NaN where one of the values that it needs is NaN. */
void pdk_path_accelerations(const double *speeds, const double *x, const double *y, uint64_t count, double rate,
                            double *forward, double *left);

#endif
