/* What a point is in the file, is in its second texture coordinates: both half past a whole number, which no point has
 * that was made between two others or got its coordinates elsewhere. */
#include "scene_points.h"

#include <stdio.h>
#include <stdlib.h>

#include "exit_status.h"
#include "messages.h"

enum { X, Y, Z, FIRST, SECOND, U, V, COLUMNS };
static const char *const names[COLUMNS] = { "x", "y", "z", "second_u", "second_v", "u", "v" };

static int fail(const char *file, const cli_numbering *numbering)
{
    pdk_error error = { .status = PDK_E_UNSUPPORTED, .offset = PDK_NO_OFFSET };
    snprintf(error.code, sizeof error.code, "%s", numbering->code);
    snprintf(error.message, sizeof error.message, "%s", numbering->message);
    return cli_fail(file, &error);
}

/* Half past a whole number? */
static bool number_of(double value, size_t *number)
{
    if (!(value > 0 && value < 1e9)) return false;
    *number = (size_t)value;
    double half = value - (double)*number - 0.5;
    return !(half < 0 || half > 0);
}

/* Some rows of the table, from `first` on: points with numbers are kept. */
static void keep_points(cli_scene_points *points, const cli_numbering *numbering, double *const columns[COLUMNS],
                        size_t first, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t *numbers = points->numbers[points->count];
        double a = columns[FIRST][i], b = columns[SECOND][i];
        bool numbered = number_of(a, &numbers[0]) && number_of(b, &numbers[1]);
        if (!numbered || a >= numbering->limits[0] || b >= numbering->limits[1]) {
            points->strange += a < 0 || a > 0 || b < 0 || b > 0; /* points without a second map have zeros */
            points->beyond += numbered;
            continue;
        }
        double *place = points->places[points->count], *coordinates = points->coordinates[points->count];
        place[0] = -columns[X][i]; /* x left, y up, z forward */
        place[1] = columns[Z][i];
        place[2] = columns[Y][i];
        coordinates[0] = columns[U][i];
        coordinates[1] = columns[V][i];
        points->places_of_rows[first + i] = ++points->count;
    }
}

static pdk_status read_points(cli_scene_points *points, const pdk_table *table, const size_t columns[COLUMNS],
                              const cli_numbering *numbering, pdk_error *error)
{
    enum { RUN = 256 };
    double values[COLUMNS][RUN] = { { 0 } }, *runs[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) runs[i] = values[i];
    uint64_t rows = pdk_table_rows(table);
    for (uint64_t first = 0; first < rows; first += RUN) {
        size_t count = rows - first < RUN ? (size_t)(rows - first) : RUN;
        for (int i = 0; i < COLUMNS; i++) {
            if (columns[i] == PDK_NO_COLUMN) continue;
            pdk_status status = pdk_table_read_f64(table, columns[i], first, count, runs[i], error);
            if (status != PDK_OK) return status;
        }
        keep_points(points, numbering, runs, (size_t)first, count);
    }
    return PDK_OK;
}

int cli_read_points(cli_scene_points *points, const pdk_document *scene, const char *file,
                    const cli_numbering *numbering)
{
    const pdk_table *table = pdk_document_own_table(scene, "points");
    size_t columns[COLUMNS];
    pdk_error error;
    *points = (cli_scene_points){ 0 };
    for (int i = 0; i < COLUMNS; i++) {
        columns[i] = table != NULL ? pdk_table_find_column(table, names[i]) : PDK_NO_COLUMN;
        if (columns[i] == PDK_NO_COLUMN && i < U) return fail(file, numbering);
    }
    size_t room = (size_t)pdk_table_rows(table) + 1;
    points->places = calloc(room, sizeof *points->places);
    points->coordinates = calloc(room, sizeof *points->coordinates);
    points->numbers = calloc(room, sizeof *points->numbers);
    points->places_of_rows = calloc(room, sizeof *points->places_of_rows);
    if (points->places == NULL || points->coordinates == NULL || points->numbers == NULL ||
        points->places_of_rows == NULL)
        return cli_no_memory("points of a scene");
    if (read_points(points, table, columns, numbering, &error) != PDK_OK) return cli_fail(file, &error);
    return points->count > 0 ? CLI_FINE : fail(file, numbering);
}

void cli_forget_points(cli_scene_points *points)
{
    free(points->places);
    free(points->coordinates);
    free(points->numbers);
    free(points->places_of_rows);
    *points = (cli_scene_points){ 0 };
}

/* ----------------------------------------------------------------------------------------- a scene of the file */

static pdk_status make_scene(cli_made_scene *scene, const pdk_document *document, pdk_error *error)
{
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
    opening.format = "glb";
    opening.every_scene = 1;
    pdk_status status = pdk_output_memory(&scene->output, error);
    if (status == PDK_OK) status = pdk_convert(document, "glb", &options, NULL, scene->output, error);
    if (status != PDK_OK) return status;
    pdk_bytes bytes = pdk_output_bytes(scene->output);
    return pdk_open_memory(bytes.data, bytes.size, &opening, &scene->document, error);
}

int cli_make_scene(cli_made_scene *scene, const pdk_document *document, const char *file)
{
    pdk_error error;
    *scene = (cli_made_scene){ NULL, NULL };
    return make_scene(scene, document, &error) == PDK_OK ? CLI_FINE : cli_fail(file, &error);
}

void cli_forget_scene(cli_made_scene *scene)
{
    pdk_close(scene->document);
    pdk_output_close(scene->output);
    *scene = (cli_made_scene){ NULL, NULL };
}
