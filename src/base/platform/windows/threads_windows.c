#include "platform/threads.h"

#include <process.h>
#include <windows.h>

/* What a pdk_thread holds. It stays in place until it is joined, so the thread may read it. */
typedef struct started {
    HANDLE thread;
    void (*run)(void *user);
    void *user;
} started;

_Static_assert(sizeof(SRWLOCK) <= sizeof(pdk_mutex), "a mutex fits");
_Static_assert(sizeof(CONDITION_VARIABLE) <= sizeof(pdk_condition), "a condition fits");
_Static_assert(sizeof(started) <= sizeof(pdk_thread), "a thread fits");

static SRWLOCK *mutex_of(pdk_mutex *mutex)
{
    return (SRWLOCK *)(void *)mutex->room;
}

static CONDITION_VARIABLE *condition_of(pdk_condition *condition)
{
    return (CONDITION_VARIABLE *)(void *)condition->room;
}

void pdk_mutex_init(pdk_mutex *mutex)
{
    InitializeSRWLock(mutex_of(mutex));
}

void pdk_mutex_lock(pdk_mutex *mutex)
{
    AcquireSRWLockExclusive(mutex_of(mutex));
}

bool pdk_mutex_try_lock(pdk_mutex *mutex)
{
    return TryAcquireSRWLockExclusive(mutex_of(mutex)) != 0;
}

void pdk_mutex_unlock(pdk_mutex *mutex)
{
    ReleaseSRWLockExclusive(mutex_of(mutex));
}

void pdk_mutex_destroy(pdk_mutex *mutex)
{
    (void)mutex; /* they hold nothing */
}

void pdk_condition_init(pdk_condition *condition)
{
    InitializeConditionVariable(condition_of(condition));
}

void pdk_condition_wait(pdk_condition *condition, pdk_mutex *mutex)
{
    SleepConditionVariableSRW(condition_of(condition), mutex_of(mutex), INFINITE, 0);
}

void pdk_condition_signal(pdk_condition *condition)
{
    WakeConditionVariable(condition_of(condition));
}

void pdk_condition_broadcast(pdk_condition *condition)
{
    WakeAllConditionVariable(condition_of(condition));
}

void pdk_condition_destroy(pdk_condition *condition)
{
    (void)condition;
}

/* As on POSIX; the linker's default may be another. */
enum { STACK_SIZE = 1 << 20 };

static unsigned __stdcall run_thread(void *argument)
{
    const started *own = argument;
    own->run(own->user);
    return 0;
}

bool pdk_thread_start(pdk_thread *thread, void (*run)(void *user), void *user)
{
    started *own = (started *)(void *)thread->room;
    *own = (started){ .run = run, .user = user };
    own->thread = (HANDLE)_beginthreadex(NULL, STACK_SIZE, run_thread, own, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    return own->thread != NULL;
}

void pdk_thread_join(pdk_thread *thread)
{
    const started *own = (const started *)(const void *)thread->room;
    WaitForSingleObject(own->thread, INFINITE);
    CloseHandle(own->thread);
}

size_t pdk_processor_count(void)
{
    DWORD_PTR ours = 0, all = 0;
    size_t count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &ours, &all)) {
        for (; ours != 0; ours &= ours - 1) count++;
    }
    return count > 1 ? count : 1;
}
