#include "failing.h"

#include <stdlib.h>

#include "sweep_stride.h"

static bool refused(failing *memory)
{
    size_t call = atomic_fetch_add(&memory->calls, 1) + 1;
    return memory->fail_at != 0 && (memory->for_good ? call >= memory->fail_at : call == memory->fail_at);
}

static void *allocate(void *user, size_t size)
{
    failing *memory = user;
    void *pointer = refused(memory) ? NULL : malloc(size > 0 ? size : 1);
    if (pointer == NULL) return NULL;
    atomic_fetch_add(&memory->live, 1);
    atomic_fetch_add(&memory->bytes, size);
    return pointer;
}

static void *reallocate(void *user, void *pointer, size_t old_size, size_t new_size)
{
    failing *memory = user;
    void *moved = refused(memory) ? NULL : realloc(pointer, new_size > 0 ? new_size : 1);
    if (moved == NULL) return NULL;
    if (pointer == NULL) atomic_fetch_add(&memory->live, 1);
    atomic_fetch_add(&memory->bytes, new_size - old_size);
    return moved;
}

static void release(void *user, void *pointer, size_t size)
{
    failing *memory = user;
    if (pointer == NULL) return;
    atomic_fetch_sub(&memory->live, 1);
    atomic_fetch_sub(&memory->bytes, size);
    free(pointer);
}

pdk_allocator failing_allocator(failing *memory)
{
    return (pdk_allocator){ allocate, reallocate, release, memory };
}

void fail_after(failing *memory, size_t calls)
{
    memory->fail_at = atomic_load(&memory->calls) + calls + 1;
    memory->for_good = true;
}

void fail_never(failing *memory)
{
    memory->fail_at = 0;
}

size_t next_to_fail(size_t fail_at, size_t dense)
{
    if (fail_at < 10) return fail_at + 1;
    size_t further = fail_at < dense ? 1 : fail_at / 16;
    return fail_at + further * sweep_stride();
}

size_t failures_of(size_t whole)
{
    return whole / sweep_stride();
}
