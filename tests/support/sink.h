/* Outputs that fail, and progress that stops. */
#ifndef PADDOCK_TESTS_SINK_H
#define PADDOCK_TESTS_SINK_H

#include "support.h"

/* Takes what is written, and fails at one write. */
typedef struct sink {
    size_t calls, fail_at; /* the first is 1, 0 is none */
} sink;
pdk_status sink_write(void *user, const void *data, size_t size);
/* Fails always. */
pdk_status refuse_write(void *user, const void *data, size_t size);

/* Progress that is stopped at once; `user`, where there is one, is an int that counts the calls. */
bool stop_at_once(void *user, uint64_t done, uint64_t total);
/* The same when the int at `user`, counted down by each call, is 0. */
bool stop_later(void *user, uint64_t done, uint64_t total);

#endif
