/* Pieces made on all processors and taken in order: the output is the same as that of one thread. */
#ifndef PADDOCK_BASE_PIPELINE_H
#define PADDOCK_BASE_PIPELINE_H

#include "base/error.h"

typedef struct pdk_pipeline {
    uint64_t count; /* of pieces */
    size_t threads; /* that make them; 0 = the caller does it all. More than there are pieces are not started */
    size_t slots;   /* pieces there is room for at one time, at least 1 */
    void (*make)(void *user, size_t slot, uint64_t piece); /* on any thread; never two at once in a slot */
    bool (*take)(void *user, size_t slot, uint64_t piece); /* on the caller's, in order; false = that was enough */
    void *user;
} pdk_pipeline;

/* Returns when everything was taken, or once `take` said enough. Where no thread can be had the caller's makes the
 * pieces. */
bool pdk_pipeline_run(const pdk_pipeline *job);

#endif
