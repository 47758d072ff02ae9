/* Two numbers become the place of a cell on a curve that fills space: their bits take turns. */
#ifndef PADDOCK_SURFACE_SPREAD_BITS_H
#define PADDOCK_SURFACE_SPREAD_BITS_H

#include <stdint.h>

/* Bits of a number below 65536, one apart. */
static inline uint64_t pdk_spread_bits(uint64_t number)
{
    number = (number | number << 8) & 0xFF00FF;
    number = (number | number << 4) & 0xF0F0F0F;
    number = (number | number << 2) & 0x33333333;
    return (number | number << 1) & 0x55555555;
}

#endif
