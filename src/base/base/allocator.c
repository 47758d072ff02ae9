/* The allocator of the C library, for callers that give none. */
#include "base/allocator.h"

#include <stdlib.h>

static void *libc_allocate(void *user, size_t size)
{
    (void)user;
    return malloc(size);
}

static void *libc_reallocate(void *user, void *pointer, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    return realloc(pointer, new_size);
}

static void libc_release(void *user, void *pointer, size_t size)
{
    (void)user;
    (void)size;
    free(pointer);
}

pdk_allocator pdk_allocator_of(const pdk_allocator *given)
{
    if (given != NULL && given->allocate != NULL) return *given;
    return (pdk_allocator){ libc_allocate, libc_reallocate, libc_release, NULL };
}

bool pdk_allocator_is_libc(const pdk_allocator *allocator)
{
    return allocator->allocate == libc_allocate;
}
