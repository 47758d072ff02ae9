#include "base/memory.h"

#include "base/allocator.h"

#include <stdarg.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

struct pdk_block {
    alignas(max_align_t) pdk_block *next;
    pdk_block *previous;
    size_t size; /* with this header */
};

void pdk_memory_init(pdk_memory *memory, const pdk_allocator *allocator, uint64_t limit)
{
    *memory = (pdk_memory){ .allocator = pdk_allocator_of(allocator), .limit = limit };
    pdk_mutex_init(&memory->lock);
}

void pdk_memory_init_within(pdk_memory *memory, pdk_memory *whole)
{
    pdk_memory_init(memory, &whole->allocator, whole->limit);
    memory->within = whole;
}

void pdk_memory_destroy(pdk_memory *memory)
{
    if (memory->within != NULL) pdk_memory_unbook(memory->within, memory->used);
    for (pdk_block *block = memory->blocks; block != NULL;) {
        pdk_block *next = block->next;
        pdk_allocator_give_back(&memory->allocator, block, block->size);
        block = next;
    }
    memory->blocks = NULL;
    pdk_mutex_destroy(&memory->lock);
}

static void link_block(pdk_memory *memory, pdk_block *block)
{
    block->previous = NULL;
    block->next = memory->blocks;
    if (block->next != NULL) block->next->previous = block;
    memory->blocks = block;
}

static void unlink_block(pdk_memory *memory, pdk_block *block)
{
    if (block->previous != NULL) block->previous->next = block->next;
    else memory->blocks = block->next;
    if (block->next != NULL) block->next->previous = block->previous;
}

/* Books `more` bytes instead of `less`, in this heap and those that it is a part of; false when a limit says no: a part
 * has the limit of the whole, so that what fits the whole fits the part. The allocator's functions are called without
 * the lock: they may ask for something of the same document, or wait for another thread. */
static bool book(pdk_memory *memory, uint64_t less, uint64_t more)
{
    if (memory->within != NULL && !book(memory->within, less, more)) {
        memory->limit_hit = true;
        return false;
    }
    pdk_mutex_lock(&memory->lock);
    uint64_t after = memory->used - less + more;
    bool fits = memory->limit == 0 || after <= memory->limit;
    if (fits) memory->used = after;
    else memory->limit_hit = true;
    pdk_mutex_unlock(&memory->lock);
    return fits;
}

bool pdk_memory_book(pdk_memory *memory, uint64_t size)
{
    return book(memory, 0, size);
}

void pdk_memory_unbook(pdk_memory *memory, uint64_t size)
{
    for (; memory != NULL; memory = memory->within) {
        pdk_mutex_lock(&memory->lock);
        memory->used -= size;
        pdk_mutex_unlock(&memory->lock);
    }
}

static void link_locked(pdk_memory *memory, pdk_block *block)
{
    pdk_mutex_lock(&memory->lock);
    link_block(memory, block);
    pdk_mutex_unlock(&memory->lock);
}

static void unlink_locked(pdk_memory *memory, pdk_block *block)
{
    pdk_mutex_lock(&memory->lock);
    unlink_block(memory, block);
    pdk_mutex_unlock(&memory->lock);
}

void *pdk_alloc_raw(pdk_memory *memory, size_t size)
{
    size_t whole;
    if (__builtin_add_overflow(size, sizeof(pdk_block), &whole) || !pdk_memory_book(memory, whole)) return NULL;
    pdk_block *block = pdk_allocator_take(&memory->allocator, whole);
    if (block == NULL) {
        pdk_memory_unbook(memory, whole);
        return NULL;
    }
    block->size = whole;
    link_locked(memory, block);
    return block + 1;
}

void *pdk_alloc(pdk_memory *memory, size_t size)
{
    void *pointer = pdk_alloc_raw(memory, size);
    if (pointer != NULL) memset(pointer, 0, size);
    return pointer;
}

void *pdk_alloc_array(pdk_memory *memory, uint64_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
    return pdk_alloc(memory, bytes);
}

void *pdk_realloc(pdk_memory *memory, void *pointer, size_t size)
{
    if (pointer == NULL) return pdk_alloc_raw(memory, size);
    size_t whole;
    if (__builtin_add_overflow(size, sizeof(pdk_block), &whole)) return NULL;
    pdk_block *block = (pdk_block *)pointer - 1;
    size_t before = block->size;
    if (!book(memory, before, whole)) return NULL;
    unlink_locked(memory, block);
    pdk_block *moved = pdk_allocator_resize(&memory->allocator, block, before, whole);
    if (moved != NULL) moved->size = whole;
    else pdk_memory_unbook(memory, (uint64_t)whole - before);
    link_locked(memory, moved != NULL ? moved : block);
    return moved != NULL ? moved + 1 : NULL;
}

void pdk_free(pdk_memory *memory, void *pointer)
{
    if (pointer == NULL) return;
    pdk_block *block = (pdk_block *)pointer - 1;
    unlink_locked(memory, block);
    pdk_memory_unbook(memory, block->size);
    pdk_allocator_give_back(&memory->allocator, block, block->size);
}

pdk_status pdk_fail_memory(pdk_error *error, const pdk_memory *memory, const char *what)
{
    if (memory->limit_hit) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "memory.limit",
                        "%s would pass the memory limit of %llu bytes", what, (unsigned long long)memory->limit);
    }
    return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for %s", what);
}

char *pdk_strdup(pdk_memory *memory, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = pdk_alloc_raw(memory, size);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

enum { PAGE = 4096, LARGE = PAGE / 8 /* a text of this size has a separate block */ };

/* Room in the page, or in a new one that replaces it; NULL where there is not as much. */
static char *take_of_page(pdk_memory *memory, size_t size, char *fresh)
{
    char *buffer = NULL;
    pdk_mutex_lock(&memory->lock);
    if (fresh != NULL) {
        memory->page = fresh;
        memory->page_left = PAGE;
    }
    if (memory->page_left >= size) {
        buffer = memory->page;
        memory->page += size;
        memory->page_left -= size;
    }
    pdk_mutex_unlock(&memory->lock);
    return buffer;
}

char *pdk_keep_room(pdk_memory *memory, size_t size)
{
    if (size > LARGE) return pdk_alloc_raw(memory, size);
    char *buffer = take_of_page(memory, size, NULL);
    if (buffer != NULL) return buffer;
    char *page = pdk_alloc_raw(memory, PAGE);
    return page != NULL ? take_of_page(memory, size, page) : NULL;
}

char *pdk_keep(pdk_memory *memory, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = pdk_keep_room(memory, size);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

/* PDK_PRINTF checks the formats of the callers. */
static char *print_to(pdk_memory *memory, bool keep, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    size_t size = (size_t)length + 1;
    char *text = length < 0 ? NULL : keep ? pdk_keep_room(memory, size) : pdk_alloc_raw(memory, size);
    if (text != NULL) vsnprintf(text, size, format, again);
    va_end(again);
    return text;
}

char *pdk_text_printf(pdk_memory *memory, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = print_to(memory, false, format, arguments);
    va_end(arguments);
    return text;
}

char *pdk_keep_printf(pdk_memory *memory, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = print_to(memory, true, format, arguments);
    va_end(arguments);
    return text;
}

void *pdk_vector_push(pdk_vector *vector)
{
    if (vector->count == vector->capacity) {
        size_t capacity = vector->capacity < 8 ? 16 : vector->capacity + vector->capacity / 2;
        size_t bytes;
        if (__builtin_mul_overflow(capacity, vector->item_size, &bytes)) return NULL;
        void *items = pdk_realloc(vector->memory, vector->items, bytes);
        if (items == NULL) return NULL;
        vector->items = items;
        vector->capacity = capacity;
    }
    void *item = (char *)vector->items + vector->count++ * vector->item_size;
    memset(item, 0, vector->item_size);
    return item;
}

uint8_t *pdk_bytes_more(pdk_byte_buffer *bytes, uint64_t more)
{
    if (more > SIZE_MAX / 2 - bytes->size) return NULL;
    size_t needed = bytes->size + (size_t)more;
    if (needed > bytes->capacity || bytes->data == NULL) {
        size_t capacity = needed > bytes->capacity * 2 ? needed : bytes->capacity * 2;
        uint8_t *larger = pdk_realloc(bytes->memory, bytes->data, capacity > 64 ? capacity : 64);
        if (larger == NULL) return NULL;
        bytes->data = larger;
        bytes->capacity = capacity > 64 ? capacity : 64;
    }
    uint8_t *at = bytes->data + bytes->size;
    memset(at, 0, (size_t)more);
    bytes->size = needed;
    return at;
}
