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

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_base64) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
