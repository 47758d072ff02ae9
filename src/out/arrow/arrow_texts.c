/* Texts as Arrow has them: one run of bytes and where each begins, or a dictionary. */
#include <string.h>

#include "arrow/arrow_plan.h"

/* A batch whose texts are larger is cut shorter; far below the 2 GB that 32-bit offsets reach. */
static const uint64_t usual_texts = 64 << 20;

pdk_bytes pdk_arrow_text_at(const pdk_arrow_texts *texts, size_t row)
{
    if (texts->type == PDK_BYTES) return ((const pdk_bytes *)texts->values)[row];
    pdk_text text = ((const pdk_text *)texts->values)[row];
    return (pdk_bytes){ (const uint8_t *)text.data, text.size };
}

size_t pdk_arrow_texts_fit(const pdk_arrow_texts *texts, uint64_t *size)
{
    *size = 0;
    for (size_t row = 0; row < texts->count; row++) {
        uint64_t with = *size + pdk_arrow_text_at(texts, row).size;
        if (row > 0 && with > usual_texts) return row;
        *size = with;
    }
    return texts->count;
}

bool pdk_arrow_texts_join(const pdk_arrow_texts *texts, uint64_t size, pdk_memory *memory, int32_t *offsets,
                          uint8_t **bytes)
{
    *bytes = pdk_alloc_raw(memory, (size_t)size);
    if (*bytes == NULL) return false;
    uint8_t *to = *bytes;
    for (size_t row = 0; row < texts->count; row++) {
        pdk_bytes text = pdk_arrow_text_at(texts, row);
        offsets[row] = (int32_t)(to - *bytes);
        if (text.size > 0) memcpy(to, text.data, text.size);
        to += text.size;
    }
    offsets[texts->count] = (int32_t)(to - *bytes);
    return true;
}

/* ------------------------------------------------------------------------------------------------ dictionaries */

/* Texts by their bytes: a table of numbers, open addressing, -1 = free. */
typedef struct text_numbers {
    int32_t *slots;
    size_t capacity; /* a power of 2, at least twice `count` */
    pdk_bytes *texts;
    size_t count;
} text_numbers;

static uint64_t hash_of(pdk_bytes text)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325); /* FNV-1a */
    for (size_t i = 0; i < text.size; i++) hash = (hash ^ text.data[i]) * UINT64_C(0x100000001B3);
    return hash ^ hash >> 32;
}

static size_t slot_of(const text_numbers *numbers, pdk_bytes text)
{
    size_t slot = (size_t)hash_of(text) & (numbers->capacity - 1);
    for (; numbers->slots[slot] >= 0; slot = (slot + 1) & (numbers->capacity - 1)) {
        pdk_bytes there = numbers->texts[numbers->slots[slot]];
        if (there.size == text.size && (text.size == 0 || memcmp(there.data, text.data, text.size) == 0)) break;
    }
    return slot;
}

static bool grow(text_numbers *numbers, pdk_memory *memory)
{
    size_t capacity = numbers->capacity > 0 ? numbers->capacity * 4 : 64;
    pdk_bytes *texts = pdk_realloc(memory, numbers->texts, capacity / 2 * sizeof *texts);
    if (texts != NULL) numbers->texts = texts;
    int32_t *slots = pdk_alloc_raw(memory, capacity * sizeof *slots);
    if (texts == NULL || slots == NULL) return false;
    pdk_free(memory, numbers->slots);
    numbers->slots = slots;
    numbers->capacity = capacity;
    memset(slots, 0xFF, capacity * sizeof *slots);
    for (size_t i = 0; i < numbers->count; i++) slots[slot_of(numbers, texts[i])] = (int32_t)i;
    return true;
}

static bool number_of(text_numbers *numbers, pdk_memory *memory, pdk_bytes text, int32_t *number)
{
    if (numbers->count * 2 >= numbers->capacity && !grow(numbers, memory)) return false;
    size_t slot = slot_of(numbers, text);
    if (numbers->slots[slot] < 0) {
        numbers->slots[slot] = (int32_t)numbers->count;
        numbers->texts[numbers->count++] = text;
    }
    *number = numbers->slots[slot];
    return true;
}

bool pdk_arrow_texts_number(const pdk_arrow_texts *texts, pdk_memory *memory, int32_t *numbers,
                            pdk_arrow_texts *different)
{
    text_numbers found = { 0 };
    bool good = true;
    for (size_t row = 0; row < texts->count && good; row++)
        good = number_of(&found, memory, pdk_arrow_text_at(texts, row), &numbers[row]);
    pdk_free(memory, found.slots);
    *different = (pdk_arrow_texts){ PDK_BYTES, found.texts, found.count };
    return good && texts->count > 0;
}
