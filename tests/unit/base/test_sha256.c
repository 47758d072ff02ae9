/* SHA-256: the examples of FIPS 180-4, every length around the ends of blocks, and bytes that come in pieces. */
#include <stdlib.h>
#include <string.h>

#include "base/sha256_blocks.h"
#include "digest.h"
#include "support.h"

enum { LENGTHS = 1000 };

static void check(const char *text, const char *wanted)
{
    char hex[PDK_SHA256_HEX];
    digest(text, strlen(text), hex);
    assert_string_equal(hex, wanted);
}

static void test_examples(void **state)
{
    (void)state;
    check("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    check("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopq"
          "rstu",
          "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    char *million = malloc(1000001);
    assert_non_null(million);
    memset(million, 'a', 1000000);
    million[1000000] = '\0';
    check(million, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(million);
}

static uint8_t *some_bytes(void)
{
    uint8_t *bytes = malloc(LENGTHS);
    assert_non_null(bytes);
    for (size_t i = 0; i < LENGTHS; i++) bytes[i] = (uint8_t)(i * 7);
    return bytes;
}

/* The hash of the hashes of all lengths, as Python's hashlib gives it. */
static void test_every_length(void **state)
{
    (void)state;
    uint8_t *bytes = some_bytes(), hash[PDK_SHA256_SIZE];
    char hex[PDK_SHA256_HEX];
    pdk_sha256 all;
    pdk_sha256_begin(&all);
    for (size_t size = 0; size < LENGTHS; size++) {
        pdk_sha256_of(bytes, size, hash);
        pdk_sha256_put(&all, hash, sizeof hash);
    }
    pdk_sha256_end(&all, hash);
    pdk_sha256_to_hex(hash, hex);
    assert_string_equal(hex, "5d627ea013b4f60bb79c057eaf24163dc21c429a226ba2c34b2895355337400c");
    free(bytes);
}

static void test_pieces(void **state)
{
    (void)state;
    uint8_t *bytes = some_bytes(), whole[PDK_SHA256_SIZE], hash[PDK_SHA256_SIZE];
    pdk_sha256_of(bytes, LENGTHS, whole);
    for (size_t piece = 1; piece <= 2 * PDK_SHA256_BLOCK + 1; piece++) {
        pdk_sha256 sha;
        pdk_sha256_begin(&sha);
        for (size_t at = 0; at < LENGTHS; at += piece) {
            pdk_sha256_put(&sha, bytes + at, piece < LENGTHS - at ? piece : LENGTHS - at);
            pdk_sha256_put(&sha, NULL, 0);
        }
        pdk_sha256_end(&sha, hash);
        assert_memory_equal(hash, whole, sizeof hash);
    }
    free(bytes);
}

/* The instructions of the processor and plain C; where it has none, both are plain C. */
static void test_both_ways(void **state)
{
    (void)state;
    uint8_t *bytes = some_bytes(), fast[PDK_SHA256_SIZE], plain[PDK_SHA256_SIZE];
    for (size_t size = 0; size < LENGTHS; size++) {
        pdk_sha256 sha;
        pdk_sha256_of(bytes, size, fast);
        pdk_sha256_begin(&sha);
        sha.take = pdk_sha256_take_blocks;
        pdk_sha256_put(&sha, bytes, size);
        pdk_sha256_end(&sha, plain);
        assert_memory_equal(fast, plain, sizeof plain);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_examples), cmocka_unit_test(test_every_length),
                                        cmocka_unit_test(test_pieces), cmocka_unit_test(test_both_ways) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
