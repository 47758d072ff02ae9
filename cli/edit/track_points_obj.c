/* An OBJ has one UV map, which shows the pictures and has the numbers, too: u is half the row's number, and v is 0 or
 * 1, moved inward by a step for each point of the row up to this one. The texture coordinates of corners are looked at,
 * not those of points: programs that join points leave theirs to the corners. */
#include <math.h>
#include <stdlib.h>

#include "exit_status.h"
#include "messages.h"
#include "track_points.h"

/* One step is 0.00023. Programs write six digits after the point. */
static const double step = 0.00023, off = 2e-6;

enum { RUN = 256 };

static bool is_near(double value, double whole, double most)
{
    return fabs(value - whole) <= most;
}

/* What a corner with these coordinates is, or false. A point that was made between two others has neither a whole
 * number of half u nor a v near 0 or 1. */
static bool numbers_of(double u, double v, size_t *row, size_t *point)
{
    double inward = v < 0.5 ? v : 1 - v;
    double rows = round(2 * u), points = round(inward / step);
    if (!(rows >= 0 && rows < CLI_MOST_ROWS && points >= 1 && points <= CLI_ROW)) return false;
    if (!is_near(2 * u, rows, 1e-3) || !is_near(inward, points * step, off)) return false;
    *row = (size_t)rows;
    *point = (size_t)points - 1;
    return true;
}

static pdk_status read_columns(const pdk_table *table, const char *const *names, uint64_t first, size_t count,
                               double (*values)[RUN], pdk_error *error)
{
    for (int i = 0; names[i] != NULL; i++) {
        size_t column = pdk_table_find_column(table, names[i]);
        pdk_status status = pdk_table_read_f64(table, column, first, count, values[i], error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

static size_t run_at(uint64_t first, uint64_t rows)
{
    return rows - first < RUN ? (size_t)(rows - first) : RUN;
}

/* The places of all points; malloc'd. */
static int read_places(const pdk_table *points, const char *file, double (**places)[3])
{
    static const char *const names[] = { "x", "y", "z", NULL };
    uint64_t rows = pdk_table_rows(points);
    double values[3][RUN];
    pdk_error error;
    *places = calloc((size_t)rows + 1, sizeof **places);
    if (*places == NULL) return cli_no_memory("points of a road");
    for (uint64_t first = 0; first < rows; first += RUN) {
        size_t count = run_at(first, rows);
        if (read_columns(points, names, first, count, values, &error) != PDK_OK) return cli_fail(file, &error);
        for (size_t i = 0; i < count; i++) {
            for (int axis = 0; axis < 3; axis++) (*places)[first + i][axis] = values[axis][i];
        }
    }
    return CLI_FINE;
}

/* A place of the scene is x left, y up, z forward. */
static void add_point(cli_scene_points *road, const double scene[3], size_t row, size_t point)
{
    double *place = road->places[road->count];
    size_t *numbers = road->numbers[road->count++];
    place[0] = -scene[0];
    place[1] = scene[2];
    place[2] = scene[1];
    numbers[CLI_ROW_NUMBER] = row;
    numbers[CLI_POINT_NUMBER] = point;
}

static int add_corners(cli_scene_points *road, const pdk_table *corners, double (*places)[3], uint64_t points,
                       const char *file)
{
    enum { POINT, U, V, COLUMNS };
    static const char *const names[] = { "point", "u", "v", NULL };
    uint64_t rows = pdk_table_rows(corners);
    double values[COLUMNS][RUN];
    pdk_error error;
    for (uint64_t first = 0; first < rows; first += RUN) {
        size_t count = run_at(first, rows), row, point;
        if (read_columns(corners, names, first, count, values, &error) != PDK_OK) return cli_fail(file, &error);
        for (size_t i = 0; i < count; i++) {
            bool there = values[POINT][i] < (double)points && numbers_of(values[U][i], values[V][i], &row, &point);
            if (there) add_point(road, places[(size_t)values[POINT][i]], row, point);
        }
    }
    return CLI_FINE;
}

int cli_read_obj_road(cli_scene_points *road, const pdk_document *scene, const char *file)
{
    const pdk_table *points = pdk_document_own_table(scene, "points");
    const pdk_table *corners = pdk_document_own_table(scene, "corners");
    double(*places)[3] = NULL;
    size_t most = (size_t)pdk_table_rows(corners) + 1;
    *road = (cli_scene_points){ .places = calloc(most, sizeof *road->places),
                                .numbers = calloc(most, sizeof *road->numbers) };
    if (road->places == NULL || road->numbers == NULL) return cli_no_memory("points of a road");
    int status = read_places(points, file, &places);
    if (status == CLI_FINE) status = add_corners(road, corners, places, pdk_table_rows(points), file);
    free(places);
    return status;
}
