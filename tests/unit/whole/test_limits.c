/* limits.memory: what is requested with little memory is refused, or takes no more than the header says. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "busy.h"
#include "support.h"
#include "works.h"

enum {
    HEAPS = 4,
    FREE = 1 << 16,         /* blocks' heads and the like */
    TABLE_BUFFERS = 8 << 20 /* of a table that is written on several processors */
};

static size_t free_of(size_t work)
{
    return strncmp(work_name(work), "table", 5) == 0 ? TABLE_BUFFERS : FREE;
}

/* Threads of a page take memory at once. */
typedef struct heap {
    _Atomic size_t live, peak;
} heap;

static void grow(heap *state, size_t more)
{
    size_t live = atomic_fetch_add(&state->live, more) + more, peak = atomic_load(&state->peak);
    while (live > peak && !atomic_compare_exchange_weak(&state->peak, &peak, live)) {
    }
}

static void *heap_allocate(void *user, size_t size)
{
    grow(user, size);
    return malloc(size);
}

static void *heap_reallocate(void *user, void *pointer, size_t old_size, size_t new_size)
{
    heap *state = user;
    grow(state, new_size); /* both may exist for a while */
    atomic_fetch_sub(&state->live, old_size);
    return realloc(pointer, new_size);
}

static void heap_release(void *user, void *pointer, size_t size)
{
    heap *state = user;
    atomic_fetch_sub(&state->live, size);
    free(pointer);
}

typedef struct recording {
    uint8_t *bytes;
    size_t size;
} recording;

/* The most memory that was taken, and whether it was enough. */
static size_t peak_with(const recording *file, size_t work, uint64_t memory, bool *enough)
{
    heap state = { .live = 0 };
    pdk_document *document = NULL;
    pdk_error error;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.allocator = (pdk_allocator){ heap_allocate, heap_reallocate, heap_release, &state };
    options.limits.memory = memory;
    pdk_status status = pdk_open_memory(file->bytes, file->size, &options, &document, &error);
    if (status == PDK_OK) {
        const work_call call = { .document = document, .limits = options.limits, .allocator = options.allocator };
        status = work_do(work, &call, &error);
    }
    pdk_close(document);
    assert_int_equal(state.live, 0);
    *enough = status != PDK_E_LIMIT;
    return state.peak;
}

static void memory_is_what_the_header_says(void **state)
{
    (void)state;
    static const busy race = { 12, 20, 12, 10, 4, 30 };
    recording file;
    size_t failed = 0;
    file.bytes = busy_replay(&race, &file.size);
    for (size_t work = 0; work_name(work) != NULL; work++) {
        bool enough = false;
        for (uint64_t memory = 1 << 16; !enough && memory < 1 << 30; memory *= 2) {
            size_t peak = peak_with(&file, work, memory, &enough);
            if (peak <= HEAPS * memory + free_of(work)) continue;
            printf("  %s takes %zu bytes with a limit of %zu\n", work_name(work), peak, (size_t)memory);
            failed++;
        }
    }
    free(file.bytes);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(memory_is_what_the_header_says) };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
