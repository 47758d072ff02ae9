#include "base/callback.h"

#include "base/allocator.h"

/* What a thread is in the middle of. Its address is the thread's name. */
static _Thread_local struct {
    unsigned callbacks, allocators; /* of the caller, that run */
    unsigned locks;                 /* that it owns */
    const pdk_reporting *reporting; /* the innermost */
} here;

atomic_uint pdk_callbacks_running;

void pdk_callback_enter(void)
{
    here.callbacks++;
    atomic_fetch_add_explicit(&pdk_callbacks_running, 1, memory_order_relaxed);
}

void pdk_callback_leave(void)
{
    atomic_fetch_sub_explicit(&pdk_callbacks_running, 1, memory_order_relaxed);
    here.callbacks--;
}

pdk_callback_scope pdk_callback_here(void)
{
    return (pdk_callback_scope){ &here, here.callbacks };
}

bool pdk_tell_progress(pdk_progress progress, void *user, uint64_t done, uint64_t total)
{
    if (progress == NULL) return true;
    pdk_callback_enter();
    bool wanted = progress(user, done, total);
    pdk_callback_leave();
    return wanted;
}

bool pdk_tell_finding(pdk_finding_handler handler, void *user, const pdk_finding *finding)
{
    pdk_callback_enter();
    bool wanted = handler(user, finding);
    pdk_callback_leave();
    return wanted;
}

/* ------------------------------------------------------------------------------------------------ refusing */

pdk_status pdk_fail_reentered(pdk_error *error, const char *what)
{
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "callback.reentered",
                    "%s cannot be used inside a callback of the call that is using it", what);
}

bool pdk_in_allocator(void)
{
    return here.allocators > 0;
}

pdk_status pdk_refuse_in_allocator(pdk_error *error, const char *what)
{
    if (!pdk_in_allocator()) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "callback.reentered",
                    "%s cannot be asked for inside a function of an allocator", what);
}

/* ------------------------------------------------------------------------------------------------- allocators */

static void enter_allocator(void)
{
    pdk_callback_enter();
    here.allocators++;
}

static void leave_allocator(void)
{
    here.allocators--;
    pdk_callback_leave();
}

void *pdk_allocator_take(const pdk_allocator *allocator, size_t size)
{
    if (pdk_allocator_is_libc(allocator)) return allocator->allocate(allocator->user, size);
    enter_allocator();
    void *block = allocator->allocate(allocator->user, size);
    leave_allocator();
    return block;
}

void *pdk_allocator_resize(const pdk_allocator *allocator, void *block, size_t old_size, size_t new_size)
{
    if (pdk_allocator_is_libc(allocator)) return allocator->reallocate(allocator->user, block, old_size, new_size);
    enter_allocator();
    void *moved = allocator->reallocate(allocator->user, block, old_size, new_size);
    leave_allocator();
    return moved;
}

void pdk_allocator_give_back(const pdk_allocator *allocator, void *block, size_t size)
{
    if (pdk_allocator_is_libc(allocator)) {
        allocator->release(allocator->user, block, size);
        return;
    }
    enter_allocator();
    allocator->release(allocator->user, block, size);
    leave_allocator();
}

/* ------------------------------------------------------------------------------------------------------ locks */

void pdk_owned_lock_init(pdk_owned_lock *lock)
{
    pdk_mutex_init(&lock->mutex);
    atomic_init(&lock->owner, NULL);
}

void pdk_owned_lock_destroy(pdk_owned_lock *lock)
{
    pdk_mutex_destroy(&lock->mutex);
}

/* Only this thread writes its own name there, so a stale value is never mistaken for it. */
bool pdk_owns_lock(const pdk_owned_lock *lock)
{
    return atomic_load_explicit(&lock->owner, memory_order_relaxed) == &here;
}

bool pdk_may_wait(void)
{
    return here.callbacks == 0 || here.locks == 0;
}

pdk_status pdk_own_lock(pdk_owned_lock *lock, const char *what, pdk_error *error)
{
    return pdk_own_next_lock(lock, pdk_may_wait(), what, error);
}

pdk_status pdk_own_next_lock(pdk_owned_lock *lock, bool waits, const char *what, pdk_error *error)
{
    pdk_status status = pdk_refuse_in_allocator(error, what);
    if (status != PDK_OK) return status;
    if (pdk_owns_lock(lock)) return pdk_fail_reentered(error, what);
    if (waits) {
        pdk_mutex_lock(&lock->mutex);
    } else if (!pdk_mutex_try_lock(&lock->mutex)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "callback.busy",
                        "another thread is computing %s; ask again when this callback has returned", what);
    }
    atomic_store_explicit(&lock->owner, &here, memory_order_relaxed);
    here.locks++;
    return PDK_OK;
}

void pdk_own_unlock(pdk_owned_lock *lock)
{
    here.locks--;
    atomic_store_explicit(&lock->owner, NULL, memory_order_relaxed);
    pdk_mutex_unlock(&lock->mutex);
}

/* -------------------------------------------------------------------------------------------------- reporting */

bool pdk_reporting_begin(pdk_reporting *reporting, const void *subject)
{
    for (const pdk_reporting *outer = here.reporting; outer != NULL; outer = outer->outer) {
        if (outer->subject == subject) return false;
    }
    *reporting = (pdk_reporting){ here.reporting, subject };
    here.reporting = reporting;
    return true;
}

void pdk_reporting_end(const pdk_reporting *reporting)
{
    here.reporting = reporting->outer;
}
