/* Texts that come again and again, kept once: found by a hash of their bytes. */
#include "analysis/incident/text_pool.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void pdk_text_pool_begin(pdk_text_pool *pool, pdk_memory *memory, pdk_memory *scratch)
{
    *pool = (pdk_text_pool){ .memory = memory,
                             .found = { .memory = scratch },
                             .texts = pdk_vector_of(scratch, sizeof(pdk_text)),
                             .written = { .memory = scratch } };
}

void pdk_text_pool_end(pdk_text_pool *pool)
{
    pdk_memory *scratch = pool->found.memory;
    pdk_free(scratch, pool->found.keys);
    pdk_free(scratch, pool->found.values);
    pdk_free(scratch, pool->texts.items);
    pdk_free(scratch, pool->written.data);
}

void pdk_pool_add(pdk_text_pool *pool, const char *data, size_t size)
{
    if (size == 0 || pool->failed) return;
    uint8_t *room = pdk_bytes_more(&pool->written, size);
    if (room != NULL) memcpy(room, data, size);
    else pool->failed = true;
}

void pdk_pool_print(pdk_text_pool *pool, const char *format, ...)
{
    char room[160];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(room, sizeof room, format, arguments);
    va_end(arguments);
    if (length > 0) pdk_pool_add(pool, room, (size_t)length < sizeof room ? (size_t)length : sizeof room - 1);
}

static uint64_t hash(const uint8_t *data, size_t size)
{
    uint64_t sum = size;
    for (size_t i = 0; i < size; i++) sum = (sum ^ data[i]) * UINT64_C(0x100000001B3);
    return pdk_number_mix(sum);
}

pdk_text pdk_pool_take(pdk_text_pool *pool)
{
    const pdk_text none = { NULL, 0 };
    size_t size = pool->written.size;
    pool->written.size = 0;
    if (size == 0 || pool->failed) return none;
    const char *letters = (const char *)pool->written.data;
    for (uint64_t key = hash(pool->written.data, size);; key++) { /* two texts may have one hash */
        uint32_t count = (uint32_t)pool->texts.count, *index = pdk_number_map_at(&pool->found, key, count);
        if (index == NULL) break;
        if (*index < count) {
            const pdk_text *text = (const pdk_text *)pool->texts.items + *index;
            if (text->size == size && memcmp(text->data, letters, size) == 0) return *text;
            continue;
        }
        pdk_text *text = pdk_vector_push(&pool->texts);
        char *kept = text != NULL ? pdk_keep_room(pool->memory, size) : NULL;
        if (kept == NULL) break;
        memcpy(kept, letters, size);
        *text = (pdk_text){ kept, size };
        return *text;
    }
    pool->failed = true;
    return none;
}
