/* Calls of the caller's functions: progress, handlers, filters, sources, allocators.
 *
 * A thread knows how deep it is in them, so that what must not be asked for inside is refused: to write into the output
 * that a call further out is writing (io/output.c), to wait for what this thread itself is computing (pdk_own_lock),
 * and in an allocator nearly everything. */
#ifndef PADDOCK_BASE_CALLBACK_H
#define PADDOCK_BASE_CALLBACK_H

#include <stdatomic.h>

#include "base/error.h"
#include "platform/threads.h"

/* Around each call of a function that the caller gave. */
void pdk_callback_enter(void);
void pdk_callback_leave(void);
/* Does any run, on any thread? Nearly always none does, which is found out faster than what a thread is in. */
extern atomic_uint pdk_callbacks_running;
static inline bool pdk_callback_runs(void)
{
    return atomic_load_explicit(&pdk_callbacks_running, memory_order_relaxed) > 0;
}

/* Reports progress; true = continue. The function may be NULL. */
bool pdk_tell_progress(pdk_progress progress, void *user, uint64_t done, uint64_t total);
/* Gives a finding or note to its handler (not NULL). */
bool pdk_tell_finding(pdk_finding_handler handler, void *user, const pdk_finding *finding);

/* Which thread this is, and how deep in callbacks: what a call that holds an output compares (io/output.c). */
typedef struct pdk_callback_scope {
    const void *thread;
    unsigned depth;
} pdk_callback_scope;

pdk_callback_scope pdk_callback_here(void);
static inline bool pdk_callback_is_here(const pdk_callback_scope *scope)
{
    pdk_callback_scope now = pdk_callback_here();
    return now.thread == scope->thread && now.depth == scope->depth;
}

/* PDK_E_ARGUMENT, "callback.reentered": `what` cannot be done inside this callback. */
pdk_status pdk_fail_reentered(pdk_error *error, const char *what);

/* Does a function of an allocator run on this thread? Closing calls do nothing then. */
bool pdk_in_allocator(void);
/* PDK_OK, or pdk_fail_reentered inside an allocator. */
pdk_status pdk_refuse_in_allocator(pdk_error *error, const char *what);

/* How many hold what somebody made: its maker until it is closed, and each call that works on it. */
static inline bool pdk_leaves_last(atomic_size_t *holders)
{
    return atomic_fetch_sub_explicit(holders, 1, memory_order_acq_rel) == 1;
}

/* A lock that is held while the caller's functions are called. */
typedef struct pdk_owned_lock {
    pdk_mutex mutex;
    _Atomic(const void *) owner; /* the thread that holds it; NULL = none */
} pdk_owned_lock;

void pdk_owned_lock_init(pdk_owned_lock *lock);
void pdk_owned_lock_destroy(pdk_owned_lock *lock);
/* Waits for it. Fails with "callback.reentered" where this thread has it already, or is in an allocator; and with
 * "callback.busy" where another thread has it and this one is in a callback of a call that has another such lock: the
 * two might wait for each other forever. `what` is what is computed under it. */
pdk_status pdk_own_lock(pdk_owned_lock *lock, const char *what, pdk_error *error);
/* The same for one of several locks that all who work take in one order, the first of them by a thread that may wait:
 * so may it for the others. */
bool pdk_may_wait(void);
pdk_status pdk_own_next_lock(pdk_owned_lock *lock, bool waits, const char *what, pdk_error *error);
void pdk_own_unlock(pdk_owned_lock *lock);
/* Has this thread got it? */
bool pdk_owns_lock(const pdk_owned_lock *lock);

/* What a document reports by itself (the progress of its open options) is not reported to a function that is running
 * because of it: a callback may ask for work that reports, without end. */
typedef struct pdk_reporting {
    const struct pdk_reporting *outer;
    const void *subject;
} pdk_reporting;

/* False where this thread reports about the subject already. If true, pdk_reporting_end follows. */
bool pdk_reporting_begin(pdk_reporting *reporting, const void *subject);
void pdk_reporting_end(const pdk_reporting *reporting);

#endif
