/* Letters of the code pages with two bytes a letter, which are the system's, after Live for Speed's switches. */
#include <string.h>

#include "platform/code_page.h"
#include "support.h"
#include "text/encoding.h"

static void assert_reads(const char *bytes, size_t size, const char *wanted)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_text text = pdk_text_read(&memory, PDK_ENCODING_LFS, bytes, size);
    assert_non_null(text.data);
    assert_int_equal(text.size, strlen(wanted));
    assert_memory_equal(text.data, wanted, text.size);
    pdk_memory_destroy(&memory);
}

/* Both ways, with the bytes the game would have. */
static void switches(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *text, *written;
    } cases[] = {
        { "^J\x8E\xA9", "\xE8\x87\xAA", "^J\x8E\xA9" },    /* Japanese */
        { "^J\x83\x5E!", "\xE3\x82\xBF!", "^J\x83\x5E!" }, /* its second byte is a ^ */
        { "^K\xB0\xA1", "\xEA\xB0\x80", "^K\xB0\xA1" },    /* Korean */
        { "^S\xD2\xBB", "\xE4\xB8\x80", "^J\x88\xEA" },    /* simplified Chinese; Japanese, tried first, has it too */
        { "^H\xA4\x40", "\xE4\xB8\x80", "^J\x88\xEA" },    /* traditional Chinese */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_reads(cases[i].bytes, strlen(cases[i].bytes), cases[i].text);
        uint8_t bytes[64];
        pdk_text_writing writing =
            pdk_text_write(PDK_ENCODING_LFS, cases[i].text, strlen(cases[i].text), bytes, sizeof bytes);
        assert_null(writing.refused);
        assert_int_equal(writing.size, strlen(cases[i].written));
        assert_memory_equal(bytes, cases[i].written, writing.size);
        assert_reads((const char *)bytes, writing.size, cases[i].text);
    }
}

static void no_letters(void **state)
{
    (void)state;
    uint32_t letter;
    uint8_t bytes[4];
    assert_int_equal(pdk_code_page_read(932, (const uint8_t *)"\x8E", 1, &letter), 0);     /* half a letter */
    assert_int_equal(pdk_code_page_read(932, (const uint8_t *)"\xFF\xFF", 2, &letter), 0); /* none */
    assert_int_equal(pdk_code_page_read(4, (const uint8_t *)"\x8E\xA9", 2, &letter), 0);   /* no such page */
    assert_int_equal(pdk_code_page_write(932, 0x1F3C1, bytes), 0);                         /* a chequered flag */
    assert_int_equal(pdk_code_page_write(4, 0x81EA, bytes), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(switches),
        cmocka_unit_test(no_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
