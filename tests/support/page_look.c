#include "page_look.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"

char *page_element(const char *html, const char *id)
{
    char opening[80];
    snprintf(opening, sizeof opening, "id=\"%s\">", id);
    const char *start = strstr(html, opening);
    if (start == NULL) return NULL;
    start += strlen(opening);
    const char *end = strstr(start, "</script>");
    assert_non_null(end);
    char *text = malloc((size_t)(end - start) + 1);
    memcpy(text, start, (size_t)(end - start));
    text[end - start] = '\0';
    return text;
}

static int six_bits(char letter)
{
    if (letter >= 'A' && letter <= 'Z') return letter - 'A';
    if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
    if (letter >= '0' && letter <= '9') return letter - '0' + 52;
    return letter == '+' ? 62 : letter == '/' ? 63 : -1;
}

static uint8_t *from_base64(const char *text, size_t *size)
{
    size_t letters = strlen(text);
    assert_int_equal(letters % 4, 0);
    uint8_t *bytes = malloc(letters / 4 * 3 + 1);
    *size = 0;
    for (size_t i = 0; i < letters; i += 4) {
        uint32_t group = 0;
        int pad = (text[i + 2] == '=') + (text[i + 3] == '=');
        for (size_t k = 0; k < 4; k++) {
            int bits = text[i + k] == '=' ? 0 : six_bits(text[i + k]);
            assert_true(bits >= 0);
            group = group << 6 | (uint32_t)bits;
        }
        for (int k = 0; k < 3 - pad; k++) bytes[(*size)++] = (uint8_t)(group >> (16 - 8 * k));
    }
    return bytes;
}

uint8_t *page_block(const char *html, size_t number, size_t *size)
{
    char id[24];
    snprintf(id, sizeof id, "b%zu", number);
    char *text = page_element(html, id);
    assert_non_null(text);
    size_t packed_size;
    uint8_t *packed = from_base64(text, &packed_size);
    assert_true(packed_size > 18);
    assert_int_equal(pdk_load_u32(packed + 4), 0); /* no time in it: the page is the same tomorrow */
    pdk_error error;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_unpack(packed, packed_size, output, &error), error);
    uint8_t *plain = take_bytes(output, size);
    free(packed);
    free(text);
    return plain;
}

pdk_json_tree page_head(const uint8_t *block, size_t size, pdk_memory *memory)
{
    pdk_json_tree tree;
    pdk_json_trouble trouble;
    assert_true(size > 4 && pdk_load_u32(block) <= size - 4);
    assert_true(pdk_json_parse(&tree, memory, (const char *)block + 4, pdk_load_u32(block), &trouble));
    return tree;
}

static double number_of(pdk_json_found object, const char *name, double otherwise)
{
    double number;
    return pdk_json_as_number(pdk_json_member(object, name), &number) ? number : otherwise;
}

static char *copy(pdk_text text)
{
    char *made = malloc(text.size + 1);
    memcpy(made, text.data, text.size);
    made[text.size] = '\0';
    return made;
}

static void decode_raw(page_column *column, const uint8_t *planes, size_t bytes)
{
    column->bits = calloc(column->count + 1, sizeof *column->bits);
    uint64_t before = 0;
    for (size_t i = 0; i < column->count; i++) {
        for (size_t plane = 0; plane < bytes; plane++)
            before ^= (uint64_t)planes[plane * column->count + i] << 8 * plane;
        column->bits[i] = before;
        if (bytes == 8) memcpy(&column->numbers[i], &before, 8);
        else {
            uint32_t half = (uint32_t)before;
            float value;
            memcpy(&value, &half, 4);
            column->numbers[i] = (double)value;
        }
    }
}

static void decode(page_column *column, pdk_json_found head, const uint8_t *planes, size_t bytes)
{
    size_t count = column->count;
    int order = (int)number_of(head, "order", 0);
    int32_t *numbers = calloc(count + 1, sizeof *numbers);
    for (size_t i = 0; i < count; i++) {
        uint32_t number = 0;
        for (size_t plane = 0; plane < bytes; plane++) number |= (uint32_t)planes[plane * count + i] << 8 * plane;
        numbers[i] = (int32_t)(number >> 1 ^ (0u - (number & 1)));
    }
    for (int n = 0; n < order; n++) {
        for (size_t i = 1; i < count; i++) numbers[i] = (int32_t)((uint32_t)numbers[i] + (uint32_t)numbers[i - 1]);
    }
    pdk_json_found words = pdk_json_member(head, "words");
    if (words.tree != NULL) {
        size_t known = pdk_json_count(words, SIZE_MAX);
        char **all = calloc(known + 1, sizeof *all);
        pdk_json_found word = pdk_json_first(words);
        for (size_t i = 0; i < known; i++, word = pdk_json_next(words, word)) all[i] = copy(pdk_json_as_text(word));
        column->words = calloc(count + 1, sizeof *column->words);
        for (size_t i = 0; i < count; i++) {
            assert_true(numbers[i] >= 0 && (size_t)numbers[i] < known);
            column->words[i] = copy((pdk_text){ all[numbers[i]], strlen(all[numbers[i]]) });
        }
        for (size_t i = 0; i < known; i++) free(all[i]);
        free(all);
    }
    bool steps = pdk_json_is(pdk_json_member(head, "coding"), "steps");
    for (size_t i = 0; i < count; i++) {
        column->numbers[i] = steps ? number_of(head, "origin", NAN) + number_of(head, "step", NAN) * numbers[i]
                                   : numbers[i] / number_of(head, "divisor", 1);
    }
    free(numbers);
}

page_column page_column_of(const uint8_t *block, size_t size, const char *name)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_json_tree tree = page_head(block, size, &memory);
    pdk_json_found columns = pdk_json_member(pdk_json_root(&tree), "columns");
    const uint8_t *at = block + 4 + pdk_load_u32(block);
    page_column column = { 0 };
    bool found = false;
    for (pdk_json_found head = pdk_json_first(columns); head.tree != NULL && !found;
         head = pdk_json_next(columns, head)) {
        size_t count = (size_t)number_of(head, "count", -1), bytes = (size_t)number_of(head, "bytes", -1);
        bool missing = pdk_json_kind(pdk_json_member(head, "missing")) == 't';
        size_t bits = missing ? (count + 7) / 8 : 0;
        assert_true((size_t)(block + size - at) >= bits + bytes * count);
        found = pdk_json_is(pdk_json_member(head, "name"), name);
        if (found) {
            column.count = count;
            column.numbers = calloc(count + 1, sizeof *column.numbers);
            column.valid = malloc(count + 1);
            for (size_t i = 0; i < count; i++) column.valid[i] = missing ? at[i / 8] >> i % 8 & 1 : 1;
            if (pdk_json_is(pdk_json_member(head, "coding"), "raw")) decode_raw(&column, at + bits, bytes);
            else decode(&column, head, at + bits, bytes);
        }
        at += bits + bytes * count;
    }
    assert_true(found);
    pdk_json_free(&tree);
    pdk_memory_destroy(&memory);
    return column;
}

void page_column_free(page_column *column)
{
    for (size_t i = 0; column->words != NULL && i < column->count; i++) free(column->words[i]);
    free(column->words);
    free(column->numbers);
    free(column->bits);
    free(column->valid);
    *column = (page_column){ 0 };
}
