/* Base64 as RFC 4648 shows it, and SHA-256 as FIPS 180-4's examples. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/sha256.h"
#include "sha256.h"
#include "support.h"

static void check(const char *plain, const char *wanted)
{
    char text[64];
    size_t size = strlen(plain);
    pdk_base64((const uint8_t *)plain, size, text);
    assert_int_equal(PDK_BASE64_SIZE(size), strlen(wanted));
    assert_memory_equal(text, wanted, strlen(wanted));
}

static void test_base64(void **state)
{
    (void)state;
    check("", "");
    check("f", "Zg==");
    check("fo", "Zm8=");
    check("foo", "Zm9v");
    check("foob", "Zm9vYg==");
    check("fooba", "Zm9vYmE=");
    check("foobar", "Zm9vYmFy");
    char text[4];
    pdk_base64((const uint8_t *)"\xFB\xEF\xFF", 3, text);
    assert_memory_equal(text, "++//", 4);
}

static void check_hash(const void *data, size_t size, const char *wanted)
{
    uint8_t hash[PDK_SHA256_SIZE];
    char hex[65];
    pdk_sha256_of(data, size, hash);
    for (int i = 0; i < PDK_SHA256_SIZE; i++) snprintf(hex + 2 * i, 3, "%02x", hash[i]);
    assert_string_equal(hex, wanted);
}

static void test_sha256(void **state)
{
    (void)state;
    check_hash("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_hash("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    uint8_t *bytes = malloc(1000);
    for (size_t size = 0; size < 1000; size++) { /* every length around the ends of blocks */
        char hex[65];
        bytes[size] = (uint8_t)(size * 7);
        sha256(bytes, size, hex);
        check_hash(bytes, size, hex);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_base64), cmocka_unit_test(test_sha256) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
