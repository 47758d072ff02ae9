#include "pack.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A growing string of bytes, and bits into it. */
typedef struct sink {
    uint8_t *data;
    size_t size, capacity;
    unsigned bits; /* used in the last byte; 0 = it is full */
} sink;

static void put_byte(sink *to, unsigned byte)
{
    if (to->size == to->capacity) {
        to->capacity = to->capacity * 2 + 64;
        to->data = realloc(to->data, to->capacity);
        if (to->data == NULL) {
            fputs("out of memory\n", stderr);
            exit(1);
        }
    }
    to->data[to->size++] = (uint8_t)byte;
}

static void put_bytes(sink *to, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) put_byte(to, bytes[i]);
}

static void put_bits(sink *to, uint32_t value, unsigned count)
{
    while (count-- > 0) {
        if (to->bits == 0) put_byte(to, 0);
        to->data[to->size - 1] |= (uint8_t)((value >> count & 1) << (7 - to->bits));
        to->bits = (to->bits + 1) % 8;
    }
}

static void put_header(sink *to, unsigned method, size_t size)
{
    bool large = size > 0xFFFFFF;
    put_byte(to, large ? method | 0x80 : method);
    put_byte(to, 0xFB);
    for (int shift = large ? 24 : 16; shift >= 0; shift -= 8) put_byte(to, size >> shift & 0xFF);
}

/* ------------------------------------------------------------------------------------------------- RefPack */

enum { HASHES = 1 << 16, FARTHEST = 131072, LONGEST = 1028 };

static size_t hash_of(const uint8_t *at)
{
    uint32_t three = (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2];
    return (three * UINT32_C(2654435761)) >> 16;
}

/* Flushes literals until fewer than four are left. */
static size_t put_runs(sink *to, const uint8_t *plain, size_t from, size_t end)
{
    while (end - from >= 4) {
        size_t run = end - from < 112 ? (end - from) / 4 * 4 : 112;
        put_byte(to, 0xE0 + (unsigned)(run / 4 - 1));
        put_bytes(to, plain + from, run);
        from += run;
    }
    return from;
}

static void put_copy(sink *to, const uint8_t *literals, size_t count, size_t length, size_t distance)
{
    unsigned back = (unsigned)distance - 1, many = (unsigned)length, few = (unsigned)count;
    if (length <= 10 && distance <= 1024) {
        put_byte(to, (back >> 3 & 0x60) | (many - 3) << 2 | few);
        put_byte(to, back & 0xFF);
    } else if (length <= 67 && distance <= 16384) {
        put_byte(to, 0x80 | (many - 4));
        put_byte(to, few << 6 | back >> 8);
        put_byte(to, back & 0xFF);
    } else {
        put_byte(to, 0xC0 | (back >> 12 & 0x10) | ((many - 5) >> 6 & 0x0C) | few);
        put_byte(to, back >> 8 & 0xFF);
        put_byte(to, back & 0xFF);
        put_byte(to, (many - 5) & 0xFF);
    }
    put_bytes(to, literals, count);
}

uint8_t *pack_refpack(const uint8_t *plain, size_t size, size_t *packed_size)
{
    sink to = { 0 };
    size_t *last = calloc(HASHES, sizeof *last), literal = 0, at = 0; /* positions + 1 */
    put_header(&to, 0x10, size);
    while (last != NULL && at + 3 <= size) {
        size_t hash = hash_of(plain + at), from = last[hash], length = 0;
        last[hash] = at + 1;
        if (from > 0 && at + 1 - from <= FARTHEST) {
            while (length < LONGEST && at + length < size && plain[from - 1 + length] == plain[at + length]) length++;
        }
        if (length < 5 && !(length >= 3 && at + 1 - from <= 1024)) {
            at++;
            continue;
        }
        literal = put_runs(&to, plain, literal, at);
        put_copy(&to, plain + literal, at - literal, length, at + 1 - from);
        for (size_t i = at + 1; i < at + length && i + 3 <= size; i++) last[hash_of(plain + i)] = i + 1;
        at += length;
        literal = at;
    }
    free(last);
    literal = put_runs(&to, plain, literal, size);
    put_byte(&to, 0xFC + (unsigned)(size - literal));
    put_bytes(&to, plain + literal, size - literal);
    *packed_size = to.size;
    return to.data;
}

/* ------------------------------------------------------------------------------------------------- Huffman */

static void put_number(sink *to, uint32_t value)
{
    unsigned zeros = 0;
    while (value >= (UINT32_C(8) << zeros) - 4) zeros++;
    put_bits(to, 0, zeros);
    put_bits(to, 1, 1);
    put_bits(to, value + 4 - (UINT32_C(4) << zeros), zeros + 2);
}

static size_t frequency[256];

static int by_frequency(const void *a, const void *b)
{
    int x = *(const uint8_t *)a, y = *(const uint8_t *)b;
    if (frequency[x] != frequency[y]) return frequency[x] < frequency[y] ? 1 : -1;
    return x - y;
}

/* One shape of code serves all: the commonest bytes get the short ones. It is full: 256 codes, and no room for more. */
static const uint8_t shape[17] = { 0, 0, 0, 0, 4, 8, 8, 16, 0, 36, 184, 0, 0, 0, 0, 0, 0 };

static void put_code(sink *to, const uint8_t *order, uint32_t *codes, uint8_t *lengths)
{
    uint32_t next = 0, index = 0;
    for (unsigned length = 1; index < 256; length++, next <<= 1) {
        put_number(to, shape[length]);
        for (unsigned i = 0; i < shape[length]; i++, index++, next++) {
            codes[order[index]] = next;
            lengths[order[index]] = (uint8_t)length;
        }
    }
    bool used[256] = { false };
    uint8_t symbol = 255;
    for (int i = 0; i < 256; i++) {
        uint32_t leap = 0;
        for (symbol++; symbol != order[i]; symbol++) leap += !used[symbol];
        put_number(to, leap);
        used[symbol] = true;
    }
}

uint8_t *pack_huffman(uint8_t method, const uint8_t *plain, size_t size, size_t *packed_size)
{
    uint8_t *data = malloc(size + 1), order[256], lengths[256];
    uint32_t codes[256];
    sink to = { 0 };
    if (data == NULL) return NULL;
    memcpy(data, plain, size);
    for (int pass = (method & 6) / 2; pass > 0; pass--) {
        for (size_t i = size; i > 1; i--) data[i - 1] = (uint8_t)(data[i - 1] - data[i - 2]);
    }
    memset(frequency, 0, sizeof frequency);
    for (size_t i = 0; i < size; i++) frequency[data[i]]++;
    for (int i = 0; i < 256; i++) order[i] = (uint8_t)i;
    qsort(order, 256, 1, by_frequency);
    put_header(&to, method, size);
    uint8_t escape = order[255];
    put_byte(&to, escape);
    put_code(&to, order, codes, lengths);
    for (size_t i = 0; i < size;) {
        uint32_t run = 0;
        while (i > 0 && i + run < size && data[i + run] == data[i - 1]) run++;
        if (run > 4) {
            put_bits(&to, codes[escape], lengths[escape]);
            put_number(&to, run);
            i += run;
            continue;
        }
        put_bits(&to, codes[data[i]], lengths[data[i]]);
        if (data[i] == escape) { /* the escape itself: no run, not the end, its eight bits */
            put_number(&to, 0);
            put_bits(&to, data[i], 9);
        }
        i++;
    }
    put_bits(&to, codes[escape], lengths[escape]);
    put_number(&to, 0);
    put_bits(&to, 1, 1);
    free(data);
    *packed_size = to.size;
    return to.data;
}

/* ---------------------------------------------------------------------------------------------- byte pairs */

static size_t commonest_pair(const uint8_t *data, size_t size, uint32_t *pair)
{
    size_t *counts = calloc(65536, sizeof *counts), best = 0;
    for (size_t i = 0; counts != NULL && i + 1 < size; i++) counts[data[i] << 8 | data[i + 1]]++;
    for (uint32_t i = 0; counts != NULL && i < 65536; i++) {
        if (counts[i] <= best) continue;
        best = counts[i];
        *pair = i;
    }
    free(counts);
    return best;
}

/* Byte values from `from` on that the data do not have; 256 = none. */
static unsigned unused_byte(const bool *used)
{
    unsigned byte = 1; /* after the escape 0 would be the end */
    while (byte < 256 && used[byte]) byte++;
    return byte;
}

uint8_t *pack_bytepair(const uint8_t *plain, size_t size, size_t *packed_size)
{
    uint8_t *data = malloc(size + 1), nodes[255 * 3];
    bool used[256] = { false };
    size_t left = size, count = 0;
    sink to = { 0 };
    if (data == NULL) return NULL;
    memcpy(data, plain, size);
    for (size_t i = 0; i < size; i++) used[plain[i]] = true;
    unsigned escape = unused_byte(used); /* when all 256 are used, an ordinary byte has to be written after itself */
    if (escape == 256) escape = 255;
    used[escape] = true;
    for (;;) {
        uint32_t pair = 0;
        unsigned node = unused_byte(used);
        if (node == 256 || commonest_pair(data, left, &pair) < 4) break;
        if (pair >> 8 == escape || (pair & 0xFF) == escape) break;
        used[node] = true;
        memcpy(nodes + 3 * count++, (uint8_t[]){ (uint8_t)node, (uint8_t)(pair >> 8), (uint8_t)pair }, 3);
        size_t out = 0;
        for (size_t i = 0; i < left; out++) {
            bool hit = i + 1 < left && (uint32_t)(data[i] << 8 | data[i + 1]) == pair;
            data[out] = hit ? (uint8_t)node : data[i];
            i += hit ? 2 : 1;
        }
        left = out;
    }
    put_header(&to, 0x46, size);
    put_byte(&to, escape);
    put_byte(&to, (unsigned)count);
    put_bytes(&to, nodes, 3 * count);
    for (size_t i = 0; i < left; i++) {
        if (data[i] == escape) put_byte(&to, escape);
        put_byte(&to, data[i]);
    }
    put_byte(&to, escape);
    put_byte(&to, 0);
    free(data);
    *packed_size = to.size;
    return to.data;
}

/* -------------------------------------------------------------------------------------------------- sample */

uint8_t *plain_sample(size_t size, uint64_t seed)
{
    uint8_t *data = malloc(size + 1);
    uint64_t state = seed * 2 + 1;
    for (size_t i = 0; data != NULL && i < size;) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint32_t random = (uint32_t)(state >> 33);
        size_t length = 1 + (random >> 4 & 15);
        unsigned kind = random & 15;
        if (kind == 0) length += random >> 8 & 255;
        for (size_t k = 0; k < length && i < size; k++, i++) {
            if (kind < 3) data[i] = (uint8_t)(random >> 16 & 0x3F);                         /* a run */
            else if (kind < 13 && i > 8192) data[i] = data[i - 1 - (random >> 8 & 0x1FFF)]; /* seen before */
            else data[i] = (uint8_t)(32 + ((i * 7 + random / (k + 1)) & 0x5F));             /* new */
        }
    }
    return data;
}
