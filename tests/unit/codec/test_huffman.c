/* EA's Huffman: streams written out bit by bit, every way one can be wrong, and round trips. */
#include <stdlib.h>
#include <string.h>

#include "codec/huffman/huffman_code.h"
#include "pack.h"
#include "unpack.h"

/* Codes are written as runs of bits, a text for each symbol, which a formatter would put on a line each. */
/* clang-format off */

/* The escape 2, then a code of three symbols: 0 = "0", 1 = "10", 2 = "11". 23 bits: data begin with the last bit of byte 7. */
#define CODE "00000010" "101" "110" "100" "100" "100"
#define END "11" "100" "1"

/* Pack code, 3-byte size, and bits given as text, filled up with zeros. */
static size_t stream(uint8_t *to, uint8_t method, uint32_t size, const char *bits)
{
    memcpy(to, (const uint8_t[]){ method, 0xFB, (uint8_t)(size >> 16), (uint8_t)(size >> 8), (uint8_t)size }, 5);
    size_t count = strlen(bits);
    memset(to + 5, 0, (count + 7) / 8);
    for (size_t i = 0; i < count; i++) to[5 + i / 8] |= (uint8_t)((bits[i] - '0') << (7 - i % 8));
    return 5 + (count + 7) / 8;
}

static void good(uint8_t method, const char *bits, const void *plain, size_t size)
{
    uint8_t packed[64];
    size_t packed_size = stream(packed, method, (uint32_t)size, bits);
    assert_unpacks(packed, packed_size, plain, size);
}

#define bad(size, bits, status, code, offset)                                             \
    do {                                                                                  \
        uint8_t packed_[64];                                                              \
        size_t packed_size_ = stream(packed_, 0x30, (size), (bits));                      \
        assert_unpack_fails(packed_, packed_size_, (status), (code), (uint64_t)(offset)); \
    } while (0)

static void symbols(void **state)
{
    (void)state;
    good(0x30, CODE "0" "10" "0" END, "\0\1\0", 3);
    good(0x30, CODE END, "", 0);
    good(0x30, CODE "10" "11" "111" END, "\1\1\1\1", 4);                   /* a run of 3 more */
    good(0x30, CODE "10" "11" "01000" END, "\1\1\1\1\1", 5);               /* of 4 */
    good(0x30, CODE "0" "11" "100" "0" "01000001" END, "\0A", 2);          /* a byte without a code */
    good(0x30, CODE "11" "100" "0" "00000010" "0" END, "\2\0", 2);         /* the escape's own byte */
    good(0x32, CODE "0" "10" "0" "10" END, "\0\1\1\2", 4);                 /* sums */
    good(0x34, CODE "0" "10" "0" "10" END, "\0\1\2\4", 4);                 /* sums of sums */
    good(0x32, CODE "10" "11" "100" "0" "11111111" "0" END, "\1\0\0", 3);  /* modulo 256 */
}

static void long_run_from_few_bytes(void **state)
{
    (void)state;
    enum { SIZE = 1000004 };
    uint8_t *plain = malloc(SIZE);
    assert_non_null(plain);
    memset(plain, 1, SIZE);
    /* 1000003 = 2^19 - 4 + 475719: seventeen zeros, a one, nineteen bits */
    good(0x30, CODE "10" "11" "00000000000000000" "1" "1110100001001000111" END, plain, SIZE);
    free(plain);
}

static void headers(void **state)
{
    (void)state;
    static const uint8_t methods[] = { 0x30, 0x31, 0xB0, 0xB1, 0x32, 0x33, 0xB2, 0xB3, 0x34, 0x35, 0xB4, 0xB5 };
    static const char *const codecs[] = { "huffman", "huffman-delta", "huffman-delta2" };
    uint8_t body[64];
    size_t body_size = stream(body, 0x30, 3, CODE "0" "10" "0" END);
    for (size_t i = 0; i < sizeof methods; i++) {
        uint8_t packed[96] = { methods[i], 0xFB };
        size_t width = (methods[i] & 0x80) != 0 ? 4 : 3, used = 2;
        if ((methods[i] & 1) != 0) {
            memset(packed + used, 9, width);
            used += width;
        }
        used += width;
        packed[used - 1] = 3;
        memcpy(packed + used, body + 5, body_size - 5);
        pdk_packing packing;
        assert_int_equal(pdk_packing_of(packed, used + body_size - 5, &packing, NULL), PDK_OK);
        assert_string_equal(packing.codec, codecs[i / 4]);
        assert_int_equal(packing.header_size, used);
        static const char *const plain[] = { "\0\1\0", "\0\1\1", "\0\1\2" };
        assert_unpacks(packed, used + body_size - 5, plain[i / 4], 3);
        assert_unpack_fails(packed, used - 1, PDK_E_TRUNCATED, "huffman.header", used - 1);
        assert_unpack_fails(packed, used, PDK_E_TRUNCATED, "huffman.empty", used);
    }
}

static void hostile_code(void **state)
{
    (void)state;
    bad(3, "00000010", PDK_E_TRUNCATED, "huffman.code", 6);
    bad(3, "00000010" "101" "110" "00", PDK_E_TRUNCATED, "huffman.code", 7);
    bad(3, "00000010" "0000000000000000" "0000000000000000" "00000001", PDK_E_CORRUPT, "huffman.number", 6);
    bad(3, "00000010" "111" "00000", PDK_E_CORRUPT, "huffman.lengths", 6);         /* three codes of one bit */
    bad(3, "00000010" "101" "111" "00", PDK_E_CORRUPT, "huffman.lengths", 6);      /* three of two bits, where two are left */
    bad(3, "00000010" "100100100100" "100100100100" "100100100100" "100100100100" "00000000", PDK_E_CORRUPT,
        "huffman.lengths", 12);                                                    /* none to 16 bits */
    bad(3, "00000010" "100100100100" "100100100100" "0000001" "00110000" "0", PDK_E_CORRUPT, "huffman.symbols", 9);
    bad(3, "00000010" "101" "110" "0000001" "00000100" "000", PDK_E_CORRUPT, "huffman.symbol", 6); /* 256 on */
    bad(3, "00000011" "101" "110" "100" "100" "100" "0", PDK_E_CORRUPT, "huffman.escape", 6);
}

/* A code of 256 symbols leaves the last one no choice: any leap but 0 asks for an unused value that is not there. */
static void no_unused_symbol_left(void **state)
{
    (void)state;
    char bits[2000] = "00000000" "100100100100100100100" "0000001" "00000100"; /* 256 codes of eight bits */
    for (int i = 0; i < 255; i++) strcat(bits, "100");
    strcat(bits, "101");
    uint8_t packed[300];
    size_t size = stream(packed, 0x30, 3, bits);
    assert_unpack_fails(packed, size, PDK_E_CORRUPT, "huffman.symbol", 5 + (8 + 21 + 15 + 255 * 3) / 8);
}

static void hostile_data(void **state)
{
    (void)state;
    bad(3, CODE "11" "111" "0", PDK_E_CORRUPT, "huffman.run", 7);
    bad(3, CODE "0" "0" "0" "0" END, PDK_E_CORRUPT, "huffman.overflow", 8);
    bad(3, CODE "0" "11" "111" END, PDK_E_CORRUPT, "huffman.overflow", 8);
    bad(1, CODE "0" "11" "100" "0" "01000001" END, PDK_E_CORRUPT, "huffman.overflow", 8);
    bad(5, CODE "0" "10" "0" END, PDK_E_CORRUPT, "huffman.short", 8);
    bad(9, CODE "0" "10", PDK_E_TRUNCATED, "huffman.stop", 9); /* six bits of filling are six symbols more */
    bad(9, CODE "0" "10" "0000" "11", PDK_E_TRUNCATED, "huffman.stop", 9);
    bad(3, CODE "0" "10" "0" END "0000" "00000000", PDK_E_CORRUPT, "huffman.trailing", 10);
    bad(0xFFFFFF, CODE "0" "10" "0" END, PDK_E_CORRUPT, "huffman.size", 0);
    bad(0xFFFFFF, CODE "0" "11" "111", PDK_E_TRUNCATED, "huffman.stop", 9);
    bad(0xFFFFFF, "00000010" "111" "00000", PDK_E_UNKNOWN_FORMAT, "codec.unknown", 0);
}

/* The quick table and the code itself must agree for every 16 bits. */
static void table(void **state)
{
    (void)state;
    size_t size = 20000, packed_size;
    uint8_t *plain = plain_sample(size, 3), *packed = pack_huffman(0x30, plain, size, &packed_size);
    pdk_bits bits = { packed, packed_size, 5 * 8 };
    pdk_huffman_code code;
    assert_int_equal(pdk_huffman_read_code(&bits, &code, NULL), PDK_OK);
    uint32_t quick[1 << PDK_HUFFMAN_TABLE_BITS];
    pdk_huffman_fill_table(&code, quick);
    for (uint32_t word = 0; word < 65536; word++) {
        uint32_t entry = quick[word >> (16 - PDK_HUFFMAN_TABLE_BITS)];
        unsigned length, used = 0, count = entry >> 6 & 3;
        for (unsigned i = 0; i < count; i++) {
            assert_int_equal(pdk_huffman_find(&code, word << used & 0xFFFF, &length), entry >> (8 + 8 * i) & 0xFF);
            assert_int_not_equal(entry >> (8 + 8 * i) & 0xFF, code.escape);
            used += length;
        }
        assert_int_equal(used, entry & 63);
        assert_true(used <= PDK_HUFFMAN_TABLE_BITS);
    }
    free(plain);
    free(packed);
}

static void round_trips(void **state)
{
    (void)state;
    static const size_t sizes[] = { 1, 2, 100, 1500, 30000 };
    static const char *const codecs[] = { "huffman", "huffman-delta", "huffman-delta2" };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (unsigned method = 0; method < 3; method++) {
            uint8_t *plain = plain_sample(sizes[i], i + 1);
            size_t packed_size;
            uint8_t *packed = pack_huffman((uint8_t)(0x30 + 2 * method), plain, sizes[i], &packed_size);
            assert_round_trip(packed, packed_size, plain, sizes[i], codecs[method]);
            free(plain);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symbols),      cmocka_unit_test(long_run_from_few_bytes),
        cmocka_unit_test(headers),      cmocka_unit_test(hostile_code),
        cmocka_unit_test(no_unused_symbol_left), cmocka_unit_test(hostile_data),
        cmocka_unit_test(table),        cmocka_unit_test(round_trips),
    };
    return cmocka_run_group_tests_name("huffman", tests, NULL, NULL);
}
