/* --where and --time: tests of columns, and the rows that pass them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "messages.h"
#include "option_values.h"
#include "options.h"
#include "row_filter.h"

static const char *column_name(const void *user, size_t index)
{
    const pdk_column_info *info = pdk_table_column_at(user, index);
    return info != NULL ? info->name : NULL;
}

/* The operator at `at`; *length = its characters. False = there is none. */
static bool read_operator(const char *at, cli_comparison *comparison, size_t *length)
{
    static const struct {
        const char *text;
        cli_comparison comparison;
    } operators[] = { { "!=", CLI_UNEQUAL }, { "<=", CLI_AT_MOST }, { ">=", CLI_AT_LEAST }, { "==", CLI_EQUAL },
                      { "=", CLI_EQUAL },    { "<", CLI_LESS },     { ">", CLI_MORE } };
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
        *length = strlen(operators[i].text);
        if (strncmp(at, operators[i].text, *length) != 0) continue;
        *comparison = operators[i].comparison;
        return true;
    }
    return false;
}

/* A number, a time for columns in seconds, true or false, or the name of a value. */
static bool read_value(const pdk_column_info *info, const char *text, double *number)
{
    const char *at = text;
    char *end;
    *number = strtod(text, &end);
    if (end != text && *end == '\0') return true;
    bool seconds = info->unit != NULL && strcmp(info->unit, "s") == 0;
    if (seconds && cli_read_time(&at, number) && *at == '\0') return true;
    if (info->type == PDK_BOOL && (strcmp(text, "true") == 0 || strcmp(text, "yes") == 0)) return *number = 1, true;
    if (info->type == PDK_BOOL && (strcmp(text, "false") == 0 || strcmp(text, "no") == 0)) return *number = 0, true;
    for (const pdk_label *label = info->is_flags ? NULL : info->labels; label != NULL && label->text != NULL; label++) {
        if (strcmp(label->text, text) != 0) continue;
        *number = (double)label->value;
        return true;
    }
    return false;
}

static int add_test(cli_filter *filter, const cli_test *test)
{
    if (filter->count == CLI_MAX_TESTS) return cli_usage("more than %d tests are given", (int)CLI_MAX_TESTS);
    filter->tests[filter->count++] = *test;
    return CLI_FINE;
}

static int read_test(cli_filter *filter, const char *file, const char *text)
{
    char name[64];
    size_t length = strcspn(text, "=!<>"), size, trimmed = length;
    cli_test test = { .column = PDK_NO_COLUMN };
    while (trimmed > 0 && text[trimmed - 1] == ' ') trimmed--;
    if (trimmed == 0 || !read_operator(text + length, &test.comparison, &size)) {
        return cli_usage("--where takes a test like speed>50 or driver=3 (= != < <= > >=), not \"%s\"", text);
    }
    snprintf(name, sizeof name, "%.*s", (int)trimmed, text);
    test.column = pdk_table_find_column(filter->table, name);
    if (test.column == PDK_NO_COLUMN) return cli_no_such(file, "column", name, column_name, filter->table);
    const pdk_column_info *info = pdk_table_column_at(filter->table, test.column);
    test.text = text + length + size;
    test.text += strspn(test.text, " ");
    test.size = strlen(test.text);
    test.missing = test.size == 0 && info->nullable;
    if (info->type == PDK_BYTES) return cli_usage("--where cannot compare %s: it holds bytes", name);
    if (test.missing && test.comparison != CLI_EQUAL && test.comparison != CLI_UNEQUAL) {
        return cli_usage("--where %s: there is no value after the operator; only = and != may be without one, to ask "
                         "whether it is missing",
                         text);
    }
    if (info->type != PDK_TEXT && !test.missing && !read_value(info, test.text, &test.number)) {
        return cli_usage("--where: %s holds numbers, and \"%s\" is none", name, test.text);
    }
    return add_test(filter, &test);
}

static int read_times(cli_filter *filter, const cli_arguments *arguments, const char *file)
{
    cli_times times;
    int status = cli_times_of(arguments, &times);
    if (status != CLI_FINE || !cli_given(arguments, CLI_TIME)) return status;
    cli_test from = { .column = pdk_table_find_role(filter->table, PDK_ROLE_TIME), .comparison = CLI_AT_LEAST };
    if (from.column == PDK_NO_COLUMN) {
        return cli_usage("%s: the rows of %s have no time, so --time cannot choose them", file,
                         pdk_table_name(filter->table));
    }
    cli_test to = { .column = from.column, .comparison = CLI_AT_MOST, .number = times.to };
    from.number = times.from;
    if (times.has_from) status = add_test(filter, &from);
    return status == CLI_FINE && times.has_to ? add_test(filter, &to) : status;
}

int cli_filter_of(cli_filter *filter, const cli_arguments *arguments, const char *file, const pdk_table *table)
{
    *filter = (cli_filter){ .table = table };
    int status = read_times(filter, arguments, file), at = 0;
    const char *text;
    while (status == CLI_FINE && (text = cli_next_value(arguments, CLI_WHERE, &at)) != NULL)
        status = read_test(filter, file, text);
    return status;
}

/* --------------------------------------------------------------------------------------------------- the rows */

static bool passes(cli_comparison comparison, int order)
{
    switch (comparison) {
    case CLI_EQUAL: return order == 0;
    case CLI_UNEQUAL: return order != 0;
    case CLI_LESS: return order < 0;
    case CLI_AT_MOST: return order <= 0;
    case CLI_MORE: return order > 0;
    case CLI_AT_LEAST: return order >= 0;
    }
    return false;
}

static int order_of_texts(pdk_text a, const char *text, size_t size)
{
    size_t shared = a.size < size ? a.size : size;
    int order = shared > 0 ? memcmp(a.data, text, shared) : 0;
    return order != 0 ? order : (a.size > size) - (a.size < size);
}

static bool test_row(const cli_test *test, const void *values, bool is_text, bool there, size_t row)
{
    if (test->missing) return there == (test->comparison == CLI_UNEQUAL);
    if (!there) return false;
    if (is_text)
        return passes(test->comparison, order_of_texts(((const pdk_text *)values)[row], test->text, test->size));
    return true; /* a number that shall not be another: drop_equal finds those that are */
}

static pdk_status fail_memory(pdk_error *error)
{
    *error = (pdk_error){
        .status = PDK_E_MEMORY, .offset = PDK_NO_OFFSET, .code = "memory.out", .message = "out of memory"
    };
    return PDK_E_MEMORY;
}

/* Texts, and whether there is a value. */
static pdk_status test_rows(const cli_filter *filter, const cli_test *test, uint64_t first, size_t count, uint8_t *keep,
                            pdk_error *error)
{
    bool is_text = pdk_table_column_at(filter->table, test->column)->type == PDK_TEXT;
    void *values = malloc(count * (is_text ? sizeof(pdk_text) : sizeof(double)) + 1);
    uint8_t *validity = malloc(count / 8 + 1);
    pdk_column_read read = { test->column, is_text ? PDK_TEXT : PDK_FLOAT64, values, validity };
    bool has_room = values != NULL && validity != NULL;
    pdk_status status = has_room ? pdk_table_read(filter->table, first, count, &read, 1, error) : fail_memory(error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        if (keep[i] != 0) keep[i] = test_row(test, values, is_text, (validity[i / 8] >> (i % 8) & 1) != 0, i);
    }
    free(values);
    free(validity);
    return status;
}

static bool asks_for_number(const cli_filter *filter, const cli_test *test)
{
    return !test->missing && pdk_table_column_at(filter->table, test->column)->type < PDK_TEXT;
}

/* The library finds numbers by bounds, and knows rows that need not be read. False = the test is of another kind. */
static bool bounds_of(const cli_filter *filter, const cli_test *test, pdk_column_bounds *bounds)
{
    if (!asks_for_number(filter, test) || test->comparison == CLI_UNEQUAL) return false;
    bool at_most = test->comparison == CLI_LESS || test->comparison == CLI_AT_MOST;
    bool at_least = test->comparison == CLI_MORE || test->comparison == CLI_AT_LEAST;
    *bounds = (pdk_column_bounds){ .column = test->column,
                                   .from = at_most ? -INFINITY : test->number,
                                   .to = at_least ? INFINITY : test->number,
                                   .without_from = test->comparison == CLI_MORE,
                                   .without_to = test->comparison == CLI_LESS };
    return true;
}

/* Rows with this very number go. */
static pdk_status drop_equal(const cli_filter *filter, const cli_test *test, uint64_t first, size_t count,
                             uint8_t *keep, pdk_error *error)
{
    pdk_column_bounds equal = { .column = test->column, .from = test->number, .to = test->number };
    pdk_row_bounds within = { &equal, 1 };
    uint8_t *found = malloc(count + 1);
    if (found == NULL) return fail_memory(error);
    memcpy(found, keep, count);
    pdk_status status = pdk_table_within(filter->table, &within, first, count, found, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) keep[i] = keep[i] != 0 && found[i] == 0;
    free(found);
    return status;
}

pdk_status cli_filter_rows(void *user, uint64_t first, size_t count, uint8_t *keep, pdk_error *error)
{
    const cli_filter *filter = user;
    pdk_column_bounds bounds[CLI_MAX_TESTS];
    pdk_row_bounds within = { bounds, 0 };
    for (size_t i = 0; i < filter->count; i++)
        within.count += bounds_of(filter, &filter->tests[i], &bounds[within.count]);
    pdk_status status = pdk_table_within(filter->table, &within, first, count, keep, error);
    for (size_t i = 0; i < filter->count && status == PDK_OK; i++) {
        const cli_test *test = &filter->tests[i];
        if (bounds_of(filter, test, &bounds[0]) || memchr(keep, 1, count) == NULL) continue;
        status = test_rows(filter, test, first, count, keep, error);
        if (status == PDK_OK && asks_for_number(filter, test))
            status = drop_equal(filter, test, first, count, keep, error);
    }
    return status;
}

/* ----------------------------------------------------------------------------------------- the rows that are left */

static bool is_by_time(const cli_filter *filter)
{
    size_t time = pdk_table_find_role(filter->table, PDK_ROLE_TIME);
    pdk_column_bounds bounds;
    for (size_t i = 0; i < filter->count; i++) {
        if (filter->tests[i].column == time && bounds_of(filter, &filter->tests[i], &bounds)) return true;
    }
    return false;
}

/* Rows that may pass. A failure is met again when the rows are read, and said then. */
static bool find_passing(const cli_filter *filter, uint64_t first, size_t count, uint8_t *keep)
{
    pdk_error error;
    memset(keep, 1, count);
    return cli_filter_rows((void *)filter, first, count, keep, &error) != PDK_OK || memchr(keep, 1, count) != NULL;
}

static void narrow(const cli_filter *filter, pdk_table_options *options)
{
    enum { ROWS = 4096 };
    uint8_t keep[ROWS];
    if (!is_by_time(filter)) return;
    uint64_t rows = pdk_table_rows(filter->table), first = options->first, left = rows - first;
    uint64_t end = options->has_count && options->count < left ? first + options->count : rows;
    while (first < end) {
        size_t count = end - first < ROWS ? (size_t)(end - first) : ROWS;
        if (find_passing(filter, first, count, keep)) break;
        first += count;
    }
    while (first < end) {
        size_t count = end - first < ROWS ? (size_t)(end - first) : ROWS;
        if (find_passing(filter, end - count, count, keep)) break;
        end -= count;
    }
    options->first = first;
    options->count = end - first;
    options->has_count = true;
}

void cli_filter_apply(const cli_filter *filter, pdk_table_options *options)
{
    if (filter->count == 0) return;
    narrow(filter, options);
    options->filter = cli_filter_rows;
    options->filter_user = (void *)(uintptr_t)filter;
}
