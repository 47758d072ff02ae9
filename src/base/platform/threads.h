/* Threads, locks, conditions, processors. */
#ifndef PADDOCK_PLATFORM_THREADS_H
#define PADDOCK_PLATFORM_THREADS_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>

/* Room for what the system has; its side checks that it is enough. They stay where they were initialised. */
typedef struct pdk_mutex {
    alignas(16) unsigned char room[64];
} pdk_mutex;
typedef struct pdk_condition {
    alignas(16) unsigned char room[64];
} pdk_condition;
typedef struct pdk_thread {
    alignas(16) unsigned char room[32];
} pdk_thread;

void pdk_mutex_init(pdk_mutex *mutex);
void pdk_mutex_lock(pdk_mutex *mutex);
/* False where somebody has it: does not wait. */
bool pdk_mutex_try_lock(pdk_mutex *mutex);
void pdk_mutex_unlock(pdk_mutex *mutex);
void pdk_mutex_destroy(pdk_mutex *mutex);

void pdk_condition_init(pdk_condition *condition);
/* Unlocks the mutex, waits, and locks it again; may also return without a signal. */
void pdk_condition_wait(pdk_condition *condition, pdk_mutex *mutex);
void pdk_condition_signal(pdk_condition *condition);
void pdk_condition_broadcast(pdk_condition *condition);
void pdk_condition_destroy(pdk_condition *condition);

/* False when the system has no thread to give: the caller does the work itself. A thread that was started is joined. */
bool pdk_thread_start(pdk_thread *thread, void (*run)(void *user), void *user);
void pdk_thread_join(pdk_thread *thread);

/* Processors this process may use, at least 1. */
size_t pdk_processor_count(void);

#endif
