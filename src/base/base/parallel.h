/* Work in pieces on all processors: the pieces are numbered, each is done once, in any order, by any thread. */
#ifndef PADDOCK_BASE_PARALLEL_H
#define PADDOCK_BASE_PARALLEL_H

#include "base/error.h"

/* What is to be done. `work` gets the number of its thread (0 .. threads-1, so that each can have its own memory) and
 * its share of the `count` things. */
typedef struct pdk_parallel {
    uint64_t count; /* of things */
    uint64_t piece; /* things at a time, at least 1: worth some 10 microseconds or more */
    size_t threads; /* at most; 0 = pdk_processors() */
    void (*work)(void *user, size_t thread, uint64_t first, uint64_t count);
    void *user;
    pdk_progress progress; /* in things; called on the caller's thread only, at least once; NULL = none */
    void *progress_user;
} pdk_parallel;

enum { PDK_MAX_THREADS = 64 };

/* Processors this process may use, 1 .. PDK_MAX_THREADS. */
size_t pdk_processors(void);
/* Returns when all is done. The caller's thread works too, so the work is done even where no thread can be started.
 * False when the progress callback said stop: the rest has not been done. */
bool pdk_parallel_run(const pdk_parallel *job);

#endif
