/* CRP: what the real file holds, generated ones, and files that contradict themselves. */
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "format/fam/crp_layout.h"
#include "support.h"

enum { LINE = 16, FIRST_ARTICLE = 16, OWN_PARTS = 48, SECOND_SET = 64, ARTICLE_PARTS = 80 }; /* of a generated one */

static uint8_t *made(const char *dialect, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    return synth_or_fail("crp", &options, size);
}

static bool no_finding(void *user, const pdk_finding *finding)
{
    (void)user;
    fail_msg("%s: %s", finding->code, finding->message);
    return true;
}

static void assert_sound(const pdk_document *document)
{
    pdk_error error;
    assert_ok(pdk_check(document, PDK_CHECK_FULL, no_finding, NULL, NULL, &error), error);
}

/* Decoded; RGBA of one pixel. */
static void assert_pixel(const pdk_document *document, size_t image, size_t pixel, const uint8_t wanted[4])
{
    const pdk_image_info *info = pdk_document_image_at(document, image);
    uint8_t *rgba = malloc((size_t)info->width * info->height * 4);
    pdk_error error;
    assert_non_null(rgba);
    assert_ok(pdk_document_image_read(document, image, rgba, (size_t)info->width * info->height * 4, &error), error);
    assert_memory_equal(rgba + 4 * pixel, wanted, 4);
    free(rgba);
}

/* ---------------------------------------------------------------------------------------------- real, generated */

/* Fifteen pictures in five sets, the first with 24 bits a pixel: a green exit sign among them. */
static void real_showroom(void **state)
{
    (void)state;
    const char *path = real_file("nfs/dealer2a.crp");
    if (path == NULL) skip();
    pdk_document *document = open_or_fail(path);
    assert_string_equal(pdk_document_format(document)->id, "crp");
    assert_string_equal(pdk_document_packed(document), "refpack");
    assert_int_equal(pdk_document_content(document).size, 409600);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "articles")), 19);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "parts")), 189);
    assert_int_equal(pdk_document_image_count(document), 15);
    assert_text(text_at(document, "articles", "name", 0), "Platform");
    assert_text(text_at(document, "articles", "name", 10), "Exit");
    assert_text(text_at(document, "parts", "id", 0), "$n");
    assert_text(text_at(document, "parts", "id", 2), "Name");
    assert_text(text_at(document, "parts", "id", 188), "sf");
    const pdk_image_info *exit = pdk_document_image_at(document, 6);
    assert_string_equal(exit->name, "0/exit");
    assert_string_equal(exit->storage, "RGB 888");
    assert_true(exit->width == 32 && exit->height == 32);
    pdk_bytes content = pdk_document_content(document);
    size_t count;
    double *offsets = column_f64(document, "entries", "offset", &count);
    assert_int_equal((size_t)offsets[6], 138984);
    const uint8_t *bgr = content.data + (size_t)offsets[6] + 16 + 3 * 40;
    assert_true(bgr[1] > bgr[0] && bgr[1] > bgr[2]); /* green */
    assert_pixel(document, 6, 40, (const uint8_t[]){ bgr[2], bgr[1], bgr[0], 255 });
    free(offsets);
    assert_sound(document);
    read_everything(document);
    pdk_close(document);
}

static void generated(void **state)
{
    (void)state;
    static const char *const dialects[] = { "car", "track" };
    for (size_t i = 0; i < 2; i++) {
        size_t size;
        uint8_t *data = made(dialects[i], &size);
        pdk_document *document = open_bytes_or_fail(data, size);
        assert_string_equal(pdk_document_format(document)->id, "crp");
        assert_int_equal(pdk_document_image_count(document), 4);
        assert_text(text_at(document, "articles", "name", 1), "Floor");
        assert_text(text_at(document, "parts", "id", 0), "Base");
        assert_text(text_at(document, "parts", "id", 5), "sf");
        size_t count;
        double *numbers = column_f64(document, "parts", "number", &count),
               *offsets = column_f64(document, "parts", "offset", &count),
               *levels = column_f64(document, "parts", "level", &count);
        assert_int_equal(count, 6);
        assert_true(numbers[0] != numbers[0] && numbers[4] == 0 && numbers[5] == 1); /* NaN: it has none */
        assert_true(levels[0] == 29 && levels[5] == 31);
        assert_memory_equal(data + (size_t)offsets[4], "SHPI", 4);
        const pdk_image_info *last = pdk_document_image_at(document, 3);
        assert_string_equal(last->name, "1/ROCK");
        assert_string_equal(last->storage, "RGB 888");
        assert_sound(document);
        read_everything(document);
        free(numbers);
        free(offsets);
        free(levels);
        pdk_close(document);
        free(data);
    }
    size_t small, large;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    free(synth_or_fail("crp", &options, &small));
    options.size = 200000;
    free(synth_or_fail("crp", &options, &large));
    assert_true(large > 10 * small && large < 300000);
    options.dialect = "boat";
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_fails(pdk_synth("crp", &options, output, &error), error, PDK_E_ARGUMENT, "argument.dialect", PDK_NO_OFFSET);
    pdk_output_close(output);
}

/* ------------------------------------------------------------------------------------------------------ damage */

static void store(uint8_t *at, uint32_t value)
{
    pdk_store_u32(at, value);
}

typedef struct damage {
    uint32_t at, value, cut; /* bytes changed, or how long the file is */
    pdk_status status;
    const char *code;
    uint64_t offset;
    size_t images; /* that --partial still has */
} damage;

static void each_error_has_its_place(void **state)
{
    (void)state;
    static const damage cases[] = {
        { 0, 0x43617278, 0, PDK_E_CORRUPT, "crp.magic", 0, 0 },
        { 0, 0, 10, PDK_E_TRUNCATED, "crp.truncated", 10, 0 },
        { 4, 0xFFFFFFFA, 0, PDK_E_TRUNCATED, "crp.count", 4, 0 },
        { 12, 0x0FFFFFFF, 0, PDK_E_TRUNCATED, "crp.count", 4, 0 },
        { 8, 0x0FFFFFFF, 0, PDK_E_TRUNCATED, "crp.count", 8, 4 },
        { FIRST_ARTICLE, 0x41727478, 0, PDK_E_CORRUPT, "crp.article", FIRST_ARTICLE, 4 },
        { FIRST_ARTICLE + 8, 0x0FFFFFFF, 0, PDK_E_TRUNCATED, "crp.count", FIRST_ARTICLE + 8, 2 },
        { FIRST_ARTICLE + 12, 0x0FFFFFFF, 0, PDK_E_TRUNCATED, "crp.count", FIRST_ARTICLE + 8, 4 },
        { OWN_PARTS + 12, 0x7FFFFFFF, 0, PDK_E_TRUNCATED, "crp.part.offset", OWN_PARTS + 12, 2 },
        { ARTICLE_PARTS + 4, 0xFFFFFFEA, 0, PDK_E_TRUNCATED, "crp.part.offset", ARTICLE_PARTS + 12, 4 },
        { 0, 0, 8000, PDK_E_TRUNCATED, "crp.part.offset", SECOND_SET + 12, 2 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t size;
        uint8_t *data = made("car", &size);
        if (cases[i].cut > 0) size = cases[i].cut;
        else store(data + cases[i].at, cases[i].value);
        pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
        options.format = "crp";
        pdk_document *document = NULL;
        pdk_error error = { 0 };
        assert_fails(pdk_open_memory(data, size, &options, &document, &error), error, cases[i].status, cases[i].code,
                     cases[i].offset);
        options.partial = true;
        if (strcmp(cases[i].code, "crp.magic") != 0) {
            assert_ok(pdk_open_memory(data, size, &options, &document, &error), error);
            assert_true(count_findings(document, PDK_CHECK_FULL, cases[i].code) > 0);
            if (pdk_document_image_count(document) != cases[i].images)
                fail_msg("case %zu: %zu images", i, pdk_document_image_count(document));
            read_everything(document);
            pdk_close(document);
        }
        free(data);
    }
}

/* Sets that share bytes, and a part that says it holds pictures and does not. */
static void pictures_that_are_not(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = made("car", &size);
    uint32_t first = pdk_load_u32(data + OWN_PARTS + 12) + OWN_PARTS;
    store(data + SECOND_SET + 12, first - SECOND_SET); /* the same set twice */
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_memory(data, size, NULL, &document, &error), error, PDK_E_CORRUPT, "crp.part.overlap",
                 SECOND_SET + 12);
    store(data + SECOND_SET + 12, first + 16 - SECOND_SET);
    document = open_bytes_or_fail(data, size);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "crp.pictures"), 1);
    assert_int_equal(pdk_document_image_count(document), 2);
    pdk_close(document);
    free(data);
}

/* Articles that all have the same long list of parts. */
static void lists_are_bounded(void **state)
{
    (void)state;
    enum { ARTICLES = 1000, PARTS = 1000, SIZE = (1 + ARTICLES + PARTS) * LINE };
    uint8_t *data = calloc(1, SIZE);
    assert_non_null(data);
    memcpy(data, " raC", 4);
    store(data + 4, ARTICLES << PDK_CRP_COUNT_BIT | PDK_CRP_KIND);
    store(data + 12, 1);
    for (uint32_t i = 0; i < ARTICLES; i++) {
        uint8_t *article = data + (1 + i) * LINE;
        memcpy(article, "itrA", 4);
        store(article + 8, PARTS);
        store(article + 12, ARTICLES - i);
    }
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_memory(data, SIZE, NULL, &document, &error), error, PDK_E_CORRUPT, "crp.shared",
                 2 * LINE + 8);
    free(data);
}

static void damaged_everywhere(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = made("car", &size);
    sweep_truncation(data, size, 499, "crp");
    sweep_mutation(data, size, 0, 448, 1, "crp");
    assert_true(sweep_allocation(data, size) > 5);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_showroom),
        cmocka_unit_test(generated),
        cmocka_unit_test(each_error_has_its_place),
        cmocka_unit_test(pictures_that_are_not),
        cmocka_unit_test(lists_are_bounded),
        cmocka_unit_test(damaged_everywhere),
    };
    return cmocka_run_group_tests_name("crp", tests, NULL, NULL);
}
