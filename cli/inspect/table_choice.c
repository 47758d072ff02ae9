/* --columns and --rows. */
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "layout.h"
#include "messages.h"
#include "table.h"

static const char *column_name(const void *user, size_t index)
{
    const pdk_column_info *info = pdk_table_column_at(user, index);
    return info != NULL ? info->name : NULL;
}

int cli_columns_of(const char *text, const char *file, const pdk_table *table, size_t **columns, size_t *count)
{
    *columns = NULL;
    *count = 0;
    if (text == NULL) return CLI_FINE;
    char *names = malloc(strlen(text) + 1);
    *columns = malloc((strlen(text) + 1) * sizeof **columns);
    if (names == NULL || *columns == NULL) {
        free(names);
        return cli_no_memory("a list of columns");
    }
    strcpy(names, text);
    int status = CLI_FINE;
    for (char *name = names, *next; name != NULL && status == CLI_FINE; name = next) {
        next = strchr(name, ',');
        if (next != NULL) *next++ = '\0';
        size_t column = pdk_table_find_column(table, name);
        if (name[0] == '\0') status = cli_usage("--columns \"%s\" has an empty name", text);
        else if (column == PDK_NO_COLUMN) status = cli_no_such(file, "column", name, column_name, table);
        else (*columns)[(*count)++] = column;
    }
    free(names);
    return status;
}

/* One end of a range: a row, or from the end when negative. Moves *text after it. */
static bool parse_row(const char **text, uint64_t rows, uint64_t otherwise, uint64_t *row)
{
    *row = otherwise;
    bool from_end = **text == '-';
    const char *digits = *text + from_end;
    if (*digits < '0' || *digits > '9') return !from_end;
    char *end;
    unsigned long long number = strtoull(digits, &end, 10);
    *text = end;
    *row = !from_end ? number : number < rows ? rows - number : 0;
    return true;
}

int cli_rows_of(const char *text, const char *file, const pdk_table *table, pdk_table_options *options)
{
    if (text == NULL) return CLI_FINE;
    const char *at = text;
    uint64_t rows = pdk_table_rows(table), first, end;
    bool good = parse_row(&at, rows, 0, &first);
    if (good && *at == ':') {
        at++;
        good = parse_row(&at, rows, rows, &end);
    } else {
        good = good && at != text;
        end = first + 1;
    }
    if (!good || *at != '\0') {
        return cli_usage("--rows takes A:B, rows A to before B, like 0:100, 500: or -10:, not \"%s\"", text);
    }
    if (end < first && end != rows) return cli_usage("--rows %s ends before it begins", text);
    if (first >= rows && end != first) {
        char buffer[32];
        cli_note("%s: --rows %s is after the end: %s has %s row%s", file, text, pdk_table_name(table),
                 cli_grouped(buffer, rows), rows == 1 ? "" : "s");
    }
    if (first > rows) first = rows;
    if (end > rows) end = rows;
    options->first = first;
    options->has_count = true;
    options->count = end - first;
    return CLI_FINE;
}
