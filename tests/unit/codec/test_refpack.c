/* RefPack: every command form, every way a stream can be wrong, and the fast path against the book. */
#include <stdlib.h>
#include <string.h>

#include "codec/packing_layout.h"
#include "codec/refpack/refpack_command.h"
#include "layout/layout.h"
#include "pack.h"
#include "unpack.h"

#define BYTES(...) ((const uint8_t[]){ __VA_ARGS__ }), sizeof((const uint8_t[]){ __VA_ARGS__ })
#define HEADER(size) 0x10, 0xFB, (size) >> 16 & 0xFF, (size) >> 8 & 0xFF, (size)&0xFF
#define ABCD 0xE0, 'a', 'b', 'c', 'd'

static void headers(void **state)
{
    (void)state;
    assert_unpacks(BYTES(0x10, 0xFB, 0, 0, 4, ABCD, 0xFC), "abcd", 4);
    assert_unpacks(BYTES(0x11, 0xFB, 9, 9, 9, 0, 0, 4, ABCD, 0xFC), "abcd",
                   4); /* the first size is skipped, whatever it is */
    assert_unpacks(BYTES(0x90, 0xFB, 0, 0, 0, 4, ABCD, 0xFC), "abcd", 4);
    assert_unpacks(BYTES(0x91, 0xFB, 9, 9, 9, 9, 0, 0, 0, 4, ABCD, 0xFC), "abcd", 4);
    assert_unpacks(BYTES(0x10, 0xFB, 0, 0, 0, 0xFC), "", 0);
    pdk_packing packing;
    assert_int_equal(pdk_packing_of(BYTES(0x91, 0xFB, 9, 9, 9, 9, 0, 0, 0, 4, ABCD, 0xFC), &packing, NULL), PDK_OK);
    assert_string_equal(packing.codec, "refpack");
    assert_string_equal(packing.variant, "91FB");
    assert_int_equal(packing.header_size, 10);
    assert_int_equal(packing.unpacked_size, 4);
    assert_int_equal(packing.packed_size, 16);
}

static void wrapped(void **state)
{
    (void)state;
    pdk_packing packing;
    assert_int_equal(pdk_packing_of(BYTES(15, 0, 0, 0, HEADER(4), ABCD, 0xFC), &packing, NULL), PDK_OK);
    assert_string_equal(packing.variant, "DBPF 10FB");
    assert_int_equal(packing.header_size, 9);
    assert_unpacks(BYTES(15, 0, 0, 0, HEADER(4), ABCD, 0xFC), "abcd", 4);
    assert_unpacks(BYTES(17, 0, 0, 0, HEADER(4), ABCD, 0xFC, 0xFC, 0xFC), "abcd", 4); /* padding */
    assert_unpack_fails(BYTES(17, 0, 0, 0, HEADER(4), ABCD, 0xFC, 0xFC, 0), PDK_E_CORRUPT, "refpack.trailing", 16);
    assert_unpack_fails(BYTES(17, 0, 0, 0, HEADER(4), ABCD, 0xFC), PDK_E_TRUNCATED, "refpack.length", 15);
    assert_unpack_fails(BYTES(99, 0, 0, 0, HEADER(4), ABCD), PDK_E_TRUNCATED, "refpack.stop", 14);
    assert_unpack_fails(BYTES(14, 0, 0, 0, HEADER(4), ABCD, 0xFC), PDK_E_UNKNOWN_FORMAT, "codec.unknown", 0);
}

static void commands(void **state)
{
    (void)state;
    /* short: 1 literal, 3 from 1 back; 2 literals, 3 from 2 back, then 10 from 3 back */
    assert_unpacks(BYTES(HEADER(4), 0x01, 0x00, 'x', 0xFC), "xxxx", 4);
    assert_unpacks(BYTES(HEADER(15), 0x02, 0x01, 'x', 'y', 0x1C, 0x02, 0xFC), "xyxyxxyxxyxxyxx", 15);
    /* middle: 3 literals, 4 from 2 back */
    assert_unpacks(BYTES(HEADER(7), 0x80, 0xC0, 0x01, 'x', 'y', 'z', 0xFC), "xyzyzyz", 7);
    /* long: 2 literals, 5 from 2 back */
    assert_unpacks(BYTES(HEADER(7), 0xC2, 0x00, 0x01, 0x00, 'x', 'y', 0xFC), "xyxyxyx", 7);
    /* runs, and a stop with 3 literals */
    assert_unpacks(BYTES(HEADER(11), 0xE1, 1, 2, 3, 4, 5, 6, 7, 8, 0xFF, 9, 10, 11), "\1\2\3\4\5\6\7\10\11\12\13", 11);
}

/* A stream that copies `length` from `distance` back by one command, after `distance` bytes of a pattern. */
static void check_copy(const uint8_t *command, size_t command_size, size_t literals, size_t length, size_t distance)
{
    size_t size = distance + literals + length, at = 0;
    uint8_t *plain = malloc(size), *packed = malloc(size + size / 100 + 64);
    assert_true(plain != NULL && packed != NULL);
    for (size_t i = 0; i < distance + literals; i++) plain[i] = (uint8_t)(i * 31 + i / 251);
    for (size_t i = distance + literals; i < size; i++) plain[i] = plain[i - distance];
    memcpy(packed, (const uint8_t[]){ HEADER(size) }, 5);
    size_t out = 0, ahead = distance, used = 5;
    for (; ahead - out >= 4; out += at) { /* the pattern as runs: distances here are multiples of four */
        at = ahead - out < 112 ? (ahead - out) / 4 * 4 : 112;
        packed[used++] = (uint8_t)(0xE0 + at / 4 - 1);
        memcpy(packed + used, plain + out, at);
        used += at;
    }
    assert_int_equal(out, ahead);
    memcpy(packed + used, command, command_size);
    used += command_size;
    memcpy(packed + used, plain + out, literals);
    used += literals;
    packed[used++] = 0xFC;
    assert_unpacks(packed, used, plain, size);
    free(plain);
    free(packed);
}

static void extremes(void **state)
{
    (void)state;
    check_copy(BYTES(0x7F, 0xFF), 3, 10, 1024);
    check_copy(BYTES(0x60, 0xFF), 0, 3, 1024);
    check_copy(BYTES(0xBF, 0xFF, 0xFF), 3, 67, 16384);
    check_copy(BYTES(0x80, 0x3F, 0xFF), 0, 4, 16384);
    check_copy(BYTES(0xDF, 0xFF, 0xFF, 0xFF), 3, 1028, 131072);
    check_copy(BYTES(0xD0, 0xFF, 0xFF, 0x00), 0, 5, 131072);
    check_copy(BYTES(0xCC, 0xFF, 0xFF, 0xFF), 0, 1028, 65536);
    check_copy(BYTES(0xCC, 0x00, 0x03, 0xFF), 0, 1028, 4);
}

/* The fast path must do what the book says at every distance and length, literals included. */
static void fast_path(void **state)
{
    (void)state;
    enum { SIZE = 60000 };
    uint8_t *plain = malloc(SIZE), *packed = malloc(SIZE + 2000);
    assert_true(plain != NULL && packed != NULL);
    size_t out = 0, used = 5;
    uint32_t random = 1;
    while (out + 1200 < SIZE) {
        random = random * 1664525u + 1013904223u;
        uint8_t command[4] = { (uint8_t)(random >> 24), (uint8_t)(random >> 16), (uint8_t)(random >> 8),
                               (uint8_t)(random >> 3) };
        if (command[0] >= 0xFC) continue;
        if (random % 3 == 0 && command[0] < 0xC0) { /* near copies more often than chance has them */
            command[0] = (uint8_t)(command[0] & (command[0] < 0x80 ? 0x1F : 0xFF));
            command[1] = (uint8_t)(command[0] < 0x80 ? command[1] % 24 : command[1] & 0xC0);
            command[2] %= 24;
        }
        pdk_refpack_command read = pdk_refpack_command_read(command);
        if (read.distance > out + read.literals) continue;
        memcpy(packed + used, command, read.size);
        used += read.size;
        for (uint32_t i = 0; i < read.literals; i++) packed[used++] = plain[out++] = (uint8_t)(random >> (i & 15));
        for (uint32_t i = 0; i < read.length; i++, out++) plain[out] = plain[out - read.distance];
        if (used > SIZE) break;
    }
    packed[used++] = 0xFC;
    memcpy(packed, (const uint8_t[]){ HEADER(out) }, 5);
    assert_true(out > 30000);
    assert_unpacks(packed, used, plain, out);
    sweep_unpack_cut(packed, used, 211);
    sweep_unpack_mutation(packed, used, 211);
    free(plain);
    free(packed);
}

static double field(const pdk_record *record, const char *name, const uint8_t *bytes)
{
    return pdk_get_f64(pdk_record_field(record, name), 0, bytes);
}

/* The tables that explain the commands and the code that reads them say the same. */
static void layouts(void **state)
{
    (void)state;
    uint32_t random = 7;
    for (int i = 0; i < 20000; i++) {
        random = random * 1664525u + 1013904223u;
        uint8_t bytes[4] = { (uint8_t)(random >> 24), (uint8_t)(random >> 16), (uint8_t)(random >> 8),
                             (uint8_t)(random >> 2) };
        pdk_refpack_command read = pdk_refpack_command_read(bytes);
        const pdk_record *record = read.size == 2   ? &pdk_packed_refpack_short
                                   : read.size == 3 ? &pdk_packed_refpack_middle
                                   : read.size == 4 ? &pdk_packed_refpack_long
                                   : read.stop      ? &pdk_packed_refpack_stop
                                                    : &pdk_packed_refpack_run;
        assert_int_equal(record->size, read.size);
        assert_true(field(record, "literals", bytes) == read.literals);
        if (read.length == 0) continue;
        double high = pdk_record_field(record, "distance_high") != NULL ? field(record, "distance_high", bytes) : 0;
        double length_high = pdk_record_field(record, "length_high") != NULL ? field(record, "length_high", bytes) : 0;
        assert_true(field(record, "distance", bytes) + high == read.distance);
        assert_true(field(record, "length", bytes) + length_high == read.length);
    }
}

static void hostile(void **state)
{
    (void)state;
    assert_unpack_fails(BYTES(HEADER(8), 0xE0, 1, 2, 3, 4, 0x04, 0x04, 0xFC), PDK_E_CORRUPT, "refpack.distance", 10);
    assert_unpack_fails(BYTES(HEADER(6), ABCD, 0x00, 0x00, 0xFC), PDK_E_CORRUPT, "refpack.overflow", 10);
    assert_unpack_fails(BYTES(HEADER(5), ABCD, 0xE0, 1, 2, 3, 4, 0xFC), PDK_E_CORRUPT, "refpack.overflow", 10);
    assert_unpack_fails(BYTES(HEADER(5), ABCD, 0xFE, 1, 2), PDK_E_CORRUPT, "refpack.overflow", 10);
    assert_unpack_fails(BYTES(HEADER(8), ABCD, 0x00), PDK_E_TRUNCATED, "refpack.command", 11);
    assert_unpack_fails(BYTES(HEADER(8), ABCD, 0x80, 0x00), PDK_E_TRUNCATED, "refpack.command", 12);
    assert_unpack_fails(BYTES(HEADER(9), ABCD, 0xC0, 0x00, 0x00), PDK_E_TRUNCATED, "refpack.command", 13);
    assert_unpack_fails(BYTES(HEADER(8), ABCD, 0xE0, 1, 2, 3), PDK_E_TRUNCATED, "refpack.literals", 14);
    assert_unpack_fails(BYTES(HEADER(7), ABCD, 0xFF, 1, 2), PDK_E_TRUNCATED, "refpack.literals", 13);
    assert_unpack_fails(BYTES(HEADER(9), ABCD, 0x03, 0x00, 1), PDK_E_TRUNCATED, "refpack.literals", 13);
    assert_unpack_fails(BYTES(HEADER(4), ABCD), PDK_E_TRUNCATED, "refpack.stop", 10);
    assert_unpack_fails(BYTES(HEADER(9), ABCD), PDK_E_TRUNCATED, "refpack.stop", 10);
    assert_unpack_fails(BYTES(HEADER(4)), PDK_E_TRUNCATED, "refpack.empty", 5);
    assert_unpack_fails(BYTES(0x91, 0xFB, 0, 0, 0, 4, 0, 0, 0, 4), PDK_E_TRUNCATED, "refpack.empty", 10);
    assert_unpack_fails(BYTES(0x10, 0xFB, 0, 0), PDK_E_TRUNCATED, "refpack.header", 4);
    assert_unpack_fails(BYTES(0x10, 0xFB), PDK_E_TRUNCATED, "refpack.header", 2);
    assert_unpack_fails(BYTES(0x91, 0xFB, 0, 0, 0, 4, 0, 0, 0), PDK_E_TRUNCATED, "refpack.header", 9);
    assert_unpack_fails(BYTES(HEADER(5), ABCD, 0xFC), PDK_E_CORRUPT, "refpack.short", 10);
    assert_unpack_fails(BYTES(HEADER(4), ABCD, 0xFC, 0x00), PDK_E_CORRUPT, "refpack.trailing", 11);
    assert_unpack_fails(BYTES(HEADER(4), ABCD, 0xFC, 0xFC), PDK_E_CORRUPT, "refpack.trailing",
                        11); /* no wrapper, no padding */
    assert_unpack_fails(BYTES(HEADER(0xFFFFFF), ABCD, 0xFC), PDK_E_CORRUPT, "refpack.size", 0);
    assert_unpack_fails(BYTES(HEADER(6 * 257 + 1), ABCD, 0xFC), PDK_E_CORRUPT, "refpack.size", 0);
    assert_unpack_fails(BYTES(HEADER(6 * 257), ABCD, 0xFC), PDK_E_CORRUPT, "refpack.short", 10);
    assert_unpack_fails(BYTES(0x90, 0xFB, 0xFF, 0xFF, 0xFF, 0xFF, ABCD, 0xFC), PDK_E_CORRUPT, "refpack.size", 0);
}

/* Damage in the middle of a large stream, where the fast path is under way, is found at the same place. */
static void hostile_far_inside(void **state)
{
    (void)state;
    enum { RUNS = 100 };
    uint8_t packed[5 + RUNS * 113 + 200] = { HEADER(RUNS * 112 + 1028 + 2000) };
    size_t used = 5;
    for (int i = 0; i < RUNS; i++, used += 113) packed[used] = 0xFB;
    memcpy(packed + used, (const uint8_t[]){ 0xD0, 0x00, 0x00, 0xFF }, 4); /* 65537 back of 11200 */
    assert_unpack_fails(packed, sizeof packed, PDK_E_CORRUPT, "refpack.distance", used);
    memcpy(packed + used, (const uint8_t[]){ 0x80, 0x2B, 0xC0, 0xFC }, 4); /* 11201 back: one byte too far */
    assert_unpack_fails(packed, sizeof packed, PDK_E_CORRUPT, "refpack.distance", used);
    packed[used + 2]--; /* 11200 back: the first byte */
    assert_unpack_fails(packed, sizeof packed, PDK_E_CORRUPT, "refpack.short", used + 3);
    packed[used] = 0xFC;
    assert_unpack_fails(packed, sizeof packed, PDK_E_CORRUPT, "refpack.short", used);
}

static void random_is_unknown(void **state)
{
    (void)state;
    assert_unpack_fails(BYTES(HEADER(0x123456), 0x12, 0x34, 0x56, 0x78, 0x9A), PDK_E_UNKNOWN_FORMAT, "codec.unknown",
                        0);
    assert_unpack_fails(BYTES(HEADER(3), 0x12, 0x34, 0x56, 0x78, 0x9A), PDK_E_CORRUPT, "refpack.overflow", 5);
    assert_unpack_fails(BYTES(0x50, 0xFB, 0, 0, 4, ABCD, 0xFC), PDK_E_UNKNOWN_FORMAT, "codec.unknown", 0);
    assert_unpack_fails(BYTES(0x10), PDK_E_UNKNOWN_FORMAT, "codec.unknown", 0);
}

static void round_trips(void **state)
{
    (void)state;
    static const size_t sizes[] = { 1, 3, 4, 5, 113, 1500, 40000 };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint8_t *plain = plain_sample(sizes[i], i + 1);
        size_t packed_size;
        uint8_t *packed = pack_refpack(plain, sizes[i], &packed_size);
        assert_round_trip(packed, packed_size, plain, sizes[i], "refpack");
        free(plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers),           cmocka_unit_test(wrapped),
        cmocka_unit_test(commands),          cmocka_unit_test(extremes),
        cmocka_unit_test(fast_path),         cmocka_unit_test(layouts),
        cmocka_unit_test(hostile),           cmocka_unit_test(hostile_far_inside),
        cmocka_unit_test(random_is_unknown), cmocka_unit_test(round_trips),
    };
    return cmocka_run_group_tests_name("refpack", tests, NULL, NULL);
}
