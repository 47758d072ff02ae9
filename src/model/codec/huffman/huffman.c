/* EA's Huffman packing (pack codes 30FB, 32FB, 34FB and relatives): canonical codes, an escape for runs and rare bytes,
 * and in two variants the output holds differences. docs/formats/packing.md */
#include <string.h>

#include "codec/ea_header.h"
#include "codec/huffman/huffman_code.h"
#include "codec/huffman/huffman_encode.h"

enum { METHOD = 0x30, METHOD_DELTA = 0x32, METHOD_DELTA2 = 0x34 };

/* Decoding, or with `to` NULL only counting what would come out. */
typedef struct huffman_run {
    pdk_bits bits;
    pdk_huffman_code code;
    uint8_t *to;
    size_t capacity, written;
    size_t command; /* the byte in which this symbol begins */
    bool done;
} huffman_run;

static pdk_status fail_stop(const huffman_run *run, pdk_error *error)
{
    return pdk_fail(error, PDK_E_TRUNCATED, run->bits.size, "huffman.stop",
                    "the packed data end without a stop code, after %zu bytes of output", run->written);
}

static pdk_status put(huffman_run *run, uint8_t byte, uint32_t count, pdk_error *error)
{
    if (pdk_bits_overrun(&run->bits)) return fail_stop(run, error);
    if (run->capacity - run->written < count) {
        return pdk_fail(error, PDK_E_CORRUPT, run->command, "huffman.overflow",
                        "the data continue for %u bytes, but only %zu are left of the size in the header",
                        (unsigned)count, run->capacity - run->written);
    }
    if (run->to != NULL) memset(run->to + run->written, byte, count);
    run->written += count;
    return PDK_OK;
}

/* A run of the byte before, the end, or a byte that has no code. */
static pdk_status escape(huffman_run *run, pdk_error *error)
{
    uint32_t repeats = 0;
    pdk_status status = pdk_huffman_read_number(&run->bits, &repeats, error);
    if (status == PDK_E_TRUNCATED) return fail_stop(run, error);
    if (status != PDK_OK) return status;
    if (repeats > 0) {
        if (run->written == 0) {
            return pdk_fail(error, PDK_E_CORRUPT, run->command, "huffman.run",
                            "a run begins before there is a byte to repeat");
        }
        return put(run, run->to != NULL ? run->to[run->written - 1] : 0, repeats, error);
    }
    if (pdk_bits_take(&run->bits, 1) == 0) return put(run, (uint8_t)pdk_bits_take(&run->bits, 8), 1, error);
    run->done = true;
    return pdk_bits_overrun(&run->bits) ? fail_stop(run, error) : PDK_OK;
}

/* One symbol with every check. */
static pdk_status step(huffman_run *run, pdk_error *error)
{
    run->command = (size_t)(run->bits.position / 8);
    uint32_t next = (uint32_t)(pdk_bits_peek(&run->bits) >> 48);
    if (next >> (16 - run->code.escape_length) == run->code.escape_code) {
        run->bits.position += run->code.escape_length;
        return escape(run, error);
    }
    unsigned length;
    uint8_t symbol = pdk_huffman_find(&run->code, next, &length);
    run->bits.position += length;
    return put(run, symbol, 1, error);
}

/* Symbols by the table while both ends are far, up to the first that is no plain one. */
static void run_fast(huffman_run *run, const uint32_t table[1 << PDK_HUFFMAN_TABLE_BITS])
{
    enum { LOOKUPS = 4, BUFFER_SIZE = LOOKUPS * 4 };
    const uint8_t *data = run->bits.data;
    uint64_t position = run->bits.position;
    if (run->bits.size < 8 || run->capacity < BUFFER_SIZE) return;
    uint64_t last = (uint64_t)(run->bits.size - 8) * 8;
    uint8_t *to = run->to + run->written, *to_last = run->to + run->capacity - BUFFER_SIZE;
    while (position <= last && to <= to_last) {
        uint64_t word = pdk_load_u64be(data + (position >> 3)) << (position & 7);
        uint32_t entry = 0;
        for (int i = 0; i < LOOKUPS; i++) { /* 48 of the 57 bits at most; an entry 0 changes nothing */
            entry = table[word >> (64 - PDK_HUFFMAN_TABLE_BITS)];
            pdk_store_u32(to, entry >> 8);
            to += entry >> 6 & 3;
            word <<= entry & 63;
            position += entry & 63;
        }
        if (entry == 0) break;
    }
    run->bits.position = position;
    run->written = (size_t)(to - run->to);
}

/* Every byte becomes the sum of itself and those before it. */
static void sum(uint8_t *bytes, size_t count)
{
    uint8_t last = 0;
    for (size_t i = 0; i < count; i++) bytes[i] = last = (uint8_t)(last + bytes[i]);
}

static pdk_status begin(huffman_run *run, const uint8_t *data, size_t size, const pdk_packing *packing,
                        pdk_error *error)
{
    run->bits = (pdk_bits){ data, size, (uint64_t)packing->header_size * 8 };
    return pdk_huffman_read_code(&run->bits, &run->code, error);
}

/* How many of its output's running sums the method asks for. */
static int sums_of(const uint8_t *data)
{
    return (data[0] & 0x06) / 2;
}

static pdk_status decode(pdk_bytes packed, const pdk_packing *packing, uint8_t *to, size_t capacity, size_t *written,
                         pdk_error *error)
{
    huffman_run run = { .to = to, .capacity = capacity };
    pdk_status status = begin(&run, packed.data, packed.size, packing, error);
    if (status != PDK_OK) return status;
    uint32_t table[1 << PDK_HUFFMAN_TABLE_BITS];
    pdk_huffman_fill_table(&run.code, table);
    while (status == PDK_OK && !run.done) {
        run_fast(&run, table);
        status = step(&run, error);
    }
    *written = run.written;
    for (int i = sums_of(packed.data); i > 0; i--) sum(to, run.written);
    if (status != PDK_OK) return status;
    size_t end = (size_t)((run.bits.position + 7) / 8);
    /* EA's packer ends with a bit more, 0, which may be the only one of its byte. */
    if (run.bits.position % 8 == 0 && end + 1 == packed.size && packed.data[end] == 0) end++;
    return pdk_ea_finish("huffman", packing, run.written, run.command, end, packed.size, error);
}

/* A run takes few bytes, so the packed size says little: if the header gives a large size, count first. */
static pdk_status bound(const uint8_t *data, size_t size, const pdk_packing *packing, uint64_t *maximum,
                        pdk_error *error)
{
    huffman_run run = { .capacity = packing->unpacked_size <= SIZE_MAX ? (size_t)packing->unpacked_size : SIZE_MAX };
    pdk_status status = begin(&run, data, size, packing, error);
    *maximum = packing->unpacked_size;
    if (packing->unpacked_size / 64 <= size) return status;
    while (status == PDK_OK && !run.done) status = step(&run, error);
    *maximum = run.written;
    return status;
}

static bool probe_method(const uint8_t *data, size_t size, pdk_packing *packing, uint8_t method)
{
    if (!pdk_ea_header_read(data, size, 0, method, true, packing)) return false;
    if (pdk_ea_size_is_ordinary(packing, size)) return true;
    huffman_run run = { 0 };
    return begin(&run, data, size, packing, NULL) != PDK_E_CORRUPT;
}

static bool probe(const uint8_t *data, size_t size, pdk_packing *packing)
{
    return probe_method(data, size, packing, METHOD);
}

static bool probe_delta(const uint8_t *data, size_t size, pdk_packing *packing)
{
    return probe_method(data, size, packing, METHOD_DELTA);
}

static bool probe_delta2(const uint8_t *data, size_t size, pdk_packing *packing)
{
    return probe_method(data, size, packing, METHOD_DELTA2);
}

static pdk_status encode(const pdk_pack_request *request, pdk_bytes *packed, pdk_error *error)
{
    return pdk_huffman_pack(request, METHOD, packed, error);
}

static pdk_status encode_delta(const pdk_pack_request *request, pdk_bytes *packed, pdk_error *error)
{
    return pdk_huffman_pack(request, METHOD_DELTA, packed, error);
}

static pdk_status encode_delta2(const pdk_pack_request *request, pdk_bytes *packed, pdk_error *error)
{
    return pdk_huffman_pack(request, METHOD_DELTA2, packed, error);
}

const pdk_codec pdk_codec_huffman = {
    .info = { "huffman", "EA Huffman", PDK_CONFIRMED },
    .prefix = "huffman",
    .probe = probe,
    .bound = bound,
    .decode = decode,
    .encode = encode,
};

const pdk_codec pdk_codec_huffman_delta = {
    .info = { "huffman-delta", "EA Huffman with differences", PDK_CONFIRMED },
    .prefix = "huffman",
    .probe = probe_delta,
    .bound = bound,
    .decode = decode,
    .encode = encode_delta,
};

const pdk_codec pdk_codec_huffman_delta2 = {
    .info = { "huffman-delta2", "EA Huffman with differences of differences", PDK_LIKELY },
    .prefix = "huffman",
    .probe = probe_delta2,
    .bound = bound,
    .decode = decode,
    .encode = encode_delta2,
};
