/* Threads take the next piece from a common counter until there is none: pieces may be as uneven as they like. */
#include <stdatomic.h>

#include "base/parallel.h"
#include "base/callback.h"
#include "platform/threads.h"

typedef struct shared_work {
    const pdk_parallel *job;
    _Atomic uint64_t next; /* thing to be taken */
    atomic_bool stop;
} shared_work;

typedef struct worker {
    shared_work *shared;
    size_t number;
    pdk_thread thread;
} worker;

size_t pdk_processors(void)
{
    size_t count = pdk_processor_count();
    return count < PDK_MAX_THREADS ? count : PDK_MAX_THREADS;
}

/* Whether to go on. */
static bool may_go_on(shared_work *shared)
{
    const pdk_parallel *job = shared->job;
    uint64_t taken = atomic_load_explicit(&shared->next, memory_order_relaxed);
    uint64_t done = taken < job->count ? taken : job->count;
    if (pdk_tell_progress(job->progress, job->progress_user, done, job->count)) return true;
    atomic_store_explicit(&shared->stop, true, memory_order_relaxed);
    return false;
}

static void take_pieces(void *argument)
{
    const worker *self = argument;
    shared_work *shared = self->shared;
    const pdk_parallel *job = shared->job;
    bool asks = self->number == 0 && job->progress != NULL, asked = false;
    while (!atomic_load_explicit(&shared->stop, memory_order_relaxed)) {
        uint64_t first = atomic_fetch_add_explicit(&shared->next, job->piece, memory_order_relaxed);
        if (first >= job->count) break;
        uint64_t left = job->count - first;
        job->work(job->user, self->number, first, left < job->piece ? left : job->piece);
        if (!asks) continue;
        asked = true;
        if (!may_go_on(shared)) return;
    }
    if (asks && !asked) may_go_on(shared); /* others were quicker: the caller is asked all the same */
}

bool pdk_parallel_run(const pdk_parallel *job)
{
    if (job->count == 0) return true;
    shared_work shared = { .job = job };
    worker workers[PDK_MAX_THREADS];
    size_t wanted = job->threads != 0 && job->threads < PDK_MAX_THREADS ? job->threads : pdk_processors(), started = 1;
    uint64_t pieces = (job->count - 1) / job->piece + 1;
    if (pieces < wanted) wanted = (size_t)pieces;
    for (; started < wanted; started++) {
        workers[started] = (worker){ .shared = &shared, .number = started };
        if (!pdk_thread_start(&workers[started].thread, take_pieces, &workers[started])) break;
    }
    workers[0] = (worker){ .shared = &shared };
    take_pieces(&workers[0]);
    for (size_t i = 1; i < started; i++) pdk_thread_join(&workers[i].thread);
    return !atomic_load(&shared.stop);
}
