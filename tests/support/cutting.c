#include "cutting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHOSEN = 16, MAX_COLUMNS = 200 };

pdk_status try_cut(const pdk_document *document, const cutting *what, pdk_output *output, pdk_error *error)
{
    pdk_cut_options options = PDK_CUT_OPTIONS_INIT;
    char list[256] = "";
    const char *drivers[MAX_CHOSEN];
    if (what->numbers != NULL) strcpy(list, what->numbers);
    for (char *name = strtok(list, ","); name != NULL; name = strtok(NULL, ",")) drivers[options.driver_count++] = name;
    options.has_from = options.has_to = true;
    options.from = what->from;
    options.to = what->to;
    options.drivers = drivers;
    return pdk_cut(document, &options, output, error);
}

uint8_t *cut_or_fail(const pdk_document *document, const cutting *what, size_t *size)
{
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(try_cut(document, what, output, &error), error);
    return take_bytes(output, size);
}

static bool is_chosen(const cutting *what, double number)
{
    char list[256], wanted[32];
    if (what->numbers == NULL) return true;
    snprintf(list, sizeof list, ",%s,", what->numbers);
    snprintf(wanted, sizeof wanted, ",%.0f,", number);
    return strstr(list, wanted) != NULL;
}

static bool is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(list, name); at != NULL; at = strstr(at + 1, name)) {
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return true;
    }
    return false;
}

/* Rows as CSV lines, of the columns that both have and that may not differ. */
static char *rows_of(const pdk_document *document, const pdk_document *other, const char *name, const char *except)
{
    const pdk_table *table = pdk_document_find_table(document, name), *like = pdk_document_find_table(other, name);
    size_t columns[MAX_COLUMNS];
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.columns = columns;
    for (size_t i = 0; pdk_table_column_at(table, i) != NULL; i++) {
        const char *column = pdk_table_column_at(table, i)->name;
        if (is_listed(except, column) || pdk_table_find_column(like, column) == PDK_NO_COLUMN) continue;
        assert_true(options.column_count < MAX_COLUMNS);
        columns[options.column_count++] = i;
    }
    assert_true(options.column_count > 0);
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_table_write(table, PDK_CSV, &options, output, &error), error);
    return take_text(output);
}

static char *next_line(char **text)
{
    char *line = *text, *end = strchr(line, '\n');
    assert_non_null(end);
    *end = '\0';
    *text = end + 1;
    return line;
}

void assert_rows_filtered(const pdk_document *whole, const pdk_document *part, const cutting *what, const char *table,
                          const char *who, double nobody, const char *except)
{
    size_t count = 0, kept = 0, expected = 0;
    double *time = column_f64(whole, table, "time", &count);
    double *number = who != NULL ? column_f64(whole, table, who, &count) : NULL;
    char *all = rows_of(whole, part, table, except), *some = rows_of(part, whole, table, except);
    char *left = all, *right = some;
    assert_string_equal(next_line(&left), next_line(&right)); /* the columns */
    kept = (size_t)pdk_table_rows(pdk_document_find_table(part, table));
    for (size_t i = 0; i < count; i++) {
        char *row = next_line(&left);
        if ((float)time[i] < (float)what->from || (float)time[i] > (float)what->to)
            continue; /* as coarse as the files */
        bool of_nobody = number != NULL && (isnan(number[i]) || number[i] == nobody);
        if (number != NULL && !of_nobody && !is_chosen(what, number[i])) continue;
        if (expected++ >= kept) fail_msg("%s has %zu rows, and lacks: %s", table, kept, row);
        assert_string_equal(row, next_line(&right));
    }
    if (kept != expected) fail_msg("%s has %zu rows instead of %zu", table, kept, expected);
    free(all);
    free(some);
    free(time);
    free(number);
}

static bool show(void *user, const pdk_finding *finding)
{
    (void)user;
    printf("  %s at 0x%llX: %s\n", finding->code, (unsigned long long)finding->offset, finding->message);
    return true;
}

void assert_sound(const pdk_document *document)
{
    pdk_error error = { 0 };
    uint64_t total = 0;
    assert_ok(pdk_check(document, PDK_CHECK_FULL, show, NULL, &total, &error), error);
    assert_int_equal(total, 0);
}
