/* How a channel of a MoTeC log keeps its values as whole numbers. */
#ifndef PADDOCK_LOGGER_LD_NUMBERS_H
#define PADDOCK_LOGGER_LD_NUMBERS_H

#include <stdint.h>

/* value = stored * 10^-decimals + shift; the format's scale and multiplier are 1. */
typedef struct pdk_ld_numbers {
    unsigned sample_class, size; /* bytes */
    int decimals, shift;
    int32_t minimum, maximum; /* stored */
} pdk_ld_numbers;

/* Two bytes where `decimals` fit into them, shifted if need be; otherwise four, with fewer decimals only where even
 * those are not enough. No value is clipped. The values are finite. */
pdk_ld_numbers pdk_ld_numbers_for(const double *values, uint64_t count, int decimals);
int32_t pdk_ld_store(const pdk_ld_numbers *numbers, double value);

#endif
