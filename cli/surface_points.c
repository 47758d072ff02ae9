/* Points to ask for: from the command line, a CSV file, or the path of a car. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "surface.h"

int cli_point_of(const char *option, const char *text, double point[2])
{
    char *end = NULL;
    point[0] = strtod(text, &end);
    const char *second = end;
    bool good = end != text && *end == ',';
    if (good) {
        point[1] = strtod(++second, &end);
        good = end != second && *end == '\0' && isfinite(point[0]) && isfinite(point[1]);
    }
    return good ? CLI_FINE : cli_usage("--%s takes a point X,Y in metres, not \"%s\"", option, text);
}

int cli_points_add(cli_points *points, double x, double y, double z)
{
    if (points->count == points->capacity) {
        size_t capacity = points->capacity > 0 ? 2 * points->capacity : 64;
        double(*more)[3] = realloc(points->at, capacity * sizeof *more);
        if (more == NULL) return cli_no_memory("points");
        points->at = more;
        points->capacity = capacity;
    }
    double *at = points->at[points->count++];
    at[0] = x;
    at[1] = y;
    at[2] = z;
    return CLI_FINE;
}

/* ------------------------------------------------------------------------------------------------------------ CSV */

enum { MOST_CELLS = 4096, AXES = 3 };

/* A line of a CSV file being read. */
typedef struct csv {
    const char *path;
    const char *at, *end;
    size_t line;
} csv;

static int fail_csv(const csv *file, const char *what)
{
    pdk_error error = { .status = PDK_E_CORRUPT, .offset = PDK_NO_OFFSET, .code = "csv.points" };
    snprintf(error.message, sizeof error.message, "line %zu: %s", file->line, what);
    return cli_fail(cli_file_name(file->path), &error);
}

/* The next cell, without blanks and quotes around it; *last is set when the line ends behind it. */
static size_t next_cell(csv *file, const char **cell, bool *last)
{
    const char *begin = file->at;
    while (file->at < file->end && *file->at != ',' && *file->at != '\n') file->at++;
    const char *end = file->at;
    *last = file->at == file->end || *file->at == '\n';
    if (file->at < file->end) file->at++;
    while (begin < end && (*begin == ' ' || *begin == '"')) begin++;
    while (end > begin && (end[-1] == ' ' || end[-1] == '"' || end[-1] == '\r')) end--;
    *cell = begin;
    return (size_t)(end - begin);
}

/* Which cells are x, y and z; a unit may stand behind: "x [m]". */
static int read_head(csv *file, size_t columns[AXES])
{
    static const char names[AXES] = { 'x', 'y', 'z' };
    bool last = false;
    file->line = 1;
    if (file->end - file->at >= 3 && memcmp(file->at, "\xEF\xBB\xBF", 3) == 0)
        file->at += 3; /* some editors' mark for UTF-8 */
    for (size_t i = 0; i < AXES; i++) columns[i] = MOST_CELLS;
    for (size_t i = 0; !last && i < MOST_CELLS; i++) {
        const char *cell;
        size_t length = next_cell(file, &cell, &last);
        for (int axis = 0; axis < AXES; axis++) {
            if (length >= 1 && cell[0] == names[axis] &&
                (length == 1 || (length > 3 && cell[1] == ' ' && cell[2] == '[')))
                columns[axis] = i;
        }
    }
    if (columns[0] < MOST_CELLS && columns[1] < MOST_CELLS) return CLI_FINE;
    return fail_csv(file, "expected the names of columns, x and y among them");
}

static bool read_number(const char *cell, size_t length, double *value)
{
    char text[64], *end;
    if (length == 0 || length >= sizeof text) return false;
    memcpy(text, cell, length);
    text[length] = '\0';
    *value = strtod(text, &end);
    return *end == '\0';
}

static int read_line(csv *file, const size_t columns[AXES], cli_points *points)
{
    double values[AXES] = { NAN, NAN, NAN };
    bool last = false, good[AXES] = { false }, empty = true;
    for (size_t i = 0; !last; i++) {
        const char *cell;
        size_t length = next_cell(file, &cell, &last);
        empty = empty && length == 0;
        for (int axis = 0; axis < AXES; axis++) {
            if (columns[axis] == i) good[axis] = read_number(cell, length, &values[axis]) || (axis == 2 && length == 0);
        }
    }
    if (empty) return CLI_FINE;
    if (!good[0] || !good[1]) return fail_csv(file, "expected numbers for x and y");
    if (columns[2] < MOST_CELLS && !good[2]) return fail_csv(file, "expected a number for z, or nothing");
    return cli_points_add(points, values[0], values[1], values[2]);
}

int cli_points_read(cli_points *points, const char *path)
{
    cli_input input;
    int status = cli_read(&input, path);
    if (status != CLI_FINE) return status;
    csv file = { .path = path, .at = input.bytes, .end = (const char *)input.bytes + input.size };
    size_t columns[AXES];
    status = read_head(&file, columns);
    while (status == CLI_FINE && file.at < file.end) {
        file.line++;
        status = read_line(&file, columns, points);
    }
    cli_close(&input);
    return status;
}

/* -------------------------------------------------------------------------------------------------------- replays */

/* Does the table's y say that it is the height? Racer's and gMotor's do; Live for Speed has z up. */
static bool has_y_up(const pdk_table *table, size_t y)
{
    const char *meaning = pdk_table_column(table, y)->meaning;
    return meaning != NULL && (strstr(meaning, "up") != NULL || strstr(meaning, "height") != NULL);
}

enum { ROWS = 4096 };

/* Rows of the car that comes first. Of a wheel, where it is: the reference point, and from there along the car's own
 * axes. */
static int read_rows(cli_points *points, const char *path, const pdk_table *table, const size_t columns[AXES],
                     const cli_wheel *wheel)
{
    enum { MOST = AXES + 1 + CLI_WHEEL_COLUMNS };
    static double values[MOST][ROWS];
    size_t car = pdk_table_find_column(table, "car");
    if (car == PDK_NO_COLUMN) car = pdk_table_find_column(table, "driver");
    uint64_t rows = pdk_table_rows(table);
    bool turned = has_y_up(table, columns[1]);
    double first_car = NAN;
    for (uint64_t first = 0; first < rows; first += ROWS) {
        size_t count = rows - first < ROWS ? (size_t)(rows - first) : ROWS, wanted = 0;
        pdk_read reads[MOST];
        for (int axis = 0; axis < AXES; axis++)
            reads[wanted++] = (pdk_read){ .column = columns[axis], .type = PDK_FLOAT64, .values = values[axis] };
        for (int k = 0; wheel != NULL && k < CLI_WHEEL_COLUMNS; k++) {
            reads[wanted++] =
                (pdk_read){ .column = wheel->columns[k], .type = PDK_FLOAT64, .values = values[AXES + 1 + k] };
        }
        if (car != PDK_NO_COLUMN)
            reads[wanted++] = (pdk_read){ .column = car, .type = PDK_FLOAT64, .values = values[AXES] };
        pdk_error error;
        if (pdk_table_read(table, first, count, reads, wanted, &error) != PDK_OK)
            return cli_fail(cli_file_name(path), &error);
        if (first == 0 && car != PDK_NO_COLUMN) first_car = values[AXES][0];
        for (size_t i = 0; i < count; i++) {
            if (car != PDK_NO_COLUMN && fabs(values[AXES][i] - first_car) > 0) continue;
            double at[AXES] = { values[0][i], values[1][i], values[2][i] }, axes[CLI_WHEEL_COLUMNS];
            for (int k = 0; wheel != NULL && k < CLI_WHEEL_COLUMNS; k++) axes[k] = values[AXES + 1 + k][i];
            if (wheel != NULL) cli_wheel_move(wheel, axes, at);
            int status =
                turned ? cli_points_add(points, at[2], at[0], at[1]) : cli_points_add(points, at[0], at[1], at[2]);
            if (status != CLI_FINE) return status;
        }
    }
    return CLI_FINE;
}

int cli_points_of_replay(cli_points *points, const cli_arguments *arguments, const char *path)
{
    cli_arguments reading = *arguments;
    reading.values[CLI_AS] = NULL; /* that is about the surface */
    cli_input input;
    int status = cli_open(&input, &reading, path);
    if (status != CLI_FINE) return status;
    const pdk_table *table = pdk_document_table(input.document, 0);
    static const char *const names[AXES] = { "x", "y", "z" };
    size_t columns[AXES];
    cli_wheel wheel;
    bool found = table != NULL;
    for (int axis = 0; axis < AXES && found; axis++) {
        columns[axis] = pdk_table_find_column(table, names[axis]);
        found = columns[axis] != PDK_NO_COLUMN;
    }
    if (!found) status = cli_usage("%s: has no path: its main table has no columns x, y and z", cli_file_name(path));
    else if (!cli_given(arguments, CLI_WHEEL)) status = read_rows(points, path, table, columns, NULL);
    else if ((status = cli_wheel_find(&wheel, input.document, path, arguments->values[CLI_WHEEL])) == CLI_FINE) {
        status = read_rows(points, path, table, columns, &wheel);
    }
    if (status == CLI_FINE) status = cli_unchanged(&input, path);
    cli_close(&input);
    return status;
}
