/* How much of a long test is run. */
#ifndef PADDOCK_TESTS_SWEEP_STRIDE_H
#define PADDOCK_TESTS_SWEEP_STRIDE_H

#include <stddef.h>

/* N of PADDOCK_SWEEP=N: of many like cases every Nth is tried, for runs in a hurry. Else 1. */
size_t sweep_stride(void);

#endif
