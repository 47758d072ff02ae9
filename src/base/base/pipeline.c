/* Slots go round a ring: a thread that makes pieces takes the next one once the slot of that number is free, and the
 * caller's thread empties the slots in turn. */

#include "base/pipeline.h"
#include "base/parallel.h"
#include "platform/threads.h"

enum { MAX_SLOTS = 2 * PDK_MAX_THREADS };

typedef struct ring {
    const pdk_pipeline *job;
    size_t slots;
    pdk_thread threads[PDK_MAX_THREADS];
    size_t thread_count;
    pdk_mutex lock; /* guards what follows */
    pdk_condition some_ready, some_free;
    bool ready[MAX_SLOTS];
    uint64_t next;    /* piece to be made */
    uint64_t awaited; /* the one the caller waits for, or last did */
    uint64_t taken;   /* pieces that are finished: their slots are free */
    bool stop;
} ring;

static void make_pieces(void *user)
{
    ring *all = user;
    pdk_mutex_lock(&all->lock);
    while (!all->stop && all->next < all->job->count) {
        if (all->next >= all->taken + all->slots) {
            pdk_condition_wait(&all->some_free, &all->lock);
            continue;
        }
        uint64_t piece = all->next++;
        pdk_mutex_unlock(&all->lock);
        all->job->make(all->job->user, piece % all->slots, piece);
        pdk_mutex_lock(&all->lock);
        all->ready[piece % all->slots] = true;
        if (piece == all->awaited) pdk_condition_signal(&all->some_ready);
    }
    pdk_mutex_unlock(&all->lock);
}

/* As many as the system gives us; none is fine too. */
static void start(ring *all)
{
    const pdk_pipeline *job = all->job;
    size_t wanted = job->threads < PDK_MAX_THREADS ? job->threads : PDK_MAX_THREADS;
    if (wanted > job->count) wanted = (size_t)job->count;
    while (all->thread_count < wanted && pdk_thread_start(&all->threads[all->thread_count], make_pieces, all)) {
        all->thread_count++;
    }
}

static void finish(ring *all)
{
    pdk_mutex_lock(&all->lock);
    all->stop = true;
    pdk_condition_broadcast(&all->some_free);
    pdk_mutex_unlock(&all->lock);
    for (size_t i = 0; i < all->thread_count; i++) pdk_thread_join(&all->threads[i]);
}

static void await_piece(ring *all, uint64_t piece)
{
    if (all->thread_count == 0) {
        all->job->make(all->job->user, piece % all->slots, piece);
        return;
    }
    pdk_mutex_lock(&all->lock);
    all->awaited = piece;
    while (!all->ready[piece % all->slots]) pdk_condition_wait(&all->some_ready, &all->lock);
    pdk_mutex_unlock(&all->lock);
}

static void free_piece(ring *all, uint64_t piece)
{
    pdk_mutex_lock(&all->lock);
    all->ready[piece % all->slots] = false;
    all->taken = piece + 1;
    pdk_mutex_unlock(&all->lock);
    pdk_condition_signal(&all->some_free); /* one slot: work for one */
}

bool pdk_pipeline_run(const pdk_pipeline *job)
{
    ring all = { .job = job, .slots = job->slots < MAX_SLOTS ? job->slots : MAX_SLOTS };
    bool good = true;
    pdk_mutex_init(&all.lock);
    pdk_condition_init(&all.some_ready);
    pdk_condition_init(&all.some_free);
    start(&all);
    for (uint64_t piece = 0; piece < job->count && good; piece++) {
        await_piece(&all, piece);
        good = job->take(job->user, piece % all.slots, piece);
        free_piece(&all, piece);
    }
    finish(&all);
    pdk_condition_destroy(&all.some_free);
    pdk_condition_destroy(&all.some_ready);
    pdk_mutex_destroy(&all.lock);
    return good;
}
