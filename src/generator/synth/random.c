/* Repeatable random numbers (splitmix64: Steele, Lea and Flood, 2014). */
#include "synth/sim.h"

uint64_t pdk_random_next(pdk_random *random)
{
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

double pdk_random_unit(pdk_random *random)
{
    return (double)(pdk_random_next(random) >> 11) * 0x1p-53;
}

double pdk_random_between(pdk_random *random, double low, double high)
{
    return low + (high - low) * pdk_random_unit(random);
}
