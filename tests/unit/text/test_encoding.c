/* Texts of files and back: characters of the code pages with a byte each, switches between them, what cannot be
 * written.
 */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "format/detect/detect.h"
#include "random.h"
#include "support.h"
#include "platform/code_page.h"
#include "text/code_pages.h"
#include "text/encoding.h"
#include "text/shown_text.h"

static void assert_reads(pdk_encoding encoding, const char *bytes, const char *wanted)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_text text = pdk_text_read(&memory, encoding, bytes, strlen(bytes));
    assert_non_null(text.data);
    assert_int_equal(text.size, strlen(wanted));
    assert_memory_equal(text.data, wanted, text.size);
    pdk_memory_destroy(&memory);
}

static void assert_writes(pdk_encoding encoding, const char *text, const char *wanted)
{
    uint8_t bytes[64];
    pdk_text_writing writing = pdk_text_write(encoding, text, strlen(text), bytes, sizeof bytes);
    assert_null(writing.refused);
    assert_int_equal(writing.size, strlen(wanted));
    assert_memory_equal(bytes, wanted, writing.size);
}

static void assert_refuses(pdk_encoding encoding, const char *text, const char *letter)
{
    pdk_text_writing writing = pdk_text_write(encoding, text, strlen(text), NULL, 0);
    assert_non_null(writing.refused);
    assert_int_equal(writing.refused_size, strlen(letter));
    assert_memory_equal(writing.refused, letter, writing.refused_size);
}

/* Both ways, with the bytes the game would have. */
static void lfs_switches(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *text;
    } cases[] = {
        { "Zo\xEB", "Zo\xC3\xAB" }, /* e with diaeresis */
        { "^1Ann^7 B", "Ann B" },   /* colours are no part of a name */
        { "^E\xE8"
          "ech",
          "\xC4\x8D"
          "ech" },                                                    /* c with caron */
        { "^C\xC8\xE2\xE0\xED", "\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD" }, /* Cyrillic */
        { "^G\xC3\xE9", "\xCE\x93\xCE\xB9" },                         /* Greek */
        { "^T\xDD", "\xC4\xB0" },                                     /* Turkish dotted I */
        { "^B\xE0", "\xC4\x85" },                           /* Baltic a with ogonek: Central Europe has it, too */
        { "\xE9^C\xE9^L\xE9", "\xC3\xA9\xD0\xB9\xC3\xA9" }, /* there and back */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_reads(PDK_ENCODING_LFS, cases[i].bytes, cases[i].text);
        pdk_memory memory;
        pdk_memory_init(&memory, NULL, 0);
        uint8_t bytes[64];
        pdk_text_writing writing =
            pdk_text_write(PDK_ENCODING_LFS, cases[i].text, strlen(cases[i].text), bytes, sizeof bytes);
        assert_null(writing.refused);
        pdk_text again = pdk_text_read(&memory, PDK_ENCODING_LFS, bytes, writing.size);
        assert_int_equal(again.size, strlen(cases[i].text));
        assert_memory_equal(again.data, cases[i].text, again.size);
        pdk_memory_destroy(&memory);
    }
    assert_writes(PDK_ENCODING_LFS, "Zo\xC3\xAB", "Zo\xEB");
    assert_writes(PDK_ENCODING_LFS, "\xD0\x98\xD0\xB2", "^C\xC8\xE2");
    assert_writes(PDK_ENCODING_LFS, "\xC4\x8D\xC3\xA9", "^E\xE8\xE9");  /* Central Europe has the second as well */
    assert_reads(PDK_ENCODING_LFS, "^C\xE9^8\xE9", "\xD0\xB9\xC3\xA9"); /* ^8 goes back to Latin */
    assert_reads(PDK_ENCODING_LFS, "a^", "a^");
    assert_reads(PDK_ENCODING_LFS, "a^x^S", "a^x"); /* no code; one that ends the text */
    assert_reads(PDK_ENCODING_LFS, "AA^v Mikke", "AA| Mikke");
    assert_reads(PDK_ENCODING_LFS, "MTDZX-Antti^s2", "MTDZX-Antti/2");
    assert_reads(PDK_ENCODING_LFS, "^v^a^c^d^s^q^t^l^r^h^^", "|*:\\/?\"<>#^");
    assert_reads(PDK_ENCODING_LFS, "^^1", "^1"); /* no colour */
    uint32_t letter;
    if (pdk_code_page_read(932, (const uint8_t *)"\xCF", 1, &letter) == 1) /* not where the system lacks the page */
        assert_reads(PDK_ENCODING_LFS, "[T^J\xCF] Lima", "[T\xEF\xBE\x8F] Lima");
    assert_writes(PDK_ENCODING_LFS, "|*:\\/?\"<>#^", "^v^a^c^d^s^q^t^l^r^h^^");
    assert_writes(PDK_ENCODING_LFS, "^1", "^^1");             /* what is written reads as it was given */
    assert_reads(PDK_ENCODING_LFS, "^J\x8E", "\xEF\xBF\xBD"); /* half a letter */
    assert_refuses(PDK_ENCODING_LFS, "a\xF0\x9F\x8F\x81", "\xF0\x9F\x8F\x81"); /* a chequered flag */
    assert_refuses(PDK_ENCODING_LFS, "a\xFFz", "\xFF");
}

static void other_encodings(void **state)
{
    (void)state;
    assert_reads(PDK_ENCODING_WINDOWS_1252, "\x80 \xFC", "\xE2\x82\xAC \xC3\xBC");
    assert_writes(PDK_ENCODING_WINDOWS_1252, "\xE2\x82\xAC \xC3\xBC", "\x80 \xFC");
    assert_refuses(PDK_ENCODING_WINDOWS_1252, "x\xD0\x98", "\xD0\x98");
    assert_reads(PDK_ENCODING_UTF8, "\xC3\xBC\xFC", "\xC3\xBC\xEF\xBF\xBD");
    assert_reads(PDK_ENCODING_UTF8_OR_1252, "\xC3\xBC", "\xC3\xBC");
    assert_reads(PDK_ENCODING_UTF8_OR_1252, "\xFC", "\xC3\xBC");
    assert_writes(PDK_ENCODING_UTF8_OR_1252, "\xC3\xBC", "\xC3\xBC");
    assert_reads(PDK_ENCODING_ASCII, "\xFC", "\xC3\xBC");
    assert_reads(PDK_ENCODING_ASCII, "\xC3\xBC", "\xC3\xBC");
    assert_refuses(PDK_ENCODING_ASCII, "\xC3\xBC", "\xC3\xBC");
    assert_refuses(PDK_ENCODING_NONE, "\xC3\xBC", "\xC3\xBC");
}

/* What is UTF-8 stays and is not copied; all else is Windows-1252, whose five holes are U+FFFD. */
static void utf8_or_1252(void **unused)
{
    (void)unused;
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    static const char ascii[] = "plain", twice[] = "na\xC3\xAFve", old[] = "na\xEFve \x80\x93\x81", padded[] = "ab\0cd";
    pdk_text text = pdk_text_read(&memory, PDK_ENCODING_UTF8_OR_1252, ascii, 5);
    assert_ptr_equal(text.data, ascii); /* not copied */
    text = pdk_text_read(&memory, PDK_ENCODING_UTF8_OR_1252, twice, 6);
    assert_ptr_equal(text.data, twice);
    text = pdk_text_read(&memory, PDK_ENCODING_UTF8_OR_1252, old, 9);
    static const char expected[] = "na\xC3\xAFve \xE2\x82\xAC\xE2\x80\x9C\xEF\xBF\xBD";
    assert_int_equal(text.size, sizeof expected - 1);
    assert_memory_equal(text.data, expected, text.size);
    text = pdk_text_read_padded(&memory, PDK_ENCODING_UTF8_OR_1252, padded, 5);
    assert_int_equal(text.size, 2);
    text = pdk_text_read(&memory, PDK_ENCODING_UTF8_OR_1252, NULL, 0);
    assert_non_null(text.data);
    assert_int_equal(text.size, 0);
    for (unsigned byte = 0x80; byte < 0x100; byte++) { /* every single byte becomes one valid character */
        uint8_t one = (uint8_t)byte;
        text = pdk_text_read(&memory, PDK_ENCODING_UTF8_OR_1252, &one, 1);
        assert_true(text.size >= 2 && text.size <= 3 && pdk_is_utf8(text.data, text.size));
    }
    pdk_memory_destroy(&memory);
    pdk_memory_init(&memory, NULL, 1);
    assert_null(pdk_text_read(&memory, PDK_ENCODING_UTF8_OR_1252, "\xEF", 1).data);
    pdk_memory_destroy(&memory);
}

/* Every byte of every page that stands for a letter comes back. */
static void pages_are_one_to_one(void **state)
{
    (void)state;
    static const unsigned pages[] = { 1250, 1251, 1252, 1253, 1254, 1257 };
    for (size_t p = 0; p < 6; p++) {
        size_t letters = 0;
        for (int byte = 0; byte < 256; byte++) {
            uint32_t letter = pdk_single_byte_read(pages[p], (uint8_t)byte);
            if (letter == PDK_NO_LETTER) continue;
            letters++;
            assert_int_equal(pdk_single_byte_write(pages[p], letter), byte);
        }
        assert_true(letters > 220);
        assert_int_equal(pdk_single_byte_write(pages[p], PDK_NO_LETTER), -1);
    }
}

/* Any bytes: a text that is said to return does, and nothing reads or writes after its end. */
static void any_bytes(void **state)
{
    (void)state;
    uint64_t seed = 5;
    size_t returned = 0;
    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[24];
        size_t size = random_next(&seed) % sizeof bytes;
        for (size_t i = 0; i < size; i++) {
            static const char likely[] = "^^LGCETBJSKH8a";
            uint64_t what = random_next(&seed);
            bytes[i] = what % 2 == 0 ? (uint8_t)likely[what / 2 % (sizeof likely - 1)] : (uint8_t)(what >> 8);
        }
        uint8_t *exact = malloc(size + 1); /* so that ASan sees a byte too far */
        memcpy(exact, bytes, size);
        char buffer[PDK_TEXT_BUFFER_SIZE];
        pdk_encoding encoding = (pdk_encoding)(PDK_ENCODING_ASCII + (int)(random_next(&seed) % 5));
        pdk_text text = pdk_text_exact(encoding, exact, size, buffer);
        if (text.data != NULL) {
            uint8_t back[64];
            pdk_text_writing writing = pdk_text_write(encoding, text.data, text.size, back, sizeof back);
            assert_null(writing.refused);
            assert_int_equal(writing.size, size);
            assert_memory_equal(back, bytes, size);
            returned++;
        }
        free(exact);
    }
    assert_true(returned > 500);
}

/* Whatever the bytes and the room, what is shown ends inside the room, is UTF-8, and has no control characters. */
static void shown_text(void **unused)
{
    (void)unused;
    char buffer[64];
    assert_string_equal(pdk_text_show(buffer, sizeof buffer, "a\nb\x7F", 4), "a?b?");
    assert_string_equal(pdk_text_show(buffer, sizeof buffer, "\xE9", 1), "\xC3\xA9");
    uint64_t seed = 9;
    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[40];
        size_t size = random_next(&seed) % sizeof bytes, capacity = 6 + random_next(&seed) % 50;
        random_bytes(&seed, bytes, size);
        if (round % 2 == 0) { /* valid UTF-8: two-byte characters */
            for (size_t i = 0; i + 1 < size; i += 2) {
                bytes[i] = 0xC3;
                bytes[i + 1] = (uint8_t)(0x80 | (bytes[i + 1] & 0x3F));
            }
            size &= ~(size_t)1;
        }
        char *exact = malloc(capacity);
        assert_non_null(exact);
        pdk_text_show(exact, capacity, bytes, size);
        size_t length = strlen(exact);
        assert_true(length < capacity && pdk_is_utf8(exact, length));
        for (size_t i = 0; i < length; i++) assert_true((uint8_t)exact[i] >= 0x20);
        free(exact);
    }
}

static void check_record(const pdk_record *record)
{
    for (uint32_t i = 0; i < record->field_count; i++) {
        const pdk_field *field = &record->fields[i];
        bool is_text = field->storage == PDK_RAW_CHARS || field->storage == PDK_RAW_TEXT8 ||
                       field->storage == PDK_RAW_TEXT16 || field->storage == PDK_RAW_TEXT32;
        if (is_text != (field->encoding != PDK_ENCODING_NONE)) fail_msg("%s.%s: encoding", record->name, field->name);
        if (field->record != NULL) check_record(field->record);
    }
}

static void every_text_says_its_encoding(void **state)
{
    (void)state;
    for (size_t i = 0; i < pdk_formats_count; i++) {
        const pdk_record *const *records = pdk_formats[i]->info.records;
        for (; records != NULL && *records != NULL; records++) check_record(*records);
    }
    for (int i = PDK_ENCODING_BYTES; i <= PDK_ENCODING_LFS; i++) {
        assert_true(pdk_encoding_name((pdk_encoding)i)[0] != '\0');
    }
    assert_string_equal(pdk_encoding_name((pdk_encoding)99), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lfs_switches),
        cmocka_unit_test(other_encodings),
        cmocka_unit_test(utf8_or_1252),
        cmocka_unit_test(pages_are_one_to_one),
        cmocka_unit_test(any_bytes),
        cmocka_unit_test(shown_text),
        cmocka_unit_test(every_text_says_its_encoding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
