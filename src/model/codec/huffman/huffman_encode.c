#include "codec/huffman/huffman_encode.h"

#include <string.h>

#include "base/callback.h"
#include "base/load.h"
#include "codec/ea_header.h"
#include "codec/huffman/huffman_code.h"
#include "codec/huffman/huffman_plan.h"

enum {
    TABLE_CAPACITY = 1024, /* bytes that no code table needs */
    ESCAPE_BITS = 64       /* that no escape with what follows needs, nor the end */
};

/* Bits out, most significant first. */
typedef struct bit_writer {
    uint8_t *to;
    uint64_t bits; /* at the top */
    unsigned count;
} bit_writer;

static inline void put(bit_writer *writer, uint32_t value, unsigned count)
{
    if (count == 0) return;
    writer->bits |= (uint64_t)value << (64 - writer->count - count);
    writer->count += count;
    for (; writer->count >= 8; writer->count -= 8, writer->bits <<= 8) *writer->to++ = (uint8_t)(writer->bits >> 56);
}

static void put_number(bit_writer *writer, uint32_t number)
{
    unsigned zeros = pdk_huffman_number_zeros(number);
    put(writer, 1, zeros + 1);
    put(writer, number + 4 - (UINT32_C(4) << zeros), zeros + 2);
}

/* Canonical codes, and the table that describes them. */
static void put_code(bit_writer *writer, const pdk_huffman_plan *plan, uint32_t codes[256])
{
    unsigned longest = 0;
    for (unsigned byte = 0; byte < 256; byte++) longest = plan->lengths[byte] > longest ? plan->lengths[byte] : longest;
    put(writer, plan->escape, 8);
    for (unsigned length = 1; length <= longest; length++) {
        uint32_t count = 0;
        for (unsigned byte = 0; byte < 256; byte++) count += plan->lengths[byte] == length;
        put_number(writer, count);
    }
    bool used[256] = { false };
    uint8_t symbol = 255;
    uint32_t next = 0;
    for (unsigned length = 1; length <= longest; length++, next <<= 1) {
        for (unsigned byte = 0; byte < 256; byte++) {
            if (plan->lengths[byte] != length) continue;
            uint32_t leap = 0;
            for (symbol++; symbol != byte; symbol++) leap += !used[symbol];
            put_number(writer, leap);
            used[byte] = true;
            codes[byte] = next++;
        }
    }
}

/* A byte by its code; the one that is the escape has to be said as it is. */
static inline void put_byte(bit_writer *writer, const pdk_huffman_plan *plan, const uint32_t codes[256], uint8_t byte)
{
    put(writer, codes[byte], plan->lengths[byte]);
    if (byte != plan->escape) return;
    put_number(writer, 0);
    put(writer, byte, 9);
}

static void put_data(bit_writer *writer, const pdk_huffman_plan *plan, const uint32_t codes[256], const uint8_t *data,
                     size_t size)
{
    for (size_t at = 0; at < size; at++) {
        uint32_t repeats = at > 0 && data[at] == data[at - 1] ? pdk_huffman_repeats(data, size, at) : 0;
        if (repeats > 0 && pdk_huffman_says_run(plan, data[at - 1], repeats)) {
            put(writer, codes[plan->escape], plan->lengths[plan->escape]);
            put_number(writer, repeats);
        } else {
            for (uint32_t i = 0; i < repeats; i++) put_byte(writer, plan, codes, data[at - 1]);
        }
        at += repeats;
        put_byte(writer, plan, codes, data[at]);
    }
    put(writer, codes[plan->escape], plan->lengths[plan->escape]);
    put_number(writer, 0);
    put(writer, 2, 2);
    put(writer, 0, 7); /* only what fills a byte counts */
}

/* Bits the data take at most: what is said by codes, and a generous share for each use of the escape. */
static uint64_t count_bits(const pdk_huffman_plan *plan, const uint8_t *data, size_t size)
{
    uint64_t bits = ESCAPE_BITS;
    for (size_t at = 0; at < size; at++) {
        uint32_t repeats = at > 0 && data[at] == data[at - 1] ? pdk_huffman_repeats(data, size, at) : 0;
        bool run = repeats > 0 && pdk_huffman_says_run(plan, data[at - 1], repeats);
        bits += run ? ESCAPE_BITS : (uint64_t)repeats * plan->lengths[data[at]];
        at += repeats;
        bits += plan->lengths[data[at]];
        if (data[at] == plan->escape) bits += ((uint64_t)repeats + 1) * ESCAPE_BITS;
    }
    return bits;
}

static const uint8_t *make_differences(const pdk_pack_request *request, int times)
{
    if (times == 0) return request->plain;
    uint8_t *data = pdk_alloc_raw(request->memory, request->size);
    if (data == NULL) return NULL;
    memcpy(data, request->plain, request->size);
    for (; times > 0; times--) {
        for (size_t i = request->size; i > 1; i--) data[i - 1] = (uint8_t)(data[i - 1] - data[i - 2]);
    }
    return data;
}

pdk_status pdk_huffman_pack(const pdk_pack_request *request, uint8_t method, pdk_bytes *packed, pdk_error *error)
{
    pdk_ea_header header;
    pdk_status status = pdk_ea_header_choose(request, method, true, false, &header, error);
    if (status != PDK_OK) return status;
    if (!pdk_tell_progress(request->progress, request->progress_user, 0, request->size)) {
        return pdk_fail_cancelled(error);
    }
    const uint8_t *data = make_differences(request, (method & 6) / 2);
    if (data == NULL) return pdk_fail_memory(error, request->memory, "differences");
    pdk_huffman_plan plan;
    pdk_huffman_make_plan(&plan, data, request->size);
    uint64_t capacity = header.size + TABLE_CAPACITY + count_bits(&plan, data, request->size) / 8;
    uint8_t *to = capacity <= SIZE_MAX ? pdk_alloc_raw(request->memory, (size_t)capacity) : NULL;
    if (to == NULL) return pdk_fail_memory(error, request->memory, "the packed file");
    bit_writer writer = { .to = to + header.size };
    uint32_t codes[256];
    put_code(&writer, &plan, codes);
    put_data(&writer, &plan, codes, data, request->size);
    if (data != request->plain) pdk_free(request->memory, (void *)(uintptr_t)data);
    *packed = (pdk_bytes){ to, (size_t)(writer.to - to) };
    pdk_ea_header_write(&header, request->size, packed->size, to);
    return PDK_OK;
}
