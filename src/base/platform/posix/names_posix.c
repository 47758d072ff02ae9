/* Read in a handler, between any two instructions of any thread: places are atomic, and nothing is freed here. */
#define _POSIX_C_SOURCE 200809L
#include "platform/posix/names_posix.h"

#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

enum { PLACES = 64 };
static _Atomic(const char *) places[PLACES];

void pdk_names_add(const char *path)
{
    for (size_t i = 0; i < PLACES; i++) {
        const char *none = NULL;
        if (atomic_compare_exchange_strong(&places[i], &none, path)) return;
    }
}

void pdk_names_forget(const char *path)
{
    for (size_t i = 0; path != NULL && i < PLACES; i++) {
        const char *expected = path;
        if (atomic_compare_exchange_strong(&places[i], &expected, NULL)) return;
    }
}

void pdk_names_remove_files(void)
{
    for (size_t i = 0; i < PLACES; i++) {
        const char *path = atomic_load(&places[i]);
        if (path != NULL) unlink(path);
    }
}
