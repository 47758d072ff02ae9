/* Memory that fails: an allocator that counts its calls, refuses some, and knows what was not given back. For any
 * thread. */
#ifndef PADDOCK_TESTS_FAILING_H
#define PADDOCK_TESTS_FAILING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "paddock/paddock.h"

typedef struct failing {
    atomic_size_t calls; /* so far */
    atomic_size_t live;  /* blocks that are out, ... */
    atomic_size_t bytes; /*   ... and their size, by what the calls say of it */
    size_t fail_at;      /* the call that is refused; the first is 1, 0 is none */
    bool for_good;       /* and all after it */
} failing;

pdk_allocator failing_allocator(failing *memory);

/* From here on so many calls succeed, and then none. */
void fail_after(failing *memory, size_t calls);
/* From here on none fails. */
void fail_never(failing *memory);

#endif
