/* Memory that fails: an allocator that counts its calls, refuses some, and knows what was not freed. For any thread. */
#ifndef PADDOCK_TESTS_FAILING_H
#define PADDOCK_TESTS_FAILING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "paddock/paddock.h"

typedef struct failing {
    atomic_size_t calls; /* so far */
    atomic_size_t live;  /* blocks that are out, ... */
    atomic_size_t bytes; /*   ... and their size, by what the calls say about it */
    size_t fail_at;      /* the call that is refused; the first is 1, 0 is none */
    bool for_good;       /* and all after it */
} failing;

pdk_allocator failing_allocator(failing *memory);

/* From here on so many calls succeed, and then none. */
void fail_after(failing *memory, size_t calls);
/* From here on none fails. */
void fail_never(failing *memory);

/* Sweeps that make call 1, 2, 3 ... fail: the call that fails next. Every one up to `dense`, then ever fewer: what
 * comes thousands of times comes again and again. With PADDOCK_SWEEP=N in the environment only every Nth after the
 * first ten, for runs in a hurry. */
size_t next_to_fail(size_t fail_at, size_t dense);
/* So many of a whole sweep's failures are to be expected at least. */
size_t failures_of(size_t whole);

#endif
