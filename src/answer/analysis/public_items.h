/* Laps, results and incidents as the public header has them, made from the structs that answers work with: neither
 * freezes the other. */
#ifndef PADDOCK_ANALYSIS_PUBLIC_ITEMS_H
#define PADDOCK_ANALYSIS_PUBLIC_ITEMS_H

#include "base/memory.h"

typedef struct pdk_public_struct pdk_public_struct;

extern const pdk_public_struct pdk_public_laps;      /* pdk_driven_lap -> pdk_lap */
extern const pdk_public_struct pdk_public_results;   /* pdk_race_result -> pdk_result */
extern const pdk_public_struct pdk_public_incidents; /* pdk_found_incident -> pdk_incident */
extern const pdk_public_struct pdk_public_parties;   /* pdk_found_party -> pdk_incident_party */

/* `count` public structs from as many working ones, in `memory`. NULL when memory runs out. */
void *pdk_publish(const pdk_public_struct *type, const void *items, size_t count, pdk_memory *memory);

#endif
