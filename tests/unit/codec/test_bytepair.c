/* EA's byte pairs: nesting, growth, cycles, and every way a stream can be wrong. */
#include <stdlib.h>
#include <string.h>

#include "pack.h"
#include "unpack.h"

#define BYTES(...) ((const uint8_t[]){ __VA_ARGS__ }), sizeof((const uint8_t[]){ __VA_ARGS__ })
#define HEADER(size) 0x46, 0xFB, (size) >> 16 & 0xFF, (size) >> 8 & 0xFF, (size)&0xFF
#define END 0xEE, 0x00 /* the escape is 0xEE throughout */

static void good(void **state)
{
    (void)state;
    assert_unpacks(BYTES(HEADER(3), 0xEE, 0, 'a', 'b', 'c', END), "abc", 3);
    assert_unpacks(BYTES(HEADER(0), 0xEE, 0, END), "", 0);
    assert_unpacks(BYTES(HEADER(5), 0xEE, 1, 1, 'a', 'b', 'x', 1, 1, END), "xabab", 5);
    assert_unpacks(BYTES(HEADER(6), 0xEE, 2, 1, 'a', 'b', 2, 1, 'c', 2, 2, END), "abcabc", 6);
    assert_unpacks(BYTES(HEADER(6), 0xEE, 2, 2, 1, 'c', 1, 'a', 'b', 2, 2, END), "abcabc",
                   6); /* defined after its use */
    assert_unpacks(BYTES(HEADER(3), 0xEE, 1, 1, 'a', 'b', 0xEE, 0xEE, 0xEE, 1, 0xEE, 'q', END), "\xEE\1q", 3);
    assert_unpacks(BYTES(0x47, 0xFB, 7, 7, 7, 0, 0, 2, 0xEE, 0, 'a', 'b', END), "ab", 2);
    pdk_packing packing;
    assert_int_equal(pdk_packing_of(BYTES(0x47, 0xFB, 7, 7, 7, 0, 0, 2, 0xEE, 0, 'a', 'b', END), &packing, NULL),
                     PDK_OK);
    assert_string_equal(packing.codec, "bytepair");
    assert_string_equal(packing.variant, "47FB");
    assert_int_equal(packing.header_size, 8);
}

/* Node n stands for node n-1 twice: node 20 is a million bytes. */
static size_t doubling(uint8_t *to, uint32_t size, unsigned nodes)
{
    memcpy(to, (const uint8_t[]){ HEADER(size), 0xEE, 0 }, 7);
    to[6] = (uint8_t)nodes;
    for (unsigned i = 0; i < nodes; i++) {
        uint8_t part = i == 0 ? 'z' : (uint8_t)i;
        memcpy(to + 7 + 3 * i, (const uint8_t[]){ (uint8_t)(i + 1), part, part }, 3);
    }
    memcpy(to + 7 + 3 * nodes, (const uint8_t[]){ (uint8_t)nodes, END }, 3);
    return 10 + 3 * nodes;
}

static void growth(void **state)
{
    (void)state;
    uint8_t packed[1024];
    for (unsigned nodes = 1; nodes <= 20; nodes++) {
        size_t size = (size_t)1 << nodes;
        uint8_t *plain = malloc(size);
        assert_non_null(plain);
        memset(plain, 'z', size);
        assert_unpacks(packed, doubling(packed, (uint32_t)size, nodes), plain, size);
        free(plain);
    }
    size_t size = doubling(packed, 1u << 20, 21);
    assert_unpack_fails(packed, size, PDK_E_CORRUPT, "bytepair.overflow", size - 3);
    size = doubling(packed, 0xFFFFFF, 80); /* 2^80 bytes */
    assert_unpack_fails(packed, size, PDK_E_CORRUPT, "bytepair.overflow", size - 3);
}

/* A chain as deep as there are bytes: every node is the one before and an extra byte. */
static void deepest(void **state)
{
    (void)state;
    enum { NODES = 253 };
    uint8_t packed[7 + 3 * NODES + 3] = { HEADER(NODES + 1), 0xFF, NODES }, plain[NODES + 1];
    for (unsigned left = 0; left < 2; left++) {
        for (unsigned i = 0; i < NODES; i++) {
            uint8_t before = i == 0 ? 0xFE : (uint8_t)i, more = 0xFE;
            uint8_t *pair = packed + 7 + 3 * i;
            pair[0] = (uint8_t)(i + 1);
            pair[1] = left ? before : more;
            pair[2] = left ? more : before;
        }
        memcpy(packed + 7 + 3 * NODES, (const uint8_t[]){ NODES, 0xFF, 0 }, 3);
        memset(plain, 0xFE, sizeof plain);
        assert_unpacks(packed, sizeof packed, plain, sizeof plain);
    }
}

static void hostile(void **state)
{
    (void)state;
    assert_unpack_fails(BYTES(0x46, 0xFB, 0, 0), PDK_E_TRUNCATED, "bytepair.header", 4);
    assert_unpack_fails(BYTES(HEADER(3)), PDK_E_TRUNCATED, "bytepair.empty", 5);
    assert_unpack_fails(BYTES(HEADER(3), 0xEE), PDK_E_TRUNCATED, "bytepair.pairs", 6);
    assert_unpack_fails(BYTES(HEADER(3), 0xEE, 2, 1, 'a', 'b', 2, 1), PDK_E_TRUNCATED, "bytepair.pairs", 12);
    assert_unpack_fails(BYTES(HEADER(3), 0xEE, 2, 1, 'a', 'b', 1, 'c', 'd', 1, END), PDK_E_CORRUPT, "bytepair.node",
                        10);
    assert_unpack_fails(BYTES(HEADER(3), 0xEE, 1, 0xEE, 'a', 'b', END), PDK_E_CORRUPT, "bytepair.node", 7);
    assert_unpack_fails(BYTES(HEADER(3), 0xEE, 1, 1, 0xEE, 'b', END), PDK_E_CORRUPT, "bytepair.node", 7);
    assert_unpack_fails(BYTES(HEADER(3), 0xEE, 1, 1, 'a', 0xEE, END), PDK_E_CORRUPT, "bytepair.node", 7);
    assert_unpack_fails(BYTES(HEADER(3), 0xEE, 1, 1, 1, 'b', 1, END), PDK_E_CORRUPT, "bytepair.cycle", 7);
    assert_unpack_fails(BYTES(HEADER(3), 0xEE, 2, 1, 2, 'b', 2, 'a', 1, 1, END), PDK_E_CORRUPT, "bytepair.cycle", 7);
    assert_unpack_fails(BYTES(HEADER(3), 0xEE, 1, 1, 'a', 'b', 1, 1, END), PDK_E_CORRUPT, "bytepair.overflow", 11);
    assert_unpack_fails(BYTES(HEADER(1), 0xEE, 0, 'a', 0xEE, 'b', END), PDK_E_CORRUPT, "bytepair.overflow", 8);
    assert_unpack_fails(BYTES(HEADER(3), 0xEE, 0, 'a', 'b', 'c'), PDK_E_TRUNCATED, "bytepair.stop", 10);
    assert_unpack_fails(BYTES(HEADER(3), 0xEE, 0, 'a', 'b', 'c', 0xEE), PDK_E_TRUNCATED, "bytepair.stop", 11);
    assert_unpack_fails(BYTES(HEADER(4), 0xEE, 0, 'a', 'b', 'c', END), PDK_E_CORRUPT, "bytepair.short", 10);
    assert_unpack_fails(BYTES(HEADER(3), 0xEE, 0, 'a', 'b', 'c', END, 9), PDK_E_CORRUPT, "bytepair.trailing", 12);
    assert_unpack_fails(BYTES(HEADER(0xFFFFFF), 0xEE, 0, 'a', 'b', 'c', END), PDK_E_CORRUPT, "bytepair.size", 0);
    assert_unpack_fails(BYTES(HEADER(0xFFFFFF), 0xEE, 1, 1, 1, 1, END), PDK_E_UNKNOWN_FORMAT, "codec.unknown", 0);
    assert_unpack_fails(BYTES(0xC6, 0xFB, 0, 0, 0, 3, 0xEE, 0, 'a', 'b', 'c', END), PDK_E_UNKNOWN_FORMAT,
                        "codec.unknown", 0);
}

static void round_trips(void **state)
{
    (void)state;
    static const size_t sizes[] = { 1, 2, 100, 1500, 30000 };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint8_t *plain = plain_sample(sizes[i], i + 1);
        size_t packed_size;
        uint8_t *packed = pack_bytepair(plain, sizes[i], &packed_size);
        if (i == 4) assert_true(packed_size < sizes[i]);
        assert_round_trip(packed, packed_size, plain, sizes[i], "bytepair");
        free(plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good),    cmocka_unit_test(growth),      cmocka_unit_test(deepest),
        cmocka_unit_test(hostile), cmocka_unit_test(round_trips),
    };
    return cmocka_run_group_tests_name("bytepair", tests, NULL, NULL);
}
