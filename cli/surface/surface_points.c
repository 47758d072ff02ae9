/* Points to ask for: from the command line, a CSV file, or the path of a car. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "options.h"
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

/* ---------------------------------------------------------------------------------------------------------- paths */

enum { SAMPLES = 4096 };

/* The first car's way, or that of one of its wheels. */
static int read_motion(cli_points *points, const char *path, const pdk_motion *motion)
{
    static const pdk_role roles[AXES] = { PDK_ROLE_X, PDK_ROLE_Y, PDK_ROLE_Z };
    static double values[AXES][SAMPLES];
    pdk_channel_read reads[AXES];
    for (int axis = 0; axis < AXES; axis++)
        reads[axis] = (pdk_channel_read){ pdk_motion_find_channel(motion, roles[axis]), values[axis] };
    uint64_t samples = pdk_motion_run_count(motion) > 0 ? pdk_motion_run_at(motion, 0)->samples : 0;
    for (uint64_t first = 0; first < samples; first += SAMPLES) {
        size_t count = samples - first < SAMPLES ? (size_t)(samples - first) : SAMPLES;
        pdk_error error;
        if (pdk_motion_read(motion, 0, first, count, reads, AXES, &error) != PDK_OK)
            return cli_fail(cli_file_name(path), &error);
        for (size_t i = 0; i < count; i++) {
            int status = cli_points_add(points, values[0][i], values[1][i], values[2][i]);
            if (status != CLI_FINE) return status;
        }
    }
    return CLI_FINE;
}

static int add_places(cli_points *points, const char *path, const pdk_document *document, uint64_t first, size_t count)
{
    static double places[SAMPLES][3];
    pdk_error error;
    if (pdk_document_line_read(document, 0, first, count, places, &error) != PDK_OK)
        return cli_fail(cli_file_name(path), &error);
    int status = CLI_FINE;
    for (size_t i = 0; i < count && status == CLI_FINE; i++)
        status = cli_points_add(points, places[i][0], places[i][1], places[i][2]);
    return status;
}

/* The line of a document that is driven along; a closed one ends where it began. */
static int read_line_of(cli_points *points, const char *path, const pdk_document *document)
{
    const pdk_line_info *line = pdk_document_line_at(document, 0);
    int status = CLI_FINE;
    for (uint64_t first = 0; first < line->points && status == CLI_FINE; first += SAMPLES) {
        uint64_t left = line->points - first;
        status = add_places(points, path, document, first, left < SAMPLES ? (size_t)left : SAMPLES);
    }
    return status == CLI_FINE && line->closed ? add_places(points, path, document, 0, 1) : status;
}

int cli_points_of_path(cli_points *points, const cli_arguments *arguments, const char *path)
{
    cli_arguments reading = *arguments;
    reading.values[CLI_AS] = NULL; /* that is about the surface */
    cli_input input;
    int status = cli_open(&input, &reading, path);
    if (status != CLI_FINE) return status;
    pdk_motion_options options = PDK_MOTION_OPTIONS_INIT;
    options.wheel = arguments->values[CLI_WHEEL];
    pdk_motion *motion;
    pdk_error error;
    if (pdk_motion_open(input.document, &options, &motion, &error) == PDK_OK) {
        status = read_motion(points, path, motion);
        pdk_motion_close(motion);
    } else if (strcmp(error.code, "motion.none") == 0 && options.wheel == NULL &&
               pdk_document_line_count(input.document) > 0) {
        status = read_line_of(points, path, input.document);
    } else {
        status = cli_fail(cli_file_name(path), &error);
    }
    if (status == CLI_FINE) status = cli_unchanged(&input, path);
    cli_close(&input);
    return status;
}
