/* RefPack encoding: the exact minimum and the games' own bytes, against real files and against packers by the book. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pack.h"
#include "refpack_reference.h"
#include "unpack.h"

/* Packs into a block of exactly pdk_refpack_bound, unpacks into one of exactly the size; returns the packed size. */
static size_t pack_and_check(const uint8_t *plain, size_t size, int level)
{
    pdk_error error = { 0 };
    size_t capacity = pdk_refpack_bound(size), packed_size = 0, got = 0;
    uint8_t *packed = malloc(capacity), *again = malloc(size > 0 ? size : 1);
    assert_true(packed != NULL && again != NULL);
    assert_ok(pdk_refpack_encode(packed, capacity, plain, size, level, &packed_size, &error), error);
    uint8_t *exact = malloc(packed_size);
    assert_non_null(exact);
    memcpy(exact, packed, packed_size);
    assert_ok(pdk_refpack_decode(again, size, exact, packed_size, &got, &error), error);
    assert_int_equal(got, size);
    assert_memory_equal(again, plain, size);
    /* Never larger than literals alone: runs of 112, one shorter run, the stop. */
    assert_true(packed_size <= 6 + size + size / 112 + (size % 112 > 3) + 1);
    free(exact);
    free(again);
    free(packed);
    return packed_size;
}

static pdk_bytes pack_like_ea(const uint8_t *plain, size_t size, pdk_output **output)
{
    pdk_error error = { 0 };
    pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
    options.like = "ea1998";
    assert_ok(pdk_output_memory(output, &error), error);
    assert_ok(pdk_pack(plain, size, &options, *output, &error), error);
    return pdk_output_bytes(*output);
}

/* ----------------------------------------------------------------------------------------------- real files */

static uint8_t *read_plain(const char *name, size_t *size)
{
    char path[64];
    snprintf(path, sizeof path, "nfs/%s", name);
    const char *real = real_file(path);
    if (real == NULL) return NULL;
    size_t packed_size;
    uint8_t *bytes = read_file(real, &packed_size);
    pdk_packing packing;
    *size = packed_size;
    if (pdk_packing_of(bytes, packed_size, &packing, NULL) != PDK_OK) return bytes;
    pdk_error error = { 0 };
    uint8_t *plain = unpack_bytes(bytes, packed_size, size, &error);
    assert_non_null(plain);
    free(bytes);
    return plain;
}

/* Published minima, found by others with another method. */
static void minima(void **state)
{
    static const struct {
        const char *name;
        size_t minimum;
    } files[] = { { "JEEP.CFM", 14782 },     { "AL1.FSH", 96447 },       { "AL3.QFS", 80740 },
                  { "AL2.QFS", 92763 },      { "TR1.TRI", 52634 },       { "AL1.TRI", 179727 },
                  { "GTITLE.FSH", 187749 },  { "GRAPHICS.FSH", 302887 }, { "AL1_001.FAM", 234910 },
                  { "CIRCUIT.qFS", 169436 }, { "TR000.QFS", 448136 },    { "5go.qfs", 341758 } };
    (void)state;
    size_t done = 0, all = 0, minimum = 0, quick = 0, second = 0, usual = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        size_t size = 0;
        uint8_t *plain = read_plain(files[i].name, &size);
        if (plain == NULL) continue;
        size_t best = pack_and_check(plain, size, 9);
        if (best != files[i].minimum)
            fail_msg("%s: %zu bytes, the minimum is %zu", files[i].name, best, files[i].minimum);
        quick += pack_and_check(plain, size, 1);
        second += pack_and_check(plain, size, 2);
        usual += pack_and_check(plain, size, 6);
        minimum += best;
        all += size;
        done++;
        free(plain);
    }
    if (done == 0) skip();
    /* Ratios to the minimum. The smallest output of the public packers that do not search for it is 1.0938 times the
     * minimum of the files they were measured on; the usual level's aim is 0.375 where that minimum is 0.36713. */
    assert_true((double)quick / (double)minimum <= 1.0938);
    assert_true((double)second / (double)minimum <= 1.07);
    assert_true((double)usual / (double)minimum <= 0.375 / 0.36713);
    printf("%zu files, %zu bytes: level 1 %zu, 2 %zu, 6 %zu, 9 %zu\n", done, all, quick, second, usual, minimum);
}

static void real_bytes(void **state)
{
    static const char *const files[] = { "AL3.QFS",   "5go.qfs",   "CIRCUIT.qFS", "TR000.QFS",   "TR020.QFS",
                                         "tr060.qfs", "tr061.qfs", "tr060_8.qfs", "tr061_8.qfs", "dealer2a.crp" };
    (void)state;
    size_t done = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "nfs/%s", files[i]);
        const char *real = real_file(path);
        if (real == NULL) continue;
        size_t size, plain_size = 0;
        uint8_t *packed = read_file(real, &size), *plain = read_plain(files[i], &plain_size);
        pdk_output *output = NULL;
        pdk_bytes again = pack_like_ea(plain, plain_size, &output);
        assert_int_equal(again.size, size);
        assert_memory_equal(again.data, packed, size);
        pdk_output_close(output);
        free(packed);
        free(plain);
        done++;
    }
    if (done == 0) skip();
}

/* ------------------------------------------------------------------------------------- against the books */

static uint64_t random_state;

static uint32_t random_below(uint32_t limit)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random_state >> 33) % limit);
}

/* Bytes of one of many kinds: noise over few or many values, runs, periods, old parts again with changes. */
static void fill(uint8_t *to, size_t size, uint64_t seed)
{
    random_state = seed;
    uint32_t values = 1 + random_below(4) * random_below(60), maximum = 2 + random_below(seed % 3 == 0 ? 1500 : 60);
    for (size_t at = 0; at < size;) {
        uint32_t kind = random_below(5), length = 1 + random_below(maximum);
        size_t back = at > 0 ? 1 + random_below((uint32_t)(kind == 3 && at > 8 ? 8 : at)) : 0;
        uint8_t byte = (uint8_t)random_below(values);
        for (uint32_t i = 0; i < length && at < size; i++, at++) {
            if (kind == 0) to[at] = (uint8_t)random_below(values);
            else if (kind <= 1 || back == 0) to[at] = byte;
            else to[at] = random_below(200) == 0 ? byte : to[at - back];
        }
    }
}

static void check_against_books(const uint8_t *plain, size_t size, const char *what)
{
    size_t got = pack_and_check(plain, size, 9), minimum = refpack_minimum(plain, size);
    if (got != minimum) fail_msg("%s: %zu bytes, the least is %zu", what, got, minimum);
    pdk_output *output = NULL;
    size_t wanted_size;
    pdk_bytes like = pack_like_ea(plain, size, &output);
    uint8_t *wanted = refpack_ea1998(plain, size, &wanted_size);
    if (like.size != wanted_size || memcmp(like.data, wanted, wanted_size) != 0) fail_msg("%s: not as in 1998", what);
    pdk_output_close(output);
    free(wanted);
}

static void every_small(void **state)
{
    (void)state;
    char what[64];
    for (uint64_t seed = 1; seed <= 300; seed++) {
        size_t size = seed % 25 == 0 ? 1400 : seed % 300;
        uint8_t *plain = malloc(size > 0 ? size : 1);
        assert_non_null(plain);
        fill(plain, size, seed);
        snprintf(what, sizeof what, "seed %llu, %zu bytes", (unsigned long long)seed, size);
        check_against_books(plain, size, what);
        free(plain);
    }
}

/* Copies from exactly as far as a command reaches, and one byte further. */
static void window_edges(void **state)
{
    static const size_t distances[] = { 1023, 1024, 1025, 16383, 16384, 16385, 131070, 131071, 131072, 131073 };
    (void)state;
    enum { SIZE = 140000 };
    uint8_t *plain = malloc(SIZE);
    assert_non_null(plain);
    for (size_t i = 0; i < sizeof distances / sizeof distances[0]; i++) {
        char what[64];
        random_state = i;
        for (size_t at = 0; at < SIZE; at++) plain[at] = (uint8_t)random_below(256);
        for (size_t length = 3, at = 131100; at + length < SIZE; at += length + 50, length += 7) {
            memcpy(plain + at, plain + at - distances[i], length);
            plain[at + length] = (uint8_t)~plain[at + length - distances[i]];
        }
        memset(plain + 4000 + i, 7, 60); /* a run to be met again from far away */
        memset(plain + 4000 + i + distances[i], 7, 40 + i);
        snprintf(what, sizeof what, "distance %zu", distances[i]);
        check_against_books(plain, SIZE, what);
    }
    free(plain);
}

/* What is hard on searches: one byte, short periods, Fibonacci's string, rising numbers in two orders. */
static void hard_data(void **state)
{
    (void)state;
    enum { SIZE = 300000 };
    uint8_t *plain = malloc(SIZE);
    assert_non_null(plain);
    for (int kind = 0; kind < 6; kind++) {
        for (size_t at = 0; at < SIZE; at++) {
            size_t record = at / 6, order = record % 2 == 0 ? record : 50000 - record;
            const uint8_t rising[6] = { 'a', 'b', 'c', 'd', (uint8_t)(order >> 8), (uint8_t)order };
            plain[at] = kind == 0   ? 0
                        : kind == 1 ? (uint8_t)(at % 2)
                        : kind == 2 ? (uint8_t)(at % 5 == 0)
                        : kind == 3 ? (uint8_t)(at % 1029 == 0)
                        : kind == 4 ? rising[at % 6]
                                    : 0;
        }
        if (kind == 5) {
            plain[0] = 1;
            for (size_t a = 1, b = 2; a < SIZE; b += a, a = b - a)
                memcpy(plain + a, plain, a < SIZE - a ? b - a < SIZE - a ? b - a : SIZE - a : SIZE - a);
        }
        size_t minimum = pack_and_check(plain, SIZE, 9);
        for (int level = 1; level < 9; level++) assert_true(pack_and_check(plain, SIZE, level) >= minimum);
        if (kind <= 3) assert_true(minimum < 3000);
    }
    free(plain);
}

/* Levels round-trip everything, and more effort gives a smaller file. */
static void levels(void **state)
{
    (void)state;
    size_t sums[10] = { 0 };
    for (uint64_t seed = 1; seed <= 150; seed++) {
        size_t size = seed < 40 ? seed : seed % 10 == 0 ? 60000 : seed * 37;
        uint8_t *plain = malloc(size);
        assert_non_null(plain);
        fill(plain, size, seed * 977);
        for (int level = 1; level <= 9; level++) sums[level] += pack_and_check(plain, size, level);
        free(plain);
    }
    for (int level = 1; level <= 9; level++) assert_true(sums[9] <= sums[level]);
    assert_true(sums[6] <= sums[3] && sums[3] <= sums[1]);
    uint8_t *sample = plain_sample(1 << 20, 3);
    assert_true(pack_and_check(sample, 1 << 20, 9) < pack_and_check(sample, 1 << 20, 1));
    free(sample);
}

/* -------------------------------------------------------------------------------------------- between buffers */

static void buffers(void **state)
{
    (void)state;
    uint8_t plain[500], packed[600], again[500];
    pdk_error error = { 0 };
    size_t size = 77, got = 77;
    fill(plain, sizeof plain, 5);
    assert_ok(pdk_refpack_encode(packed, sizeof packed, plain, sizeof plain, 0, &size, &error), error);
    size_t needed = 0;
    assert_fails(pdk_refpack_encode(again, size - 1, plain, sizeof plain, 0, &needed, &error), error, PDK_E_ARGUMENT,
                 "argument.capacity", PDK_NO_OFFSET);
    assert_int_equal(needed, size);
    assert_fails(pdk_refpack_decode(again, sizeof again - 1, packed, size, &needed, &error), error, PDK_E_ARGUMENT,
                 "argument.capacity", PDK_NO_OFFSET);
    assert_int_equal(needed, sizeof plain);
    assert_fails(pdk_refpack_decode(again, sizeof again, packed, size - 1, &got, &error), error, PDK_E_TRUNCATED,
                 error.code, size - 1);
    assert_true(got <= sizeof plain);
    assert_memory_equal(again, plain, got);
    assert_fails(pdk_refpack_decode(again, sizeof again, plain, sizeof plain, &got, &error), error,
                 PDK_E_UNKNOWN_FORMAT, "codec.unknown", 0);
    assert_fails(pdk_refpack_decode(again, sizeof again, packed, 4, &got, &error), error, PDK_E_TRUNCATED,
                 "refpack.header", 4);
    assert_fails(pdk_refpack_encode(packed, sizeof packed, plain, sizeof plain, 10, &size, &error), error,
                 PDK_E_ARGUMENT, "argument.level", PDK_NO_OFFSET);
    assert_fails(pdk_refpack_encode(NULL, 0, plain, sizeof plain, 6, &size, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    assert_fails(pdk_refpack_encode(packed, sizeof packed, NULL, 0, 6, &size, &error), error, PDK_E_ARGUMENT,
                 "argument", PDK_NO_OFFSET);
    assert_fails(pdk_refpack_decode(again, sizeof again, packed, size, NULL, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minima),       cmocka_unit_test(real_bytes), cmocka_unit_test(every_small),
        cmocka_unit_test(window_edges), cmocka_unit_test(hard_data),  cmocka_unit_test(levels),
        cmocka_unit_test(buffers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
