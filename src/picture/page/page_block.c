/* Blocks: numbers become differences, differences become planes of bytes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "base/text.h"
#include "base/whole.h"
#include "json/contract.h"
#include "page/page_block.h"

enum { MOST_DIGITS = 6, MOST_ORDER = 2 };

/* Doubles that are whole in steps of a negative power of ten: value == number / divisor, bit by bit. */
static const double divisors[MOST_DIGITS + 1] = { 1, 10, 100, 1000, 10000, 100000, 1000000 };

/* Larger numbers than these keep their bits: their differences would leave 32 bits. */
static const double most_number = 1 << 29;

pdk_status pdk_page_block_begin(pdk_page_block *block, pdk_memory *memory, pdk_error *error)
{
    *block = (pdk_page_block){ .memory = memory, .bytes = { .memory = memory } };
    pdk_status status = pdk_output_memory(&block->head, error);
    if (status != PDK_OK) return status;
    block->json = (pdk_json){ .output = block->head };
    pdk_json_begin(&block->json, '{');
    return PDK_OK;
}

void pdk_page_block_close(pdk_page_block *block)
{
    pdk_output_close(block->head);
    pdk_free(block->memory, block->bytes.data);
    block->head = NULL;
    block->bytes = (pdk_byte_buffer){ .memory = block->memory };
}

pdk_status pdk_page_block_end(pdk_page_block *block, pdk_output *output, pdk_error *error)
{
    pdk_status status = PDK_OK;
    if (block->has_columns) pdk_json_end(&block->json, ']');
    pdk_json_end(&block->json, '}');
    if (block->failed) status = pdk_fail_memory(error, block->memory, "columns of a page");
    if (status == PDK_OK) status = pdk_output_finish(block->head, error);
    pdk_bytes head = pdk_output_bytes(block->head);
    uint8_t size[4];
    pdk_store_u32(size, (uint32_t)head.size);
    if (status == PDK_OK) status = pdk_output_write(output, size, sizeof size, error);
    if (status == PDK_OK) status = pdk_output_write(output, head.data, head.size, error);
    if (status == PDK_OK) status = pdk_output_write(output, block->bytes.data, block->bytes.size, error);
    pdk_page_block_close(block);
    return status;
}

/* ------------------------------------------------------------------------------------------------ the header */

static pdk_json *begin_column(pdk_page_block *block, const char *name, pdk_type type, size_t count, const char *coding)
{
    pdk_json *json = &block->json;
    if (!block->has_columns) pdk_member_begin(json, PDK_KEY_OF(block, columns), '[');
    block->has_columns = true;
    pdk_json_begin(json, '{');
    pdk_member_text(json, PDK_KEY_OF(block_column, name), name);
    pdk_member_text(json, PDK_KEY_OF(block_column, type), pdk_type_name(type));
    pdk_member_natural(json, PDK_KEY_OF(block_column, count), count);
    pdk_member_text(json, PDK_KEY_OF(block_column, coding), coding);
    return json;
}

static bool is_there(const uint8_t *validity, size_t row)
{
    return validity == NULL || (validity[row / 8] >> row % 8 & 1) != 0;
}

static bool all_there(const uint8_t *validity, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!is_there(validity, i)) return false;
    }
    return true;
}

static uint8_t *more(pdk_page_block *block, size_t size)
{
    if (size == 0) return &block->none;
    uint8_t *room = block->failed ? NULL : pdk_bytes_more(&block->bytes, size);
    if (room == NULL) block->failed = true;
    return room;
}

/* The bits of a column that lacks values; nothing for one that has all. */
static void put_validity(pdk_page_block *block, const uint8_t *validity, size_t count)
{
    bool missing = validity != NULL && !all_there(validity, count);
    pdk_member_boolean(&block->json, PDK_KEY_OF(block_column, missing), missing);
    if (!missing) return;
    uint8_t *room = more(block, (count + 7) / 8);
    if (room != NULL) memcpy(room, validity, (count + 7) / 8);
}

/* -------------------------------------------------------------------------------------------------- planes */

static uint32_t zigzag(uint32_t difference)
{
    return difference << 1 ^ (0u - (difference >> 31));
}

/* Differences in place, from the end, so that each is taken of what was there. */
static void difference(uint32_t *numbers, size_t count)
{
    for (size_t i = count; i-- > 1;) numbers[i] -= numbers[i - 1];
}

static unsigned bits_of(uint32_t number)
{
    unsigned bits = 0;
    for (; number != 0; number >>= 1) bits++;
    return bits;
}

/* How many bits the numbers need in all: which order of differences is the smallest. */
static uint64_t cost(const uint32_t *numbers, size_t count)
{
    uint64_t bits = 0;
    size_t stride = count / 4096 + 1;
    for (size_t i = 2; i < count; i += stride) bits += bits_of(zigzag(numbers[i]));
    return bits;
}

/* The numbers go, in the order of differences that needs the fewest bits; the members of the header that say so. */
static void put_numbers(pdk_page_block *block, uint32_t *numbers, size_t count)
{
    uint32_t *tried = pdk_alloc_array(block->memory, count, sizeof *tried);
    if (tried == NULL) {
        block->failed = true;
        return;
    }
    memcpy(tried, numbers, count * sizeof *tried);
    int best = 0;
    uint64_t least = cost(numbers, count);
    for (int order = 1; order <= MOST_ORDER; order++) {
        difference(tried, count);
        uint64_t bits = cost(tried, count);
        if (bits >= least) continue;
        least = bits;
        best = order;
    }
    pdk_free(block->memory, tried);
    for (int order = 0; order < best; order++) difference(numbers, count);
    uint32_t all = 0;
    for (size_t i = 0; i < count; i++) {
        numbers[i] = zigzag(numbers[i]);
        all |= numbers[i];
    }
    unsigned planes = (bits_of(all) + 7) / 8;
    pdk_member_natural(&block->json, PDK_KEY_OF(block_column, order), (uint64_t)best);
    pdk_member_natural(&block->json, PDK_KEY_OF(block_column, bytes), planes);
    uint8_t *room = more(block, count * planes);
    for (unsigned plane = 0; plane < planes && room != NULL; plane++) {
        for (size_t i = 0; i < count; i++) *room++ = (uint8_t)(numbers[i] >> 8 * plane);
    }
}

/* ----------------------------------------------------------------------------------------------- raw numbers */

static void put_raw(pdk_page_block *block, const char *name, pdk_type type, const void *values, size_t count,
                    const uint8_t *validity)
{
    size_t size = pdk_type_size(type);
    pdk_json *json = begin_column(block, name, type, count, "raw");
    put_validity(block, validity, count);
    pdk_member_natural(json, PDK_KEY_OF(block_column, bytes), size);
    uint8_t *room = more(block, count * size);
    uint64_t before = 0;
    for (size_t i = 0; i < count && room != NULL; i++) {
        uint64_t bits = before;
        if (!is_there(validity, i)) bits = before;
        else if (size == 8) memcpy(&bits, (const uint8_t *)values + 8 * i, 8);
        else {
            uint32_t half;
            memcpy(&half, (const uint8_t *)values + 4 * i, 4);
            bits = half;
        }
        for (size_t plane = 0; plane < size; plane++) room[plane * count + i] = (uint8_t)((bits ^ before) >> 8 * plane);
        before = bits;
    }
    pdk_json_end(json, '}');
}

/* ---------------------------------------------------------------------------------------------------- steps */

static bool fit(const double *values, size_t count, double step, double origin)
{
    for (size_t i = 0; i < count; i++) {
        if (!isnan(values[i]) && !(fabs((values[i] - origin) / step) < most_number)) return false;
    }
    return true;
}

static uint8_t *validity_of(pdk_page_block *block, const double *values, size_t count)
{
    uint8_t *bits = pdk_alloc(block->memory, (count + 7) / 8);
    if (bits == NULL) block->failed = true;
    for (size_t i = 0; i < count && bits != NULL; i++) {
        if (!isnan(values[i])) bits[i / 8] |= (uint8_t)(1u << i % 8);
    }
    return bits;
}

void pdk_page_put_steps(pdk_page_block *block, const char *name, pdk_type type, const double *values, size_t count,
                        pdk_page_scale scale)
{
    uint8_t *validity = validity_of(block, values, count);
    if (block->failed) return;
    if (!fit(values, count, scale.step, scale.origin)) {
        put_raw(block, name, PDK_FLOAT64, values, count, validity);
        pdk_free(block->memory, validity);
        return;
    }
    uint32_t *numbers = pdk_alloc_array(block->memory, count, sizeof *numbers), before = 0;
    if (numbers == NULL) block->failed = true;
    for (size_t i = 0; i < count && numbers != NULL; i++) {
        if (!isnan(values[i])) before = (uint32_t)pdk_whole_i32(round((values[i] - scale.origin) / scale.step));
        numbers[i] = before;
    }
    if (numbers != NULL) {
        pdk_json *json = begin_column(block, name, type, count, "steps");
        pdk_member_number(json, PDK_KEY_OF(block_column, step), scale.step);
        pdk_member_number(json, PDK_KEY_OF(block_column, origin), scale.origin);
        put_validity(block, validity, count);
        put_numbers(block, numbers, count);
        pdk_json_end(json, '}');
    }
    pdk_free(block->memory, numbers);
    pdk_free(block->memory, validity);
}

/* ---------------------------------------------------------------------------------------------------- exact */

/* Any number but the large ones of 64 bits as a double. */
static bool widen(pdk_type type, const void *values, size_t i, double *value)
{
    switch (type) {
    case PDK_BOOL:
    case PDK_UINT8: *value = ((const uint8_t *)values)[i]; return true;
    case PDK_INT8: *value = ((const int8_t *)values)[i]; return true;
    case PDK_INT16: *value = ((const int16_t *)values)[i]; return true;
    case PDK_UINT16: *value = ((const uint16_t *)values)[i]; return true;
    case PDK_INT32: *value = ((const int32_t *)values)[i]; return true;
    case PDK_UINT32: *value = ((const uint32_t *)values)[i]; return true;
    case PDK_INT64: *value = (double)((const int64_t *)values)[i]; return true;
    case PDK_UINT64: *value = (double)((const uint64_t *)values)[i]; return true;
    case PDK_FLOAT32: *value = (double)((const float *)values)[i]; return true;
    case PDK_FLOAT64: *value = ((const double *)values)[i]; return true;
    default: return false;
    }
}

/* The bits are compared: 0 is not -0. */
static bool is_same(pdk_type type, double value, double again)
{
    if (type == PDK_FLOAT32) {
        float a = (float)value, b = (float)again;
        return memcmp(&a, &b, sizeof a) == 0;
    }
    return memcmp(&value, &again, sizeof value) == 0;
}

/* The numbers that divided by `divisor` are the values again; false where they are not. */
static bool whole(pdk_type type, const void *values, size_t count, const uint8_t *validity, double divisor,
                  uint32_t *numbers)
{
    uint32_t before = 0;
    for (size_t i = 0; i < count; i++) {
        double value;
        if (is_there(validity, i)) {
            if (!widen(type, values, i, &value) || !(fabs(value * divisor) < most_number)) return false;
            double number = round(value * divisor);
            if (!is_same(type, value, number / divisor)) return false;
            before = (uint32_t)(int32_t)number;
        }
        numbers[i] = before;
    }
    return true;
}

void pdk_page_put_exact(pdk_page_block *block, const char *name, pdk_type type, const void *values, size_t count,
                        const uint8_t *validity)
{
    uint32_t *numbers = pdk_alloc_array(block->memory, count, sizeof *numbers);
    if (numbers == NULL) {
        block->failed = true;
        return;
    }
    bool is_float = type == PDK_FLOAT32 || type == PDK_FLOAT64;
    size_t digits = 0, most = is_float ? MOST_DIGITS : 0;
    while (digits <= most && !whole(type, values, count, validity, divisors[digits], numbers)) digits++;
    if (digits <= most) {
        pdk_json *json = begin_column(block, name, type, count, "exact");
        pdk_member_number(json, PDK_KEY_OF(block_column, divisor), divisors[digits]);
        put_validity(block, validity, count);
        put_numbers(block, numbers, count);
        pdk_json_end(json, '}');
    } else {
        put_raw(block, name, type, values, count, validity);
    }
    pdk_free(block->memory, numbers);
}

/* ---------------------------------------------------------------------------------------------------- words */

typedef struct word {
    pdk_text text;
    size_t row;
    uint32_t number; /* by first appearance */
} word;

static int by_text(const void *left, const void *right)
{
    const word *a = left, *b = right;
    size_t least = a->text.size < b->text.size ? a->text.size : b->text.size;
    int order =
        least == 0 ? 0 : memcmp(a->text.data, b->text.data, least); /* an empty text may have no bytes to point at */
    if (order != 0) return order;
    if (a->text.size != b->text.size) return a->text.size < b->text.size ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

static int by_row(const void *left, const void *right)
{
    const word *a = left, *b = right;
    return a->row < b->row ? -1 : a->row > b->row;
}

/* Gives each text its first row, by sorting; then numbers those first rows in order. */
static void number_words(word *words, size_t count, uint32_t *numbers, size_t *distinct)
{
    qsort(words, count, sizeof *words, by_text);
    for (size_t i = 0, first = 0; i < count; i++) {
        if (!pdk_same_text(words[i].text, words[first].text)) first = i;
        words[i].number = (uint32_t)words[first].row;
    }
    qsort(words, count, sizeof *words, by_row);
    *distinct = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_first = words[i].number == i;
        numbers[i] = is_first ? (uint32_t)(*distinct)++ : numbers[words[i].number];
    }
}

static void put_word(pdk_json *json, pdk_type type, pdk_text text)
{
    pdk_value value = { .type = type };
    if (type == PDK_TEXT) value.as.text = text;
    else value.as.bytes = (pdk_bytes){ (const uint8_t *)text.data, text.size };
    pdk_json_value(json, &value);
}

void pdk_page_put_words(pdk_page_block *block, const char *name, pdk_type type, const void *values, size_t count,
                        const uint8_t *validity)
{
    static const pdk_text none = { "", 0 };
    word *words = pdk_alloc_array(block->memory, count, sizeof *words);
    uint32_t *numbers = pdk_alloc_array(block->memory, count, sizeof *numbers);
    if (words == NULL || numbers == NULL || count > UINT32_MAX) {
        block->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        pdk_text text = none;
        if (!is_there(validity, i)) text = none;
        else if (type == PDK_TEXT) text = ((const pdk_text *)values)[i];
        else {
            pdk_bytes bytes = ((const pdk_bytes *)values)[i];
            text = (pdk_text){ (const char *)bytes.data, bytes.size };
        }
        words[i] = (word){ .text = text, .row = i };
    }
    size_t distinct;
    number_words(words, count, numbers, &distinct);
    pdk_json *json = begin_column(block, name, type, count, "words");
    pdk_member_begin(json, PDK_KEY_OF(block_column, words), '[');
    uint32_t next = 0;
    for (size_t i = 0; i < count; i++) {
        if (numbers[i] != next) continue;
        put_word(json, type, words[i].text);
        next++;
    }
    pdk_json_end(json, ']');
    put_validity(block, validity, count);
    put_numbers(block, numbers, count);
    pdk_json_end(json, '}');
    pdk_free(block->memory, words);
    pdk_free(block->memory, numbers);
}
