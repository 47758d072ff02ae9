/* Slots go round a ring: whoever makes takes the next piece once the slot of that number is free, and the caller's
 * thread empties the slots in turn. */
#include <pthread.h>

#include "base/pipeline.h"
#include "base/parallel.h"

enum { MOST_SLOTS = 2 * PDK_MOST_THREADS };

typedef struct ring {
    const pdk_pipeline *job;
    size_t slots;
    pthread_t threads[PDK_MOST_THREADS];
    size_t thread_count;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t some_ready, some_free;
    bool ready[MOST_SLOTS];
    uint64_t next;    /* piece to be made */
    uint64_t awaited; /* the one the caller waits for, or last did */
    uint64_t taken;   /* pieces done with: the slots behind them are free */
    bool stop;
} ring;

static void *make_pieces(void *user)
{
    ring *all = user;
    pthread_mutex_lock(&all->lock);
    while (!all->stop && all->next < all->job->count) {
        if (all->next >= all->taken + all->slots) {
            pthread_cond_wait(&all->some_free, &all->lock);
            continue;
        }
        uint64_t piece = all->next++;
        pthread_mutex_unlock(&all->lock);
        all->job->make(all->job->user, piece % all->slots, piece);
        pthread_mutex_lock(&all->lock);
        all->ready[piece % all->slots] = true;
        if (piece == all->awaited) pthread_cond_signal(&all->some_ready);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

/* As many as the system gives us; none is fine too. */
static void start(ring *all)
{
    const pdk_pipeline *job = all->job;
    size_t wanted = job->threads < PDK_MOST_THREADS ? job->threads : PDK_MOST_THREADS;
    if (wanted > job->count) wanted = (size_t)job->count;
    while (all->thread_count < wanted &&
           pthread_create(&all->threads[all->thread_count], NULL, make_pieces, all) == 0) {
        all->thread_count++;
    }
}

static void finish(ring *all)
{
    pthread_mutex_lock(&all->lock);
    all->stop = true;
    pthread_cond_broadcast(&all->some_free);
    pthread_mutex_unlock(&all->lock);
    for (size_t i = 0; i < all->thread_count; i++) pthread_join(all->threads[i], NULL);
}

static void await_piece(ring *all, uint64_t piece)
{
    if (all->thread_count == 0) {
        all->job->make(all->job->user, piece % all->slots, piece);
        return;
    }
    pthread_mutex_lock(&all->lock);
    all->awaited = piece;
    while (!all->ready[piece % all->slots]) pthread_cond_wait(&all->some_ready, &all->lock);
    pthread_mutex_unlock(&all->lock);
}

static void free_piece(ring *all, uint64_t piece)
{
    pthread_mutex_lock(&all->lock);
    all->ready[piece % all->slots] = false;
    all->taken = piece + 1;
    pthread_mutex_unlock(&all->lock);
    pthread_cond_signal(&all->some_free); /* one slot: work for one */
}

bool pdk_pipeline_run(const pdk_pipeline *job)
{
    ring all = { .job = job, .slots = job->slots < MOST_SLOTS ? job->slots : MOST_SLOTS };
    bool good = true;
    pthread_mutex_init(&all.lock, NULL);
    pthread_cond_init(&all.some_ready, NULL);
    pthread_cond_init(&all.some_free, NULL);
    start(&all);
    for (uint64_t piece = 0; piece < job->count && good; piece++) {
        await_piece(&all, piece);
        good = job->take(job->user, piece % all.slots, piece);
        free_piece(&all, piece);
    }
    finish(&all);
    pthread_cond_destroy(&all.some_free);
    pthread_cond_destroy(&all.some_ready);
    pthread_mutex_destroy(&all.lock);
    return good;
}
