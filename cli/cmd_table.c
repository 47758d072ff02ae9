/* paddock table: rows out, as CSV or JSON lines. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const char *column_name(const void *user, size_t index)
{
    const pdk_column_info *info = pdk_table_column(user, index);
    return info != NULL ? info->name : NULL;
}

/* "time,speed" as column numbers; `*columns` is malloc'd. */
static int parse_columns(const char *text, const char *file, const pdk_table *table, size_t **columns, size_t *count)
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
        if (column == PDK_NO_COLUMN) status = cli_no_such(file, "column", name, column_name, table);
        else (*columns)[(*count)++] = column;
    }
    free(names);
    return status;
}

/* One end of a range: a row, or from the end when negative. Moves *text behind it. */
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

static int parse_rows(const char *text, uint64_t rows, pdk_table_options *options)
{
    if (text == NULL) return CLI_FINE;
    const char *at = text;
    uint64_t first, end;
    bool good = parse_row(&at, rows, 0, &first);
    if (good && *at == ':') {
        at++;
        good = parse_row(&at, rows, rows, &end);
    } else {
        good = good && at != text;
        end = first + 1;
    }
    if (!good || *at != '\0')
        return cli_usage("--rows wants A:B, rows A to before B, like 0:100, 500: or -10:, found \"%s\"", text);
    if (first > rows) first = rows;
    if (end > rows) end = rows;
    if (end < first) return cli_usage("--rows %s: the end is before the beginning", text);
    options->first = first;
    options->has_count = true;
    options->count = end - first;
    return CLI_FINE;
}

static const char *format_name(const void *user, size_t index)
{
    (void)user;
    static const char *const names[] = { "csv", "jsonl", NULL };
    return names[index];
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

static int parse_format(const cli_arguments *arguments, pdk_table_format *format)
{
    const char *name = arguments->values[CLI_FORMAT], *output = arguments->values[CLI_OUTPUT];
    *format = PDK_CSV;
    if (name == NULL) {
        if (output != NULL && (ends_with(output, ".jsonl") || ends_with(output, ".ndjson"))) *format = PDK_JSON_LINES;
        return CLI_FINE;
    }
    if (strcmp(name, "jsonl") == 0) *format = PDK_JSON_LINES;
    else if (strcmp(name, "csv") != 0) return cli_no_such(NULL, "table format", name, format_name, NULL);
    return CLI_FINE;
}

static int write_table(const cli_arguments *arguments, const char *file, const pdk_table *table,
                       pdk_table_format format, pdk_table_options *options)
{
    cli_out out;
    int status = cli_open_out(&out, arguments->values[CLI_OUTPUT]);
    if (status != CLI_FINE) return status;
    cli_progress progress;
    cli_progress_begin(&progress, "writing");
    if (out.is_terminal) progress.visible = false; /* the rows themselves are progress enough */
    options->progress = cli_progress_step;
    options->progress_user = &progress;
    options->units = cli_given(arguments, CLI_UNITS);
    pdk_error error;
    pdk_status written = pdk_table_write(table, format, options, out.output, &error);
    cli_progress_end(&progress);
    if (written != PDK_OK) status = cli_fail_written(&out, file, &error);
    return cli_close_out(&out, status);
}

static int list_tables(const char *file, const pdk_document *document)
{
    cli_out out;
    int status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    if (pdk_document_table_count(document) > 0) cli_put_tables(&out, document);
    else cli_print(&out, "%s has no tables\n", file);
    return cli_close_out(&out, CLI_FINE);
}

static int print_rows(const cli_arguments *arguments, const char *path, const pdk_document *document)
{
    const pdk_table *table;
    pdk_table_format format;
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    size_t *columns = NULL;
    const char *file = cli_file_name(path);
    int status = cli_find_table(document, file, arguments->operands[1], &table);
    if (status == CLI_FINE) status = parse_format(arguments, &format);
    if (status == CLI_FINE) status = parse_rows(arguments->values[CLI_ROWS], pdk_table_rows(table), &options);
    if (status == CLI_FINE) {
        status = parse_columns(arguments->values[CLI_COLUMNS], file, table, &columns, &options.column_count);
    }
    options.columns = columns;
    if (status == CLI_FINE) status = write_table(arguments, file, table, format, &options);
    free(columns);
    return status;
}

static int run_table(const cli_arguments *arguments)
{
    const char *path = arguments->operands[0];
    int status = cli_same_file(path, arguments->values[CLI_OUTPUT]);
    if (status != CLI_FINE) return status;
    cli_input input;
    status = cli_open(&input, arguments, path);
    if (status != CLI_FINE) return status;
    status = arguments->count > 1 ? print_rows(arguments, path, input.document)
                                  : list_tables(cli_file_name(path), input.document);
    cli_close(&input);
    return status;
}

static const cli_option takes[] = { CLI_COLUMNS, CLI_ROWS, CLI_FORMAT, CLI_UNITS, CLI_OUTPUTS, CLI_READING, CLI_HELP };

const cli_verb cli_verb_table = {
    .name = "table",
    .operands = "FILE [TABLE]",
    .summary = "print the rows of a table, as CSV or JSON lines",
    .details = "Without TABLE it lists the tables of the file and their columns.\n"
               "Numbers have the fewest digits that read back as the same value.",
    .purpose = CLI_LOOK,
    .examples = { "paddock table lap.raf telemetry --columns time,speed --rows :100", "two columns of a hundred rows",
                  "paddock table race.vcr poses -o poses.jsonl", "every pose, an object a line" },
    .options = takes,
    .kinds = "csv jsonl ndjson",
    .least = 1,
    .most = 2,
    .run = run_table,
};
