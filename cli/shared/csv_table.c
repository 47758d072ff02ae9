#include "csv_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"

enum { MOST_FILE_COLUMNS = 64, MOST_SIZE = 64 << 20 };

/* Goes through the text and ends each cell with a NUL. */
typedef struct csv_reader {
    const char *path;
    char *at, *end;
    char separator;
    size_t line;
} csv_reader;

static int fail(const csv_reader *reader, const char *what, const char *name)
{
    pdk_error error = { .status = PDK_E_CORRUPT, .offset = PDK_NO_OFFSET, .code = "csv" };
    snprintf(error.where, sizeof error.where, "line %zu", reader->line);
    snprintf(error.message, sizeof error.message, "%s%s", what, name);
    return cli_fail(cli_file_name(reader->path), &error);
}

static bool ends_line(char letter)
{
    return letter == '\n' || letter == '\r';
}

static char *trim(char *cell)
{
    while (*cell == ' ' || *cell == '\t') cell++;
    for (size_t size = strlen(cell); size > 0 && (cell[size - 1] == ' ' || cell[size - 1] == '\t'); size--)
        cell[size - 1] = '\0';
    return cell;
}

/* In quotes: "" is one. NULL = they do not end. */
static char *quoted(csv_reader *reader)
{
    char *cell = ++reader->at, *to = cell;
    for (; reader->at < reader->end; reader->at++) {
        if (*reader->at == '"' && *++reader->at != '"') {
            *to = '\0';
            return cell;
        }
        *to++ = *reader->at;
    }
    return NULL;
}

/* The next cell; *last = it ends its line. NULL after complaining. */
static char *next_cell(csv_reader *reader, bool *last)
{
    char *cell;
    while (*reader->at == ' ') reader->at++;
    if (*reader->at == '"') {
        cell = quoted(reader);
        if (cell == NULL) {
            fail(reader, "a quoted cell does not end", "");
            return NULL;
        }
        while (*reader->at == ' ') reader->at++;
    } else {
        cell = reader->at;
        while (*reader->at != '\0' && *reader->at != reader->separator && !ends_line(*reader->at)) reader->at++;
    }
    char after = *reader->at;
    if (after != '\0' && after != reader->separator && !ends_line(after)) {
        fail(reader, "there is something after a quoted cell", "");
        return NULL;
    }
    *last = after == '\0' || ends_line(after);
    if (after != '\0') *reader->at++ = '\0';
    if (after == '\r' && *reader->at == '\n') reader->at++;
    return trim(cell);
}

/* Cells of a line, at most MOST_FILE_COLUMNS. */
static int read_line(csv_reader *reader, char *cells[MOST_FILE_COLUMNS], size_t *count)
{
    bool last = false;
    reader->line++;
    for (*count = 0; !last; (*count)++) {
        if (*count == MOST_FILE_COLUMNS) return fail(reader, "there are too many columns", "");
        cells[*count] = next_cell(reader, &last);
        if (cells[*count] == NULL) return CLI_MALFORMED;
    }
    return CLI_FINE;
}

/* Where the columns asked for are in the file. */
static int read_header(csv_reader *reader, const char *const *names, size_t *places)
{
    char *cells[MOST_FILE_COLUMNS];
    size_t count;
    size_t first = strcspn(reader->at, "\r\n");
    reader->separator = memchr(reader->at, ';', first) != NULL ? ';' : ',';
    int status = read_line(reader, cells, &count);
    for (size_t i = 0; names[i] != NULL && status == CLI_FINE; i++) {
        bool optional = names[i][0] == '?';
        places[i] = 0;
        while (places[i] < count && strcmp(cells[places[i]], names[i] + optional) != 0) places[i]++;
        if (places[i] < count) continue;
        if (!optional) status = fail(reader, "the first line has no column ", names[i]);
        places[i] = MOST_FILE_COLUMNS; /* in no row */
    }
    return status;
}

static int read_rows(cli_csv_table *table, csv_reader *reader, const size_t *places)
{
    char *cells[MOST_FILE_COLUMNS];
    size_t count, room = 0;
    while (reader->at < reader->end) {
        size_t line = (size_t)reader->line + 1;
        int status = read_line(reader, cells, &count);
        if (status != CLI_FINE) return status;
        if (count == 1 && cells[0][0] == '\0') continue;
        if (table->rows == room) {
            room = 2 * room + 64;
            const char **larger = realloc(table->cells, room * table->columns * sizeof *larger);
            if (larger == NULL) return cli_no_memory(table->path);
            table->cells = larger;
            size_t *lines = realloc(table->lines, room * sizeof *lines);
            if (lines == NULL) return cli_no_memory(table->path);
            table->lines = lines;
        }
        for (size_t i = 0; i < table->columns; i++)
            table->cells[table->rows * table->columns + i] = places[i] < count ? cells[places[i]] : "";
        table->lines[table->rows++] = line;
    }
    return CLI_FINE;
}

int cli_read_csv(cli_csv_table *table, const char *path, const char *const *names)
{
    static const char mark[] = "\xEF\xBB\xBF";
    *table = (cli_csv_table){ .path = path };
    int status = cli_read(&table->input, path);
    if (status != CLI_FINE) return status;
    csv_reader reader = { .path = path };
    size_t places[MOST_FILE_COLUMNS], size = table->input.size;
    while (names[table->columns] != NULL) table->columns++;
    if (size > MOST_SIZE || memchr(table->input.bytes, '\0', size) != NULL)
        return fail(&reader, "this is no CSV file", "");
    table->text = malloc(size + 1);
    if (table->text == NULL) return cli_no_memory(path);
    if (size > 0) memcpy(table->text, table->input.bytes, size);
    table->text[size] = '\0';
    reader.at = table->text;
    reader.end = table->text + size;
    if (strncmp(reader.at, mark, sizeof mark - 1) == 0) reader.at += sizeof mark - 1;
    status = read_header(&reader, names, places);
    return status == CLI_FINE ? read_rows(table, &reader, places) : status;
}

void cli_forget_csv(cli_csv_table *table)
{
    cli_close(&table->input);
    free(table->text);
    free(table->cells);
    free(table->lines);
    *table = (cli_csv_table){ 0 };
}
