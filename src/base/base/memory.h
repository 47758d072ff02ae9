/* A tracked heap: every block of a document is on one list, counts towards its limit, and is freed with it. Code that
 * fails halfway therefore frees nothing by hand. */
#ifndef PADDOCK_BASE_MEMORY_H
#define PADDOCK_BASE_MEMORY_H

#include "base/error.h"
#include "platform/threads.h"

typedef struct pdk_block pdk_block;

typedef struct pdk_memory {
    pdk_allocator allocator;
    struct pdk_memory *within; /* counts everything of this one, too; NULL = none does */
    uint64_t limit;            /* bytes */
    uint64_t used;
    bool limit_hit; /* distinguishes "limit reached" from "out of memory" in messages */
    pdk_block *blocks;
    char *page;       /* room for kept texts: ... */
    size_t page_left; /*   ... this many bytes of it are free */
    pdk_mutex lock;
} pdk_memory;

/* limits.memory, or the usual one where that says nothing. */
static inline uint64_t pdk_memory_limit(const pdk_limits *limits)
{
    return limits->memory != 0 ? limits->memory : UINT64_C(16) << 30;
}
/* `allocator` with a NULL `allocate` means libc. limit 0 = none. */
void pdk_memory_init(pdk_memory *memory, const pdk_allocator *allocator, uint64_t limit);
/* A part of another heap, which outlives it: what is taken here counts there, and is freed at once. */
void pdk_memory_init_within(pdk_memory *memory, pdk_memory *whole);
/* Frees every block still on the list. */
void pdk_memory_destroy(pdk_memory *memory);

/* Zeroed; NULL on failure. Size 0 gives a valid pointer. */
void *pdk_alloc(pdk_memory *memory, size_t size);
/* count * size with the multiplication checked. */
void *pdk_alloc_array(pdk_memory *memory, uint64_t count, size_t size);
/* Not zeroed, for large buffers that are filled at once. */
void *pdk_alloc_raw(pdk_memory *memory, size_t size);
/* Keeps the contents; the new part is not zeroed. The old block stays when it fails. NULL pointer = pdk_alloc_raw. */
void *pdk_realloc(pdk_memory *memory, void *pointer, size_t size);
void pdk_free(pdk_memory *memory, void *pointer);

/* Counts bytes that another library is about to allocate by itself, until they are freed. False when the limit would be
 * passed. */
bool pdk_memory_book(pdk_memory *memory, uint64_t size);
void pdk_memory_unbook(pdk_memory *memory, uint64_t size);

/* The failure to report after NULL: PDK_E_LIMIT or PDK_E_MEMORY, naming what was wanted. */
pdk_status pdk_fail_memory(pdk_error *error, const pdk_memory *memory, const char *what);

char *pdk_strdup(pdk_memory *memory, const char *text);
char *pdk_text_printf(pdk_memory *memory, const char *format, ...) PDK_PRINTF(2, 3);
/* Text for as long as the heap, never to be given to pdk_free: such texts share blocks, so that one of many costs its
 * bytes and no more. NULL on failure. */
char *pdk_keep(pdk_memory *memory, const char *text);
char *pdk_keep_room(pdk_memory *memory, size_t size);
char *pdk_keep_printf(pdk_memory *memory, const char *format, ...) PDK_PRINTF(2, 3);

/* A growing array of items of one size. `items` may move on each push. */
typedef struct pdk_vector {
    pdk_memory *memory;
    void *items;
    size_t count, capacity, item_size;
} pdk_vector;

static inline pdk_vector pdk_vector_of(pdk_memory *memory, size_t item_size)
{
    return (pdk_vector){ .memory = memory, .item_size = item_size };
}
/* Room for one more, zeroed; NULL on failure. */
void *pdk_vector_push(pdk_vector *vector);

/* Bytes that grow. */
typedef struct pdk_byte_buffer {
    pdk_memory *memory;
    uint8_t *data;
    size_t size, capacity;
} pdk_byte_buffer;

/* `more` zeros at the end, of which the first is returned; NULL on failure. */
uint8_t *pdk_bytes_more(pdk_byte_buffer *bytes, uint64_t more);

#endif
