/* The tyres of a car as one text. */
#ifndef PADDOCK_MODEL_COMPOUND_H
#define PADDOCK_MODEL_COMPOUND_H

#include "base/memory.h"
#include "paddock/core.h"

/* Compounds of front left, front right, rear left, rear right: "road super" where all are the same, "1/0" where only
 * those of an axle are, else all four. Kept in `memory`; data NULL where one is missing. False when out of memory. */
bool pdk_compound_text(pdk_memory *memory, const pdk_text wheels[4], pdk_text *compound);

#endif
