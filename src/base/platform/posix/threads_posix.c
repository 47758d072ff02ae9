#define _GNU_SOURCE /* sched_getaffinity */
#include "platform/threads.h"

#include <pthread.h>
#include <sched.h>

/* Of a worker: what the system gives differs from 128 KiB (musl) over what `ulimit -s` says (glibc) to 8 MiB. No
 * function of ours takes more than 32 KiB (cmake/flags.cmake); instrumented ones take several times as much. */
enum { STACK_SIZE = 1 << 20 };

/* What a pdk_thread holds. It stays in place until it is joined, so the thread may read it. */
typedef struct started {
    pthread_t thread;
    void (*run)(void *user);
    void *user;
} started;

_Static_assert(sizeof(pthread_mutex_t) <= sizeof(pdk_mutex), "a mutex fits");
_Static_assert(sizeof(pthread_cond_t) <= sizeof(pdk_condition), "a condition fits");
_Static_assert(sizeof(started) <= sizeof(pdk_thread), "a thread fits");

static pthread_mutex_t *mutex_of(pdk_mutex *mutex)
{
    return (pthread_mutex_t *)(void *)mutex->room;
}

static pthread_cond_t *condition_of(pdk_condition *condition)
{
    return (pthread_cond_t *)(void *)condition->room;
}

void pdk_mutex_init(pdk_mutex *mutex)
{
    pthread_mutex_init(mutex_of(mutex), NULL);
}

void pdk_mutex_lock(pdk_mutex *mutex)
{
    pthread_mutex_lock(mutex_of(mutex));
}

bool pdk_mutex_try_lock(pdk_mutex *mutex)
{
    return pthread_mutex_trylock(mutex_of(mutex)) == 0;
}

void pdk_mutex_unlock(pdk_mutex *mutex)
{
    pthread_mutex_unlock(mutex_of(mutex));
}

void pdk_mutex_destroy(pdk_mutex *mutex)
{
    pthread_mutex_destroy(mutex_of(mutex));
}

void pdk_condition_init(pdk_condition *condition)
{
    pthread_cond_init(condition_of(condition), NULL);
}

void pdk_condition_wait(pdk_condition *condition, pdk_mutex *mutex)
{
    pthread_cond_wait(condition_of(condition), mutex_of(mutex));
}

void pdk_condition_signal(pdk_condition *condition)
{
    pthread_cond_signal(condition_of(condition));
}

void pdk_condition_broadcast(pdk_condition *condition)
{
    pthread_cond_broadcast(condition_of(condition));
}

void pdk_condition_destroy(pdk_condition *condition)
{
    pthread_cond_destroy(condition_of(condition));
}

static void *run_thread(void *argument)
{
    const started *own = argument;
    own->run(own->user);
    return NULL;
}

bool pdk_thread_start(pdk_thread *thread, void (*run)(void *user), void *user)
{
    started *own = (started *)(void *)thread->room;
    *own = (started){ .run = run, .user = user };
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    bool runs = pthread_attr_setstacksize(&attributes, STACK_SIZE) == 0 &&
                pthread_create(&own->thread, &attributes, run_thread, own) == 0;
    pthread_attr_destroy(&attributes);
    return runs;
}

void pdk_thread_join(pdk_thread *thread)
{
    const started *own = (const started *)(const void *)thread->room;
    pthread_join(own->thread, NULL);
}

size_t pdk_processor_count(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 1 ? (size_t)count : 1;
}
