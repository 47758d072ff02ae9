/* Base64 as RFC 4648 shows it. */
#include <string.h>

#include "base/base64.h"
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

/* Six bits a letter: 0 to 63 in order are the alphabet. */
static void every_letter_has_its_place(void **state)
{
    (void)state;
    uint8_t bytes[48];
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t group = (4 * i) << 18 | (4 * i + 1) << 12 | (4 * i + 2) << 6 | (4 * i + 3);
        for (uint32_t k = 0; k < 3; k++) bytes[3 * i + k] = (uint8_t)(group >> (16 - 8 * k));
    }
    char text[64];
    pdk_base64(bytes, sizeof bytes, text);
    assert_memory_equal(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_base64), cmocka_unit_test(every_letter_has_its_place) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
