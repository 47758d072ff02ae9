/* Numbers found again: a hash table from 64 bits to 32, for keys that a file chose. */
#ifndef PADDOCK_ANALYSIS_INCIDENT_NUMBER_MAP_H
#define PADDOCK_ANALYSIS_INCIDENT_NUMBER_MAP_H

#include "base/memory.h"

#define PDK_NUMBER_NONE UINT32_MAX

typedef struct pdk_number_map {
    pdk_memory *memory;
    uint64_t *keys;
    uint32_t *values; /* PDK_NUMBER_NONE = a free place */
    size_t places, used;
} pdk_number_map;

/* The value of a key, `fresh` (not PDK_NUMBER_NONE) where the key is new. NULL when out of memory. The pointer is good
 * until the next call. */
uint32_t *pdk_number_map_at(pdk_number_map *map, uint64_t key, uint32_t fresh);
/* The value of a key; PDK_NUMBER_NONE where there is none. */
uint32_t pdk_number_map_find(const pdk_number_map *map, uint64_t key);

/* Spreads the bits of a number over all of a number. */
static inline uint64_t pdk_number_mix(uint64_t number)
{
    number = (number ^ (number >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    number = (number ^ (number >> 27)) * UINT64_C(0x94D049BB133111EB);
    return number ^ (number >> 31);
}

#endif
