/* Packing through the public call: every codec there and back, EA's own bytes, headers, refusals, memory that runs out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "pack.h"
#include "sink.h"
#include "unpack.h"

static const char *const codecs[] = { "refpack", "huffman", "huffman-delta", "huffman-delta2", "bytepair", "gzip" };
enum { CODECS = sizeof codecs / sizeof codecs[0] };

/* Packs, looks at the header, unpacks and compares; returns the packed size. */
static size_t check(const uint8_t *plain, size_t size, const pdk_pack_options *options, const char *variant)
{
    pdk_error error = { 0 };
    pdk_output *output = output_or_fail();
    pdk_packing packing;
    assert_ok(pdk_pack(plain, size, options, output, &error), error);
    pdk_bytes packed = pdk_output_bytes(output);
    assert_ok(pdk_packing_of(packed.data, packed.size, &packing, &error), error);
    if (options->codec != NULL && strcmp(options->codec, "auto") != 0)
        assert_string_equal(packing.codec, options->codec);
    if (variant != NULL) assert_string_equal(packing.variant, variant);
    assert_int_equal(packing.unpacked_size, size);
    assert_unpacks(packed.data, packed.size, plain, size);
    size_t packed_size = packed.size;
    pdk_output_close(output);
    return packed_size;
}

static uint32_t noise(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

/* Values as often as Fibonacci's numbers say, in no order: the deepest tree of codes there can be. */
static void fill_deep(uint8_t *plain, size_t size)
{
    uint64_t state = 10;
    size_t at = 0, count = 1, next = 1;
    for (uint8_t value = 0; at < size; value = (uint8_t)(value + 7)) {
        memset(plain + at, value, count < size - at ? count : size - at);
        at += count;
        size_t sum = count + next;
        count = next;
        next = sum;
    }
    for (size_t i = size; i-- > 1;) {
        size_t other = noise(&state) % (i + 1);
        uint8_t kept = plain[i];
        plain[i] = plain[other];
        plain[other] = kept;
    }
}

/* Plain data of a kind: nothing, one byte, all bytes, runs of every length, noise, art, all the same. */
static uint8_t *make_plain(int kind, size_t *size)
{
    static const size_t sizes[] = { 0, 1, 256, 40000, 30000, 50000, 70000, 3, 20000, 33000, 121392 };
    uint64_t state = (uint64_t)kind;
    *size = sizes[kind];
    uint8_t *plain = malloc(*size + 1);
    assert_non_null(plain);
    size_t run = 1;
    for (size_t at = 0; at < *size; at++) {
        switch (kind) {
        case 2: plain[at] = (uint8_t)at; break;
        case 3:
            for (size_t i = 0; i < run && at < *size; i++, at++) plain[at] = (uint8_t)run;
            run++;
            at--;
            break;
        case 4: plain[at] = (uint8_t)noise(&state); break;
        case 6: plain[at] = 0xEE; break; /* runs longer than one code says */
        case 8: { /* each value half as common as the one before: codes longer than there may be */
            uint32_t bits = noise(&state) | 1u << 30;
            plain[at] = (uint8_t)(3 * __builtin_ctz(bits));
            break;
        }
        case 9:
            plain[at] = (uint8_t)(at % 100 < 50 ? noise(&state) : at / 100 % 256);
            break; /* every byte, and pairs */
        default: plain[at] = (uint8_t)(kind + 1); break;
        }
    }
    if (kind == 10) fill_deep(plain, *size);
    if (kind != 5) return plain;
    free(plain);
    return plain_sample(*size, 7);
}
enum { KINDS = 11 };

static void there_and_back(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        size_t size, minimum = SIZE_MAX;
        uint8_t *plain = make_plain(kind, &size);
        for (size_t i = 0; i < CODECS; i++) {
            pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
            options.codec = codecs[i];
            for (options.level = 1; options.level <= 9; options.level++) {
                size_t got = check(plain, size, &options, NULL);
                if (options.level == 6 && got < minimum) minimum = got;
                if (strncmp(codecs[i], "huffman", 7) == 0 || strcmp(codecs[i], "bytepair") == 0)
                    break; /* have one level */
            }
            if (strcmp(codecs[i], "gzip") == 0) continue;
            options.level = 0;
            options.like = "ea1998";
            size_t got = check(plain, size, &options, NULL);
            if (got < minimum) minimum = got;
        }
        pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
        options.codec = "auto";
        assert_true(check(plain, size, &options, NULL) <= minimum);
        free(plain);
    }
}

/* What our packers make of plain data of each kind is as small as it was: a worse choice would unpack as well. */
static void packed_sizes(void **state)
{
    static const size_t sizes[KINDS][CODECS - 1] = {
        /* as `codecs`, without gzip */
        { 6, 8, 8, 8, 9 },
        { 7, 8, 8, 8, 10 },
        { 265, 366, 13, 12, 266 },
        { 1340, 875, 592, 699, 37870 },
        { 30273, 30247, 30248, 30241, 30101 },
        { 14541, 12860, 15285, 18205, 19041 },
        { 283, 20, 23, 25, 60 },
        { 9, 9, 10, 12, 12 },
        { 7931, 5011, 7533, 9443, 6462 },
        { 18155, 17655, 17917, 18251, 33104 },
        { 58499, 39797, 53055, 65110, 45048 },
    };
    (void)state;
    bool same = true;
    for (int kind = 0; kind < KINDS; kind++) {
        size_t size;
        uint8_t *plain = make_plain(kind, &size);
        for (size_t i = 0; i + 1 < CODECS; i++) { /* gzip is libdeflate's */
            pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
            options.codec = codecs[i];
            size_t got = check(plain, size, &options, NULL);
            if (got != sizes[kind][i])
                print_message("kind %d, %s: %zu bytes, not %zu\n", kind, codecs[i], got, sizes[kind][i]);
            same = same && got == sizes[kind][i];
        }
        free(plain);
    }
    assert_true(same);
}

/* Lengths of codes of every shape: few symbols, many, steep and flat. */
static void many_codes(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        uint64_t random = seed;
        size_t size = 1 + noise(&random) % 3000;
        uint32_t values = 1 + noise(&random) % 256, steep = 1 + noise(&random) % 20;
        uint8_t *plain = malloc(size);
        assert_non_null(plain);
        for (size_t at = 0; at < size; at++) {
            uint32_t value = values;
            for (uint32_t i = 0; i < steep; i++) value = noise(&random) % (value + 1);
            plain[at] = (uint8_t)(value * 7);
            for (uint32_t run = noise(&random) % 9 == 0 ? noise(&random) % 400 : 0; run > 0 && at + 1 < size;
                 run--, at++) {
                plain[at + 1] = plain[at];
            }
        }
        for (size_t i = 1; i + 1 < CODECS; i++) {
            pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
            options.codec = codecs[i];
            check(plain, size, &options, NULL);
        }
        free(plain);
    }
}

/* Real files that their own game's packer made, from their plain bytes. */
static void real_bytes(void **state)
{
    static const char *const files[] = { "AL1.QFS",      "AL2.QFS",     "GTITLE.QFS", "ANSX.PBS",  "MRX7.PDN",
                                         "GVERTBST.QFS", "VERTBST.QFS", "LOG.QFS",    "LDIABL.PBS" };
    (void)state;
    size_t done = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char name[64];
        snprintf(name, sizeof name, "nfs/%s", files[i]);
        const char *path = real_file(name);
        if (path == NULL) continue;
        size_t size, plain_size;
        pdk_error error = { 0 };
        pdk_packing packing;
        pdk_output *output = output_or_fail();
        uint8_t *packed = read_file(path, &size), *plain = unpack_bytes(packed, size, &plain_size, &error);
        assert_non_null(plain);
        assert_ok(pdk_packing_of(packed, size, &packing, &error), error);
        pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
        options.codec = packing.codec;
        options.like = "ea1998";
        assert_ok(pdk_pack(plain, plain_size, &options, output, &error), error);
        assert_int_equal(pdk_output_bytes(output).size, size);
        assert_memory_equal(pdk_output_bytes(output).data, packed, size);
        pdk_output_close(output);
        free(plain);
        free(packed);
        done++;
    }
    if (done == 0) skip();
}

/* ---------------------------------------------------------------------------------------------------- headers */

static void headers(void **state)
{
    static const struct {
        const char *codec, *variant;
    } known[] = { { "refpack", "10FB" },        { "refpack", "11FB" },       { "refpack", "90FB" },
                  { "refpack", "91FB" },        { "refpack", "DBPF 10FB" },  { "huffman", "30FB" },
                  { "huffman", "31FB" },        { "huffman", "B0FB" },       { "huffman", "B1FB" },
                  { "huffman-delta", "32FB" },  { "huffman-delta", "B3FB" }, { "huffman-delta2", "35FB" },
                  { "huffman-delta2", "B4FB" }, { "bytepair", "46FB" },      { "bytepair", "47FB" } };
    (void)state;
    uint8_t *plain = plain_sample(5000, 2);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
        options.codec = known[i].codec;
        options.variant = known[i].variant;
        check(plain, 5000, &options, known[i].variant);
    }
    free(plain);
}

/* Sizes that three bytes cannot say. */
static void large(void **state)
{
    (void)state;
    size_t size = (1 << 24) + 5;
    uint8_t *plain = calloc(size, 1);
    assert_non_null(plain);
    for (size_t at = 0; at < size; at += 1000) plain[at] = (uint8_t)(at / 1000);
    pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
    options.level = 1;
    check(plain, size, &options, "90FB");
    options.variant = "91FB";
    check(plain, size, &options, "91FB");
    options.variant = NULL;
    options.codec = "huffman";
    check(plain, size, &options, "B0FB");
    check(plain, size - 6, &options, "30FB");
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    options.codec = "bytepair"; /* has no long sizes */
    assert_fails(pdk_pack(plain, size, &options, output, &error), error, PDK_E_ARGUMENT, "argument.size",
                 PDK_NO_OFFSET);
    options.codec = "refpack";
    options.variant = "10FB";
    assert_fails(pdk_pack(plain, size, &options, output, &error), error, PDK_E_ARGUMENT, "argument.size",
                 PDK_NO_OFFSET);
    assert_int_equal(pdk_output_position(output), 0);
    pdk_output_close(output);
    free(plain);
}

/* --------------------------------------------------------------------------------------------------- refusals */

static bool count_calls(void *user, uint64_t done, uint64_t total)
{
    assert_true(done <= total);
    ++*(int *)user;
    return true;
}

static void refusals(void **state)
{
    (void)state;
    uint8_t *plain = plain_sample(300000, 2);
    pdk_error error = { 0 };
    pdk_output *output = output_or_fail();
    static const struct {
        const char *codec, *like, *variant;
        int level;
        const char *code;
    } bad[] = { { "lzma", NULL, NULL, 0, "argument.codec" },
                { NULL, "ea2001", NULL, 0, "argument.like" },
                { NULL, NULL, NULL, 10, "argument.level" },
                { NULL, NULL, NULL, -1, "argument.level" },
                { NULL, NULL, "30FB", 0, "argument.variant" },
                { NULL, NULL, "10fb", 0, "argument.variant" },
                { NULL, NULL, "DBPF 11FB", 0, "argument.variant" },
                { NULL, NULL, "DBPF ", 0, "argument.variant" },
                { "huffman", NULL, "DBPF 30FB", 0, "argument.variant" },
                { "bytepair", NULL, "C6FB", 0, "argument.variant" },
                { "gzip", NULL, "10FB", 0, "argument.variant" },
                { "gzip", "ea1998", NULL, 0, "argument.like" },
                { "auto", NULL, "77FB", 0, "argument.variant" } };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
        options.codec = bad[i].codec;
        options.like = bad[i].like;
        options.variant = bad[i].variant;
        options.level = bad[i].level;
        assert_fails(pdk_pack(plain, 300000, &options, output, &error), error, PDK_E_ARGUMENT, bad[i].code,
                     PDK_NO_OFFSET);
        assert_true(strlen(error.message) > 10);
    }
    pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
    options.progress = stop_at_once;
    for (size_t i = 0; i < CODECS; i++) {
        options.codec = codecs[i];
        for (options.level = 1; options.level <= 9; options.level += 4) {
            assert_fails(pdk_pack(plain, 300000, &options, output, &error), error, PDK_E_CANCELLED, "cancelled",
                         PDK_NO_OFFSET);
        }
    }
    int calls = 0;
    options = (pdk_pack_options)PDK_PACK_OPTIONS_INIT;
    options.progress = count_calls;
    options.progress_user = &calls;
    assert_int_equal(pdk_output_position(output), 0);
    assert_ok(pdk_pack(plain, 300000, &options, output, &error), error);
    assert_true(calls > 10);
    options.struct_size = sizeof options.struct_size - 1;
    assert_fails(pdk_pack(plain, 3, &options, output, &error), error, PDK_E_ARGUMENT, "argument.options",
                 PDK_NO_OFFSET);
    assert_fails(pdk_pack(NULL, 0, NULL, output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_pack(plain, 3, NULL, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    options = (pdk_pack_options)PDK_PACK_OPTIONS_INIT;
    options.limits.memory = 100000;
    assert_fails(pdk_pack(plain, 300000, &options, output, &error), error, PDK_E_LIMIT, error.code, PDK_NO_OFFSET);
    pdk_output_close(output);
    free(plain);
}

/* ----------------------------------------------------------------------------------------------------- memory */

/* Fails at call 1, 2, 3 ... until none fails. */
static void sweep_memory(const char *codec, int level, const char *like)
{
    uint8_t *plain = plain_sample(5000, 4);
    for (size_t fail_at = 1;; fail_at++) {
        failing memory = { .fail_at = fail_at };
        pdk_error error = { 0 };
        pdk_output *output = output_or_fail();
        pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
        options.codec = codec;
        options.level = level;
        options.like = like;
        options.allocator = failing_allocator(&memory);
        pdk_status status = pdk_pack(plain, 5000, &options, output, &error);
        assert_int_equal(memory.live, 0);
        assert_int_equal(status, memory.calls < fail_at ? PDK_OK : PDK_E_MEMORY);
        if (status != PDK_OK) assert_int_equal(pdk_output_position(output), 0);
        pdk_output_close(output);
        if (memory.calls < fail_at) break;
        assert_true(fail_at < 200);
    }
    free(plain);
}

static void memory_runs_out(void **state)
{
    (void)state;
    for (int level = 1; level <= 9; level++) sweep_memory("refpack", level, NULL);
    sweep_memory("refpack", 0, "ea1998");
    for (size_t i = 1; i < CODECS; i++) sweep_memory(codecs[i], 0, NULL);
    sweep_memory("auto", 0, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back), cmocka_unit_test(packed_sizes),    cmocka_unit_test(many_codes),
        cmocka_unit_test(real_bytes),     cmocka_unit_test(headers),         cmocka_unit_test(large),
        cmocka_unit_test(refusals),       cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
