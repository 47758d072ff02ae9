/* Points of a CSV file. */
#include "points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "paddock/paddock.h"

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

enum { MAX_CELLS = 4096, AXES = 3 };

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

/* The next cell, without blanks and quotes around it; *last is set when the line ends after it. */
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

/* Which cells are x, y and z; a unit may follow: "x [m]". */
static int read_head(csv *file, size_t columns[AXES])
{
    static const char names[AXES] = { 'x', 'y', 'z' };
    bool last = false;
    file->line = 1;
    if (file->end - file->at >= 3 && memcmp(file->at, "\xEF\xBB\xBF", 3) == 0)
        file->at += 3; /* some editors' mark for UTF-8 */
    for (size_t i = 0; i < AXES; i++) columns[i] = MAX_CELLS;
    for (size_t i = 0; !last && i < MAX_CELLS; i++) {
        const char *cell;
        size_t length = next_cell(file, &cell, &last);
        for (int axis = 0; axis < AXES; axis++) {
            if (length >= 1 && cell[0] == names[axis] &&
                (length == 1 || (length > 3 && cell[1] == ' ' && cell[2] == '[')))
                columns[axis] = i;
        }
    }
    if (columns[0] < MAX_CELLS && columns[1] < MAX_CELLS) return CLI_FINE;
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
    if (columns[2] < MAX_CELLS && !good[2]) return fail_csv(file, "expected a number for z, or nothing");
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
