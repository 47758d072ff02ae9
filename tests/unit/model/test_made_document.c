/* Documents of a program's own tables: they have what was given, after it is freed, and refuse what is none. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "support.h"

enum { ROWS = 700 }; /* several batches */

typedef struct given {
    double times[ROWS];
    uint8_t flags[ROWS], validity[ROWS / 8 + 1];
    pdk_text names[ROWS];
    pdk_bytes bytes[ROWS];
    char texts[ROWS][8];
} given;

static given *give(void)
{
    given *it = calloc(1, sizeof *it);
    assert_non_null(it);
    for (int i = 0; i < ROWS; i++) {
        it->times[i] = i / 4.0;
        it->flags[i] = (uint8_t)(i % 3 == 0 ? 7 : 0);
        if (i % 5 != 0) it->validity[i / 8] |= (uint8_t)(1u << (i % 8));
        int size = snprintf(it->texts[i], sizeof it->texts[i], "n%d", i);
        it->names[i] = (pdk_text){ it->texts[i], (size_t)size };
        it->bytes[i] = (pdk_bytes){ (const uint8_t *)it->texts[i], i % 2 == 0 ? 1 : 0 };
    }
    return it;
}

static pdk_status make(const given *from, const pdk_made_options *options, pdk_document **made, pdk_error *error)
{
    const pdk_made_column columns[] = {
        { .name = "time",
          .unit = "s",
          .meaning = "since",
          .type = PDK_FLOAT64,
          .values = from->times,
          .validity = from->validity },
        { .name = "flag", .type = PDK_BOOL, .values = from->flags },
        { .name = "name", .type = PDK_TEXT, .values = from->names, .validity = from->validity },
        { .name = "bytes", .type = PDK_BYTES, .values = from->bytes },
    };
    const pdk_made_table tables[] = {
        { .name = "many", .meaning = "all of them", .rows = ROWS, .columns = columns, .column_count = 4 },
        { .name = "none", .columns = columns, .column_count = 2 },
    };
    return pdk_document_from_tables(tables, 2, options, made, error);
}

static void test_rows_are_copies(void **state)
{
    (void)state;
    pdk_document *made;
    given *from = give(), *same = give();
    assert_int_equal(make(from, NULL, &made, NULL), PDK_OK);
    memset(from, 0xA5, sizeof *from);
    free(from);
    assert_string_equal(pdk_document_format(made)->id, "tables");
    assert_int_equal(pdk_document_table_count(made), 2);
    const pdk_table *many = pdk_document_find_table(made, "many");
    assert_string_equal(pdk_table_meaning(many), "all of them");
    assert_string_equal(pdk_table_column_at(many, 0)->unit, "s");
    assert_true(pdk_table_column_at(many, 0)->nullable && !pdk_table_column_at(many, 1)->nullable);
    static double times[ROWS];
    static uint8_t flags[ROWS], validity[ROWS / 8 + 1];
    static pdk_text names[ROWS];
    static pdk_bytes bytes[ROWS];
    const pdk_column_read reads[] = { { 0, PDK_FLOAT64, times, validity },
                                      { 1, PDK_BOOL, flags, NULL },
                                      { 2, PDK_TEXT, names, NULL },
                                      { 3, PDK_BYTES, bytes, NULL } };
    assert_int_equal(pdk_table_read(many, 0, ROWS, reads, 4, NULL), PDK_OK);
    for (int i = 0; i < ROWS; i++) {
        bool there = i % 5 != 0;
        assert_int_equal(validity[i / 8] >> (i % 8) & 1, there);
        assert_true(there ? times[i] == same->times[i] : isnan(times[i]));
        assert_int_equal(flags[i], i % 3 == 0);
        assert_int_equal(names[i].size, there ? same->names[i].size : 0);
        assert_memory_equal(names[i].data, same->texts[i], names[i].size);
        assert_int_equal(bytes[i].size, i % 2 == 0);
        assert_memory_equal(bytes[i].data, same->texts[i], bytes[i].size);
    }
    assert_int_equal(pdk_table_rows(pdk_document_find_table(made, "none")), 0);
    assert_int_equal(pdk_answer_available(made, "laps", NULL), PDK_E_UNSUPPORTED);
    pdk_close(made);
    free(same);
}

static bool hear(void *user, const pdk_finding *finding)
{
    assert_string_equal(finding->code, "made.wrong");
    assert_string_equal(finding->message, "100 % wrong");
    ++*(int *)user;
    return true;
}

static void test_it_says_what_it_is(void **state)
{
    (void)state;
    const pdk_property properties[] = {
        { .name = "files", .unit = "1", .value = { .type = PDK_INT64, .as.integer = 3 } },
        { .name = "who", .value = { .type = PDK_TEXT, .as.text = { "me", 2 } } }
    };
    const pdk_finding findings[] = { { PDK_ERROR, "made.wrong", PDK_NO_OFFSET, "here", "100 % wrong" } };
    pdk_made_options options = PDK_MADE_OPTIONS_INIT;
    options.title = "Results";
    options.properties = properties;
    options.property_count = 2;
    options.findings = findings;
    options.finding_count = 1;
    pdk_document *made;
    int heard = 0;
    assert_int_equal(pdk_document_from_tables(NULL, 0, &options, &made, NULL), PDK_OK);
    assert_string_equal(pdk_document_format(made)->title, "Results");
    assert_int_equal(pdk_document_find_property(made, "files")->value.as.integer, 3);
    assert_memory_equal(pdk_document_find_property(made, "who")->value.as.text.data, "me", 2);
    assert_int_equal(pdk_check(made, PDK_CHECK_FULL, hear, &heard, NULL, NULL), PDK_OK);
    assert_int_equal(heard, 1);
    pdk_close(made);
}

static void refuses(const pdk_made_table *tables, size_t count, const char *says)
{
    pdk_document *made = (pdk_document *)(uintptr_t)&made;
    pdk_error error;
    assert_int_equal(pdk_document_from_tables(tables, count, NULL, &made, &error), PDK_E_ARGUMENT);
    assert_null(made);
    assert_non_null(strstr(error.message, says));
}

static void test_what_is_none_is_refused(void **state)
{
    (void)state;
    static const double one[] = { 1 };
    const pdk_made_column good = { .name = "a", .type = PDK_FLOAT64, .values = one };
    const pdk_made_column twice[] = { good, good };
    const pdk_made_column unnamed = { .type = PDK_FLOAT64, .values = one };
    const pdk_made_column untyped = { .name = "a", .values = one };
    const pdk_made_column empty = { .name = "a", .type = PDK_FLOAT64 };
    const pdk_made_table same[] = { { .name = "t", .columns = &good, .column_count = 1 },
                                    { .name = "t", .columns = &good, .column_count = 1 } };
    refuses(&(pdk_made_table){ .rows = 1, .columns = &good, .column_count = 1 }, 1, "no name");
    refuses(&(pdk_made_table){ .name = "t", .rows = 1 }, 1, "no columns");
    refuses(&(pdk_made_table){ .name = "t", .rows = 1, .columns = &unnamed, .column_count = 1 }, 1, "no name");
    refuses(&(pdk_made_table){ .name = "t", .rows = 1, .columns = &untyped, .column_count = 1 }, 1, "no type");
    refuses(&(pdk_made_table){ .name = "t", .rows = 1, .columns = &empty, .column_count = 1 }, 1, "no values");
    refuses(&(pdk_made_table){ .name = "t", .rows = 1, .columns = twice, .column_count = 2 }, 1, "two columns");
    refuses(same, 2, "two tables");
    refuses(NULL, 1, "needs tables");
    pdk_made_options options = PDK_MADE_OPTIONS_INIT;
    pdk_document *made;
    pdk_error error;
    options.limits.records = ROWS - 1;
    given *from = give();
    assert_int_equal(make(from, &options, &made, &error), PDK_E_LIMIT);
    free(from);
}

static void test_memory_runs_out_anywhere(void **state)
{
    (void)state;
    given *from = give();
    pdk_status status = PDK_E_MEMORY;
    for (uint64_t fail_at = 1; status != PDK_OK; fail_at++) {
        failing memory = { .fail_at = fail_at };
        pdk_made_options options = PDK_MADE_OPTIONS_INIT;
        options.allocator = failing_allocator(&memory);
        pdk_document *made;
        status = make(from, &options, &made, NULL);
        assert_true(status == PDK_OK || status == PDK_E_MEMORY);
        if (status == PDK_OK) pdk_close(made);
        assert_int_equal(memory.live, 0);
    }
    free(from);
}

/* No format reads it: what a format would do is refused. */
static void test_no_format_is_asked(void **state)
{
    (void)state;
    pdk_document *made;
    given *from = give();
    assert_int_equal(make(from, NULL, &made, NULL), PDK_OK);
    free(from);
    pdk_output *output;
    assert_int_equal(pdk_output_memory(&output, NULL), PDK_OK);
    assert_int_equal(pdk_cut(made, NULL, output, NULL), PDK_E_UNSUPPORTED);
    assert_int_equal(pdk_repair(made, NULL, NULL, output, NULL), PDK_E_UNSUPPORTED);
    assert_int_equal(pdk_track_reverse(made, output, NULL), PDK_E_UNSUPPORTED);
    assert_int_equal(pdk_track_flatten(made, output, NULL), PDK_E_UNSUPPORTED);
    pdk_edit *edit;
    assert_int_equal(pdk_edit_open(made, &edit, NULL), PDK_OK);
    assert_int_equal(pdk_edit_recompute(edit, NULL), PDK_E_UNSUPPORTED);
    pdk_edit_close(edit);
    pdk_output_close(output);
    pdk_close(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_are_copies),          cmocka_unit_test(test_it_says_what_it_is),
        cmocka_unit_test(test_what_is_none_is_refused),  cmocka_unit_test(test_no_format_is_asked),
        cmocka_unit_test(test_memory_runs_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
