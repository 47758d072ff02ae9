/* Answers that somebody stops waiting for: they end at once, and can be asked for again. */
#include <stdlib.h>
#include <string.h>

#include "support.h"

typedef struct patience {
    unsigned heard, most; /* calls, and after how many there is no more */
} patience;

static bool listen(void *user, uint64_t done, uint64_t total)
{
    patience *left = user;
    assert_true(total == 0 || done <= total);
    return left->heard++ < left->most;
}

/* The whole table as text; malloc'd. */
static char *text_of(const pdk_table *table, size_t *size)
{
    pdk_error error;
    pdk_output *output = NULL;
    assert_ok(pdk_output_memory(&output, &error), error);
    assert_ok(pdk_table_write(table, PDK_CSV, NULL, output, &error), error);
    assert_ok(pdk_output_finish(output, &error), error);
    pdk_bytes bytes = pdk_output_bytes(output);
    char *text = malloc(bytes.size + 1);
    assert_non_null(text);
    memcpy(text, bytes.data, bytes.size);
    *size = bytes.size;
    pdk_output_close(output);
    return text;
}

static pdk_document *open_bytes(const uint8_t *bytes, size_t size)
{
    pdk_error error;
    pdk_document *document = NULL;
    assert_ok(pdk_open_memory(bytes, size, NULL, &document, &error), error);
    return document;
}

/* Stops the answer at each of its calls in turn, until one comes through; returns how many calls that one made. */
static unsigned stop_everywhere(const pdk_document *document, const char *name, const pdk_table **table)
{
    for (unsigned most = 0;; most++) {
        patience left = { .most = most };
        pdk_error error;
        pdk_status status = pdk_answer_with_progress(document, name, listen, &left, table, &error);
        if (status == PDK_OK) return left.heard;
        assert_int_equal(status, PDK_E_CANCELLED);
        assert_string_equal(error.code, "cancelled");
        assert_null(*table);
        assert_true(most < 10000);
    }
}

static void answers_come_after_all(void **state)
{
    (void)state;
    static const char *const names[] = { "corners", "laps", "incidents", "results", "corner_times" };
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.session = "race";
    options.laps = 2;
    options.cars = 3;
    size_t size;
    uint8_t *bytes = synth_or_fail("vcr", &options, &size);
    pdk_document *plain = open_bytes(bytes, size), *stopped = open_bytes(bytes, size);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const pdk_table *expected, *found;
        pdk_error error;
        size_t sizes[2];
        assert_ok(pdk_answer(plain, names[i], &expected, &error), error);
        unsigned heard = stop_everywhere(stopped, names[i], &found);
        assert_true(heard > 0);
        char *texts[2] = { text_of(expected, &sizes[0]), text_of(found, &sizes[1]) };
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(texts[0], texts[1], sizes[0]);
        for (int k = 0; k < 2; k++) free(texts[k]);
        patience none = { 0 }; /* what is there needs no patience */
        assert_ok(pdk_answer_with_progress(stopped, names[i], listen, &none, &found, &error), error);
        assert_int_equal(none.heard, 0);
    }
    pdk_close(plain);
    pdk_close(stopped);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(answers_come_after_all) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
