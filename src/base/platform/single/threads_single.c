/* One thread: locks have nothing to do, and no thread can be started. */
#include "platform/threads.h"

void pdk_mutex_init(pdk_mutex *mutex)
{
    (void)mutex;
}

void pdk_mutex_lock(pdk_mutex *mutex)
{
    (void)mutex;
}

bool pdk_mutex_try_lock(pdk_mutex *mutex)
{
    (void)mutex;
    return true;
}

void pdk_mutex_unlock(pdk_mutex *mutex)
{
    (void)mutex;
}

void pdk_mutex_destroy(pdk_mutex *mutex)
{
    (void)mutex;
}

void pdk_condition_init(pdk_condition *condition)
{
    (void)condition;
}

void pdk_condition_wait(pdk_condition *condition, pdk_mutex *mutex)
{
    (void)condition;
    (void)mutex;
}

void pdk_condition_signal(pdk_condition *condition)
{
    (void)condition;
}

void pdk_condition_broadcast(pdk_condition *condition)
{
    (void)condition;
}

void pdk_condition_destroy(pdk_condition *condition)
{
    (void)condition;
}

bool pdk_thread_start(pdk_thread *thread, void (*run)(void *user), void *user)
{
    (void)thread;
    (void)run;
    (void)user;
    return false;
}

void pdk_thread_join(pdk_thread *thread)
{
    (void)thread;
}

size_t pdk_processor_count(void)
{
    return 1;
}
