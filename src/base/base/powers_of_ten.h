/* The powers of ten a double can need, to 128 bits. */
#ifndef PADDOCK_BASE_POWERS_OF_TEN_H
#define PADDOCK_BASE_POWERS_OF_TEN_H

#include <stdint.h>

typedef struct pdk_power_of_ten {
    uint64_t high, low;
} pdk_power_of_ten;

enum { PDK_POWER_FIRST = -292, PDK_POWER_LAST = 324 };

/* [k - PDK_POWER_FIRST] is 10^k * 2^(127 - floor(log2(10^k))), rounded up. */
extern const pdk_power_of_ten pdk_powers_of_ten[PDK_POWER_LAST - PDK_POWER_FIRST + 1];

#endif
