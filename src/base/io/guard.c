/* Telling a program's SIGBUS handler whether the fault is in a document.
 *
 * pdk_guard_owns runs in a signal handler, between any two instructions of any thread: it takes no lock and frees
 * nothing. Places are pushed onto a list and reused, never taken off it. What a place says is read under its version:
 * odd while it is being changed, and different afterwards. The place of the document whose page is missing cannot
 * change meanwhile, for the thread that reads it is in the handler. */
#include "io/guard.h"

#include <stdatomic.h>
#include <stdlib.h>

struct pdk_guard_place {
    pdk_guard_place *next; /* set before the place can be seen */
    atomic_uint version;
    atomic_bool taken;
    atomic_uintptr_t start;
    atomic_size_t size;
};

struct pdk_guard {
    _Atomic(pdk_guard_place *) places;
};

pdk_status pdk_guard_create(pdk_guard **result, pdk_error *error)
{
    if (result == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "no place for the guard");
    *result = calloc(1, sizeof **result);
    if (*result == NULL) return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for a guard");
    atomic_init(&(*result)->places, NULL);
    return PDK_OK;
}

void pdk_guard_close(pdk_guard *guard)
{
    if (guard == NULL) return;
    for (pdk_guard_place *place = atomic_load(&guard->places); place != NULL;) {
        pdk_guard_place *next = place->next;
        free(place);
        place = next;
    }
    free(guard);
}

/* A place that is on the list and free, or a new one, not yet on it. */
static pdk_guard_place *take_place(pdk_guard *guard, bool *fresh)
{
    *fresh = false;
    for (pdk_guard_place *place = atomic_load(&guard->places); place != NULL; place = place->next) {
        bool no = false;
        if (atomic_compare_exchange_strong(&place->taken, &no, true)) return place;
    }
    pdk_guard_place *place = calloc(1, sizeof *place);
    if (place == NULL) return NULL;
    atomic_init(&place->taken, true);
    *fresh = true;
    return place;
}

static void describe(pdk_guard_place *place, uintptr_t start, size_t size)
{
    atomic_fetch_add(&place->version, 1);
    atomic_store(&place->start, start);
    atomic_store(&place->size, size);
    atomic_fetch_add(&place->version, 1);
}

pdk_guard_place *pdk_guard_watch(pdk_guard *guard, const void *start, size_t size)
{
    bool fresh;
    pdk_guard_place *place = take_place(guard, &fresh);
    if (place == NULL) return NULL;
    describe(place, (uintptr_t)start, size);
    if (fresh) {
        place->next = atomic_load(&guard->places);
        while (!atomic_compare_exchange_weak(&guard->places, &place->next, place)) {
        }
    }
    return place;
}

void pdk_guard_forget(pdk_guard_place *place)
{
    if (place == NULL) return;
    describe(place, 0, 0);
    atomic_store(&place->taken, false);
}

bool pdk_guard_owns(const pdk_guard *guard, const void *address)
{
    if (guard == NULL) return false;
    uintptr_t at = (uintptr_t)address;
    for (pdk_guard_place *place = atomic_load(&guard->places); place != NULL; place = place->next) {
        unsigned version = atomic_load(&place->version);
        uintptr_t start = atomic_load(&place->start);
        size_t size = atomic_load(&place->size);
        if (version % 2 == 0 && atomic_load(&place->version) == version && at - start < size) return true;
    }
    return false;
}
